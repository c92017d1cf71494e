package viewer

import (
	"math"
	"slices"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/algos"
	"marginlab/algos/exact"
	"marginlab/algos/trial"
	"marginlab/theory"
)

// Row is a theorem that applies to the learner.
type Row struct {
	ID       string `json:"id"`
	Claim    string `json:"claim"`
	Quantity string `json:"quantity"`
	AtLeast  bool   `json:"atLeast,omitempty"`
	Status   string `json:"status"`
	Source   string `json:"source"`
	Each     bool   `json:"each,omitempty"` // it is about each step, else about all steps so far
}

// mostRead is the most steps of a run at which theorems on m(φ) and on all comparators are recomputed every step.
const mostRead = 400

// prove checks the theorems of the table on the run, after every step. The numbers come from
// the learner in float64, whose decisions must agree with the exact model.
func (t *teller) prove(told *Run, r certificate.Run, given []exact.Example) error {
	spec, err := algos.Parse(r.Text)
	if err != nil {
		return nil // only the exact model has this form, and no theorem applies to it
	}
	ctx, examples := t.ctx, adversarial.Rounded(given)
	dim := len(given[0].X)
	if theory.CheckAll(examples, dim) != nil {
		t.note("The theorems on %s are left out: the examples do not fit into float64.", r.Text)
		return nil
	}
	passes := len(r.Steps) / len(examples)
	whole, err := spec.Run(ctx, dim, slices.Values(slices.Repeat(examples, passes)))
	same := slices.EqualFunc(whole.Steps, r.Steps, func(s theory.Step, d exact.Decision) bool {
		drawn := spec.Kind.Random // the label of a random learner
		return (drawn || int(s.Predicted) == d.Predicted) && s.Updated == d.Updated && s.Opening == d.Opening
	})
	if err != nil || !same {
		t.note("The theorems on %s are left out: in float64 it decides differently at a step, by rounding.", r.Text)
		return nil
	}
	long := len(r.Steps) > mostRead
	if long {
		t.note("Theorems on m(phi), and those relative to a comparator, are left out: the run has more than %d steps.", mostRead)
	}
	survey := trial.NewSurvey(examples, dim)
	var held []heldRow
	for _, g := range theory.Table() {
		if !g.Applies(&whole) || long && (g.Relative || g.Scope == theory.OfPhi) {
			continue
		}
		evidence, err := survey.Evidence(ctx, &whole, nil, g.ViewOf(&whole))
		if err != nil {
			return err
		}
		if !evidence.Separable && !g.AnyStream() {
			continue
		}
		held = append(held, heldRow{g, evidence})
		told.Rows = append(told.Rows, Row{
			ID: g.ID, Claim: g.ClaimIn(whole.Space), Quantity: g.Quantity, AtLeast: g.AtLeast(), Status: string(g.Status), Source: g.Source, Each: g.Scope == theory.OfStep,
		})
	}
	l := spec.New(dim)
	sofar := theory.Trace{Gamma: math.NaN(), Norm: math.NaN()}
	spec.Caption(&sofar)
	for i := range r.Steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		e := examples[i%len(examples)]
		sofar.Add(l.Step(e.X, e.Y)) // as in the whole run, which nothing stopped
		algos.Show(&sofar, l)
		step := &told.Steps[i]
		for _, h := range held {
			step.Rows = append(step.Rows, h.read(&sofar, i+1 == len(r.Steps), step))
		}
	}
	return nil
}

// heldRow is a theorem with the evidence on the whole run.
type heldRow struct {
	theory.Guarantee
	evidence theory.Evidence
}

// read returns the value and the bound after the steps so far. For a theorem on each step they are those of the last
// step, nil if it says nothing there. A third number marks a failure: the value is beyond the bound by more than the
// error of the geometry.
func (h heldRow) read(tr *theory.Trace, last bool, step *Step) []number {
	ev := h.evidence
	if !last {
		ev.Margin, ev.AtRest = math.NaN(), false
	}
	if !last && (h.Quantity == "last_gamma" || h.Quantity == "cosine") {
		return nil // the theorem is about the whole stream
	}
	ev.Comparators, ev.Lengths = nil, ev.Lengths[:min(len(ev.Lengths), len(tr.Steps))]
	for _, u := range h.evidence.Comparators {
		ev.Comparators = append(ev.Comparators, theory.NewComparator(u.Margins[:min(len(u.Margins), len(tr.Steps))]))
	}
	v := h.Check(tr, ev)
	value, bound := v.Value, v.Bound
	switch {
	case !v.Applies():
		return nil
	case h.Scope == theory.OfStep:
		if !step.Updated && h.Quantity != "gamma_t" {
			return nil
		}
		value, bound = v.Last[0], v.Last[1]
	}
	all := []number{number(value), number(bound)}
	if beyond := value > bound; !v.Holds && value != bound && beyond != h.AtLeast() {
		all = append(all, 1)
	}
	return all
}
