package trial

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"marginlab/algos/maxmargin"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// held is what theorems need to know of runs on a stream.
type held struct {
	most    int    // steps of a learner that are kept
	still   []bool // a step without a change is among those kept
	full    []bool // there were more steps to keep
	begun   []int  // the steps before this pass
	passes  *maxmargin.Passes
	margins []map[theory.View]float64 // of each last classifier, in the views of its theorems
}

// Hold lets theorems be held against the runs. Of each learner it keeps the steps that they read,
// at most so many. It comes before the first examples. What theorems say of the examples is
// measured by passes, see [Together.Measured], unless these can be gone through once.
//
// Left out are theorems that compare a learner with others on every example and, where there were
// too many steps to keep, those that read them.
func (t *Together) Hold(most int, once bool) {
	n := len(t.runs)
	t.held = &held{most: most, still: make([]bool, n), full: make([]bool, n), begun: make([]int, n)}
	var views []theory.View
	for _, r := range t.runs {
		margins := map[theory.View]float64{}
		r.Learner.Caption(&r.Trace)
		for _, g := range theory.Table() {
			if g.Applies(&r.Trace) && !g.Relative() {
				margins[g.ViewOf(&r.Trace)] = math.Inf(1)
			}
		}
		for v := range margins {
			if !slices.Contains(views, v) {
				views = append(views, v)
			}
		}
		t.held.margins = append(t.held.margins, margins)
	}
	t.held.passes = maxmargin.NewPasses(t.dim, views...)
	t.held.passes.Once, t.held.passes.Absent = once, t.absent
}

// Begin begins a pass of learning, after the first one.
func (t *Together) Begin() {
	if t.held != nil {
		for i, r := range t.runs {
			t.held.begun[i] = len(r.Trace.Steps)
		}
	}
}

// thin drops of a part what is not to be kept.
func (h *held) thin(i int, r *Run, part *theory.Trace) {
	if h.full[i] {
		part.Steps = nil
		return
	}
	r.Learner.Caption(part)
	h.still[i] = part.Thin(!h.still[i]) || h.still[i]
	if room := h.most - len(r.Trace.Steps); len(part.Steps) > room {
		h.full[i], part.Steps = true, part.Steps[:room]
	}
}

// measure takes the margins of the last classifier of run i in its views.
func (h *held) measure(i int, c theory.Classifier, examples []theory.Example, dim int) {
	for view, least := range h.margins[i] {
		seen, _ := view.Of(examples, dim)
		c := view.Classifier(c)
		for _, e := range seen {
			least = min(least, float64(e.Y)*c.Score(e.X))
		}
		h.margins[i][view] = least
	}
}

// evidence returns what is known of run i.
func (h *held) evidence(i int, r *Run) evidence {
	of := func(v theory.View) (theory.Evidence, error) {
		geo, err := h.passes.Geometry(v)
		if maxmargin.Unmeasured(err) || errors.Is(err, maxmargin.ErrOnce) {
			err = nil
		}
		ev := theory.Evidence{Geometry: geo, Margin: math.NaN()}
		if !h.passes.Once && !h.full[i] && r.Stop == nil {
			w, best := v.Classifier(r.Trace.Classifier).W, h.passes.Separator(v)
			norm := v.Base().Dual().Of(w)
			ev.Margin = 0
			if norm > 0 {
				ev.Margin = max(0, h.margins[i][v]) / norm
			}
			if length := (vec.L2{}).Of(w) * (vec.L2{}).Of(best); length > 0 && v.Base() == (vec.L2{}) {
				ev.Cosine = vec.Dot(w, best) / length
			}
			ev.AtRest = r.Trace.Rests(len(r.Trace.Steps) - h.begun[i])
		}
		return ev, err
	}
	return evidence{of, h.passes.Geometry}
}

// leaves says why a guarantee of run i is left out, "" if it is not.
func (h *held) leaves(i int, r *Run, g theory.Guarantee) string {
	switch {
	case g.Relative(), g.Names("cosine"):
		return "it compares with other classifiers on every example, and a stream keeps none"
	case g.Needs()&theory.NeedsLengths != 0:
		return "it asks for the length of every example, and a stream keeps none"
	case h.full[i] && !g.OfCounts():
		return fmt.Sprintf("there were more steps to read than the %d that are kept", h.most)
	case h.passes.Once && g.Names("rest_margin"):
		return "the margin takes further passes, and the examples can be read once"
	}
	return ""
}

// hold gives run i its evidence.
func (h *held) hold(i int, r *Run) {
	r.evidence = func(context.Context) (evidence, error) { return h.evidence(i, r), nil }
	r.leaves = func(g theory.Guarantee) string { return h.leaves(i, r, g) }
}
