package props

import (
	"math"

	"marginlab/algos"
	"marginlab/props/measure"
	"marginlab/props/stream"
	"marginlab/theory"
)

// proofs returns the lemmas of the proofs of rows, votes, and kernel forms, which are checked like properties on the
// learners of this project.
func proofs() []Property {
	of := func(families ...string) func(*algos.Spec) bool {
		return func(s *algos.Spec) bool { return in(s, families...) }
	}
	radius := stream.Draws{Norms: true, Numbers: stream.Against(1, 0, 2, 0.5)}
	return []Property{
		{"variances", "the variances of v+ and v- keep x near, and with 1/gamma_t² pay 1 for each mistake", "Theorem S3",
			of("e-omm"), stream.Draws{}, 60, VariancesPayForMistakes},
		{"optimum", "an update at a_t <= phi gamma* takes 1/r² of what gamma_t/gamma* may fall by", "Theorem S4",
			showsDualPointsInL2, stream.Draws{}, 60, UpdatesPayForTheOptimum},
		{"regret", "FTRL loses c|g|^s/(s B^(s-1)) a step at most", "O19, Section 1",
			of("randomized", "randomized(printed)"), radius, 60, RegretOfFTRL},
		{"regret-omd", "OMD comes nearer to any u by what it loses", "O19, Section 1",
			of("randomized-omd", "randomized-omd(R)"), radius, 60, RegretOfOMD},
		{"voted", "the voted Perceptron's vote is that of all v_k, c_k times", "Freund and Schapire 1999, Fig. 1",
			votes, stream.Draws{}, 60, VotedIsTheVote},
		{"kernel", "a learner in kernel form does what it does on the stream embedded, where every proved guarantee holds",
			"algos/kernel; theory.Table", (*algos.Spec).HasKernelForm, stream.Draws{Numbers: drawKernel}, 60, KernelFormsHold},
	}
}

// showsDualPointsInL2 reports whether the learner shows its v₊ and v₋, in ℓ2.
func showsDualPointsInL2(s *algos.Spec) bool {
	return showsDualPoints(s) && Case{Learner: s}.Metric().Euclidean()
}

// pair is a step of OMM, measured only from v₊, v₋ and x.
type pair struct {
	step
	A, G, G2 float64 // a_t, γ_t and γ_t+1
	lost     float64 // how far rounding may have moved γ_t, γ_t+1 and a_t, relative to γ_t+1
}

// pairs returns the steps of OMM after its opening.
func pairs(c Case) (all []pair, err error) {
	steps, err := replay(c)
	in := c.Metric()
	reach := 0.0
	for _, s := range steps {
		if s.Plus == nil || s.Minus == nil {
			continue
		}
		u := s.Plus.Minus(s.Minus)
		p := pair{step: s, G: in.Norm(u) / 2, G2: in.Norm(s.Next.Plus.Minus(s.Next.Minus)) / 2}
		p.A = s.Y * in.Link(u).Dot(s.X.Minus(s.Minus).Plus(-0.5, u)) / in.Norm(u)
		reach = max(reach, in.Longest([]measure.Vector{s.Plus, s.Minus, s.X}))
		if p.lost = in.Units(c.Dim) * reach / p.G2; c.Sparse() { // it follows squares
			p.lost *= 4 * max(1, reach/p.G2)
		}
		if c.Solves() {
			p.lost += solved
		}
		all = append(all, p)
	}
	return all, err
}

// ownPoints returns v_y, the dual point on the side of x, before the step and after it.
func (p pair) ownPoints() (before, after measure.Vector) {
	if p.Y > 0 {
		return p.Plus, p.Next.Plus
	}
	return p.Minus, p.Next.Minus
}

