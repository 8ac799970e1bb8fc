package form

import (
	"strings"
	"testing"
)

func warningCodes(t testing.TB, warnings []Problem) string {
	return strings.ReplaceAll(strings.ReplaceAll(codes(t, warnings), ":url-warn-", ""), ":", "")
}

func TestJudgeURL(t *testing.T) {
	for _, test := range []struct {
		raw, text, host, unicode, warnings string
	}{
		{"https://example.com", "https://example.com/", "example.com", "", ""},
		{"HTTPS://Example.COM:443/a?b=c&d#e", "https://example.com/a?b=c&d#e", "example.com", "", ""},
		{"https://example.com/%7Ea?x=%zz&y=a+b", "https://example.com/%7Ea?x=%zz&y=a+b", "example.com", "", ""},
		{"https://example.com/메모?q=메모#메모", "https://example.com/%EB%A9%94%EB%AA%A8?q=%EB%A9%94%EB%AA%A8#%EB%A9%94%EB%AA%A8", "example.com", "", ""},
		{"https://example.com/\u202egnp.exe", "https://example.com/%E2%80%AEgnp.exe", "example.com", "", ""},
		{"https://example.com?", "https://example.com/?", "example.com", "", ""},
		{"https://example.com./", "https://example.com./", "example.com.", "", ""},
		{"https://my_app.example.com/", "https://my_app.example.com/", "my_app.example.com", "", ""},
		{"https://example.com:8443/", "https://example.com:8443/", "example.com", "", "port"},
		{"https://example.com:/", "https://example.com/", "example.com", "", ""},
		{"https://example.com:0443/", "https://example.com/", "example.com", "", ""},
		{"https://bank.example@evil.test/", "https://bank.example@evil.test/", "evil.test", "", "userinfo"},
		{"https://user:secret@evil.test/", "https://user:secret@evil.test/", "evil.test", "", "userinfo"},
		{"https://a@b@evil.test/", "https://a%40b@evil.test/", "evil.test", "", "userinfo"},
		{"https://203.0.113.7/", "https://203.0.113.7/", "203.0.113.7", "", "ip"},
		{"https://[2001:DB8::0:1]/", "https://[2001:db8::1]/", "2001:db8::1", "", "ip"},
		{"https://xn--pple-43d.com/", "https://xn--pple-43d.com/", "xn--pple-43d.com", "аpple.com", "punycode"},
		{"https://XN--MNCHEN-3YA.de/", "https://xn--mnchen-3ya.de/", "xn--mnchen-3ya.de", "münchen.de", "punycode"},
		{"https://xn--9t4b11yi5a.com/", "https://xn--9t4b11yi5a.com/", "xn--9t4b11yi5a.com", "테스트.com", "punycode"},
		{"https://xn--ls8h.la/", "https://xn--ls8h.la/", "xn--ls8h.la", "💩.la", "punycode"},
		{"http://localhost:3000/cb", "http://localhost:3000/cb", "localhost", "", "http"},
		{"http://LOCALHOST/", "http://localhost/", "localhost", "", "http"},
		{"http://127.0.0.1/", "http://127.0.0.1/", "127.0.0.1", "", "http ip"},
		{"http://127.8.9.10:80/", "http://127.8.9.10/", "127.8.9.10", "", "http ip"},
		{"http://[::1]:8080/", "http://[::1]:8080/", "::1", "", "http ip"},
		{"https://localhost:8443/", "https://localhost:8443/", "localhost", "", "port"},
		{"https://127.0.0.1.example.com/", "https://127.0.0.1.example.com/", "127.0.0.1.example.com", "", ""},
		{"https://login.bank.example.evil.test/", "https://login.bank.example.evil.test/", "login.bank.example.evil.test", "", ""},
	} {
		u, problems, warnings := JudgeURL(test.raw)
		if test.unicode == "" {
			test.unicode = test.host
		}
		if len(problems) > 0 || u.Text != test.text || u.Host != test.host || u.HostUnicode != test.unicode {
			t.Errorf("%s: %+v, %s", test.raw, u, codes(t, problems))
		}
		if got := warningCodes(t, warnings); got != test.warnings {
			t.Errorf("%s: warnings %q, want %q", test.raw, got, test.warnings)
		}
	}
}

