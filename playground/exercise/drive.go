package exercise

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/notesfs"
	"askback/playground/ask"
	"askback/playground/roots"
)

// driveCommands say what the host and its person do. They stand in exercises of
// kind code, where a script is both.
func driveCommands() []command {
	code := []Kind{Code}
	return []command{
		{"capabilities", "[form] [url] [roots]", "the host declares these and no others; a session that is open ends, and another begins", code, checkCapabilities, doCapabilities},
		{"roots", "[PLACE... | fail]", "allow these places and no others, as fs/NAME or as URIs; or fail to answer roots/list", code, checkRoots, doRoots},
		{"call", "TOOL [KEY=VALUE...]", "call a tool, until it asks or ends", code, checkCall, doCall},
		{"answer", "accept [KEY=VALUE...] | decline | cancel", "answer the question, whether or not the form allows it, and go on until the next or the end", code, checkAnswer, doAnswer},
		{"twice", "accept [KEY=VALUE...]", "answer the question in two copies of one request that the server has at the same time, of which it acts on one (2026-07-28)", code, checkTwice, doTwice},
		{"read", "PLACE", "read a resource, until it asks or ends", code, exactly(1), doRead},
		{"resend", "[round=NUMBER] [state=flipped | state=everywhere | state=respelled | state=foreign | state=none] [answers=none] [tool=NAME] [with KEY=VALUE...]", "send the last retry of what call began once more, changed like this (2026-07-28)", code, checkResend, doResend},
		{"stop", "", "cancel the call that runs", code, exactly(0), doStop},
		{"reconnect", "", "end the session and open another with the same server", code, exactly(0), doReconnect},
		{"host", "NAME", "from here on this host acts, which has a session of its own; the first is called first", code, exactly(1), doHost},
		{"finish", "[anyway | earlier | flipped | stripped]", "the person opens the page that was last asked for and finishes it; or tries to; or one that has to be refused: the page asked for before, one whose URL was tampered with, or one without a query", code, checkFinish, doFinish},
		{"pass", "TIME", "so much time passes, as in 20m or 2h", code, checkPass, doPass},
		{"write", "FILE LATER", "somebody else writes a file: what the pack has at later/LATER", code, checkWrite, doWrite},
		{"remove", "FILE", "somebody else removes a file", code, files(1, 1), doRemove},
		{"rename", "OLD NEW", "somebody else moves a file", code, files(2, 2), doRename},
		{"link", "TARGET FILE", "somebody else makes a symbolic link", code, checkLink, doLink},
	}
}

// offline reports whether a command of a driven check needs no session.
func offline(name string) bool {
	return slices.Contains([]string{"capabilities", "roots", "host", "pass", "write", "remove", "rename", "link"}, name)
}

func checkCapabilities(_ *proof, args []string) error {
	for _, a := range args {
		if !slices.Contains([]string{"form", "url", "roots"}, a) {
			return errUsage
		}
	}
	return nil
}

func doCapabilities(r *run, args []string) error {
	caps := ask.Capabilities(r.driver.era)
	has := func(name string) bool { return slices.Contains(args, name) }
	if !has("roots") {
		caps.RootsV2 = nil
	}
	switch e := caps.Elicitation; {
	case !has("form") && !has("url"):
		caps.Elicitation = nil
	case !has("url"):
		e.URL = nil
	case !has("form"):
		e.Form = nil
	}
	r.driver.caps = caps
	if r.driver.session == nil {
		return nil
	}
	return doReconnect(r, nil)
}

// uri is the URI of a place: of fs/NAME or of a name, or a URI as it is but for
// where the tree begins.
func (d *driver) uri(place string) string {
	if rest, ok := strings.CutPrefix(place, "file:///"); ok {
		return strings.TrimSuffix(roots.URI(strings.TrimPrefix(d.place.Top, "/")), "/") + "/" + rest
	}
	if strings.Contains(place, ":") {
		return place
	}
	return roots.URI(path.Join(strings.TrimPrefix(d.place.Top, "/"), strings.TrimPrefix(place, "fs/")))
}

