package design

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// What words say is told in the three languages that the page speaks. None of it
// is more than a help for authors: a message that passes can still be a bad one.

// fields are the words of text without what stands around them.
func fields(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(`"'“”‘’«»()[]{}<>,;:!?¿¡…`+"`", r)
	})
}

// plain is a word or phrase in lower case, without punctuation around it.
func plain(text string) string {
	return strings.TrimFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

var sentenceEnd = regexp.MustCompile(`[.?!…]["”’»)]*(\s|$)|[。？！]`)

// sentences counts the sentences of text.
func sentences(text string) int {
	text = strings.TrimSpace(text)
	ends := sentenceEnd.FindAllStringIndex(text, -1)
	if n := len(ends); n > 0 && ends[n-1][1] == len(text) {
		return n
	}
	return len(ends) + 1
}

var identifiers = regexp.MustCompile(`^(?:` + strings.Join([]string{
	`[A-Za-z0-9]+(?:_[A-Za-z0-9]+)+`,    // note_id
	`[a-z]+(?:[A-Z][a-z0-9]+)+`,         // noteId
	`[a-z]+-[0-9]+`,                     // note-3
	`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-.*`, // a UUID
	`[0-9a-f]*[0-9][0-9a-f]{15,}`,       // a hash
}, "|") + `)$`)

// isIdentifier reports whether a word is one that programs use among themselves.
func isIdentifier(word string) bool { return identifiers.MatchString(strings.Trim(word, ".")) }

// isTerm reports whether a word is one of those that make a form, and not of those
// who fill it in.
func isTerm(word string) bool {
	word = plain(word)
	return slices.Contains([]string{
		"elicitation", "schema", "requestedschema", "json", "boolean", "bool", "enum", "null", "payload", "parameter", "parameters",
		"param", "params", "argument", "arguments", "api", "endpoint", "uuid", "guid", "regex", "mcp", "callback", "stdin", "rpc", "string", "id",
		"esquema", "booleano", "booleana", "parámetro", "parámetros", "argumento", "argumentos",
	}, word) || hasPrefix(word, "스키마", "파라미터", "매개변수", "불리언", "페이로드", "인수", "엔드포인트")
}

// fitsAnything reports whether a message holds no word that says what it is about.
func fitsAnything(message string) bool {
	return !slices.ContainsFunc(fields(message), func(word string) bool {
		word = plain(word)
		return word != "" && !slices.Contains(anyQuestion, word) &&
			!hasPrefix(word, "확인", "계속", "선택", "입력", "정말", "진행", "하시겠", "주세", "주십", "해", "정보", "옵션", "값", "항목", "다음", "작업", "하나", "고르")
	})
}

var anyQuestion = strings.Fields(`
	please confirm confirmation are you sure continue proceed choose select pick one enter provide give input information
	details data value values option options the a an to want do is required needed need following form fill in out your
	answer ok yes no this that it action more we i of which what from list below and or would like with now first before
	por favor confirma confirmar confirme confirmación estás está seguro segura de continuar proceder elige elija selecciona
	seleccione una un uno opción opciones ingresa ingrese introduce los las el la datos información valor completa formulario
	que quieres desea deseas esto esta este acción siguiente lista cuál sí ahora
	이 그 저 을 를 수 것 예 네`)

// destroys reports whether a message says that something will be lost.
func destroys(message string) bool {
	return slices.ContainsFunc(fields(message), func(word string) bool {
		word = plain(word)
		return slices.Contains([]string{
			"delete", "deleted", "erase", "erased", "remove", "removed", "overwrite", "overwritten", "discard", "discarded", "wipe", "wiped", "destroy",
			"borrar", "borra", "borrará", "eliminar", "elimina", "eliminará", "sobrescribir", "sobrescribe", "descartar", "descarta",
		}, word) || hasPrefix(word, "삭제", "지우", "지울", "덮어", "폐기")
	})
}

// declines reports whether a label is what the buttons of every client say already.
func declines(label string) bool {
	return slices.Contains([]string{
		"cancel", "abort", "decline", "never mind", "nevermind", "quit", "reject", "refuse", "do nothing", "none of these", "none of the above",
		"cancelar", "rechazar", "no hacer nada", "ninguno de estos", "ninguna de estas", "ninguno de los anteriores", "ninguna de las anteriores",
		"취소", "거절", "거부", "중단", "그만두기", "해당 없음", "아무것도 하지 않음",
	}, plain(label))
}

func hasPrefix(word string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(word, p) })
}
