package shrink_test

import (
	"context"
	"fmt"

	"marginlab/internal/shrink"
)

// What is left of a stream in which two examples are far apart is the least such stream.
func ExampleShrink() {
	far := func(s shrink.Stream) bool {
		for _, a := range s.Rows {
			for _, b := range s.Rows {
				if a.X[0]-b.X[0] >= 7*s.Den {
					return true
				}
			}
		}
		return false
	}
	s := shrink.Stream{Den: 1, Rows: []shrink.Row{{X: []int64{-20, 3}, Y: 1}, {X: []int64{0, 1}, Y: -1}, {X: []int64{31, 0}, Y: 1}}}
	for _, r := range shrink.Shrink(context.Background(), s, far, shrink.Options{}).Rows {
		fmt.Println(r.X)
	}
	// Output:
	// [0]
	// [7]
}
