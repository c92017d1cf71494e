package maxmargin

import (
	"context"
	"errors"
	"fmt"
	"math"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/floats"

	"marginlab/theory"
)

// Passes measures examples of two classes that need not be in memory, in several views, by going
// through them again and again. Each time round, Take gets all of them, a part after the other,
// and End then says whether to go through them once more.
//
// The first pass finds the longest, and the mean of each class; the second how far the examples of
// a class are from its mean. With c₊, c₋ the means and ϱ₊, ϱ₋ these distances,
//
//	ϱ₊ ≤ D₊ ≤ 2ϱ₊,  ϱ₋ ≤ D₋ ≤ 2ϱ₋,  ‖c₊−c₋‖ ≤ Δ ≤ ‖c₊−c₋‖ + ϱ₊ + ϱ₋,
//
// so that diameters are enclosed, and not exact. The margin is that of the examples
// which cut it when they came: they are few, and stay in memory. Beyond some hundreds, as of text, they
// wait for others, so that the solver is asked seldom. It is certified by a pass in which none
// cuts it.
type Passes struct {
	// Once says that the examples can be gone through once. Then the lengths of the longest and
	// the shortest are all that is known, and the error of a geometry is ErrOnce.
	Once bool
	// Absent is that of [Survey].
	Absent int

	dim   int
	pass  int
	views map[theory.View]*viewPasses
}

// viewPasses is what is known of a view so far.
type viewPasses struct {
	theory.Geometry
	view    theory.View
	mean    [2][]float64 // of +1 and −1
	radius  [2]float64
	room    []float64
	solver  *Solver
	waiting int        // how many examples the solver keeps and has not solved with
	changed bool       // in this pass
	least   [2]float64 // the least y(w·x+b) in this pass, of +1 and −1
	done    bool
	err     error
}

// ErrOnce says that a margin takes more passes than there are.
var ErrOnce = errors.New("maxmargin: a margin takes more than one pass")

// mostPasses is after how many passes the error of a margin that is still cut is a [PassesError].
const mostPasses = 100

// PassesError says that examples still cut the margin in the last pass that [Passes] makes. The
// margin is in [0, Upper].
type PassesError struct{ Upper float64 }

func (e *PassesError) Error() string {
	return fmt.Sprintf("maxmargin: examples still cut the margin after %d passes: it is in [0, %.3g]: measure them in memory", mostPasses, e.Upper)
}

// NewPasses measures examples in dim dimensions.
func NewPasses(dim int, views ...theory.View) *Passes {
	p := &Passes{dim: dim, views: map[theory.View]*viewPasses{}}
	for _, v := range views {
		seen := dim
		if v.Lift != 0 {
			seen++
		}
		p.views[v] = &viewPasses{
			Geometry: theory.Geometry{Dim: seen, Shortest: math.Inf(1)}, view: v, room: make([]float64, seen),
			mean: [2][]float64{make([]float64, seen), make([]float64, seen)}, solver: NewSolver(seen, Options{Norm: v.Base(), Origin: v.Origin}),
		}
	}
	return p
}

// Take takes the next examples of the pass. They are checked, and may be overwritten later. The
// error is that of ctx; then nothing is known of the pass.
func (p *Passes) Take(ctx context.Context, examples []theory.Example) error {
	var all errgroup.Group
	for _, v := range p.views {
		if !v.done {
			all.Go(func() error { return v.take(ctx, examples, p) })
		}
	}
	return all.Wait()
}

func (v *viewPasses) take(ctx context.Context, examples []theory.Example, p *Passes) error {
	seen, _ := v.view.Of(examples, p.dim)
	for _, e := range seen {
		switch p.pass {
		case 0:
			v.measure(e)
		case 1:
			k := side(e.Y)
			e.X.CopyTo(v.room)
			floats.Sub(v.room, v.mean[k])
			v.radius[k] = max(v.radius[k], v.view.Base().Of(v.room))
		}
		if p.Once {
			continue
		}
		if err := v.solve(ctx, e); err != nil {
			return err
		}
	}
	return nil
}

func (v *viewPasses) measure(e theory.Example) {
	v.Examples++
	if e.Y == theory.Positive {
		v.Positives++
	}
	length := v.view.Base().Of(e.X.Value)
	v.DBar, v.Shortest = max(v.DBar, length), min(v.Shortest, length)
	e.X.AddTo(v.mean[side(e.Y)], 1)
}

