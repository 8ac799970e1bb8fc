package exercise

import "slices"

// Languages are those of the texts, the one that every text has first.
func Languages() []string { return []string{"en", "ko", "es"} }

// A Text is what one thing is called in each language. It always has English.
type Text map[string]string

// In is the text in a language, or in English where it has not been translated.
func (t Text) In(language string) string {
	if s, ok := t[language]; ok {
		return s
	}
	return t["en"]
}

// Missing are the languages that fall back to English.
func (t Text) Missing() []string {
	return slices.DeleteFunc(Languages(), func(l string) bool { return t[l] != "" })
}

// Hints are a ladder in each language: each step shows more than the one
// before, the last is the worked solution.
type Hints map[string][]string

// In is the ladder in a language, or in English where it has not been
// translated.
func (h Hints) In(language string) []string {
	if s, ok := h[language]; ok {
		return s
	}
	return h["en"]
}
