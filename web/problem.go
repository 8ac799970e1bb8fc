package web

import (
	"context"
	"fmt"

	"askback/playground/form"
)

// The views say what is wrong by the codes of package form. Its own English is
// for logs and for errors of tools.

// problemText says what to do about an answer or a URL.
func problemText(ctx context.Context, p form.Problem) string {
	v := p.Params
	switch p.Code {
	case form.ProblemContent:
		if line, ok := v["line"]; ok {
			return say(ctx, "This is not a JSON object; look at line %d.", line)
		}
		return say(ctx, "The answer is not a JSON object.")
	case form.ProblemRequired:
		return say(ctx, "An answer is needed here.")
	case form.ProblemText:
		return say(ctx, "This must be a text.")
	case form.ProblemTooLarge:
		return say(ctx, "This is too large; the limit is %s.", size(v["max"]))
	case form.ProblemPattern:
		return say(ctx, "This must match the pattern %s.", param(v["pattern"]))
	case form.ProblemEmail:
		return say(ctx, "Write an email address like name@example.com.")
	case form.ProblemURI:
		return say(ctx, "Write a full address with its scheme, like https://example.com.")
	case form.ProblemDate:
		return say(ctx, "Write a date that exists as year-month-day, like 2026-07-28.")
	case form.ProblemDateTime:
		return say(ctx, "Write a date and time with its offset, like 2026-07-28T09:30:00+09:00.")
	case form.ProblemUnfinished:
		return say(ctx, "This is filled in only in part. Fill in the rest, or clear it.")
	case form.ProblemDateMissing:
		return say(ctx, "There is a time and no date. Fill in the date too, or clear both.")
	case form.ProblemTimeMissing:
		return say(ctx, "There is a date and no time. Fill in the time too, or clear both.")
	case form.ProblemZoneMissing:
		return say(ctx, "Choose the time zone that is meant.")
	case form.ProblemBoolean:
		return say(ctx, "Choose yes or no.")
	case form.ProblemOption:
		return say(ctx, "Choose from the options offered.")
	case form.ProblemList:
		return say(ctx, "This must be a list of the options offered.")
	case form.ProblemDuplicate:
		return say(ctx, "Choose “%s” only once.", param(v["value"]))
	}
	return measureText(ctx, p)
}

// measureText is problemText for numbers and for how many there are of something.
func measureText(ctx context.Context, p form.Problem) string {
	v := p.Params
	switch p.Code {
	case form.ProblemMinLength:
		return count(ctx, integer(v["min"]), "Write at least %d character; this has %d.", "Write at least %d characters; this has %d.", amount(integer(v["length"])))
	case form.ProblemMaxLength:
		return count(ctx, integer(v["max"]), "Write at most %d character; this has %d.", "Write at most %d characters; this has %d.", amount(integer(v["length"])))
	case form.ProblemMinItems:
		return say(ctx, "Choose at least %d; you have chosen %d.", v["min"], v["count"])
	case form.ProblemMaxItems:
		return say(ctx, "Choose at most %d; you have chosen %d.", v["max"], v["count"])
	case form.ProblemNumber:
		return say(ctx, "Write a number in digits, with a point for decimals.")
	case form.ProblemInteger:
		return say(ctx, "Write a whole number.")
	case form.ProblemInexact:
		return say(ctx, "This number has more digits than can be sent exactly.")
	case form.ProblemMinimum:
		return say(ctx, "This must be %s or more.", param(v["bound"]))
	case form.ProblemMaximum:
		return say(ctx, "This must be %s or less.", param(v["bound"]))
	case form.ProblemExclusiveMinimum:
		return say(ctx, "This must be more than %s.", param(v["bound"]))
	case form.ProblemExclusiveMaximum:
		return say(ctx, "This must be less than %s.", param(v["bound"]))
	}
	return urlText(ctx, p)
}

// urlText is problemText for URLs and what to look at before one is opened.
func urlText(ctx context.Context, p form.Problem) string {
	v := p.Params
	switch p.Code {
	case form.URLEmpty:
		return say(ctx, "There is no URL.")
	case form.URLTooLong:
		return say(ctx, "The URL is longer than %s.", size(v["max"]))
	case form.URLCharacters:
		return say(ctx, "The URL holds white space, a control character or a backslash.")
	case form.URLScheme:
		return say(ctx, "Only https is opened, not “%s”.", param(v["scheme"]))
	case form.URLHTTP:
		return say(ctx, "The URL is not encrypted; only https is opened on %s.", param(v["host"]))
	case form.URLSyntax:
		return say(ctx, "This is not a full URL; it must begin with https:// and a host.")
	case form.URLHost:
		return say(ctx, "The host “%s” is missing or is written so that programs differ on what it means.", param(v["host"]))
	case form.WarnHTTP:
		return say(ctx, "The connection is not encrypted. It goes to this computer only.")
	case form.WarnUserinfo:
		return say(ctx, "The text “%s” before the @ is not the site. It may be there to mislead.", param(v["user"]))
	case form.WarnIP:
		return say(ctx, "The site is a bare number (%s), not a name.", param(v["host"]))
	case form.WarnPort:
		return say(ctx, "The port %s is unusual.", param(v["port"]))
	case form.WarnPunycode:
		return say(ctx, "The site's name is written with letters that may imitate others: %s is %s.", param(v["unicode"]), param(v["host"]))
	}
	return say(ctx, "This is refused (%s).", param(p.Code))
}

// param is a parameter of a problem, fit for a sentence: most are texts of a
// server or of the person.
func param(v any) string {
	if v == nil {
		return ""
	}
	return cited(fmt.Sprint(v), 200)
}

// integer is a parameter that is a number of something.
func integer(v any) int {
	n, _ := v.(int)
	return n
}

// size is a parameter that counts bytes.
func size(v any) string { return byteSize(int64(integer(v))) }
