package algos

import (
	"fmt"
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Pegasos is the primal sub-gradient solver of the support vector machine with a
// mini-batch of one, through the origin.
//
// It implements Shalev-Shwartz, Singer, Srebro, Pegasos (2007), Fig. 1 with k = 1, as footnote 5 of ZH13 uses it. If
// averaged, its classifier is the mean of w_1, …, w_T, but it still predicts with w_t. The theorem pegasos-regret
// bounds its objective λ/2‖w‖² + hinge, not its mistakes.
type Pegasos struct {
	linear
	lambda    float64
	projected bool
	averaged  bool
	t         float64 // examples seen
	sum       mean    // if averaged
	err       error
}

func newPegasos(s Space, a Args) Learner {
	p := &Pegasos{linear: newLinear(s, below1), lambda: a.Num("lambda"), projected: a.Is("project", "yes")}
	if p.averaged = a.Is("classifier", "mean"); p.averaged {
		p.sum = newMean(s)
	}
	return p
}

// mostPegasosSqNorm bounds (‖x‖/λ)², and so ‖w‖²: sums of a few stay below the largest float64.
const mostPegasosSqNorm = 1e290

// Step implements [Learner]; a_t is y(w·x), in the scale of w. Every step shrinks w: an update is a change of its
// direction. After an example that would make ‖w‖² overflow the learner stops.
func (p *Pegasos) Step(x vec.Vector, y theory.Label) theory.Step {
	step := judge(p.w.Dot(x), y, p.w.Norm(), math.NaN())
	var xx float64 // ‖x‖² where s < 1
	if step.Score <= p.turn {
		xx = p.space.Square(x)
	}
	if p.err != nil || p.overflows(xx) {
		return theory.NoStep
	}
	p.t++
	shrink, alpha := 1-1/p.t, 0.0
	if xx > 0 {
		alpha = float64(y) / (p.lambda * p.t)
	}
	if p.averaged {
		p.sum.c++
		after := float64(shrink * shrink * p.w.SqNorm())
		if xx > 0 {
			after += float64(alpha * (float64(float64(y)*2*shrink*step.Score) + float64(alpha*xx)))
		}
		p.sum.prepareScale(shrink*p.projection(max(0, after)), p.w)
	}
	p.scale(shrink)
	if xx > 0 {
		p.w.Grow(alpha, x, float64(y)*shrink*step.Score, xx)
		if p.averaged {
			p.sum.followAdd(alpha, x)
		}
		step.Updated = true
	}
	p.scale(p.projection(p.w.SqNorm()))
	return step
}

// projection returns the factor for a w with this ‖w‖².
func (p *Pegasos) projection(ww float64) float64 {
	if !p.projected {
		return 1
	}
	return min(1, 1/math.Sqrt(p.lambda*ww))
}

// scale makes w ← fw, and updates the sum.
func (p *Pegasos) scale(f float64) {
	if f == 1 {
		return
	}
	p.w.Scale(f)
	if p.averaged {
		p.sum.followScale(f)
	}
}

// overflows reports whether an x with ‖x‖² = xx is too long for λ, and then keeps the error.
func (p *Pegasos) overflows(xx float64) bool {
	if xx <= mostPegasosSqNorm*p.lambda*p.lambda {
		return false
	}
	p.err = fmt.Errorf("its norm over lambda is %.3g, above %.3g, so the squared norm of w would overflow: "+
		"scale the data down or raise lambda", math.Sqrt(xx)/p.lambda, math.Sqrt(mostPegasosSqNorm))
	return true
}

// Score returns w_t·x or, if averaged, the score by the mean of w_1, …, w_t.
func (p *Pegasos) Score(x vec.Vector) float64 {
	if !p.averaged || p.t == 0 {
		return p.w.Dot(x)
	}
	return p.sum.dot(p.w, x) / p.t
}

// State implements [Learner]. The mean drifts, and w_t keeps its direction between updates.
func (p *Pegasos) State() State {
	s := p.linear.State()
	if p.averaged && p.t > 0 {
		s.Classifier = p.sum.classifier(p.w, p.t)
	}
	s.Drifts, s.Err = p.averaged, p.err
	return s
}

func (p *Pegasos) Reset() {
	p.linear.Reset()
	if p.t, p.err = 0, nil; p.averaged {
		p.sum.clear()
	}
}
