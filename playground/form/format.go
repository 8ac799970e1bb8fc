package form

import (
	"strings"
	"time"
)

// CheckFormat reports whether text has the format that kind stands for. Kinds
// without a format accept every text.
//
//   - email: name@domain, at most 254 bytes. The name is a dot-atom of RFC 5322
//     of at most 64 bytes, the domain one or more host labels. No quoted names,
//     no address literals, ASCII only (format "email" is not "idn-email").
//   - uri: RFC 3986 with a scheme and something after it, ASCII only; http and
//     https need a host.
//   - date: a day that exists, as YYYY-MM-DD (full-date of RFC 3339).
//   - date-time: date-time of RFC 3339. The offset is required; T and Z may be
//     lower-case; a leap second is accepted where one can be, at 23:59:60 UTC.
func CheckFormat(kind Kind, text string) bool {
	switch kind {
	case KindEmail:
		return isEmail(text)
	case KindURI:
		return isURI(text)
	case KindDate:
		return isDate(text)
	case KindDateTime:
		return isDateTime(text)
	}
	return true
}

func isEmail(text string) bool {
	at := strings.LastIndexByte(text, '@')
	if at < 1 || at > 64 || len(text) > 254 {
		return false
	}
	for atom := range strings.SplitSeq(text[:at], ".") {
		if atom == "" || !only(atom, isAtext) {
			return false
		}
	}
	return isHostname(text[at+1:])
}

// isAtext is atext of RFC 5322.
func isAtext(c byte) bool {
	return isAlphanumeric(c) || strings.IndexByte("!#$%&'*+-/=?^_`{|}~", c) >= 0
}

// isHostname reports whether text is host labels of RFC 1123 with dots between.
func isHostname(text string) bool {
	if len(text) > 253 {
		return false
	}
	for label := range strings.SplitSeq(text, ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' ||
			!only(label, func(c byte) bool { return isAlphanumeric(c) || c == '-' }) {
			return false
		}
	}
	return true
}

func isURI(text string) bool {
	scheme, rest, ok := strings.Cut(text, ":")
	if !ok || !isScheme(scheme) || rest == "" {
		return false
	}
	authority, hasAuthority := "", strings.HasPrefix(rest, "//")
	if hasAuthority {
		authority = rest[2:]
		if i := strings.IndexAny(authority, "/?#"); i >= 0 {
			authority = authority[:i]
		}
		rest = rest[2+len(authority):]
	}
	switch strings.ToLower(scheme) {
	case "http", "https":
		if !hasAuthority || hostOf(authority) == "" {
			return false
		}
	}
	return isURIText(authority, "[]@:") && strings.Count(rest, "#") <= 1 && isURIText(rest, ":@/?#")
}

// isScheme reports whether text is a scheme of RFC 3986.
func isScheme(text string) bool {
	return text != "" && isLetter(text[0]) &&
		only(text, func(c byte) bool { return isAlphanumeric(c) || c == '+' || c == '-' || c == '.' })
}

// hostOf is the host in an authority, without user and port.
func hostOf(authority string) string {
	host := authority[strings.LastIndexByte(authority, '@')+1:]
	if i := strings.LastIndexByte(host, ':'); i > strings.LastIndexByte(host, ']') {
		host = host[:i]
	}
	return host
}

// isURIText reports whether text holds only unreserved characters, sub-delims,
// percent-encodings and those in also.
func isURIText(text, also string) bool {
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '%':
			if i+2 >= len(text) || !isHex(text[i+1]) || !isHex(text[i+2]) {
				return false
			}
		case !isAlphanumeric(c) && strings.IndexByte("-._~!$&'()*+,;=", c) < 0 && strings.IndexByte(also, c) < 0:
			return false
		}
	}
	return true
}

func isDate(text string) bool {
	if len(text) != len(time.DateOnly) {
		return false
	}
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

// isDateTime reads the fields itself: time.Parse takes a comma and an hour of
// one digit, and takes no leap second.
func isDateTime(text string) bool {
	const shortest = len("2026-07-28T09:30:00Z")
	if len(text) < shortest || !isDate(text[:10]) || text[10]|0x20 != 't' {
		return false
	}
	hour, ok1 := clock(text[11:13], 23)
	minute, ok2 := clock(text[14:16], 59)
	second, ok3 := clock(text[17:19], 60)
	if !ok1 || !ok2 || !ok3 || text[13] != ':' || text[16] != ':' {
		return false
	}
	rest := text[19:]
	if rest[0] == '.' {
		fraction := strings.TrimLeft(rest[1:], "0123456789")
		if len(fraction) == len(rest)-1 {
			return false
		}
		rest = fraction
	}
	offset, ok := zone(rest)
	if !ok {
		return false
	}
	const day = 24 * 60
	return second < 60 || (hour*60+minute-offset+day)%day == day-1
}

// clock reads two digits up to limit.
func clock(text string, limit int) (int, bool) {
	if len(text) != 2 || !allDigits(text) {
		return 0, false
	}
	n := int(text[0]-'0')*10 + int(text[1]-'0')
	return n, n <= limit
}

// zone is an offset from UTC in minutes: Z, +09:00, -03:30.
func zone(text string) (int, bool) {
	if text == "Z" || text == "z" {
		return 0, true
	}
	if len(text) != len("+09:00") || text[3] != ':' || text[0] != '+' && text[0] != '-' {
		return 0, false
	}
	hours, ok1 := clock(text[1:3], 23)
	minutes, ok2 := clock(text[4:6], 59)
	offset := hours*60 + minutes
	if text[0] == '-' {
		offset = -offset
	}
	return offset, ok1 && ok2
}

func only(text string, permitted func(byte) bool) bool {
	for i := 0; i < len(text); i++ {
		if !permitted(text[i]) {
			return false
		}
	}
	return true
}

func isLetter(c byte) bool       { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isAlphanumeric(c byte) bool { return isLetter(c) || '0' <= c && c <= '9' }
func isHex(c byte) bool          { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }
