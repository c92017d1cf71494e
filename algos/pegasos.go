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
//	w_1 = 0;  t = 1, 2, …:  η = 1/(λt);  s = y(w·x)
//	w ← (1−1/t) w,  and if s < 1  w ← w + η y x
//	projected:  w ← w·min(1, 1/(√λ‖w‖))
//
// It implements Shalev-Shwartz, Singer, Srebro, Pegasos (2007), Fig. 1 with
// k = 1, as footnote 5 of ZH13 uses it. Averaged, its classifier is the
// mean of w_1, …, w_T; it predicts with w_t all the same. What is bounded is its
// objective λ/2‖w‖² + hinge, not its mistakes: pegasos-regret.
//
// w is kept as scale·v, and the sum of w_1, …, w_t as weight·v − late, so that a step
// costs O(nnz(x)). That sum is of numbers 1/scale times as large as w: before it loses
// digits, or the scale its range, both are written out.
type Pegasos struct {
	space     Space
	lambda    float64
	projected bool
	t         int // examples seen
	scale     float64
	v         summand
	ww        float64 // ‖w‖²
	weight    float64
	late      summand // nil unless averaged
	changed   int     // numbers changed since ww was last computed afresh
	err       error
}

// leastPegasosScale is the scale below which an update writes out w and the sum
// first. A projection divides it by R/(√λt) and more in the first R/√λ steps: at
// R/√λ = 1000 it would come to 1e-400.
const leastPegasosScale = 0x1p-20

// mostPegasosSqNorm bounds (‖x‖/λ)², and so ‖w‖²: with leastPegasosScale² and sums
// of a few it stays below the largest float64.
const mostPegasosSqNorm = 1e290

// NewPegasos returns a Pegasos learner. It panics unless λ > 0, and the norm is ℓ2.
func NewPegasos(s Space, lambda float64, projected, averaged bool) *Pegasos {
	if !(lambda > 0) {
		panic("algos: Pegasos needs lambda > 0")
	}
	s.euclidean("Pegasos")
	p := &Pegasos{space: s, lambda: lambda, projected: projected, scale: 1, v: s.zero()}
	if averaged {
		p.late = s.zero()
	}
	return p
}

// Step implements [Learner]; a_t is y(w·x), in the scale of w. Every step
// shrinks w: what counts as an update is a change of its direction. After an
// update that would make ‖w‖² overflow, Err is not nil and the learner learns no
// more.
func (p *Pegasos) Step(x vec.Vector, y theory.Label) (step theory.Step) {
	score := p.scale * p.v.dot(x)
	s := float64(y) * score
	step = theory.Step{Score: s, Target: math.NaN(), Norm: math.Sqrt(p.ww), Decision: theory.Decision{Y: y, Predicted: theory.Sign(score)}}
	var xx float64 // ‖x‖² where s < 1
	if s < 1 {
		x = p.space.lift.of(x)
		xx = p.space.Square(x)
	}
	if p.err != nil || p.overflows(xx) {
		return step
	}
	p.weight += p.scale
	p.t++
	shrink := 1 - 1/float64(p.t)
	p.scale *= shrink // 0 at t = 1: the first update writes out w_1 = 0
	p.ww = float64(p.ww * (shrink * shrink))
	if xx > 0 {
		eta := 1 / (p.lambda * float64(p.t))
		p.ww = max(0, p.ww+float64(eta*(float64(2*shrink*s)+float64(eta*xx))))
		if p.scale*min(1, p.projection()) < leastPegasosScale {
			p.writeOut()
		}
		alpha := eta * float64(y) / p.scale
		p.changed += p.v.add(x, alpha)
		if p.late != nil {
			p.late.add(x, alpha*p.weight)
		}
		if p.changed >= p.v.size() {
			p.ww, p.changed = p.scale*p.scale*p.v.sqNorm(), 0
		}
		step.Updated = true
	}
	if f := p.projection(); f < 1 {
		p.scale *= f
		p.ww = 1 / p.lambda
	}
	return step
}

