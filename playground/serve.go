package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"askback/playground/notes"
)

// shutdownGrace is how long requests that are being answered may take when the
// server is told to stop.
const shutdownGrace = 5 * time.Second

// serve is the command that serves the site and the notes server.
//
// Over HTTP a client may be anybody, so its word about roots is not taken: the
// notes are those of the directories that the flags name, or the lesson's.
func serve(ctx context.Context, env environment, args []string) error {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	addr := flags.String("addr", "localhost:8080", "`host:port` to listen on; the environment variable PORT overrides the port")
	dir := flags.String("dir", "web/dist", "`directory` of the built site")
	var roots dirList
	flags.Var(&roots, "root", "`directory` of notes for /mcp, may be given several times; without it, the lesson's notes in memory")
	if err := parse(flags, env, args); err != nil {
		return err
	}
	listenOn, err := withPort(*addr, env.getenv("PORT"))
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	switch site, err := openSite(*dir); {
	case err == nil:
		defer site.Close()
		mux.Handle("/", siteHandler(site.FS(), env.log))
	case errors.Is(err, errNoSite) && roots != nil:
		env.log.Warn("notes only", "error", err) // which is what was asked for
	default:
		return err
	}

	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", listenOn)
	if err != nil {
		return fmt.Errorf("%w (choose another port with PORT or -addr)", err)
	}
	url := "http://" + browserAddr(*addr, listener.Addr())
	if err := handleNotes(ctx, mux, url, roots, env.log); err != nil {
		return errors.Join(err, listener.Close())
	}
	fmt.Fprintf(env.stdout, "askback is at %s\n", url)
	return serveUntilDone(ctx, listener, mux)
}

// handleNotes adds to mux the notes server, at /mcp, and its sign-in page. Without
// roots the notes are those of the lesson, in memory.
func handleNotes(ctx context.Context, mux *http.ServeMux, url string, roots dirList, log *slog.Logger) error {
	const signIn = "/mcp/sign-in/"
	connections, err := notes.NewConnections(url+signIn, nil, nil)
	if err != nil {
		return err
	}
	page, err := signInHandler(connections, log)
	if err != nil {
		return err
	}
	server, err := notesInMemory(connections, log)
	if roots != nil {
		server, err = notesOnDisk(roots, connections, log)
	}
	if err != nil {
		return err
	}
	mux.Handle("/mcp", mcpHandler(ctx, server, usualLimits, log))
	mux.Handle(signIn, http.StripPrefix(strings.TrimSuffix(signIn, "/"), page))
	return nil
}

var errNoSite = errors.New("there is no built site")

// openSite opens the directory of the built site.
func openSite(dir string) (*os.Root, error) {
	root, err := os.OpenRoot(dir)
	if err == nil {
		if _, err = root.Stat("index.html"); err == nil {
			return root, nil
		}
		root.Close()
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w in %s: run make build first", errNoSite, dir)
	}
	return nil, err
}

// withPort returns addr with its port replaced, unless port is empty.
func withPort(addr, port string) (string, error) {
	if port == "" {
		return addr, nil
	}
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return "", usageError(fmt.Sprintf("-addr: %v", err))
	}
	return net.JoinHostPort(host, port), nil
}

// browserAddr is what to type in a browser to reach bound: the host as it was
// asked for, where that names one.
func browserAddr(asked string, bound net.Addr) string {
	host, _, err := net.SplitHostPort(asked)
	_, port, boundErr := net.SplitHostPort(bound.String())
	if err != nil || boundErr != nil {
		return bound.String()
	}
	if host == "" {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}

// serveUntilDone serves until ctx is done, and then lets the requests that are
// being answered finish, for a time: one may wait for a person.
func serveUntilDone(ctx context.Context, l net.Listener, h http.Handler) error {
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownGrace)
	defer cancel()
	err := server.Shutdown(grace)
	if errors.Is(err, context.DeadlineExceeded) {
		err = server.Close()
	}
	if err != nil {
		return fmt.Errorf("stopping: %w", err)
	}
	return nil
}
