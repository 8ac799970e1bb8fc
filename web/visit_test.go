package web

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// What the card of an open page says and does depends on its call.
func TestVisitCards(t *testing.T) {
	doc := parse(t, Page(testAssets(), sampleVisits()))
	for i, want := range [][]string{
		{"for \u2068notes_setup", "I'm done", "The call still runs.", "tells the server nothing", "Cancel stops the call."},
		{"Call \u2068notes_setup\u2069 again", "The server says that it is finished.", "uses the same arguments"},
		{"did not let the page open", "Open \u2068notes.example\u2069 in a new tab", "calls \u2068notes_setup\u2069 again"},
		{"wanted other pages too", "that is all the server was told"},
		{"sent you to", "Nobody can tell which call it belongs to"},
	} {
		id := keyN("v", i)
		card := byID(doc, key("visit", id))
		for _, part := range append(want, "https://notes.example/connect?token=4f1c9e") {
			if !strings.Contains(text(card), part) {
				t.Errorf("card %d lacks %q: %s", i, part, text(card))
			}
		}
		var does []string
		for n := range elements(card) {
			if on := get(n, "data-on"); on != "" {
				does = append(does, on)
				if get(n, "data-id") != id {
					t.Errorf("card %d: %s of %q", i, on, get(n, "data-id"))
				}
			}
		}
		if want := []string{"click:visit-done", "click:visit-opened", "click:visit-cancel"}; !slices.Equal(does, want) {
			t.Errorf("card %d does %v, want %v", i, does, want)
		}
	}
	if got := text(byID(doc, "call-7")); !strings.Contains(got, "wants a page first") || !strings.Contains(got, "finish what you opened first") {
		t.Errorf("the call reads %q", got)
	}
	// What a card says is not said again beside the call.
	if strings.Contains(text(byID(doc, "call-5")), "done with") {
		t.Error("the call repeats what its card says")
	}
}

// Of several questions one can be answered, and the others can be turned to.
func TestSeveralQuestions(t *testing.T) {
	s := sampleSeveral()
	doc := parse(t, questions(s))
	for i, q := range s.Questions {
		card := byID(doc, key("question", q.ID))
		does := map[string]string{}
		for n := range elements(card) {
			for _, on := range strings.Fields(get(n, "data-on")) {
				does[on] = get(n, "data-id")
			}
		}
		want := "click:question"
		if q.ID == s.Current {
			want = "submit:answer"
		}
		if does[want] != q.ID || get(card, "data-question") != q.ID {
			t.Errorf("question %s does %v", q.ID, does)
		}
		if count := fmt.Sprintf("%d of 4 that wait", i+1); !strings.Contains(text(card), count) || !strings.Contains(text(card), q.Message) {
			t.Errorf("question %s reads %q", q.ID, text(card))
		}
	}
}
