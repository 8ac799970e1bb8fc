package host_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"askback/notesfs"
	"askback/playground/host"
)

// load hands files to the host, as "path=content"; a path that ends in a slash
// is an empty directory.
func load(h *host.Host, files ...string) {
	var f host.Folder
	for _, file := range files {
		path, text, _ := strings.Cut(file, "=")
		dir, isDir := strings.CutSuffix(path, "/")
		f.Files = append(f.Files, host.LoadedFile{Path: dir, Dir: isDir, Data: []byte(text)})
	}
	h.Load(f)
	synctest.Wait()
}

// Loaded folders stand at the top under their names, are marked as created, are
// outside the roots, and can be undone.
func TestLoad(t *testing.T) {
	eachTree(t, map[string]string{"a/x": "x"}, []string{"a"}, func(files *notesfs.FS, h *host.Host, call func(func())) {
		load(h, "mine/b.md=hello", "mine/sub/c.md=c", "mine/empty/", "a/y=y", "loose.md=l", "other/d=d")
		wantTree(t, h,
			"/ partly",
			" a root",
			"  x inside",
			" a-2 outside created",
			"  y outside created",
			" dropped outside created",
			"  loose.md outside created",
			" mine outside created",
			"  b.md outside created",
			"  empty outside created",
			"  sub outside created",
			"   c.md outside created",
			" other outside created",
			"  d outside created",
		)
		if data, err := files.ReadFile("mine/b.md"); err != nil || string(data) != "hello" {
			t.Errorf("%q, %v", data, err)
		}
		s := h.State()
		if r := s.Load.Report; r.Files != 5 || r.Bytes != 9 || !slices.Equal(r.Names, []string{"mine", "a-2", "dropped", "other"}) || s.Load.Reading {
			t.Errorf("load %+v", s.Load)
		}
		wantUndo(t, h, host.DeedLoad, "mine", 0)
		undoLast(h)
		wantTree(t, h, "/ partly", " a root", "  x inside")
		if s := h.State(); s.Load.Report.Files != 0 {
			t.Errorf("load %+v", s.Load)
		}
	})
}

// What a call did just before is not lost by loading.
func TestLoadKeepsWhatIsThere(t *testing.T) {
	files := notesfs.New(nil)
	drive(t, func(_ *peer, o *host.Options) { o.Tree = far{files} }, func(p *peer, h *host.Host) {
		must(t, files.WriteFile("unseen", nil, 0o644))
		load(h, "mine/x=")
		if _, err := files.Stat("unseen"); err != nil {
			t.Error(err)
		}
	})
}

// Only putting everything back has the server forget whom it knows.
func TestForget(t *testing.T) {
	files, forgot := notesfs.New(nil), 0
	setUp := func(_ *peer, o *host.Options) {
		o.Tree = tree{files}
		o.Forget = func(context.Context) error {
			forgot++
			if forgot == 2 {
				return errors.New("the server does not answer")
			}
			return nil
		}
	}
	drive(t, setUp, func(p *peer, h *host.Host) {
		load(h, "mine/x=")
		undoLast(h)
		if _, err := files.Stat("mine"); err == nil || forgot != 0 {
			t.Errorf("loaded and undone: %v; forgot %d times", err, forgot)
		}
		do(h, "reset")
		if forgot != 1 || h.State().Failure.Code != "" {
			t.Errorf("reset: forgot %d times, failure %+v", forgot, h.State().Failure)
		}
		do(h, "reset")
		if f := h.State().Failure; f.Code != host.FailureRestore || !strings.Contains(f.Cause.Text, "does not answer") {
			t.Errorf("it cannot forget: %+v", f)
		}
	})
}

// A name that cannot be used leaves out its file and no other.
func TestLoadOddNames(t *testing.T) {
	files := notesfs.New(nil)
	drive(t, func(_ *peer, o *host.Options) { o.Tree = tree{files} }, func(p *peer, h *host.Host) {
		long := strings.Repeat("n", 256)
		odd := []string{"mine/../../etc/passwd", "/etc/passwd", "mine//x", "mine/./x", "mine/a\x00b", "mine/\xff", "mine/" + long, long + "/x", "", "mine/", "..", "mine/ok/below-a-file"}
		var f host.Folder
		for _, name := range append([]string{"mine/ok", "mine/line\nbreak \u202e"}, odd...) {
			f.Files = append(f.Files, host.LoadedFile{Path: name})
		}
		f.Unread = 2
		h.Load(f)
		synctest.Wait()
		r := h.State().Load.Report
		if r.Files != 2 || r.Left != len(odd) || r.Unread != 2 || len(r.Odd) != 3 || !slices.Equal(r.Names, []string{"mine"}) {
			t.Errorf("report %+v", r)
		}
		if _, entries := files.Usage(); entries != 3 {
			t.Errorf("%d entries", entries)
		}

		load(h, "..=", "a//b=")
		if l := h.State().Load; l.Problem.Code != host.LoadUnusable || l.Report.Left != 2 {
			t.Errorf("load %+v", l)
		}
	})
}

func TestLoadLimits(t *testing.T) {
	files := notesfs.New(nil)
	drive(t, func(_ *peer, o *host.Options) { o.Tree = tree{files} }, func(p *peer, h *host.Host) {
		many := make([]host.LoadedFile, host.MaxLoadFiles+1)
		for i := range many {
			many[i].Path = fmt.Sprintf("m/%d", i)
		}
		for code, f := range map[string]host.Folder{
			host.LoadTooMany:  {Files: many},
			host.LoadTooLarge: {Files: []host.LoadedFile{{Path: "m/1", Data: make([]byte, host.MaxLoadBytes)}, {Path: "m/2", Data: []byte("x")}}},
			host.LoadEmpty:    {Unread: 1},
		} {
			h.Load(f)
			synctest.Wait()
			if got := h.State().Load; got.Problem.Code != code || got.Reading {
				t.Errorf("%s: %+v", code, got)
			}
		}
		if _, entries := files.Usage(); entries != 0 {
			t.Errorf("%d entries", entries)
		}
		h.Load(host.Folder{Files: many[1:]})
		synctest.Wait()
		if _, entries := files.Usage(); entries != host.MaxLoadFiles+1 {
			t.Errorf("%d entries", entries)
		}
	})
}

// The page says how it fares before it hands the folder over.
func TestLoadState(t *testing.T) {
	drive(t, nil, func(p *peer, h *host.Host) {
		for _, step := range []struct {
			state string
			want  host.Loading
		}{
			{"reading", host.Loading{Reading: true}},
			{"none", host.Loading{}},
			{host.LoadTooMany, host.Loading{Problem: host.LoadProblem{Code: host.LoadTooMany, Max: host.MaxLoadFiles}}},
			{host.LoadTooLarge, host.Loading{Problem: host.LoadProblem{Code: host.LoadTooLarge, Max: host.MaxLoadBytes}}},
			{host.LoadRefused, host.Loading{Problem: host.LoadProblem{Code: host.LoadRefused}}},
			{"nonsense", host.Loading{Problem: host.LoadProblem{Code: host.LoadRefused}}},
			{"reading", host.Loading{Reading: true}},
		} {
			do(h, "load-state state="+step.state)
			if got := h.State().Load; fmt.Sprint(got) != fmt.Sprint(step.want) {
				t.Errorf("%s: %+v, want %+v", step.state, got, step.want)
			}
		}
	})
}
