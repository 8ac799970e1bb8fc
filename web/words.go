package web

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// say is where the host's own words become text. A view hands it a whole
// English sentence, never a part of one, and gets it in the language of ctx. The
// sentence is the key of the catalogues, so it stands in the call as a literal:
// a test finds it there, and fails while a catalogue lacks it.
//
// It is a format as of package fmt, so a percent sign is written %%. A whole
// number is written as bare digits, as it names something, unless it is an
// [amount]. Text of a server goes into a sentence by way of [theirs].
func say(ctx context.Context, sentence string, args ...any) string {
	named := make([]any, len(args))
	for i, arg := range args {
		switch n := arg.(type) {
		case int:
			arg = name(n)
		case int64:
			arg = name(n)
		}
		named[i] = arg
	}
	return languageOf(ctx).words()(sentence, named...)
}

// count is say for a sentence that depends on a number: one for exactly one,
// many for all others. The first argument of both is the number, which one may
// leave out.
func count(ctx context.Context, n int, one, many string, args ...any) string {
	say := languageOf(ctx).words()
	switch {
	case n != 1:
		return say(many, append([]any{amount(n)}, args...)...)
	case strings.Contains(one, "%"):
		return say(one, append([]any{amount(n)}, args...)...)
	}
	return say(one)
}

// An amount is a number of something, written as people do: 1,234.
type amount int

// A name is a number that names something: a year, the number of a message.
type name int64

// Format writes the digits, whatever the language. It is for %d.
func (n name) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, strconv.FormatInt(int64(n), 10)) }
