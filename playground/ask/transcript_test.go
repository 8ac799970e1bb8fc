package ask_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
	"askback/playground/form"
)

// TestTranscripts plays every file of testdata: what a client writes, and what
// the server must write, message by message. A line is
//
//	# text           says what is shown, with the ids of the rules
//	era V            opens a session of this protocol version
//	caps JSON        … whose client declares these capabilities (before era)
//	> JSON           the client writes this; params._meta is added as the era wants it
//	< JSON           the server writes exactly this next
//	<| JSON          the server writes at least this next: members not named are free
//	either <| JSON <| JSON
//	                 the server writes at least these two next, in any order
//	rules ID…        the rules of the specification that the file pins
//	reports ID…      what was reported of others that it shows right
//	future V         opens a session that asks for a version nobody knows
//	quiet            the server writes nothing more
//	did TEXT         the effects of the tools so far, joined by commas
//	wait DURATION    time passes
//	rotate           the server takes a new key, keeping the last as previous
//
// A string of the form "$NAME" in what the server writes binds NAME, and stands
// for its value from then on. Values with an escape "$NAME~" are NAME with its
// last character changed.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newPlayer(t)
				defer p.close()
				for i, line := range strings.Split(string(data), "\n") {
					if err := p.play(strings.TrimSpace(line)); err != nil {
						t.Fatalf("%s:%d: %v\n%s", file, i+1, err, strings.Join(p.log, "\n"))
					}
				}
			})
		})
	}
}

type player struct {
	t      *testing.T
	server *mcp.Server
	keys   ask.Keys
	did    []string
	vars   map[string]any
	log    []string

	era  string
	caps json.RawMessage
	conn mcp.Connection
	next int
	in   chan json.RawMessage
	stop context.CancelFunc
}

func newPlayer(t *testing.T) *player {
	p := &player{t: t, vars: map[string]any{}, caps: json.RawMessage(`{}`)}
	p.keys.Current[0] = 1
	p.makeServer(ask.NewConsumed(4), rand.NewChaCha8([32]byte{}))
	return p
}

// makeServer makes the server with the tools that the transcripts call.
func (p *player) makeServer(consumed ask.Consumed, random io.Reader) {
	asker, err := ask.New(&ask.Options{Keys: &p.keys, Consumed: consumed, Rand: random, TTL: time.Hour})
	if err != nil {
		p.t.Fatal(err)
	}
	p.server = mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ServerOptions{Capabilities: &mcp.ServerCapabilities{}})
	asker.Install(p.server)
	addTools(p, asker)
}

type thing struct {
	Name string `json:"name,omitempty"`
}

type outcome struct {
	Did string `json:"did"`
}

