package roots

import (
	"io/fs"
	"strings"
)

// Root is one usable root.
type Root struct {
	Name  string // io/fs name, as Parse returns it
	Title string // the client's display name; may be empty; untrusted text
}

// URI is the root's canonical file URI.
func (r Root) URI() string { return URI(r.Name) }

// Path is the root as people write it: "/home/alice".
func (r Root) Path() string { return Path(r.Name) }

// Path is name as people write it: "/home/alice" for "home/alice", "/" for ".".
func Path(name string) string {
	if name == "." {
		return "/"
	}
	return "/" + name
}

// URI is the canonical file URI of name: Parse(URI(name)) == name for every
// name that is valid by [fs.ValidPath], holds no NUL and is no longer than
// [MaxURI] once encoded. Everything but the characters that RFC 3986 allows in a path segment is percent-encoded, with
// upper-case digits.
func URI(name string) string {
	if name == "." {
		return "file:///"
	}
	const upperHex = "0123456789ABCDEF"
	var b strings.Builder
	b.Grow(len("file:///") + len(name) + len(name)/8)
	b.WriteString("file:///")
	first, _, _ := strings.Cut(name, "/")
	for i := 0; i < len(name); i++ {
		c := name[i]
		// A first segment like "C:" would be read as a drive letter, by others
		// and by Parse. Encoding the letter keeps it a name.
		if c != '/' && !isPathByte(c) || i == 0 && isDrive(first) {
			b.WriteByte('%')
			b.WriteByte(upperHex[c>>4])
			b.WriteByte(upperHex[c&15])
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

// Contains reports whether name is root or lies below it, segment by segment:
// "notes" contains "notes/a" and not "notes-evil/a" (CVE-2025-53110). What is
// not a valid name is in nothing and contains nothing. Names are compared as
// given, so a caller who means files resolves symbolic links first.
func Contains(root, name string) bool {
	if !fs.ValidPath(root) || !fs.ValidPath(name) {
		return false
	}
	if root == "." || root == name {
		return true
	}
	return len(name) > len(root) && name[len(root)] == '/' && strings.HasPrefix(name, root)
}

// isPathByte reports whether c stands for itself in a path segment: pchar of
// RFC 3986 without the percent sign.
func isPathByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		strings.IndexByte("-._~!$&'()*+,;=:@", c) >= 0
}

// isDrive reports whether a path segment is a Windows drive letter: "C:", "c|".
func isDrive(segment string) bool {
	return len(segment) == 2 && isLetter(segment[0]) && (segment[1] == ':' || segment[1] == '|')
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
