package props

import (
	"cmp"
	"math"

	"marginlab/algos"
	"marginlab/props/measure"
	"marginlab/props/replay"
	"marginlab/props/stream"
	"marginlab/theory"
)

// perceptronProperties are of the Perceptron, averaged and voted.
func perceptronProperties() []Property {
	norms := stream.Draws{Norms: true}
	return []Property{
		{"perceptron", "an update iff y(w·x) <= 0 and x ≠ 0, by theta + yx, which adds at most R² to |theta|² and at least gamma to theta·w*", "Novikoff 1962", showsPerceptron, norms, 60, PerceptronIsNovikoffs},
		{"averaged", "the averaged Perceptron is the sum of all that the Perceptron has", "Freund and Schapire 1999, Section 5", of("averaged-perceptron"), stream.Draws{}, 60, AveragedIsTheSum},
		{"voted", "the voted Perceptron's vote is that of all v_k, c_k times", "Freund and Schapire 1999, Fig. 1", votes, stream.Draws{}, 60, VotedIsTheVote},
	}
}

// PerceptronIsNovikoffs: the Perceptron updates iff y(w·x) ≤ 0 and x ≠ 0, by θ ← θ + yx, where
// w = ∇½‖θ‖² is θ in ℓ2. With w∗ the maximum-margin direction through the origin of the
// stream that it sees, γ its margin and R = max‖x‖, every update has
//
//	‖θ+yx‖^s ≤ ‖θ‖^s + cR^s, without c at θ = 0,  and  (θ+yx)·w∗ ≥ θ·w∗ + γ
//
// by the smoothness s, c of the norm: 2, 1 in ℓ2 (Novikoff 1962; Grove, Littlestone,
// Schuurmans 2001). The bound on the updates follows, and is a row of the table.
func PerceptronIsNovikoffs(c Case) error {
	steps, err := replay.Run(c)
	if err != nil {
		return err
	}
	star, direction, err := throughOrigin(c)
	if err != nil {
		return err
	}
	in := c.Metric()
	power, constant := in.Smoothness()
	far, most := in.Longest(c.Lifted()), 0.0
	for _, s := range steps {
		units, slack := in.Units(len(s.X)), s.Slack
		theta, next := in.Unlink(s.W), in.Unlink(s.Next.W)
		size := in.Norm(theta)
		most = max(most, size*size)
		if !in.Euclidean() {
			slack = units * size * in.Norm(s.X)
		}
		l := law{a: s.S, slack: slack, reports: []report{
			{"y(w·x)", s.Reported.Score, s.S, slack},
			{"‖w‖²", s.Reported.Norm * s.Reported.Norm, size * size, 0x1p-48 * float64(s.T) * in.P * (most + far*far)},
		}}
		if s.W.Nonzero() <= 1 { // one product, whose sign is exact
			l.slack = 0
		}
		if l.turns(s.S, 0, l.slack, true); s.XX == 0 {
			l.never()
		}
		if err := l.holds(s); err != nil {
			return err
		}
		if !s.Reported.Updated {
			continue
		}
		if off := in.Norm(next.Minus(theta.Plus(s.Y, s.X))); off > units*(in.Norm(theta)+far) {
			return s.Fault("theta is %v after the update, %.3g off %v + yx", next, off, theta)
		}
		e, was := 0x1p-48, math.Pow(size, power)
		if !in.Euclidean() {
			e = 0x1p-40
		}
		cost := constant
		if size == 0 { // the first update costs no c
			cost = 1
		}
		bound := cost*math.Pow(star.DBar, power)*(1+e) + 2*power*slack*math.Pow(max(size, star.DBar), power-2)
		if grown := math.Pow(in.Norm(next), power) - was; grown > bound+e*was {
			return s.Fault("‖theta‖ to the power %v grew by %v, R = %v", power, grown, star.DBar)
		}
		if !star.Separable {
			continue
		}
		if progress := next.Minus(theta).Dot(direction); progress < star.Lower*(1-1e-9)-units*(in.Norm(theta)+far) {
			return s.Fault("theta·w* grew by %v, gamma = %v", progress, star.Gamma)
		}
	}
	return nil
}

// throughOrigin is the geometry of the stream as the learner sees it, through the
// origin, with the direction w∗ of the maximum margin, ‖w∗‖∗ = 1.
func throughOrigin(c Case) (theory.Geometry, measure.Vector, error) {
	return c.Metric().Geometry(c.Stream, c.Dim, theory.View{Origin: true, Lift: c.Learner.Bias})
}

// by is c with another learner, on the stream with the same constant coordinate.
func by(c Case, expr string) (Case, error) {
	lift := c.Learner.Bias
	var err error
	if c.Learner, err = algos.Parse(expr); err == nil && lift != 0 {
		c.Learner = c.Learner.Lifted(lift)
	}
	return c, err
}

// AveragedIsTheSum: the averaged Perceptron steps as the Perceptron does, and
// after every step its classifier is w_1 + … + w_t+1 (Freund and Schapire 1999,
// Section 5).
func AveragedIsTheSum(c Case) error {
	simple, err := by(c, "perceptron")
	if err != nil {
		return err
	}
	steps, err := replay.Run(c)
	own, err2 := replay.Run(simple)
	if err := cmp.Or(err, err2); err != nil {
		return err
	}
	x := c.Lifted()
	exact := measure.OnLattice(x...)
	sum, most := make(measure.Vector, len(x[0])), 0.0
	for t, s := range steps {
		w := own[t].Next.W
		sum, most = sum.Plus(1, w), max(most, w.Norm()+s.X.Norm())
		slack := 8 * measure.Ulps(w) * float64((t+2)*(t+2)) * most // the sum is kept as c·w less a sum of c·x
		if exact {
			slack = 0
		}
		switch {
		case !sameStep(s.Reported, own[t].Reported):
			return s.Fault("the step is %+v, the Perceptron's %+v", s.Reported, own[t].Reported)
		case s.Next.B != 0 || !(s.Next.W.Distance(sum) <= slack):
			return s.Fault("the classifier is %v, expected the sum of all w_t, %v", s.Next.W, sum)
		}
	}
	return nil
}

// votes reports whether the learner shows its vote; with a constant coordinate it does not.
func votes(s *algos.Spec) bool {
	return in(s, "voted-perceptron") && s.Bias == 0
}

// VotedIsTheVote: the voted Perceptron steps and shows its w as the Perceptron
// does, and predicts after every step by sign(Σ_k c_k sign(v_k·x)), with v_k the
// vectors that the Perceptron had after its updates, and c_k how many examples
// each was right on, its own included (Freund and Schapire 1999, Fig. 1).
func VotedIsTheVote(c Case) error {
	simple, err := by(c, "perceptron")
	if err != nil {
		return err
	}
	own, err := replay.Run(simple)
	if err != nil {
		return err
	}
	x, l := c.Points(), c.Learner.New(c.Dim)
	exact, longest := measure.OnLattice(x...), measure.Longest(x)
	var v []measure.Vector
	var votes []int
	var all algos.Votes
	for t, s := range own {
		if step := l.Step(c.Stream[t].X, c.Stream[t].Y); !sameStep(step, s.Reported) || replay.Show(l, 0).W.Distance(s.Next.W) != 0 {
			return s.Fault("the step is %+v to %v, the Perceptron's %+v to %v", step, l.State().Classifier, s.Reported, s.Next.W)
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
				return s.Fault("x = %v is reported to be %+d, the vote is %d (c = %v)", z, got, vote, votes)
			}
		}
	}
	return nil
}
