package exact

import (
	"fmt"
	"math/big"
	"slices"
)

// ManyAMIRA is k-best AMIRA_ε of M classes 0, …, M−1, over the differences ΔΦ_z of an example:
// x in the place of its class y, −x in that of z, in ℚ^{dM}. Its w is that of all classes, one
// after the other; of equal scores the lower class is the better.
//
//	Z ← the k best z ≠ y, those with w·ΔΦ_z ≤ 1−ε
//	w ← argmin ‖w' − w‖²  s.t.  w'·ΔΦ_z ≥ 1, z ∈ Z
//
// As ΔΦ_z·ΔΦ_z' is ‖x‖², and 2‖x‖² where z = z', the multipliers η_z of the m constraints that
// are active are, with F_z = (1 − w·ΔΦ_z)/‖x‖²,
//
//	η_z = F_z − S > 0,  S = Σ η_z = Σ F_z/(m+1),  and F_z ≤ S of all others:
//
// the active ones have the greatest F. It implements ZH13, Algorithm 3, and with k = 1
// Algorithm 2. A point at x = 0 changes nothing.
type ManyAMIRA struct {
	linear
	classes, k int
	limit      *big.Rat // 1−ε
}

func manyAMIRAKinds() []kind {
	eps := param{name: "eps", domain: "(0, 1]"}
	of := func(name string, also func(values) values, params ...param) kind {
		return kind{
			name: name, params: params, also: also, rational: true,
			many: func(dim, classes int, p values) Learner {
				l := &ManyAMIRA{linear{NewVector(dim * classes)}, classes, classes - 1, new(big.Rat).Sub(integer(1), p["eps"])}
				if also != nil {
					p = also(p)
				}
				if k := p["k"]; k != nil && k.Cmp(integer(l.k)) < 0 {
					l.k = int(k.Num().Int64())
				}
				return l
			},
		}
	}
	return []kind{
		of("amira-1-best", always("k", integer(1)), eps),
		of("amira-k-best", nil, eps, param{name: "k", domain: "[1, 1000000]", optional: true, integer: true}),
	}
}

// Step implements [Learner], of an x in ℚ^d.
func (l *ManyAMIRA) Step(x Vector, y int) (Step, error) {
	if y < 0 || y >= l.classes {
		panic(fmt.Sprintf("exact: class is %d, expected one of 0 to %d", y, l.classes-1))
	}
	scores, predicted := l.predict(x)
	var wrong []int // the wrong classes, from the best on
	for z := range l.classes {
		if z != y {
			wrong = append(wrong, z)
		}
	}
	slices.SortStableFunc(wrong, func(a, b int) int { return scores[b].Cmp(scores[a]) })
	ahead := func(z int) *big.Rat { return new(big.Rat).Sub(scores[y], scores[z]) }
	s := Step{
		Decision: Decision{Y: y, Predicted: predicted}, Score: rational(ahead(wrong[0])), Limit: rational(l.limit), SqNorm: l.SqNorm(),
	}
	violations := wrong[:l.k]
	for len(violations) > 0 && ahead(violations[len(violations)-1]).Cmp(l.limit) > 0 {
		violations = violations[:len(violations)-1]
	}
	if s.Updated = len(violations) > 0 && !x.IsZero(); !s.Updated {
		return s, nil
	}
	var short []*big.Rat // F of the violations, from the greatest on
	total := new(big.Rat)
	for _, z := range violations {
		f := new(big.Rat).Sub(integer(1), ahead(z))
		short = append(short, f.Quo(f, x.SqNorm()))
		total.Add(total, f)
	}
	sum := new(big.Rat)
	for m := len(short); ; m-- {
		sum.Quo(total, integer(m+1))
		if short[m-1].Cmp(sum) > 0 {
			break
		}
		total.Sub(total, short[m-1])
	}
	w := slices.Clone(l.w)
	copy(w[y*len(x):], l.of(y, x).Plus(sum, x))
	for i, z := range violations {
		if eta := new(big.Rat).Sub(sum, short[i]); eta.Sign() < 0 {
			copy(w[z*len(x):], l.of(z, x).Plus(eta, x))
		}
	}
	l.w = w
	return s, nil
}

// predict returns the scores of the classes, and the first of the greatest.
func (l *ManyAMIRA) predict(x Vector) (scores Vector, best int) {
	for z := range l.classes {
		scores = append(scores, l.of(z, x).Dot(x))
		if scores[z].Cmp(scores[best]) > 0 {
			best = z
		}
	}
	return scores, best
}

// of is the w of class z.
func (l *ManyAMIRA) of(z int, x Vector) Vector { return l.w[z*len(x) : (z+1)*len(x)] }

// Differences are the examples that theorems on M classes speak of, in ℚ^{dM}: of each example
// its M−1 differences ΔΦ, in the order of the wrong classes, each with the label +1.
func Differences(stream []Example, classes int) []Example {
	var all []Example
	for _, e := range stream {
		d := len(e.X)
		for z := range classes {
			if z == e.Y {
				continue
			}
			delta := NewVector(d * classes)
			copy(delta[e.Y*d:], e.X)
			copy(delta[z*d:], e.X.Times(integer(-1)))
			all = append(all, Example{X: delta, Y: +1})
		}
	}
	return all
}
