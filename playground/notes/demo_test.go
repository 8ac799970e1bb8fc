package notes_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
	"askback/playground/form"
	"askback/playground/roots"
)

// A demo is a notes server as small as the lesson's, with one of the lesson's
// flaws, or with none: it is there to show that the scripts of the defects see
// them.
type demo struct {
	disk disk
	flaw string // "D1" …

	roots   []roots.Root // those of the first call, for D9
	waiting bool
}

func newDemo(t *testing.T, d disk, flaw string) *mcp.Server {
	t.Helper()
	asker, err := ask.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	demo := &demo{disk: d, flaw: flaw}
	s := mcp.NewServer(&mcp.Implementation{Name: "demo", Version: "1"}, nil)
	asker.Install(s)
	if flaw == "D12" {
		ask.AddTool(s, asker, &mcp.Tool{Name: "notes_delete"}, func(ctx context.Context, q *ask.Q, in map[string]any) (demoOutput, error) {
			title, ok := in["title"].(string)
			if !ok {
				return demoOutput{}, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "KeyError: 'title'"}
			}
			return demo.delete(ctx, q, demoInput{title})
		})
	} else {
		ask.AddTool(s, asker, &mcp.Tool{Name: "notes_delete"}, demo.delete)
	}
	if flaw == "D7" {
		mcp.AddTool(s, &mcp.Tool{Name: "notes_setup"}, func(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, demoStatus, error) {
			res, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Message: "Sign in.", URL: "https://example.com/in"})
			if err != nil {
				return nil, demoStatus{}, err
			}
			return nil, demoStatus{Status: res.Action + "led"}, nil
		})
	} else {
		ask.AddTool(s, asker, &mcp.Tool{Name: "notes_setup"}, demo.setup)
	}
	return s
}

type (
	demoInput struct {
		Title string `json:"title"`
	}
	demoOutput struct {
		Outcome string `json:"outcome"`
		Deleted string `json:"deleted"`
		Message string `json:"message"`
	}
	demoStatus struct {
		Status string `json:"status"`
	}
	demoNote struct{ ID, Title, Name, Created string }
)

func (d *demo) allowed(ctx context.Context, q *ask.Q) ([]roots.Root, error) {
	if d.flaw == "D9" && d.roots != nil {
		return d.roots, nil
	}
	list, err := q.Roots(ctx)
	d.roots = list
	return list, err
}

func (d *demo) inside(list []roots.Root, name string) bool {
	return slices.ContainsFunc(list, func(r roots.Root) bool {
		if d.flaw == "D1" {
			return strings.HasPrefix(name, r.Name)
		}
		return roots.Contains(r.Name, name)
	})
}

// all are all notes there are, wherever they lie.
func (d *demo) all() ([]demoNote, error) {
	var out []demoNote
	err := fs.WalkDir(d.disk.all, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		data, err := d.disk.all.ReadFile(name)
		n := demoNote{ID: name, Name: name}
		for line := range strings.Lines(string(data)) {
			for field, to := range map[string]*string{"id: ": &n.ID, "title: ": &n.Title, "created: ": &n.Created, "# ": &n.Title} {
				if text, ok := strings.CutPrefix(line, field); ok {
					*to = strings.TrimSpace(text)
				}
			}
		}
		out = append(out, n)
		return err
	})
	return out, err
}

func (d *demo) matching(list []roots.Root, title string) ([]demoNote, error) {
	all, err := d.all()
	return slices.DeleteFunc(all, func(n demoNote) bool {
		return !strings.Contains(strings.ToLower(n.Title), strings.ToLower(title)) || d.flaw != "D4" && !d.inside(list, n.Name)
	}), err
}