// VariancesPayForMistakes: with D the greater diameter of a class, h = D²/γ_t² and V₊, V₋ the
// variances of v₊ and v₋ as convex combinations of examples, in units of D, an x of a class of
// variance V has ‖x−v‖² ≤ (1−V)D². And for b = ¼ and ⅓, Φ = (1−2b + b(V₊+V₋))h, plus log₂(h)/3 for
// b = ⅓, rises by 1 at an update at a_t ≤ 0, and falls at none at a_t ≤ (1 − b/(1−3b/2))γ_t
// (Theorem S3, its lemma). An update at a_t ≤ 0 of a V to V' from h to h' has h'(V+V')/2 − hV + log₂(h'/h) ≥ 1 and
// (1−2V')h'⁴ ≥ (1−2V)h⁴ (omm-s3-conservative).
func VariancesPayForMistakes(c Case) error {
	steps, err := pairs(c)
	plus, minus := split(c.Stream, c.Points())
	in := c.Metric()
	d := max(in.Widest(plus, plus), in.Widest(minus, minus))
	spread := map[float64]float64{}
	lost := 1e-9
	for _, s := range steps {
		if !s.Reported.Updated {
			continue
		}
		before, after := s.ownPoints()
		z := s.X.Minus(before)
		length := z.Norm()
		if lost += 8 * s.lost * (1 + s.G2/length); !(lost < 1e-3) || d == 0 {
			return nil // rounding hides γ_t or β
		}
		own, other, eta := spread[s.Y], spread[-s.Y], 1-s.A/s.G
		beta := min(1, max(0, after.Minus(before).Dot(z)/length/length))
		near := length * length / d / d
		if near > 1-own+lost {
			return s.fault("‖x−v‖² = %v D², and v has the variance %v D²", near, own)
		}
		next := (1 - beta) * (own + beta*near)
		h, h2 := d*d/s.G/s.G, d*d/s.G2/s.G2
		for _, of := range []struct{ b, logarithm float64 }{{0.25, 0}, {1. / 3, 1. / 3}} {
			b := of.b
			rise := (1-2*b+b*(next+other))*h2 - (1-2*b+b*(own+other))*h + of.logarithm*math.Log2(h2/h)
			switch slack := lost * (1 + h2); {
			case eta >= 1 && rise < 1-slack:
				return s.fault("Φ rose by %v at a_t = %v, gamma_t = %v, expected 1 (b = %v)", rise, s.A, s.G, b)
			case eta >= b/(1-1.5*b)*(1+lost) && rise < -slack:
				return s.fault("Φ fell by %v at a_t = %v, gamma_t = %v (b = %v)", -rise, s.A, s.G, b)
			}
		}
		if paid := h2*(next+own)/2 - h*own + math.Log2(h2/h); eta >= 1 && paid < 1-lost*(1+h2) {
			return s.fault("the update pays %v at a_t = %v, gamma_t = %v, expected 1", paid, s.A, s.G)
		}
		if least := (1 - 2*own) * math.Pow(h/h2, 4); eta >= 1 && 1-2*next < least-lost {
			return s.fault("the variance rose to %v, expected %v at most", next, (1-least)/2)
		}
		spread[s.Y] = next
	}
	return err
}

