package multiclass

import (
	"context"
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Structured is k-best AMIRA over outputs of any structure, such as the taggings of a sentence.
// It is Algorithm 3 of ZH13, whose extension to structured problems is that paper's future work:
// the proofs of its Theorems 2 and 3 use nothing of the classes but their differences ΔΦ.
//
// With a loss ℓ(z) other than 1 it is AMIRA on ΔΦ/ℓ: it updates where w·ΔΦ ≤ (1−ε)ℓ, to
// w·ΔΦ ≥ ℓ. The bounds on updates and ‖w‖ speak of these vectors: [theory.UpdatesAMIRA],
// [theory.WeightedUpdatesAMIRA], [theory.NormAMIRA]. So does that on the margin at rest,
// [theory.RestAMIRA], where the first candidate is always the one with the least w·ΔΦ/ℓ, as it
// is if all losses are equal.
type Structured struct {
	aggressive
	w    []float64
	norm float64
	z    []Candidate // of the present example, ΔΦ over the loss
}

// Structure is an example x with its right output y.
type Structure interface {
	// Candidates are the k best wrong outputs z by w·Φ(x,z), the best first; fewer where there
	// are fewer. w is not to be changed.
	Candidates(w []float64, k int) []Candidate
}

// Candidate is a wrong output z of an example.
type Candidate struct {
	Delta vec.Vector // ΔΦ(x,y,z) = Φ(x,y) − Φ(x,z)
	Loss  float64    // the w·ΔΦ that is asked for, above 0; 1 in ZH13
	Wins  bool       // at w·ΔΦ = 0 it is predicted, and not y
}

// NewStructured returns a k-best AMIRA(ε) learner of features Φ in dim dimensions, 0 < ε ≤ 1
// and k ≥ 1.
func NewStructured(dim int, epsilon float64, k int) *Structured {
	return &Structured{aggressive: newAggressive(epsilon, k), w: make([]float64, dim)}
}

// Step predicts the output of an example, then learns from the right one. Its Score is the least
// w·ΔΦ/ℓ of the candidates. A candidate with the features of y, which no w tells from y, is
// passed over, and so is an example without others. It panics on a loss that is not positive.
func (l *Structured) Step(e Structure) theory.Step {
	step := theory.Step{Score: math.Inf(1), Target: math.NaN(), Norm: l.norm}
	step.Y, step.Predicted = theory.Positive, theory.Positive
	l.z = l.z[:0]
	for _, c := range e.Candidates(l.w, l.k) {
		if !(c.Loss > 0) {
			panic("multiclass: a loss is not positive")
		}
		if c.Delta.SqNorm() == 0 {
			continue
		}
		score := c.Delta.Dot(l.w)
		if score < 0 || score == 0 && c.Wins {
			step.Predicted = theory.Negative
		}
		if c.Loss != 1 {
			c.Delta = c.Delta.Clone()
			for i := range c.Delta.Value {
				c.Delta.Value[i] /= c.Loss
			}
		}
		l.z = append(l.z, c)
		step.Score = min(step.Score, score/c.Loss)
	}
	step.Updated = l.learn(l)
	return step
}

// violations implements [outputs].
func (l *Structured) violations(_ int, limit float64) (ahead []float64) {
	violated := l.z[:0]
	for _, c := range l.z {
		if score := c.Delta.Dot(l.w); score <= limit {
			violated, ahead = append(violated, c), append(ahead, score)
		}
	}
	l.z = violated
	return ahead
}

// dot implements [outputs].
func (l *Structured) dot(i, j int) float64 {
	dense := make([]float64, len(l.w))
	l.z[i].Delta.AddTo(dense, 1)
	return l.z[j].Delta.Dot(dense)
}

// move implements [outputs].
func (l *Structured) move(eta []float64) {
	for i, c := range l.z {
		c.Delta.AddTo(l.w, eta[i])
	}
	l.norm = vec.L2{}.Of(l.w)
}

// Classifier is the present w, of the differences ΔΦ with the label +1.
func (l *Structured) Classifier() theory.Classifier {
	return theory.Classifier{W: append([]float64(nil), l.w...)}
}

// RunStructured lets the learner learn from the examples in the order given (nil: each once), as
// [Run] does. The trace is one over the stream of all differences.
func RunStructured(ctx context.Context, l *Structured, examples []Structure, order []int) (theory.Trace, error) {
	if order == nil {
		order = inOrder(len(examples))
	}
	tr, err := drive(ctx, order, func(_, i int) (Step, error) { return Step{Step: l.Step(examples[i])}, l.Err() })
	tr.Learner, tr.Families = "structured amira-k-best", []string{"amira-k-best"}
	tr.Params = map[string]float64{"eps": l.epsilon, "k": float64(l.k)}
	tr.Classifier, tr.Norm = l.Classifier(), l.norm
	return tr, err
}
