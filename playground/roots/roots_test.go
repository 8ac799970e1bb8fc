package roots

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"
)

// codeOf is the code of a refusal, or "" if uri is accepted.
func codeOf(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	var refused *Error
	if !errors.As(err, &refused) {
		t.Fatalf("error is a %T, want *Error", err)
	}
	if refused.Error() == "" || strings.HasPrefix(refused.Reason(), "it is refused (") {
		t.Errorf("code %q has no English", refused.Code)
	}
	return refused.Code
}

// expect parses uri and compares with want: a path, or "refused: code".
func expect(t *testing.T, uri, want string) {
	t.Helper()
	name, err := Parse(uri)
	got := "refused: " + codeOf(t, err)
	if err == nil {
		got = Path(name)
	}
	if got != want {
		t.Errorf("Parse(%q): got %s, want %s", uri, got, want)
	}
}

// TestDocumentedTable holds the package documentation to its word.
func TestDocumentedTable(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`(?m)^//\t(\S.*?) {2,}(/\S*(?: \S+)*|refused: \S+)(?: {2,}.*)?$`)
	_, table, _ := strings.Cut(string(text), "result                  remark")
	rows := row.FindAllStringSubmatch(table, -1)
	if len(rows) < 50 {
		t.Fatalf("found only %d rows", len(rows))
	}
	for _, r := range rows {
		t.Run(r[1], func(t *testing.T) { expect(t, r[1], r[2]) })
	}
}

func TestBeyondTheTable(t *testing.T) {
	for _, test := range []struct{ uri, want string }{
		{"", "refused: empty"},
		{" file:///notes", "refused: space"},
		{"file:///notes ", "refused: space"},
		{"file:///notes\u00a0", "refused: space"},
		{"file:///no\ntes", "refused: control"},
		{"file:///no\ttes", "refused: control"},
		{"file:///no\x7ftes", "refused: control"},
		{"file:///no\x00tes", "refused: nul"},
		{"file:///no\xfftes", "refused: utf8"},
		{"file:///a%E2%82", "refused: utf8"},
		{"file:///%0A", "/\n"}, // a file may be called so; the URI shows it encoded
		{"file", "refused: scheme"},
		{"fil%65:///notes", "refused: scheme"},
		{"javascript:alert(1)", "refused: scheme"},
		{`\\server\share`, "refused: scheme"},
		{"file://%6cocalhost/notes", "refused: host"},
		{"file://localhost.evil.test/notes", "refused: host"},
		{"file://127.0.0.1/notes", "refused: host"},
		{"file://c|/repo", "refused: drive"},
		{"file:///c:", "refused: drive"},
		{"file:///./C:/x", "refused: drive"},
		{"file:///notes/C:/x", "/notes/C:/x"}, // a drive stands first or is none
		{"file:/C:/x", "refused: drive"},
		{"file:///////", "refused: unc"},
		{"file:///.//notes", "/notes"},
		{"file:///notes//", "/notes"},
		{"file:///notes/%2E%2e", "/"},
		{"file:///a/b/../../../../c", "/c"},
		{"file:///%", "refused: percent"},
		{"file:///%2", "refused: percent"},
		{"file:///%2f", "refused: encoded-slash"},
		{"file:///" + strings.Repeat("a", MaxURI), "refused: too-long"},
		{"file:///" + strings.Repeat("메", MaxURI/3-100), "refused: too-long"}, // once encoded
		{"file:///" + strings.Repeat("../", 5000) + "x", "/x"},
	} {
		expect(t, test.uri, test.want)
	}
}

