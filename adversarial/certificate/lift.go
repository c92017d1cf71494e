package certificate

import (
	"cmp"
	"math/big"
	"strconv"

	"marginlab/algos"
	"marginlab/algos/exact"
	"marginlab/theory/expr"
)

// parseLearner reads a learner. Of bias(L,c), it returns L and the constant coordinate c that
// every example gets for it; c is nil for other learners.
//
// A statement about bias(L,c) speaks of L on the points (x, c): so do its lengths, margins and
// rivals. The run of a second learner is on its own points.
func parseLearner(text string) (*exact.Spec, *big.Rat, error) {
	spec, err := algos.Parse(text)
	if err != nil || spec.Lift() == 0 {
		l, err := exact.Parse(text)
		return l, nil, err
	}
	e, err := expr.Parse(text)
	if err != nil {
		return nil, nil, err
	}
	l, err := exact.Parse(e.Args[0].Value.String())
	if err != nil {
		return nil, nil, err
	}
	c, err := expr.Expr{Name: cmp.Or(spec.Literal(0), strconv.FormatFloat(spec.Lift(), 'g', -1, 64))}.Rat()
	return l, c, err
}

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
