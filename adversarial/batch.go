package adversarial

import (
	"context"
	"math"
	"math/big"

	"marginlab/algos/exact"
	"marginlab/algos/normalized"
	driver "marginlab/algos/trial"
	"marginlab/internal/shrink"
	"marginlab/theory"
)

// A batch algorithm sees all examples of a stream at once. Streams are drawn and moved for it as
// for an online learner, but in no pattern. What refutes a claim is proved in rational
// arithmetic: see [squared].

// solve runs the batch algorithm. It reports false where it ends without a certificate.
func (e *evaluator) solve(s stream, f *facts) bool {
	r, _, err := e.solveWith(e.ctx, s)
	f.steps, f.updates, f.loops, f.examples = len(s)*(r.Iterations+1), r.Iterations, r.Loops, len(s)
	return err == nil
}

// solveWith is what the batch algorithm ends with, and the trace for the table of guarantees.
func (t *target) solveWith(ctx context.Context, s stream) (normalized.Result, theory.Trace, error) {
	points, err := normalized.NewLinear(s, s.dim())
	if err != nil {
		return normalized.Result{}, theory.Trace{}, err
	}
	return normalized.Solve(ctx, t.learner, points, nil)
}

// solved is the classifier of the batch algorithm on a stream, w = 0 where there is none.
func (t *target) solved(s stream) theory.Classifier {
	_, tr, err := t.solveWith(context.Background(), s)
	if err != nil {
		return theory.Classifier{W: make([]float64, s.dim())}
	}
	return tr.Classifier
}

// directions is the stream of the x/‖x‖; ok is false where one has none.
func (s stream) directions() (d stream, ok bool) {
	d = s.clone()
	for i, e := range d {
		length := math.Sqrt(s[i].X.SqNorm())
		if length == 0 {
			return nil, false
		}
		for k := range e.X.Value {
			e.X.Value[k] /= length
		}
	}
	return d, true
}

// batchReader reads a term of a batch algorithm off facts, nil for a parameter.
func batchReader(name string) func(*facts) float64 {
	switch name {
	case "n":
		return func(f *facts) float64 { return float64(f.examples) }
	case "loops":
		return func(f *facts) float64 { return float64(f.loops) }
	case "rho":
		return func(f *facts) float64 { return f.rho }
	case "d", "R", "Dbar", "shortest", "gamma0", "updates":
		return readers()[name]
	}
	return nil
}

// traceOfBatch is trace of a batch algorithm. Of one that gave up the rows say something as well.
func (e *evaluator) traceOfBatch(s stream) (theory.Trace, func(theory.View) (theory.Evidence, error), error) {
	_, tr, err := e.solveWith(context.Background(), s)
	if len(tr.Iterates) > 0 {
		err = nil
	}
	return tr, func(v theory.View) (theory.Evidence, error) {
		geo, err := driver.NewSurvey(s, s.dim()).Geometry(context.Background(), v)
		ev := theory.Evidence{Geometry: geo, Margin: math.NaN()}
		if driver.Unmeasured(err) {
			err = nil
		}
		if err == nil && !geo.Separable && v.Normalised {
			points, wrong := normalized.NewLinear(s, s.dim())
			if err = wrong; err == nil {
				ev.Inradius = normalized.Inradius(points)
			}
		}
		return ev, err
	}, err
}

// Exact points need lengths that are rational. The map w ↦ 2w₁w − ‖w‖²e₁ takes the rational w
// to such points, of the length ‖w‖²: in ℝ² it is (a, b) ↦ (a² − b², 2ab), which makes the
// Pythagorean triples. It reaches every direction and length, so that the roots of a stream can
// be put on a lattice and shrunk in the place of the stream.

// roots are the w of the examples, on the side of e₁ where w is well known: a batch algorithm
// takes (x, y) as (−x, −y).
func (s stream) roots() stream {
	all := s.clone()
	for i, e := range all {
		x := e.X.Value
		if x[0] < 0 {
			all[i].Y = -e.Y
			for k := range x {
				x[k] = -x[k]
			}
		}
		length := math.Sqrt(s[i].X.SqNorm())
		x[0] += length
		factor := 0.0
		if sum := math.Sqrt(e.X.SqNorm()); sum > 0 {
			factor = math.Sqrt(length) / sum
		}
		for k := range x {
			x[k] *= factor
		}
	}
	return all
}

// squared is the stream whose roots are given.
func (s stream) squared() stream {
	all := s.clone()
	for i, e := range all {
		twice, square := 2*s[i].X.Value[0], s[i].X.SqNorm()
		for k := range e.X.Value {
			e.X.Value[k] *= twice
		}
		e.X.Value[0] -= square
	}
	return all
}

// squaredExactly is the same of rational roots.
func squaredExactly(roots []exact.Example) []exact.Example {
	var all []exact.Example
	for _, e := range roots {
		x := e.X.Times(new(big.Rat).Mul(big.NewRat(2, 1), e.X[0]))
		x[0].Sub(x[0], e.X.SqNorm())
		all = append(all, exact.Example{X: x, Y: e.Y})
	}
	return all
}

// lattice is the stream on the coarsest lattice where it violates: of a batch algorithm that of
// its roots.
func (t *target) lattice(s stream, violates shrink.Predicate) (shrink.Stream, bool) {
	if t.batch {
		s = s.roots()
	}
	return onLattice(s, violates)
}

// floats is the stream of a lattice.
func (t *target) floats(c shrink.Stream) stream {
	s := fromLattice(c)
	if t.batch {
		s = s.squared()
	}
	return s
}

// exactly is the same in rational numbers.
func (t *target) exactly(c shrink.Stream) []exact.Example {
	examples := rational(c)
	if t.batch {
		examples = squaredExactly(examples)
	}
	return examples
}
