package props

import (
	"cmp"
	"math"

	"marginlab/algos"
	"marginlab/props/measure"
	"marginlab/theory"
)

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
	steps, err := replay(c)
	own, err2 := replay(simple)
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
			return s.fault("the step is %+v, the Perceptron's %+v", s.Reported, own[t].Reported)
		case s.Next.B != 0 || !(s.Next.W.Distance(sum) <= slack):
			return s.fault("the classifier is %v, expected the sum of all w_t, %v", s.Next.W, sum)
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
	own, err := replay(simple)
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
