package form

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// found is findings as "rule code path", checking that each has words.
func found(t testing.TB, findings []Finding) []string {
	t.Helper()
	var all []string
	for _, f := range findings {
		if m := f.Message(); strings.Contains(m, "cannot be drawn (") || strings.Contains(m, "<nil>") || len(m) > 400 {
			t.Errorf("no good English for %q: %s", f.Code, m)
		}
		all = append(all, fmt.Sprintf("%s %s %s %s", f.Severity, f.RuleID, f.Code, f.Path))
	}
	return all
}

func TestLint(t *testing.T) {
	const clean = `{"type":"string","title":"T"}`
	for _, test := range []struct {
		property, version string
		want              []string
	}{
		{clean, Version20260728, nil},
		{`{"type":"string","title":"T","minLength":1,"maxLength":5,"format":"email","description":"Where to write to.","default":"a@b.c"}`, Version20251125, nil},
		{`{"type":"number","title":"T","minimum":1,"maximum":5,"default":3}`, Version20251125, nil},
		{`{"type":"boolean","title":"T","default":true}`, Version20250618, nil},
		{`{"type":"string","title":"T","enum":["a","b"]}`, Version20250618, nil},
		{`{"type":"string","title":"T","enum":["a","b"],"enumNames":["A","B"]}`, Version20250618, nil},
		{`{"type":"string","title":"T","oneOf":[{"const":"a","title":"A"}],"default":"a"}`, Version20260728, nil},
		{`{"type":"array","title":"T","items":{"type":"string","enum":["a"]},"minItems":1,"maxItems":1}`, Version20260728, nil},
		{`{"type":"array","title":"T","items":{"anyOf":[{"const":"a","title":"A"}]}}`, Version20260728, nil},

		{`{"type":"string"}`, "", []string{"info  title-missing /properties/f"}},
		{`{"type":"object","title":"T"}`, "", []string{"error A4.2 type /properties/f"}},
		{`{"type":"string","title":"T","allOf":[]}`, "", []string{"error A4.2 unsupported /properties/f"}},
		{`{"type":"array","title":"T","items":{"type":"object"}}`, "", []string{"error A4.3 items /properties/f"}},
		{`{"type":"string","title":"T","enum":[]}`, "", []string{"error A4.18 no-options /properties/f"}},
		{`{"type":"string","title":"T","minLength":-1}`, "", []string{"error A4.18 keyword /properties/f"}},
		{`{"type":["string","null"],"title":"T"}`, "", []string{"error A4.2 nullable /properties/f"}},
		{`{"anyOf":[{"type":"string"},{"type":"null"}],"title":"T"}`, "", []string{"error A4.2 nullable /properties/f"}},
		{`{"type":"string","title":"T","minimum":1}`, "", []string{"warning A4.4 keyword-outside /properties/f/minimum"}},
		{`{"type":"number","title":"T","exclusiveMinimum":1}`, "", []string{"warning A4.5 keyword-outside /properties/f/exclusiveMinimum"}},
		{`{"type":"boolean","title":"T","x/y~z":1}`, "", []string{"warning A4.6 keyword-outside /properties/f/x~1y~0z"}},
		{`{"type":"string","title":"T","enum":["a"],"minLength":1}`, Version20250618, []string{"warning A4.7 keyword-outside /properties/f/minLength"}},
		{`{"enum":["a"],"title":"T"}`, "", []string{"error A4.8 type-missing /properties/f"}},
		{`{"type":"string","title":"T","anyOf":[{"const":"a","title":"A"}]}`, "", []string{"error A4.9 any-of-single /properties/f/anyOf"}},
		{`{"type":"string","title":"T","oneOf":[{"const":"a"}]}`, "", []string{"error A4.9 option-title-missing /properties/f"}},
		{`{"type":"array","title":"T","items":{"enum":["a"]}}`, "", []string{"error A4.10 type-missing /properties/f/items"}},
		{`{"type":"array","title":"T","items":{"type":"string","anyOf":[{"const":"a","title":"A"}]}}`, "", []string{"error A4.11 items-type /properties/f/items/type"}},
		{`{"type":"array","title":"T","items":{"oneOf":[{"const":"a","title":"A"}]}}`, "", []string{"error A4.11 items-one-of /properties/f/items/oneOf"}},
		{`{"type":"string","title":"T","enum":["a"],"enumNames":["A"]}`, Version20251125, []string{"warning A4.12 enum-names /properties/f/enumNames"}},
		{`{"type":"string","title":"T","enum":["a","b"],"enumNames":["A"]}`, Version20250618, []string{"error A4.7 enum-names-count /properties/f/enumNames"}},
		{`{"type":"string","title":"T","format":"uuid"}`, "", []string{"error A4.13 format /properties/f/format"}},
		{`{"type":"string","title":"T","pattern":"^a$"}`, "", []string{"warning A4.14 pattern /properties/f/pattern"}},
		{`{"type":"string","title":"T","pattern":"^(?=a)"}`, "", []string{
			"warning A4.14 pattern /properties/f/pattern", "info A4.14 pattern-not-checkable /properties/f/pattern"}},
		{`{"type":"integer","title":"T","default":1.5}`, "", []string{"error A4.16 default-refused /properties/f/default"}},
		{`{"type":"string","title":"T","default":"x"}`, Version20250618, []string{"warning A4.4 default-version /properties/f/default"}},
		{`{"type":"string","title":"T","oneOf":[{"const":"a","title":"A"}]}`, Version20250618, []string{"error A4.7 titled-version /properties/f"}},
		{`{"type":"array","title":"T","items":{"type":"string","enum":["a"]}}`, Version20250618, []string{"error A4.3 array-version /properties/f"}},
		{`{"type":"string","title":"Password"}`, Version20250618, []string{"error A8.1 sensitive /properties/f"}},
		{`{"type":"string","title":"Password"}`, Version20251125, []string{"error A8.2 sensitive /properties/f"}},
		{`{"type":"string","title":"See https://evil.test"}`, "", []string{"warning A10.3 clickable-url /properties/f"}},
		{`{"type":"string","title":"T","enum":["WWW.evil.test"]}`, "", []string{"warning A10.3 clickable-url /properties/f"}},
		{`{"type":"string","title":"T","default":"http://evil.test"}`, "", []string{"warning A10.3 clickable-url /properties/f"}},
		{`{"type":"string","title":"T","format":"uri","default":"https://example.com"}`, "", nil}, // a value, not a link
		{`{"type":"string","title":"T","oneOf":[{"const":"a","title":"A"},{"const":"b","title":"A"}]}`, "", []string{"warning  options-look-alike /properties/f"}},
		{`{"type":"string","title":"T","minLength":5,"maxLength":2}`, "", []string{"error  unsatisfiable /properties/f"}},
		{`{"type":"number","title":"T","minimum":5,"maximum":2}`, "", []string{"error  unsatisfiable /properties/f"}},
		{`{"type":"array","title":"T","items":{"type":"string","enum":["a"]},"minItems":2}`, "", []string{"error  unsatisfiable /properties/f"}},
	} {
		got := found(t, Lint(one(test.property), "Which one?", test.version))
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s under %q\n got %q\nwant %q", test.property, test.version, got, test.want)
		}
	}
}

