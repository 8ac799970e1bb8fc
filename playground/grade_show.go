package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"askback/playground/exercise"
	"askback/playground/host"
)

// show writes what became of an attempt, in every form that was asked for.
func (f *gradeFlags) show(env environment, p *exercise.Pack, report *exercise.Report, log *traceLog) error {
	if f.json {
		if err := writeJSON(env.stdout, f.reportJSON(p, report)); err != nil {
			return cannot(err)
		}
	} else {
		f.people(env.stdout, p, report, log)
	}
	if f.junit != "" {
		if err := writeJUnit(f.junit, f.language, p, report); err != nil {
			return cannot(err)
		}
	}
	if f.trace != "" {
		if err := log.write(f.trace); err != nil {
			return cannot(err)
		}
	}
	if !report.Passed() {
		return failed("%s: %d of %d checks are wrong", p.ID, len(report.Wrong()), judged(report))
	}
	return nil
}

// judged counts the checks that were judged.
func judged(report *exercise.Report) int {
	ids := map[string]bool{}
	for _, v := range report.Verdicts {
		ids[v.Check] = true
	}
	return len(ids)
}

// people writes it for people.
func (f *gradeFlags) people(w io.Writer, p *exercise.Pack, report *exercise.Report, log *traceLog) {
	fmt.Fprintf(w, "%s: %s\n\n", p.ID, p.Title.In(f.language))
	wrong := report.Wrong()
	for _, c := range p.Checks {
		mark := "ok   "
		switch {
		case slices.Contains(wrong, c.ID):
			mark = "WRONG"
		case slices.Contains(report.Unjudged, c.ID):
			mark = "--   "
		case len(report.Of(c.ID)) == 0:
			continue // it was not asked for
		}
		fmt.Fprintf(w, "  %s  %s (%s)\n", mark, c.Title.In(f.language), c.ID)
		for _, v := range report.Of(c.ID) {
			if !v.Right {
				explain(w, v, log)
			}
		}
	}
	n := judged(report)
	fmt.Fprintf(w, "\n%d of %d checks are right. Graded in %.2f s.\n", n-len(wrong), n, report.Took.Seconds())
	if len(report.Unjudged) > 0 {
		fmt.Fprintf(w, "Not judged, because time has to pass and this server has a clock of its own: %s.\n", strings.Join(report.Unjudged, ", "))
	}
}

// explain says why a check is wrong.
func explain(w io.Writer, v exercise.Verdict, log *traceLog) {
	under := ""
	if v.Era != "" {
		under = " under " + v.Era
	}
	if v.Call > 0 {
		under += fmt.Sprintf(", call %d", v.Call)
	}
	if v.Line > 0 {
		fmt.Fprintf(w, "           line %d%s: %s\n", v.Line, under, v.Command)
	}
	fmt.Fprintf(w, "             expected: %s\n", v.Expected.Message())
	fmt.Fprintf(w, "             seen:     %s\n", v.Seen.Message())
	if m, ok := log.find(v); ok {
		fmt.Fprintf(w, "             message %d: %s\n", m.Seq, cut(string(m.JSON), 200))
	}
}

