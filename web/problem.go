package web

import (
	"context"

	"askback/playground/form"
)

// problemText says what is wrong with an answer. Some messages quote the
// server (a pattern, an option), so they are made visible like its other text.
func problemText(_ context.Context, p form.Problem) string {
	return brief(p.Message(), 300)
}
