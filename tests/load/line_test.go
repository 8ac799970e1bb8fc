package load

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
)

// A line is all the connections of one client. It can break.
type line struct {
	mu    sync.Mutex
	open  map[*wire]bool
	dead  bool
	times int // it was cut
}

// A wire is one connection.
type wire struct {
	*net.TCPConn
	line *line
}

func (w *wire) Close() error {
	w.line.mu.Lock()
	delete(w.line.open, w)
	w.line.mu.Unlock()
	return w.TCPConn.Close()
}

var errDead = errors.New("the line is dead")

func (l *line) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.dead {
		conn.Close()
		return nil, errDead
	}
	if l.open == nil {
		l.open = map[*wire]bool{}
	}
	w := &wire{conn.(*net.TCPConn), l}
	l.open[w] = true
	return w, nil
}

// cut breaks every connection. With reset the server hears of it as when a
// machine goes down, and else as when a program ends.
func (l *line) cut(reset bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.times++
	for w := range l.open {
		if reset {
			_ = w.SetLinger(0)
		}
		w.TCPConn.Close()
	}
	clear(l.open)
}

// die cuts the line for good.
func (l *line) die(reset bool) {
	l.mu.Lock()
	l.dead = true
	l.mu.Unlock()
	l.cut(reset)
}

// wasCut reports whether the line was ever cut: then a call may fail that is no
// more to blame for it than the server.
func (l *line) wasCut() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.times > 0
}

func (l *line) httpClient() *http.Client {
	return &http.Client{Transport: &http.Transport{DialContext: l.dial}}
}