func TestJudgeURLRefuses(t *testing.T) {
	for _, test := range []struct{ id, raw, code string }{
		{"C3", "javascript:alert(1)", URLScheme},
		{"C3", "data:text/html,<script>alert(1)</script>", URLScheme},
		{"C3", "file:///etc/passwd", URLScheme},
		{"C3", " JaVaScRiPt:alert(1)", URLCharacters},
		{"C3", "JaVaScRiPt:alert(1)", URLScheme},
		{"C3", "//evil.test", URLSyntax},
		{"C3", "https:evil.test", URLSyntax},
		{"A3.8", "", URLEmpty},
		{"A3.8", "example.com/login", URLSyntax},
		{"A3.8", "/login", URLSyntax},
		{"A3.8", "https://", URLHost},
		{"A3.8", "https://:443/", URLHost},
		{"A3.8", "https://example.com/%", URLSyntax},
		{"A3.8", "https://example.com:99999/", URLHost},
		{"A3.8", "https://example.com:0/", URLHost},
		{"A3.8", "https://example.com:x/", URLSyntax},
		{"A10.4", "http://example.com/", URLHTTP},
		{"A10.4", "http://localhost.evil.test/", URLHTTP},
		{"A10.4", "http://localhost@evil.test/", URLHTTP},
		{"A10.4", "http://evil.test:80#@localhost/", URLHTTP},
		{"A10.4", "http://128.0.0.1/", URLHTTP},
		{"A10.4", "http://[::ffff:127.0.0.1]/", URLHTTP},
		{"A10.4", "http://[::2]/", URLHTTP},
		{"A10.4", "http://0.0.0.0/", URLHTTP},
		{"A10.4", "http://localhost./", URLHTTP},
		{"A10.5", "https:/evil.test", URLSyntax},
		{"A10.5", "https:///evil.test", URLSyntax},
		{"A10.5", `https:\\evil.test`, URLCharacters},
		{"A10.5", `https://good.test\@evil.test`, URLCharacters},
		{"A10.5", "https://good.test\t.evil.test/", URLCharacters},
		{"A10.5", "https://good.test/\n", URLCharacters},
		{"A10.5", "java\nscript:alert(1)", URLCharacters},
		{"A10.5", "\x00https://good.test/", URLCharacters},
		{"A10.5", "https://good.test/\xff", URLCharacters},
		{"A10.5", "https://good test/", URLCharacters},
		{"A10.5", "https://127.1/", URLHost},
		{"A10.5", "http://2130706433/", URLHost},
		{"A10.5", "http://0x7f000001/", URLHost},
		{"A10.5", "http://0x7f.1/", URLHost},
		{"A10.5", "http://127.0.0.01/", URLHost},
		{"A10.5", "https://1.2.3.4./", URLHost},
		{"A10.5", "https://[::1%25eth0]/", URLHost},
		{"A10.5", "https://[1.2.3.4]/", URLSyntax},
		{"A10.5", "https://[::1/", URLSyntax},
		{"A10.5", "https://2001:db8::1/", URLSyntax},
		{"A10.5", "https://good..test/", URLHost},
		{"A10.5", "https://-good.test/", URLHost},
		{"A10.5", "https://ev%69l.test/", URLSyntax},
		{"A10.5", "https://аpple.com/", URLHost}, // letters must be written as punycode
		{"A10.5", "https://good.test\u3002evil.test/", URLHost},
		{"A10.5", "https://xn--/", URLHost},
		{"A10.5", "https://xn--a-.test/", URLHost},
		{"A10.5", "https://xn--abc-.test/", URLHost},
		{"A10.5", "https://xn--99999999999.test/", URLHost},
		{"A10.5", "blob:https://good.test/x", URLScheme},
		{"A10.5", "view-source:https://good.test", URLScheme},
		{"A10.5", "ws://good.test/", URLScheme},
		{"A10.5", "1https://good.test", URLSyntax},
		{"A10.5", "https://good.test/" + strings.Repeat("a", MaxURL), URLTooLong},
	} {
		t.Run(test.id, func(t *testing.T) {
			u, problems, warnings := JudgeURL(test.raw)
			if got := codes(t, problems); got != ":"+test.code || u != (URL{}) || warnings != nil {
				t.Errorf("%q: %+v, %q, want %s", shorten(test.raw), u, got, test.code)
			}
		})
	}
}

func FuzzJudgeURL(f *testing.F) {
	for _, seed := range []string{
		"https://user@xn--pple-43d.com:8443/a%20b?c=%zz#d", "http://[::1]:80/", "https://h?", "https://h/#", "//evil.test", "https:evil.test",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		u, problems, warnings := JudgeURL(raw)
		codes(t, problems)
		codes(t, warnings)
		if len(problems) > 0 {
			if u != (URL{}) {
				t.Fatalf("%q: refused, yet %+v", raw, u)
			}
			return
		}
		if u.Scheme != "https" && !(u.Scheme == "http" && u.Loopback) || u.Host == "" {
			t.Fatalf("%q: accepted as %+v", raw, u)
		}
		for i := 0; i < len(u.Text); i++ {
			if u.Text[i] <= ' ' || u.Text[i] >= 0x7f {
				t.Fatalf("%q: %q is not plain ASCII", raw, u.Text)
			}
		}
		again, problems, _ := JudgeURL(u.Text)
		if len(problems) > 0 || again != u {
			t.Fatalf("%q: %+v is judged again as %+v, %v", raw, u, again, problems)
		}
	})
}
