package form

import (
	"slices"
	"strings"
	"unicode"
)

// Sensitive reports whether the field asks for what must not go through a form
// (A8.1, A8.2): a password, an API key, an access token, payment credentials.
// It is told by words, in English, Korean and Spanish, so it is a warning and
// no protection: a server that means ill will use other words.
func (f Field) Sensitive() bool {
	switch f.Kind {
	case KindText, KindEmail, KindURI:
		return f.secret || namesSecret(f.Name, false) || namesSecret(f.Title, false) || asksForSecret(f.Description)
	case KindNumber, KindInteger: // "max tokens" is a number; so is a card's
		return namesSecret(f.Name, true) || namesSecret(f.Title, true)
	}
	return false
}

// Sensitive reports whether the form asks for such a secret: in a field, or in
// the message above one for free text.
func (s *Schema) Sensitive(message string) bool {
	return slices.ContainsFunc(s.Fields, Field.Sensitive) ||
		asksForSecret(message) && slices.ContainsFunc(s.Fields, func(f Field) bool { return f.Kind == KindText })
}

// namesSecret reports whether a name or title is that of a secret, or with
// digits of a secret that is a number.
func namesSecret(label string, digits bool) bool {
	words := normalize(label)
	if slices.Contains([]string{" pin ", " pin code ", " codigo pin "}, words) {
		return true
	}
	if !digits && slices.Contains([]string{" secret ", " clave ", " 암호 "}, words) {
		return true
	}
	return mentionsSecret(words, digits)
}

// asksForSecret reports whether a sentence asks for a secret. One that says no
// ("never enter your password here") does not.
func asksForSecret(sentence string) bool {
	words := normalize(sentence)
	for _, no := range []string{" not ", " never ", " no ", " don t ", " dont ", " without ", " nunca ", " sin ", "마세요", "마십시오", "않", "없이"} {
		if strings.Contains(words, no) {
			return false
		}
	}
	return mentionsSecret(words, false)
}

// mentionsSecret looks for the words in a normalized text.
func mentionsSecret(words string, digits bool) bool {
	if containsAny(words,
		" credit card ", " debit card ", " card number ", " cvv ", " cvc ", " cvv2 ",
		" tarjeta de credito ", " tarjeta de debito ", " numero de tarjeta ",
		"카드 번호", "카드번호") {
		return true
	}
	if digits {
		return false
	}
	for _, phrase := range []string{
		" password ", " passwords ", " passwd ", " pwd ", " passphrase ", " passcode ",
		" api key ", " apikey ", " api keys ", " api secret ", " access key ", " secret key ", " private key ", " ssh key ",
		" client secret ", " app secret ", " shared secret ", " signing secret ", " webhook secret ",
		" token ", " access token ", " credentials ", " seed phrase ", " recovery phrase ", " security code ",
		" contrasena ", " contrasenas ", " credenciales ", " clave de acceso ", " clave api ", " clave de api ",
		" clave de la api ", " clave secreta ", " clave privada ", " codigo de seguridad ", " frase semilla ",
	} {
		if at := strings.Index(words, phrase); at >= 0 && !harmless(words[at+len(phrase):]) {
			return true
		}
	}
	return containsAny(strings.ReplaceAll(words, "암호화", ""),
		"비밀번호", "비밀 번호", "패스워드", " 암호 ", " 암호를 ", "api 키", "api키", "토큰", "인증 키", "인증키",
		"비밀 키", "비밀키", "개인 키", "개인키", "보안 코드", "보안코드")
}

// harmless reports whether the word that follows makes the whole no secret: a
// password policy, a token limit.
func harmless(rest string) bool {
	next, _, _ := strings.Cut(rest, " ")
	return slices.Contains([]string{
		"policy", "hint", "length", "expiry", "expiration", "manager", "rules", "count", "limit", "budget",
		"name", "id", "type", "format", "usage",
	}, next)
}

func containsAny(text string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
}

// normalize is text in lower-case words between single spaces, with one at
// either end: " api key " for apiKey, API_KEY and "API-key:". Accents go.
func normalize(text string) string {
	var b strings.Builder
	b.WriteByte(' ')
	var last rune
	for _, r := range text {
		lower := unicode.ToLower(r)
		switch {
		case unicode.Is(unicode.Mn, r):
			continue
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			if last != ' ' {
				b.WriteByte(' ')
			}
			last = ' '
			continue
		case unicode.IsUpper(r) && unicode.IsLower(last):
			b.WriteByte(' ')
		}
		b.WriteRune(withoutAccent(lower))
		last = r
	}
	b.WriteByte(' ')
	return strings.ReplaceAll(b.String(), "  ", " ")
}

// withoutAccent folds the accented letters of Spanish.
func withoutAccent(r rune) rune {
	switch r {
	case 'á':
		return 'a'
	case 'é':
		return 'e'
	case 'í':
		return 'i'
	case 'ó':
		return 'o'
	case 'ú', 'ü':
		return 'u'
	case 'ñ':
		return 'n'
	}
	return r
}