// UpdatesPayForTheOptimum: with r = D/γ∗, A = γ_t/γ∗ and 0 ≤ φ < 1, an update at a_t ≤ φγ∗ takes A to an A' with A'²
// ≤ φA + r²/4 where 2A(A−φ) > r², and else raises E(1/A²) by 1/r², where E(h) is the integral of (1 − φ√x)^−2 from 0
// to h (Theorem S4). This holds for any γ∗ up to the maximum margin.
func UpdatesPayForTheOptimum(c Case) error {
	steps, err := pairs(c)
	if err != nil || len(steps) == 0 {
		return err
	}
	gamma, _, _ := measure.MaxMargin(c.Stream, c.Points(), false)
	if gamma *= 1 - 1e-9; gamma == 0 {
		return nil
	}
	plus, minus := split(c.Stream, c.Points())
	d := max(measure.Widest(plus, plus), measure.Widest(minus, minus))
	for _, s := range steps {
		lost := 1e-9 + 8*s.lost
		if !s.Reported.Updated || !(lost < 1e-3) || !(min(s.G, s.G2) >= gamma) {
			continue
		}
		before, after, r := s.G/gamma, s.G2/gamma, d*(1+1e-9)/gamma
		for _, phi := range []float64{0, 0.25, 0.5, 0.75, s.A / gamma} {
			if phi < 0 || phi >= 1 || s.A > phi*gamma*(1+lost) {
				continue
			}
			if early := 2*before*(before-phi) - r*r; early > 0 {
				if after*after > (phi*before+r*r/4)*(1+lost) {
					return s.fault("gamma_t = %v fell to %v, expected %v at most, at a_t = %v, phi = %v", s.G, s.G2, gamma*math.Sqrt(phi*before+r*r/4), s.A, phi)
				}
				continue
			}
			// E rises from h to h2 by ∫ 2x/(1−φx)² dx between their roots.
			rise := spent(phi, 1/after) - spent(phi, 1/before)
			if slack := lost * 8 / (1 - phi) / (1 - phi); rise*r*r < 1-slack*(1+r*r) {
				return s.fault("E rose by %v/r² at a_t = %v, gamma_t = %v, expected 1/r² (phi = %v)", rise*r*r, s.A, s.G, phi)
			}
		}
	}
	return nil
}

// spent returns E(x²) = ∫₀ˣ 2y/(1−φy)² dy, for 0 ≤ x ≤ 1.
func spent(phi, x float64) float64 {
	if p := phi * x; p > 0.01 {
		return 2 * (p/(1-p) + math.Log1p(-p)) / phi / phi
	}
	return x * x * (1 + 4./3*phi*x + 3./2*phi*phi*x*x + 8./5*phi*phi*phi*x*x*x)
}

// RegretOfFTRL: from step to step of the randomized classifier
//
//	F_{t+1}(x_{t+1}) ≥ F_t(x_t) + g_t·x_t − c‖g_t‖^s/(s B_t^{s−1}),
//
// of which the regret's bound is the sum, F_t and B_t as in [RandomizedIsFTRL].
func RegretOfFTRL(c Case) error {
	least, rounding := math.Inf(-1), 0.0 // of F_t(x_t), by the step before
	return ftrl(c, func(b *ball, s step, x, sum measure.Vector, slack float64, known bool) error {
		B := math.Pow(b.c*b.s*float64(s.T), 1/b.s) / 2
		if !in(c.Learner, "randomized(printed)") {
			B *= math.Pow(b.radius, b.q)
		}
		value := B/b.q*math.Pow(b.in.Dual(x), b.q) - x.Dot(sum)/2
		was, room := least, rounding+(slack+1e-9)*(1+math.Abs(value))
		least, rounding = math.Inf(-1), 1e-9*math.Abs(value)+slack
		if known && inRange(B) && !(value >= was-room) {
			return s.fault("F(x) = %v, after the step before it is %v at least", value, was)
		}
		if known && math.Abs(x.Dot(s.X)) < 1 && inRange(B) {
			least = value - s.Reported.Score/2 - b.cost(s.X, B)
		}
		return nil
	})
}

// RegretOfOMD: for every u of the ball a step of [RandomizedIsOMD] has
//
//	g_t·(x_t − u) ≤ B_t(D(u, x_t) − D(u, x_{t+1})) + c‖g_t‖^s/(s B_t^{s−1}),
//
// of which the regret's bound is the sum: here for 0, for the direction of the maximum margin, and
// for the one against it.
func RegretOfOMD(c Case) error {
	_, best, _ := measure.MaxMargin(c.Stream, c.Lifted(), true)
	star := best.In(len(c.Lifted()[0])) // of length 1 in the dual norm, or 0
	if size := c.Metric().Dual(star); size > 0 {
		star = star.Times(1 / size)
	}
	return omd(c, func(b *ball, s step, x, _ measure.Vector, slack float64, _ bool) error {
		B := math.Pow(b.radius, b.q) * math.Pow((b.s-1)*b.c*float64(s.T)/2, 1/b.s) / 2
		if math.Abs(x.Dot(s.X)) >= 1 || !inRange(B) {
			return nil
		}
		for _, side := range []float64{0, 1, -1} {
			v := star.Times(side / b.radius)
			nearer := B * (b.divergence(v, x) - b.divergence(v, s.Next.W))
			if lost := (s.Y*v.Dot(s.X) - s.Reported.Score) / 2; !(lost <= nearer+b.cost(s.X, B)+(slack+1e-9)*float64(s.T)) {
				return s.fault("g·(x−u) = %v, D(u, x) falls by %v/B and c‖g‖^s/(s B^{s−1}) = %v, u = %v", lost, nearer,
					b.cost(s.X, B), v)
			}
		}
		return nil
	})
}

