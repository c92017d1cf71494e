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
	plane      // of w
	classes, k int
	limit      *big.Rat // 1−ε
}

func newManyAMIRA(s space) Learner {
	return &ManyAMIRA{s.constant(s.dim*s.classes, 0), s.classes, int(s.values["k"].Num().Int64()), s.oneLess("eps")}
}

// Step implements [Learner], of an x in ℚ^d.
func (l *ManyAMIRA) Step(x Vector, y int) Step {
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
	s := Step{Decision: Decision{Y: y, Predicted: predicted}, Score: l.Rational(ahead(wrong[0])),
		Limit: l.Rational(l.limit), SqNorm: l.SqNorm()}
	n, total := x.SqNorm(), new(big.Rat)
	var short []*big.Rat // F of the violations, from the greatest on
	for _, z := range wrong[:l.k] {
		if a := ahead(z); a.Cmp(l.limit) <= 0 && n.Sign() > 0 {
			f := new(big.Rat).Sub(integer(1), a)
			short = append(short, f.Quo(f, n))
			total.Add(total, f)
		}
	}
	if s.Updated = len(short) > 0; !s.Updated {
		return s
	}
	sum := new(big.Rat)
	for m := len(short); ; m-- {
		if sum.Quo(total, integer(m+1)); short[m-1].Cmp(sum) > 0 {
			break
		}
		total.Sub(total, short[m-1])
	}
	w := slices.Clone(l.u.q)
	copy(w[y*len(x):], l.of(y, x).Plus(sum, x))
	for i, f := range short {
		if eta := new(big.Rat).Sub(sum, f); eta.Sign() < 0 {
			copy(w[wrong[i]*len(x):], l.of(wrong[i], x).Plus(eta, x))
		}
	}
	l.plane = l.through(at(w))
	return s
}

// predict returns the scores of the classes, and the first of the greatest.
func (l *ManyAMIRA) predict(x Vector) (scores Vector, best int) {
	for z := range l.classes {
		if scores = append(scores, l.of(z, x).Dot(x)); scores[z].Cmp(scores[best]) > 0 {
			best = z
		}
	}
	return scores, best
}

// of is the w of class z.
func (l *ManyAMIRA) of(z int, x Vector) Vector { return l.u.q[z*len(x) : (z+1)*len(x)] }

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
