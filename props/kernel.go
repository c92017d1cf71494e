package props

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/algos/kernel"
	"marginlab/algos/trial"
	"marginlab/props/measure"
	"marginlab/props/stream"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// kernelProperties are of learners in kernel form.
func kernelProperties() []Property {
	return []Property{
		{"kernel", "in kernel form: predictions, scores, norms and margins are those of the coefficients, and every proved guarantee holds on the stream embedded", "algos/kernel; theory.Table", (*algos.Spec).HasKernelForm, stream.Draws{Numbers: kernels()}, 60, KernelFormsHold},
	}
}

// kernelFormula is a kernel by the expression that makes it, and as it is defined, for
// points of length 1 at most.
type kernelFormula struct {
	expr  string
	of    func(x, z measure.Vector) float64
	ridge float64 // of a point and itself
}

func kernelFormulas() []kernelFormula {
	poly := func(degree, offset, scale float64) func(x, z measure.Vector) float64 {
		return func(x, z measure.Vector) float64 { return math.Pow(x.Dot(z)/scale+offset, degree) }
	}
	gaussian := func(sigma float64) func(x, z measure.Vector) float64 {
		return func(x, z measure.Vector) float64 { return math.Exp(-math.Pow(x.Distance(z)/sigma, 2) / 2) }
	}
	return []kernelFormula{
		{"linear", measure.Vector.Dot, 0},
		{"gaussian(sigma=0.5)", gaussian(0.5), 0},
		{"poly(degree=2)", poly(2, 1, 1), 0},
		{"mnist(scale=0.5,ridge=0.25)", poly(4, 1, 0.5), 0.25},
		{"gaussian(sigma=0.1,ridge=0.01)", gaussian(0.1), 0.01},
		{"linear(ridge=0.1)", measure.Vector.Dot, 0.1},
		{"poly(degree=3,offset=0.5)", poly(3, 0.5, 1), 0},
	}
}

// kernels draws the number of a kernel, and a pattern of labels to swap: none, or
// some.
func kernels() stream.Generator[[]float64] {
	return func(s *stream.Source) []float64 {
		k := s.Int(0, len(kernelFormulas())-1)
		return []float64{float64(k), float64(stream.Of(s, 0, 0, 1, 0b100100, 0b1101))}
	}
}

// kernelRun is a run of a learner in kernel form, twice over the stream, and the stream
// embedded.
type kernelRun struct {
	gram  *kernel.Gram
	k     []measure.Vector // K, by its formula
	reach float64          // max √(K_ii + lift²)
	y     []theory.Label
	order []int
	trace theory.Trace
	seen  Case // the stream embedded, once
}

