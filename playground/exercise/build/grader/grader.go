// Package grader is the program around the servers that learners wrote: it calls
// their NewServer for each check and says what became of it. Package build makes
// a main package that calls [Main].
package grader

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/exercise"
	"askback/playground/exercise/kit"
)

// A Request is what is to be graded.
type Request struct {
	Pack    []byte // the archive
	Variant string // which of the servers
	Budget  time.Duration
	First   bool // stop at the first check that is wrong
}

// A Reply is what became of it.
type Reply struct {
	Report *exercise.Report
	Took   time.Duration // of the report, which does not say so as JSON
	Error  string        // it could not be graded
}

// Main reads a [Request] from standard input and writes a [Reply] to standard
// output.
func Main(servers map[string]func(kit.Kit) *mcp.Server) {
	out := os.Stdout
	os.Stdout = os.Stderr // a server that prints must not print into the reply
	err := limitMemory()
	if err == nil {
		err = serve(servers, os.Stdin, out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(servers map[string]func(kit.Kit) *mcp.Server, in io.Reader, out io.Writer) error {
	var req Request
	if err := json.NewDecoder(in).Decode(&req); err != nil {
		return err
	}
	var reply Reply
	report, err := grade(servers, req)
	if err != nil {
		reply.Error = err.Error()
	} else {
		reply.Report, reply.Took = report, report.Took
	}
	return json.NewEncoder(out).Encode(reply)
}

func grade(servers map[string]func(kit.Kit) *mcp.Server, req Request) (*exercise.Report, error) {
	newServer := servers[req.Variant]
	if newServer == nil {
		return nil, fmt.Errorf("there is no server %q in this program", req.Variant)
	}
	p, err := exercise.Parse(req.Variant, req.Pack)
	if err != nil {
		return nil, err
	}
	return exercise.Grade(context.Background(), p, exercise.InProcess(newServer), exercise.GradeOptions{Budget: req.Budget, First: req.First})
}