// question is the form for the notes found.
func (d *demo) question(found []demoNote) *form.Schema {
	confirm := form.Boolean("confirm", "Confirm").Require()
	if d.flaw == "D3" {
		confirm = form.Text("confirm", "Confirm").Require()
	}
	if len(found) == 1 {
		return form.Object(confirm)
	}
	var options []form.Option
	for _, n := range found {
		o := form.Option{Value: n.ID, Title: fmt.Sprintf("%s (Notes/%s, %s)", n.Title, path.Base(n.Name), n.Created)}
		if d.flaw == "D11" {
			o.Title = ""
		}
		options = append(options, o)
	}
	which := form.OneOf("note_id", "Note", options...).Require()
	if d.flaw == "D2" {
		which = form.Text("note_id", "Note").Require()
	}
	return form.Object(which, confirm)
}

func (d *demo) delete(ctx context.Context, q *ask.Q, in demoInput) (demoOutput, error) {
	list, err := d.allowed(ctx, q)
	if err != nil {
		return demoOutput{}, err
	}
	found, err := ask.Keep(q, "found", func() ([]demoNote, error) { return d.matching(list, in.Title) })
	if err != nil {
		return demoOutput{}, err
	}
	if len(found) == 0 {
		return demoOutput{}, errors.New("no note")
	}
	if d.flaw == "D6" && len(found) == 1 {
		return d.remove(ctx, q, found[0])
	}
	answer, err := q.Form(ctx, "which", "Which note?", d.question(found))
	if err != nil {
		return demoOutput{}, err
	}
	confirmed := answer.Bool("confirm") || d.flaw == "D3" && answer.String("confirm") != ""
	switch {
	case answer.Action == ask.Decline && d.flaw == "D10":
		return demoOutput{Outcome: "cancelled", Message: "You said no."}, nil
	case answer.Action != ask.Accept && d.flaw == "D5":
		return demoOutput{Outcome: string(answer.Action) + "led", Message: "Cancelled by the user."}, nil
	case answer.Action == ask.Decline:
		return demoOutput{Outcome: "declined", Message: "You declined."}, nil
	case answer.Action == ask.Cancel:
		return demoOutput{Outcome: "cancelled", Message: "You made no choice."}, nil
	case !confirmed:
		return demoOutput{Outcome: "not_confirmed"}, nil
	}
	chosen := found[0]
	if len(found) > 1 {
		all, err := d.all()
		if err != nil {
			return demoOutput{}, err
		}
		i := slices.IndexFunc(all, func(n demoNote) bool { return n.ID == answer.String("note_id") })
		if i < 0 {
			return demoOutput{}, errors.New("no such note")
		}
		chosen = all[i]
	}
	return d.remove(ctx, q, chosen)
}

func (d *demo) remove(ctx context.Context, q *ask.Q, n demoNote) (demoOutput, error) {
	list, err := d.allowed(ctx, q)
	if err != nil {
		return demoOutput{}, err
	}
	if err := q.Commit(ctx); err != nil {
		return demoOutput{}, err
	}
	all, err := d.all()
	if err != nil {
		return demoOutput{}, err
	}
	same := slices.Contains(all, n) || d.flaw == "D13"
	if !same || !d.inside(list, n.Name) {
		return demoOutput{Outcome: "missing"}, nil
	}
	return demoOutput{Outcome: "deleted", Deleted: n.ID}, d.disk.all.Remove(n.Name)
}

func (d *demo) setup(ctx context.Context, q *ask.Q, _ struct{}) (demoStatus, error) {
	if d.waiting {
		return demoStatus{"waiting"}, nil
	}
	answer, err := q.URL(ctx, "in", "Sign in.", "https://example.com/in")
	switch {
	case err != nil:
		return demoStatus{}, err
	case answer.Action == ask.Decline:
		return demoStatus{"declined"}, nil
	case answer.Action == ask.Cancel:
		return demoStatus{"cancelled"}, nil
	case d.flaw == "D8":
		return demoStatus{"connected"}, q.Commit(ctx)
	}
	d.waiting = true
	return demoStatus{"waiting"}, q.Commit(ctx)
}
