// Package catalogue holds what the host says in other languages than English.
//
// Each language has a file: English sentences, as they stand in the views, and
// what they are in that language. README.md beside this file says how to keep it.
package catalogue

import (
	"embed"
	"encoding/json"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/message/catalog"
)

//go:embed *.json
var files embed.FS

// Words turn an English sentence, which is a format as of package fmt, into one of
// their language. They may be used by several goroutines at once.
type Words func(sentence string, args ...any) string

// English leaves each sentence as it stands in the views.
func English() Words { return words(language.English, nil) }

// Korean says it in Korean.
func Korean() Words { return words(language.Korean, read("ko.json")) }

// Spanish says it in the Spanish of Latin America, which writes numbers as the
// other two do.
func Spanish() Words { return words(language.LatinAmericanSpanish, read("es.json")) }

func words(tag language.Tag, sentences map[string]string) Words {
	built := catalog.NewBuilder()
	for english, said := range sentences {
		if err := built.SetString(tag, english, said); err != nil {
			panic("catalogue: " + english + ": " + err.Error())
		}
	}
	printer := message.NewPrinter(tag, message.Catalog(built))
	return func(sentence string, args ...any) string { return printer.Sprintf(sentence, args...) }
}

// read reads a file. What is wrong with it is wrong with the program, and a test
// finds it.
func read(file string) map[string]string {
	data, err := files.ReadFile(file)
	var sentences map[string]string
	if err == nil {
		err = json.Unmarshal(data, &sentences)
	}
	if err != nil {
		panic("catalogue: " + file + ": " + err.Error())
	}
	return sentences
}
