package props

import (
	"cmp"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/props/measure"
	"marginlab/props/replay"
	"marginlab/props/stream"
	"marginlab/theory/vec"
)

// invarianceProperties compare the runs on two streams, or in two norms, that must be one.
func invarianceProperties() []Property {
	norms := stream.Draws{Norms: true}
	delta := stream.Draws{Norms: true, Numbers: stream.OneOf(0.5, 0, 0.01)}
	return []Property{
		{"storage", "sparse and dense streams are learned alike, to 1e-9", "algos", anyLearner, norms, 60, StorageIsNoMatter},
		{"scale", "lengths scale with the data", "HKNS25, Section 2", scales, stream.Draws{Norms: true, Factor: true}, 60, ScaleEquivariance},
		{"axes", "in ℓp nothing changes with the order and the signs of the coordinates", "HKNS25, Section 2", inPower, stream.Draws{Norms: true, Reflections: true}, 60, AxesAreNoMatter},
		{"reflection", "lengths do not change with the axes", "HKNS25, Section 5.1", scales, stream.Draws{Reflections: true}, 60, ReflectionInvariance},
		{"translation", "gamma_t is the same on x+u as on x, to 1e-6", "HKNS25, Remark 3.4", hasBias, stream.Draws{Norms: true, Translation: true}, 60, TranslationInvariance},
		{"swap", "with the labels swapped, v+ and v- swap, and w and b turn round", "HKNS25, Algorithm 1, Section B.5", hasBias, delta, 60, SwapsWithTheLabels},
	}
}

// TranslationInvariance: OMM's and PUMMA's γ_t, predictions and updates are the same on x+u
// as on x (HKNS25, Remark 3.4), to a relative 1e-6 in γ_t for ‖u‖ up to 10⁶·D.
func TranslationInvariance(c Case) error { _, err := translation(c); return err }

func translation(c Case) (comparison, error) {
	c = c.Dense() // far from the origin nothing is sparse
	move := func(x measure.Vector) measure.Vector { return x.Plus(1, c.U) }
	return alike{first: c, second: c.Mapped(move), f: 1, slack: 1e-6, move: move}.check()
}

// ReflectionInvariance: on the stream turned by x ↦ ‖v‖²x − 2(v·x)v, a
// reflection times ‖v‖², predictions and updates stay, and γ_t and a_t are
// multiplied by ‖v‖².
func ReflectionInvariance(c Case) error { _, err := reflection(c); return err }

func reflection(c Case) (comparison, error) {
	turned, f := c, 1.0
	for _, v := range c.V {
		if vv := v.Dot(v); vv > 0 {
			turned = turned.Mapped(func(x measure.Vector) measure.Vector { return x.Times(vv).Plus(-2*v.Dot(x), v) })
			f *= vv
		}
	}
	turned.Learner = c.Learner.Scaled(f)
	return alike{first: c, second: turned, f: f, slack: 1e-9}.check()
}

// ScaleEquivariance: on cx predictions and updates are those on x, and γ_t and
// a_t are c times as large; bit by bit if c is a power of two.
func ScaleEquivariance(c Case) error { _, err := scaling(c); return err }

func scaling(c Case) (comparison, error) {
	move := func(x measure.Vector) measure.Vector { return x.Times(c.C) }
	big := c.Mapped(move)
	big.Learner = c.Learner.Scaled(c.C)
	f, _ := math.Frexp(c.C)
	return alike{first: c, second: big, f: c.C, slack: 1e-9, exact: f == 0.5 && !c.Solves(), move: move}.check()
}

// AxesAreNoMatter: in ℓp a learner does on the stream with its coordinates in another
// order and some of them turned round what it does on the stream: these are the
// isometries of ℓp, p ≠ 2. It takes the first v for the order and the signs.
func AxesAreNoMatter(c Case) error { _, err := axes(c); return err }

func axes(c Case) (comparison, error) {
	order, v := make([]int, c.Dim), make(measure.Vector, c.Dim)
	for i := range order {
		order[i] = i
	}
	if len(c.V) > 0 {
		copy(v, c.V[0])
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(v[i], v[j]) })
	move := func(x measure.Vector) measure.Vector {
		y := slices.Clone(x) // one that the learner appends stays where it is
		for k, i := range order {
			if y[k] = x[i]; v[i] < 0 {
				y[k] = -x[i]
			}
		}
		return y
	}
	return alike{first: c, second: c.Mapped(move), f: 1, slack: 1e-9, move: move}.check()
}

