package certificate

import (
	"errors"
	"math/big"

	"marginlab/algos/exact"
)

// solve returns the maximum margin of the stream as package exact finds it, nil
// where a class is missing, and in a norm one that multipliers prove to be near it.
func solve(p *big.Rat, stream []exact.Example, origin bool) (*Margin, error) {
	s, ok := exact.MaxMargin(stream, origin)
	switch {
	case !ok:
		return nil, nil
	case p != nil && !s.W.IsZero():
		return solveIn(p, stream, s.Lambda, origin)
	}
	return marginOf(s), nil
}

// marginOf is the margin of a solution, with the common point where it is 0.
func marginOf(s exact.Solution) *Margin {
	if s.W.IsZero() {
		return &Margin{Square: s.SqGamma, Point: s.Plus, Multipliers: s.Lambda}
	}
	return &Margin{Square: s.SqGamma, W: s.W, B: s.B, Multipliers: s.Lambda}
}

// prove returns what the multipliers of m prove: a maximum margin, or where m
// states a common point, that there is none. It does not read what else m states.
// The error says why they prove nothing. Without m it is nil, which is right where
// a class is missing. p is that of the norm, nil for ℓ₂.
func (m *Margin) prove(p *big.Rat, stream []exact.Example, origin bool) (*Margin, error) {
	if m == nil {
		if origin || bothClasses(stream) {
			return nil, errors.New("none is stated, expected multipliers")
		}
		return nil, nil
	}
	s, err := exact.Prove(stream, m.Multipliers, origin)
	switch {
	case p != nil && (err != nil || !s.W.IsZero()):
		return provenIn(p, stream, m.Multipliers, origin)
	case err != nil:
		return nil, err
	}
	return marginOf(s), nil
}

func bothClasses(stream []exact.Example) bool {
	for _, e := range stream {
		if e.Y != stream[0].Y {
			return true
		}
	}
	return false
}