// runKernel lets the learner in kernel form learn from the case's stream, scaled to the
// unit ball and seen from its first example if it is far away, in the space of the case's
// kernel. Labels are swapped if the learner can do with what that leaves. It reports
// false where rounding hides what a theorem would say: products of points as long as the
// reach are known to ε·reach², so that a γ of 4e-3 of it is known to some 1e-11.
func runKernel(c Case) (r *kernelRun, speaks bool, err error) {
	formula := kernelFormulas()[0]
	if len(c.A) > 0 {
		formula = kernelFormulas()[int(c.A[0])%len(kernelFormulas())]
	}
	needsSeparable := c.Learner.Kind.Degree == algos.Degree1 // it keeps a point of the hulls, which goes to 0 if they meet
	if len(c.A) > 1 && !needsSeparable {
		c = c.Flipped(c.A[1])
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
	k, err := kernel.Parse(formula.expr)
	if err != nil {
		return nil, false, err
	}
	r = &kernelRun{}
	var v []vec.Vector
	points := c.Points()
	for i, e := range c.Stream {
		v, r.y = append(v, e.X), append(r.y, e.Y)
		row := make(measure.Vector, len(points))
		for j, z := range points {
			row[j] = formula.of(points[i], z)
		}
		row[i] += formula.ridge
		r.k, r.reach = append(r.k, row), max(r.reach, math.Sqrt(row[i]+c.Learner.Bias*c.Learner.Bias))
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
	bias := hasBias(c.Learner)
	g, err := trial.NewSurvey(embedded, r.seen.Dim).Geometry(context.Background(), theory.View{Origin: !bias, Lift: c.Learner.Bias})
	oneClass := bias && g.Positives%g.Examples == 0
	if !excused(err) || g.Separable && g.Gamma < 4e-3*g.DBar || !g.Separable && needsSeparable && !oneClass {
		return nil, false, nil
	}
	for i := range 2 * len(points) {
		r.order = append(r.order, i%len(points))
	}
	var last algos.Kernelized
	if r.trace, last, err = kernel.Run(context.Background(), c.Learner, r.gram, r.y, r.order); err != nil {
		return nil, false, fmt.Errorf("the run ended early: %w", err)
	}
	r.trace.Classifier = embedding.Classifier(last.State().Classifier)
	return r, true, nil
}

// embeds says that ⟨φ(x_i), φ(x_j)⟩ = K(x_i, x_j).
func (r *kernelRun) embeds() error {
	phi := r.seen.Points()
	for i := range phi {
		for j := range phi {
			if got := phi[i].Dot(phi[j]); !near(got, r.k[i][j], 1e-12*r.reach*r.reach) {
				return fmt.Errorf("the inner product of examples %d and %d, embedded, is %v, expected K = %v", i+1, j+1, got, r.k[i][j])
			}
		}
	}
	return nil
}

// reportsItsCoefficients holds a step at x_i against the coefficients of f = Σ α_j K(x_j,·) + B
// that are shown before it: ‖f‖ is the norm reported, or 1 of a classifier that is normalised,
// and y f(x_i) the score in its scale.
func (r *kernelRun) reportsItsCoefficients(f theory.Classifier, reported theory.Step, i int) error {
	kind, lift := r.seen.Learner.Kind, r.seen.Learner.Bias
	value, square, terms := f.B, 0.0, 0.0 // terms: Σ |α_j| √K_jj, at most
	for j, a := range f.W {
		value += a * r.k[i][j]
		terms += math.Abs(a) * r.reach
		for l, b := range f.W {
			square += a * b * (r.k[j][l] + lift*lift)
		}
	}
	slack := 1e-12 * (math.Abs(f.B) + terms*r.reach)
	norm, room := math.Sqrt(max(0, square)), 1e-6*terms
	if rounded := 1e-13 * terms * terms; square > rounded {
		room = rounded / norm
	}
	switch {
	case reported.Opening:
		return nil
	case kind.UnitNorm: // the classifier is normalised, the step is not
		value, slack, norm, room = value*reported.Norm, slack*reported.Norm, norm*reported.Norm, room*reported.Norm
	case kind.Normalises:
		if length := math.Sqrt(r.k[i][i] + lift*lift); length > 0 {
			value, slack = value/length, slack/length
		}
	}
	if y := float64(reported.Y); !near(reported.Score, y*value, slack) {
		return fmt.Errorf("y f(x_%d) is reported to be %v, and is %v", i+1, reported.Score, y*value)
	}
	if !near(reported.Norm, norm, room) {
		return fmt.Errorf("‖f‖ is reported to be %v, and is %v", reported.Norm, norm)
	}
	return nil
}

// KernelFormsHold: a run of a learner in kernel form is one in the Hilbert space of
// the kernel. What it reports of a step is said by its coefficients; the stream embedded has
// the inner products K(x_i, x_j), and on it the learner itself does what its kernel form
// does; and every proved row of the table holds with the geometry there.
func KernelFormsHold(c Case) error {
	r, speaks, err := runKernel(c)
	if err != nil || !speaks {
		return err
	}
	l, err := kernel.New(c.Learner, r.gram)
	if err := cmp.Or(err, r.embeds()); err != nil {
		return err
	}
	for t, i := range r.order {
		x := r.gram.Unit(i)
		f, wants, step := l.State().Classifier, l.Wants(x, r.y[i]), l.Step(x, r.y[i])
		if !sameStep(step, r.trace.Steps[t]) || step.Updated && !step.Opening && !wants && !c.Solves() {
			return fmt.Errorf("t=%d: the run's step is %+v, that of the loop %+v (wanted: %v)", t+1, r.trace.Steps[t], step, wants)
		}
		if showsItsPredictor(c.Learner) {
			if err := r.reportsItsCoefficients(f, step, i); err != nil {
				return fmt.Errorf("t=%d: %w", t+1, err)
			}
		}
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
	n, err := alike{first: twice, second: twice, f: 1}.compare(reportedSteps(own), reported)
	if err != nil {
		return fmt.Errorf("of the learner and of its kernel form: %w", err)
	}
	if got := r.trace.Classifier; n.left == 0 {
		w, longest := own[len(own)-1].Next, 0.0
		for _, s := range own { // a w that has cancelled keeps the rounding of what it was
			longest = max(longest, s.Next.W.Norm())
		}
		for i, x := range twice.Lifted()[:len(r.y)] {
			room := 1e-6*(w.W.Norm()*x.Norm()+math.Abs(w.B)) + 1e-12*longest*x.Norm()
			if f := w.W.Dot(x) + w.B; !near(got.Score(twice.Stream[i].X), f, room) {
				return fmt.Errorf("the embedded classifier gives example %d %v, expected %v", i+1, got.Score(twice.Stream[i].X), f)
			}
		}
	}
	return hold(&r.trace, r.seen)
}
