package host

// A Filter says which messages of the wire are shown. The zero Filter shows all.
type Filter struct {
	Dir      string // "to-server" or "to-host"; empty for both
	Kind     string // "request", "result", "error" or "notification"; empty for all
	Method   string // empty for all
	Exchange int    // only what belongs to this exchange, see [Step]; 0 for all
}

func (f Filter) passes(m *Message, s *Step) bool {
	return (f.Dir == "" || f.Dir == directionName(m.Dir)) &&
		(f.Kind == "" || f.Kind == kindName(m.Kind)) &&
		(f.Method == "" || f.Method == m.Method) &&
		(f.Exchange == 0 || f.Exchange == s.Exchange)
}

func kindName(k MessageKind) string {
	switch k {
	case ResultMessage:
		return "result"
	case ErrorMessage:
		return "error"
	case NotificationMessage:
		return "notification"
	}
	return "request"
}
