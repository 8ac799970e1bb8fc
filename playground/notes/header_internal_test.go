package notes

import (
	"reflect"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
)

func TestEdit(t *testing.T) {
	day := time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		data    string
		changes []change
		want    string // empty: refused
	}{
		"new":            {"", []change{{"id", "n-1"}, {"title", "A: b"}, {"created", day}, {"tags", []string{"a", "true", "1", "x y"}}}, "---\nid: n-1\ntitle: \"A: b\"\ncreated: 2026-07-28\ntags: [a, \"true\", \"1\", x y]\n---\n"},
		"text alone":     {"Text\n", []change{{"title", "T"}}, "---\ntitle: T\n---\nText\n"},
		"never closed":   {"---\nText\n", []change{{"title", "T"}}, "---\ntitle: T\n---\n---\nText\n"},
		"in the middle":  {"---\na:   1\ntitle: old # why\n# about b\nb: {c: 2}\n---\nText\n", []change{{"title", "new"}}, "---\na:   1\ntitle: new # why\n# about b\nb: {c: 2}\n---\nText\n"},
		"block list":     {"---\ntags:\n  - a\n  - b\n\n# end\n---\n", []change{{"tags", []string{}}}, "---\ntags: []\n\n# end\n---\n"},
		"two lines":      {"---\ntitle: one\n  two\nid: x\n---\n", []change{{"title", "three"}}, "---\ntitle: three\nid: x\n---\n"},
		"CRLF":           {"---\r\nid: x\r\n---\r\nText", []change{{"title", "T"}}, "---\r\nid: x\r\ntitle: T\r\n---\r\nText"},
		"empty":          {"---\n---\nText", []change{{"title", "T"}}, "---\ntitle: T\n---\nText"},
		"only a comment": {"---\n# c\n---\n", []change{{"title", "T"}}, "---\n# c\ntitle: T\n---\n"},
		"a list":         {"---\n- a\n---\n", []change{{"title", "T"}}, ""},
		"flow":           {"---\n{id: x}\n---\n", []change{{"title", "T"}}, ""},
		"broken":         {"---\nid: [\n---\n", []change{{"title", "T"}}, ""},
	} {
		got, err := edit([]byte(c.data), nil, c.changes...)
		if (err != nil) != (c.want == "") || string(got) != c.want {
			t.Errorf("%s: got %q, %v, want %q", name, got, err, c.want)
		}
	}
}

// A text that looks like front matter is text: it does not make another note of
// the one that it is put in.
func TestEditText(t *testing.T) {
	const text = "---\nid: note-1\n---\nText\n"
	for _, data := range []string{"Old\n", "---\ntitle: T\n---\nOld\n", ""} {
		out, err := edit([]byte(data), []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if h, body := frontMatter(out); h.ID != "" || string(body) != text {
			t.Errorf("in %q: %q", data, out)
		}
	}
}

// Whatever a title or tag is, it comes back as it was, and what stands beside it
// stays.
func FuzzEdit(f *testing.F) {
	for _, s := range []string{"", "a", "true", "~", "- a", "a: b", "a #b", "\"", "'", "2026-01-01", "0x1f", "é", "\u2028", "\x00", "---", "[a]", "&a", "*a", "!x", "%", "@", "`", "|", ">", "\\", "=", "<<"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 4*maxTitle {
			return // nothing so long comes here
		}
		s = string([]rune(s)) // as JSON would have it
		out, err := edit([]byte("---\ntitle: old\nother: 1 # c\n---\nText\n"), nil, change{"title", s}, change{"tags", []string{s, "b"}})
		if err != nil {
			t.Fatal(err)
		}
		head, body := split(out)
		var got struct {
			Title string
			Tags  []string
			Other int
		}
		if err := yaml.Unmarshal(head, &got); err != nil {
			t.Fatalf("%q: %v", head, err)
		}
		if got.Title != s || !reflect.DeepEqual(got.Tags, []string{s, "b"}) || got.Other != 1 || string(body) != "Text\n" {
			t.Errorf("%q became %q, %+v", s, out, got)
		}
	})
}
