package build_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"askback/playground/exercise"
	"askback/playground/exercise/build"
)

// A workshop builds each program once.
type workshop map[string]*exercise.Report

func (w workshop) grade(ctx context.Context, p *exercise.Pack, sources []exercise.File) (*exercise.Report, error) {
	var key strings.Builder
	for _, f := range sources {
		key.WriteString(f.Name + "\x00" + string(f.Data) + "\x00")
	}
	if report, ok := w[key.String()]; ok {
		return report, nil
	}
	report, err := build.Learner(ctx, ".", p, sources, 10*time.Second)
	if err == nil {
		if report.Took <= 0 {
			return nil, errors.New("the report does not say how long it took")
		}
		w[key.String()] = report
	}
	return report, err
}

// The receipt of a program is made again from the sources in it, byte for byte, and
// what was forged in it is refused, each time for its own reason.
func TestProgramReceipts(t *testing.T) {
	catalogue, err := exercise.Load()
	if err != nil {
		t.Fatal(err)
	}
	p, other := catalogue.Find("archive"), catalogue.Find("three-answers")
	shop := workshop{}
	receipt := func(sources []exercise.File) []byte {
		t.Helper()
		report, err := shop.grade(t.Context(), p, sources)
		if err != nil {
			t.Fatal(err)
		}
		r, err := exercise.ProgramAttempt{Learner: "ada", Sources: sources, Hints: 2, Report: report}.Receipt(p)
		if err != nil {
			t.Fatal(err)
		}
		data, err := r.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	honest, failing := receipt(p.Solution), receipt(p.Starter)
	if again := receipt(p.Solution); !bytes.Equal(honest, again) {
		t.Errorf("two receipts of one program differ:\n%s\n%s", honest, again)
	}
	broken := func(r *exercise.Receipt) { program(r).Form[0][1] = "package main\n\nfunc NewServer() { nowhere() }\n" }
	for _, test := range []struct {
		name   string
		data   []byte
		change func(r *exercise.Receipt)
		reason string
	}{
		{"nothing", honest, func(*exercise.Receipt) {}, ""},
		{"a failed attempt", failing, func(*exercise.Receipt) {}, ""},
		{"another version", honest, func(r *exercise.Receipt) { r.Version++ }, exercise.ReasonVersion},
		{"other checks", honest, func(r *exercise.Receipt) { r.Hash = strings.Repeat("0", 64) }, exercise.ReasonVersion},
		{"another exercise", honest, func(r *exercise.Receipt) {
			r.Exercise, r.Version, r.Hash = other.ID, other.Version, other.Hash
		}, exercise.ReasonLearner},
		{"another learner", honest, func(r *exercise.Receipt) { r.Learner = "bob" }, exercise.ReasonLearner},
		{"an altered verdict", failing, func(r *exercise.Receipt) { r.Verdicts[0].Right = !r.Verdicts[0].Right }, exercise.ReasonVerdict},
		{"passed after all", failing, func(r *exercise.Receipt) { r.Passed = true }, exercise.ReasonVerdict},
		{"a verdict left out", honest, func(r *exercise.Receipt) { r.Verdicts = r.Verdicts[1:] }, exercise.ReasonVerdict},
		{"an altered program", failing, func(r *exercise.Receipt) { program(r).Form[0][1] += "\n" }, exercise.ReasonChain},
		{"another's program", failing, func(r *exercise.Receipt) { program(r).Form = submitted(t, honest) }, exercise.ReasonChain},
		{"a dropped input", honest, func(r *exercise.Receipt) { r.Inputs = r.Inputs[1:] }, exercise.ReasonChain},
		{"reordered inputs", honest, func(r *exercise.Receipt) { r.Inputs[0], r.Inputs[2] = r.Inputs[2], r.Inputs[0] }, exercise.ReasonChain},
		{"no program", honest, func(r *exercise.Receipt) { r.Inputs = r.Inputs[:2] }, exercise.ReasonInput},
		{"nothing done", honest, func(r *exercise.Receipt) { r.Inputs = nil }, exercise.ReasonInput},
		{"fewer hints than seen", honest, func(r *exercise.Receipt) { r.Hints = 0 }, exercise.ReasonHints},
		{"a trace", honest, func(r *exercise.Receipt) { r.Messages = 3 }, exercise.ReasonMessages},
		{"a program that is none", honest, func(r *exercise.Receipt) { broken(r); chain(r) }, exercise.ReasonSource},
		{"a file elsewhere", honest, func(r *exercise.Receipt) { program(r).Form[0][0] = "../x.go"; chain(r) }, exercise.ReasonInput},
		{"a program of another, chained anew", failing, func(r *exercise.Receipt) {
			program(r).Form = submitted(t, honest)
			chain(r)
		}, exercise.ReasonVerdict},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := exercise.ReadReceipt(test.data)
			if err != nil {
				t.Fatal(err)
			}
			test.change(r)
			out, err := exercise.Replayer{Find: catalogue.Find, Grade: shop.grade}.Replay(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			if out.Reason != test.reason || out.Reproduced != (test.reason == "") {
				t.Errorf("reason %q, want %q: %s", out.Reason, test.reason, out.Message())
			}
		})
	}
	r, err := exercise.ReadReceipt(honest)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (exercise.Replayer{Find: catalogue.Find}).Replay(t.Context(), r); !errors.Is(err, exercise.ErrProgram) {
		t.Errorf("without leave to run it: %v", err)
	}
}

