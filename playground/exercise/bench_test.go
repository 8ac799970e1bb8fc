package exercise_test

import (
	"testing"

	"askback/playground/exercise"
)

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := exercise.Load(); err != nil {
			b.Fatal(err)
		}
	}
}

// What a learner waits for after each thing they do.
func BenchmarkJudge(b *testing.B) {
	c := catalogue(b)
	for _, p := range c.All() {
		if p.Kind == exercise.Code {
			continue
		}
		b.Run(p.ID, func(b *testing.B) {
			a, err := exercise.Play(b.Context(), p, p.Solution, exercise.Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer a.Close()
			for b.Loop() {
				a.Judge()
			}
		})
	}
}

// What a learner waits for when they begin, or begin again.
func BenchmarkBegin(b *testing.B) {
	p := catalogue(b).Find("first-question")
	for b.Loop() {
		a, err := exercise.Begin(b.Context(), p, exercise.Options{})
		if err != nil {
			b.Fatal(err)
		}
		a.Close()
	}
}