// scales reports whether the learner does the same on cx as on x.
func scales(s *algos.Spec) bool {
	return s.Kind.Degree != algos.Unsaid && !in(s, "randomized(printed)")
}

// StorageIsNoMatter: on the stream stored as sparse vectors a learner does what
// it does on the stream stored as dense ones, to 1e-9.
func StorageIsNoMatter(c Case) error { _, err := storing(c); return err }

func storing(c Case) (comparison, error) {
	full, thin := c.Dense(), c.Stored(vec.Vector.Sparsify)
	return alike{first: full, second: thin, f: 1, slack: 1e-9, move: slices.Clone[measure.Vector]}.check()
}

// SwapsWithTheLabels: with all labels swapped v₊ and v₋ of OMM swap, and w and b of
// PUMMA are −w and −b, after every step, bit by bit where the data are dense, so that
// γ_t, a_t and the updates stay. The predictions after the opening are swapped except at
// w·x+b = 0, where both are +1 because sign(0) = +1; in the opening both runs predict +1
// on x_1, and y_1 of their own after that.
func SwapsWithTheLabels(c Case) error {
	c = c.Tuned("delta")
	a, err := replay.Run(c)
	if err != nil {
		return err
	}
	b, err := replay.Run(c.Swapped())
	if err != nil {
		return err
	}
	var own, other []replay.Certified
	if showsCertificates(c) {
		own, err = replay.Certificates(c)
		other, _ = replay.Certificates(c.Swapped())
	}
	if err != nil || !showsCertificates(c) && c.Sparse() { // the terms of sums are in another order
		return err
	}
	rho := c.Learner.Params()["rho"]
	for i, s := range a {
		m := b[i]
		p, q := s.Reported, m.Reported
		if p.Opening != q.Opening {
			return s.Fault("in the opening: %v, and %v with the labels swapped", p.Opening, q.Opening)
		}
		if p.Opening {
			continue
		}
		// The dense form adds the same numbers, with the other sign; the sparse
		// one in another order, and the solver takes another way.
		slack, slackA := 0.0, 0.0 // of a_t: a w that a solver finds is known less well than γ_t
		if c.Solves() || showsCertificates(c) && c.Metric().Euclidean() && c.Stream[0].X.IsSparse() {
			at := i - len(a) + len(own)
			slack = own[at].Noise * (1 + s.X.Norm()/own[at].G)
			if slackA = slack; c.Solves() && !c.Metric().Euclidean() {
				slackA += math.Abs(own[at].A - other[at].A)
			}
		}
		tied := slack > 0 && (near(p.A(), rho*p.Gamma(), slackA) || !c.Metric().Euclidean() && near(p.A(), 0, slackA))
		switch {
		case slack == 0 && (s.Next.W.Plus(1, m.Next.W).Norm() != 0 || s.Next.B != -m.Next.B):
			return s.Fault("w = %v, b = %v, and %v, %v with the labels swapped", s.Next.W, s.Next.B, m.Next.W, m.Next.B)
		case slack == 0 && s.Plus != nil && (s.Next.Plus.Distance(m.Next.Minus) > 0 || s.Next.Minus.Distance(m.Next.Plus) > 0):
			return s.Fault("v+, v- = %v, %v, and %v, %v with the labels swapped", s.Next.Plus, s.Next.Minus, m.Next.Plus, m.Next.Minus)
		case !near(p.Gamma(), q.Gamma(), slack), !near(p.A(), q.A(), slackA), p.Updated != q.Updated && !tied:
			return s.Fault("gamma_t, a_t = %v, %v (updated: %v), and %v, %v (%v) with the labels swapped", p.Gamma(), p.A(), p.Updated, q.Gamma(), q.A(), q.Updated)
		case p.Predicted == q.Predicted && math.Abs(p.A()) > slackA, p.Predicted != q.Predicted && slack == 0 && p.Score == 0:
			return s.Fault("predicted %+d at a_t = %v, and %+d with the labels swapped", p.Predicted, p.A(), q.Predicted)
		case tied:
			return nil // rounding decides what comes after
		}
	}
	return nil
}
