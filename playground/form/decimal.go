package form

import (
	"cmp"
	"strconv"
	"strings"
)

// decimal is a number exactly as written: 0.digits × 10^exponent. It exists
// because a float64 cannot tell 9007199254740993 from its neighbour, and a
// big.Rat of 1e999999999 would fill the memory.
type decimal struct {
	negative bool
	digits   string // no zero at either end; "" is zero
	exponent int
}

// maxExponent is where an exponent is cut off: far outside every float64.
const maxExponent = 10_000

// parseDecimal reads a number as a person or JSON writes it: digits with an
// optional sign, point and exponent. A comma is refused, since it means one
// thing in English and another in Spanish.
func parseDecimal(text string) (decimal, bool) {
	if len(text) > MaxDigits {
		return decimal{}, false
	}
	var d decimal
	rest := text
	if rest != "" && (rest[0] == '-' || rest[0] == '+') {
		d.negative = rest[0] == '-'
		rest = rest[1:]
	}
	mantissa, power, scientific := rest, "", false
	if i := strings.IndexAny(rest, "eE"); i >= 0 {
		mantissa, power, scientific = rest[:i], rest[i+1:], true
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	if whole+fraction == "" || !allDigits(whole) || !allDigits(fraction) {
		return decimal{}, false
	}
	d.exponent = len(whole)
	if scientific {
		e, ok := parseExponent(power)
		if !ok {
			return decimal{}, false
		}
		d.exponent += e
	}
	d.digits = strings.TrimLeft(whole+fraction, "0")
	d.exponent -= len(whole+fraction) - len(d.digits)
	d.digits = strings.TrimRight(d.digits, "0")
	if d.digits == "" {
		return decimal{}, true
	}
	return d, true
}

func parseExponent(text string) (int, bool) {
	digits := text
	if digits != "" && (digits[0] == '-' || digits[0] == '+') {
		digits = digits[1:]
	}
	if digits == "" || !allDigits(digits) {
		return 0, false
	}
	e, err := strconv.Atoi(strings.TrimPrefix(text, "+"))
	if err != nil { // too great for an int
		e = maxExponent
		if text[0] == '-' {
			e = -maxExponent
		}
	}
	return max(-maxExponent, min(e, maxExponent)), true
}

func allDigits(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return true
}

func (d decimal) sign() int {
	switch {
	case d.digits == "":
		return 0
	case d.negative:
		return -1
	}
	return 1
}

// integral reports whether d is a whole number: 1.0 and 1e3 are.
func (d decimal) integral() bool { return d.exponent >= len(d.digits) }

// compare is -1, 0 or 1 as d is less than, equal to or greater than e.
func (d decimal) compare(e decimal) int {
	if c := cmp.Compare(d.sign(), e.sign()); c != 0 || d.sign() == 0 {
		return c
	}
	c := cmp.Compare(d.exponent, e.exponent)
	if c == 0 {
		c = strings.Compare(d.digits, e.digits)
	}
	return c * d.sign()
}

// int64 is the value of a whole number that fits.
func (d decimal) int64() (int64, bool) {
	if !d.integral() || d.exponent > 19 {
		return 0, false
	}
	text := d.digits + strings.Repeat("0", d.exponent-len(d.digits))
	if text == "" {
		return 0, true
	}
	if d.negative {
		text = "-" + text
	}
	i, err := strconv.ParseInt(text, 10, 64)
	return i, err == nil
}

// float64 is the nearest float64. It fails for what overflows, and for a whole
// number that it could only round.
func (d decimal) float64() (float64, bool) {
	if d.digits == "" {
		return 0, true
	}
	text := "0." + d.digits + "e" + strconv.Itoa(d.exponent)
	if d.negative {
		text = "-" + text
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, false
	}
	return f, !d.integral() || d.compare(decimalOf(f)) == 0
}

// decimalOf is the shortest decimal that reads back as f, which is finite.
func decimalOf(f float64) decimal {
	d, _ := parseDecimal(strconv.FormatFloat(f, 'e', -1, 64))
	return d
}
