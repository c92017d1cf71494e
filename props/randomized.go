package props

import (
	"math"

	"marginlab/props/measure"
)

// RandomizedIsFTRL: the randomized classifier reports y q_t, q_t = z_t·x_t within [−1, 1], and x_t = argmin_{‖x‖∗ ≤
// 1/R} F_t(x), F_t(x) = B_t/q ‖x‖∗^q + Σ_{i<t} g_i·x, with g_i = −½ y_i z_i and B_t = ½ R^q (cst)^{1/s}, as printed
// without R^q; in ℓ2, B_t/2 ‖x‖² is R²√(2t)/4 ‖x‖². So x_t is ‖S‖ℓ(S) over the greater of ‖S‖^{2−s}R^s(cst)^{1/q} and
// R‖S‖, S = Σ y_i z_i (O19, Section 1). It takes a = R in units of the longest z.
func RandomizedIsFTRL(c Case) error { return ftrl(c, noMore) }

// also checks more of a step at x, where Σ g is −½ of the sum, and q_t, if known, is known to slack.
type also func(b *ball, s step, x, sum measure.Vector, slack float64, known bool) error

func noMore(*ball, step, measure.Vector, measure.Vector, float64, bool) error { return nil }

func ftrl(c Case, also also) error {
	c = c.InUnits("R")
	l, sum, most := newBall(c), make(measure.Vector, len(c.Lifted()[0])), 0.0
	weight := func(power float64) float64 { // R to the power
		if in(c.Learner, "randomized(printed)") {
			return 1
		}
		return math.Pow(l.radius, power)
	}
	factor := func(t int) float64 { // of ∇½‖S‖²
		size := l.in.Norm(sum)
		if l.radius == 0 || size == 0 {
			return 0
		}
		return 1 / max(math.Pow(size, 2-l.s)*weight(l.s)*math.Pow(l.c*l.s*float64(t), 1/l.q), l.radius*size)
	}
	full := true
	for _, e := range c.Stream {
		full = full && len(e.X.Value) >= c.Dim
	}
	const hides = 0.1 // beyond it 1/‖Σ y z‖ is unknown
	// lost returns the relative rounding of the sum: it is of vectors as long as most, and in ℓ2 its square is
	// followed unless all have all coordinates.
	lost := func() float64 {
		cancelled := 1.0
		if own := l.in.Norm(sum); own > 0 {
			cancelled = max(1, most/own)
		}
		if !full && l.in.Euclidean() {
			cancelled *= cancelled
		}
		return 16 * l.in.Units(len(sum)) * float64(len(c.Stream)) * cancelled
	}
	steps, err := replay(c)
	if err != nil {
		return err
	}
	for _, s := range steps {
		l.follow(s)
		x := l.in.Link(sum).Times(factor(s.T))
		q, size := x.Dot(s.X), factor(s.T)*l.in.Norm(sum)
		slack := lost() * max(1, size*l.in.Norm(s.X))
		if !l.in.Euclidean() && size > 0 {
			slack += size * l.in.Sway(sum, s.X, lost()*l.in.Norm(sum))
		}
		known := lost() < hides
		if err := l.predicts(s, q, slack, known); err != nil {
			return err
		}
		if err := also(&l, s, x, sum, slack, known); err != nil {
			return err
		}
		sum = sum.Plus(s.Y, s.X)
		most = max(most, l.in.Norm(s.X), l.in.Norm(sum))
		next, is := l.in.Unlink(s.Next.W), sum.Times(factor(s.T+1))
		if lost() < hides && !(l.in.Norm(next.Minus(is)) <= lost()*l.in.Norm(is)) {
			return s.fault("∇½‖w‖∗² = %v after the step, expected %v", next, is)
		}
	}
	return nil
}

// RandomizedIsOMD: the randomized classifier reports y q_t, q_t = z_t·x_t within [−1, 1], with x_{t+1} = argmin_{‖x‖∗
// ≤ 1/R} g_t·x + B_t D(x, x_t), g_t = −½ y_t z_t, B_t = ½ R^q ((s−1)ct/2)^{1/s} and D the Bregman divergence of
// ‖·‖∗^q/q. So ∇(‖x‖∗^q/q) moves by y_t z_t/(2B_t), and is then shortened into the ball; also before the prediction,
// where R has grown. It takes a = R in units of the longest z.
func RandomizedIsOMD(c Case) error { return omd(c, noMore) }

