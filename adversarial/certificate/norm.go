package certificate

import (
	"context"
	"math/big"

	"marginlab/algos/exact"
	"marginlab/algos/maxmargin"
	"marginlab/theory"
	"marginlab/theory/real"
	"marginlab/theory/vec"
)

// lengthIn is [sqLength] in the norm ‖·‖_p, not squared.
func lengthIn(p *big.Rat, name string, stream []exact.Example) real.Real {
	all := segments(name, stream)
	if len(all) == 0 {
		return real.Int(0)
	}
	return real.Real{At: func(prec uint) (real.Interval, error) {
		var found real.Interval
		for i, x := range all {
			length, err := exact.LengthIn(p, x, prec)
			switch {
			case err != nil:
				return length, err
			case i == 0:
				found = length
			case name == "shortest":
				found = found.Min(length)
			default:
				found = found.Max(length)
			}
		}
		return found, nil
	}}
}

// dualLength is ‖u‖∗ = ‖u‖_q, 1/p + 1/q = 1.
func dualLength(p *big.Rat, u exact.Vector) real.Real {
	q := new(big.Rat).Quo(p, new(big.Rat).Sub(p, big.NewRat(1, 1)))
	return real.Real{At: func(prec uint) (real.Interval, error) { return exact.LengthIn(q, u, prec) }}
}

// value is γ in the norm ‖·‖_p, as far as the multipliers tell.
func (m *Margin) value(p *big.Rat, stream []exact.Example, origin bool) real.Real {
	return real.Real{At: func(prec uint) (real.Interval, error) {
		return exact.MarginIn(p, stream, m.Multipliers, origin, prec)
	}}
}

// provenIn is the margin in the norm ‖·‖_p that convex multipliers prove.
func provenIn(p *big.Rat, stream []exact.Example, lambda []*big.Rat, origin bool) (*Margin, error) {
	between, err := around(func(prec uint) (real.Interval, error) {
		return exact.MarginIn(p, stream, lambda, origin, prec)
	}, leastBits, shortBits)
	if err != nil {
		return nil, err
	}
	return &Margin{Multipliers: lambda, Between: &between}, nil
}

// solveIn returns the margin of a separable stream in the norm ‖·‖_p that is proved
// most closely: by the multipliers of ℓ₂, which are exact where they serve, or by those of
// the solver in float64, rounded to multiples of 2^-50. It need not be believed.
func solveIn(p *big.Rat, stream []exact.Example, euclidean []*big.Rat, origin bool) (*Margin, error) {
	best, width := (*Margin)(nil), (*big.Rat)(nil)
	var failed error
	for _, lambda := range [][]*big.Rat{euclidean, solved(p, stream, origin)} {
		if lambda == nil {
			continue
		}
		m, err := provenIn(p, stream, lambda, origin)
		if err != nil {
			failed = err
			continue
		}
		if w := new(big.Rat).Sub(m.Between[1], m.Between[0]); best == nil || w.Cmp(width) < 0 {
			best, width = m, w
		}
	}
	if best == nil {
		return nil, failed
	}
	return best, nil
}

// solved are the multipliers of the solver in float64, nil where it has none.
func solved(p *big.Rat, stream []exact.Example, origin bool) []*big.Rat {
	exponent, _ := p.Float64()
	d, examples := len(stream[0].X), Rounded(stream)
	if theory.CheckAll(examples, d) != nil {
		return nil
	}
	s, err := maxmargin.Solve(context.Background(), examples, d, maxmargin.Options{Origin: origin, Norm: vec.P(exponent), Tolerance: 1e-13})
	if err != nil {
		return nil
	}
	lambda := make([]*big.Rat, len(stream))
	for i := range lambda {
		lambda[i] = new(big.Rat)
	}
	convex(lambda, s.PlusWeights)
	convex(lambda, s.MinusWeights)
	return lambda
}

// Rounded is the stream in float64.
func Rounded(stream []exact.Example) []theory.Example {
	examples := make([]theory.Example, len(stream))
	for i, e := range stream {
		x := make([]float64, len(e.X))
		for k, v := range e.X {
			x[k], _ = v.Float64()
		}
		examples[i] = theory.Example{X: vec.Dense(x...), Y: theory.Label(e.Y)}
	}
	return examples
}

// convex sets multipliers to weights, rounded to multiples of 2^-50 whose sum is 1.
func convex(lambda []*big.Rat, weights []maxmargin.Weight) {
	if len(weights) == 0 {
		return
	}
	const unit = 1 << 50
	rest, most := int64(unit), weights[0]
	for _, w := range weights {
		n := int64(w.Lambda * unit)
		lambda[w.Example].SetFrac64(n, unit)
		rest -= n
		if w.Lambda > most.Lambda {
			most = w
		}
	}
	greatest := lambda[most.Example]
	greatest.Add(greatest, big.NewRat(rest, unit))
}