// TestReports is the rows of bug-triggers (b) that concern a URI or a prefix.
func TestReports(t *testing.T) {
	for _, test := range []struct{ id, uri, want string }{
		{"B7", "file:///tmp/a#b", "refused: fragment"},
		{"B7", "file:///tmp/a?b", "refused: query"},
		{"B7", "file:///tmp/a%23b", "/tmp/a#b"},
		{"B7", "file:///tmp/a%3Fb", "/tmp/a?b"},
		{"B7", "file://C:/repo", "refused: drive"},
		{"B7", "file://server/share", "refused: host"},
		{"B8", "file:///D:/Dev/app", "refused: drive"},
		{"B8", "file:///Dev/my%20app", "/Dev/my app"},
		{"B8", "file://localhost/x", "/x"},
		{"B8", "file://LocalHost/x", "/x"},
		{"B10", "file://C:/repo", "refused: drive"},
		{"B10", "file:///C|/repo", "refused: drive"},
		{"B10", `file:///notes\..\etc`, "refused: backslash"},
		{"B10", "file:///100%", "refused: percent"},
		{"B10", "file:///notes/%2e%2e/etc", "/etc"},
		{"B10", "file:////notes", "refused: unc"},
		{"B11", "file:///notes/%2e%2e/etc", "/etc"},
		{"B11", "file:///notes/..%2Fetc", "refused: encoded-slash"},
		{"B11", "file:///notes%2Fevil", "refused: encoded-slash"},
		{"B11", "file:///notes%252e%252e", "/notes%2e%2e"},
		{"B12", "file:///notes/a%00b", "refused: nul"},
		{"B12", "file:///notes/a\x00b", "refused: nul"},
		{"B12", "", "refused: empty"},
		{"B12", "file:///", "/"},
		{"B12", "file:///..", "/"},
		{"B12", "file:///...", "/..."},
		{"B12", "file:///notes//x", "/notes/x"},
		{"B12", "file:///notes/.", "/notes"},
		{"B12", "file:///notes/", "/notes"},
		{"B12", "file:///" + strings.Repeat("a/", 1<<20), "refused: too-long"},
	} {
		t.Run(test.id, func(t *testing.T) { expect(t, test.uri, test.want) })
	}
	t.Run("B11 never inside", func(t *testing.T) {
		for _, uri := range []string{"file:///notes/%2e%2e/etc", "file:///notes/..%2Fetc", "file:///notes%2Fevil", "file:///notes%252e%252e"} {
			if name, err := Parse(uri); err == nil && Contains("notes", name) {
				t.Errorf("%s is inside /notes as %q", uri, name)
			}
		}
	})
	t.Run("B1", func(t *testing.T) {
		for _, name := range []string{"notes-evil/x", "notes.bak", "notesX"} {
			if Contains("notes", name) {
				t.Errorf("/notes contains /%s", name)
			}
		}
	})
	t.Run("CVE-2025-53110", func(t *testing.T) {
		root, name := "private/tmp/allow_dir", "private/tmp/allow_dir_sensitive_credentials/key"
		if Contains(root, name) {
			t.Errorf("%s contains %s", root, name)
		}
	})
	t.Run("B19", func(t *testing.T) {
		if usable, bad := ParseAll(nil); len(usable) != 0 || len(bad) != 0 {
			t.Errorf("empty list: %v, %v", usable, bad)
		}
		usable, bad := ParseAll([]Entry{{URI: "file://server/share"}, {URI: "file:///notes/todo.md", Title: "One file"}})
		if len(usable) != 1 || usable[0] != (Root{Name: "notes/todo.md", Title: "One file"}) {
			t.Errorf("usable: %v", usable)
		}
		if len(bad) != 1 || bad[0].Index != 0 || bad[0].Err.Code != CodeHost {
			t.Errorf("bad: %v", bad)
		}
	})
}

func TestContains(t *testing.T) {
	for _, test := range []struct {
		root, name string
		want       bool
	}{
		{"notes", "notes", true},
		{"notes", "notes/a", true},
		{"notes", "notes/a/b", true},
		{"notes", "note", false},
		{"notes", "notes-evil", false},
		{"notes/a", "notes", false},
		{"notes", "Notes/a", false},
		{".", ".", true},
		{".", "notes/a", true},
		{"notes", ".", false},
		{"caf\u00e9", "cafe\u0301/a", false}, // NFC and NFD
		// What is no name is nowhere.
		{"", "", false},
		{"", "notes", false},
		{"/", "/notes", false},
		{"notes", "notes/", false},
		{"notes", "notes//a", false},
		{"notes", "notes/../etc", false},
		{"notes/", "notes/a", false},
		{".", "../etc", false},
		{"notes", "notes/\xff", false},
	} {
		if got := Contains(test.root, test.name); got != test.want {
			t.Errorf("Contains(%q, %q) = %v", test.root, test.name, got)
		}
	}
}

func TestURI(t *testing.T) {
	for _, test := range []struct{ name, uri string }{
		{".", "file:///"},
		{"home/alice", "file:///home/alice"},
		{"a b/100%", "file:///a%20b/100%25"},
		{"a#b?c", "file:///a%23b%3Fc"},
		{`a\b`, "file:///a%5Cb"},
		{"메모", "file:///%EB%A9%94%EB%AA%A8"},
		{"C:", "file:///%43:"},
		{"c|/x", "file:///%63%7C/x"},
		{"x/C:", "file:///x/C:"},
		{"~-._!$&'()*+,;=:@", "file:///~-._!$&'()*+,;=:@"},
		{`<a href="x">`, "file:///%3Ca%20href=%22x%22%3E"},
	} {
		if got := URI(test.name); got != test.uri {
			t.Errorf("URI(%q) = %s, want %s", test.name, got, test.uri)
		}
		if got, err := Parse(test.uri); err != nil || got != test.name {
			t.Errorf("Parse(%s) = %q, %v", test.uri, got, err)
		}
		r := Root{Name: test.name}
		if r.URI() != test.uri || r.Path() != Path(test.name) {
			t.Errorf("Root %q: %s, %s", test.name, r.URI(), r.Path())
		}
	}
}

