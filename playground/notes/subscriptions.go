package notes

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// subscribe lets a session hear of changes to a note, if the note is inside its
// roots. The subscription holds for these roots: when the client announces others
// it ends, and the client subscribes again to what it still wants. What the server
// would otherwise have to say of a note outside is that it exists.
func (r *resources) subscribe(ctx context.Context, req *mcp.SubscribeRequest) error {
	uri := req.Params.URI
	// First, so that roots which change meanwhile undo it.
	if !r.watch(req.Session, uri) {
		return invalidParams("there are %d subscriptions in this session already; end one first", maxWatched)
	}
	there, err := r.there(ctx, req, []string{uri})
	switch {
	case err != nil:
	case len(there) == 0:
		err = invalidParams("no note inside the roots has the URI %s, or the roots are not known here; resources/list shows the notes", uri)
	case !r.watches(req.Session, uri):
		err = invalidParams("the roots have changed; subscribe again")
	}
	if err != nil {
		r.unwatch(req.Session, uri)
	}
	return err
}

func (r *resources) unsubscribe(_ context.Context, req *mcp.UnsubscribeRequest) error {
	r.unwatch(req.Session, req.Params.URI)
	return nil
}

// narrow leaves in a subscriptions/listen those notes only that can be subscribed
// to; the acknowledgement says which.
func (r *resources) narrow(ctx context.Context, req *mcp.ServerRequest[*mcp.SubscriptionsListenParams]) error {
	if req.Params == nil || req.Params.Notifications == nil || len(req.Params.Notifications.ResourceSubscriptions) == 0 {
		return nil
	}
	wanted := req.Params.Notifications.ResourceSubscriptions
	there, err := r.there(ctx, req, wanted[:min(len(wanted), maxWatched)])
	if err != nil {
		return err
	}
	some := *req.Params.Notifications
	some.ResourceSubscriptions = there
	req.Params.Notifications = &some
	return nil
}

// there returns those of the URIs that are notes inside the roots.
func (r *resources) there(ctx context.Context, req mcp.Request, uris []string) (there []string, err error) {
	_, err = r.look(ctx, "resources/subscribe", req, func(ctx context.Context, st *store) error {
		all, err := st.all(ctx)
		for _, uri := range uris {
			id, ok := idOf(uri)
			if ok && slices.ContainsFunc(all, func(n Note) bool { return n.ID == id }) {
				there = append(there, uri)
			}
		}
		return err
	})
	return there, err
}

// watch notes that a session subscribes, and reports whether it may.
func (r *resources) watch(ss *mcp.ServerSession, uri string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	uris := r.watched[ss]
	switch {
	case uris == nil:
		uris = map[string]bool{}
		r.watched[ss] = uris
		go func() {
			ss.Wait() // why it ended does not matter here
			r.mu.Lock()
			defer r.mu.Unlock()
			delete(r.watched, ss)
		}()
	case len(uris) >= maxWatched && !uris[uri]:
		return false
	}
	uris[uri] = true
	return true
}

func (r *resources) unwatch(ss *mcp.ServerSession, uri string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.watched[ss], uri)
}

func (r *resources) watches(ss *mcp.ServerSession, uri string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.watched[ss][uri]
}

// forget ends the subscriptions of a session.
func (r *resources) forget(ss *mcp.ServerSession) {
	r.mu.Lock()
	defer r.mu.Unlock()
	clear(r.watched[ss])
}

// sending is middleware that lets a notice of change go to those only whose
// subscription holds; the SDK remembers also those that ended with their roots.
func (r *resources) sending(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		p, ok := req.GetParams().(*mcp.ResourceUpdatedNotificationParams)
		ss, _ := req.GetSession().(*mcp.ServerSession)
		if ok && !r.watches(ss, p.URI) {
			return nil, nil
		}
		return next(ctx, method, req)
	}
}

// announce tells subscribers of the note that a tool says it has changed. Changes
// that others make to the files are not seen.
func (r *resources) announce(ctx context.Context, tool string, res mcp.Result) {
	out, ok := res.(*mcp.CallToolResult)
	if !ok || out.IsError || !slices.Contains([]string{"notes_update", "notes_rename", "notes_archive", "notes_delete"}, tool) {
		return
	}
	var did struct{ ID, Archived, Deleted string } // one of them, or none
	raw, err := json.Marshal(out.StructuredContent)
	if err != nil || json.Unmarshal(raw, &did) != nil {
		return
	}
	if id := did.ID + did.Archived + did.Deleted; id != "" {
		// It fails for no reason of ours, and the change has been made.
		_ = r.srv.ResourceUpdated(ctx, &mcp.ResourceUpdatedNotificationParams{URI: noteURI + id})
	}
}
