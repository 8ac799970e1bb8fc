package design

import "testing"

// What one key costs while a schema is typed.
func BenchmarkType(b *testing.B) {
	d := New("")
	defer d.Close()
	e := Examples()[4]
	for i := 0; b.Loop(); i++ {
		type_(d, e.Message+" and more"[:i%8], e.Schema)
	}
}