func TestLintWhole(t *testing.T) {
	const none = `{"type":"object","properties":{}}`
	text := string(one(`{"type":"string","title":"T"}`))
	for _, test := range []struct {
		raw, message, version string
		want                  []string
	}{
		{none, "Sure?", Version20260728, nil},
		{none, " ", Version20260728, []string{"error A3.2 message-missing "}},
		{none, "", Version20250618, []string{"error A3.1 message-missing "}},
		{none, "Open https://evil.test", "", []string{"warning A10.3 clickable-url "}},
		{none, "Reset your password?", "", nil}, // nothing to type it into
		{text, "Type your password.", "", []string{"warning A8.2 sensitive-message "}},
		{text, "Never type a password here.", "", nil},
		{`{`, "Q", "", []string{"error A4.18 json "}},
		{`[]`, "Q", "", []string{"error A4.1 not-object "}},
		{`{}`, "Q", "", []string{"error A4.1 root-type-missing ", "error A4.1 properties-missing "}},
		{`{"type":"object","properties":{},"$schema":"https://json-schema.org/draft/2020-12/schema"}`, "Q", Version20251125, nil},
		{`{"type":"object","properties":{},"$schema":"https://json-schema.org/draft/2020-12/schema"}`, "Q", Version20250618, []string{"warning A4.1 root-keyword /$schema"}},
		{`{"type":"object","properties":{},"$schema":"https://example.com/own"}`, "Q", "", []string{"error A4.18 dialect "}},
		{`{"type":"object","properties":{},"additionalProperties":false}`, "Q", "", []string{"warning A4.1 root-keyword /additionalProperties"}},
		{`{"type":"object","properties":{},"required":["a"]}`, "Q", "", []string{"error A4.1 required /required"}},
		{`{"type":"object","properties":{},"oneOf":[]}`, "Q", "", []string{"error A4.2 unsupported "}},
		{`{"type":"object","properties":{},"required":1}`, "Q", "", []string{"error A4.18 keyword /required"}},
		{`{"type":"object","properties":{"a":{"type":"null"},"b":{"enum":[]}}}`, "Q", "", []string{
			"error A4.2 type /properties/a", "error A4.18 no-options /properties/b"}}, // every field is looked at
	} {
		got := found(t, Lint(json.RawMessage(test.raw), test.message, test.version))
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s %q\n got %q\nwant %q", test.raw, test.message, got, test.want)
		}
	}
	many := make([]string, MaxFields+1)
	for i := range many {
		many[i] = fmt.Sprintf(`"f%d":{"type":"string","title":"T"}`, i)
	}
	got := found(t, Lint(json.RawMessage(`{"type":"object","properties":{`+strings.Join(many, ",")+`}}`), "Q", ""))
	if !reflect.DeepEqual(got, []string{"error  too-many-fields /properties"}) {
		t.Errorf("too many: %q", got)
	}
}

