package conformance

import (
	"context"
	"fmt"
	"log"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"askback/tests/conformance/client"
	"askback/tests/conformance/fixture"
)

// TestMain is the client under test when the suite starts this program as one.
func TestMain(m *testing.M) {
	if scenario := os.Getenv("MCP_CONFORMANCE_SCENARIO"); scenario != "" {
		ctx, cancel := context.WithTimeout(context.Background(), 25*time.Second) // the suite gives up after 30
		defer cancel()
		err := client.Run(ctx, scenario, os.Args[1], client.Settings{
			Version: os.Getenv("MCP_CONFORMANCE_PROTOCOL_VERSION"),
			Context: os.Getenv("MCP_CONFORMANCE_CONTEXT"),
		})
		if err != nil {
			log.Fatalf("%s: %v", scenario, err)
		}
		return
	}
	os.Exit(m.Run())
}

// revisions are the protocol versions, as the suite is asked for them: by what
// the revision requires where the suite has a list of that, and by everything
// that applies to it where it has not.
var revisions = map[string][]string{
	"2025-06-18": {"--suite", "all", "--spec-version", "2025-06-18"},
	"2025-11-25": {"--requirements", "2025-11-25"},
	"2026-07-28": {"--requirements", "2026-07-28"},
}

func TestServer(t *testing.T) {
	h, err := fixture.Handler()
	if err != nil {
		t.Fatal(err)
	}
	endpoint := httptest.NewServer(h)
	t.Cleanup(func() {
		endpoint.CloseClientConnections() // streams that the suite has left open
		endpoint.Close()
	})
	testRevisions(t, "server-", "server", "--url", endpoint.URL)
}

func TestClient(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	testRevisions(t, "", "client", "--command", self)
}

// testRevisions runs the suite for every revision. Each scenario that is claimed
// is a test; the names of their results begin with prefix.
func testRevisions(t *testing.T, prefix string, args ...string) {
	seen := map[string]bool{}
	for _, revision := range []string{"2025-06-18", "2025-11-25", "2026-07-28"} {
		t.Run(revision, func(t *testing.T) {
			found, passed := runSuite(t, append(slices.Clone(args), revisions[revision]...)...)
			var table strings.Builder
			for _, s := range found {
				s.name = strings.TrimPrefix(s.name, prefix)
				seen[s.name] = true
				fmt.Fprintf(&table, "%3d passed %3d failed  %s\n%s", s.count("SUCCESS"), s.count("FAILURE"), s.name, remark(s))
				if notClaimed[s.name] == "" {
					t.Run(s.name, func(t *testing.T) { judge(t, s) })
				} else if s.count("FAILURE") == 0 && s.count("SUCCESS") > 0 {
					t.Errorf("%s passes: it must go from notClaimed", s.name)
				}
			}
			t.Logf("what the suite found, check by check:\n%s", &table)
			if !passed {
				t.Error("the suite says that not everything required has passed")
			}
		})
	}
	for name := range notClaimed {
		if strings.HasPrefix(name, "auth/") == (prefix == "") && !seen[name] {
			t.Errorf("%s is not claimed, and not in the suite", name)
		}
	}
}

// judge holds a scenario to its claim.
func judge(t *testing.T, s *scenario) {
	if s.count("SUCCESS") == 0 {
		t.Error("nothing was checked")
	}
	for _, c := range s.checks {
		switch {
		case c.Status == "SUCCESS" && tolerated[c.ID] != "":
			t.Errorf("%s passes: it must go from tolerated", c.ID)
		case c.Status == "FAILURE", c.Status == "WARNING" && tolerated[c.ID] == "":
			t.Errorf("%s %s: %s", c.Status, c.ID, c.Message)
		}
	}
}

// remark is what a reader of the table must know of a scenario, in lines.
func remark(s *scenario) string {
	if why := notClaimed[s.name]; why != "" {
		return "        not claimed: " + why + "\n"
	}
	var lines strings.Builder
	for _, c := range s.checks {
		switch {
		case tolerated[c.ID] != "":
			fmt.Fprintf(&lines, "        warning: %s\n", tolerated[c.ID])
		case c.Status == "SKIPPED": // by the suite, which saw nothing to check
			fmt.Fprintf(&lines, "        does not apply: %s. %s\n", c.ID, c.Message)
		}
	}
	return lines.String()
}