// cut keeps a text to a length.
func cut(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// A factJSON is a fact for machines, with its English.
type factJSON struct {
	exercise.Fact
	Text string `json:"text"`
}

type verdictJSON struct {
	exercise.Verdict
	Title    string    `json:"title"`
	Expected *factJSON `json:"expected,omitempty"`
	Seen     *factJSON `json:"seen,omitempty"`
}

type reportJSON struct {
	Exercise string        `json:"exercise"`
	Version  int           `json:"version"`
	Hash     string        `json:"hash"`
	Passed   bool          `json:"passed"`
	Seconds  float64       `json:"seconds"`
	Verdicts []verdictJSON `json:"verdicts"`
	Unjudged []string      `json:"unjudged,omitempty"`
}

func (f *gradeFlags) reportJSON(p *exercise.Pack, report *exercise.Report) reportJSON {
	out := reportJSON{
		Exercise: report.Exercise, Version: report.Version, Hash: report.Hash,
		Passed: report.Passed(), Seconds: report.Took.Seconds(), Unjudged: report.Unjudged,
	}
	text := func(f *exercise.Fact) *factJSON {
		if f == nil {
			return nil
		}
		return &factJSON{*f, f.Message()}
	}
	for _, v := range report.Verdicts {
		out.Verdicts = append(out.Verdicts, verdictJSON{v, title(p, v.Check, f.language), text(v.Expected), text(v.Seen)})
	}
	return out
}

func title(p *exercise.Pack, check, language string) string {
	for _, c := range p.Checks {
		if c.ID == check {
			return c.Title.In(language)
		}
	}
	return check
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// What JUnit XML holds, as far as it is understood everywhere.
type (
	junitSuite struct {
		XMLName  xml.Name    `xml:"testsuite"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Time     string      `xml:"time,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Failure *junitFailure `xml:"failure,omitempty"`
		Skipped *junitSkipped `xml:"skipped,omitempty"`
	}
	junitSkipped struct {
		Message string `xml:"message,attr"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

func writeJUnit(file, language string, p *exercise.Pack, report *exercise.Report) error {
	suite := junitSuite{Name: p.ID, Tests: len(report.Verdicts), Time: fmt.Sprintf("%.3f", report.Took.Seconds())}
	for _, v := range report.Verdicts {
		c := junitCase{Class: strings.TrimSuffix(p.ID+"."+v.Era, "."), Name: v.Check + ": " + title(p, v.Check, language)}
		if !v.Right {
			suite.Failures++
			c.Failure = &junitFailure{
				Message: v.Seen.Message(), Type: v.Seen.Code,
				Text: fmt.Sprintf("line %d: %s\nexpected: %s\nseen: %s\n", v.Line, v.Command, v.Expected.Message(), v.Seen.Message()),
			}
		}
		suite.Cases = append(suite.Cases, c)
	}
	for _, check := range report.Unjudged {
		suite.Tests++
		suite.Skipped++
		suite.Cases = append(suite.Cases, junitCase{
			Class: p.ID, Name: check + ": " + title(p, check, language),
			Skipped: &junitSkipped{"time has to pass, and this server has a clock of its own"},
		})
	}
	out, err := xml.MarshalIndent(suite, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, []byte(xml.Header+string(out)+"\n"), 0o644)
}

// A traceLog is what passed on the wire in each check.
type traceLog struct{ runs []tracedRun }

type tracedRun struct {
	check, era string
	messages   []host.Message
}

func (l *traceLog) watch(v exercise.Verdict, messages []host.Message) {
	l.runs = append(l.runs, tracedRun{v.Check, v.Era, messages})
}

// find returns the message that a verdict looked at.
func (l *traceLog) find(v exercise.Verdict) (host.Message, bool) {
	if l == nil {
		return host.Message{}, false
	}
	for _, r := range l.runs {
		for _, m := range r.messages {
			if r.check == v.Check && r.era == v.Era && m.Seq == v.Seq {
				return m, true
			}
		}
	}
	return host.Message{}, false
}

// write writes one line for each message.
func (l *traceLog) write(file string) (err error) {
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	enc := json.NewEncoder(out)
	for _, r := range l.runs {
		for _, m := range r.messages {
			line := struct {
				Check   string          `json:"check"`
				Era     string          `json:"era"`
				Seq     int             `json:"seq"`
				To      string          `json:"to"`
				Message json.RawMessage `json:"message"`
			}{r.check, r.era, m.Seq, map[host.Direction]string{host.ToServer: "server", host.ToHost: "host"}[m.Dir], m.JSON}
			if err := enc.Encode(line); err != nil {
				return err
			}
		}
	}
	return nil
}