func TestSensitive(t *testing.T) {
	secret := []string{
		"password", "Password:", "user_password", "userPassword", "New password", "PASSPHRASE", "apiKey", "API_KEY", "GitHub API key",
		"access_token", "accessToken", "Token", "client-secret", "secret", "Credit card", "card_number", "CVV", "PIN",
		"비밀번호", "새 비밀번호를 입력하세요", "API 키", "액세스 토큰", "카드 번호", "암호",
		"Contraseña", "Nueva contrasen\u0303a", "Clave de acceso", "clave", "Token de acceso", "Número de tarjeta", "Código de seguridad",
	}
	harmless := []string{
		"", "name", "Email", "username", "note_id", "Keyword", "Palabra clave", "monkey", "Password policy", "token_limit", "max tokens",
		"secretary", "Secret Santa", "compass", "key", "tokenize", "Passport", "pin to top", "제목", "암호화 방식", "메모", "Título", "tarjeta de visita", "shipping",
	}
	for _, title := range secret {
		if f := Text("f", title); !f.Sensitive() {
			t.Errorf("%q is not found out", title)
		}
	}
	for _, title := range harmless {
		if f := Text("f", title); f.Sensitive() {
			t.Errorf("%q is accused", title)
		}
	}
	for _, test := range []struct {
		field Field
		want  bool
	}{
		{Text("value", "Value").Describe("Your GitHub access token."), true},
		{Text("value", "Value").Describe("Do not enter your password."), false},
		{Text("value", "값").Describe("비밀번호를 입력하지 마세요."), false},
		{Text("value", "Valor").Describe("Nunca escriba su contraseña."), false},
		{Boolean("reset_password", "Reset the password?"), false},
		{OneOf("token", "Which token?", Option{Value: "a"}), false},
		{Integer("token", "Token"), false},
		{Integer("card", "Card number"), true},
		{Number("pin", ""), true},
	} {
		if got := test.field.Sensitive(); got != test.want {
			t.Errorf("%+v: %v", test.field, got)
		}
	}
	if f := mustParse(t, one(`{"type":"string","format":"password"}`)).Fields[0]; !f.Sensitive() {
		t.Error("format password is not found out")
	}
}

