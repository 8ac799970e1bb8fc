package load

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"

	"askback/notesfs"
	"askback/playground/ask"
	"askback/playground/notes"
)

const (
	clients = 64
	// most is how many calls a client makes, in no more than enough, unless it is
	// told for how long to make them.
	most   = 25
	enough = 10 * time.Second
	// idle is after how long without a request a session ends.
	idle = 4 * time.Second
	// common is a root that all clients have, and nobody writes to.
	common = "home/common"
)

var (
	duration = flag.Duration("for", 0, "how long to make calls; 0 is for a limited number of them")
	seed     = flag.Uint64("seed", 1, "of the dice")
)

// A world is a server with all its clients.
type world struct {
	files  *notesfs.FS
	server *mcp.Server
	url    string
	http   *http.Client

	calls, questions, pending atomic.Int64

	// gate opens when all clients have a question on the screen: until then,
	// nobody answers.
	gate chan struct{}
	open sync.Once

	mu     sync.Mutex
	most   int64 // questions at one time
	counts map[string]int
}

// count counts what happened.
func (w *world) count(what string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.counts[what]++
}

// shown notes that one more question is on a screen. The last one of all opens
// the gate.
func (w *world) shown() {
	now := w.pending.Add(1)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.most = max(w.most, now)
	if now == clients {
		w.open.Do(func() { close(w.gate) })
	}
}

func (w *world) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var b strings.Builder
	fmt.Fprintf(&b, "%d calls, %d questions, up to %d at one time", w.calls.Load(), w.questions.Load(), w.most)
	for _, what := range slices.Sorted(maps.Keys(w.counts)) {
		fmt.Fprintf(&b, "\n%6d %s", w.counts[what], what)
	}
	return b.String()
}

func commonTitles() []string { return []string{"Common one", "Common two"} }

func newWorld(t *testing.T) (*world, *httptest.Server) {
	t.Helper()
	w := &world{files: notesfs.New(nil), http: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}, gate: make(chan struct{}), counts: map[string]int{}}
	if err := w.files.MkdirAll(common, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, title := range commonTitles() {
		if err := w.files.WriteFile(common+"/"+title+".md", []byte("# "+title+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	asker, err := ask.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	w.server = notes.NewServer(notes.Options{
		View:  func(roots []string) (notesfs.View, error) { return notesfs.NewScope(w.files, roots...) },
		Asker: asker,
	})
	ts := httptest.NewServer(ask.Handler(func(*http.Request) *mcp.Server { return w.server }, &ask.HandlerOptions{SessionTimeout: idle}))
	w.url = ts.URL
	return w, ts
}

// each has every client do something at the same time.
func (w *world) each(all []*client, do func(*client)) {
	var wg sync.WaitGroup
	for _, c := range all {
		wg.Go(func() { do(c) })
	}
	wg.Wait()
}

func TestLoad(t *testing.T) {
	goroutines := goleak.IgnoreCurrent()
	w, ts := newWorld(t)
	var all []*client
	for n := range clients {
		c := newClient(t, w, n, *seed)
		if err := w.files.MkdirAll(c.dir(), 0o755); err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}

	w.each(all, (*client).together)
	w.ended(t)
	// What is made once has been made now: buffers, pools, the schemas' caches.
	before := heap()

	calls, long := most, enough
	if *duration > 0 {
		calls, long = math.MaxInt, *duration
	}
	began := time.Now()
	w.each(all, func(c *client) { c.use(calls, began.Add(long)) })
	took := time.Since(began)
	w.ended(t)
	ts.Close() // when every request has been served
	t.Logf("seed %d: %v, %.0f calls a second\n%v", *seed, took.Round(time.Millisecond), float64(w.calls.Load())/took.Seconds(), w)

	w.compare(t, all)
	w.empty(t)
	w.http.CloseIdleConnections()
	if err := goleak.Find(goroutines); err != nil {
		t.Error(err)
	}
	all = nil
	after, allowed := heap(), uint64(w.calls.Load())*keptPerCall+slack
	t.Logf("the heap was %d KB and is %d KB", before>>10, after>>10)
	if after > before+allowed {
		t.Errorf("the heap has grown by %d KB, which is more than %d KB", (after-before)>>10, allowed>>10)
	}
	runtime.KeepAlive(w)
	runtime.KeepAlive(ts)
}

const (
	// keptPerCall is what the server may remember of a call, in bytes: the id of
	// its flow, so that nobody redeems it twice.
	keptPerCall = 256
	slack       = 2 << 20
)

// ended waits until the server has no sessions: those of clients that are gone
// without a word end by themselves.
func (w *world) ended(t *testing.T) {
	t.Helper()
	late := time.After(patience)
	for tick := time.NewTicker(10 * time.Millisecond); ; {
		left := len(slices.Collect(w.server.Sessions()))
		if left == 0 {
			tick.Stop()
			return
		}
		select {
		case <-tick.C:
		case <-late:
			t.Fatalf("%d sessions have not ended", left)
		}
	}
}

// compare compares the files with what the clients know of them.
func (w *world) compare(t *testing.T, all []*client) {
	t.Helper()
	files, err := read(w.files)
	if err != nil {
		t.Fatal(err)
	}
	sure, unsure := 0, 0
	for _, c := range all {
		for _, n := range c.notes {
			if err := n.found(c.dir(), files); err != nil {
				t.Errorf("%s, %s: %v", c.name, c.version, err)
			}
			if len(n.fates) == 1 {
				sure++
			} else {
				unsure++
			}
		}
	}
	for _, title := range commonTitles() {
		name := common + "/" + title + ".md"
		if string(files[name]) != "# "+title+"\n" {
			t.Errorf("%s is %q", name, files[name])
		}
		delete(files, name)
	}
	for name := range files {
		t.Errorf("there is also %s", name)
	}
	t.Logf("%d notes had one fate, %d one of several", sure, unsure)
	if sure < unsure {
		t.Error("hardly anything was certain: the test shows little")
	}
}

func usage(files *notesfs.FS) [2]int64 {
	bytes, entries := files.Usage()
	return [2]int64{bytes, int64(entries)}
}

// empty removes every file. What counts after that is left to open handles.
func (w *world) empty(t *testing.T) {
	t.Helper()
	if err := w.files.RemoveAll("home"); err != nil {
		t.Fatal(err)
	}
	if got, want := usage(w.files), usage(notesfs.New(nil)); got != want {
		t.Errorf("files that were removed still count %d, want %d: a handle is open", got, want)
	}
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.GC() // twice: what has a finalizer goes with the second
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
