package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"marginlab/algos"
	"marginlab/algos/kernel"
	"marginlab/algos/multiclass"
	"marginlab/algos/normalized"
	"marginlab/theory"
)

// subject is what is run on the examples: an online learner of two classes, one of
// many, or a batch algorithm. The latter two may be given a constant coordinate too.
type subject struct {
	name    string
	online  *algos.Spec // one of these three
	classes *multiclass.Spec
	batch   *algos.Spec
	lift    float64 // of classes and batch
}

// parseSubject makes a subject from an expression.
func parseSubject(expr string) (subject, error) {
	expr = strings.TrimSpace(expr)
	inner, constant := expr, []string(nil)
	if rest, ok := strings.CutPrefix(expr, "bias("); ok {
		if args := algos.SplitList(strings.TrimSuffix(rest, ")")); args[0] != "" {
			inner, constant = strings.TrimSpace(args[0]), args[1:]
		}
	}
	name, _, _ := strings.Cut(inner, "(")
	in := func(kinds []algos.Kind) bool {
		return slices.ContainsFunc(kinds, func(k algos.Kind) bool { return k.Name == strings.TrimSpace(name) })
	}
	many, batch := in(multiclass.Kinds()), in(normalized.Kinds())
	if !many && !batch {
		online, err := algos.Parse(expr)
		if err == nil {
			return subject{name: online.String(), online: online}, nil
		}
		if !in(algos.Kinds()) {
			err = fmt.Errorf("%w, %s", err, strings.Join(append(names(multiclass.Kinds()), names(normalized.Kinds())...), ", "))
		}
		return subject{}, err
	}
	var s subject
	var err error
	if inner != expr { // of the constant, what bias(perceptron,…) says of it
		lifted, err := algos.Parse("bias(" + strings.Join(append([]string{"perceptron"}, constant...), ",") + ")")
		if err != nil {
			return subject{}, err
		}
		s.lift = lifted.Lift()
	}
	if many {
		if s.classes, err = multiclass.Parse(inner); err == nil {
			s.name = s.lifted(s.classes.String())
		}
		return s, err
	}
	if s.batch, err = normalized.Parse(inner); err == nil {
		s.name = s.lifted(s.batch.String())
	}
	return s, err
}

func names(kinds []algos.Kind) []string {
	var all []string
	for _, k := range kinds {
		all = append(all, k.Name)
	}
	return all
}

func (s subject) lifted(name string) string {
	if s.lift == 0 {
		return name
	}
	return fmt.Sprintf("bias(%s,%v)", name, s.lift)
}

// held is a run of a subject, or of one of the binary learners of one-vs-rest,
// with what the theorems on it need.
type held struct {
	label    string
	trace    theory.Trace
	examples []theory.Example // in the space of the trace's classifier
	tau      func() (int, bool)
	stop     error // why it ended early
	evidence func(theory.View) (theory.Evidence, error)
	geometry func(theory.View) (theory.Geometry, error)
	lift     float64           // that a view is described with beside its own
	result   normalized.Result // of a batch algorithm
}

// run runs the subject on a sample. The error is that it cannot be run on it; an
// interruption is that of ctx.
func (s subject) run(ctx context.Context, on *sample, o order, stderr io.Writer) ([]held, error) {
	p := newProgress(stderr)
	defer p.clear()
	switch {
	case s.online != nil && on.classes != nil:
		return nil, fmt.Errorf("learner %q is of two classes, expected one of many with --classes, as one-vs-rest(%s)", s.name, s.name)
	case s.online != nil:
		return s.runOnline(ctx, on, o, p)
	case s.batch != nil && on.classes != nil:
		return nil, fmt.Errorf("algorithm %q is of two classes, expected a learner of many with --classes", s.name)
	case s.lift != 0 && on.gram != nil:
		return nil, fmt.Errorf("learner %q: a constant coordinate for %s with --kernel, expected none: give the kernel an offset", s.name, strings.SplitN(s.name, "(", 3)[1])
	case s.lift != 0 && s.classes != nil && s.classes.Binary != nil:
		return nil, fmt.Errorf("learner %q: expected the constant coordinate inside, as in one-vs-rest(bias(%s,%v))", s.name, s.classes.Binary, s.lift)
	case s.batch != nil:
		return s.runBatch(ctx, on, p)
	}
	return s.runClasses(ctx, on, o, p)
}

