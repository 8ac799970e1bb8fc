package form

import (
	"encoding/json"
	"math"
	"strconv"
	"unicode/utf8"
)

// check is the validator for one value, the only one: Read, Validate and the
// defaults of Parse all end here. It returns the value as it is to be sent or
// acted upon: a string, an int64, a float64, a bool or a []string.
func (f *Field) check(value any) (any, *Problem) {
	switch f.Kind {
	case KindNumber, KindInteger:
		return f.checkNumber(value)
	case KindBoolean:
		if b, ok := value.(bool); ok {
			return b, nil
		}
		return nil, f.problem(ProblemBoolean)
	case KindMultiSelect:
		return f.checkList(value)
	}
	return f.checkString(value)
}

func (f *Field) checkString(value any) (any, *Problem) {
	s, ok := value.(string)
	switch {
	case !ok || !utf8.ValidString(s):
		return nil, f.problem(ProblemText)
	case len(s) > MaxText:
		return nil, f.problem(ProblemTooLarge, "max", MaxText)
	case f.Kind == KindSingleSelect && !f.hasOption(s):
		return nil, f.problem(ProblemOption)
	}
	length := utf8.RuneCountInString(s)
	if f.MinLength != nil && length < *f.MinLength {
		return nil, f.problem(ProblemMinLength, "min", *f.MinLength, "length", length)
	}
	if f.MaxLength != nil && length > *f.MaxLength {
		return nil, f.problem(ProblemMaxLength, "max", *f.MaxLength, "length", length)
	}
	if !CheckFormat(f.Kind, s) {
		return nil, f.problem(string(f.Kind)) // ProblemEmail is KindEmail, and so on
	}
	if !f.matcher.matches(s) {
		return nil, f.problem(ProblemPattern, "pattern", shorten(f.Pattern))
	}
	return s, nil
}

func (f *Field) checkNumber(value any) (any, *Problem) {
	d, ok := toDecimal(value)
	if !ok {
		return nil, f.problem(ProblemNumber)
	}
	var sent any
	if f.Kind == KindInteger {
		if !d.integral() {
			return nil, f.problem(ProblemInteger)
		}
		i, ok := d.int64()
		if !ok || maybeRounded(value) {
			return nil, f.problem(ProblemInexact)
		}
		sent = i
	} else {
		n, ok := d.float64()
		if !ok {
			return nil, f.problem(ProblemInexact)
		}
		sent, d = n, decimalOf(n) // bounds are for what is sent
	}
	for _, b := range []struct {
		bound   json.Number
		code    string
		refused func(order int) bool
	}{
		{f.Minimum, ProblemMinimum, func(order int) bool { return order < 0 }},
		{f.Maximum, ProblemMaximum, func(order int) bool { return order > 0 }},
		{f.ExclusiveMinimum, ProblemExclusiveMinimum, func(order int) bool { return order <= 0 }},
		{f.ExclusiveMaximum, ProblemExclusiveMaximum, func(order int) bool { return order >= 0 }},
	} {
		bound, ok := parseDecimal(string(b.bound))
		if ok && b.refused(d.compare(bound)) {
			return nil, f.problem(b.code, "bound", string(b.bound))
		}
	}
	return sent, nil
}

// maybeRounded reports whether value is a whole number that came through a
// float64 in which its neighbours look the same: nobody can tell any more what
// was sent.
func maybeRounded(value any) bool {
	n, ok := value.(float64)
	return ok && math.Abs(n) > 1<<53
}

// toDecimal reads a number of any type that a decoder or a Go author uses.
func toDecimal(value any) (decimal, bool) {
	switch v := value.(type) {
	case decimal:
		return v, true
	case json.Number:
		return parseDecimal(string(v))
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return decimal{}, false
		}
		return decimalOf(v), true
	case float32:
		return toDecimal(float64(v))
	case int:
		return parseDecimal(strconv.Itoa(v))
	case int32:
		return parseDecimal(strconv.Itoa(int(v)))
	case int64:
		return parseDecimal(strconv.FormatInt(v, 10))
	case uint64:
		return parseDecimal(strconv.FormatUint(v, 10))
	}
	return decimal{}, false
}

func (f *Field) checkList(value any) (any, *Problem) {
	list, ok := toStrings(value)
	if !ok {
		return nil, f.problem(ProblemList)
	}
	seen := make(map[string]bool, min(len(list), len(f.Options)))
	for _, s := range list {
		if seen[s] {
			return nil, f.problem(ProblemDuplicate, "value", s)
		}
		if !f.hasOption(s) {
			return nil, f.problem(ProblemOption)
		}
		seen[s] = true
	}
	if f.MinItems != nil && len(list) < *f.MinItems {
		return nil, f.problem(ProblemMinItems, "min", *f.MinItems, "count", len(list))
	}
	if f.MaxItems != nil && len(list) > *f.MaxItems {
		return nil, f.problem(ProblemMaxItems, "max", *f.MaxItems, "count", len(list))
	}
	return list, nil
}

// toStrings copies a list of strings.
func toStrings(value any) ([]string, bool) {
	switch v := value.(type) {
	case []string:
		return append([]string{}, v...), true
	case []any:
		list := make([]string, len(v))
		for i, item := range v {
			s, ok := item.(string)
			if !ok {
				return nil, false
			}
			list[i] = s
		}
		return list, true
	}
	return nil, false
}
