package web

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The scripts and the styles have no words of their own: those they show stand in
// the page. What is for developers, on the console or in an error, may be English.
func TestScriptsAreSilent(t *testing.T) {
	sentence := regexp.MustCompile(`\pL{2,} \pL{2,}`)
	forDevelopers := regexp.MustCompile(`(console\.\w+|Error|crash|crashed)\([^;]*$`) // a crash is told on the console
	shown := regexp.MustCompile(`(\.(textContent|innerText|ariaLabel|title|placeholder|alt) = |setAttribute\("(aria-label|title|placeholder|alt)", )$`)
	literals := 0
	eachFile(t, "script/*.js", func(name, source string) {
		eachLiteral(source, func(before, text string) {
			literals++
			switch {
			case shown.MatchString(before) && strings.TrimSpace(text) != "":
				t.Errorf("%s shows %q", name, text)
			case sentence.MatchString(text) && !forDevelopers.MatchString(before):
				t.Errorf("%s has a sentence: %q", name, text)
			}
		})
	})
	if literals < 100 {
		t.Errorf("only %d literals found: the test sees too little", literals)
	}
	content := regexp.MustCompile(`[\s;{]content:\s*"[^"]*\pL[^"]*"`)
	eachFile(t, "static/*.css", func(name, source string) {
		for _, found := range content.FindAllString(source, -1) {
			t.Errorf("%s shows %s", name, found)
		}
	})
}

func eachFile(t *testing.T, pattern string, f func(name, source string)) {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: %v", pattern, err)
	}
	for _, name := range names {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f(name, string(source))
	}
}

// literals are comments, strings and regular expressions of JavaScript, as far as
// our scripts need it: a slash after an opening bracket, comma, equals sign or "!"
// begins a regular expression.
var literals = regexp.MustCompile("(?s)//[^\n]*|/\\*.*?\\*/|\"(?:[^\"\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\n]|\\\\.)*'|`(?:[^`\\\\]|\\\\.)*`" +
	"|[(,=!]\\s*/(?:[^/\\\\\n]|\\\\.)+/")

// eachLiteral calls f with each string of a script, and the line before it.
func eachLiteral(source string, f func(before, text string)) {
	for _, at := range literals.FindAllStringIndex(source, -1) {
		text := source[at[0]:at[1]]
		if strings.IndexByte("\"'`", text[0]) < 0 {
			continue
		}
		before := source[:at[0]]
		f(before[strings.LastIndexAny(before, "\n;")+1:], text[1:len(text)-1])
	}
}
