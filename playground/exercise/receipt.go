package exercise

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// receiptFormat is the version of the format of receipts.
const receiptFormat = 1

// MaxReceipt bounds a receipt, in bytes.
const MaxReceipt = 4 << 20

// A Receipt is what a learner did, so that anybody can do it again and see
// whether the same comes of it. It proves that these inputs lead to these
// verdicts. It does not prove who made them: what a page signs, its user can sign
// too.
type Receipt struct {
	Format   int    `json:"askback_receipt"`
	Exercise string `json:"exercise"`
	Version  int    `json:"version"`
	Hash     string `json:"hash"` // of the pack, see Pack.Hash
	Learner  string `json:"learner"`
	// Start binds the chain of the inputs to the exercise and the learner.
	Start  string  `json:"start"`
	Inputs []Input `json:"inputs"`
	// Trace is the hash of the messages that passed on the wire, and Messages their
	// number. Between two inputs the order of messages does not count, and what
	// still came of a call that was stopped is left out.
	Trace    string           `json:"trace,omitempty"`
	Messages int              `json:"messages,omitempty"`
	Verdicts []ReceiptVerdict `json:"verdicts"`
	Passed   bool             `json:"passed"`
	Hints    int              `json:"hints"`    // steps of the ladder that were seen
	Solution bool             `json:"solution"` // the worked solution too
}

// A ReceiptVerdict is one line of a receipt.
type ReceiptVerdict struct {
	Check string `json:"check"`
	Right bool   `json:"right"`
}

// start is the beginning of the chain of a learner's inputs.
func start(p *Pack, learner string) string {
	return digest("receipt", fmt.Sprint(receiptFormat), p.ID, fmt.Sprint(p.Version), p.Hash, learner)
}

// Receipt returns the receipt of what has been done so far.
func (a *Attempt) Receipt() Receipt {
	a.mu.Lock()
	defer a.mu.Unlock()
	r := Receipt{
		Format: receiptFormat, Exercise: a.pack.ID, Version: a.pack.Version, Hash: a.pack.Hash, Learner: a.opts.Learner,
		Start: start(a.pack, a.opts.Learner), Inputs: append([]Input{}, a.inputs...), Verdicts: verdicts(a.report), Passed: a.report.Passed(),
		Hints: a.hints, Solution: a.solutionSeen(), Trace: a.trace, Messages: a.messages,
	}
	return r
}

// solutionSeen reports whether the whole ladder is shown. The caller holds a.mu.
func (a *Attempt) solutionSeen() bool {
	return a.hints > 0 && a.hints == len(a.pack.Hints.In("en"))
}

func verdicts(r *Report) []ReceiptVerdict {
	out := []ReceiptVerdict{}
	for _, v := range r.Verdicts {
		out = append(out, ReceiptVerdict{v.Check, v.Right})
	}
	return out
}

// Marshal is the receipt as a file.
func (r Receipt) Marshal() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	err := e.Encode(r)
	return b.Bytes(), err
}

// ReadReceipt reads a receipt. Whether it is truthful, [Replay] says.
func ReadReceipt(data []byte) (*Receipt, error) {
	if len(data) > MaxReceipt {
		return nil, fmt.Errorf("this is no receipt: it has %d bytes, more than %d", len(data), MaxReceipt)
	}
	var head struct {
		Format *int `json:"askback_receipt"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, fmt.Errorf("this is no receipt: %w", err)
	}
	switch {
	case head.Format == nil:
		return nil, errors.New("this is no receipt: askback_receipt is missing")
	case *head.Format != receiptFormat:
		return nil, fmt.Errorf("this receipt has the format %d, and only %d is known here; a newer askback may read it", *head.Format, receiptFormat)
	}
	r := &Receipt{}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields() // what is not checked must not look as if it were
	if err := d.Decode(r); err != nil {
		return nil, fmt.Errorf("this is no receipt: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("this is no receipt: something follows it")
	}
	if len(r.Inputs) > maxInputs+maxHints {
		return nil, fmt.Errorf("this is no receipt: it has %d inputs, more than an attempt can have", len(r.Inputs))
	}
	return r, nil
}
