package props

import (
	"fmt"
	"math"

	"marginlab/algos"
	"marginlab/props/measure"
	"marginlab/props/replay"
	"marginlab/props/stream"
	"marginlab/theory"
)

// ommProperties are of OMM, and of openings.
func ommProperties() []Property {
	norms := stream.Draws{Norms: true}
	return []Property{
		{"opening", "the initialisation phase is Algorithm 1's", "HKNS25, Algorithm 1, Section B.5", hasBias, norms, 60, OpeningIsAlgorithm1},
		{"rule", "an update iff a_t < rho·gamma_t, or at a tie with rho < 1, or at a mistake", "HKNS25, Algorithm 1, repaired; Lemma 3.1", certifies, norms, 90, OMMKeepsItsRule},
		{"repeats", "an example seen again at once is not learned from", "HKNS25, Algorithm 1", movesCertificates, norms, 60, RepeatsTeachNothing},
		{"least-norm", "an update takes v_y to the point of [v_y, x] nearest the other certificate", "HKNS25, eq. (7)", movesCertificates, norms, 80, UpdatesTakeTheLeastNorm},
		{"offline", "gamma_t is the maximum margin of the points kept", "HKNS25, Lemma 3.1", solves, norms, 180, NaiveIsOffline},
		{"hulls", "v+ and v- are in the hulls of the examples seen", "HKNS25, Lemma 4.1, proof", certifies, norms, 220, CertificatesStayInTheirHulls},
		{"variances", "the variances of v+ and v- keep x near, and with 1/gamma_t² pay 1 for each mistake", "Theorem S3", of("e-omm"), stream.Draws{}, 60, VariancesPayForMistakes},
		{"optimum", "an update at a_t ≤ phi gamma* takes 1/r² of what gamma_t/gamma* may fall by", "Theorem S4", euclideanCertificates, stream.Draws{}, 60, UpdatesPayForTheOptimum},
		{"margins", "gamma_t falls, never below gamma*, and at an update by kappa0(D_y/2gamma_t, (gamma_t-a_t)/2gamma_t)", "HKNS25, Lemmas 4.1, 4.4", certifies, norms, 60, MarginsFallToGammaStar},
	}
}

// certifies reports whether the learner shows its certificates v₊ and v₋.
func certifies(s *algos.Spec) bool { return replay.Certifies(s) }

func showsCertificates(c Case) bool { return certifies(c.Learner) }

// euclideanCertificates reports whether it does in ℓ2.
func euclideanCertificates(s *algos.Spec) bool {
	return certifies(s) && Case{Learner: s}.Metric().Euclidean()
}

// movesCertificates reports whether an update moves one of them, where it does not solve
// the offline problem anew.
func movesCertificates(s *algos.Spec) bool { return certifies(s) && !solves(s) }

func solves(s *algos.Spec) bool { return s.Kind.Solves }

// keepsAll reports whether it does so over all points seen, not the violating ones alone.
func keepsAll(s *algos.Spec) bool { return solves(s) && s.Params()["keep"] == 0 }