func addTools(p *player, a *ask.Asker) {
	add := func(name string, body func(context.Context, *ask.Q, thing) (string, error)) {
		ask.AddTool(p.server, a, &mcp.Tool{Name: name}, func(ctx context.Context, q *ask.Q, in thing) (outcome, error) {
			s, err := body(ctx, q, in)
			return outcome{s}, err
		})
	}
	act := func(ctx context.Context, q *ask.Q, what string) (string, error) {
		if err := q.Commit(ctx); err != nil {
			return "", err
		}
		p.did = append(p.did, what)
		return what, nil
	}
	colours := form.Object(
		form.OneOf("colour", "Colour", form.Option{Value: "r", Title: "Red"}, form.Option{Value: "g", Title: "Green"}).Require(),
		form.Text("why", "Why"),
	)
	add("pick", func(ctx context.Context, q *ask.Q, in thing) (string, error) {
		answer, err := q.Form(ctx, "colour", "Which colour?", colours)
		if err != nil || answer.Action != ask.Accept {
			return string(answer.Action), err
		}
		return act(ctx, q, in.Name+answer.String("colour")+answer.String("why"))
	})
	add("twice", func(ctx context.Context, q *ask.Q, in thing) (string, error) {
		first, err := q.Form(ctx, "first", "Which colour?", colours)
		if err != nil || first.Action != ask.Accept {
			return string(first.Action), err
		}
		second, err := q.Form(ctx, "second", "Sure about "+first.String("colour")+"?", form.Object(form.Boolean("sure", "Sure")))
		if err != nil || second.Action != ask.Accept {
			return string(second.Action), err
		}
		return act(ctx, q, fmt.Sprint(first.String("colour"), second.Bool("sure")))
	})
	add("where", func(ctx context.Context, q *ask.Q, in thing) (string, error) {
		list, err := q.Roots(ctx)
		if err != nil {
			return "", err
		}
		var names []string
		for _, r := range list {
			names = append(names, r.Name)
		}
		return strings.Join(names, " "), nil
	})
	add("pick_where", func(ctx context.Context, q *ask.Q, in thing) (string, error) {
		if _, err := q.Roots(ctx); err != nil {
			return "", err
		}
		answer, err := q.Form(ctx, "colour", "Which colour?", colours)
		if err != nil || answer.Action != ask.Accept {
			return string(answer.Action), err
		}
		list, err := q.Roots(ctx)
		if err != nil {
			return "", err
		}
		return act(ctx, q, fmt.Sprint(answer.String("colour"), len(list)))
	})
	add("page", func(ctx context.Context, q *ask.Q, in thing) (string, error) {
		answer, err := q.URL(ctx, "page", "Please sign in.", "https://example.com/in")
		if err != nil || answer.Action != ask.Accept {
			return string(answer.Action), err
		}
		s, err := act(ctx, q, "opened")
		if err == nil {
			err = answer.Finished(ctx)
		}
		return s, err
	})
	add("script", func(ctx context.Context, q *ask.Q, in thing) (string, error) {
		_, err := q.URL(ctx, "page", "Please sign in.", in.Name)
		return "asked", err
	})
	add("late", func(ctx context.Context, q *ask.Q, in thing) (string, error) {
		if err := q.Commit(ctx); err != nil {
			return "", err
		}
		_, err := q.Form(ctx, "colour", "Which colour?", colours)
		return "", err
	})
	add("deaf", func(ctx context.Context, q *ask.Q, in thing) (string, error) {
		answer, _ := q.Form(ctx, "colour", "Which colour?", colours) // a body that loses the error
		return "went on with " + string(answer.Action), nil
	})
}

func (p *player) play(line string) error {
	verb, rest, _ := strings.Cut(line, " ")
	p.log = append(p.log, line)
	switch verb {
	case "", "#", "rules", "reports":
		return nil
	case "caps":
		p.caps = json.RawMessage(rest)
		return nil
	case "era":
		return p.open(rest, rest)
	case "future":
		return p.open(ask.V20251125, rest)
	case "either":
		texts := strings.Split(strings.TrimPrefix(rest, "<| "), " <| ")
		return p.either(texts[0], texts[1])
	case ">":
		return p.write(rest)
	case "<", "<|":
		return p.read(rest, verb == "<|")
	case "quiet":
		synctest.Wait()
		select {
		case raw := <-p.in:
			return fmt.Errorf("the server wrote %s", raw)
		default:
			return nil
		}
	case "did":
		if got := strings.Join(p.did, ","); got != rest {
			return fmt.Errorf("did %q", got)
		}
		return nil
	case "wait":
		d, err := time.ParseDuration(rest)
		<-time.After(d) // the clock of synctest
		return err
	case "rotate":
		last := p.keys.Current
		p.keys = ask.Keys{Previous: &last}
		p.keys.Current[0] = last[0] + 1
		p.makeServer(ask.NewConsumed(4), rand.NewChaCha8([32]byte{last[0]}))
		return p.open(p.era, p.era)
	}
	return fmt.Errorf("no such verb: %s", verb)
}

// open begins a session that is served in era after asking for version. In the
// older eras that takes a handshake.
func (p *player) open(era, version string) error {
	p.close()
	p.era = era
	client, server := mcp.NewInMemoryTransports()
	ctx, cancel := context.WithCancel(context.Background())
	p.stop = cancel
	if _, err := p.server.Connect(ctx, server, nil); err != nil {
		return err
	}
	conn, err := client.Connect(ctx)
	if err != nil {
		return err
	}
	p.conn, p.next, p.in = conn, 0, make(chan json.RawMessage, 100)
	go func(in chan json.RawMessage) {
		for {
			msg, err := conn.Read(ctx)
			if err != nil {
				return
			}
			raw, err := jsonrpc.EncodeMessage(msg)
			if err != nil {
				p.t.Error(err)
				return
			}
			in <- raw
		}
	}(p.in)
	if era >= ask.V20260728 {
		return nil
	}
	hello := `{"id":0,"method":"initialize","params":{"protocolVersion":"` + version + `","clientInfo":{"name":"test","version":"1"},"capabilities":` + string(p.caps) + `}}`
	if err := p.write(hello); err != nil {
		return err
	}
	if err := p.read(`{"id":0,"result":{"protocolVersion":"`+era+`"}}`, true); err != nil {
		return err
	}
	return p.write(`{"method":"notifications/initialized"}`)
}

