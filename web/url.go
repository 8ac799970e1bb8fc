package web

import (
	"strings"

	"askback/playground/form"
)

// splitURL cuts the text of u around its host, so that the host can stand out
// where it is and not only beside the URL.
func splitURL(u form.URL) (before, host, after string) {
	start := len(u.Scheme) + len("://")
	if len(u.Text) < start {
		return u.Text, "", ""
	}
	end := len(u.Text)
	if i := strings.IndexAny(u.Text[start:], "/?#"); i >= 0 {
		end = start + i
	}
	if i := strings.LastIndexByte(u.Text[start:end], '@'); i >= 0 {
		start += i + 1
	}
	host = u.Text[start:end]
	if u.Port != "" {
		host = strings.TrimSuffix(host, ":"+u.Port)
	}
	return u.Text[:start], host, u.Text[start+len(host):]
}
