package peers

import (
	"bytes"
	"context"
	"encoding/json"
	"os/exec"
	"testing"
	"time"

	"askback/tests/peers/node"
)

// A plan is what drive.mjs is to do.
type plan struct {
	Library string   `json:"library"`        // npm name without the scope: "client" or "sdk"
	Mode    any      `json:"mode,omitempty"` // versionNegotiation of "client"
	URL     string   `json:"url,omitempty"`  // else Command is started
	Command *command `json:"command,omitempty"`
	Roots   []string `json:"roots"` // URIs, at first
	Steps   []step   `json:"steps"`
}

type command struct {
	Command string            `json:"command"`
	Args    []string          `json:"args,omitempty"`
	Env     map[string]string `json:"env"`
}

// A step is a call of a tool, with what comes before it and the answers to the
// questions that it asks.
type step struct {
	Roots   []string         `json:"roots,omitempty"`  // the roots change to these
	Finish  bool             `json:"finish,omitempty"` // the person finishes the page last opened
	Notice  bool             `json:"notice,omitempty"` // … of which the server tells
	Tool    string           `json:"tool"`
	Args    map[string]any   `json:"args,omitempty"`
	Answers []map[string]any `json:"answers,omitempty"`
}

// A report is what happened, step by step.
type report struct {
	Version string    `json:"version"`
	Steps   []outcome `json:"steps"`
}

type outcome struct {
	IsError    bool           `json:"isError"`
	Structured map[string]any `json:"structured"`
	Text       string         `json:"text"`
	Error      string         `json:"error"` // of a call that failed as a request
	Code       any            `json:"code"`
	Asked      []question     `json:"asked"`
	Left       int            `json:"left"` // answers that nobody asked for
}

type question struct {
	Mode    string `json:"mode"`
	Message string `json:"message"`
	URL     string `json:"url"`
	Schema  string `json:"schema"` // JSON
}

// drive carries out a plan. What it started is gone when it returns.
func drive(t *testing.T, p plan) report {
	t.Helper()
	in, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var out, log bytes.Buffer
	cmd := exec.CommandContext(ctx, node.Require(t, "."), "drive.mjs")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(in), &out, &log
	node.KillWithChildren(cmd)
	err = cmd.Run()
	_ = cmd.Cancel()
	if err != nil {
		t.Fatalf("drive.mjs: %v, %v\n%s\n%s", err, ctx.Err(), &log, &out)
	}
	var r report
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatalf("drive.mjs wrote %q: %v\n%s", &out, err, &log)
	}
	if len(r.Steps) != len(p.Steps) {
		t.Fatalf("%d steps of %d were taken", len(r.Steps), len(p.Steps))
	}
	return r
}