func (p *player) close() {
	if p.conn != nil {
		p.conn.Close()
		p.stop()
		synctest.Wait()
	}
}

func (p *player) write(text string) error {
	var msg map[string]any
	if err := json.Unmarshal([]byte(text), &msg); err != nil {
		return err
	}
	msg = p.substitute(msg).(map[string]any)
	msg["jsonrpc"] = "2.0"
	if _, call := msg["id"]; call && msg["method"] != nil && p.era >= ask.V20260728 {
		params, _ := msg["params"].(map[string]any)
		if params == nil {
			params = map[string]any{}
			msg["params"] = params
		}
		if _, ok := params["_meta"]; !ok {
			params["_meta"] = map[string]any{
				mcp.MetaKeyProtocolVersion:    p.era,
				mcp.MetaKeyClientCapabilities: p.caps,
			}
		}
	}
	raw, err := json.Marshal(msg)
	if err != nil {
		return err
	}
	m, err := jsonrpc.DecodeMessage(raw)
	if err != nil {
		return err
	}
	return p.conn.Write(context.Background(), m)
}

func (p *player) read(text string, partly bool) error {
	got, err := p.message()
	if err != nil {
		return err
	}
	return p.expect(text, got, partly)
}

// either reads two messages, which may come in any order.
func (p *player) either(one, other string) error {
	first, err := p.message()
	if err != nil {
		return err
	}
	second, err := p.message()
	if err != nil {
		return err
	}
	if p.expect(one, first, true) != nil {
		first, second = second, first
	}
	return errors.Join(p.expect(one, first, true), p.expect(other, second, true))
}

// message is the next message of the server.
func (p *player) message() (map[string]any, error) {
	synctest.Wait()
	var raw json.RawMessage
	select {
	case raw = <-p.in:
	default:
		return nil, fmt.Errorf("the server wrote nothing")
	}
	p.log = append(p.log, "  got "+string(raw))
	var got map[string]any
	if err := json.Unmarshal(raw, &got); err != nil {
		return nil, err
	}
	delete(got, "jsonrpc")
	if result, ok := got["result"].(map[string]any); ok {
		delete(result, "_meta") // serverInfo
	}
	return got, nil
}

func (p *player) expect(text string, got map[string]any, partly bool) error {
	var want any
	if err := json.Unmarshal([]byte(text), &want); err != nil {
		return err
	}
	return p.match("", want, got, partly)
}

var variable = regexp.MustCompile(`^\$[A-Z]+$`)

func (p *player) match(at string, want, got any, partly bool) error {
	if name, ok := want.(string); ok && variable.MatchString(name) {
		if bound, ok := p.vars[name]; ok {
			want = bound
		} else {
			p.vars[name] = got
			return nil
		}
	}
	w, wOK := want.(map[string]any)
	g, gOK := got.(map[string]any)
	if !wOK || !gOK {
		if !reflect.DeepEqual(want, got) {
			return fmt.Errorf("%s: want %v, got %v", at, want, got)
		}
		return nil
	}
	for _, key := range slices.Sorted(maps.Keys(w)) {
		value, ok := g[key]
		if !ok {
			return fmt.Errorf("%s.%s is missing", at, key)
		}
		if err := p.match(at+"."+key, w[key], value, partly); err != nil {
			return err
		}
	}
	for _, key := range slices.Sorted(maps.Keys(g)) {
		if _, ok := w[key]; !ok && !partly {
			return fmt.Errorf("%s.%s is not expected: %v", at, key, g[key])
		}
	}
	return nil
}

// substitute puts the values of variables into what the client writes.
func (p *player) substitute(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key := range v {
			v[key] = p.substitute(v[key])
		}
	case []any:
		for i := range v {
			v[i] = p.substitute(v[i])
		}
	case string:
		name, changed := strings.CutSuffix(v, "~")
		value, ok := p.vars[name]
		if !ok {
			return v
		}
		if s, ok := value.(string); ok && changed {
			last := s[len(s)-1]
			if last == 'A' {
				return s[:len(s)-1] + "B"
			}
			return s[:len(s)-1] + "A"
		}
		return value
	}
	return v
}
