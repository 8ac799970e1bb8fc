package inspector

import (
	"context"
	"io/fs"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
	"askback/playground/host/lesson"
)

// serverVariable names the variable that makes this program the notes server on
// stdio.
const serverVariable = "ASKBACK_INSPECTOR_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(serverVariable) != "" {
		s, err := newServer()
		if err == nil {
			err = s.MCP.Run(context.Background(), ask.ServerWire(&mcp.StdioTransport{}))
		}
		if err != nil {
			log.Fatal(err)
		}
		return
	}
	os.Exit(m.Run())
}

// newServer returns the notes server of the lesson with one more tool, which says
// the protocol version that it is called under.
func newServer() (*lesson.Server, error) {
	s, err := lesson.NewServer("http://127.0.0.1:1/connect", nil, nil)
	if err != nil {
		return nil, err
	}
	asker, err := ask.New(nil) // the one that is installed is the notes server's
	if err != nil {
		return nil, err
	}
	type output struct {
		Version string `json:"version"`
	}
	ask.AddTool(s.MCP, asker, &mcp.Tool{Name: "version"}, func(_ context.Context, q *ask.Q, _ struct{}) (output, error) {
		return output{q.Version()}, nil
	})
	return s, nil
}

// An entry is a server in the Inspector's configuration.
type entry struct {
	Type    string            `json:"type"`
	Command string            `json:"command,omitempty"`
	Env     map[string]string `json:"env,omitempty"`
	URL     string            `json:"url,omitempty"`
	Roots   []root            `json:"roots"`
}

type root struct {
	URI  string `json:"uri"`
	Name string `json:"name"`
}

// transports are the ways to the notes server. has reports whether it has a file,
// as far as can be seen: over stdio each run of the Inspector starts another one.
var transports = map[string]func(*testing.T) (e entry, has func(file string) bool){
	"stdio": func(t *testing.T) (entry, func(string) bool) {
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		return entry{Type: "stdio", Command: self, Env: map[string]string{serverVariable: "1"}}, func(string) bool { return true }
	},
	"http": func(t *testing.T) (entry, func(string) bool) {
		s, err := newServer()
		if err != nil {
			t.Fatal(err)
		}
		ts := httptest.NewServer(ask.Handler(func(*http.Request) *mcp.Server { return s.MCP }, nil))
		t.Cleanup(func() {
			ts.CloseClientConnections() // streams that the Inspector has left open
			ts.Close()
		})
		return entry{Type: "streamable-http", URL: ts.URL}, func(file string) bool {
			_, err := fs.Stat(s.Files, file)
			return err == nil
		}
	},
}