// overflows reports, and keeps as the error, that an x with ‖x‖² = xx is too long for λ.
func (p *Pegasos) overflows(xx float64) bool {
	if xx <= mostPegasosSqNorm*p.lambda*p.lambda {
		return false
	}
	p.err = fmt.Errorf("its norm over lambda is %.3g, above %.3g, so the squared norm of w would overflow: scale the data down or raise lambda",
		math.Sqrt(xx)/p.lambda, math.Sqrt(mostPegasosSqNorm))
	return true
}

// Err implements [Failing]: why the learner learns no more, nil while it does.
func (p *Pegasos) Err() error { return p.err }

// projection is what w is to be multiplied by if that is below 1.
func (p *Pegasos) projection() float64 {
	if !p.projected {
		return 1
	}
	return 1 / math.Sqrt(p.lambda*p.ww) // +Inf where w = 0
}

// writeOut makes the scale 1 and the weight 0.
func (p *Pegasos) writeOut() {
	if p.late != nil {
		p.late.addSum(p.v, -p.weight)
	}
	p.v.multiply(p.scale)
	p.scale, p.weight = 1, 0
}

// Norm returns ‖w_t‖.
func (p *Pegasos) Norm() float64 { return math.Sqrt(p.ww) }

// Drifts implements [Drifting]: the mean does, and w_t keeps its direction.
func (p *Pegasos) Drifts() bool { return p.late != nil }

// Wants implements [Kernelized]: the direction of w changes.
func (p *Pegasos) Wants(x vec.Vector, y theory.Label) bool {
	return float64(y)*p.scale*p.v.dot(x) < 1 && p.space.Square(p.space.lift.of(x)) > 0
}

// Score implements [Kernelized].
func (p *Pegasos) Score(x vec.Vector) float64 {
	if p.late == nil || p.t == 0 {
		return p.scale * p.v.dot(x)
	}
	return (float64(p.weight*p.v.dot(x)) - p.late.dot(x)) / float64(p.t)
}

// Classifier implements [Learner]: w_t or, averaged, the mean of
// w_1, …, w_t.
func (p *Pegasos) Classifier() theory.Classifier {
	w := make([]float64, p.space.Dim)
	if p.late == nil || p.t == 0 {
		p.v.copyTo(w, p.scale)
		return p.space.classifier(w)
	}
	late := make([]float64, p.space.Dim)
	p.v.copyTo(w, p.weight)
	p.late.copyTo(late, 1)
	for i := range w {
		w[i] = (w[i] - late[i]) / float64(p.t)
	}
	return p.space.classifier(w)
}

const pegasosSteps = `w ← 0, t ← 0
for each (x, y):
  predict sign(w·x)
  s = y(w·x), t ← t+1
  w ← (1 − 1/t) w
  if s < 1:
    w ← w + 1/(lambda t) y x
  if project=yes:
    w ← w min(1, 1/(√lambda ‖w‖))
classify by sign(w·x), or with classifier=mean by the mean of the w that predicted`

// pegasosKind describes Pegasos.
func pegasosKind() Kind {
	return Kind{
		Name: "pegasos", Default: true, Checked: []string{"project=yes"},
		Pseudocode: pegasosSteps,
		Summary:    "Pegasos with a mini-batch of one; its classifier is the last w_t or their mean",
		Source:     "Shalev-Shwartz, Singer, Srebro 2007, Fig. 1",
		Params: []Param{
			positive("lambda", 1e-4, 2),
			{Name: "project", Words: []string{"no", "yes"}},
			{Name: "classifier", Words: []string{"last", "mean"}},
		},
		Traits: Traits{Families: []string{"pegasos"}, Turn: turnsAt(1), Kernel: true, Restless: true, Degree: Degree0},
		New: func(s Space, a Args) Learner {
			return NewPegasos(s, a.Num("lambda"), a.Is("project", "yes"), a.Is("classifier", "mean"))
		},
	}
}
