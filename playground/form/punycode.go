package form

import (
	"errors"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

var errPunycode = errors.New("not punycode")

// hostToUnicode decodes the xn-- labels of a lower-case ASCII host. A label
// that does not decode, that hides plain ASCII, or that holds what looks like
// punctuation of a URL or cannot be seen, is an error.
func hostToUnicode(host string) (string, error) {
	if !strings.Contains(host, "xn--") {
		return host, nil
	}
	labels := strings.Split(host, ".")
	for i, label := range labels {
		encoded, ok := strings.CutPrefix(label, "xn--")
		if !ok {
			continue
		}
		decoded, err := decodePunycode(encoded)
		if err != nil {
			return "", err
		}
		if strings.ContainsFunc(decoded, notInName) {
			return "", errPunycode
		}
		labels[i] = decoded
	}
	return strings.Join(labels, "."), nil
}

// notInName reports whether r has no place in a name: all but letters, digits,
// marks, symbols such as emoji, the hyphen and the two middle dots of IDNA.
func notInName(r rune) bool {
	return r != '-' && r != '\u00b7' && r != '\u30fb' &&
		!unicode.In(r, unicode.Letter, unicode.Mark, unicode.Number, unicode.So, unicode.Sk)
}

// decodePunycode is the decoder of RFC 3492, section 6.2.
func decodePunycode(encoded string) (string, error) {
	const base, tMin, tMax, initialBias, initialN = 36, 1, 26, 72, 128
	if len(encoded) > 63 {
		return "", errPunycode
	}
	var out []rune
	rest := encoded
	if i := strings.LastIndexByte(encoded, '-'); i >= 0 {
		out, rest = []rune(encoded[:i]), encoded[i+1:]
	}
	if rest == "" { // nothing but ASCII
		return "", errPunycode
	}
	n, i, bias := initialN, 0, initialBias
	for rest != "" {
		oldI, weight := i, 1
		for k := base; ; k += base {
			if rest == "" {
				return "", errPunycode
			}
			digit := punycodeDigit(rest[0])
			rest = rest[1:]
			if digit < 0 || digit > (math.MaxInt32-i)/weight {
				return "", errPunycode
			}
			i += digit * weight
			t := max(tMin, min(k-bias, tMax))
			if digit < t {
				break
			}
			if weight > math.MaxInt32/(base-t) {
				return "", errPunycode
			}
			weight *= base - t
		}
		length := len(out) + 1
		bias = adaptPunycode(i-oldI, length, oldI == 0)
		n += i / length
		i %= length
		if n > utf8.MaxRune || !utf8.ValidRune(rune(n)) {
			return "", errPunycode
		}
		out = append(out[:i], append([]rune{rune(n)}, out[i:]...)...)
		i++
	}
	return string(out), nil
}

func adaptPunycode(delta, length int, first bool) int {
	const base, tMin, tMax, skew, damp = 36, 1, 26, 38, 700
	if first {
		delta /= damp
	} else {
		delta /= 2
	}
	delta += delta / length
	k := 0
	for ; delta > (base-tMin)*tMax/2; k += base {
		delta /= base - tMin
	}
	return k + (base-tMin+1)*delta/(delta+skew)
}

func punycodeDigit(c byte) int {
	switch {
	case 'a' <= c && c <= 'z':
		return int(c - 'a')
	case '0' <= c && c <= '9':
		return int(c-'0') + 26
	}
	return -1
}
