package exercise

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"askback/playground/design"
	"askback/playground/form"
	"askback/playground/host"
)

// A Submission is the design of a question.
type Submission struct {
	Schema  string // JSON text, as it was written
	Message string
	Sent    bool // it was submitted; else it is what the learner begins with
}

// maxSubmission bounds the texts of a design, in bytes.
const maxSubmission = 64 << 10

// The files of a design in a starter or a solution.
const (
	schemaFile  = "schema.json"
	messageFile = "message.txt"
)

func designOf(files []File) Submission {
	var d Submission
	for _, f := range files {
		switch f.Name {
		case schemaFile:
			d.Schema = string(f.Data)
		case messageFile:
			d.Message = strings.TrimSpace(string(f.Data))
		}
	}
	return d
}

// StarterDesign is what a learner begins with in an exercise of kind design.
func (p *Pack) StarterDesign() Submission { return designOf(p.Starter) }

// submit takes a design.
func (a *Attempt) submit(in host.Intent) {
	if a.pack.Kind != Design || a.full() {
		return
	}
	d := Submission{Sent: true, Schema: in.Field("schema"), Message: in.Field("message")}
	if len(d.Schema)+len(d.Message) > maxSubmission {
		return
	}
	a.mu.Lock()
	a.design = d
	a.mu.Unlock()
	a.note(a.place(Input{Action: "submit", Form: [][2]string{{"schema", d.Schema}, {"message", d.Message}}}))
	a.judge()
}

// scene is a call that asks what was designed, for the commands that look at a
// question.
func (d Submission) scene() scene {
	r := newRecord(nil)
	s := scene{record: r}
	if !d.Sent {
		return s
	}
	q := &asked{mode: "form", message: d.Message}
	q.schema, q.broken = form.Parse(json.RawMessage(d.Schema))
	s.call = &call{questions: []*asked{q}}
	r.calls = []*call{s.call}
	return s
}

// designCommands judge a design.
func designCommands() []command {
	kinds := []Kind{Design}
	return []command{
		{"point", "POINT", "the design meets a point of the rubric", kinds, checkPoint, doPoint},
		{"accepts", "[KEY=VALUE...]", "the form takes this answer", kinds, checkAccepts, doAccepts},
		{"refuses", "[KEY=VALUE...]", "the form does not take this answer", kinds, checkAccepts, doRefuses},
	}
}

func checkPoint(_ *proof, args []string) error {
	if len(args) != 1 {
		return errUsage
	}
	if slices.Contains(design.Shown(), args[0]) {
		return nil
	}
	return fmt.Errorf("the schema and the message do not show the point %q", args[0])
}

func doPoint(r *run, args []string) error {
	expected := fact(FactPoint, "point", args[0])
	if r.call == nil {
		return r.fail(expected, fact(FactNoDesign))
	}
	version := form.Version20260728
	if len(r.pack.Eras) > 0 {
		version = r.pack.Eras[0]
	}
	for _, p := range design.Rubric(json.RawMessage(r.design.Schema), r.design.Message, version) {
		switch {
		case p.ID != args[0]:
		case p.Status == design.Unmet:
			return r.fail(expected, reasonFact(p.Reasons[0]))
		case p.Status == design.Unknown:
			return r.fail(expected, r.now()) // no form can be drawn
		}
	}
	return nil
}

// reasonFact is why a point is not met.
func reasonFact(f form.Finding) Fact {
	return fact(FactLint, "code", f.Code, "path", f.Path, "text", design.Message(f), "params", f.Params)
}

func checkAccepts(_ *proof, args []string) error {
	_, err := readContent(args)
	return err
}

// problems are what the form that was designed has against an answer.
func (r *run) problems(args []string) (form.Problem, bool, error) {
	content, err := readContent(args)
	if err != nil {
		return form.Problem{}, false, err
	}
	raw, err := json.Marshal(content)
	if err != nil {
		return form.Problem{}, false, err
	}
	if _, problems := r.question().schema.ValidateJSON(raw); len(problems) > 0 {
		return problems[0], true, nil
	}
	return form.Problem{}, false, nil
}

func doAccepts(r *run, args []string) error {
	expected := fact(FactAccepts, "values", args)
	if q := r.question(); q == nil || q.schema == nil {
		return r.fail(expected, r.now())
	}
	p, has, err := r.problems(args)
	if err == nil && has {
		return r.fail(expected, fact(FactProblem, "field", p.Field, "code", p.Code))
	}
	return err
}

func doRefuses(r *run, args []string) error {
	expected := fact(FactRefuses, "values", args)
	if q := r.question(); q == nil || q.schema == nil {
		return r.fail(expected, r.now())
	}
	_, has, err := r.problems(args)
	if err == nil && !has {
		return r.fail(expected, fact(FactAccepts, "values", args))
	}
	return err
}
