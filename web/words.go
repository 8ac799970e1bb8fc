package web

import (
	"context"
	"fmt"
)

// say is where the host's own words become text. A view hands it a whole
// English sentence, never a part of one, so that a catalogue chosen through
// ctx can put another language in its place. Text of a server goes into a
// sentence by way of [theirs].
func say(_ context.Context, format string, args ...any) string {
	if len(args) == 0 {
		return format
	}
	return fmt.Sprintf(format, args...)
}

// count is say for a sentence that depends on a number: one for exactly one,
// many for all others, each with a %d.
func count(ctx context.Context, n int, one, many string) string {
	if n == 1 {
		return say(ctx, one, n)
	}
	return say(ctx, many, n)
}