// inRange reports whether R^q, in B, and R^−q, in divergences, are in the range of float64 with all their digits: for
// q = 11 they are at lengths from 1e-27 to 1e27. The shown x_t is checked at all lengths.
func inRange(B float64) bool { return 1e-300 < B && B < 1e300 }

// cost returns c‖g‖^s/(s B^{s−1}), g = ½z.
func (b *ball) cost(z measure.Vector, B float64) float64 {
	return b.c / b.s * math.Pow(b.in.Norm(z)/2, b.s) / math.Pow(B, b.s-1)
}

// divergence returns D(v, x) of ‖·‖∗^q/q.
func (b *ball) divergence(v, x measure.Vector) float64 {
	size := b.in.Dual(x)
	along := 0.0
	if size > 0 {
		along = math.Pow(size, b.q-2) * b.in.Unlink(x).Dot(v)
	}
	return math.Pow(b.in.Dual(v), b.q)/b.q + math.Pow(size, b.q)/b.s - along
}

// votes reports whether the learner shows its vote; with a constant coordinate it does not.
func votes(s *algos.Spec) bool {
	return in(s, "voted-perceptron") && s.Bias == 0
}

// VotedIsTheVote: the voted Perceptron steps and shows its w like the Perceptron. After every step it predicts by
// sign(Σ_k c_k sign(v_k·x)), with v_k the vectors that the Perceptron had after its updates, and c_k the number of
// examples that each was right on, its own included (Freund and Schapire 1999, Fig. 1).
func VotedIsTheVote(c Case) error {
	own, err := simple(c)
	if err != nil {
		return err
	}
	x, l := c.Points(), c.Learner.New(c.Dim)
	exact, longest := measure.OnLattice(x...), measure.Longest(x)
	var v []measure.Vector
	var votes []int
	var all algos.Votes
	for t, s := range own {
		if step := l.Step(c.Stream[t].X, c.Stream[t].Y); !sameStep(step, s.Reported) || show(l, 0).W.Distance(s.Next.W) != 0 {
			return s.fault("the step is %+v to %v, the Perceptron's %+v to %v", step, l.State().Classifier, s.Reported, s.Next.W)
		}
		if s.Reported.Updated {
			v, votes = append(v, s.Next.W), append(votes, 0)
			all.Updated(t+1, c.Stream[t], l)
		}
		if len(votes) > 0 {
			votes[len(votes)-1]++
		}
		for i, z := range x {
			vote, sure := 0, true
			for k := range v {
				score := v[k].Dot(z)
				vote += votes[k] * int(theory.Sign(score))
				sure = sure && (exact || math.Abs(score) > 4*measure.Ulps(z)*float64(t+1)*longest*z.Norm()*float64(len(v)))
			}
			if got := all.Predict(c.Stream[i].X, c.Dim, t+1); sure && got != theory.Sign(float64(vote)) {
				return s.fault("x = %v is reported to be %+d, the vote is %d (c = %v)", z, got, vote, votes)
			}
		}
	}
	return nil
}

// split returns the points of each class.
func split(stream []theory.Example, x []measure.Vector) (plus, minus []measure.Vector) {
	for t, e := range stream {
		if e.Y == theory.Positive {
			plus = append(plus, x[t])
		} else {
			minus = append(minus, x[t])
		}
	}
	return plus, minus
}
