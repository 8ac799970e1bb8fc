package host

import (
	"context"

	"askback/notesfs"
)

// play puts everything back to the start and calls the play's tool. What ran or
// waited before is ended.
func (h *Host) play(name string) {
	for _, p := range h.opts.Plays {
		if p.Name == name {
			h.reset(&p)
			return
		}
	}
}

// putBack has the server begin anew, with these files.
func (h *Host) putBack(ctx context.Context, start *notesfs.Snapshot) error {
	if h.opts.Forget != nil {
		if err := h.opts.Forget(ctx); err != nil {
			return err
		}
	}
	return h.opts.Tree.Restore(ctx, start)
}

// reset puts the files and the roots back as the person found them, then, if
// there is one, begins the play.
func (h *Host) reset(p *Script) {
	h.mu.Lock()
	h.resets++
	n, start := h.resets, h.start
	for _, c := range h.running() {
		c.cancel(errStopped)
	}
	h.visits = nil
	h.mu.Unlock()
	if start == nil {
		return
	}
	h.setRoots(func([]Root) []Root { return rootsNamed(h.opts.Roots) })
	h.spawn(func(ctx context.Context) {
		h.fetching.Lock()
		defer h.fetching.Unlock()
		if err := h.putBack(ctx, start); err != nil {
			h.fail(Failure{FailureRestore, causeOf(ctx, err)})
			return
		}
		h.fetchAfter(Deed{Kind: DeedReset})
		h.update(func() {
			h.before = h.files
			h.loading = Loading{}
			if p == nil || h.resets != n { // another play was begun meanwhile
				return
			}
			h.openTool(p.Tool)
			t := h.findTool(p.Tool)
			if t == nil {
				return
			}
			for field, value := range p.Args {
				h.args.Set(field, value)
			}
			if args, problems := readArgs(t, h.args); len(problems) == 0 {
				h.begin(t.Name, args)
			}
		})
	})
}
