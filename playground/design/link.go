package design

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/url"
	"strings"

	"askback/playground/form"
)

// maxLink bounds a link: beyond it programs that pass links on cut them.
const maxLink = 8000

// A written question is what a link carries.
type written struct {
	Message string `json:"m"`
	Schema  string `json:"s"`
	// Vouched are the points that the author answers for, between commas.
	Vouched string `json:"v,omitempty"`
}

// link is a question as the hash of a link, without "#"; false if it would be too
// long.
func (w written) link() (hash string, ok bool) {
	text, err := json.Marshal(w)
	if err != nil {
		return "", false // two strings can always be encoded
	}
	var b bytes.Buffer
	out, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		return "", false // the level is one of those there are
	}
	if _, err := out.Write(text); err != nil || out.Close() != nil {
		return "", false // a buffer takes everything
	}
	hash = "design=" + base64.RawURLEncoding.EncodeToString(b.Bytes())
	return hash, len(hash) <= maxLink
}

// readLink is the question that a link carries, with or without "#" before it;
// false if it carries none. Anybody may have written it.
func readLink(hash string) (w written, ok bool) {
	q, err := url.ParseQuery(strings.TrimPrefix(hash, "#"))
	if err != nil || len(hash) > 2*maxLink {
		return written{}, false
	}
	packed, err := base64.RawURLEncoding.DecodeString(q.Get("design"))
	if err != nil || len(packed) == 0 {
		return written{}, false
	}
	const most = 2 * form.MaxSchemaBytes
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), most))
	if err != nil || json.Unmarshal(text, &w) != nil {
		return written{}, false
	}
	return w, true
}
