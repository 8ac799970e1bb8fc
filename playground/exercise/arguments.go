package exercise

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"askback/playground/form"
	"askback/playground/roots"
)

var errUsage = errors.New("usage")

func exactly(n int) func(*proof, []string) error { return count(n, n) }
func atLeast(n int) func(*proof, []string) error { return count(n, -1) }

// count checks how many arguments there are; most is -1 for any number.
func count(least, most int) func(*proof, []string) error {
	return func(_ *proof, args []string) error {
		if len(args) < least || most >= 0 && len(args) > most {
			return errUsage
		}
		return nil
	}
}

func oneOf(words ...string) func(*proof, []string) error {
	return func(_ *proof, args []string) error {
		if len(args) != 1 || !slices.Contains(words, args[0]) {
			return errUsage
		}
		return nil
	}
}

// files checks names of files. A file that the pack does not have may yet come
// to be there.
func files(least, most int) func(*proof, []string) error {
	return func(p *proof, args []string) error {
		if err := count(least, most)(p, args); err != nil {
			return err
		}
		for _, arg := range args {
			if _, ok := fileName(arg); !ok {
				return fmt.Errorf("%q is no file: write it as in the pack, such as fs/home/alice/a.md", arg)
			}
		}
		return nil
	}
}

func checkAsked(p *proof, args []string) error {
	switch {
	case len(args) == 1 && (args[0] == "url" || args[0] == "nothing"), len(args) > 1 && args[0] == "form":
		return nil
	}
	return errUsage
}

func checkField(p *proof, args []string) error {
	kinds := []form.Kind{
		form.KindText, form.KindEmail, form.KindURI, form.KindDate, form.KindDateTime, form.KindNumber, form.KindInteger,
		form.KindBoolean, form.KindSingleSelect, form.KindMultiSelect,
	}
	if len(args) < 2 || len(args) > 3 || len(args) == 3 && args[2] != "required" && args[2] != "optional" {
		return errUsage
	}
	if !slices.Contains(kinds, form.Kind(args[1])) {
		return fmt.Errorf("there is no kind of field %q, only %v", args[1], kinds)
	}
	return nil
}

func checkResult(p *proof, args []string) error {
	switch {
	case len(args) == 0:
		return errUsage
	case args[0] == "ok":
		_, err := readWants(args[1:])
		return err
	case len(args) <= 2 && slices.Contains([]string{"error", "tool-error", "refused"}, args[0]):
		return nil
	}
	return errUsage
}

func checkHolds(p *proof, args []string) error {
	if len(args) != 2 {
		return errUsage
	}
	return files(1, 1)(p, args[:1])
}

func checkUnchanged(p *proof, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if args[0] != "except" {
		return errUsage
	}
	return files(1, -1)(p, args[1:])
}

func checkSent(_ *proof, args []string) error {
	if len(args) != 2 {
		return errUsage
	}
	if n, _ := sentCount(args[1]); n < 0 {
		return fmt.Errorf("%q is no count", args[1])
	}
	return nil
}

func checkCount(_ *proof, args []string) error {
	if len(args) != 1 {
		return errUsage
	}
	if n, err := strconv.Atoi(args[0]); err != nil || n < 0 {
		return fmt.Errorf("%q is no count", args[0])
	}
	return nil
}

func checkListed(_ *proof, args []string) error {
	if len(args) == 0 {
		return errUsage
	}
	_, err := readWants(args[1:])
	return err
}

func checkSet(p *proof, args []string) error {
	if len(args) != 1 {
		return errUsage
	}
	wants, err := readWants(args)
	if err != nil || wants[0].op != opIs || wants[0].value == "" || strings.Contains(wants[0].key, ".") {
		return errUsage
	}
	return p.define(wants[0].key)
}

func checkDid(p *proof, args []string) error {
	switch {
	case len(args) >= 2 && args[0] == "call":
		_, err := readWants(args[2:])
		return err
	case len(args) >= 1 && args[0] == "roots":
		for _, name := range args[1:] {
			if _, err := roots.Parse(roots.URI(name)); err != nil {
				return err
			}
		}
		return nil
	case len(args) == 2 && args[0] == "era":
		return checkUnder(p, args[1:])
	}
	return errUsage
}

func checkAnswered(_ *proof, args []string) error {
	switch {
	case len(args) >= 1 && args[0] == "accept":
		_, err := readWants(args[1:])
		return err
	case len(args) == 1 && (args[0] == "decline" || args[0] == "cancel"):
		return nil
	}
	return errUsage
}

func checkNever(p *proof, args []string) error {
	switch {
	case len(args) >= 2 && args[0] == "call":
		return checkDid(p, args)
	case len(args) >= 2 && args[0] == "answered":
		return checkAnswered(p, args[1:])
	}
	return errUsage
}

func checkUnder(p *proof, args []string) error {
	if len(args) != 1 {
		return errUsage
	}
	if !slices.Contains(p.pack.Eras, args[0]) {
		return fmt.Errorf("%q is not among the eras of this exercise: %s", args[0], strings.Join(p.pack.Eras, ", "))
	}
	return nil
}
