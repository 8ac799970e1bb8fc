package notes

import (
	"context"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
)

type searchInput struct {
	Query  string `json:"query" jsonschema:"words that a note must have, all of them, in its title, tags, path or text, in any case"`
	Limit  int    `json:"limit,omitempty" jsonschema:"how many at most, 50 unless said"`
	Cursor string `json:"cursor,omitempty" jsonschema:"next_cursor of the page before"`
}

// A Hit is a note that was found.
type Hit struct {
	Summary
	Excerpt string `json:"excerpt,omitempty" jsonschema:"the first line of the text that has one of the words"`
}

type searchOutput struct {
	Notes []Hit  `json:"notes"`
	Total int    `json:"total" jsonschema:"how many there are on all pages"`
	Next  string `json:"next_cursor,omitempty" jsonschema:"cursor of the next page; absent on the last"`
}

func (s *server) addSearch(srv *mcp.Server, a *ask.Asker) {
	addTool(srv, a, &mcp.Tool{
		Name:        "notes_search",
		Title:       "Search notes",
		Description: "Finds notes by words, archived ones too, inside the roots that the user allows. Each note comes with the line of its text where a word was found.",
		InputSchema: input[searchInput](bounds{"query": length(1, maxQuery), "limit": paging["limit"], "cursor": paging["cursor"]}),
		Annotations: hints(true, false, true),
	}, s.search)
}

func (s *server) search(ctx context.Context, q *ask.Q, in searchInput) (searchOutput, error) {
	words := strings.Fields(strings.ToLower(in.Query))
	if len(words) == 0 {
		return searchOutput{}, fmt.Errorf("query is empty: say a word that the note has; notes_list shows all notes")
	}
	st, err := s.open(ctx, q)
	if err != nil {
		return searchOutput{}, err
	}
	excerpts := map[string]string{} // by name
	found, err := st.where(ctx, func(n Note, text func() []byte) bool {
		excerpt, ok := match(words, n, string(text()))
		if ok {
			excerpts[n.Name] = excerpt
		}
		return ok
	})
	if err != nil {
		return searchOutput{}, err
	}
	some, next, err := st.page(found, in.Cursor, in.Limit)
	if err != nil {
		return searchOutput{}, err
	}
	out := searchOutput{Notes: make([]Hit, len(some)), Total: len(found), Next: next}
	for i, n := range some {
		out.Notes[i] = Hit{summary(n), excerpts[n.Name]}
	}
	return out, nil
}

// match reports whether a note has all the words, which are in lower case, and
// the first line of its text that has one.
func match(words []string, n Note, body string) (excerpt string, ok bool) {
	about := strings.ToLower(n.Title + "\n" + strings.Join(n.Tags, "\n") + "\n" + path.Dir(n.Where))
	text := strings.ToLower(body)
	for _, w := range words {
		if !strings.Contains(about, w) && !strings.Contains(text, w) {
			return "", false
		}
	}
	for l := range strings.Lines(body) {
		low := strings.ToLower(l)
		for _, w := range words {
			if strings.Contains(low, w) {
				return cut(line(l), 160), true
			}
		}
	}
	return "", true
}

// cut is s, or as much of it as has at most n bytes.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}