func omd(c Case, also also) error {
	c = c.InUnits("R")
	steps, err := replay(c)
	if err != nil {
		return err
	}
	l := newBall(c)
	for _, s := range steps {
		l.follow(s)
		if l.radius == 0 {
			continue // only 0 was seen
		}
		// u = R^{q−1}∇(‖x‖∗^q/q); so x is ‖u‖^{s−1}ℓ(u)/R.
		shown := s.W.Times(l.radius)
		u := l.clip(l.in.Unlink(shown).Times(math.Pow(max(l.in.Dual(shown), 0x1p-1000), l.q-2)))
		x := l.point(u)
		q, units := x.Dot(s.X), 64*l.q*l.in.Units(len(s.X))
		slack := units * max(1, l.in.Norm(s.X)/l.radius)
		if size := l.in.Norm(u); !l.in.Euclidean() && size > 0 {
			slack += l.in.Dual(x) * l.in.Sway(u, s.X, units*size)
		}
		if err := l.predicts(s, q, slack, true); err != nil {
			return err
		}
		if s.XX == 0 {
			continue
		}
		t := math.Pow((l.s-1)*l.c*float64(s.T)/2, 1/l.s)
		after := l.clip(u.Plus(s.Y/(l.radius*t), s.X))
		next, is := l.in.Unlink(s.Next.W), l.in.Unlink(l.point(after))
		if off, room := l.in.Norm(next.Minus(is)), units*(l.in.Norm(u)+l.in.Norm(s.X)/(l.radius*t)+l.in.Norm(after)); !(off*l.radius*math.Pow(l.in.Norm(after), 2-l.s) <= room) {
			return s.fault("∇½‖w‖∗² = %v after the step, expected %v", next, is)
		}
		if err := also(&l, s, x, nil, slack, true); err != nil {
			return err
		}
	}
	return nil
}

// ball is the ball ‖x‖∗ ≤ 1/R of the randomized classifiers, with the smoothness s, c of the norm and 1/s + 1/q = 1.
type ball struct {
	in      measure.Metric
	s, c, q float64
	radius  float64 // R
	running bool    // whether R is the greatest ‖z‖ so far
}

func newBall(c Case) ball {
	b := ball{in: c.Metric(), radius: c.Learner.Params()["R"]}
	b.s, b.c = b.in.Smoothness()
	b.q, b.running = b.s/(b.s-1), b.radius == 0
	return b
}

// follow updates R at a step.
func (b *ball) follow(s step) {
	if b.running {
		b.radius = max(b.radius, b.in.Norm(s.X))
	}
}

// predicts checks a step at q = x·z, which must be reported within [−1, 1], and rightly if it is known. The label is
// random unless it is certain, and every x except 0 is an update.
func (b *ball) predicts(s step, q, slack float64, known bool) error {
	q = s.Y * max(-1, min(1, q))
	switch sure := math.Abs(q) >= 1 && math.Abs(s.Reported.Score) >= 1; {
	case math.Abs(s.Reported.Score) > 1, known && !isNear(s.Reported.Score, q, slack):
		return s.fault("y q_t is reported to be %v, and is %v", s.Reported.Score, q)
	case known && sure && q*float64(s.Reported.Predicted)*s.Y < 0:
		return s.fault("predicted %+d for %+d at y q_t = %v", s.Reported.Predicted, s.Reported.Y, q)
	case s.Reported.Updated != (s.XX > 0):
		return s.fault("updated: %v at ‖x‖² = %v", s.Reported.Updated, s.XX)
	}
	return nil
}

// clip returns u/max(1, ‖u‖).
func (b *ball) clip(u measure.Vector) measure.Vector { return u.Times(1 / max(1, b.in.Norm(u))) }

// point returns ‖u‖^{s−1}ℓ(u)/R.
func (b *ball) point(u measure.Vector) measure.Vector {
	size := b.in.Norm(u)
	if size == 0 {
		return u
	}
	return b.in.Link(u).Times(math.Pow(size, b.s-2) / b.radius)
}
