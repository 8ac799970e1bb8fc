package exercise

import (
	"strings"
)

// each looks at files before and after.
func (r *run) each(args []string, code string, right func(before, after string, was, is bool) bool) error {
	b, a := r.between()
	for _, arg := range args {
		name, _ := fileName(arg)
		before, was := content(b, name)
		after, is := content(a, name)
		if right(before, after, was, is) {
			continue
		}
		seen := FactSame
		switch {
		case !is:
			seen = FactGone
		case code == FactGone || code == FactThere:
			seen = FactThere
		case !was:
			seen = FactCreated
		case before != after:
			seen = FactChanged
		}
		return r.fail(fact(code, "file", arg), fact(seen, "file", arg))
	}
	return nil
}

func doGone(r *run, args []string) error {
	return r.each(args, FactGone, func(_, _ string, _, is bool) bool { return !is })
}

func doThere(r *run, args []string) error {
	return r.each(args, FactThere, func(_, _ string, _, is bool) bool { return is })
}

func doSame(r *run, args []string) error {
	return r.each(args, FactSame, func(before, after string, was, is bool) bool { return was && is && before == after })
}

func doChanged(r *run, args []string) error {
	return r.each(args, FactChanged, func(before, after string, was, is bool) bool { return was && is && before != after })
}

func doCreated(r *run, args []string) error {
	return r.each(args, FactCreated, func(_, _ string, was, is bool) bool { return !was && is })
}

func doMoved(r *run, args []string) error {
	old, _ := fileName(args[0])
	to, _ := fileName(args[1])
	b, a := r.between()
	before, was := content(b, old)
	after, is := content(a, to)
	_, left := content(a, old)
	if was && is && !left && before == after {
		return nil
	}
	return r.fail(fact(FactMoved, "file", args[0], "to", args[1]), fact(FactChanges, "list", changes(b, a, nil)))
}

func doHolds(r *run, args []string) error {
	name, _ := fileName(args[0])
	_, after := r.between()
	text, ok := content(after, name)
	if !ok {
		return r.fail(fact(FactHolds, "file", args[0], "text", args[1]), fact(FactGone, "file", args[0]))
	}
	if text = strings.TrimPrefix(text, "file "); !strings.Contains(text, args[1]) {
		return r.fail(fact(FactHolds, "file", args[0], "text", args[1]), fact(FactText, "text", shorten(text)))
	}
	return nil
}

func doEmpty(r *run, args []string) error {
	_, after := r.between()
	for _, arg := range args {
		name, _ := fileName(arg)
		text, ok := content(after, name)
		if !ok {
			return r.fail(fact(FactEmpty, "file", arg), fact(FactGone, "file", arg))
		}
		if text = strings.TrimPrefix(text, "file "); text != "" {
			return r.fail(fact(FactEmpty, "file", arg), fact(FactText, "text", shorten(text)))
		}
	}
	return nil
}

func doUnchanged(r *run, args []string) error {
	var except []string
	for _, arg := range args {
		if name, ok := fileName(arg); ok {
			except = append(except, name)
		}
	}
	before, after := r.between()
	if list := changes(before, after, except); len(list) > 0 {
		return r.fail(fact(FactUnchanged, "except", except), fact(FactChanges, "list", list))
	}
	return nil
}
