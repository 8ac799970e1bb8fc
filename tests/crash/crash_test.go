package crash

import (
	"bufio"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// kills is how many servers are killed.
const kills = 8

// A state is where a note is and in which version; zero when it is nowhere.
type state struct {
	place   string
	version int
}

func TestKill(t *testing.T) {
	within := 0
	for seed := range uint64(kills) {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			dir := t.TempDir()
			if err := os.Mkdir(filepath.Join(dir, "Notes"), 0o755); err != nil {
				t.Fatal(err)
			}
			may := killed(t, dir, seed)
			for _, states := range may {
				if len(states) > 1 {
					within++
				}
			}
			compare(t, filepath.Join(dir, "Notes"), may)
		})
	}
	t.Logf("%d of %d servers were killed within a call", within, kills)
	if within < kills/4 {
		t.Error("hardly any was killed within a call: the test shows little")
	}
}

// killed runs a server in dir until it is killed, and returns what each note may
// have come to.
func killed(t *testing.T, dir string, seed uint64) map[string][]state {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), dirVariable+"="+dir, seedVariable+"="+strconv.FormatUint(seed, 10))
	cmd.Stderr = os.Stderr
	said, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	hung := time.AfterFunc(30*time.Second, func() { _ = cmd.Process.Kill() })
	defer hung.Stop()
	dice := rand.New(rand.NewPCG(seed, 1))
	left, delay := 1+dice.IntN(12), time.Duration(dice.IntN(500))*time.Microsecond
	may := map[string][]state{}
	var last string
	for lines := bufio.NewScanner(said); lines.Scan(); {
		line := lines.Text()
		var title string
		var s state
		if line == "done" {
			may[last] = may[last][1:]
		} else if _, err := fmt.Sscanf(line, "begin %s %s %d", &title, &s.place, &s.version); err != nil {
			t.Fatalf("the server says %q: %v", line, err)
		} else {
			if may[title] == nil {
				may[title] = []state{{}}
			}
			may[title] = append(may[title], s)
			last = title
		}
		if left--; left == 0 {
			go func() {
				changed(filepath.Join(dir, "Notes"))
				time.AfterFunc(delay, func() { _ = cmd.Process.Kill() })
			}()
		}
	}
	_ = cmd.Wait() // it was killed
	if left > 0 {
		t.Fatal("the server ended or hung before it was killed")
	}
	return may
}

// changed waits for the next change below dir, so that the server is killed while
// it writes and not while it thinks.
func changed(dir string) {
	look := func() (seen string) {
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			if info, err := e.Info(); err == nil {
				seen += fmt.Sprintln(e.Name(), info.Size(), info.ModTime())
			}
		}
		return seen
	}
	for before, late := look(), time.Now().Add(time.Second); look() == before && time.Now().Before(late); {
		runtime.Gosched()
	}
}

// compare compares the files below root with what they may be.
func compare(t *testing.T, root string, may map[string][]state) {
	t.Helper()
	found := map[string]state{}
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".askback-") {
			return err // a file that is not a note yet
		}
		title := strings.TrimSuffix(d.Name(), ".md")
		if _, twice := found[title]; twice {
			t.Errorf("%s is in two places", title)
		}
		s := state{place: "notes"}
		if filepath.Base(filepath.Dir(file)) == "Archive" {
			s.place = "archive"
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		head, body, _ := strings.Cut(string(data), "\n---\n")
		if !strings.Contains(head, "\ntitle: "+title+"\n") {
			t.Errorf("%s has lost its title: %q", file, head)
		}
		for _, m := range may[title] {
			if m.version > 0 && strings.TrimLeft(body, "\n") == text(title, m.version) {
				s.version = m.version
			}
		}
		found[title] = s
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for title, states := range may {
		if !slices.Contains(states, found[title]) {
			t.Errorf("%s is %+v, want one of %+v", title, found[title], states)
		}
		delete(found, title)
	}
	for title := range found {
		t.Errorf("nobody made %s", title)
	}
}