// solve takes an example into the margin if it cuts it. The error is that of ctx.
func (v *viewPasses) solve(ctx context.Context, e theory.Example) error {
	if v.err != nil {
		return nil
	}
	k := side(e.Y)
	if v.solver.Ready() {
		score := float64(e.Y) * v.solver.Score(e.X)
		v.least[k] = min(v.least[k], score)
		if score >= v.solver.Gamma()*(1-DefaultTolerance) {
			return nil
		}
	} else if v.solver.count[k] > 0 {
		return nil // the first of each class is enough to begin with
	}
	v.changed = true
	v.solver.Keep(e.X.Clone(), e.Y)
	if v.waiting++; 2*v.waiting > v.solver.Len()-crowd {
		return v.settle(ctx)
	}
	return nil
}

// settle solves with the examples that wait, once there is a problem. The error is that of ctx.
func (v *viewPasses) settle(ctx context.Context) error {
	if v.waiting = 0; v.solver.Ready() {
		_, v.err = v.solver.Settle(ctx)
	}
	if v.err != nil && errors.Is(v.err, ctx.Err()) {
		return ctx.Err()
	}
	return nil
}

// End ends a pass, and reports whether another one is needed. The error is that of ctx.
func (p *Passes) End(ctx context.Context) (more bool, err error) {
	for _, v := range p.views {
		if p.Once {
			v.once()
		} else if !v.done {
			err = v.end(ctx, p.pass)
		}
		if err != nil {
			return false, err
		}
		more = more || !v.done
	}
	p.pass++
	return more, nil
}

func (v *viewPasses) end(ctx context.Context, pass int) error {
	if v.err == nil {
		if err := v.settle(ctx); err != nil {
			return err
		}
	}
	n := [2]int{v.Positives, v.Examples - v.Positives}
	switch pass {
	case 0:
		for k, mean := range v.mean {
			floats.Scale(1/float64(max(1, n[k])), mean)
		}
		if n[0]*n[1] == 0 && !v.view.Origin {
			v.err = &OneClassError{Positives: n[0], Negatives: n[1]}
		}
	case 1:
		v.enclose(n)
	}
	v.done = pass > 0 && (v.err != nil || !v.changed)
	switch {
	case v.done && v.err == nil:
		v.certify()
	case pass == mostPasses:
		v.done, v.err = true, &PassesError{Upper: v.solver.Gamma()}
	}
	if meet := (*NotSeparableError)(nil); errors.As(v.err, &meet) && v.done {
		v.err = nil // Separable is false
	}
	v.changed, v.least = false, [2]float64{math.Inf(1), math.Inf(1)}
	return nil
}

// once leaves open what is not known.
func (v *viewPasses) once() {
	unknown := math.Inf(1)
	v.DPlus, v.DMinus, v.D, v.Delta = unknown, unknown, unknown, unknown
	v.done, v.err = true, ErrOnce
}

// enclose encloses the diameters.
func (v *viewPasses) enclose(n [2]int) {
	v.Found.DPlus, v.Found.DMinus = v.radius[0], v.radius[1]
	v.DPlus, v.DMinus = 2*v.radius[0], 2*v.radius[1]
	v.Found.D, v.D = max(v.Found.DPlus, v.Found.DMinus), max(v.DPlus, v.DMinus)
	if n[0]*n[1] > 0 {
		floats.SubTo(v.room, v.mean[0], v.mean[1])
		v.Found.Delta = v.view.Base().Of(v.room)
		v.Delta = v.Found.Delta + v.radius[0] + v.radius[1]
	}
}

// certify takes the margin of a pass in which the classifier stayed.
func (v *viewPasses) certify() {
	v.Separable, v.Gamma = true, v.solver.Gamma()
	v.Lower = min(v.Gamma, v.least[0], v.least[1])
	if !v.view.Origin {
		v.Bias = v.solver.Classifier().B
		v.Lower = min(v.Gamma, (v.least[0]+v.least[1])/2)
	}
}

// Geometry is that of [Margin], with its errors, once no more passes are needed.
func (p *Passes) Geometry(view theory.View) (theory.Geometry, error) {
	v := p.views[view]
	if v == nil || !v.done {
		panic("maxmargin: a view that was not measured")
	}
	geo := v.Geometry
	geo.Dim += p.Absent
	return geo, v.err
}

// Separator is that of [Survey], once no more passes are needed.
func (p *Passes) Separator(view theory.View) []float64 {
	v := p.views[view]
	if !v.Separable {
		return nil
	}
	return v.solver.Classifier().W
}
