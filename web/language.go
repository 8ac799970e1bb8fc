package web

import (
	"context"
	"slices"
	"sync"

	"askback/web/catalogue"
)

// A Language is one that the page speaks.
type Language struct {
	// Tag is as in the lang attribute and, but for English, in addresses.
	Tag string
	// Name is the name of the language in itself.
	Name string

	words func() catalogue.Words
}

// A catalogue is read when it is first needed.
var (
	english = Language{"en", "English", sync.OnceValue(catalogue.English)}
	korean  = Language{"ko", "한국어", sync.OnceValue(catalogue.Korean)}
	spanish = Language{"es", "Español", sync.OnceValue(catalogue.Spanish)}
)

// Languages are those that the page speaks, the first being the one of addresses
// that name none.
func Languages() []Language { return []Language{english, korean, spanish} }

type languageKey struct{}

// WithLanguage returns a context in which views speak the language with the tag.
// Without one, or with a tag that is none of [Languages], they speak English.
func WithLanguage(ctx context.Context, tag string) context.Context {
	all := Languages()
	if i := slices.IndexFunc(all, func(l Language) bool { return l.Tag == tag }); i >= 0 {
		return context.WithValue(ctx, languageKey{}, all[i])
	}
	return ctx
}

func languageOf(ctx context.Context) Language {
	if l, ok := ctx.Value(languageKey{}).(Language); ok {
		return l
	}
	return english
}
