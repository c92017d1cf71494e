package props

import (
	"context"
	"fmt"
	"math"

	"pgregory.net/rapid"

	"marginlab/algos"
	"marginlab/algos/kernel"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// kernelFormula is a kernel by the expression that makes it, and as it is defined,
// for points of length 1 at most.
type kernelFormula struct {
	expr  string
	of    func(x, z []float64) float64
	ridge float64
}

func kernelFormulas() []kernelFormula {
	poly := func(degree, offset, scale float64) func(x, z []float64) float64 {
		return func(x, z []float64) float64 { return math.Pow(dot(x, z)/scale+offset, degree) }
	}
	gauss := func(sigma float64) func(x, z []float64) float64 {
		return func(x, z []float64) float64 { return math.Exp(-math.Pow(distance(x, z)/sigma, 2) / 2) }
	}
	return []kernelFormula{
		{"linear", dot, 0},
		{"gaussian(sigma=0.5)", gauss(0.5), 0},
		{"poly(degree=2)", poly(2, 1, 1), 0},
		{"mnist(scale=0.5,ridge=0.25)", poly(4, 1, 0.5), 0.25},
		{"gaussian(sigma=0.1,ridge=0.01)", gauss(0.1), 0.01},
		{"linear(ridge=0.1)", dot, 0.1},
		{"poly(degree=3,offset=0.5)", poly(3, 0.5, 1), 0},
	}
}

// kernels draws the number of a kernel, and a pattern of labels to turn: none, or
// some.
func kernels() *rapid.Generator[[]float64] {
	return rapid.Custom(func(t *rapid.T) []float64 {
		k := rapid.IntRange(0, len(kernelFormulas())-1).Draw(t, "kernel")
		bits := rapid.SampledFrom([]int{0, 0, 1, 0b100100, 0b1101}).Draw(t, "flips")
		return []float64{float64(k), float64(bits)}
	})
}

// rkhsPasses is how often a learner in kernel form goes through the stream.
const rkhsPasses = 2

// rkhs is a run of a learner in kernel form, with what is known of it here.
type rkhs struct {
	Case
	spec  *algos.Spec
	gram  *kernel.Gram
	k     [][]float64 // K, by the formula
	reach float64     // max √(K_ii + lift²)
	trace theory.Trace
	last  kernel.Learner
	seen  Case // the stream embedded
}

// newRKHS is the case's stream, scaled to the unit ball and seen from its first
// example if it is far away, in the space of the case's kernel. Labels are turned
// if the learner can do with what that leaves.
func newRKHS(c Case) (*rkhs, error) {
	formula := kernelFormulas()[0]
	if len(c.A) > 0 {
		formula = kernelFormulas()[int(c.A[0])%len(kernelFormulas())]
	}
	if len(c.A) > 1 && !needsSeparable(c.Learner) {
		c = c.flipped(c.A[1])
	}
	x := points(c.Stream, c.Dim)
	if len(x) > 0 && 8*widest(x, x) < longest(x) {
		x = seenFrom(x[0], x)
	}
	unit := 1.0
	if long := longest(x); long > 0 {
		unit = math.Exp2(-math.Ceil(math.Log2(long)))
	}
	r := &rkhs{Case: c, spec: c.Learner}
	r.Stream = nil
	for t, e := range c.Stream {
		x[t] = along(make([]float64, c.Dim), unit, x[t])
		v := vec.Dense(x[t]...)
		if e.X.IsSparse() {
			v = v.Sparsify()
		}
		r.Stream = append(r.Stream, theory.Example{X: v, Y: e.Y})
	}
	lift := c.Learner.Lift()
	for i := range x {
		r.k = append(r.k, make([]float64, len(x)))
		for j := range x {
			r.k[i][j] = formula.of(x[i], x[j])
		}
		r.k[i][i] += formula.ridge
		r.reach = max(r.reach, math.Sqrt(r.k[i][i]+lift*lift))
	}
	k, err := kernel.Parse(formula.expr)
	if err != nil {
		return nil, err
	}
	v := make([]vec.Vector, len(x))
	for t, e := range r.Stream {
		v[t] = e.X
	}
	r.gram, err = kernel.NewGram(k, v, c.Dim, 0)
	return r, err
}

// needsSeparable says that the learner keeps a point of the convex hulls, which
// goes to 0 if they meet.
func needsSeparable(s *algos.Spec) bool { return s.Core().Kind.Degree == 1 }

func (r *rkhs) labels() []theory.Label {
	y := make([]theory.Label, len(r.Stream))
	for t, e := range r.Stream {
		y[t] = e.Y
	}
	return y
}

// run lets the learner learn, and embeds the stream. It reports false where rounding
// hides what a theorem would say: products of points as long as the reach are known
// to ε·reach², so that γ² is not far below 1e6 of them.
func (r *rkhs) run() (bool, error) {
	embedding := kernel.NewEmbedding(r.gram)
	embedded, err := embedding.Examples(context.Background(), r.labels())
	if err != nil {
		return false, err
	}
	r.seen = Case{Learner: r.spec, Stream: embedded, Dim: embedding.Dim()}
	bias := hasBias(r.spec)
	g, err := offline(embedded, r.seen.Dim, theory.View{Origin: !bias, Lift: r.spec.Lift()})
	oneClass := bias && g.Positives%g.Examples == 0
	if err != nil || g.Separable && g.Gamma < 1e-3*r.reach || !g.Separable && needsSeparable(r.spec) && !oneClass {
		return false, err
	}
	var order []int
	for range rkhsPasses {
		for t := range r.Stream {
			order = append(order, t)
		}
	}
	if r.trace, r.last, err = kernel.Run(context.Background(), r.spec, r.gram, r.labels(), order); err != nil {
		return false, fmt.Errorf("the run ended early: %w", err)
	}
	r.trace.Classifier = embedding.Classifier(r.last.Classifier())
	return true, nil
}

// verdicts are those of the table on the run, with the geometry of the embedded
// stream.
func (r *rkhs) verdicts() ([]theory.Verdict, error) {
	return theory.Verdicts(&r.trace, evidence(r.seen, &r.trace))
}