func checkRoots(_ *proof, args []string) error {
	if len(args) == 1 && args[0] == "fail" {
		return nil
	}
	for _, a := range args {
		if _, ok := fileName(a); !ok && !strings.Contains(a, ":") {
			return fmt.Errorf("%q is no place: write fs/home/alice/Scratch or a URI", a)
		}
	}
	return nil
}

func doRoots(r *run, args []string) error {
	d := r.driver
	d.mu.Lock()
	if d.deaf = len(args) == 1 && args[0] == "fail"; !d.deaf {
		d.roots = nil
		for _, place := range args {
			d.roots = append(d.roots, d.uri(place))
		}
	}
	d.mu.Unlock()
	if d.session == nil || d.era >= ask.V20260728 || d.caps.RootsV2 == nil {
		return nil // nobody to tell, or no notice for it (mcp-rules B8)
	}
	return d.notify("notifications/roots/list_changed")
}

func checkCall(_ *proof, args []string) error {
	if len(args) == 0 {
		return errUsage
	}
	_, err := readContent(args[1:])
	return err
}

func doCall(r *run, args []string) error {
	in, err := readContent(args[1:])
	if err != nil {
		return err
	}
	err = r.driver.begin(r, &mcp.CallToolParams{Name: args[0], Arguments: in})
	r.begun = r.call
	return err
}

func checkAnswer(_ *proof, args []string) error {
	switch {
	case len(args) >= 1 && args[0] == "accept":
		_, err := readContent(args[1:])
		return err
	case len(args) == 1 && (args[0] == "decline" || args[0] == "cancel"):
		return nil
	}
	return errUsage
}

func doAnswer(r *run, args []string) error {
	content, err := readContent(args[1:])
	if err != nil {
		return err
	}
	res := &mcp.ElicitResult{Action: args[0]}
	if q := r.question(); args[0] == "accept" && q != nil && q.mode != "url" {
		res = ask.Accepted(content)
	}
	return r.driver.reply(r, res)
}

func doStop(r *run, _ []string) error {
	d := r.driver
	if !d.running {
		return r.fail(fact(FactNoResult), r.now())
	}
	d.stop()
	return d.await(r)
}

func doReconnect(r *run, _ []string) error {
	d := r.driver
	if d.running {
		d.stop()
		if err := d.await(r); err != nil {
			return err
		}
	}
	if err := d.session.Close(); err != nil {
		return d.why(err)
	}
	d.session = nil
	return d.connect(r)
}

func checkWrite(p *proof, args []string) error {
	if len(args) != 2 {
		return errUsage
	}
	if _, ok := p.pack.later[args[1]]; !ok {
		return fmt.Errorf("the pack has no file later/%s", args[1])
	}
	return files(1, 1)(p, args[:1])
}

// meanwhile changes the files as somebody else would, and makes that what later
// lines compare with.
func (r *run) meanwhile(change func(notesfs.View) error) error {
	if err := change(r.driver.view()); err != nil {
		return fmt.Errorf("changing the files for the check: %w", err)
	}
	if err := r.driver.sync(r); err != nil {
		return err
	}
	if r.call != nil && r.call.result == nil {
		r.call.before = r.files
	}
	return nil
}

func doWrite(r *run, args []string) error {
	name, _ := fileName(args[0])
	return r.meanwhile(func(v notesfs.View) error {
		return errors.Join(v.MkdirAll(path.Dir(name), 0o755), v.WriteFile(name, r.pack.later[args[1]], 0o644))
	})
}

func doRemove(r *run, args []string) error {
	name, _ := fileName(args[0])
	return r.meanwhile(func(v notesfs.View) error { return v.Remove(name) })
}

func doRename(r *run, args []string) error {
	old, _ := fileName(args[0])
	to, _ := fileName(args[1])
	return r.meanwhile(func(v notesfs.View) error {
		return errors.Join(v.MkdirAll(path.Dir(to), 0o755), v.Rename(old, to))
	})
}

func checkLink(p *proof, args []string) error {
	if len(args) != 2 || args[0] == "" {
		return errUsage
	}
	return files(1, 1)(p, args[1:])
}

func doLink(r *run, args []string) error {
	name, _ := fileName(args[1])
	return r.meanwhile(func(v notesfs.View) error {
		return errors.Join(v.MkdirAll(path.Dir(name), 0o755), v.Symlink(args[0], name))
	})
}
