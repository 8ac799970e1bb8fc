package host

import (
	"encoding/json"
	"maps"
	"reflect"
)

// A Stage is a part of a call that both sides of a comparison have, or only one.
type Stage struct {
	Kind  StageKind
	Seqs  [2][]int // of the messages of each side, in order
	Notes EraNotes // in what they differ, but for what was said of a stage before
}

// A StageKind is what messages do in their call, in whatever way a protocol version
// has for that.
type StageKind string

const (
	StageHello     StageKind = "hello"      // before the call
	StageCall      StageKind = "call"       // the call begins
	StageAskRoots  StageKind = "ask-roots"  // the server asks for the roots
	StageTellRoots StageKind = "tell-roots" // and is told
	StageAsk       StageKind = "ask"        // the server asks the person
	StageAnswer    StageKind = "answer"     // and is answered
	StageAskOther  StageKind = "ask-other"  // the server asks for something else, or hands the call back
	StageTellOther StageKind = "tell-other" // and is given it
	StageNotice    StageKind = "notice"     // somebody tells something in passing
	StageResult    StageKind = "result"     // the call ends
)

// StageKinds lists the kinds of stages.
func StageKinds() []StageKind {
	return []StageKind{
		StageHello, StageCall, StageAskRoots, StageTellRoots, StageAsk, StageAnswer, StageAskOther, StageTellOther, StageNotice, StageResult,
	}
}

// maxCompared is how many messages of a side are put beside those of the other.
const maxCompared = 200

// align fills in what follows from the two sides.
func (c *Comparison) align() {
	var known EraNotes
	for _, row := range alignKinds(c.Sides[0].kinds(), c.Sides[1].kinds()) {
		if n := len(c.Stages); n == 0 || c.Stages[n-1].Kind != row.kind {
			c.Stages = append(c.Stages, Stage{Kind: row.kind})
		}
		p := &c.Stages[len(c.Stages)-1]
		for i, at := range row.at {
			if at < 0 {
				continue
			}
			side := &c.Sides[i]
			p.Seqs[i] = append(p.Seqs[i], side.Messages[at].Seq)
			p.Notes |= side.Steps[at].Notes &^ known
			known |= side.Steps[at].Notes
		}
	}
	older, newer := c.Sides[0].outcome(), c.Sides[1].outcome()
	switch {
	case older == nil || newer == nil:
		c.Results = NotBoth
	case reflect.DeepEqual(older, newer):
		c.Results = Alike
	default:
		c.Results = Unlike
	}
}

// kinds says of each message what it does in the call.
func (s *ComparedSide) kinds() []StageKind {
	var out []StageKind
	call := 0 // the exchange that is the call
	if len(s.Calls) > 0 {
		call = s.Calls[0].First
	}
	needed := map[int]facts{} // what results asked for, by Seq
	for i, m := range s.Messages[:min(len(s.Messages), maxCompared)] {
		f, step := readFacts(m), s.Steps[i]
		if f.needsInput {
			needed[m.Seq] = f
		}
		switch {
		case step.Exchange != call && (call == 0 || m.Seq < call):
			out = append(out, StageHello)
		case f.kind == NotificationMessage:
			out = append(out, StageNotice)
		case step.Follows != 0:
			out = append(out, byNeed(needed[step.Follows], StageAnswer, StageTellRoots, StageTellOther))
		case f.needsInput:
			out = append(out, byNeed(f, StageAsk, StageAskRoots, StageAskOther))
		default:
			out = append(out, kindOf(f))
		}
	}
	return out
}

// byNeed chooses by what a result asked for.
func byNeed(f facts, person, roots, other StageKind) StageKind {
	switch {
	case f.asksPerson:
		return person
	case f.notes&EraRootsInput != 0:
		return roots
	}
	return other
}

// kindOf is what a request or a response does that is no round of its own.
func kindOf(f facts) StageKind {
	request := f.kind == RequestMessage
	switch {
	case request && f.dir == ToServer:
		return StageCall
	case !request && f.dir == ToHost:
		return StageResult
	case f.method == "elicitation/create" && request:
		return StageAsk
	case f.method == "elicitation/create":
		return StageAnswer
	case f.method == "roots/list" && request:
		return StageAskRoots
	case f.method == "roots/list":
		return StageTellRoots
	case request:
		return StageAskOther
	}
	return StageTellOther
}

// A kindRow is a message of either side, or one of each that do the same.
type kindRow struct {
	kind StageKind
	at   [2]int // -1 where the side has none
}

// alignKinds puts side by side what does the same, as much as there can be with the
// order of each side kept.
func alignKinds(older, newer []StageKind) (rows []kindRow) {
	// best[i][j] is how many of older[i:] and newer[j:] can stand side by side.
	best := make([][]int, len(older)+1)
	for i := range best {
		best[i] = make([]int, len(newer)+1)
	}
	for i := len(older) - 1; i >= 0; i-- {
		for j := len(newer) - 1; j >= 0; j-- {
			best[i][j] = max(best[i+1][j], best[i][j+1])
			if older[i] == newer[j] {
				best[i][j] = max(best[i][j], best[i+1][j+1]+1)
			}
		}
	}
	for i, j := 0, 0; i < len(older) || j < len(newer); {
		switch {
		case i < len(older) && j < len(newer) && older[i] == newer[j] && best[i][j] == best[i+1][j+1]+1:
			rows = append(rows, kindRow{older[i], [2]int{i, j}})
			i++
			j++
		case j == len(newer) || i < len(older) && best[i+1][j] >= best[i][j+1]:
			rows = append(rows, kindRow{older[i], [2]int{i, -1}})
			i++
		default:
			rows = append(rows, kindRow{newer[j], [2]int{-1, j}})
			j++
		}
	}
	return rows
}

// outcome is the result or the error that the call ended with, without what each
// version adds; nil if it did not end.
func (s *ComparedSide) outcome() map[string]any {
	for i, m := range s.Messages {
		if !s.Steps[i].Last || m.Dir != ToHost {
			continue
		}
		var body struct{ Result, Error map[string]any }
		if json.Unmarshal(m.JSON, &body) != nil {
			return nil
		}
		out := map[string]any{"error": body.Error["code"]}
		maps.Copy(out, body.Result)
		for _, name := range []string{"resultType", "_meta"} {
			delete(out, name)
		}
		return out
	}
	return nil
}
