// Tally passes the output of go test -json on as text, and ends it with a line
// that says how many tests passed and failed:
//
//	go test -json ./tests/conformance ./tests/peers | go run ./tests/conformance/tally
//
// A test that has tests of its own is not counted. Tally fails when one failed.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"strings"
)

func main() {
	log.SetFlags(0)
	passed, failed, err := tally(os.Stdin, os.Stdout)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d passed, %d failed\n", passed, failed)
	if failed > 0 {
		os.Exit(1)
	}
}

// An event is a line of go test -json.
type event struct {
	Action  string
	Package string
	Test    string // empty: of the package
	Output  string
}

// tally reads events to the end. A package that fails without a test that failed,
// because it did not build or ended early, counts as one.
func tally(events io.Reader, text io.Writer) (passed, failed int, err error) {
	results := map[[2]string]string{} // by package and test
	lines := bufio.NewReader(events)
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			break
		}
		if err != nil {
			return 0, 0, err
		}
		var e event
		if err := json.Unmarshal(line, &e); err != nil {
			return 0, 0, fmt.Errorf("reading the output of go test -json: %w: %s", err, line)
		}
		switch e.Action {
		case "output", "build-output":
			if !strings.HasPrefix(e.Output, "=== ") {
				fmt.Fprint(text, e.Output)
			}
		case "pass", "fail", "skip":
			results[[2]string{e.Package, e.Test}] = e.Action
		}
	}
	inner := map[[2]string]bool{} // tests with tests of their own
	bad := map[string]bool{}      // packages with a test that failed
	for key := range results {
		for at := strings.LastIndexByte(key[1], '/'); at >= 0; at = strings.LastIndexByte(key[1][:at], '/') {
			inner[[2]string{key[0], key[1][:at]}] = true
		}
	}
	for key, result := range results {
		switch {
		case key[1] == "" || inner[key]:
		case result == "pass":
			passed++
		default:
			failed++
			bad[key[0]] = true
		}
	}
	for key, result := range results {
		if key[1] == "" && result == "fail" && !bad[key[0]] {
			failed++
		}
	}
	return passed, failed, nil
}
