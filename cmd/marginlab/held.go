package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"

	"marginlab/algos"
	"marginlab/algos/kernel"
	"marginlab/algos/maxmargin"
	"marginlab/algos/multiclass"
	"marginlab/algos/normalized"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// held is a run of a subject, or of one of the binary learners of one-vs-rest.
type held struct {
	label   string
	trace   theory.Trace // of a run in kernel form without its classifier, before ground
	stop    error        // why it ended early
	refused bool         // before it began: the examples are not for it
	tau     func() (int, bool)
	margin  func() float64
	norm    vec.Norm               // of the margin, nil for ℓ2
	lift    float64                // that a view is described with beside its own
	result  normalized.Result      // of a batch algorithm
	ground  func() (ground, error) // measured when it is asked for
}

// ground is what the theorems on a run stand on.
type ground struct {
	evidence func(theory.View) (theory.Evidence, error)
	geometry func(theory.View) (theory.Geometry, error)
}

// run runs the subject on a sample. The error is that it cannot be run on such a
// sample, or that of ctx.
func (s subject) run(ctx context.Context, on *sample, o order, stderr io.Writer) ([]*held, error) {
	p := term.NewProgress(stderr)
	defer p.Clear()
	switch {
	case s.online != nil && on.classes != nil:
		return nil, fmt.Errorf("learner %q is of two classes, expected one of many with --classes, as one-vs-rest(%s)", s.name, s.name)
	case s.online != nil:
		return s.runOnline(ctx, on, o, p)
	case s.batch != nil && on.classes != nil:
		return nil, fmt.Errorf("algorithm %q is of two classes, expected a learner of many with --classes", s.name)
	case s.lift != 0 && on.gram != nil:
		return nil, fmt.Errorf("learner %q: expected no constant coordinate with --kernel: poly has its offset, and with gaussian none is needed", s.name)
	case s.lift != 0 && s.classes != nil && s.classes.Inner != nil:
		return nil, fmt.Errorf("learner %q: expected the constant coordinate inside, as in one-vs-rest(bias(%s,%v))", s.name, s.classes.Inner, s.lift)
	case s.batch != nil && !s.batch.HasKernelForm() && on.gram != nil:
		return nil, fmt.Errorf("algorithm %q keeps a w in the space of the features, expected nkp with --kernel", s.name)
	case s.batch != nil:
		return s.runBatch(ctx, on, p)
	}
	return s.runClasses(ctx, on, o, p)
}

func (s subject) runOnline(ctx context.Context, on *sample, o order, p *term.Progress) ([]*held, error) {
	h := &held{label: s.name, norm: on.norm}
	if h.norm == nil {
		h.norm = s.online.Norm()
	}
	separation := algos.NewSeparation(on.Examples)
	h.tau = separation.Tau
	var l kernel.Learner
	if on.gram == nil {
		stream := term.Watch(p, o.stream(on.Examples), s.name, o.Passes*len(on.Examples))
		h.trace, h.stop = s.online.Run(ctx, on.Dim, stream, separation)
		h.margin = func() float64 { return h.trace.Classifier.MarginIn(h.norm, on.Examples) }
	} else {
		if _, err := kernel.New(s.online, on.gram); err != nil {
			return nil, err
		}
		p.Say("%s", s.name)
		by := func(l kernel.Learner) func(i int) float64 {
			return func(i int) float64 { return float64(on.Examples[i].Y) * l.Score(i) }
		}
		h.trace, l, h.stop = kernel.Run(ctx, s.online, on.gram, labels(on.Examples), o.indices(len(on.Examples)),
			func(at int, l kernel.Learner) { separation.Saw(at, by(l)) })
		h.margin = func() float64 { return quotient(leastOf(len(on.Examples), by(l)), on.gram.Norm(l.Classifier())) }
	}
	h.ground = func() (ground, error) {
		if l != nil {
			var err error
			if h.trace.Classifier, err = on.linear(ctx, l.Classifier()); err != nil {
				return ground{}, err
			}
		}
		survey, err := on.survey(ctx, "", nil)
		return ground{
			func(v theory.View) (theory.Evidence, error) { return survey.Evidence(ctx, &h.trace, o.Passes, v) },
			func(v theory.View) (theory.Geometry, error) { return survey.Geometry(ctx, v) },
		}, err
	}
	return []*held{h}, ctx.Err()
}

func (s subject) runBatch(ctx context.Context, on *sample, p *term.Progress) ([]*held, error) {
	h := &held{label: s.name, lift: s.lift}
	var points normalized.Points
	length := func(i int) float64 { return math.Sqrt(on.Examples[i].X.SqNorm() + s.lift*s.lift) } // ‖φ(x_i)‖
	if on.gram == nil {
		lifted, dim := theory.View{Lift: s.lift}.Of(on.Examples, on.Dim)
		var linear *normalized.Linear
		if linear, h.stop = normalized.NewLinear(lifted, dim); h.stop == nil {
			points = linear
		}
	} else {
		var gram *normalized.Gram
		if gram, h.stop = normalized.NewGram(on.gram, labels(on.Examples)); h.stop == nil {
			points = gram
		}
		length = func(i int) float64 { return math.Sqrt(on.gram.Diag(i)) }
	}
	if h.refused = h.stop != nil; h.refused {
		return []*held{h}, nil
	}
	h.result, h.trace, h.stop = normalized.Solve(ctx, s.batch, points, func(at normalized.State) { p.Say("%s: iteration %d", s.name, at.K) })
	h.margin = func() float64 {
		if h.result.Certificate != normalized.Separator {
			return 0
		}
		return leastOf(len(on.Examples), func(i int) float64 { return h.result.Image[i] * length(i) }) / h.result.Norm
	}
	h.ground = func() (ground, error) {
		survey, err := on.survey(ctx, "", nil)
		geometry := func(v theory.View) (theory.Geometry, error) {
			v.Lift = s.lift
			return survey.Geometry(ctx, v)
		}
		return ground{geometry: geometry, evidence: func(v theory.View) (theory.Evidence, error) {
			geo, err := geometry(v)
			ev := theory.Evidence{Geometry: geo}
			if unmeasured(err) {
				err = nil
			}
			if err == nil && !geo.Separable && v.Normalised {
				ev.Inradius = normalized.Inradius(points)
			}
			return ev, err
		}}, err
	}
	return []*held{h}, ctx.Err()
}