// OpeningIsAlgorithm1: in the initialisation phase a learner with a bias of its own
// predicts +1 on x_1, then y_1 until the other class appears: w = 0, and b is y_1 from
// then on (HKNS25, Algorithm 1, lines 1 to 10, and Section B.5). After it, v₊ and v₋ are
// the first point of each class, unless all points are kept, and w of PUMMA is z/‖z‖².
func OpeningIsAlgorithm1(c Case) error {
	steps, err := replay.Run(c)
	var first [2]measure.Vector
	for _, s := range steps {
		label, b := theory.Positive, 1.0
		if s.T > 1 {
			label, b = c.Stream[0].Y, float64(c.Stream[0].Y)
		}
		switch {
		case !s.Reported.Opening || s.Reported.Predicted != label || float64(s.Reported.Y) != s.Y:
			return s.Fault("predicted %+d for %+d (opening: %v), expected %+d in the opening", s.Reported.Predicted, s.Reported.Y, s.Reported.Opening, label)
		case s.Plus != nil || s.Minus != nil || !math.IsNaN(s.Gamma) || s.W.Nonzero() != 0 || s.B != b:
			return s.Fault("v+ = %v, v- = %v, w = %v, b = %v, and a margin of %v in the opening, expected w = 0, b = %v", s.Plus, s.Minus, s.W, s.B, s.Gamma, b)
		case !math.IsNaN(s.Reported.Target) || s.Reported.Norm != 0 || s.Reported.Score != s.Y*b || s.Reported.Updated != (s.Reported.Predicted != s.Reported.Y):
			return s.Fault("reported are %+v in the opening, expected a score of %v", s.Reported, s.Y*b)
		}
		k := (1 + c.Stream[s.T-1].Y) / 2
		if first[k] == nil {
			first[k] = s.X
		}
		if first[1-k] == nil {
			continue
		}
		switch {
		case showsCertificates(c) && !keepsAll(c.Learner):
			off := 0x1p-52 * (first[0].Norm() + first[1].Norm()) // where they are kept about the first of all
			if s.Next.Plus == nil || s.Next.Plus.Distance(first[1]) > off || s.Next.Minus.Distance(first[0]) > off {
				return s.Fault("v+ = %v, v- = %v after the opening, expected the first of each class, %v and %v", s.Next.Plus, s.Next.Minus, first[1], first[0])
			}
		case !showsCertificates(c):
			w := c.Metric().Weight(first[1].Minus(first[0]).Times(0.5))
			if s.Next.W.Distance(w) > 1e-12*w.Norm() {
				return s.Fault("w = %v after the opening, expected z/‖z‖² = %v", s.Next.W, w)
			}
		case s.Next.Plus == nil || s.Next.Minus == nil:
			return s.Fault("no certificates with both classes seen")
		}
		return nil
	}
	return err
}

// OMMKeepsItsRule: what an OMM learner reports of a step is a_t = y(w·x+b), γ_t =
// ‖v₊−v₋‖/2 and sign(w·x+b), sign(0) = +1, for w = ℓ(v₊−v₋) and b = −½w·(v₊+v₋)
// (HKNS25, Lemma 3.1). It updates iff a_t < ργ_t, or a_t = ργ_t with ρ < 1, or at a
// mistake, the repair without which Theorem 4.1 is false; as printed iff a_t < ργ_t
// (Algorithm 1).
func OMMKeepsItsRule(c Case) error {
	steps, err := replay.Certificates(c)
	rho, mended := c.Learner.Params()["rho"], in(c.Learner, "omm")
	for _, s := range steps {
		l := law{a: s.A, slack: s.Room, reports: []report{
			{"a_t", s.Reported.A(), s.A, s.Room}, {"gamma_t", s.Reported.Gamma(), s.G, s.Noise}, {"gamma_t+1", s.Next.Gamma, s.G2, s.NoiseAfter},
		}}
		short := s.Room
		if rho == 1 && !s.In.Euclidean() {
			short += 2e-9 * s.G // the learner's own tolerance at ties
		}
		l.must = s.A < rho*s.G-short || mended && s.A < -s.Room
		l.mustNever = s.A > rho*s.G+s.Room && !(mended && s.Reported.Mistake())
		if s.Exact { // A against ½ρ‖w̃‖², both exact
			turn := rho * s.Square / 2
			l.reports[0].slack = 1e-14 * (math.Abs(s.A) + s.G) // of the division by the norm
			l.slack = 0
			l.turns(s.Score, turn, 0, rho < 1 && mended)
			if mended && s.Reported.Mistake() {
				l.always()
			}
		}
		if s.Reported.Opening {
			return s.Fault("still in the opening with both classes seen")
		}
		if err := l.holds(s.Step); err != nil {
			return fmt.Errorf("%w (a_t = %v, gamma_t = %v, rho = %v)", err, s.A, s.G, rho)
		}
	}
	return err
}

// RepeatsTeachNothing: an example that is seen again at once is not learned from
// again. After an update with β < 1 it has a_t = γ_t, and after one with β = 1
// it is v_y itself (HKNS25, Algorithm 1); a learner that updates at a_t = γ_t up
// to rounding, with ρ = 1, never comes to rest.
func RepeatsTeachNothing(c Case) error {
	doubled := c
	doubled.Stream = nil
	for _, e := range c.Stream {
		doubled.Stream = append(doubled.Stream, e, e)
	}
	steps, err := replay.Certificates(doubled)
	for _, s := range steps {
		again := s.T%2 == 0 && s.Reported.Updated
		switch {
		case s.In.P < 2: // where ℓ is steep, rounding makes a_t what it likes; γ_t stays
			again = again && s.G2 < s.G*(1-0x1p-40)-s.Noise
		case !s.In.Euclidean():
			again = again && s.Noise < 1e-11*s.G
		default:
			// The learners take 1e-12 of γ_t for a tie; s.Noise is 4e-12 of γ_t, and
			// the rounding, which is to be far below that.
			again = again && s.Noise < 4.1e-12*s.G
		}
		if again {
			return s.Fault("an update at a_t = %v, gamma_t = %v, by the same example as the step before", s.A, s.G)
		}
	}
	return err
}

