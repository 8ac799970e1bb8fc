package web

import (
	"context"

	"askback/playground/host"
)

// failureTexts are the sentences that say what failed, why, and what to do.
func failureTexts(ctx context.Context, s host.State) []string {
	var out []string
	add := func(text string) {
		if text != "" {
			out = append(out, text)
		}
	}
	add(failureText(ctx, s))
	add(causeText(ctx, s.Failure.Cause))
	add(remedyText(ctx, s.Failure))
	return out
}

func failureText(ctx context.Context, s host.State) string {
	switch s.Failure.Code {
	case host.FailureRead:
		return say(ctx, "The files could not be read.")
	case host.FailureRestore:
		return say(ctx, "The files could not be put back.")
	case host.FailureSession:
		return say(ctx, "There is no session with the server under %s.", s.Era)
	case host.FailureTools:
		return say(ctx, "The server did not list its tools.")
	case host.FailureLost:
		return say(ctx, "The connection to the server has ended. What is shown stays readable.")
	case host.FailureStopped:
		return say(ctx, "The server has stopped. What is shown stays readable.")
	}
	return ""
}

// causeText says why, or nothing when that is not known.
func causeText(ctx context.Context, c host.Cause) string {
	switch c.Code {
	case host.CauseClosed:
		return say(ctx, "The session was ended.")
	case host.CauseNoAnswer:
		return say(ctx, "There was no answer within %d seconds.", c.Number)
	case host.CauseLost:
		return say(ctx, "The connection to the server ended before it answered.")
	case host.CauseServer:
		return say(ctx, "The server says “%s” (JSON-RPC error %d).", cited(c.Text, 300), c.Number)
	case host.CauseVersion:
		return say(ctx, "The server speaks %s instead.", theirs(c.Text))
	case host.CauseNoURL:
		return say(ctx, "Servers cannot be reached by URL here.")
	case host.CauseOther:
		return say(ctx, "The reason given is “%s”.", cited(c.Text, 300))
	}
	return ""
}

func remedyText(ctx context.Context, f host.Failure) string {
	switch f.Code {
	case host.FailureSession, host.FailureTools:
		return say(ctx, "Connect again, or choose the other protocol version.")
	case host.FailureLost:
		return say(ctx, "Connect again to go on.")
	case host.FailureRead, host.FailureRestore, host.FailureStopped:
		return say(ctx, "Load the page again to go on.")
	}
	return ""
}
