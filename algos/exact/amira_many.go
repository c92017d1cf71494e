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
	wrong := Differences([]Example{{X: x, Y: y}}, l.classes) // the ΔΦ_z, from the best z on
	score := func(delta Example) *big.Rat { return l.u.q.Dot(delta.X) }
	slices.SortStableFunc(wrong, func(a, b Example) int { return score(a).Cmp(score(b)) })
	s := Step{Decision: Decision{Y: y, Predicted: l.predict(x)}, Score: l.Rational(score(wrong[0])),
		Limit: l.Rational(l.limit), SqNorm: l.SqNorm()}
	n, total := x.SqNorm(), new(big.Rat)
	var short []*big.Rat // F of the violations, from the greatest on
	for _, delta := range wrong[:l.k] {
		if a := score(delta); a.Cmp(l.limit) <= 0 && n.Sign() > 0 {
			f := a.Sub(integer(1), a)
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
	w := l.u.q
	for i, f := range short {
		if eta := f.Sub(f, sum); eta.Sign() > 0 {
			w = w.Plus(eta, wrong[i].X)
		}
	}
	l.plane = l.through(at(w))
	return s
}

// predict returns the first of the classes with the greatest score.
func (l *ManyAMIRA) predict(x Vector) (best int) {
	score := func(z int) *big.Rat { return l.u.q[z*len(x) : (z+1)*len(x)].Dot(x) }
	for z := range l.classes {
		if score(z).Cmp(score(best)) > 0 {
			best = z
		}
	}
	return best
}

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
