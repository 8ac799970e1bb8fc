package notesfs_test

import (
	"bytes"
	"testing"
)

func TestDifferential(t *testing.T) {
	const want = 200_000
	done := 0
	for seed := uint64(1); done < want; seed++ {
		d := newDuel(t, ramDir(t), randomDice(seed, 40_000))
		d.run()
		done += d.ops
		if t.Failed() {
			t.Fatal("seed", seed)
		}
	}
	t.Log(done, "operations")
}

func FuzzDifferential(f *testing.F) {
	f.Add([]byte("a directory, a file in it, and a link"))
	f.Add(bytes.Repeat([]byte{6, 0, 1, 10, 3, 2, 13, 1, 0}, 40))
	f.Fuzz(func(t *testing.T, b []byte) {
		newDuel(t, ramDir(t), bytesDice(b)).run()
	})
}
