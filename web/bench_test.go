package web

import (
	"context"
	"io"
	"testing"
)

// BenchmarkWire draws a long trace, as happens after each message.
func BenchmarkWire(b *testing.B) {
	s := sampleDone()
	one := s.Messages
	for len(s.Messages) < 500 {
		for _, m := range one {
			m.Seq, m.Pair = len(s.Messages)+1, 0
			s.Messages = append(s.Messages, m)
		}
	}
	for b.Loop() {
		if err := wire(s).Render(context.Background(), io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}