// UpdatesTakeTheLeastNorm: an update of efficient OMM moves the certificate of
// x's class to the point of the segment [v_y, x] that is nearest to the other
// certificate, which stays (HKNS25, Algorithm 1 and eq. (7)).
func UpdatesTakeTheLeastNorm(c Case) error {
	steps, err := replay.Certificates(c)
	for _, s := range steps {
		from, to, fixed := s.Own(), s.Moved(), s.Across()
		if fixed.Distance(s.Stayed()) != 0 || !s.Reported.Updated && from.Distance(to) != 0 {
			return s.Fault("v_y moved from %v to %v (updated: %v), and the other certificate from %v to %v", from, to, s.Reported.Updated, fixed, s.Stayed())
		}
		if !s.Reported.Updated {
			continue
		}
		dist, beta := s.In.ToSegment(fixed, from, s.X)
		if !near(2*s.G2, dist, 2*s.Noise) {
			return s.Fault("2gamma_t+1 = %v, expected the distance %v of the other certificate from the segment", 2*s.G2, dist)
		}
		if !s.In.Euclidean() {
			if err := (measure.Move{In: s.In, From: from, To: to, End: s.X, Seen: fixed, Off: s.Off}).Leads(); err != nil {
				return s.Fault("v_y: %w", err)
			}
			continue
		}
		// The foot of a perpendicular of length 2γ on a segment as long as z:
		// a direction known to noise/‖z‖ moves it by 2γ times as much.
		z := s.X.Minus(from)
		slack := s.Noise + min(z.Norm(), 2*s.G*s.Noise/z.Norm())
		if off := to.Minus(from).Plus(-beta, z).Norm(); off > slack {
			return s.Fault("v_y is %v, %.3g off the point of the segment nearest the other certificate, %v (beta = %v)", to, off, from.Plus(beta, z), beta)
		}
	}
	return err
}

// CertificatesStayInTheirHulls: v₊ and v₋ are convex combinations of the
// examples of their class seen so far (HKNS25, Lemma 4.1, proof).
func CertificatesStayInTheirHulls(c Case) error {
	steps, err := replay.Certificates(c)
	x := c.Points()
	for _, s := range steps {
		if !s.Reported.Updated {
			continue
		}
		plus, minus := measure.Split(c.Stream[:s.T], x)
		for i, v := range []measure.Vector{s.Next.Plus, s.Next.Minus} {
			hull := measure.SeenFrom(v, [][]measure.Vector{plus, minus}[i])
			slack := float64(s.T)*s.Off + 1e-12*measure.Longest(hull) // and that of finding the nearest point
			if r := measure.L2().Nearest([]measure.Vector{make(measure.Vector, c.Dim)}, hull); r.Lower > slack {
				return s.Fault("%s = %v is %.3g outside the hull of the %d examples of its class", []string{"v+", "v-"}[i], v, r.Lower, len(hull))
			}
		}
	}
	return err
}

// MarginsFallToGammaStar: γ_t ≥ γ∗ and γ_t+1 ≤ γ_t (HKNS25, Lemma 4.1 and the
// proof of Theorem 4.1); and at an update with a_t < γ_t,
//
//	γ_t+1/γ_t ≤ κ∘(D_y/2γ_t, (γ_t−a_t)/2γ_t) ≤ κ(r, a_t/γ_t)
//
// with D_y the diameter of x's class (Lemma 4.4).
func MarginsFallToGammaStar(c Case) error {
	steps, err := replay.Certificates(c)
	if err != nil || len(steps) == 0 {
		return err
	}
	star, _, err := c.Metric().Geometry(c.Stream, c.Dim, theory.View{})
	for _, s := range steps {
		if s.G2 > s.G+s.Noise {
			return s.Fault("gamma_t grew from %v to %v", s.G, s.G2)
		}
		if slack := float64(s.T) * s.Noise; min(s.G, s.G2) < star.Lower-slack {
			return s.Fault("gamma_t fell from %v to %v, below gamma* = %v", s.G, s.G2, star.Gamma)
		}
		if !s.Reported.Updated || s.A >= s.G {
			continue
		}
		dy := star.DPlus
		if s.Y < 0 {
			dy = star.DMinus
		}
		e := s.Room / s.G
		eta := (s.G-s.A)/(2*s.G) - e
		first := s.In.Kappa(dy/(2*s.G)+e, eta) + e
		second := s.In.Kappa(star.D/(2*star.Lower)+e*s.G/star.Lower, eta) + e
		if ratio := s.G2 / s.G; ratio > first || ratio > second {
			return s.Fault("gamma_t+1/gamma_t = %v, kappa0(D_y/2gamma_t, (gamma_t-a_t)/2gamma_t) = %v, kappa(r, a_t/gamma_t) = %v", ratio, first, second)
		}
	}
	return err
}

