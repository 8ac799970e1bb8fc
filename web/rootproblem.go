package web

import (
	"context"

	"askback/playground/roots"
)

// rootProblemText says why a URI is no root.
func rootProblemText(ctx context.Context, e *roots.Error) string {
	p := e.Params
	switch e.Code {
	case roots.CodeEmpty:
		return say(ctx, "This is empty. A root is a file URI such as file:///home/alice.")
	case roots.CodeTooLong:
		return say(ctx, "This is longer than %s.", size(p["max"]))
	case roots.CodeUTF8:
		return say(ctx, "This is not valid UTF-8.")
	case roots.CodeNUL:
		return say(ctx, "A path cannot hold a NUL byte.")
	case roots.CodeControl:
		return say(ctx, "This holds a control character.")
	case roots.CodeSpace:
		return say(ctx, "There is white space at an end. White space that belongs to a name is written %s.", "%20")
	case roots.CodeScheme:
		return say(ctx, "This is not a file URI. A root begins with file:///.")
	case roots.CodeRelative:
		return say(ctx, "This is not absolute. A root begins with file:///.")
	case roots.CodeNoPath:
		return say(ctx, "This names no path. The whole tree is file:///.")
	case roots.CodeHost:
		return say(ctx, "This names the host “%s”. Only this machine can be meant, so write three slashes: file:///path.", param(p["host"]))
	case roots.CodeUNC:
		return say(ctx, "Two slashes before the path mean a network share, which cannot be a root. Write file:///path.")
	case roots.CodeDrive:
		return say(ctx, "This names the Windows drive %s:, and there are no drives here.", param(p["drive"]))
	case roots.CodeBackslash:
		return say(ctx, `This holds a backslash. Write / between names; a backslash that belongs to a name is written %s.`, "%5C")
	case roots.CodeFragment:
		return say(ctx, "A file URI has no fragment. A # that belongs to a name is written %s.", "%23")
	case roots.CodeQuery:
		return say(ctx, "A file URI has no query. A ? that belongs to a name is written %s.", "%3F")
	case roots.CodePercent:
		return say(ctx, "In “%s” two hexadecimal digits are missing after the %% sign. A %% that belongs to a name is written %s.", param(p["segment"]), "%25")
	case roots.CodeEncodedSlash:
		return say(ctx, "“%s” holds an encoded slash, and no file name can hold a slash.", param(p["segment"]))
	case roots.CodeTooMany:
		return say(ctx, "There are more than %d roots; %d were left out.", p["max"], p["count"])
	}
	return say(ctx, "This is refused (%s).", param(e.Code))
}
