package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

const (
	node  = "node_modules/.bin/node"
	suite = "node_modules/@modelcontextprotocol/conformance/dist/index.js"
)

// requireSuite fails the test where the suite is not installed. It is not
// skipped: what has not run has not passed.
func requireSuite(t *testing.T) (nodePath string) {
	t.Helper()
	if _, err := os.Stat(suite); err != nil {
		t.Fatal("the conformance suite is not installed: run npm ci in tests/conformance (npm comes with Node, https://nodejs.org)")
	}
	if path, err := filepath.Abs(node); err == nil {
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	// npm has installed one on Linux; elsewhere it is that of the machine.
	out, err := exec.CommandContext(t.Context(), "node", "--version").Output()
	var major int
	if _, scan := fmt.Sscanf(string(out), "v%d", &major); err != nil || scan != nil || major < 22 {
		t.Fatalf("the conformance suite needs Node 22 or newer in the PATH, and this is %q, %v", out, err)
	}
	return "node"
}

// A scenario is what became of one in a run.
type scenario struct {
	name   string
	checks []check
}

type check struct {
	ID      string `json:"id"`
	Status  string `json:"status"`
	Message string `json:"errorMessage"`
}

// count returns how many checks have a status.
func (s *scenario) count(status string) int {
	n := 0
	for _, c := range s.checks {
		if c.Status == status {
			n++
		}
	}
	return n
}

// runSuite runs the suite with these arguments and returns what it found. passed
// is its own judgement of what it was asked for.
func runSuite(t *testing.T, args ...string) (found []*scenario, passed bool) {
	t.Helper()
	results := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute) // some seconds, where nothing hangs
	defer cancel()
	cmd := exec.CommandContext(ctx, requireSuite(t), append([]string{suite}, append(args, "-o", results)...)...)
	// The suite starts clients through a shell; whatever it leaves behind goes
	// with its process group.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	kill := func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Cancel = kill
	out, err := cmd.CombinedOutput()
	if cmd.Process != nil {
		_ = kill() // nobody is left, most of the time
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) || ctx.Err() != nil {
		t.Fatalf("conformance %s: %v, %v\n%s", strings.Join(args, " "), err, ctx.Err(), out)
	}
	found = readResults(t, results)
	if len(found) == 0 {
		t.Fatalf("conformance %s: no results\n%s", strings.Join(args, " "), out)
	}
	return found, err == nil
}

// The suite writes DIR/[server-]SCENARIO-TIME/checks.json.
var resultTime = regexp.MustCompile(`-\d{4}-\d{2}-\d{2}T[\d-]+Z$`)

func readResults(t *testing.T, dir string) []*scenario {
	t.Helper()
	var found []*scenario
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != "checks.json" {
			return err
		}
		name, err := filepath.Rel(dir, filepath.Dir(path))
		if err != nil {
			return err
		}
		s := &scenario{name: resultTime.ReplaceAllString(filepath.ToSlash(name), "")}
		data, err := os.ReadFile(path)
		if err == nil {
			err = json.Unmarshal(data, &s.checks)
		}
		found = append(found, s)
		return err
	})
	if err != nil {
		t.Fatalf("reading the results of the suite: %v", err)
	}
	return found
}
