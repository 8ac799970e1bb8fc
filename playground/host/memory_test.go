package host_test

import (
	"encoding/json"
	"io/fs"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"askback/notesfs"
	"askback/playground/host"
)

// What was kept of one page is there on the next.
func TestMemory(t *testing.T) {
	var kept, keptFiles []byte
	remember := func(h *host.Host) {
		var err error
		m := h.Memory()
		kept, err = json.Marshal(m)
		must(t, err)
		keptFiles, err = m.Files.MarshalBinary()
		must(t, err)
	}
	var files *notesfs.FS
	begin := func(o *host.Options) {
		files = notesfs.New(nil)
		must(t, files.WriteFile("a.md", []byte("as at the start"), 0o644))
		o.Tree, o.Roots = tree{files}, []string{"a"}
	}

	drive(t, func(_ *peer, o *host.Options) { begin(o) }, func(p *peer, h *host.Host) {
		if h.Memory().Files != nil {
			t.Error("files are kept that nobody has changed")
		}
		p.answers["tools/call"] = func(*jsonrpc.Request) any {
			return map[string]any{"resultType": "complete", "content": []any{}}
		}
		do(h, "era value=2026-07-28")
		do(h, "root-add name=b")
		do(h, "tool name=two")
		do(h, "draft for=args", [2]string{"z", "half typ"})
		must(t, files.WriteFile("a.md", []byte("changed"), 0o644))
		before := h.Memory()
		do(h, "call") // after it the files are read
		if h.Memory().Equal(before) {
			t.Error("changed files make no difference")
		}
		if !h.Memory().Equal(h.Memory()) {
			t.Error("a memory is not equal to itself")
		}
		do(h, "draft for=args", [2]string{"z", "half typ"})
		remember(h)
	})

	recall := func(_ *peer, o *host.Options) {
		begin(o)
		o.Memory = new(host.Memory)
		must(t, json.Unmarshal(kept, o.Memory))
		var err error
		o.Memory.Files, err = notesfs.UnmarshalSnapshot(keptFiles)
		must(t, err)
	}
	drive(t, recall, func(p *peer, h *host.Host) {
		wantReady(t, h)
		s := h.State()
		if s.Era != "2026-07-28" || len(s.Roots) != 2 || s.Roots[1].Name != "b" || s.Tool != "two" || s.Args.Get("z") != "half typ" {
			t.Errorf("era %s, roots %v, tool %q, arguments %v", s.Era, s.Roots, s.Tool, s.Args)
		}
		if got, err := fs.ReadFile(files, "a.md"); err != nil || string(got) != "changed" {
			t.Errorf("a.md holds %q (%v)", got, err)
		}
		do(h, "reset")
		if got, err := fs.ReadFile(files, "a.md"); err != nil || string(got) != "as at the start" {
			t.Errorf("after reset a.md holds %q (%v)", got, err)
		}
		if h.Memory().Files != nil {
			t.Error("after reset, files are kept")
		}
	})
}

func TestMemoryOfAnotherVersion(t *testing.T) {
	for _, kept := range []string{`{"version":2}`, `{}`, `null`, `[]`, `{"version":1,"era":7}`} {
		if err := json.Unmarshal([]byte(kept), new(host.Memory)); err == nil {
			t.Errorf("%s is read", kept)
		}
	}
}
