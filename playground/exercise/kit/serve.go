package kit

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/notesfs"
	"askback/playground/ask"
	"askback/playground/roots"
)

// Serve runs a server over standard input and output, on the files of this
// machine; the arguments of the program are the places where it may work. It
// returns when the client has gone, and ends the program when it fails.
func Serve(newServer func(Kit) *mcp.Server) {
	if err := serve(newServer, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(newServer func(Kit) *mcp.Server, places []string) error {
	files, err := notesfs.OpenDir("/", ".")
	if err != nil {
		return err
	}
	var allowed []roots.Root
	for _, place := range places {
		abs, err := filepath.Abs(place)
		if err != nil {
			return err
		}
		name, err := filepath.Rel("/", abs)
		if err != nil {
			return err
		}
		allowed = append(allowed, roots.Root{Name: filepath.ToSlash(name)})
	}
	var pages pages
	defer pages.close()
	server := newServer(Kit{Files: files, Allowed: allowed, Page: pages.add, Now: time.Now, Rand: rand.Reader})
	if err := pages.begin(); err != nil {
		return err
	}
	session, err := server.Connect(context.Background(), ask.ServerWire(&mcp.StdioTransport{}), nil)
	if err != nil {
		return err
	}
	return session.Wait()
}

// pages are shown at a port of this machine, which is taken when the first is
// added.
type pages struct {
	once     sync.Once
	mux      http.ServeMux
	listener net.Listener
	failure  error
	server   http.Server
}

func (p *pages) add(path string, page http.HandlerFunc) string {
	p.mux.HandleFunc(path, page)
	p.once.Do(func() { p.listener, p.failure = net.Listen("tcp", "127.0.0.1:0") })
	if p.failure != nil {
		return "" // begin says so
	}
	return "http://" + p.listener.Addr().String() + path
}

// begin shows the pages, if there are any.
func (p *pages) begin() error {
	if p.failure != nil {
		return fmt.Errorf("showing pages: %w", p.failure)
	}
	if p.listener == nil {
		return nil
	}
	p.server = http.Server{Handler: &p.mux, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		if err := p.server.Serve(p.listener); err != http.ErrServerClosed {
			fmt.Fprintln(os.Stderr, "showing pages:", err)
		}
	}()
	return nil
}

func (p *pages) close() {
	if p.listener != nil {
		_ = p.server.Close() // nobody is left to look at them
	}
}
