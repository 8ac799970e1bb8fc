package form

import (
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Why a URL of URL mode is refused, or what a person is to be warned of, as
// [Problem.Code].
const (
	URLEmpty      = "url-empty"      // refused
	URLTooLong    = "url-too-long"   // refused; param max
	URLCharacters = "url-characters" // refused: white space, control, backslash, not UTF-8
	URLScheme     = "url-scheme"     // refused: neither https nor http; param scheme
	URLHTTP       = "url-http"       // refused: http beyond this machine; param host
	URLSyntax     = "url-syntax"     // refused: not a full URL (A3.8)
	URLHost       = "url-host"       // refused: no host, or one that readers differ on; param host

	WarnHTTP     = "url-warn-http"     // not encrypted; on this machine only
	WarnUserinfo = "url-warn-userinfo" // a name before the host; param user
	WarnIP       = "url-warn-ip"       // a number for a host; param host
	WarnPort     = "url-warn-port"     // not the usual port; param port
	WarnPunycode = "url-warn-punycode" // letters that may imitate others; params host, unicode
)

// URL is a URL-mode URL that may be shown, and opened once the person agrees.
type URL struct {
	Text        string // the canonical URL, ASCII: what is shown whole and opened
	Scheme      string // "https", or "http" on this machine
	Host        string // lower-case, without port; IPv6 without brackets
	HostUnicode string // Host with its punycode labels decoded; untrusted letters
	Port        string // "" for the usual one
	Loopback    bool   // localhost, 127.0.0.0/8 or ::1
}

// JudgeURL judges the url of a URL-mode elicitation (A3.8, A10.4, A10.5,
// A10.11). With problems it is refused and u is zero: there is nothing to show
// as a link. Warnings are for the consent page. Only https passes, and http
// where the host is this machine. What browsers and RFC 3986 read differently
// is refused: JudgeURL fails closed.
func JudgeURL(raw string) (u URL, problems, warnings []Problem) {
	parsed, problem := parseURL(raw)
	if problem == nil {
		u, problem = readURL(parsed)
	}
	if problem != nil {
		return URL{}, []Problem{*problem}, nil
	}
	return u, nil, warnURL(u, parsed.User)
}

func urlProblem(code string, pairs ...any) *Problem {
	return &Problem{Code: code, Params: params(pairs)}
}

// parseURL refuses what cannot be https://host… before anything interprets it.
func parseURL(raw string) (*url.URL, *Problem) {
	switch {
	case raw == "":
		return nil, urlProblem(URLEmpty)
	case len(raw) > MaxURL:
		return nil, urlProblem(URLTooLong, "max", MaxURL)
	case !utf8.ValidString(raw):
		return nil, urlProblem(URLCharacters)
	}
	for i := 0; i < len(raw); i++ {
		if c := raw[i]; c <= ' ' || c == 0x7f || c == '\\' {
			return nil, urlProblem(URLCharacters)
		}
	}
	scheme, rest, ok := strings.Cut(raw, ":")
	if !ok || !isScheme(scheme) {
		return nil, urlProblem(URLSyntax)
	}
	if scheme = strings.ToLower(scheme); scheme != "https" && scheme != "http" {
		return nil, urlProblem(URLScheme, "scheme", shorten(scheme))
	}
	// A browser takes https:evil.test and https:///evil.test to evil.test.
	if !strings.HasPrefix(rest, "//") || strings.HasPrefix(rest, "///") {
		return nil, urlProblem(URLSyntax)
	}
	u, err := url.Parse(raw)
	if err != nil || u.Opaque != "" {
		return nil, urlProblem(URLSyntax)
	}
	return u, nil
}

func readURL(parsed *url.URL) (URL, *Problem) {
	u := URL{Scheme: parsed.Scheme, Host: strings.ToLower(parsed.Hostname())}
	bad := urlProblem(URLHost, "host", shorten(parsed.Host))
	ip, err := netip.ParseAddr(u.Host)
	switch bracket := strings.HasPrefix(parsed.Host, "["); {
	case bracket:
		if err != nil || !ip.Is6() || ip.Zone() != "" {
			return URL{}, bad
		}
		u.Host = ip.String()
	case err == nil && ip.Is4():
	case !isHostname(strings.TrimSuffix(strings.ReplaceAll(u.Host, "_", "x"), ".")) || endsInNumber(u.Host):
		return URL{}, bad
	}
	if u.HostUnicode, err = hostToUnicode(u.Host); err != nil {
		return URL{}, bad
	}
	u.Loopback = u.Host == "localhost" || ip.IsLoopback() && !ip.Is4In6()
	if u.Scheme == "http" && !u.Loopback {
		return URL{}, urlProblem(URLHTTP, "host", u.Host)
	}
	if port := parsed.Port(); port != "" {
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || n == 0 {
			return URL{}, bad
		}
		if usual := map[string]uint64{"https": 443, "http": 80}[u.Scheme]; n != usual {
			u.Port = strconv.FormatUint(n, 10)
		}
	}
	if u.Text = canonicalURL(u, parsed); len(u.Text) > MaxURL {
		return URL{}, urlProblem(URLTooLong, "max", MaxURL)
	}
	return u, nil
}

// endsInNumber reports whether browsers take a host that is no plain address
// for one: 127.1, 0x7f000001, 2130706433 (WHATWG URL, "ends in a number").
func endsInNumber(host string) bool {
	host = strings.TrimSuffix(host, ".")
	last := host[strings.LastIndexByte(host, '.')+1:]
	return allDigits(last) || strings.HasPrefix(last, "0x") && only(last[2:], isHex)
}

// canonicalURL writes the URL as it will be shown and opened. All but ASCII is
// percent-encoded, so nothing in it can turn the line around or vanish.
func canonicalURL(u URL, parsed *url.URL) string {
	host := u.Host
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if u.Port != "" {
		host += ":" + u.Port
	}
	out := url.URL{Scheme: u.Scheme, User: parsed.User, Host: host, Path: parsed.Path, RawPath: parsed.RawPath}
	text := out.String()
	if parsed.Path == "" {
		text += "/"
	}
	if parsed.RawQuery != "" || parsed.ForceQuery {
		text += "?" + encodeBare(parsed.RawQuery)
	}
	if fragment := parsed.EscapedFragment(); fragment != "" {
		text += "#" + encodeBare(fragment)
	}
	return text
}

// encodeBare percent-encodes what must not stand bare in a query or fragment,
// and leaves the rest, also a stray percent sign, as it is.
func encodeBare(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if c := text[i]; c > ' ' && c < 0x7f && strings.IndexByte(`"<>`+"`", c) < 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

func warnURL(u URL, user *url.Userinfo) (warnings []Problem) {
	warn := func(code string, pairs ...any) { warnings = append(warnings, *urlProblem(code, pairs...)) }
	if u.Scheme == "http" {
		warn(WarnHTTP)
	}
	if user != nil {
		warn(WarnUserinfo, "user", shorten(user.Username()))
	}
	if _, err := netip.ParseAddr(u.Host); err == nil {
		warn(WarnIP, "host", u.Host)
	}
	if u.Port != "" && !(u.Loopback && u.Scheme == "http") {
		warn(WarnPort, "port", u.Port)
	}
	if u.HostUnicode != u.Host {
		warn(WarnPunycode, "host", u.Host, "unicode", u.HostUnicode)
	}
	return warnings
}

// urlMessage is Problem.Message for the URL constants.
func (p Problem) urlMessage() string {
	v := p.Params
	switch p.Code {
	case URLEmpty:
		return "There is no URL."
	case URLTooLong:
		return fmt.Sprintf("The URL is longer than %v bytes.", v["max"])
	case URLCharacters:
		return "The URL holds white space, a control character or a backslash."
	case URLScheme:
		return fmt.Sprintf("Only https is opened, not %q.", v["scheme"])
	case URLHTTP:
		return fmt.Sprintf("The URL is not encrypted; only https is opened on %v.", v["host"])
	case URLSyntax:
		return "This is not a full URL; it must begin with https:// and a host."
	case URLHost:
		return fmt.Sprintf("The host %q is missing or is written so that programs differ on what it means.", v["host"])
	case WarnHTTP:
		return "The connection is not encrypted. It goes to this computer only."
	case WarnUserinfo:
		return fmt.Sprintf("The text %q before the @ is not the site. It may be there to mislead.", v["user"])
	case WarnIP:
		return fmt.Sprintf("The site is a bare number (%v), not a name.", v["host"])
	case WarnPort:
		return fmt.Sprintf("The port %v is unusual.", v["port"])
	case WarnPunycode:
		return fmt.Sprintf("The name %v is shown as %v; its letters may imitate another site's.", v["host"], v["unicode"])
	}
	return "This is not right (" + p.Code + ")."
}
