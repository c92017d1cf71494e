package props_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"marginlab/algos"
	"marginlab/props"
	"marginlab/props/stream"
	"marginlab/theory"
)

// A test checks a learner from anywhere against the properties of all learners and the caller's own claims; README.md
// shows it from an empty folder on.
func ExampleConforms() {
	_ = func(t *testing.T) {
		learner := algos.Own("mine", func(dim int) algos.Rule {
			return func(w, x []float64, y float64) (updated bool) { return false } // it never learns
		})
		props.Conforms(t, learner.Spec(), theory.Claim("mine: updates <= 0"))
	}
	// Output:
}

// A property is a function of a case, which is a line of text too: the learner and its stream.
func ExampleProperty() {
	c, err := stream.Parse("perceptron; +2,1 -1,2 +2,1")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range props.Properties() {
		if p.Name == "guarantees" {
			fmt.Println(c.Dim, len(c.Stream), p.Holds(c))
		}
	}
	// Output: 2 3 <nil>
}

// The streams of properties are useful in a caller's own tests with rapid: they are separable, with margins, ties and
// repeats that random points seldom have.
func Example_streams() {
	_ = func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			c := stream.Streams().Example(rapid.Int().Draw(t, "seed"))
			if err := theory.CheckAll(c.Stream, c.Dim); err != nil {
				t.Fatal(err)
			}
		})
	}
	fmt.Println(stream.Streams().Example(7)) // the stream of a seed
	// Output: ; +200,0,0,0,0 --200,-4,2,4,-2
}
