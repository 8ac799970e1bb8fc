package roots

import (
	"strings"
	"unicode/utf8"
)

// MaxURI is the longest URI in bytes that Parse accepts, as written and in its
// canonical form: PATH_MAX of Linux (4096) with every byte percent-encoded, and
// some room.
const MaxURI = 16 << 10

// Parse turns a file URI into the io/fs name of what it points at. The name is
// valid by [fs.ValidPath] and URI(name) is the canonical form of the URI. The
// error is an *[Error] that says which rule is broken and, where that is
// certain, what to write instead. The table in the package documentation is
// the contract.
func Parse(uri string) (name string, err error) {
	name, refused := parse(uri)
	if refused != nil {
		return "", refused
	}
	return name, nil
}

func parse(uri string) (string, *Error) {
	if err := checkText(uri); err != nil {
		return "", err
	}
	scheme, rest, ok := strings.Cut(uri, ":")
	if !ok || !strings.EqualFold(scheme, "file") {
		return "", schemeError(uri)
	}
	if i := strings.IndexAny(rest, `\#?`); i >= 0 {
		code := map[byte]string{'\\': CodeBackslash, '#': CodeFragment, '?': CodeQuery}[rest[i]]
		return "", refuse(code, uri)
	}
	path, err := cutHost(uri, rest)
	if err != nil {
		return "", err
	}
	name, err := clean(uri, path)
	if err != nil {
		return "", err
	}
	// What was written with bare letters grows when it is encoded.
	if length := len(URI(name)); length > MaxURI {
		return "", refuse(CodeTooLong, uri, "max", MaxURI, "length", length)
	}
	return name, nil
}

// checkText refuses what no part of a URI may hold.
func checkText(uri string) *Error {
	switch {
	case uri == "":
		return refuse(CodeEmpty, uri)
	case len(uri) > MaxURI:
		return refuse(CodeTooLong, uri, "max", MaxURI, "length", len(uri))
	case !utf8.ValidString(uri):
		return refuse(CodeUTF8, uri)
	}
	for i := 0; i < len(uri); i++ {
		if uri[i] == 0 {
			return refuse(CodeNUL, uri)
		}
		if uri[i] < ' ' || uri[i] == 0x7f {
			return refuse(CodeControl, uri)
		}
	}
	if strings.TrimSpace(uri) != uri {
		return refuse(CodeSpace, uri)
	}
	return nil
}

// cutHost takes the host off what follows "file:" and returns the path, which
// begins with exactly one slash.
func cutHost(uri, rest string) (path string, err *Error) {
	switch {
	case rest == "":
		return "", refuse(CodeNoPath, uri)
	case !strings.HasPrefix(rest, "/"):
		return "", refuse(CodeRelative, uri)
	case !strings.HasPrefix(rest, "//"):
		return rest, nil // file:/notes
	}
	host, path := rest[2:], ""
	if i := strings.IndexByte(host, '/'); i >= 0 {
		host, path = host[:i], host[i:]
	}
	switch {
	case isDrive(host):
		return "", refuse(CodeDrive, uri, "drive", host[:1])
	case host != "" && !strings.EqualFold(host, "localhost"):
		return "", refuse(CodeHost, uri, "host", host)
	case path == "":
		return "", refuse(CodeNoPath, uri)
	case strings.HasPrefix(path, "//"):
		return "", refuse(CodeUNC, uri)
	}
	return path, nil
}

// clean decodes the segments of path, once each, and takes out the empty ones,
// "." and "..".
func clean(uri, path string) (string, *Error) {
	var names, raw []string
	for segment := range strings.SplitSeq(path[1:], "/") {
		name, code := decode(segment)
		if code != "" {
			return "", refuse(code, uri, "segment", segment)
		}
		switch name {
		case "", ".":
		case "..":
			if n := len(names); n > 0 {
				names, raw = names[:n-1], raw[:n-1]
			}
		default:
			names, raw = append(names, name), append(raw, segment)
		}
	}
	if len(names) == 0 {
		return ".", nil
	}
	// The letter must be spelt out for a drive; %43: is a name. See URI.
	if isDrive(names[0]) && isLetter(raw[0][0]) {
		return "", refuse(CodeDrive, uri, "drive", names[0][:1])
	}
	return strings.Join(names, "/"), nil
}

// decode percent-decodes one segment, once. The code is "" if it may be a name.
func decode(segment string) (name, code string) {
	if strings.IndexByte(segment, '%') < 0 {
		return segment, ""
	}
	b := make([]byte, 0, len(segment))
	for i := 0; i < len(segment); i++ {
		c := segment[i]
		if c == '%' {
			if i+2 >= len(segment) {
				return "", CodePercent
			}
			high, low := unhex(segment[i+1]), unhex(segment[i+2])
			if high < 0 || low < 0 {
				return "", CodePercent
			}
			c = byte(high<<4 | low)
			i += 2
			switch c {
			case '/':
				return "", CodeEncodedSlash
			case 0:
				return "", CodeNUL
			}
		}
		b = append(b, c)
	}
	if !utf8.Valid(b) {
		return "", CodeUTF8
	}
	return string(b), ""
}

// unhex is the value of a hexadecimal digit, or -1.
func unhex(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}
