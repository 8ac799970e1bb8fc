package exercise

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// pages are those of a server in the same process.
type pages struct{ mux http.ServeMux }

// pagesAt is where they seem to be.
const pagesAt = "https://notes.example"

func (p *pages) add(path string, page http.HandlerFunc) string {
	p.mux.HandleFunc(path, page)
	return pagesAt + path
}

// browse answers a request as a server on a port would: a page that hangs is given
// up with ctx, and one that panics answers nothing and takes nothing with it.
func (p *pages) browse(ctx context.Context, method, target string) (int, error) {
	if !strings.HasPrefix(target, pagesAt+"/") {
		return 0, fmt.Errorf("%s is no page of the server's", target)
	}
	req, err := http.NewRequestWithContext(ctx, method, target, nil)
	if err != nil {
		return 0, err
	}
	w := statusWriter{header: http.Header{}}
	answered := make(chan error, 1)
	go func() {
		defer func() {
			if why := recover(); why != nil {
				answered <- fmt.Errorf("the page panicked: %v", why)
			}
		}()
		p.mux.ServeHTTP(&w, req)
		answered <- nil
	}()
	select {
	case err = <-answered:
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	return max(w.status, http.StatusOK), err
}

// A statusWriter keeps the status of an answer and nothing else.
type statusWriter struct {
	header http.Header
	status int
}

func (w *statusWriter) Header() http.Header         { return w.header }
func (w *statusWriter) Write(p []byte) (int, error) { return len(p), nil }

func (w *statusWriter) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}

// pages are the questions to open a page, the latest first.
func (r *record) pages() []*asked {
	var out []*asked
	for _, c := range slices.Backward(r.calls) {
		for _, q := range slices.Backward(c.questions) {
			if q.mode == "url" {
				out = append(out, q)
			}
		}
	}
	return out
}

func checkFinish(_ *proof, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return oneOf("anyway", "earlier", "flipped", "stripped")(nil, args)
}

// doFinish opens the page and finishes it: a browser gets it, and posts when the
// person has pressed the button. Another page than that has to be refused then.
func doFinish(r *run, args []string) error {
	how := strings.Join(args, " ")
	asked := r.pages()
	if how == "earlier" && len(asked) > 0 {
		asked = asked[1:]
	}
	if len(asked) == 0 {
		return r.fail(fact(FactURL, "url", "…"), r.now())
	}
	q := asked[0]
	target := q.url
	switch how {
	case "flipped":
		target = flipURL(target)
	case "stripped":
		target, _, _ = strings.Cut(target, "?")
	}
	status := 0
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		var err error
		status, err = r.driver.place.Browse(r.driver.ctx, method, target)
		switch {
		case r.driver.ctx.Err() != nil:
			return r.driver.why(err)
		case err != nil:
			return &failure{fact(FactPage, "url", target), fact(FactText, "text", shorten(err.Error())), q.seq}
		}
	}
	switch {
	case how == "" && status >= 400:
		return &failure{fact(FactPage, "url", target), fact(FactStatus, "status", status), q.seq}
	case how != "" && how != "anyway" && (status < 400 || status >= 500): // 5xx is no refusal but a failure
		return &failure{fact(FactNoPage, "url", target), fact(FactStatus, "status", status), q.seq}
	}
	return r.driver.settle(r)
}

// flipURL changes the last character of every value in the query, or of the path
// where there is no query.
func flipURL(target string) string {
	u, err := url.Parse(target)
	if err != nil {
		return target
	}
	query := u.Query()
	for key, values := range query {
		for i, v := range values {
			query[key][i] = flip(v, len(v)-1)
		}
	}
	if len(query) == 0 {
		u.Path = flip(u.Path, len(u.Path)-1)
	}
	u.RawQuery = query.Encode()
	return u.String()
}

// doNotified counts the notices that the page is finished. There is no other
// notice than to the host that was asked, and with the id of its question.
func doNotified(r *run, args []string) error {
	want, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	expected := fact(FactNotices, "count", want)
	asked := r.pages()
	if len(asked) == 0 {
		return r.fail(expected, r.now())
	}
	q, got := asked[0], 0
	for _, m := range r.messages {
		if m.Method != "notifications/elicitation/complete" {
			continue
		}
		var body struct {
			Params struct {
				ElicitationID string `json:"elicitationId"`
			} `json:"params"`
		}
		if err := decode(m.JSON, &body); err != nil || body.Params.ElicitationID != q.id {
			return &failure{expected, fact(FactStray, "id", body.Params.ElicitationID), m.Seq}
		}
		if r.connection(m.Seq) != r.connection(q.seq) {
			return &failure{expected, fact(FactOtherHost), m.Seq}
		}
		got++
	}
	if got != want {
		return &failure{expected, fact(FactNotices, "count", got), q.seq}
	}
	return nil
}
