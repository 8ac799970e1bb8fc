// Package node starts what the tests run under Node.
package node

import (
	"bufio"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Require returns the path of node. It fails the test where Node or the peers,
// in dir, are not installed; it does not skip it: what has not run has not passed.
func Require(t *testing.T, dir string) string {
	t.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		t.Fatal("the peers need Node 20 or newer in the PATH (https://nodejs.org)")
	}
	if _, err := os.Stat(filepath.Join(dir, "node_modules/.package-lock.json")); err != nil {
		t.Fatal("the peers are not installed: run npm ci in tests/peers")
	}
	return path
}

// KillWithChildren makes cmd the leader of a group that ends with it.
func KillWithChildren(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// Everything is server-everything, relative to the directory of the peers.
const Everything = "node_modules/@modelcontextprotocol/server-everything/dist/index.js"

// StartEverything starts server-everything over HTTP until the test ends, and
// returns its URL. dir is the directory of the peers.
func StartEverything(t *testing.T, dir string) string {
	t.Helper()
	// It does not say which port it was given, so it is told one that was free a
	// moment ago.
	for range 5 {
		if port := freePort(t); listens(t, dir, port) {
			return "http://localhost:" + port + "/mcp"
		}
	}
	t.Fatal("server-everything does not start")
	return ""
}

// listens starts server-everything and reports whether it listens at port.
func listens(t *testing.T, dir, port string) bool {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), Require(t, dir), Everything, "streamableHttp")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PORT="+port)
	KillWithChildren(cmd)
	log, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Cancel()
		_ = cmd.Wait() // killed
	})
	for lines := bufio.NewScanner(log); lines.Scan(); {
		if strings.Contains(lines.Text(), "listening on port "+port) {
			go io.Copy(io.Discard, log) // or it would wait for its log to be read
			return true
		}
		t.Log(lines.Text())
	}
	return false
}

func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}