func TestFor(t *testing.T) {
	s := Object(
		OneOf("note", "Note", Option{"a", "A"}, Option{"b", "B"}).WithDefault("b").Require(),
		OneOf("plain", "", Option{Value: "a"}),
		Boolean("yes", "Yes").WithDefault(true),
		Integer("n", "").WithDefault(3),
	)
	same, changes := s.For(Version20260728)
	if len(changes) != 0 || !reflect.DeepEqual(same.Defaults(), s.Defaults()) {
		t.Errorf("newest: %v", changes)
	}
	older, changes := s.For(Version20250618)
	const want = `{"type":"object","properties":{` +
		`"note":{"type":"string","title":"Note","enum":["a","b"],"enumNames":["A","B"]},"plain":{"type":"string","enum":["a"]},` +
		`"yes":{"type":"boolean","title":"Yes","default":true},"n":{"type":"integer"}},"required":["note"]}`
	if raw, err := older.MarshalJSON(); err != nil || string(raw) != want {
		t.Errorf("%v\n got %s\nwant %s", err, raw, want)
	}
	if got := found(t, changes); !reflect.DeepEqual(got, []string{
		"info A4.7 changed-titles /properties/note", "warning A4.7 lost-default /properties/note", "warning A4.5 lost-default /properties/n"}) {
		t.Errorf("changes %q", got)
	}
	for _, f := range Lint(older.raw, "Q", Version20250618) {
		if f.Severity != SeverityInfo {
			t.Errorf("the older schema is not clean: %+v", f)
		}
	}

	several, changes := Object(Text("t", ""), SomeOf("m", "", Option{Value: "a"})).For(Version20250618)
	if got := found(t, changes); several != nil || !slices.Equal(got, []string{"error A4.3 array-version /properties/m"}) {
		t.Errorf("multi-select: %v, %q", several, got)
	}
	loose := mustParse(t, json.RawMessage(`{"properties":{"p":{"type":"string","pattern":"a"},"x":{"type":"number","exclusiveMinimum":0},
		"m":{"items":{"type":"string","oneOf":[{"const":"a","title":"A"}]}}}}`))
	canonical, changes := loose.For(Version20251125)
	if got := found(t, changes); !slices.Equal(got, []string{"warning A4.14 lost-pattern /properties/p", "warning A4.5 lost-bound /properties/x"}) {
		t.Errorf("loose: %q", got)
	}
	if raw, _ := canonical.MarshalJSON(); string(raw) !=
		`{"type":"object","properties":{"p":{"type":"string"},"x":{"type":"number"},"m":{"type":"array","items":{"anyOf":[{"const":"a","title":"A"}]}}}}` {
		t.Errorf("canonical: %s", raw)
	}
	// Deprecated is not forbidden: what the author wrote stays (A4.12).
	legacy := mustParse(t, json.RawMessage(`{"properties":{"l":{"enum":["a"],"enumNames":["A"]}}}`))
	for _, version := range []string{Version20250618, Version20251125, Version20260728} {
		shown, _ := legacy.For(version)
		if raw, _ := shown.MarshalJSON(); string(raw) != `{"type":"object","properties":{"l":{"type":"string","enum":["a"],"enumNames":["A"]}}}` {
			t.Errorf("legacy titles under %s: %s", version, raw)
		}
	}
	if broken, changes := Object(OneOf("a", "")).For(""); broken != nil || len(found(t, changes)) != 1 {
		t.Errorf("broken: %v, %v", broken, changes)
	}
}