// unmeasured reports an error that says that there is no margin to measure, or none
// that can be told from rounding.
func unmeasured(err error) bool {
	return errors.As(err, new(*maxmargin.OneClassError)) || errors.As(err, new(*maxmargin.UndecidedError))
}

func (s subject) runClasses(ctx context.Context, on *sample, o order, p *term.Progress) ([]*held, error) {
	p.Say("%s", s.name)
	class, classes := on.class()
	indices := o.indices(len(on.Examples))
	h := &held{label: s.name, lift: s.lift}
	var binary func() ([]theory.Trace, error) // of one-vs-rest
	if on.gram == nil {
		lifted, dim := theory.View{Lift: s.lift}.Of(on.Examples, on.Dim)
		x, l := vectors(lifted), s.classes.New(dim, classes)
		h.trace, h.stop = multiclass.Run(ctx, l, dim, x, class, indices)
		c := l.Classifier()
		h.margin = func() float64 {
			return ahead(class, func(i int) []float64 { return c.Scores(nil, x[i]) }, vec.L2{}.Of(h.trace.Classifier.W))
		}
		if all, ok := l.(*multiclass.OneVsRest); ok {
			binary = func() ([]theory.Trace, error) { return all.Traces(), nil }
		}
	} else {
		l, err := s.classes.NewKernel(on.gram, classes)
		if err != nil {
			return nil, err
		}
		h.trace, h.stop = multiclass.RunKernel(ctx, l, on.gram, class, indices, nil)
		h.margin = func() float64 {
			return ahead(class, func(i int) []float64 { return l.Scores(nil, i) }, on.normOf(l))
		}
		binary = func() (runs []theory.Trace, err error) {
			h.trace.Classifier, runs, err = on.linearOf(ctx, l)
			return runs, err
		}
	}
	h.trace.Learner, h.trace.Families, h.trace.Params = s.name, s.classes.Families(), s.classes.Params(classes)
	switch {
	case s.classes.Inner != nil && h.stop != nil: // the runs of all its learners were cut short
		return []*held{h}, ctx.Err()
	case s.classes.Inner != nil:
		return append([]*held{h}, s.against(ctx, on, o, classes, binary)...), ctx.Err()
	}
	h.ground = func() (ground, error) {
		if binary != nil {
			if _, err := binary(); err != nil {
				return ground{}, err
			}
		}
		survey, err := on.surveyMany(ctx, s.lift)
		return ground{
			func(v theory.View) (theory.Evidence, error) { return survey.Evidence(ctx, &h.trace, indices, v) },
			func(v theory.View) (theory.Geometry, error) { return survey.Geometry(ctx, v) },
		}, err
	}
	return []*held{h}, ctx.Err()
}

// against are the runs of the binary learners of one-vs-rest, a class each.
func (s subject) against(ctx context.Context, on *sample, o order, classes int, binary func() ([]theory.Trace, error)) []*held {
	traces := sync.OnceValues(binary)
	var all []*held
	for c := range classes {
		h := &held{label: fmt.Sprintf("%s, %s", s.name, on.className(c))}
		h.trace.Families, h.trace.Params, h.trace.Lift = s.classes.Inner.Families(), s.classes.Inner.Params(), s.classes.Inner.Lift()
		h.ground = func() (ground, error) {
			runs, err := traces()
			if err != nil {
				return ground{}, err
			}
			h.trace = runs[c]
			survey, err := on.survey(ctx, fmt.Sprintf("class %d", c), func(i int) bool { class, _ := on.class(); return class[i] == c })
			return ground{
				func(v theory.View) (theory.Evidence, error) { return survey.Evidence(ctx, &h.trace, o.Passes, v) },
				func(v theory.View) (theory.Geometry, error) { return survey.Geometry(ctx, v) },
			}, err
		}
		all = append(all, h)
	}
	return all
}

// ahead is the least score by which the right class is ahead of all others, over the
// norm of all w together; 0 if it is not.
func ahead(class []int, scores func(i int) []float64, norm float64) float64 {
	return quotient(leastOf(len(class), func(i int) float64 { return multiclass.Judge(scores(i), class[i], norm).Score }), norm)
}

// leastOf is the least of n margins, 0 if that is negative or there is none.
func leastOf(n int, margin func(i int) float64) float64 {
	least := math.Inf(1)
	for i := range n {
		least = min(least, margin(i))
	}
	if math.IsInf(least, 1) {
		return 0
	}
	return max(0, least)
}

// quotient is a/b, and 0 where b is 0.
func quotient(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
