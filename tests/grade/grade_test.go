package grade

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
	"askback/playground/exercise"
)

// A command is the playground command, built once for a test.
type command string

func build(t *testing.T) command {
	t.Helper()
	file := filepath.Join(t.TempDir(), "playground.exe")
	out, err := exec.CommandContext(t.Context(), "go", "build", "-o", file, "../../playground").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return command(file)
}

// A result is how a run of the command ended.
type result struct {
	code           int
	stdout, stderr string
}

func (c command) run(t *testing.T, args ...string) result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, string(c), args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) || ctx.Err() != nil {
		t.Fatalf("%v: %v\n%s", args, err, stderr.Bytes())
	}
	return result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// A report is what grade -json writes.
type report struct {
	Passed   bool
	Verdicts []struct {
		Check    string
		Era      string
		Right    bool
		Expected struct{ Code, Text string }
		Seen     struct{ Code, Text string }
		Seq      int
	}
}

func (r result) report(t *testing.T) report {
	t.Helper()
	var out report
	if err := json.Unmarshal([]byte(r.stdout), &out); err != nil {
		t.Fatalf("%v\n%s\n%s", err, r.stdout, r.stderr)
	}
	return out
}

const lesson = "testdata/lesson.txtar"

// Each of the lesson's defects is caught by the check that is there for it, under
// both protocol versions, and without defects the server passes.
func TestDefects(t *testing.T) {
	c := build(t)
	t.Run("none", func(t *testing.T) {
		t.Parallel()
		if r := c.run(t, "grade", "-exercise", lesson, "--", "node", "testdata/server.mjs"); r.code != 0 || !strings.Contains(r.stdout, "13 of 13 checks are right") {
			t.Errorf("exit code %d\n%s%s", r.code, r.stdout, r.stderr)
		}
	})
	for n := range 13 {
		name := fmt.Sprintf("D%d", n+1)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := c.run(t, "grade", "-json", "-exercise", lesson, "-check", strings.ToLower(name), "--", "node", "testdata/server.mjs", name)
			got := r.report(t)
			if r.code != 1 || got.Passed || len(got.Verdicts) != 2 {
				t.Fatalf("exit code %d\n%s", r.code, r.stdout)
			}
			for i, era := range []string{ask.V20251125, ask.V20260728} {
				v := got.Verdicts[i]
				t.Logf("%s: expected %s; seen: %s", v.Era, v.Expected.Text, v.Seen.Text)
				if v.Era != era || v.Right || v.Expected.Code == "" || v.Seen.Code == "" || v.Seq == 0 {
					t.Errorf("verdict %+v", v)
				}
			}
		})
	}
}

// A server that does not answer, or does not stop, is ended and reported as such;
// it keeps neither the command nor a process.
func TestRunaways(t *testing.T) {
	c := build(t)
	for name, test := range map[string]struct{ program, code string }{
		"silent":     {"setInterval(() => {}, 1000)", "late"},
		"busy":       {"for (;;);", "late"},
		"gone":       {"process.exit(3)", "ended"},
		"broken":     {"process.stdout.write('Hello.\\n'); setInterval(() => {}, 1000)", "ended"},
		"talkative":  {chatter, "flood"},
		"one large":  {large("10 << 20"), "bulk"},
		"no end":     {large("1e9"), "ended"},
		"complains":  {"throw new Error('no database')", "ended"},
		"deaf child": {"require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {stdio: 'inherit'})", "late"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := c.run(t, "grade", "-json", "-budget", "8s", "-exercise", lesson, "-check", "d6", "--", "node", "-e", test.program)
			got := r.report(t)
			if r.code != 1 || len(got.Verdicts) != 2 || got.Verdicts[0].Seen.Code != test.code {
				t.Errorf("exit code %d\n%s%s", r.code, r.stdout, r.stderr)
			}
			if name == "complains" && !strings.Contains(r.stdout, "no database") {
				t.Errorf("what it said is lost:\n%s", r.stdout)
			}
		})
	}
}

