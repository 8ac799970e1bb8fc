package notes

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
)

const (
	noteURI      = "note:///" // and the id
	noteTemplate = noteURI + "{id}"
	markdown     = "text/markdown"

	maxCompletions = 100 // as the specification has it
	maxWatched     = 100 // subscriptions of one session
)

// resources offers the notes as resources, inside the same boundary as the tools.
//
// A note can be read in every protocol version: under 2026-07-28 the answer to
// resources/read asks for the roots first. A list, a completion and a subscription
// cannot ask in that version, so they know of no note there, unless the roots are
// the server's own.
//
// The list is made for each request and never kept in the SDK's server, whose list
// is the same for all its clients.
type resources struct {
	*server
	srv   *mcp.Server
	asker *ask.Asker

	mu sync.Mutex
	// watched are the URIs to which a session has subscribed under the roots that
	// it has now.
	watched map[*mcp.ServerSession]map[string]bool
}

// options adds to o what resources need of it.
func (r *resources) options(o *mcp.ServerOptions) *mcp.ServerOptions {
	o.Capabilities.Resources = &mcp.ResourceCapabilities{Subscribe: true}
	o.CompletionHandler = r.complete
	o.SubscribeHandler = r.subscribe
	o.UnsubscribeHandler = r.unsubscribe
	return o
}

func (r *resources) add(srv *mcp.Server, s *server, a *ask.Asker) {
	r.srv, r.server, r.asker = srv, s, a
	r.watched = map[*mcp.ServerSession]map[string]bool{}
	ask.AddResourceTemplate(srv, a, &mcp.ResourceTemplate{
		Name:        "note",
		Title:       "Note",
		Description: "One note inside the roots that the user allows: the whole Markdown file, with its front matter. The id is that of notes_list and notes_search.",
		MIMEType:    markdown,
		URITemplate: noteTemplate,
	}, r.read)
	srv.AddReceivingMiddleware(r.receiving)
	srv.AddSendingMiddleware(r.sending)
}

func (r *resources) receiving(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		switch p := req.(type) {
		case *mcp.ServerRequest[*mcp.ListResourcesParams]:
			return r.list(ctx, method, p, next)
		case *mcp.ServerRequest[*mcp.SubscriptionsListenParams]:
			if err := r.narrow(ctx, p); err != nil {
				return nil, err
			}
		case *mcp.ServerRequest[*mcp.RootsListChangedParams]:
			r.forget(p.Session)
		}
		res, err := next(ctx, method, req)
		if call, ok := req.(*mcp.CallToolRequest); ok && err == nil {
			r.announce(ctx, call.Params.Name, res)
		}
		return res, err
	}
}

// look runs f on the notes inside the roots, for a request that may not be able to
// ask for them. It reports whether there are any roots to know of.
func (r *resources) look(ctx context.Context, method string, req mcp.Request, f func(context.Context, *store) error) (known bool, err error) {
	err = r.asker.During(ctx, req, method, func(ctx context.Context, q *ask.Q) error {
		st, err := r.open(ctx, q)
		if unsupported := (*ask.UnsupportedError)(nil); errors.Is(err, ask.ErrMayNotAsk) || errors.As(err, &unsupported) {
			return nil
		}
		if err != nil {
			return err
		}
		known = true
		return f(ctx, st)
	})
	return known, err
}

