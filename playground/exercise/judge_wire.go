package exercise

import (
	"strings"

	"askback/playground/host"
)

// doHides looks for texts in all that the server has sent since the tool was
// called, wherever in a message they stand.
func doHides(r *run, args []string) error {
	from, to := r.span()
	for _, m := range r.messages {
		var body any
		if m.Dir != host.ToHost || m.Seq < from || m.Seq > to || decode(m.JSON, &body) != nil {
			continue
		}
		for _, part := range args {
			if tells(body, strings.ToLower(part)) {
				return &failure{fact(FactHides, "text", part), fact(FactSays, "text", part), m.Seq}
			}
		}
	}
	return nil
}

// tells reports whether a text or the name of a member has this in it, in any
// case.
func tells(v any, part string) bool {
	switch v := v.(type) {
	case string:
		return strings.Contains(strings.ToLower(v), part)
	case []any:
		for _, one := range v {
			if tells(one, part) {
				return true
			}
		}
	case map[string]any:
		for key, one := range v {
			if tells(key, part) || tells(one, part) {
				return true
			}
		}
	}
	return false
}

// span is which messages belong to what is looked at: those since the call, or
// all.
func (r *run) span() (from, to int) {
	to = 1 << 62
	if r.call == nil || r.final {
		return 0, to
	}
	if r.call.result != nil && !r.driven {
		to = r.call.result.seq
	}
	return r.call.seq, to
}
