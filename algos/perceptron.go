package algos

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Perceptron is Rosenblatt's Perceptron through the origin, and in a norm ‖·‖_p the p-norm Perceptron.
//
// In ℓ2, where w = θ, it implements the algorithm of HKNS25, Example 5.1, in other norms that of Grove, Littlestone,
// Schuurmans (2001): it updates on a non-positive margin, so also at a tie where sign(0) = +1 is right. Bound:
// perceptron-novikoff. With a margin β > 0, in ℓ2, it updates at y(w·x) ≤ β: the Perceptron with margin of Duda and
// Hart (1973). Bound: margin-perceptron-updates.
type Perceptron struct{ linear }

// Step implements [Learner]; a_t is y(w·x), in the scale of w.
func (p *Perceptron) Step(x vec.Vector, y theory.Label) theory.Step {
	step := judge(p.w.Dot(x), y, p.w.Norm(), math.NaN())
	if step.Score > p.turn {
		return step
	}
	if xx := p.space.Square(x); xx > 0 { // x = 0 changes nothing
		p.w.Grow(float64(y), x, float64(y)*step.Score, xx)
		step.Updated = true
	}
	return step
}

// AveragedPerceptron learns and predicts as the Perceptron does; its classifier is the sum of the w_t after each
// step: a w counts once when it is made, and once more at each step that it survives.
//
// It implements Freund and Schapire, Large Margin Classification Using the Perceptron Algorithm (1999),
// Section 5 ("average"), in the O(nnz(x)) form of [mean].
type AveragedPerceptron struct {
	Perceptron
	sum mean
}

func (p *AveragedPerceptron) Step(x vec.Vector, y theory.Label) theory.Step {
	step := p.Perceptron.Step(x, y)
	if step.Updated {
		p.sum.followAdd(float64(y), x)
	}
	p.sum.c++
	return step
}

func (p *AveragedPerceptron) Reset() {
	p.Perceptron.Reset()
	p.sum.clear()
}

// Score returns Σ w_t·x.
func (p *AveragedPerceptron) Score(x vec.Vector) float64 { return p.sum.dot(p.w, x) }

// State implements [Learner]; the classifier is the one of w_1 + … + w_{t+1}, the last of them the present one.
func (p *AveragedPerceptron) State() State {
	s := p.Perceptron.State()
	s.Classifier, s.Drifts = p.sum.classifier(p.w, 1), true
	return s
}

// mean holds the sum of all w that a learner had, each as often as it was used, in O(nnz(x)) a step:
//
//	Σ w_t = c w − late;  at each step c ← c+1,  at w ← w + αx  late ← late + cαx,  at w ← fw  c ← c/f
type mean struct {
	c    float64
	late *Comb
}

func newMean(s Space) mean { return mean{0, s.Zero()} }

func (m *mean) clear() {
	m.c = 0
	m.late.Clear()
}

// followAdd follows w ← w + αx.
func (m *mean) followAdd(alpha float64, x vec.Vector) { m.late.Grow(m.c*alpha, x, 0, 0) } // nobody asks for its length

// mostShrunk is the c beyond which the difference c w − late would lose digits.
const mostShrunk = 1 << 20

// prepareScale prepares for w ← f(w + αx), for any α: it makes a c that would become too great 0, in O(d).
func (m *mean) prepareScale(f float64, w *Comb) {
	if m.c > mostShrunk*f {
		m.late.AddComb(-m.c, w)
		m.c = 0
	}
}

// followScale follows w ← fw.
func (m *mean) followScale(f float64) {
	if m.c != 0 {
		m.c /= f
	}
}

// dot returns Σ w_t·x.
func (m *mean) dot(w *Comb, x vec.Vector) float64 { return float64(m.c*w.Dot(x)) - m.late.Dot(x) }

// classifier returns the classifier of Σ w_t over n.
func (m *mean) classifier(w *Comb, n float64) theory.Classifier {
	sum, late := w.Coordinates(), m.late.Coordinates()
	floats.Scale(m.c, sum)
	floats.Sub(sum, late)
	for i := range sum {
		sum[i] /= n
	}
	return w.space.classifier(sum)
}

// Votes lets every w_t of a Perceptron's run vote: the voted Perceptron of Freund and Schapire (1999), Fig. 1. The
// vote is no linear classifier: the learner's State has only the last v_k.
type Votes struct {
	kept []theory.Example // the example of each update
	at   []int            // the examples seen by then
}

// Updated is an [Observer] for [Learn]. It keeps a copy of x.
func (v *Votes) Updated(at int, e theory.Example, _ Learner) {
	v.kept, v.at = append(v.kept, theory.Example{X: e.X.Clone(), Y: e.Y}), append(v.at, at)
}

// Predict lets every v_k vote on x in dim dimensions after that many examples, c_k times, in O(k) inner products with
// the kept examples. v_1 = 0 has no vote.
func (v *Votes) Predict(x vec.Vector, dim, seen int) theory.Label {
	room, score, votes := x.Densify(dim).Value, 0.0, 0
	for k, e := range v.kept {
		until := seen + 1
		if k+1 < len(v.at) {
			until = v.at[k+1]
		}
		score += float64(float64(e.Y) * e.X.Dot(room))
		votes += (until - v.at[k]) * int(theory.Sign(score))
	}
	return theory.Sign(float64(votes))
}
