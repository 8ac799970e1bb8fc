package lesson_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"askback/notesfs"
	"askback/playground/host"
)

var update = flag.Bool("update", false, "write what comes of the scripts in testdata/compare into them")

// Each file in testdata/compare is what a person does and, after "--", what they
// then see side by side. It is the same whichever version they made the call under,
// and it leaves their files and their wire alone.
func TestCompare(t *testing.T) {
	scripts, err := filepath.Glob("testdata/compare/*.txt")
	if err != nil || len(scripts) == 0 {
		t.Fatal("no scripts: ", err)
	}
	for _, name := range scripts {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		script, want, _ := strings.Cut(string(raw), "--\n")
		var got string
		eachEraNamed(t, strings.TrimSuffix(filepath.Base(name), ".txt"), func(p *person) {
			steps := strings.Split(strings.TrimSpace(script), "\n")
			for _, step := range steps[:len(steps)-1] {
				p.step(step)
			}
			files, wire := p.server.Files.Snapshot(), p.seq()
			p.step(steps[len(steps)-1])
			if n := len(notesfs.Diff(files, p.server.Files.Snapshot())); n > 0 || p.seq() != wire {
				p.t.Errorf("%d files are others, %d messages more", n, p.seq()-wire)
			}
			c := p.state().Compare
			if c == nil || c.Running {
				p.t.Errorf("comparison %+v; calls %+v", c, p.state().Calls)
				return
			}
			got = sideBySide(c)
			if !*update && got != want {
				p.t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
		if *update {
			if err := os.WriteFile(name, []byte(script+"--\n"+got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// eachEraNamed runs f under each version that can be compared.
func eachEraNamed(t *testing.T, name string, f func(*person)) {
	for _, era := range host.Eras() {
		t.Run(name+" "+era, func(t *testing.T) { sit(t, era, f) })
	}
}

// step does a line of a script: an intent with its arguments, and for what answers
// the question that waits, or fills in the open tool, the controls of its form.
func (p *person) step(line string) {
	p.t.Helper()
	words := strings.Fields(line)
	switch action := words[0]; {
	case action == "answer" || action == "decline" || action == "cancel" || action == "url-opened":
		p.do(action+" id="+p.question().ID, words[1:]...)
	case action == "call" || action == "compare" && !strings.HasPrefix(line, "compare call="):
		p.do(action, words[1:]...)
	default:
		p.do(line)
	}
}

// sideBySide writes a comparison down.
func sideBySide(c *host.Comparison) string {
	var b strings.Builder
	for _, stage := range c.Stages {
		fmt.Fprintf(&b, "%s\n", stage.Kind)
		for i, side := range c.Sides {
			for _, seq := range stage.Seqs[i] {
				m := side.Messages[seq-1]
				arrow := map[host.Direction]string{host.ToServer: ">", host.ToHost: "<"}[m.Dir]
				kind := map[host.MessageKind]string{host.ResultMessage: "result ", host.ErrorMessage: "error "}[m.Kind]
				fmt.Fprintf(&b, "  %s %s %s%s %s\n", side.Era, arrow, kind, m.Method, m.Brief)
			}
		}
	}
	for _, side := range c.Sides {
		fmt.Fprintf(&b, "%s: waits %d, cause %q\n", side.Era, side.Waits, side.Cause.Code)
	}
	fmt.Fprintf(&b, "results: %s\n", map[host.Likeness]string{host.NotBoth: "not both", host.Alike: "alike", host.Unlike: "unlike"}[c.Results])
	return b.String()
}
