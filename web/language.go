package web

import (
	"context"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/a-h/templ"

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

// In draws view in the language.
func (l Language) In(view templ.Component) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		return view.Render(WithLanguage(ctx, l.Tag), w)
	})
}

// folder is where the editions of pages in this language lie beneath the top of
// the site: English at the top itself, the others each in a folder.
func (l Language) folder() string {
	if l.Tag == english.Tag {
		return ""
	}
	return l.Tag + "/"
}

// Edition says where a page lies that there is in each language: its file, and the
// relative path from there to the top of the site. path is where the page lies
// beneath the folder of its language: "" or "licences/".
func (l Language) Edition(path string) (file, base string) {
	dir := l.folder() + path
	return dir + "index.html", strings.Repeat("../", strings.Count(dir, "/"))
}

// address leads from the edition of a page in l to that in another language.
func (l Language) address(to Language, path string) string {
	_, base := l.Edition(path)
	if address := base + to.folder() + path; address != "" {
		return address
	}
	return "./"
}

// choice is the address for somebody who chooses the language. An address that
// names none sends people to theirs, unless it says that it was chosen.
func (l Language) choice(to Language, path string) string {
	address := l.address(to, path)
	if to.folder() == "" {
		address += "#lang=" + to.Tag
	}
	return address
}
