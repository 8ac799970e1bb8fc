package notes_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/tools/txtar"
	"rsc.io/script"

	"askback/playground/ask"
	"askback/playground/form"
)

// A session is a script's client and person. It is an [ask.Respondent]: a
// question waits for the command that answers it.
type session struct {
	*mcp.ClientSession
	client  *mcp.Client
	version string
	disk    disk
	archive *txtar.Archive

	questions chan question
	results   chan outcome

	pending *question
	result  map[string]any
	isError bool              // of either kind
	refused bool              // by the protocol, not by the tool
	before  map[string]string // the files, at the last call

	mu    sync.Mutex
	roots []string

	said strings.Builder
}

// A question of the server, and where its answer goes.
type question struct {
	*mcp.ElicitParams
	answer chan *mcp.ElicitResult
}

// An outcome is what a call came to.
type outcome struct {
	*mcp.CallToolResult
	err error
}

func (s *session) Elicit(ctx context.Context, p *mcp.ElicitParams) (*mcp.ElicitResult, error) {
	q := question{p, make(chan *mcp.ElicitResult, 1)}
	select {
	case s.questions <- q:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	select {
	case a := <-q.answer:
		return a, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (s *session) Roots(context.Context) (*mcp.ListRootsResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	res := &mcp.ListRootsResult{Roots: []*mcp.Root{}}
	for _, uri := range s.roots {
		res.Roots = append(res.Roots, &mcp.Root{URI: uri})
	}
	return res, nil
}

// await waits until the call has asked or ended.
func (s *session) await() error {
	s.pending, s.result, s.refused = nil, nil, false
	select {
	case q := <-s.questions:
		s.pending = &q
		fmt.Fprintf(&s.said, "? %s\n", q.Message)
		now, err := s.disk.files()
		if err == nil && !maps.Equal(now, s.before) {
			err = errors.New("the tool has acted before its last answer")
		}
		return err
	case o := <-s.results:
		if o.err != nil {
			s.result, s.isError, s.refused = map[string]any{"error": o.err.Error()}, true, true
			fmt.Fprintf(&s.said, "! %v\n", o.err)
			return nil
		}
		s.isError = o.IsError
		if o.IsError {
			s.result = map[string]any{"error": o.Content[0].(*mcp.TextContent).Text}
			fmt.Fprintf(&s.said, "! %s\n", s.result["error"])
			return nil
		}
		raw, err := json.Marshal(o.StructuredContent)
		if err != nil {
			return err
		}
		fmt.Fprintf(&s.said, "= %s\n", times.ReplaceAll(raw, []byte("TIME")))
		if text := o.Content[0].(*mcp.TextContent).Text; !sameJSON(text, string(raw)) {
			return fmt.Errorf("the text is not the structured content: %s", text)
		}
		return json.Unmarshal(raw, &s.result)
	}
}

// times are those of real files.
var times = regexp.MustCompile(`\d{4}-\d\d-\d\dT[0-9:]+Z`)

func sameJSON(a, b string) bool {
	var x, y any
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		return false
	}
	return fmt.Sprint(x) == fmt.Sprint(y)
}

// end is called when a script is over: nothing may be left unanswered.
func (s *session) end() error {
	if s.pending == nil {
		return nil
	}
	s.pending.answer <- &mcp.ElicitResult{Action: "cancel"}
	<-s.results
	return fmt.Errorf("the script ends before this is answered: %s", s.pending.Message)
}

// values reads key=value arguments. A value that is JSON is that, anything else
// a text.
func values(args []string) (map[string]any, error) {
	out := map[string]any{}
	for _, a := range args {
		key, text, ok := strings.Cut(a, "=")
		if !ok {
			return nil, fmt.Errorf("%q is not key=value", a)
		}
		var v any
		if json.Unmarshal([]byte(text), &v) != nil {
			v = text
		}
		out[key] = v
	}
	return out, nil
}

// commands are all that a script can say.
func (s *session) commands() map[string]script.Cmd {
	cmd := func(args, summary string, f func(st *script.State, args []string) error) script.Cmd {
		return script.Command(script.CmdUsage{Summary: summary, Args: args}, func(st *script.State, args ...string) (script.WaitFunc, error) {
			return nil, f(st, args)
		})
	}
	return map[string]script.Cmd{
		"stop":       script.Stop(),
		"roots":      cmd("[uri...]", "allow these roots and no others", s.setRoots),
		"call":       cmd("tool [key=value...]", "call a tool, until it asks or ends", s.call),
		"asked":      cmd("form field... | url | nothing", "exactly this is asked", s.asked),
		"says":       cmd("text", "the question or the error has this text", s.says),
		"offered":    cmd("value...", "these options are offered, and only these", s.offered),
		"titled":     cmd("title...", "these options are shown, and only these", s.titled),
		"identified": cmd("yes | no", "the question has an elicitationId, or has none", s.identified),
		"differs":    cmd("key value", "the result has something else there", s.differs),
		"answer":     cmd("accept [key=value...] | decline | cancel", "answer the question", s.answer),
		"result":     cmd("ok [key=value...] | error [text] | tool-error [text]", "the call has ended like this", s.ended),
		"lists":      cmd("[id...]", "the result lists these notes, in this order", s.lists),
		"set":        cmd("name=key", "set a variable from the result, or from the only note that it lists", s.set),
		"gone":       cmd("file...", "there is no such file", s.gone),
		"there":      cmd("file...", "there is such a file", s.there),
		"same":       cmd("file...", "the file is as it was when the tool was called", s.same),
		"unchanged":  cmd("", "all files are as they were when the tool was called", s.unchanged),
		"holds":      cmd("file text", "the file has this text", s.holds),
		"cmp":        cmd("file name", "the file is the one of that name in the script", s.cmp),
		"write":      cmd("file name", "somebody else writes a file: the one of that name in the script", s.write),
		"remove":     cmd("file", "somebody else removes a file", func(_ *script.State, a []string) error { return s.meanwhile(s.disk.all.Remove(a[0])) }),
		"move":       cmd("old new", "somebody else moves a file", func(_ *script.State, a []string) error { return s.meanwhile(s.disk.all.Rename(a[0], a[1])) }),
		"link":       cmd("target new", "somebody else makes a symbolic link", func(_ *script.State, a []string) error { return s.meanwhile(s.disk.all.Symlink(a[0], a[1])) }),
	}
}

// meanwhile is called when somebody else has changed the files.
func (s *session) meanwhile(err error) error {
	now, errNow := s.disk.files()
	s.before = now
	return errors.Join(err, errNow)
}

func (s *session) setRoots(_ *script.State, args []string) error {
	s.mu.Lock()
	s.roots = args
	s.mu.Unlock()
	// The list of the SDK's client is not what is answered, but a change of it
	// sends the notice, where the version has one.
	s.client.AddRoots(&mcp.Root{URI: "file:///"})
	return nil
}

func (s *session) call(_ *script.State, args []string) error {
	if s.pending != nil {
		return fmt.Errorf("a question is waiting: %s", s.pending.Message)
	}
	in, err := values(args[1:])
	if err != nil {
		return err
	}
	if s.before, err = s.disk.files(); err != nil {
		return err
	}
	fmt.Fprintf(&s.said, "> %s\n", strings.Join(args, " "))
	go func() {
		res, err := ask.Call(context.Background(), s.ClientSession, s.version, &mcp.CallToolParams{Name: args[0], Arguments: in}, s, func(int) {})
		s.results <- outcome{res, err}
	}()
	return s.await()
}

// form is the form that is asked.
func (s *session) form() (*form.Schema, error) {
	if s.pending == nil || s.pending.Mode == "url" {
		return nil, errors.New("no form is asked")
	}
	return form.Parse(ask.Schema(s.pending.ElicitParams))
}

func (s *session) asked(_ *script.State, args []string) error {
	got := []string{"nothing"}
	switch f, err := s.form(); {
	case err == nil:
		got = []string{"form"}
		for _, field := range f.Fields {
			got = append(got, field.Name)
		}
	case s.pending != nil:
		got = []string{s.pending.Mode}
	}
	return equal(got, args)
}

func equal(got, want []string) error {
	if !slices.Equal(got, want) {
		return fmt.Errorf("got %q, want %q", got, want)
	}
	return nil
}

func (s *session) says(_ *script.State, args []string) error {
	text := fmt.Sprint(s.result["error"])
	if s.pending != nil {
		text = s.pending.Message
	}
	if !strings.Contains(text, args[0]) {
		return fmt.Errorf("got %q, want %q in it", text, args[0])
	}
	return nil
}

func (s *session) offered(_ *script.State, args []string) error {
	return s.options(args, func(o form.Option) string { return o.Value })
}

func (s *session) titled(_ *script.State, args []string) error {
	return s.options(args, func(o form.Option) string { return o.Title })
}

func (s *session) options(want []string, of func(form.Option) string) error {
	f, err := s.form()
	if err != nil {
		return err
	}
	var got []string
	for _, field := range f.Fields {
		for _, o := range field.Options {
			got = append(got, of(o))
		}
	}
	return equal(got, want)
}

func (s *session) identified(_ *script.State, args []string) error {
	if s.pending == nil {
		return errors.New("nothing is asked")
	}
	if got := s.pending.ElicitationID; (got != "") != (args[0] == "yes") {
		return fmt.Errorf("elicitationId is %q", got)
	}
	return nil
}

func (s *session) differs(_ *script.State, args []string) error {
	if got := fmt.Sprint(s.result[args[0]]); got == args[1] {
		return fmt.Errorf("%s is %q again", args[0], got)
	}
	return nil
}

func (s *session) answer(_ *script.State, args []string) error {
	if s.pending == nil {
		return errors.New("nothing is asked")
	}
	content, err := values(args[1:])
	if err != nil {
		return err
	}
	fmt.Fprintf(&s.said, "< %s\n", strings.Join(args, " "))
	res := &mcp.ElicitResult{Action: args[0]}
	if args[0] == "accept" && s.pending.Mode != "url" {
		res = ask.Accepted(content)
	}
	s.pending.answer <- res
	return s.await()
}

func (s *session) ended(_ *script.State, args []string) error {
	switch {
	case s.pending != nil:
		return fmt.Errorf("it asks: %s", s.pending.Message)
	case s.result == nil:
		return errors.New("nothing was called")
	case (args[0] == "ok") == s.isError, args[0] == "tool-error" && s.refused:
		return fmt.Errorf("got %v", s.result)
	case args[0] != "ok":
		return s.says(nil, append(args[1:], "")[:1])
	}
	want, err := values(args[1:])
	if err != nil {
		return err
	}
	for key, v := range want {
		if got := s.result[key]; fmt.Sprint(got) != fmt.Sprint(v) && !(got == nil && v == "") {
			return fmt.Errorf("%s is %v, want %v, of %v", key, got, v, s.result)
		}
	}
	return nil
}

func (s *session) lists(_ *script.State, args []string) error {
	list, ok := s.result["notes"].([]any)
	if !ok {
		return fmt.Errorf("no list in %v", s.result)
	}
	var got []string
	for _, n := range list {
		got = append(got, fmt.Sprint(n.(map[string]any)["id"]))
	}
	return equal(got, args)
}

func (s *session) set(st *script.State, args []string) error {
	name, key, _ := strings.Cut(args[0], "=")
	v, ok := s.result[key]
	if list, _ := s.result["notes"].([]any); !ok && len(list) == 1 {
		v, ok = list[0].(map[string]any)[key]
	}
	if !ok {
		return fmt.Errorf("no %s in %v", key, s.result)
	}
	return st.Setenv(name, fmt.Sprint(v))
}

// each compares files as they were with files as they are.
func (s *session) each(names []string, f func(before, now string, was, is bool) error) error {
	files, err := s.disk.files()
	if err != nil {
		return err
	}
	for _, name := range names {
		before, was := s.before[name]
		now, is := files[name]
		if err := f(before, now, was, is); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func (s *session) gone(_ *script.State, args []string) error {
	return s.each(args, func(_, _ string, _, is bool) error {
		if is {
			return errors.New("it is there")
		}
		return nil
	})
}

func (s *session) there(_ *script.State, args []string) error {
	return s.each(args, func(_, _ string, _, is bool) error {
		if !is {
			return errors.New("it is not there")
		}
		return nil
	})
}

func (s *session) same(_ *script.State, args []string) error {
	return s.each(args, func(before, now string, was, is bool) error {
		if !was || !is || before != now {
			return fmt.Errorf("it was %q and is %q", before, now)
		}
		return nil
	})
}

func (s *session) unchanged(*script.State, []string) error {
	now, err := s.disk.files()
	if err == nil && !maps.Equal(now, s.before) {
		err = fmt.Errorf("the files were %q and are %q", slices.Sorted(maps.Keys(s.before)), slices.Sorted(maps.Keys(now)))
	}
	return err
}

func (s *session) holds(_ *script.State, args []string) error {
	return s.each(args[:1], func(_, now string, _, _ bool) error {
		if !strings.Contains(now, args[1]) {
			return fmt.Errorf("it is %q, without %q", now, args[1])
		}
		return nil
	})
}

// file is a file of the script.
func (s *session) file(name string) ([]byte, error) {
	for _, f := range s.archive.Files {
		if f.Name == name {
			return f.Data, nil
		}
	}
	return nil, fmt.Errorf("the script has no file %q", name)
}

func (s *session) cmp(_ *script.State, args []string) error {
	want, err := s.file(args[1])
	if err != nil {
		return err
	}
	return s.each(args[:1], func(_, now string, _, _ bool) error {
		if now != string(want) {
			return fmt.Errorf("it is\n%s\nwant\n%s", now, want)
		}
		return nil
	})
}

func (s *session) write(_ *script.State, args []string) error {
	data, err := s.file(args[1])
	if err == nil {
		err = s.disk.all.WriteFile(args[0], data, 0o644)
	}
	return s.meanwhile(err)
}
