package ask_test

import (
	"context"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
)

// addResources adds a template whose reading asks for the roots, and a list that
// holds one resource for each of them.
func addResources(p *player) {
	asker, err := ask.New(&ask.Options{Keys: &p.keys, Rand: rand.NewChaCha8([32]byte{})})
	if err != nil {
		p.t.Fatal(err)
	}
	p.server = mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ServerOptions{Capabilities: &mcp.ServerCapabilities{}})
	asker.Install(p.server)
	addTools(p, asker)
	ask.AddResourceTemplate(p.server, asker, &mcp.ResourceTemplate{Name: "test", URITemplate: "test:///{name}"},
		func(ctx context.Context, q *ask.Q, uri string) (*mcp.ReadResourceResult, error) {
			list, err := q.Roots(ctx)
			if err != nil {
				return nil, err
			}
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, Text: list[0].Name}}}, nil
		})
	p.server.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			res, err := next(ctx, method, req)
			list, ok := res.(*mcp.ListResourcesResult)
			if !ok || err != nil {
				return res, err
			}
			return list, asker.During(ctx, req, method, func(ctx context.Context, q *ask.Q) error {
				found, err := q.Roots(ctx)
				for _, r := range found {
					list.Resources = append(list.Resources, &mcp.Resource{Name: r.Name, URI: "test:///" + r.Name})
				}
				return err
			})
		}
	})
}

// Resources are read in the way of each era: see TestTranscripts for how to read
// the file.
func TestResources(t *testing.T) {
	data, err := os.ReadFile("testdata/resources/read.txt")
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		p := newPlayer(t)
		addResources(p)
		defer p.close()
		for i, line := range strings.Split(string(data), "\n") {
			if err := p.play(strings.TrimSpace(line)); err != nil {
				t.Fatalf("line %d: %v\n%s", i+1, err, strings.Join(p.log, "\n"))
			}
		}
	})
}