// list answers resources/list: the notes that are not archived, by path, in pages.
func (r *resources) list(ctx context.Context, method string, req *mcp.ServerRequest[*mcp.ListResourcesParams], next mcp.MethodHandler) (mcp.Result, error) {
	params := req.Params
	if params == nil {
		params = new(mcp.ListResourcesParams)
	}
	// The SDK's own list, which is empty, with what else belongs to the result.
	own := &mcp.ServerRequest[*mcp.ListResourcesParams]{Session: req.Session, Params: &mcp.ListResourcesParams{Meta: params.Meta}, Extra: req.Extra}
	res, err := next(ctx, method, own)
	out, ok := res.(*mcp.ListResourcesResult)
	if err != nil || !ok {
		return res, err
	}
	out.CacheScope = "private"
	known, err := r.look(ctx, method, own, func(ctx context.Context, st *store) error {
		all, err := st.all(ctx)
		if err != nil {
			return err
		}
		all = slices.DeleteFunc(all, st.archived)
		some, next, err := st.page(all, params.Cursor, 0)
		if err != nil {
			return invalidParams("%v", err)
		}
		for _, n := range some {
			out.Resources = append(out.Resources, resource(n))
		}
		out.NextCursor = next
		return nil
	})
	if err == nil && !known && params.Cursor != "" {
		err = invalidParams("%v", errCursor)
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}

func resource(n Note) *mcp.Resource {
	return &mcp.Resource{
		URI: noteURI + n.ID, Name: n.Where, Title: n.Title, MIMEType: markdown,
		Annotations: &mcp.Annotations{LastModified: n.Modified.UTC().Format(time.RFC3339)},
	}
}

// read answers resources/read.
func (r *resources) read(ctx context.Context, q *ask.Q, uri string) (*mcp.ReadResourceResult, error) {
	id, ok := idOf(uri)
	if !ok {
		return nil, notFound(q, uri)
	}
	st, err := r.open(ctx, q)
	if err != nil {
		return nil, err
	}
	all, err := st.all(ctx)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(all, func(n Note) bool { return n.ID == id })
	if i < 0 {
		return nil, notFound(q, uri)
	}
	data, err := st.view.ReadFile(all[i].Name)
	switch {
	case gone(err):
		return nil, notFound(q, uri)
	case err != nil:
		return nil, st.failed("read", all[i].Name, err)
	}
	return &mcp.ReadResourceResult{
		Cacheable: mcp.Cacheable{CacheScope: "private"}, // other users have other roots
		Contents:  []*mcp.ResourceContents{{URI: uri, MIMEType: markdown, Text: string(data)}},
	}, nil
}

// idOf is the id in the URI of a note. It says nothing of whether there is one.
func idOf(uri string) (string, bool) {
	id, ok := strings.CutPrefix(uri, noteURI)
	return id, ok && validID(id)
}

// notFound is the same for a note that does not exist and one outside the roots.
func notFound(q *ask.Q, uri string) error {
	code := int64(-32002)
	if q.Version() >= ask.V20260728 {
		code = jsonrpc.CodeInvalidParams
	}
	data, err := json.Marshal(map[string]string{"uri": uri})
	if err != nil {
		return err
	}
	return &jsonrpc.Error{Code: code, Message: "no note inside the roots has this URI; resources/list and notes_list show the notes", Data: data}
}

// complete answers completion/complete: the ids of the notes whose title, or id,
// begins with what has been typed.
func (r *resources) complete(ctx context.Context, req *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
	res := &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: []string{}}}
	switch ref := req.Params.Ref; {
	case ref.Type == "ref/prompt" && isPrompt(ref.Name):
		return res, nil // their arguments are anybody's words
	case ref.Type != "ref/resource" || ref.URI != noteTemplate || req.Params.Argument.Name != "id":
		return nil, invalidParams("there is nothing to complete for this reference; the template is %s, its argument id", noteTemplate)
	}
	typed := strings.ToLower(req.Params.Argument.Value)
	_, err := r.look(ctx, "completion/complete", req, func(ctx context.Context, st *store) error {
		all, err := st.all(ctx)
		for _, n := range all {
			if !strings.HasPrefix(strings.ToLower(n.Title), typed) && !strings.HasPrefix(strings.ToLower(n.ID), typed) {
				continue
			}
			if res.Completion.Total++; len(res.Completion.Values) < maxCompletions {
				res.Completion.Values = append(res.Completion.Values, n.ID)
			}
		}
		res.Completion.HasMore = res.Completion.Total > len(res.Completion.Values)
		return err
	})
	if err != nil {
		return nil, err
	}
	return res, nil
}
