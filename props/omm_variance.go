package props

import (
	"math"

	"marginlab/props/measure"
	"marginlab/props/replay"
)

// VariancesPayForMistakes: with D the greater diameter of a class, h = D²/γ_t² and V₊, V₋ the
// variances of v₊ and v₋ as convex combinations of examples, in units of D, an x of a class of
// variance V has ‖x−v‖² ≤ (1−V)D². And for b = ¼ and ⅓, Φ = (1−2b + b(V₊+V₋))h, plus log₂(h)/3 for
// b = ⅓, rises by 1 at an update at a_t ≤ 0, and falls at none at a_t ≤ (1 − b/(1−3b/2))γ_t
// (Theorem S3, its lemma).
func VariancesPayForMistakes(c Case) error {
	steps, err := replay.Certificates(c)
	plus, minus := measure.Split(c.Stream, c.Points())
	in := c.Metric()
	d := max(in.Widest(plus, plus), in.Widest(minus, minus))
	spread := map[float64]float64{}
	lost := 1e-9
	for _, s := range steps {
		if !s.Reported.Updated {
			continue
		}
		z := s.X.Minus(s.Own())
		length := z.Norm()
		if lost += 8 * (s.NoiseAfter/s.G2 + s.Noise/length); !(lost < 1e-3) || d == 0 {
			return nil // rounding hides γ_t or β
		}
		own, other, eta := spread[s.Y], spread[-s.Y], 1-s.A/s.G
		beta := min(1, max(0, s.Moved().Minus(s.Own()).Dot(z)/length/length))
		near := length * length / d / d
		if near > 1-own+lost {
			return s.Fault("‖x−v‖² = %v D², and v has the variance %v D²", near, own)
		}
		next := (1 - beta) * (own + beta*near)
		h, h2 := d*d/s.G/s.G, d*d/s.G2/s.G2
		for _, of := range []struct{ b, logarithm float64 }{{0.25, 0}, {1. / 3, 1. / 3}} {
			b := of.b
			rise := (1-2*b+b*(next+other))*h2 - (1-2*b+b*(own+other))*h + of.logarithm*math.Log2(h2/h)
			switch slack := lost * (1 + h2); {
			case eta >= 1 && rise < 1-slack:
				return s.Fault("Φ rose by %v at a_t = %v, gamma_t = %v, expected 1 (b = %v)", rise, s.A, s.G, b)
			case eta >= b/(1-1.5*b)*(1+lost) && rise < -slack:
				return s.Fault("Φ fell by %v at a_t = %v, gamma_t = %v (b = %v)", -rise, s.A, s.G, b)
			}
		}
		spread[s.Y] = next
	}
	return err
}