// NaiveIsOffline: after every update γ_t of n-OMM is the maximum margin of the
// points that it keeps (HKNS25, Lemma 3.1): of all points seen, or with
// keep=violating of the first of each class and those of updates. For ρ = 1 it is so
// after every step, and over the whole stream, of all points kept, it is γ∗; for ρ < 1 it
// stays where a_t > ργ_t.
func NaiveIsOffline(c Case) error {
	steps, err := replay.Certificates(c)
	if err != nil || len(steps) == 0 {
		return err
	}
	x := c.Points()
	o := x[0]
	x = measure.SeenFrom(o, x)
	var kept [2][]measure.Vector
	keep := func(t int) { k := (1 + c.Stream[t].Y) / 2; kept[k] = append(kept[k], x[t]) }
	all, rho := keepsAll(c.Learner), c.Learner.Params()["rho"]
	for t := range steps[0].T - 1 {
		if all || kept[(1+c.Stream[t].Y)/2] == nil {
			keep(t)
		}
	}
	for _, s := range steps {
		// Where rounding hides which it is, the learner's own comparison counts.
		violates := s.A < s.G
		switch {
		case rho < 1:
			violates = s.Reported.Updated // as the property rule says
		case near(s.A, s.G, s.Room):
			violates = keeps(s.Reported)
		}
		if all || violates {
			keep(s.T - 1)
		}
		if rho < 1 && !violates {
			if s.G2 != s.G {
				return s.Fault("gamma_t+1 = %v without an update, expected gamma_t = %v", s.G2, s.G)
			}
			continue
		}
		if !s.In.Euclidean() {
			if err := separates(s, kept[1], kept[0], o); err != nil {
				return err
			}
			continue
		}
		best := measure.L2().Nearest(kept[1], kept[0])
		if err := best.Sure(); err != nil {
			return s.Fault("%w", err)
		}
		if s.G2 < best.Lower/2-s.Noise || s.G2 > best.Dist/2+s.Noise {
			return s.Fault("gamma_t+1 = %v, expected %v, the maximum margin of the %d points kept", s.G2, best.Dist/2, len(kept[0])+len(kept[1]))
		}
	}
	return nil
}

// separates holds γ_t+1 between what v₊ and v₋ say, points of the hulls, and what the
// classifier does, of the points kept, which are seen from o.
func separates(s replay.Certified, plus, minus []measure.Vector, o measure.Vector) error {
	w := s.Next.W
	if size := s.In.Dual(w); !near(size, 1, 1e-9) {
		return s.Fault("the classifier has ‖w‖∗ = %v, expected 1", size)
	}
	first, second := w.Dot(plus[measure.Lowest(plus, w, 1)]), w.Dot(minus[measure.Lowest(minus, w, -1)])
	const gap = 1e-6 // relative
	if lower := (first - second) / 2; lower < s.G2*(1-gap)-s.NoiseAfter || lower > s.G2*(1+1e-9)+s.NoiseAfter {
		return s.Fault("gamma_t+1 = %v, and the classifier has the margin %v on the points kept", s.G2, lower)
	}
	room := 2*gap*s.G2 + 8*s.NoiseAfter + measure.Units(len(o))*w.Norm()*o.Norm()
	if b := -(first+second)/2 - w.Dot(o); !near(s.Next.B, b, room) {
		return s.Fault("the classifier has b = %v, expected %v", s.Next.B, b)
	}
	return nil
}

// keeps reports a_t < γ_t as n-omm(keep=violating) sees it.
func keeps(s theory.Step) bool { return s.Score < (1-1e-12)*s.Target }
