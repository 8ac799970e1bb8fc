package ask

import (
	"crypto/rand"
	"testing"
	"time"
)

// Every bit of a sealed state is authenticated, and no other spelling of it is
// taken (D6).
func TestSealTamper(t *testing.T) {
	var keys Keys
	rand.Read(keys.Current[:])
	state, err := keys.seal(&flow{ID: "f", Principal: "p", Tool: "t", Began: 1}, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if f, err := keys.open(state); err != nil || f.ID != "f" {
		t.Fatalf("untouched: %+v, %v", f, err)
	}
	for i := range state {
		for bit := range 8 {
			changed := []byte(state)
			changed[i] ^= 1 << bit
			if _, err := keys.open(string(changed)); err == nil {
				t.Fatalf("bit %d of byte %d changed, and accepted: %q", bit, i, changed)
			}
		}
	}
	for _, other := range []string{state + "=", state + "\n", state[:4] + "\r\n" + state[4:], " " + state, state[:len(state)-1], state + "A", ""} {
		if _, err := keys.open(other); err == nil {
			t.Errorf("accepted %q", other)
		}
	}
}

func TestBelongs(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	f := flow{Principal: "alice", Tool: "t", Began: now.Unix()}
	f.Args[0] = 1
	for _, test := range []struct {
		name, principal, tool string
		arg                   byte
		after                 time.Duration
		ok                    bool
	}{
		{"same", "alice", "t", 1, 0, true},
		{"to the last second", "alice", "t", 1, time.Hour, true},
		{"expired", "alice", "t", 1, time.Hour + time.Second, false},
		{"from the future", "alice", "t", 1, -time.Hour, false},
		{"another principal", "bob", "t", 1, 0, false},
		{"no principal", "", "t", 1, 0, false},
		{"another tool", "alice", "u", 1, 0, false},
		{"other arguments", "alice", "t", 2, 0, false},
	} {
		var args = f.Args
		args[0] = test.arg
		if err := f.belongs(test.principal, test.tool, args, now.Add(test.after), time.Hour); (err == nil) != test.ok {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func FuzzOpenState(f *testing.F) {
	var keys Keys
	state, err := keys.seal(&flow{ID: "f"}, rand.Reader)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(state)
	f.Add("")
	f.Add("AQ")
	f.Fuzz(func(t *testing.T, s string) {
		if got, err := keys.open(s); err == nil && s != state {
			t.Errorf("opened %q: %+v", s, got)
		}
	})
}
