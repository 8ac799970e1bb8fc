package mutation

import (
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"askback/playground/exercise"
	"askback/playground/exercise/build"
)

//go:embed reasons.txt
var reasonsText string

// A server that is stuck is late, and so is one on a busy machine. So a mutant is
// given little time at first, and one that was late is given much: those that are
// stuck then wait side by side.
const (
	budget   = time.Second
	patience = 10 * time.Second
	stuck    = 16 // at a time
)

// A subject is an exercise with the mutants of its solution.
type subject struct {
	id      string
	archive []byte
	*Package
}

// name is what reasons.txt calls a mutant.
func (s *subject) name(n Numbered) string { return s.id + " " + n.Func + ": " + n.What }

// Each mutant of each solution is noticed by a check, or there is a reason.
func TestSolutions(t *testing.T) {
	reasons, err := ReadReasons(reasonsText)
	if err != nil {
		t.Fatalf("reasons.txt: %v", err)
	}
	subjects := subjects(t)
	program := assemble(t, subjects)
	unused := maps.Clone(reasons)
	var sum score
	var rows []string
	for _, s := range subjects {
		began := time.Now()
		survivors := s.survivors(t, program)
		excused := 0
		for _, n := range survivors {
			name := s.name(n)
			if reasons[name] == "" {
				t.Errorf("no check notices this, and reasons.txt does not say why:\n%s", name)
				continue
			}
			excused++
			delete(unused, name)
		}
		one := score{len(s.Numbers), len(s.Numbers) - len(survivors), excused}
		t.Logf("%-20s %v; %.1f s", s.id, one, time.Since(began).Seconds())
		rows = append(rows, one.row("`"+s.id+"`"))
		sum = score{sum.mutants + one.mutants, sum.noticed + one.noticed, sum.excused + one.excused}
	}
	t.Logf("%-20s %v", "all", sum)
	checkTexts(t, append(rows, sum.row("all")), sum)
	for _, name := range slices.Sorted(maps.Keys(unused)) {
		t.Errorf("reasons.txt is out of date: this mutant is noticed, or is not there:\n%s", name)
	}
}

// A score is how many mutants there are, how many of them a check notices, and for
// how many there is a reason.
type score struct{ mutants, noticed, excused int }

func (s score) String() string {
	return fmt.Sprintf("%3d of %3d mutants noticed, %2d cannot be told from the solution", s.noticed, s.mutants, s.excused)
}

// row is the score in the table of RATIONALE.md.
func (s score) row(name string) string {
	return fmt.Sprintf("| %s | %d | %d | %d |\n", name, s.mutants, s.noticed, s.excused)
}

// checkTexts holds what README.md and RATIONALE.md say to the scores.
func checkTexts(t *testing.T, rows []string, sum score) {
	t.Helper()
	if table := strings.Join(rows, ""); !strings.Contains(read(t, "../../RATIONALE.md"), table) {
		t.Errorf("RATIONALE.md has another table than\n%s", table)
	}
	words := strings.Join(strings.Fields(read(t, "../../README.md")), " ")
	if want := fmt.Sprintf("Of %d small changes to the solutions (`make mutation`) the checks notice %d;", sum.mutants, sum.noticed); !strings.Contains(words, want) {
		t.Errorf("README.md does not say: %s", want)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// subjects are the code exercises of the catalogue.
func subjects(t *testing.T) []*subject {
	t.Helper()
	catalogue, err := exercise.Load()
	if err != nil {
		t.Fatal(err)
	}
	compiler := compilerFor(t, catalogue.All())
	var out []*subject
	for _, p := range catalogue.All() {
		if p.Kind != exercise.Code {
			continue
		}
		learners := func(name string) bool {
			return slices.ContainsFunc(p.Solution, func(f exercise.File) bool { return f.Name == name })
		}
		pack, err := NewPackage(p.Over(p.Solution), learners, compiler)
		if err != nil {
			t.Fatalf("%s: %v", p.ID, err)
		}
		out = append(out, &subject{p.ID, catalogue.Archive(p.ID), pack})
	}
	return out
}

// compilerFor knows what the solutions import.
func compilerFor(t *testing.T, packs []*exercise.Pack) *Compiler {
	t.Helper()
	imports := map[string]bool{}
	for _, p := range packs {
		if p.Kind != exercise.Code {
			continue
		}
		for _, in := range p.Over(p.Solution) {
			f, err := Parse(in.Name, in.Data, false)
			if err != nil {
				t.Fatalf("%s: %v", p.ID, err)
			}
			for _, path := range f.Imports() {
				imports[path] = true
			}
		}
	}
	c, err := NewCompiler(t.Context(), slices.Sorted(maps.Keys(imports))...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// assemble builds every mutant into one program.
func assemble(t *testing.T, subjects []*subject) *build.Program {
	t.Helper()
	var sources []build.Source
	for _, s := range subjects {
		together := build.Source{Name: s.id, Files: s.Together(), Servers: map[string]string{s.id + "/0": "Mutant(0)"}}
		for i, n := range s.Numbers {
			name := fmt.Sprintf("%s/%d", s.id, i+1)
			if n.Apart {
				sources = append(sources, build.Source{Name: name, Files: s.Alone(n)})
				continue
			}
			together.Servers[name] = fmt.Sprintf("Mutant(%d)", i+1)
		}
		sources = append(sources, together)
	}
	program, err := build.Servers(t.Context(), ".", sources)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := program.Close(); err != nil {
			t.Error(err)
		}
	})
	return program
}

// survivors are the mutants that no check notices.
func (s *subject) survivors(t *testing.T, program *build.Program) []Numbered {
	t.Helper()
	if v, err := program.Fails(t.Context(), s.archive, s.id+"/0", patience); err != nil || v != nil {
		t.Fatalf("%s: the solution itself is wrong: %+v, %v", s.id, v, err)
	}
	all := make([]int, len(s.Numbers))
	for i := range all {
		all[i] = i
	}
	alive, late := s.grade(t, program, all, budget, runtime.GOMAXPROCS(0))
	more, _ := s.grade(t, program, late, patience, stuck)
	alive = append(alive, more...)
	slices.Sort(alive)
	out := make([]Numbered, len(alive))
	for i, at := range alive {
		out[i] = s.Numbers[at]
	}
	return out
}

// grade grades mutants and returns those that no check notices, and those that
// were late. A server that takes the whole program with it is noticed, too; what
// else goes wrong says nothing of the mutant.
func (s *subject) grade(t *testing.T, program *build.Program, which []int, budget time.Duration, parallel int) (alive, late []int) {
	t.Helper()
	var mu sync.Mutex
	var g errgroup.Group
	g.SetLimit(parallel)
	for _, i := range which {
		g.Go(func() error {
			v, err := program.Fails(t.Context(), s.archive, fmt.Sprintf("%s/%d", s.id, i+1), budget)
			mu.Lock()
			defer mu.Unlock()
			var ended *exec.ExitError
			switch {
			case errors.As(err, &ended) && t.Context().Err() == nil:
			case err != nil:
				return err
			case v == nil:
				alive = append(alive, i)
			case v.Seen.Code == exercise.FactLate:
				late = append(late, i)
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	return alive, late
}
