package ask_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
	"askback/playground/ask/asktest"
	"askback/playground/form"
)

// What was so when a person was asked is still known when they have answered,
// whether the body waits for the answer or runs again.
func TestKeep(t *testing.T) {
	for _, version := range asktest.Versions() {
		t.Run(version, func(t *testing.T) {
			asker, err := ask.New(nil)
			if err != nil {
				t.Fatal(err)
			}
			s := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
			asker.Install(s)
			world, looks := 1, 0
			ask.AddTool(s, asker, &mcp.Tool{Name: "look"}, func(ctx context.Context, q *ask.Q, _ struct{}) (outcome, error) {
				seen, err := ask.Keep(q, "world", func() (int, error) {
					looks++
					return world, nil
				})
				if err != nil {
					return outcome{}, err
				}
				if _, err := q.Form(ctx, "sure", fmt.Sprintf("It is %d. Go on?", seen), form.Object(form.Boolean("sure", "Sure"))); err != nil {
					return outcome{}, err
				}
				return outcome{fmt.Sprintf("was %d, is %d, looked %d", seen, world, looks)}, nil
			})
			reply := asktest.Send(map[string]any{"sure": true})
			reply.Before = func() { world = 2 }
			p := &asktest.Person{T: t, Answers: []asktest.Reply{reply}}
			res, err := asktest.Connect(t, s, version, p).Do("look", nil)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := fmt.Sprint(res.StructuredContent), "map[did:was 1, is 2, looked 1]"; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}
