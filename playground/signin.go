package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"time"

	"askback/playground/ask"
	"askback/playground/notes"
)

//go:embed signin
var signInFiles embed.FS

// signInPolicy is the policy of the sign-in page: itself, in no frame, so that
// nobody is led to click on it unawares.
const signInPolicy = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// signInHandler serves the page of connections, at the end of a path with a
// slash. Who may finish a page is who has its token; a page of another origin may
// not even try.
func signInHandler(connections *notes.Connections, log *slog.Logger) (http.Handler, error) {
	files, err := fs.Sub(signInFiles, "signin")
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("GET /", http.FileServerFS(files))
	mux.HandleFunc("POST /done", func(w http.ResponseWriter, r *http.Request) {
		token, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<10))
		if err == nil {
			err = connections.Complete(r.Context(), string(token))
		}
		switch {
		case errors.Is(err, ask.ErrBadToken), errors.Is(err, ask.ErrTokenExpired):
			http.Error(w, err.Error(), http.StatusForbidden)
			return
		case err != nil: // telling the client; the sign-in counts all the same
			log.Warn("cannot tell the client of a sign-in", "error", err)
		}
		fmt.Fprintln(w, "Done. You can close this page and go back.")
	})
	protected := http.NewCrossOriginProtection().Handler(mux)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", signInPolicy)
		w.Header().Set("Referrer-Policy", "no-referrer")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		protected.ServeHTTP(w, r)
	}), nil
}

// listenForSignIn serves the sign-in page on a port of this machine that nobody
// else can reach, until ctx is done.
func listenForSignIn(ctx context.Context, log *slog.Logger) (*notes.Connections, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	connections, err := notes.NewConnections("http://"+l.Addr().String()+"/", nil, nil)
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	h, err := signInHandler(connections, log)
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	server := &http.Server{Handler: onlyAs(l.Addr().String(), h), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 10 * time.Second}
	go func() {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			log.Error("the sign-in page is gone", "error", err)
		}
	}()
	context.AfterFunc(ctx, func() { _ = server.Close() })
	return connections, nil
}

// onlyAs refuses requests that came under another name than host, as those do of
// a page whose own name was made to resolve to this machine (DNS rebinding).
func onlyAs(host string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host != host {
			http.Error(w, "this is "+host, http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}