func (s subject) runOnline(ctx context.Context, on *sample, o order, p progress) ([]held, error) {
	h := held{label: s.name, examples: on.seen}
	survey := on.survey("", func() []theory.Example { return on.seen })
	separation := algos.NewSeparation(on.Examples)
	h.tau = separation.Tau
	if on.gram == nil {
		stream := p.watch(o.stream(on.Examples), s.name, o.Passes*len(on.Examples))
		h.trace, h.stop = s.online.Run(ctx, on.Dim, stream, separation)
	} else {
		if _, err := kernel.New(s.online, on.gram); err != nil {
			return nil, err
		}
		p.say("%s", s.name)
		var l kernel.Learner
		h.trace, l, h.stop = kernel.Run(ctx, s.online, on.gram, labels(on.Examples), o.indices(len(on.Examples)), func(at int, l kernel.Learner) {
			separation.Saw(at, func(i int) float64 { return float64(on.Examples[i].Y) * l.Score(i) })
		})
		h.trace.Classifier = on.embedding.Classifier(l.Classifier())
	}
	h.evidence = func(v theory.View) (theory.Evidence, error) { return survey.Evidence(ctx, &h.trace, o.Passes, v) }
	h.geometry = func(v theory.View) (theory.Geometry, error) { return survey.Geometry(ctx, v) }
	return []held{h}, ctx.Err()
}

func (s subject) runBatch(ctx context.Context, on *sample, p progress) ([]held, error) {
	seen, dim := theory.View{Lift: s.lift}.Of(on.seen, on.dim)
	var points normalized.Points
	var err error
	if on.gram == nil {
		points, err = normalized.NewLinear(seen, dim)
	} else {
		points, err = normalized.NewGram(on.gram, labels(on.Examples))
	}
	if err != nil {
		return nil, fmt.Errorf("%s on %s: %w", s.name, on.Name, err)
	}
	h := held{label: s.name, lift: s.lift, examples: seen}
	h.result, h.trace, h.stop = normalized.Solve(ctx, s.batch, points, func(at normalized.State) { p.say("%s: iteration %d", s.name, at.K) })
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if on.gram != nil && h.result.Weights != nil {
		alpha := make([]float64, len(seen)) // of the K(x_i,·), not normalised
		for i, e := range on.Examples {
			alpha[i] = h.result.Weights[i] * float64(e.Y) / math.Sqrt(on.gram.Diag(i))
		}
		h.trace.Classifier = on.embedding.Classifier(kernel.Classifier{Alpha: alpha})
	}
	survey := on.survey(fmt.Sprintf("lifted by %v", s.lift), func() []theory.Example { return on.seen })
	lifted := func(v theory.View) theory.View {
		v.Lift = s.lift
		return v
	}
	h.geometry = func(v theory.View) (theory.Geometry, error) { return survey.Geometry(ctx, lifted(v)) }
	h.evidence = func(v theory.View) (theory.Evidence, error) {
		geo, err := h.geometry(v)
		ev := theory.Evidence{Geometry: geo}
		if err == nil && !geo.Separable && v.Normalised {
			ev.Inradius = normalized.Inradius(points)
		}
		return ev, err
	}
	return []held{h}, nil
}

func (s subject) runClasses(ctx context.Context, on *sample, o order, p progress) ([]held, error) {
	p.say("%s", s.name)
	seen, dim := theory.View{Lift: s.lift}.Of(on.seen, on.dim)
	x := vectors(seen)
	class, classes := on.class()
	indices := o.indices(len(x))
	h := held{label: s.name, lift: s.lift, examples: multiclass.Differences(x, class, dim, classes)}
	var binary []theory.Trace
	if on.gram == nil {
		l := s.classes.New(dim, classes)
		h.trace, h.stop = multiclass.Run(ctx, l, dim, x, class, indices)
		if all, ok := l.(*multiclass.OneVsRest); ok {
			binary = all.Traces()
		}
	} else {
		l, err := s.classes.NewKernel(on.gram, classes)
		if err != nil {
			return nil, err
		}
		h.trace, h.stop = multiclass.RunKernel(ctx, l, on.gram, class, indices, nil)
		h.trace.Classifier, binary = on.embedded(l)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	h.trace.Learner, h.trace.Families, h.trace.Params = s.name, s.classes.Families(), s.classes.Params(classes)
	if on.many[s.lift] == nil {
		on.many[s.lift] = multiclass.NewSurvey(x, class, dim, classes)
	}
	survey := on.many[s.lift]
	h.evidence = func(v theory.View) (theory.Evidence, error) { return survey.Evidence(ctx, &h.trace, indices, v) }
	h.geometry = func(v theory.View) (theory.Geometry, error) { return survey.Geometry(ctx, v) }
	all := []held{h}
	for c := range binary {
		all = append(all, s.against(ctx, on, o, c, binary[c]))
	}
	return all, nil
}

// against is the run of the binary learner of a class of one-vs-rest.
func (s subject) against(ctx context.Context, on *sample, o order, class int, tr theory.Trace) held {
	name := on.className(class)
	survey := on.survey("against "+name, func() []theory.Example { return on.against(class) })
	h := held{label: fmt.Sprintf("%s, %s", s.name, name), trace: tr}
	h.evidence = func(v theory.View) (theory.Evidence, error) { return survey.Evidence(ctx, &h.trace, o.Passes, v) }
	h.geometry = func(v theory.View) (theory.Geometry, error) { return survey.Geometry(ctx, v) }
	return h
}
