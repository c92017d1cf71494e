package props

import (
	"context"
	"fmt"
	"math"
	"slices"

	"pgregory.net/rapid"

	"marginlab/algos"
	"marginlab/algos/kernel"
	"marginlab/algos/trial"
	"marginlab/props/measure"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// kernels returns the kernels that learners are checked in.
func kernels() []string {
	return []string{"linear", "gaussian(sigma=0.5)", "poly(degree=2)", "mnist(scale=0.5,ridge=0.25)", "gaussian(sigma=0.1,ridge=0.01)",
		"linear(ridge=0.1)", "poly(degree=3,offset=0.5)"}
}

// drawKernel draws the number of a kernel, and a pattern of labels to swap: none, or some.
func drawKernel(t *rapid.T, _ Case) measure.Vector {
	return measure.Vector{float64(rapid.IntRange(0, len(kernels())-1).Draw(t, "kernel")),
		rapid.SampledFrom([]float64{0, 0, 1, 0b100100, 0b1101}).Draw(t, "labels")}
}

// kernelRun is a run of a learner in kernel form, twice over the stream, with the stream embedded.
type kernelRun struct {
	gram  *kernel.Gram
	y     []theory.Label
	order []int
	trace theory.Trace
	seen  Case // the stream embedded, once
}

// runKernel lets the learner in kernel form learn from the case's stream, scaled to the unit ball and moved to its
// first example if it is far away, in the space of the case's kernel. Labels are swapped if the learner can learn
// from the result. It reports false if rounding hides the terms of theorems: products of points as long as the reach
// are known to ε·reach², so that a γ of 4e-3 of it is known to some 1e-11.
func runKernel(c Case) (r *kernelRun, readable bool, err error) {
	expr := kernels()[0]
	if len(c.A) > 0 {
		expr = kernels()[int(math.Abs(c.A[0]))%len(kernels())]
	}
	needsSeparable := c.Learner.Kind.Degree == algos.Degree1 // it keeps a point of the hulls, which goes to 0 if they meet
	if !needsSeparable {
		c = c.Flipped()
	}
	x := c.Points()
	if 8*measure.Widest(x, x) < measure.Longest(x) {
		first := x[0]
		c = c.Mapped(func(x measure.Vector) measure.Vector { return x.Minus(first) })
	}
	unit := 1.0
	if long := measure.Longest(c.Points()); long > 0 {
		unit = math.Exp2(-math.Ceil(math.Log2(long)))
	}
	c = c.Mapped(func(x measure.Vector) measure.Vector { return x.Times(unit) })
	k, err := kernel.Parse(expr)
	if err != nil {
		return nil, false, err
	}
	r = &kernelRun{}
	var v []vec.Vector
	for i, e := range slices.Concat(c.Stream, c.Stream) {
		if i < len(x) {
			v, r.y = append(v, e.X), append(r.y, e.Y)
		}
		r.order = append(r.order, i%len(x))
	}
	if r.gram, err = kernel.NewGram(k, v, c.Dim, 0); err != nil {
		return nil, false, err
	}
	embedding := kernel.NewEmbedding(r.gram)
	embedded, err := embedding.Examples(context.Background(), r.y)
	if err != nil {
		return nil, false, err
	}
	r.seen = Case{Learner: c.Learner, Stream: embedded, Dim: embedding.Dim()}
	view := theory.View{Origin: !hasBias(c.Learner), Lift: c.Learner.Bias}
	g, err := trial.NewSurvey(embedded, r.seen.Dim).Geometry(context.Background(), view)
	oneClass := !view.Origin && g.Positives%g.Examples == 0
	if !excused(err) || g.Separable && g.Gamma < 4e-3*g.DBar || !g.Separable && needsSeparable && !oneClass {
		return nil, false, nil
	}
	var last algos.Kernelized
	if r.trace, last, err = kernel.Run(context.Background(), c.Learner, r.gram, r.y, r.order); err != nil {
		return nil, false, fmt.Errorf("the run ended early: %w", err)
	}
	r.trace.Classifier = embedding.Classifier(last.State().Classifier)
	return r, true, nil
}

// KernelFormsHold: a run of a learner in kernel form is a run in the Hilbert space of the kernel. On the embedded
// stream the learner itself does what its kernel form does, and ends with the same classifier; and every proved row
// of the table holds with the geometry there.
func KernelFormsHold(c Case) error {
	r, readable, err := runKernel(c)
	if err != nil || !readable {
		return err
	}
	twice := r.seen
	twice.Stream = slices.Concat(r.seen.Stream, r.seen.Stream)
	own, err := replay(twice)
	if err != nil {
		return err
	}
	reported := append(slices.Clone(r.trace.Steps), theory.Step{Target: r.trace.Gamma * r.trace.Norm, Norm: r.trace.Norm})
	if math.IsNaN(r.trace.Norm) || r.trace.Norm == 0 {
		reported[len(reported)-1].Target, reported[len(reported)-1].Norm = r.trace.Gamma, 1
	}
	n, err := alike{first: twice, second: twice, f: 1, loose: true}.compare(reportedSteps(own), reported)
	if err != nil {
		return fmt.Errorf("of the learner and of its kernel form: %w", err)
	}
	if got := r.trace.Classifier; n.left == 0 {
		w, longest := own[len(own)-1].Next, 0.0
		for _, s := range own { // a w that has cancelled keeps its earlier rounding
			longest = max(longest, s.Next.W.Norm())
		}
		for i, x := range twice.Lifted()[:len(r.y)] {
			room := 1e-6*(w.W.Norm()*x.Norm()+math.Abs(w.B)) + 1e-12*longest*x.Norm()
			if f := w.W.Dot(x) + w.B; !isNear(got.Score(twice.Stream[i].X), f, room) {
				return fmt.Errorf("the embedded classifier gives example %d %v, expected %v", i+1, got.Score(twice.Stream[i].X), f)
			}
		}
	}
	return hold(&r.trace, r.seen)
}
