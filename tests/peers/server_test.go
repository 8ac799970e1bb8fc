package peers

import (
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
	"askback/playground/form"
	"askback/playground/host/lesson"
)

// treeFile names the variable that makes this program the notes server on stdio;
// its value is the file to which the server's tree is written when it ends.
const treeFile = "ASKBACK_PEERS_TREE"

func TestMain(m *testing.M) {
	if name := os.Getenv(treeFile); name != "" {
		if err := serveStdio(context.Background(), name); err != nil {
			log.Fatal(err)
		}
		return
	}
	os.Exit(m.Run())
}

// newServer returns the notes server of the lesson and the page where people
// sign in, which is at the address of listener.
func newServer(listener net.Listener) (*lesson.Server, http.Handler, error) {
	s, err := lesson.NewServer("http://"+listener.Addr().String()+"/connect", nil, nil)
	if err != nil {
		return nil, nil, err
	}
	if err := addTwice(s.MCP); err != nil {
		return nil, nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /complete", func(w http.ResponseWriter, r *http.Request) {
		token, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<10))
		if err == nil {
			err = s.Connections.Complete(r.Context(), string(token))
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
		}
	})
	return s, mux, nil
}

// addTwice adds a tool that asks two questions, the second about the answer to
// the first. Its asker need not be installed: the notes server's own is.
func addTwice(s *mcp.Server) error {
	asker, err := ask.New(nil)
	if err != nil {
		return err
	}
	type output struct {
		Said string `json:"said"`
	}
	ask.AddTool(s, asker, &mcp.Tool{Name: "twice", Description: "Asks twice"}, func(ctx context.Context, q *ask.Q, _ struct{}) (output, error) {
		first, err := q.Form(ctx, "colour", "Which colour?", form.Object(
			form.OneOf("colour", "Colour", form.Option{Value: "r", Title: "Red"}, form.Option{Value: "g", Title: "Green"}).Require()))
		if err != nil || first.Action != ask.Accept {
			return output{string(first.Action)}, err
		}
		second, err := q.Form(ctx, "how", "How much "+first.String("colour")+"?", form.Object(
			form.Integer("percent", "Percent").AtLeast(0).AtMost(100).WithDefault(50).Require(),
			form.Email("to", "Send the result to")))
		if err != nil || second.Action != ask.Accept {
			return output{first.String("colour") + ", " + string(second.Action)}, err
		}
		said, err := json.Marshal(second.Content)
		return output{first.String("colour") + ", " + string(said)}, err
	})
	return nil
}

// serveStdio is the notes server on stdio.
func serveStdio(ctx context.Context, treeName string) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer listener.Close()
	s, page, err := newServer(listener)
	if err != nil {
		return err
	}
	go http.Serve(listener, page) // ends with the program
	if err := s.MCP.Run(ctx, ask.ServerWire(&mcp.StdioTransport{})); err != nil {
		return err
	}
	raw, err := json.Marshal(tree(s))
	if err != nil {
		return err
	}
	// By its name the file is there only whole.
	part := treeName + ".part"
	if err := os.WriteFile(part, raw, 0o600); err != nil {
		return err
	}
	return os.Rename(part, treeName)
}

// tree is the text of every file, by name.
func tree(s *lesson.Server) map[string]string {
	files := map[string]string{}
	snapshot := s.Files.Snapshot()
	err := fs.WalkDir(snapshot, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := snapshot.ReadFile(name)
		files[name] = string(data)
		return err
	})
	if err != nil {
		log.Fatalf("reading a snapshot: %v", err) // which does not change
	}
	return files
}

// A served is the notes server as a peer reaches it.
type served struct {
	url     string
	command *command
	// tree is called when the peer has gone.
	tree func() map[string]string
}

// transports are the ways to serve the notes server.
var transports = map[string]func(*testing.T) served{
	"stdio": func(t *testing.T) served {
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(t.TempDir(), "tree.json")
		return served{
			command: &command{Command: self, Env: map[string]string{treeFile: name}},
			tree: func() map[string]string {
				raw, err := os.ReadFile(name)
				var files map[string]string
				if err == nil {
					err = json.Unmarshal(raw, &files)
				}
				if err != nil {
					t.Fatalf("the tree of the server: %v", err)
				}
				return files
			},
		}
	},
	"http": func(t *testing.T) served {
		s, url := serveHTTP(t)
		return served{url: url, tree: func() map[string]string { return tree(s) }}
	},
}

// serveHTTP serves the notes server over Streamable HTTP, in every version, until
// the test ends, and its page at the same origin.
func serveHTTP(t *testing.T) (s *lesson.Server, url string) {
	t.Helper()
	ts := httptest.NewUnstartedServer(nil)
	s, page, err := newServer(ts.Listener)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/", page)
	mux.Handle("/mcp", ask.Handler(func(*http.Request) *mcp.Server { return s.MCP }, nil))
	ts.Config.Handler = mux
	ts.Start()
	t.Cleanup(func() {
		ts.CloseClientConnections() // a peer may have left its stream open
		ts.Close()
	})
	return s, ts.URL + "/mcp"
}

// lessonTree is the tree of the lesson without these files.
func lessonTree(t *testing.T, without ...string) map[string]string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	s, _, err := newServer(listener)
	if err != nil {
		t.Fatal(err)
	}
	files := tree(s)
	for _, name := range without {
		if _, ok := files[name]; !ok {
			t.Fatalf("the lesson has no %s", name)
		}
		delete(files, name)
	}
	return files
}
