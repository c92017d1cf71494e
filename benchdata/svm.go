package benchdata

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// tolerance bounds the violation of the optimality conditions at the end, in units of the
// score y(w·x+b). The solution is unique (except b, in rare cases).
const tolerance = 1e-6

// maxPasses is the number of passes over the active examples for one eps after which a fit gives up. Adult takes 10⁴
// passes, nearly all of them over the hundred examples that are not at a bound.
const maxPasses = 10_000_000

// trainSVM returns the linear support vector classifier of examples of dim dimensions, which have both classes:
//
//	min_{w,b}  ½‖w‖² + Σ_i C_i max{0, 1 − y_i(w·x_i+b)},   C_i = C·n/2n_y
//
// where n_y of the n examples are in the class of i, so that both classes weigh the same. It returns an error if the
// tolerance is not reached or ctx ends. It solves the dual problem
//
//	min_α  ½ αᵀQα − Σ_i (1−y_i b₀) α_i   s.t.  0 ≤ α_i ≤ C_i,   Q_ij = y_i y_j (x_i·x_j + 1)
//
// Given: x, y, C and eps, the stopping tolerance. Returned: w = Σ_i α_i y_i x_i and b = b₀ + Σ_i α_i y_i. See
// Algorithm 3 of Hsieh et al., ICML 2008. It is run for eps = 1, 1/3, 1/9, … down to the tolerance, each time over all
// examples again: shrinking is sometimes wrong, and the sooner that is seen the better. The bias is found by the
// proximal point method (Rockafellar, 1976): ½(b−b₀)² is its penalty, and b₀ moves to b every time.
func trainSVM(ctx context.Context, examples []theory.Example, dim int, c float64) (theory.Classifier, error) {
	p := newDual(examples, dim, c)
	for eps := 1.0; ; eps = max(eps/3, tolerance) {
		settled, err := p.descend(ctx, eps)
		if err != nil {
			return theory.Classifier{}, err
		}
		moved := p.b - p.b0
		p.b0, p.b = p.b, p.b+moved
		if settled && eps <= tolerance && math.Abs(moved) <= tolerance {
			return theory.Classifier{W: p.w, B: p.b}, nil
		}
	}
}

// dual is the state of the coordinate descent.
type dual struct {
	examples []theory.Example
	w        []float64
	b, b0    float64
	alpha    []float64
	q        []float64  // Q_ii
	c        [2]float64 // C_i by class, −1 first
	order    []int      // the active examples, then the shrunk ones
	rnd      *rand.Rand
}

func newDual(examples []theory.Example, dim int, c float64) *dual {
	n, plus := len(examples), positives(examples)
	p := &dual{examples: examples, w: make([]float64, dim), alpha: make([]float64, n),
		rnd: rand.New(rand.NewPCG(0, svmStream))}
	p.c = [2]float64{c * (float64(n) / float64(2*(n-plus))), c * (float64(n) / float64(2*plus))}
	for i, e := range examples {
		p.order, p.q = append(p.order, i), append(p.q, e.X.SqNorm()+1)
	}
	return p
}

// descend minimises over one α_i after the other, in random order, until a pass sees no projected gradient outside
// [−eps, eps]. An α_i at a bound is left out of the next passes (shrunk) when its gradient points out of the box by
// more than the last pass has seen inside it. The first pass is over all α_i; settled reports whether it was also the
// last.
func (p *dual) descend(ctx context.Context, eps float64) (settled bool, err error) {
	active := p.order
	most, least := 3*eps, -3*eps // of the last pass
	for pass := 1; pass <= maxPasses; pass++ {
		if err := ctx.Err(); err != nil {
			return false, fmt.Errorf("benchdata: fitting an SVM: %w", err)
		}
		p.rnd.Shuffle(len(active), func(i, j int) { active[i], active[j] = active[j], active[i] })
		up, down := 0.0, 0.0
		for k := 0; k < len(active); {
			i := active[k]
			e, y := &p.examples[i], float64(p.examples[i].Y)
			c := p.c[(e.Y+1)/2]
			g := float64(y*(e.X.Dot(p.w)+p.b)) - 1 // ∂/∂α_i
			projected := g
			switch p.alpha[i] {
			case 0:
				projected = min(g, 0)
			case c:
				projected = max(g, 0)
			}
			if projected == 0 && (g > most || g < least) {
				last := len(active) - 1
				active[k], active[last] = active[last], active[k]
				active = active[:last]
				continue
			}
			up, down = max(up, projected), min(down, projected)
			if projected != 0 {
				old := p.alpha[i]
				p.alpha[i] = min(max(old-g/p.q[i], 0), c)
				step := float64((p.alpha[i] - old) * y)
				e.X.AddTo(p.w, step)
				p.b += step
			}
			k++
		}
		if up <= eps && down >= -eps {
			return pass == 1, nil
		}
		if most = up; up == 0 {
			most = math.Inf(1)
		}
		if least = down; down == 0 {
			least = math.Inf(-1)
		}
	}
	return false, fmt.Errorf("benchdata: the SVM still misses its optimality conditions by more than %g after %d passes", eps, maxPasses)
}

// Separation is the result of separating examples by a hyperplane.
type Separation struct {
	Separator      theory.Classifier
	Kept           []int // the indices of the examples that it classifies correctly and that are not too near
	Wrong, TooNear int   // the numbers of other examples: misclassified, and correct but too near
}

// near is the distance from the separating hyperplane up to which HKNS25 removes examples.
const near = 0.01

// TrainSeparation separates examples of dim dimensions, which should be standardised, by the hyperplane that a support
// vector machine finds for them, as HKNS25 prepares Adult in Section B.1: hinge loss, C = 0.01, balanced classes and a
// free bias. Examples up to 0.01 from it are not kept, so that the rest is separable with at least that margin. It
// returns an error unless both classes are present before and after.
func TrainSeparation(ctx context.Context, examples []theory.Example, dim int) (Separation, error) {
	if of := positives(examples); of == 0 || of == len(examples) {
		return Separation{}, errors.New("all examples are of one class, expected two to separate")
	}
	c, err := trainSVM(ctx, examples, dim, 0.01)
	if err != nil {
		return Separation{}, err
	}
	norm := vec.L2{}.Of(c.W)
	if norm == 0 {
		return Separation{}, errors.New("the trained hyperplane has w = 0, expected classes that differ")
	}
	s := Separation{Separator: c}
	for i, e := range examples {
		score := c.Score(e.X)
		switch {
		case theory.Sign(score) != e.Y:
			s.Wrong++
		case float64(e.Y)*score <= near*norm:
			s.TooNear++
		default:
			s.Kept = append(s.Kept, i)
		}
	}
	if of := positives(s.Of(examples)); of == 0 || of == len(s.Kept) {
		return Separation{}, fmt.Errorf("of %d examples %d are misclassified and %d are too near to the hyperplane, "+
			"expected some of each class to be left", len(examples), s.Wrong, s.TooNear)
	}
	return s, nil
}

// Of returns the examples that are kept. They share their vectors with the given ones.
func (s Separation) Of(examples []theory.Example) []theory.Example {
	var kept []theory.Example
	for _, i := range s.Kept {
		kept = append(kept, examples[i])
	}
	return kept
}

// positives counts the examples of class +1.
func positives(examples []theory.Example) int {
	n := 0
	for _, e := range examples {
		if e.Y == theory.Positive {
			n++
		}
	}
	return n
}
