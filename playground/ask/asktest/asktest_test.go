package asktest_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
	"askback/playground/ask/asktest"
	"askback/playground/form"
)

// A quiet TB remembers that it failed, and with what.
type quiet struct {
	testing.TB
	said []string
}

func (q *quiet) Helper() {}
func (q *quiet) Errorf(format string, args ...any) {
	q.said = append(q.said, fmt.Sprintf(format, args...))
}

// A tool that acts between its questions is noticed under every version.
func TestCarelessTool(t *testing.T) {
	for _, version := range asktest.Versions() {
		for _, careless := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s careless=%v", version, careless), func(t *testing.T) {
				acted := 0
				asker, err := ask.New(nil)
				if err != nil {
					t.Fatal(err)
				}
				s := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
				asker.Install(s)
				ask.AddTool(s, asker, &mcp.Tool{Name: "t"}, func(ctx context.Context, q *ask.Q, _ struct{}) (struct{}, error) {
					yes := form.Object(form.Boolean("yes", "Yes"))
					if _, err := q.Form(ctx, "first", "First?", yes); err != nil {
						return struct{}{}, err
					}
					if careless {
						acted++
					}
					if _, err := q.Form(ctx, "second", "Second?", yes); err != nil {
						return struct{}{}, err
					}
					err := q.Commit(ctx)
					acted++
					return struct{}{}, err
				})
				tb := &quiet{TB: t}
				p := &asktest.Person{T: tb, Observe: func() string { return fmt.Sprint(acted) },
					Answers: []asktest.Reply{asktest.Send(nil), asktest.Send(nil)}}
				if _, err := asktest.Connect(t, s, version, p).Do("t", nil); err != nil {
					t.Fatal(err)
				}
				if got := strings.Contains(strings.Join(tb.said, "\n"), "acted before its last answer"); got != careless {
					t.Errorf("noticed: %v; said %q", got, tb.said)
				}
			})
		}
	}
}
