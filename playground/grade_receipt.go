package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"askback/playground/exercise"
)

// replay is grade with a receipt: it does again what the receipt says.
func replay(ctx context.Context, env environment, f *gradeFlags) error {
	data, err := os.ReadFile(f.rest[0])
	if err != nil {
		return cannot(err)
	}
	receipt, err := exercise.ReadReceipt(data)
	if err != nil {
		return cannot(fmt.Errorf("%s: %w", f.rest[0], err))
	}
	find, err := f.exercises()
	if err != nil {
		return cannot(err)
	}
	replayer := exercise.Replayer{Find: find}
	if f.isSet["learner"] {
		replayer.Learner = &f.learner
	}
	if f.run {
		replayer.Grade = f.build
	}
	out, err := replayer.Replay(ctx, receipt)
	if errors.Is(err, exercise.ErrProgram) {
		return cannot(fmt.Errorf("%s: %w, with all that you may do on this machine; if you trust who wrote it, or this machine has nothing to lose, say -run", f.rest[0], err))
	}
	if err != nil {
		return cannot(err)
	}
	p := find(receipt.Exercise)
	if f.json {
		err = writeJSON(env.stdout, f.replayJSON(p, receipt, out))
	} else {
		f.replayed(env.stdout, p, receipt, out)
	}
	if err == nil && f.junit != "" && out.Report != nil {
		err = writeJUnit(f.junit, f.language, p, out.Report)
	}
	if err != nil {
		return cannot(err)
	}
	if !out.Reproduced {
		return failed("%s: %s", f.rest[0], out.Message())
	}
	return nil
}

// exercises finds those of the catalogue and those of -pack.
func (f *gradeFlags) exercises() (func(id string) *exercise.Pack, error) {
	catalogue, err := exercise.Load()
	if err != nil {
		return nil, err
	}
	if f.pack == "" {
		return catalogue.Find, nil
	}
	p, err := findPack(f.pack)
	if err != nil {
		return nil, err
	}
	return func(id string) *exercise.Pack {
		if id == p.ID {
			return p
		}
		return catalogue.Find(id)
	}, nil
}

// replayed writes what came of a receipt, for people.
func (f *gradeFlags) replayed(w io.Writer, p *exercise.Pack, receipt *exercise.Receipt, out *exercise.Replay) {
	if p != nil && out.Report != nil {
		f.people(w, p, out.Report, nil)
	}
	fmt.Fprintf(w, "Learner %q, %d inputs, %d hints", receipt.Learner, len(receipt.Inputs), receipt.Hints)
	if receipt.Solution {
		fmt.Fprint(w, ", the worked solution seen")
	}
	fmt.Fprintf(w, ".\n%s.\n", out.Message())
}

// A replayJSON is what came of a receipt, for machines.
type replayJSON struct {
	Reproduced bool        `json:"reproduced"`
	Reason     string      `json:"reason,omitempty"`
	Text       string      `json:"text"`
	Input      int         `json:"input,omitempty"`
	From       int         `json:"from,omitempty"`
	To         int         `json:"to,omitempty"`
	Check      string      `json:"check,omitempty"`
	Exercise   string      `json:"exercise"`
	Learner    string      `json:"learner"`
	Hints      int         `json:"hints"`
	Solution   bool        `json:"solution"`
	Report     *reportJSON `json:"report,omitempty"`
}

func (f *gradeFlags) replayJSON(p *exercise.Pack, receipt *exercise.Receipt, out *exercise.Replay) replayJSON {
	j := replayJSON{
		Reproduced: out.Reproduced, Reason: out.Reason, Text: out.Message(), Input: out.Input, From: out.From, To: out.To, Check: out.Check,
		Exercise: receipt.Exercise, Learner: receipt.Learner, Hints: receipt.Hints, Solution: receipt.Solution,
	}
	if p != nil && out.Report != nil {
		report := f.reportJSON(p, out.Report)
		j.Report = &report
	}
	return j
}