// A server that cannot be reached is told of as such.
func TestUnreachable(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	r := build(t).run(t, "grade", "-json", "-exercise", lesson, "-check", "d6", "-url", server.URL)
	for _, v := range r.report(t).Verdicts {
		if r.code != 1 || v.Seen.Code != exercise.FactEnded || !strings.Contains(v.Seen.Text, "connection refused") {
			t.Errorf("exit code %d, %s: seen %s", r.code, v.Era, v.Seen.Text)
		}
	}
}

// chatter is a server that opens a session and then sends notices without end.
const chatter = `
require('readline').createInterface({input: process.stdin}).on('line', (line) => {
  const {id, method} = JSON.parse(line);
  if (method !== 'initialize') return;
  const result = {protocolVersion: '2025-11-25', capabilities: {}, serverInfo: {name: 'chatter', version: '1'}};
  process.stdout.write(JSON.stringify({jsonrpc: '2.0', id, result}) + '\n');
  const talk = () => {
    process.stdout.write('{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}\n'.repeat(100), talk);
  };
  talk();
});`

// large is a server that answers initialize with so many bytes.
func large(bytes string) string {
	return `
require('readline').createInterface({input: process.stdin}).on('line', (line) => {
  const {id, method} = JSON.parse(line);
  if (method !== 'initialize') return;
  const [head, tail] = JSON.stringify({jsonrpc: '2.0', id, result: {
    protocolVersion: '2025-11-25', capabilities: {}, serverInfo: {name: 'large', version: '1'}, instructions: 'HERE',
  }}).split('HERE');
  let left = ` + bytes + `;
  const more = () => {
    left -= 1 << 20;
    if (left > 0) process.stdout.write('x'.repeat(1 << 20), more);
    else process.stdout.write(tail + '\n');
  };
  process.stdout.write(head, more);
});`
}

// What cannot be run is told apart from what fails.
func TestCannotRun(t *testing.T) {
	c := build(t)
	for name, test := range map[string]struct {
		args []string
		want string
	}{
		"no such exercise":   {[]string{"-exercise", "nowhere", "--", "node"}, `no exercise "nowhere"`},
		"no such program":    {[]string{"-exercise", "archive", "--", "no-such-program"}, "no-such-program"},
		"no such check":      {[]string{"-exercise", "archive", "-check", "x", "--", "node"}, `no check "x"`},
		"a drive exercise":   {[]string{"-exercise", "first-question", "--", "node"}, "of kind drive"},
		"no server":          {[]string{"-exercise", "archive"}, "name one server"},
		"two servers":        {[]string{"-exercise", "archive", "-url", "http://localhost", "--", "node"}, "name one server"},
		"no exercise":        {[]string{"-url", "http://localhost"}, "-url needs -exercise"},
		"nothing to receipt": {[]string{"-exercise", "archive", "-receipt", "r.json", "--", "node"}, "-receipt needs -source"},
		"checks of a source": {[]string{"-exercise", "archive", "-source", ".", "-check", "listed"}, "all checks are judged"},
		"nothing":            {nil, "name one receipt"},
		"no such receipt":    {[]string{"no-such-file.json"}, "no-such-file.json"},
		"no receipt":         {[]string{lesson}, "this is no receipt"},
	} {
		t.Run(name, func(t *testing.T) {
			r := c.run(t, append([]string{"grade"}, test.args...)...)
			if r.code != 2 || !strings.Contains(r.stderr, test.want) {
				t.Errorf("exit code %d, want 2\n%s", r.code, r.stderr)
			}
		})
	}
}

