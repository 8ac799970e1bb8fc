package form

import (
	"reflect"
	"testing"
)

// A moment is taken apart only where putting it together again gives the same.
func TestParseMoment(t *testing.T) {
	for text, want := range map[string]Moment{
		"2026-07-28T09:30:00Z":          {"2026-07-28", "09:30", "Z"},
		"2026-07-28T00:00:00+05:45":     {"2026-07-28", "00:00", "+05:45"},
		"2026-07-28T09:30:15-03:30":     {"2026-07-28", "09:30:15", "-03:30"},
		"2026-07-28T09:30:15.250+00:00": {"2026-07-28", "09:30:15.250", "+00:00"},
		"2026-07-28T09:30:00.000Z":      {"2026-07-28", "09:30:00.000", "Z"},
		"9999-12-31T23:59:59.9-12:00":   {"9999-12-31", "23:59:59.9", "-12:00"},
	} {
		m, ok := ParseMoment(text)
		if !ok || m != want || m.String() != text {
			t.Errorf("%s: %+v, %v, again %s", text, m, ok, m)
		}
	}
	for _, text := range []string{
		"", "tomorrow", "2026-07-28", "2026-07-28T09:30:00", "2026-02-30T09:30:00Z", // no date-times
		"2026-07-28t09:30:00Z", "2026-07-28T09:30:00z", "2016-12-31T23:59:60Z", "2026-07-28T09:30:00.2501Z", "0000-01-01T00:00:00Z",
	} {
		if m, ok := ParseMoment(text); ok {
			t.Errorf("%q is taken apart: %+v", text, m)
		}
	}
}

func FuzzParseMoment(f *testing.F) {
	f.Add("2026-07-28T09:30:15.250+09:00")
	f.Fuzz(func(t *testing.T, text string) {
		if m, ok := ParseMoment(text); ok && (m.String() != text || !CheckFormat(KindDateTime, text)) {
			t.Errorf("%q gives %+v", text, m)
		}
	})
}

// Nothing that is filled in only in part is taken for empty or sent.
func TestHalfFilled(t *testing.T) {
	dateTime := Field{Name: "f", Kind: KindDateTime}
	date := Field{Name: "f", Kind: KindDate}
	for _, test := range []struct {
		field Field
		shown []string
		sent  any    // when optional
		want  string // the problem otherwise
	}{
		{dateTime, []string{"2026-07-28", "09:30", "+09:00"}, "2026-07-28T09:30:00+09:00", ""},
		{dateTime, []string{"2026-07-28", "09:30:15", "Z"}, "2026-07-28T09:30:15Z", ""},
		{dateTime, []string{"", "", "+09:00"}, nil, ""},
		{dateTime, []string{"2026-07-28", "", "+09:00"}, nil, ProblemTimeMissing},
		{dateTime, []string{"", "09:30", "+09:00"}, nil, ProblemDateMissing},
		{dateTime, []string{"2026-07-28", "09:30", ""}, nil, ProblemZoneMissing},
		{dateTime, []string{"", "", "+09:00", Unfinished}, nil, ProblemUnfinished},
		{dateTime, []string{"", "09:30", "+09:00", Unfinished}, nil, ProblemUnfinished},
		{dateTime, []string{"12026-07-28", "09:30", "Z"}, nil, ProblemDateTime},
		{dateTime, []string{"2026-07-28T09:30:00Z"}, "2026-07-28T09:30:00Z", ""},
		{dateTime, []string{"tomorrow"}, nil, ProblemDateTime},
		{date, []string{"2026-07-28"}, "2026-07-28", ""},
		{date, []string{"", Unfinished}, nil, ProblemUnfinished},
		{date, []string{""}, nil, ""},
	} {
		s := &Schema{Fields: []Field{test.field}}
		content, problems := s.Read(Draft{"f": test.shown})
		if got := codes(t, problems); got != "" && got != "f:"+test.want || got == "" && test.want != "" || !reflect.DeepEqual(content["f"], test.sent) {
			t.Errorf("%s %q: %v, %q", test.field.Kind, test.shown, content, got)
		}
		// Required, what is empty is missed as such.
		s.Fields[0].Required = true
		want := test.want
		if test.sent == nil && want == "" {
			want = ProblemRequired
		}
		if _, problems := s.Read(Draft{"f": test.shown}); len(problems) > 1 || (want == "") != (problems == nil) || want != "" && problems[0].Code != want {
			t.Errorf("required %s %q: %v, want %q", test.field.Kind, test.shown, problems, want)
		}
	}
}

func TestMomentOf(t *testing.T) {
	for _, test := range []struct {
		texts []string
		want  Moment
		ok    bool
	}{
		{nil, Moment{}, true},
		{[]string{""}, Moment{}, true},
		{[]string{"2026-07-28T09:30:00Z"}, Moment{"2026-07-28", "09:30", "Z"}, true},
		{[]string{"2026-07-28", "", "Z", Unfinished}, Moment{"2026-07-28", "", "Z"}, true},
		{[]string{"2026-07-28t09:30:00z"}, Moment{}, false},
	} {
		if m, ok := MomentOf(test.texts); m != test.want || ok != test.ok {
			t.Errorf("%q: %+v, %v", test.texts, m, ok)
		}
	}
}
