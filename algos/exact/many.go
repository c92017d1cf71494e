package exact

import (
	"fmt"
	"math/big"
	"slices"
)

// many is a classifier of M classes 0, …, M−1: w concatenates the vectors of all classes, in ℚ^{dM}.
type many struct {
	plane
	classes int
}

func newMany(s space) many { return many{s.constant(s.dim*s.classes, 0), s.classes} }

// judge returns the step at an x of class y in ℚ^d, before the learner learns from it, and the differences ΔΦ_z of the
// wrong classes, the best one first. Of equal scores the lower class is better.
func (l *many) judge(x Vector, y int, limit *big.Rat) (s Step, wrong []Example) {
	if y < 0 || y >= l.classes {
		panic(fmt.Sprintf("exact: class is %d, expected one of 0 to %d", y, l.classes-1))
	}
	wrong = Differences([]Example{{X: x, Y: y}}, l.classes)
	slices.SortStableFunc(wrong, func(a, b Example) int { return l.score(a).Cmp(l.score(b)) })
	return Step{Decision: Decision{Y: y, Predicted: l.predict(x)}, Score: l.Rational(l.score(wrong[0])),
		Limit: l.Rational(limit), SqNorm: l.SqNorm()}, wrong
}

func (l *many) score(delta Example) *big.Rat { return l.u.q.Dot(delta.X) }

// ManyPerceptron is the Perceptron of M classes: where w·ΔΦ_z ≤ 0 for the best wrong z, w ← w + ΔΦ_z. It implements
// Duda and Hart (1973), Section 5.12, the construction of Kesler, at the best wrong class alone. A point at x = 0
// changes nothing.
type ManyPerceptron struct{ many }

func newManyPerceptron(s space) Learner { return &ManyPerceptron{newMany(s)} }

// Step implements [Learner], of an x in ℚ^d.
func (l *ManyPerceptron) Step(x Vector, y int) Step {
	s, wrong := l.judge(x, y, new(big.Rat))
	if s.Updated = l.score(wrong[0]).Sign() <= 0 && !x.IsZero(); s.Updated {
		l.plane = l.through(at(l.u.q.Plus(integer(1), wrong[0].X)))
	}
	return s
}

// ManyAMIRA is k-best AMIRA_ε of M classes, over the differences ΔΦ_z of an example: x in the place of its class y, −x
// in the place of z.
//
//	Z ← the k best z ≠ y, those with w·ΔΦ_z ≤ 1−ε
//	w ← argmin ‖w' − w‖²  s.t.  w'·ΔΦ_z ≥ 1, z ∈ Z
//
// As ΔΦ_z·ΔΦ_z' is ‖x‖², and 2‖x‖² where z = z', the multipliers η_z of the m active constraints are, with F_z = (1 −
// w·ΔΦ_z)/‖x‖²,
//
//	η_z = F_z − S > 0,  S = Σ η_z = Σ F_z/(m+1),  and F_z ≤ S of all others:
//
// the active ones have the greatest F. It implements ZH13, Algorithm 3, and with k = 1
// Algorithm 2. A point at x = 0 changes nothing.
type ManyAMIRA struct {
	many
	k     int
	limit *big.Rat // 1−ε
}

func newManyAMIRA(s space) Learner {
	return &ManyAMIRA{newMany(s), int(s.values["k"].Num().Int64()), s.oneLess("eps")}
}

// Step implements [Learner], of an x in ℚ^d.
func (l *ManyAMIRA) Step(x Vector, y int) Step {
	s, wrong := l.judge(x, y, l.limit)
	n, total := x.SqNorm(), new(big.Rat)
	var short []*big.Rat // F of the violations, from the greatest on
	for _, delta := range wrong[:l.k] {
		if a := l.score(delta); a.Cmp(l.limit) <= 0 && n.Sign() > 0 {
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
func (l *many) predict(x Vector) (best int) {
	score := func(z int) *big.Rat { return l.u.q[z*len(x) : (z+1)*len(x)].Dot(x) }
	for z := range l.classes {
		if score(z).Cmp(score(best)) > 0 {
			best = z
		}
	}
	return best
}

// Differences returns the examples that theorems on M classes are about, in ℚ^{dM}: for each example its M−1
// differences ΔΦ, in the order of the wrong classes, each with the label +1.
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
