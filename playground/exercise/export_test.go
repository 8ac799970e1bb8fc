package exercise

import "context"

// Judge judges everything once more.
func (a *Attempt) Judge() { a.judge() }

// CommandNames are the commands of scripts, and those of inputs.txt.
func CommandNames() (scripts, inputs []string) {
	for _, c := range commands() {
		scripts = append(scripts, c.name)
	}
	for _, c := range inputCommands() {
		inputs = append(inputs, c.name)
	}
	return scripts, inputs
}

// JudgeNothing judges the record of a learner who has done nothing.
func (p *Pack) JudgeNothing(ctx context.Context) []Verdict {
	var out []Verdict
	for _, sec := range p.script {
		out = append(out, p.play(sec, func() *run {
			r := newRecord(p.Files)
			r.steps = []step{{roots: p.Roots, era: p.Eras[0]}}
			return &run{pack: p, ctx: ctx, scene: scene{record: r}}
		}))
	}
	return out
}
