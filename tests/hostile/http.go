package hostile

import (
	"fmt"
	"io"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// ServeHTTP is Streamable HTTP: what a request brings goes into the response to it,
// as events, so that questions can come before the result. Any page may call.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Allow-Headers", "*")
	h.Set("Access-Control-Expose-Headers", "*")
	switch r.Method {
	case http.MethodOptions:
		h.Set("Access-Control-Allow-Methods", "POST")
		w.WriteHeader(http.StatusNoContent)
	case http.MethodPost:
		s.post(w, r)
	default:
		http.Error(w, "POST only", http.StatusMethodNotAllowed)
	}
}

func (s *Server) post(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	msg, err := jsonrpc.DecodeMessage(body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if req, ok := msg.(*jsonrpc.Request); !ok || !req.IsCall() {
		if err := s.receive(r.Context(), msg, nil); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.WriteHeader(http.StatusAccepted)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	var mu sync.Mutex
	// It fails when the host is gone, and then nobody is left to be told.
	_ = s.receive(r.Context(), msg, func(msg jsonrpc.Message) error {
		raw, err := jsonrpc.EncodeMessage(msg)
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		if _, err := fmt.Fprintf(w, "event: message\ndata: %s\n\n", raw); err != nil {
			return err
		}
		return http.NewResponseController(w).Flush()
	})
}
