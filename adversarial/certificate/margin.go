package certificate

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"marginlab/algos/exact"
)

// solve returns the maximum margin of the stream as package exact finds it, nil
// where a class is missing, and in a norm one that multipliers prove to be near it.
func solve(p *big.Rat, stream []exact.Example, origin bool) (*Margin, error) {
	s, err := exact.MaxMargin(stream, origin)
	var inseparable *exact.NotSeparableError
	var oneClass *exact.OneClassError
	switch {
	case errors.As(err, &inseparable):
		return &Margin{Square: new(big.Rat), Point: inseparable.Point, Multipliers: inseparable.Lambda}, nil
	case errors.As(err, &oneClass):
		return nil, nil
	case err != nil:
		return nil, err
	}
	if p != nil {
		return solveIn(p, stream, s.Lambda, origin)
	}
	return ofSolution(s), nil
}

func ofSolution(s exact.Solution) *Margin {
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
	if len(m.Multipliers) != len(stream) {
		return nil, fmt.Errorf("%d multipliers of %d examples, expected one each", len(m.Multipliers), len(stream))
	}
	if i := slices.Index(m.Multipliers, nil); i >= 0 {
		return nil, fmt.Errorf("[%d]: null, expected a number", i)
	}
	s := exact.Solution{Origin: origin, Lambda: m.Multipliers, B: new(big.Rat)}
	d := len(stream[0].X)
	s.Plus, s.Minus = exact.NewVector(d), exact.NewVector(d)
	for i, e := range stream {
		switch {
		case origin:
			s.Plus = s.Plus.Plus(new(big.Rat).Mul(s.Lambda[i], big.NewRat(int64(e.Y), 1)), e.X)
		case e.Y > 0:
			s.Plus = s.Plus.Plus(s.Lambda[i], e.X)
		default:
			s.Minus = s.Minus.Plus(s.Lambda[i], e.X)
		}
	}
	s.W = s.Plus.Minus(s.Minus)
	if s.W.IsZero() {
		witness := exact.NotSeparableError{Origin: origin, Lambda: s.Lambda, Point: s.Plus}
		if err := witness.Verify(stream); err != nil {
			return nil, err
		}
		return &Margin{Square: new(big.Rat), Point: s.Plus, Multipliers: s.Lambda}, nil
	}
	if p != nil {
		return provenIn(p, stream, m.Multipliers, origin)
	}
	s.SqGamma = s.W.SqNorm()
	if !origin {
		s.B.Sub(s.Minus.SqNorm(), s.Plus.SqNorm())
		s.B.Mul(s.B, big.NewRat(1, 2))
		s.SqGamma.Mul(s.SqGamma, big.NewRat(1, 4))
	}
	if err := s.Verify(stream); err != nil {
		return nil, err
	}
	return ofSolution(s), nil
}

func bothClasses(stream []exact.Example) bool {
	for _, e := range stream {
		if e.Y != stream[0].Y {
			return true
		}
	}
	return false
}