// program is the input with the sources.
func program(r *exercise.Receipt) *exercise.Input { return &r.Inputs[len(r.Inputs)-1] }

// chain chains the inputs anew, as a forger would who has the program.
func chain(r *exercise.Receipt) {
	before := r.Start
	for i := range r.Inputs {
		r.Inputs[i].Chain = ""
		raw, err := json.Marshal(r.Inputs[i])
		if err != nil {
			panic(err) // strings and ints
		}
		sum := sha256.New()
		for _, part := range []string{"input", before, string(raw)} {
			fmt.Fprintf(sum, "%d:%s", len(part), part)
		}
		before = hex.EncodeToString(sum.Sum(nil)[:16])
		r.Inputs[i].Chain = before
	}
}

// submitted are the sources in a receipt.
func submitted(t *testing.T, data []byte) [][2]string {
	t.Helper()
	r, err := exercise.ReadReceipt(data)
	if err != nil {
		t.Fatal(err)
	}
	return program(r).Form
}

// A program that takes the grader with it is told of with its last words, be it
// that it ends, or that it wants more memory than there is for it.
func TestRunaways(t *testing.T) {
	catalogue, err := exercise.Load()
	if err != nil {
		t.Fatal(err)
	}
	for want, body := range map[string]string{
		"exit status 3":        "os.Exit(3)",
		"panic: in the middle": `done := make(chan bool); go func() { panic("in the middle") }(); <-done`,
		"out of memory":        `for all := [][]byte{}; ; { all = append(all, bytes.Repeat([]byte("x"), 64<<20)) }`,
	} {
		if want == "out of memory" && runtime.GOOS != "linux" {
			continue
		}
		source := "package main\n\nimport (\n\t\"bytes\"\n\t\"os\"\n\n\t\"github.com/modelcontextprotocol/go-sdk/mcp\"\n\n\t\"askback/playground/exercise/kit\"\n)\n\n" +
			"var _, _ = bytes.Repeat, os.Exit\n\nfunc NewServer(kit.Kit) *mcp.Server {\n\t" + body + "\n\treturn nil\n}\n"
		_, err := build.Learner(t.Context(), ".", catalogue.Find("archive"), []exercise.File{{Name: "server.go", Data: []byte(source)}}, 10*time.Second)
		if err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 4000 {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}
