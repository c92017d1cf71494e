package certificate

import (
	"math/big"

	"marginlab/algos/exact"
)

// lifted is the stream of the points (x, c), and the stream itself where c is nil.
func lifted(stream []exact.Example, c *big.Rat) []exact.Example {
	if c == nil {
		return stream
	}
	points := make([]exact.Example, len(stream))
	for i, e := range stream {
		points[i] = exact.Example{X: append(e.X[:len(e.X):len(e.X)], c), Y: e.Y}
	}
	return points
}