// Our own notes server is graded like any other, over standard input and output
// and over HTTP, and leaves a report for machines and the trace.
func TestOwnServer(t *testing.T) {
	c := build(t)
	own := notesOnDisk(t)
	server := httptest.NewServer(ask.Handler(func(*http.Request) *mcp.Server { return own }, nil))
	defer server.Close()
	for name, args := range map[string][]string{
		"stdio": {"--", string(c), "mcp"},
		"http":  {"-url", server.URL},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			junit, trace := filepath.Join(dir, "junit.xml"), filepath.Join(dir, "trace.jsonl")
			r := c.run(t, slices.Concat([]string{"grade", "-exercise", "archive", "-junit", junit, "-trace", trace}, args)...)
			if r.code != 0 || !strings.Contains(r.stdout, "7 of 7 checks are right") {
				t.Fatalf("exit code %d\n%s%s", r.code, r.stdout, r.stderr)
			}
			var suite struct {
				Tests    int `xml:"tests,attr"`
				Failures int `xml:"failures,attr"`
				Cases    []struct {
					Name string `xml:"name,attr"`
				} `xml:"testcase"`
			}
			data, err := os.ReadFile(junit)
			if err == nil {
				err = xml.Unmarshal(data, &suite)
			}
			if err != nil || suite.Tests != 13 || suite.Failures != 0 || len(suite.Cases) != 13 {
				t.Errorf("JUnit: %+v, %v", suite, err)
			}
			data, err = os.ReadFile(trace)
			if err != nil || !strings.Contains(string(data), `"method":"elicitation/create"`) || strings.Contains(string(data), os.TempDir()+"/askback-grade") {
				t.Errorf("trace of %d bytes, %v", len(data), err)
			}
		})
	}
}

// A program is built and graded from its sources, and its receipt replayed, when
// whoever does it has said that it may run.
func TestPrograms(t *testing.T) {
	c := build(t)
	catalogue, err := exercise.Load()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	p := catalogue.Find("archive")
	for _, f := range p.Over(p.Solution) {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	receipt, forged, empty := filepath.Join(dir, "receipt.json"), filepath.Join(dir, "forged.json"), t.TempDir()
	for _, test := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"-exercise", "archive", "-source", dir, "-receipt", receipt, "-learner", "ada"}, 0, "7 of 7 checks are right"},
		{[]string{"-exercise", "archive", "-source", empty}, 2, "no Go file that differs"},
		{[]string{receipt}, 2, "say -run"},
		{[]string{"-run", "-learner", "bob", receipt}, 1, "receipt of another learner"},
		{[]string{"-run", receipt}, 0, "reproduced: the same program"},
		{[]string{"-run", forged}, 1, "an input was changed, dropped, added or moved at input 1"},
	} {
		r := c.run(t, append([]string{"grade"}, test.args...)...)
		if r.code != test.code || !strings.Contains(r.stdout+r.stderr, test.want) {
			t.Fatalf("%v: exit code %d\n%s%s", test.args, r.code, r.stdout, r.stderr)
		}
		data, err := os.ReadFile(receipt)
		if err == nil {
			err = os.WriteFile(forged, bytes.Replace(data, []byte("if err := q.Commit(ctx); err != nil"), []byte("if err := q.Commit(ctx); false && err != nil"), 1), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// A receipt is replayed: 0 when it reproduces, 1 when it does not.
func TestReceipts(t *testing.T) {
	c := build(t)
	const honest = "../../playground/exercise/testdata/receipts/first-question.json"
	data, err := os.ReadFile(honest)
	if err != nil {
		t.Fatal(err)
	}
	forged := filepath.Join(t.TempDir(), "forged.json")
	if err := os.WriteFile(forged, bytes.Replace(data, []byte(`"decline"`), []byte(`"cancel"`), 1), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{honest}, 0, "reproduced: the same inputs"},
		{[]string{"-learner", "ada", honest}, 0, "reproduced: the same inputs"},
		{[]string{"-learner", "bob", honest}, 1, "receipt of another learner"},
		{[]string{forged}, 1, "an input was changed, dropped, added or moved at input 2"},
		{[]string{"-json", forged}, 1, `"reason": "chain"`},
	} {
		r := c.run(t, append([]string{"grade"}, test.args...)...)
		if r.code != test.code || !strings.Contains(r.stdout, test.want) {
			t.Errorf("%v: exit code %d\n%s%s", test.args, r.code, r.stdout, r.stderr)
		}
	}
}
