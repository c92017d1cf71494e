package props

import (
	"fmt"
	"math"

	"pgregory.net/rapid"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

func isAveraged(s *algos.Spec) bool {
	_, ok := s.New(1).(*algos.AveragedPerceptron)
	return ok
}

// voting is a learner that lets all that it has learned vote.
type voting interface {
	Predict(x vec.Vector) theory.Label
}

func isVoting(s *algos.Spec) bool {
	_, ok := s.New(1).(voting)
	return ok && isPerceptron(s)
}

// AveragedIsTheSum: the averaged Perceptron steps as the Perceptron does, and
// after every step its classifier is w_1 + … + w_t+1 (Freund and Schapire 1999,
// Section 5).
func AveragedIsTheSum(c Case) error {
	x := points(c.Stream, c.Dim)
	strict := onLattice(x)
	l, simple := c.Learner.New(c.Dim), algos.NewPerceptron(algos.Space{Dim: c.Dim})
	sum, size := make([]float64, c.Dim), 0.0
	for t, e := range c.Stream {
		if p, q := l.Step(e.X, e.Y), simple.Step(e.X, e.Y); !sameStep(p, q) {
			return fmt.Errorf("t=%d: the step is %+v, the Perceptron's %+v", t+1, p, q)
		}
		w := simple.Classifier().W
		sum = along(sum, 1, w)
		size = max(size, norm(w))
		slack := 8 * ulps(w) * float64(t+2) * (size + longest(x[:t+1])) // late is a sum of c·x
		if strict {
			slack = 0
		}
		if got := l.Classifier(); got.B != 0 || !(distance(got.W, sum) <= slack*float64(t+2)) {
			return fmt.Errorf("t=%d: the classifier is %v, expected the sum of all w_t, %v", t+1, got, sum)
		}
	}
	return nil
}

// VotedIsTheVote: the voted Perceptron steps and shows its w as the Perceptron
// does, and predicts after every step by sign(Σ_k c_k sign(v_k·x)), with v_k the
// vectors that the Perceptron had after its updates, and c_k how many examples
// each was right on, its own included (Freund and Schapire 1999, Fig. 1).
func VotedIsTheVote(c Case) error {
	x := points(c.Stream, c.Dim)
	l, simple := c.Learner.New(c.Dim), algos.NewPerceptron(algos.Space{Dim: c.Dim})
	var v [][]float64
	var votes []int
	for t, e := range c.Stream {
		p, q := l.Step(e.X, e.Y), simple.Step(e.X, e.Y)
		w := simple.Classifier()
		if !sameStep(p, q) || !sameClassifier(l.Classifier(), w) {
			return fmt.Errorf("t=%d: the step is %+v to %v, the Perceptron's %+v to %v", t+1, p, l.Classifier(), q, w)
		}
		if p.Updated {
			v, votes = append(v, w.W), append(votes, 0)
		}
		if len(votes) > 0 {
			votes[len(votes)-1]++
		}
		for i, z := range x {
			vote, sure := 0, true
			for k := range v {
				score := dot(v[k], z)
				if score >= 0 {
					vote += votes[k]
				} else {
					vote -= votes[k]
				}
				room := 4 * ulps(z) * float64(t+1) * longest(x) * norm(z) * float64(len(v))
				sure = sure && (math.Abs(score) > room || onLattice(x))
			}
			expected := theory.Positive
			if vote < 0 {
				expected = theory.Negative
			}
			if got := l.(voting).Predict(c.Stream[i].X); sure && got != expected {
				return fmt.Errorf("t=%d: x = %v is told to be %+d, the vote is %d (c = %v)", t+1, z, got, vote, votes)
			}
		}
	}
	return nil
}

// rates draws a learning rate.
func rates() *rapid.Generator[[]float64] {
	return rapid.Custom(func(t *rapid.T) []float64 {
		return []float64{rapid.SampledFrom([]float64{2, 0.5, 0x1p-30, 3, 0.1, 1e6}).Draw(t, "rate")}
	})
}

// StepSizeIsNoMatter: the Perceptron with the step w ← w + ηyx, w_1 = 0, predicts
// and updates as the learner does, whatever η > 0 (Freund and Schapire 1999), and so it
// does with θ ← θ + ηyx in a norm. It takes a = η.
func StepSizeIsNoMatter(c Case) error {
	eta := 2.0
	if len(c.A) > 0 && c.A[0] > 0 {
		eta = c.A[0]
	}
	f, _ := math.Frexp(eta)
	in := c.metric()
	x := lifted(c.Stream, c.Dim, c.Learner.Lift())
	l := c.Learner.New(c.Dim)
	theta := make([]float64, len(x[0])) // w in ℓ2
	lattice, most := onLattice(x), 0.0
	for t, e := range c.Stream {
		y, w := float64(e.Y), in.link(theta)
		s := dot(w, x[t])
		most = max(most, norm(w))
		slack := 4 * ulps(w) * float64(t+1) * most * norm(x[t])
		if lattice && f == 0.5 && in.euclidean() {
			slack = 0
		}
		if !in.euclidean() {
			size := in.of(theta)
			e := units(len(w)) * float64(t) * eta * longest(x[:t+1]) * float64(t)
			slack = in.units(len(w))*size*in.span(x[t]) + (size+e*float64(len(w)))*in.sway(theta, x[t], e)
			if size == 0 {
				slack = 0
			}
		}
		step := l.Step(e.X, e.Y)
		if math.Abs(s) <= slack && (slack > 0 || s != 0) {
			return nil // rounding decides, and what comes after
		}
		predicted := theory.Positive
		if s < 0 {
			predicted = theory.Negative
		}
		if update := y*s <= 0 && norm(x[t]) > 0; step.Predicted != predicted || step.Updated != update {
			return fmt.Errorf("t=%d: predicted %+d (updated: %v), with steps of %v it is %+d (%v), at w·x = %v", t+1, step.Predicted, step.Updated, eta, predicted, update, s)
		}
		if step.Updated {
			theta = along(theta, eta*y, x[t])
		}
	}
	return nil
}
