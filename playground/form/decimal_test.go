package form

import (
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// TestDecimal compares with big.Rat on numbers small enough for it.
func TestDecimal(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	digits := func(n int) string {
		var b strings.Builder
		for range r.IntN(n) {
			b.WriteByte("0012359"[r.IntN(7)])
		}
		return b.String()
	}
	number := func() string {
		text := []string{"", "-", "+"}[r.IntN(3)] + digits(22)
		if r.IntN(2) == 0 {
			text += "." + digits(5)
		}
		if r.IntN(3) == 0 {
			text += []string{"e", "E+", "e-"}[r.IntN(3)] + strconv.Itoa(r.IntN(25))
		}
		return text
	}
	var last decimal
	lastExact := new(big.Rat)
	valid := 0
	for range 30_000 {
		text := number()
		d, ok := parseDecimal(text)
		exact, exactOK := new(big.Rat).SetString(text)
		if ok != exactOK {
			t.Fatalf("%q: read %v, big.Rat %v", text, ok, exactOK)
		}
		if !ok {
			continue
		}
		valid++
		if d.integral() != exact.IsInt() || d.sign() != exact.Sign() {
			t.Fatalf("%q: integral %v, sign %d", text, d.integral(), d.sign())
		}
		if got, want := d.compare(last), exact.Cmp(lastExact); got != want {
			t.Fatalf("%q against %v: %d, want %d", text, last, got, want)
		}
		if i, ok := d.int64(); ok != (exact.IsInt() && exact.Num().IsInt64()) || ok && i != exact.Num().Int64() {
			t.Fatalf("%q: int64 %d, %v", text, i, ok)
		}
		if f, ok := d.float64(); ok {
			if nearest, _ := exact.Float64(); f != nearest {
				t.Fatalf("%q: float64 %v, want %v", text, f, nearest)
			}
		}
		last, lastExact = d, exact
	}
	if valid < 15_000 {
		t.Errorf("only %d numbers", valid)
	}
}
