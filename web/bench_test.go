package web

import (
	"testing"

	"askback/playground/host"
)

// BenchmarkWire draws one more message of a long trace, and the whole of it.
func BenchmarkWire(b *testing.B) {
	var lines []string
	for len(lines) < 500 {
		lines = append(lines, sampleAnswered...)
	}
	s := sampleReady()
	views := make([]host.WireView, len(lines))
	for i := range views {
		views[i] = host.ViewTrace(sampleTrace(s.Era, lines[:i+1]...))
	}
	b.Run("one more", func(b *testing.B) {
		var d Drawing
		for i := 0; b.Loop(); i++ {
			s.Wire = views[i%len(views)]
			d.Update(b.Context(), wireRegions(s))
		}
	})
	b.Run("whole", func(b *testing.B) {
		for b.Loop() {
			var d Drawing
			d.Update(b.Context(), wireRegions(s))
		}
	})
}
