// Package build builds the Go servers of code exercises with the go command, and
// grades them. It needs the sources of this module and no network: whatever a
// server imports is what this module is built with.
//
// Any number of servers are built into one program, each from its own files, and
// only their package clause is changed. The program is started once for each
// server, so that none sees what another left behind.
package build

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"askback/playground/exercise"
	"askback/playground/exercise/build/grader"
)

// A Source is a server that a learner wrote: Go files of a package main with a
// function NewServer(kit.Kit) *mcp.Server.
type Source struct {
	Name  string
	Files []exercise.File
	// Servers are functions like NewServer, as expressions, by the names of the
	// servers that they make. The default is NewServer, by the name of the source.
	Servers map[string]string
}

// A Program holds the servers that were built.
type Program struct{ path, dir string }

// Servers builds a program of these servers. module is a directory inside this
// module. An [exercise.SourceError] holds what the compiler says. The caller closes
// the program.
func Servers(ctx context.Context, module string, sources []Source) (*Program, error) {
	root, err := moduleRoot(ctx, module)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "askback-build-")
	if err != nil {
		return nil, err
	}
	p := &Program{filepath.Join(dir, "grader.exe"), dir}
	if err := p.build(ctx, root, sources); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

// Close removes the program.
func (p *Program) Close() error { return os.RemoveAll(p.dir) }

func moduleRoot(ctx context.Context, dir string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Path}} {{.Dir}}")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("building a server needs the go command and the sources of askback: %w", err)
	}
	path, root, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	if path != "askback" {
		return "", fmt.Errorf("building a server needs the sources of askback, and this is the module %s: run it in a checkout of askback", path)
	}
	return root, nil
}

// virtual is where in the module the servers seem to stand. Nothing is written
// there: the go command is told by an overlay.
const virtual = "playground/exercise/build/learners"

// build writes the sources beside the module and has the go command see them in
// it.
func (p *Program) build(ctx context.Context, root string, sources []Source) error {
	overlay := map[string]string{}
	put := func(name string, data []byte) error {
		file := filepath.Join(p.dir, "src", filepath.FromSlash(name))
		overlay[filepath.Join(root, filepath.FromSlash(virtual), filepath.FromSlash(name))] = file
		return errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, data, 0o644))
	}
	for i, s := range sources {
		for _, f := range s.Files {
			if !strings.HasSuffix(f.Name, ".go") || f.Name == "main.go" {
				continue // main.go runs the server elsewhere; here the grader does
			}
			data, err := renamed(f, fmt.Sprintf("learner%d", i))
			if err != nil {
				return &exercise.SourceError{Text: fmt.Sprintf("%s: %v", s.Name, err)}
			}
			if err := put(fmt.Sprintf("learner%d/%s", i, f.Name), data); err != nil {
				return err
			}
		}
	}
	if err := put("main.go", mainFile(sources)); err != nil {
		return err
	}
	list, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		return err
	}
	config := filepath.Join(p.dir, "overlay.json")
	if err := os.WriteFile(config, list, 0o644); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-ldflags=-s -w", "-overlay", config, "-o", p.path, "./"+virtual)
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	var refused *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &refused):
		return &exercise.SourceError{Text: names(string(out), sources)}
	}
	return err
}

// names puts the names of the servers into what the compiler says.
func names(text string, sources []Source) string {
	for i := len(sources) - 1; i >= 0; i-- {
		text = strings.ReplaceAll(text, fmt.Sprintf("learner%d/", i), sources[i].Name+": ")
	}
	return strings.ReplaceAll(text, virtual+"/", "")
}

// renamed is a file with another package clause, on the same line.
func renamed(f exercise.File, name string) ([]byte, error) {
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, f.Name, f.Data, parser.PackageClauseOnly)
	if err != nil {
		return nil, err
	}
	if parsed.Name.Name != "main" {
		return nil, fmt.Errorf("%s: the package is %s; a server is a package main", f.Name, parsed.Name.Name)
	}
	at := fset.Position(parsed.Name.Pos()).Offset
	return append(append(bytes.Clone(f.Data[:at]), name...), f.Data[at+len("main"):]...), nil
}

func mainFile(sources []Source) []byte {
	var b bytes.Buffer
	b.WriteString("package main\n\nimport (\n\t\"github.com/modelcontextprotocol/go-sdk/mcp\"\n\n\t\"askback/playground/exercise/build/grader\"\n\t\"askback/playground/exercise/kit\"\n")
	for i := range sources {
		fmt.Fprintf(&b, "\t\"askback/%s/learner%d\"\n", virtual, i)
	}
	b.WriteString(")\n\nfunc main() {\n\tgrader.Main(map[string]func(kit.Kit) *mcp.Server{\n")
	for i, s := range sources {
		if s.Servers == nil {
			s.Servers = map[string]string{s.Name: "NewServer"}
		}
		for _, name := range slices.Sorted(maps.Keys(s.Servers)) {
			fmt.Fprintf(&b, "\t\t%q: learner%d.%s,\n", name, i, s.Servers[name])
		}
	}
	b.WriteString("\t})\n}\n")
	return b.Bytes()
}

// Learner builds the program of a learner and grades it by all checks: sources are
// what the learner wrote, the rest is of the starter.
func Learner(ctx context.Context, module string, p *exercise.Pack, sources []exercise.File, budget time.Duration) (_ *exercise.Report, err error) {
	program, err := Servers(ctx, module, []Source{{Name: p.ID, Files: p.Over(sources)}})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, program.Close()) }()
	return program.Grade(ctx, p.Archive, p.ID, budget)
}

// Grade grades the server of this name by a pack. A program that takes far longer
// than its checks may is killed.
func (p *Program) Grade(ctx context.Context, pack []byte, name string, budget time.Duration) (*exercise.Report, error) {
	return p.ask(ctx, grader.Request{Pack: pack, Variant: name, Budget: budget})
}

// Fails grades the server of this name until a check is wrong, and returns its
// verdict: nil when all are right.
func (p *Program) Fails(ctx context.Context, pack []byte, name string, budget time.Duration) (*exercise.Verdict, error) {
	report, err := p.ask(ctx, grader.Request{Pack: pack, Variant: name, Budget: budget, First: true})
	if err != nil {
		return nil, err
	}
	for _, v := range report.Verdicts {
		if !v.Right {
			return &v, nil
		}
	}
	return nil, nil
}

func (p *Program) ask(ctx context.Context, req grader.Request) (*exercise.Report, error) {
	name := req.Variant
	ctx, cancel := context.WithTimeout(ctx, 100*req.Budget)
	defer cancel()
	in, err := json.Marshal(req)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, p.path)
	cmd.Dir, cmd.Env = p.dir, []string{} // nothing of ours is its business
	cmd.Stdin = bytes.NewReader(in)
	said, out := head{most: 2000}, head{most: maxReply}
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("grading %s: %w\n%s", name, err, said.text)
	}
	var reply grader.Reply
	if err := json.Unmarshal(out.text, &reply); err != nil {
		return nil, fmt.Errorf("grading %s: what the program wrote is no reply: %w", name, err)
	}
	if reply.Error != "" || reply.Report == nil {
		return nil, fmt.Errorf("grading %s: %s", name, reply.Error)
	}
	reply.Report.Took = reply.Took
	return reply.Report, nil
}

// maxReply bounds what a program may write as its reply.
const maxReply = 16 << 20

// A head keeps the first that is written to it.
type head struct {
	most int
	text []byte
}

func (h *head) Write(p []byte) (int, error) {
	h.text = append(h.text, p[:min(len(p), h.most-len(h.text))]...)
	return len(p), nil
}