// TestRoundTrip draws random names from an alphabet of trouble.
func TestRoundTrip(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	alphabet := []string{"a", "C", ":", "|", "/", ".", "..", "%", "2", "F", "\\", "#", "?", " ", "é", "e\u0301", "\n", "메", "~", "\u202e"}
	checked := 0
	for range 200_000 {
		var b strings.Builder
		for range 1 + random.IntN(8) {
			b.WriteString(alphabet[random.IntN(len(alphabet))])
		}
		name := b.String()
		if !fs.ValidPath(name) {
			continue
		}
		checked++
		if got, err := Parse(URI(name)); err != nil || got != name {
			t.Fatalf("Parse(URI(%q)) = %q, %v", name, got, err)
		}
	}
	if checked < 10_000 {
		t.Errorf("only %d valid names", checked)
	}
}

func TestInstead(t *testing.T) {
	for _, test := range []struct{ uri, want string }{
		{"file:///tmp/a#b", "file:///tmp/a%23b"},
		{"file:///tmp/a?b#c", "file:///tmp/a%3Fb%23c"},
		{" file:///tmp/a ", "file:///tmp/a"},
		{" file:///tmp/a#b", "file:///tmp/a%23b"},
		{"/home/alice/My Notes", "file:///home/alice/My%20Notes"},
		{"/home/../etc", "file:///etc"},
		{"/", "file:///"},
		{"//server/share", ""},
		{"file://server/a#b", ""},
		{"C:\\x", ""},
	} {
		_, err := Parse(test.uri)
		var refused *Error
		if !errors.As(err, &refused) || refused.Instead != test.want {
			t.Errorf("Parse(%q): %v, want instead %q", test.uri, err, test.want)
		}
	}
}

func TestErrorIsShort(t *testing.T) {
	_, err := Parse("file://" + strings.Repeat("메", 5000) + "/x")
	if length := len(err.Error()); length > 10*shownURI {
		t.Errorf("message of %d bytes", length)
	}
}

func TestParseAll(t *testing.T) {
	usable, bad := ParseAll([]Entry{
		{URI: "file:///b"},
		{URI: "file:///a/", Title: "A"},
		{URI: "file:///B"},
		{URI: "file://localhost/b/.", Title: "Bee \xff"},
		{URI: "file:///a", Title: "second"},
	})
	want := []Root{{"b", "Bee \uFFFD"}, {"a", "A"}, {"B", ""}}
	if len(bad) != 0 || len(usable) != len(want) {
		t.Fatalf("usable %v, bad %v", usable, bad)
	}
	for i := range want {
		if usable[i] != want[i] {
			t.Errorf("root %d: %v, want %v", i, usable[i], want[i])
		}
	}

	many := make([]Entry, MaxRoots+7)
	for i := range many {
		many[i].URI = "file:///a"
	}
	usable, bad = ParseAll(many)
	if len(usable) != 1 || len(bad) != 1 || bad[0].Err.Code != CodeTooMany || bad[0].Err.Params["count"] != 7 {
		t.Errorf("too many: %v, %v", usable, bad)
	}
	codeOf(t, bad[0].Err)
}

func FuzzParse(f *testing.F) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		f.Fatal(err)
	}
	for _, uri := range regexp.MustCompile(`(?m)^//\t(file:\S+)`).FindAllStringSubmatch(string(text), -1) {
		f.Add(uri[1])
	}
	f.Fuzz(func(t *testing.T, uri string) {
		name, err := Parse(uri)
		if err != nil {
			codeOf(t, err)
			return
		}
		if !fs.ValidPath(name) || strings.Contains(name, "\x00") {
			t.Fatalf("Parse(%q) = %q", uri, name)
		}
		canonical := URI(name)
		if again, err := Parse(canonical); err != nil || again != name {
			t.Fatalf("Parse(%q) = %q, %v; want %q", canonical, again, err, name)
		}
		if !Contains(".", name) || !Contains(name, name) {
			t.Fatalf("%q is not inside itself", name)
		}
	})
}

// TestCodes: every code is listed and has English.
func TestCodes(t *testing.T) {
	source, err := os.ReadFile("error.go")
	if err != nil {
		t.Fatal(err)
	}
	declared := regexp.MustCompile(`(?m)^\tCode\w+ += "`).FindAll(source, -1)
	if len(declared) != len(Codes()) {
		t.Errorf("%d codes declared, %d listed", len(declared), len(Codes()))
	}
	for _, code := range Codes() {
		codeOf(t, &Error{Code: code})
	}
}
