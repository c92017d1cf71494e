package adult

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/algos/maxmargin"
	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// normsRow is what is printed of a run in a norm.
type normsRow struct {
	reproduce.Row[publishedBound]
	P             float64     `json:"p"`
	GammaStar     term.Number `json:"gamma_star"`
	D             term.Number `json:"d"`
	R             term.Number `json:"r"`
	MarginRatio   term.Number `json:"margin_ratio"`
	MistakesBound term.Number `json:"mistakes_bound"`
	Held          int         `json:"held"`
	Violated      []string    `json:"violated"`

	asked string // the learner without its norm
}

// publishedBound is a theorem on the mistakes of a learner.
type publishedBound struct {
	Claim    string      `json:"claim"`
	Source   string      `json:"source"`
	Mistakes term.Number `json:"mistakes"` // the bound
}

// normsRun is a data set, and what is known of it in norms.
type normsRun struct {
	Variant
	survey     *maxmargin.Survey
	geometries map[vec.Norm]theory.Geometry
	p          *term.Progress
}

func newNormsRun(v Variant, p *term.Progress) normsRun {
	p.Say("measuring %s", v.Set.Name)
	survey := maxmargin.NewSurvey(v.Set.Examples, v.Set.Dim, maxmargin.Options{})
	return normsRun{v, survey, map[vec.Norm]theory.Geometry{}, p}
}

// measure measures the data in a norm.
func (n normsRun) measure(ctx context.Context, in vec.Norm) (err error) {
	n.p.Say("measuring %s for p = %s", n.Set.Name, in)
	n.geometries[in], err = reproduce.Geometry(ctx, n.survey, viewIn(in), n.Set.Name)
	return err
}

// viewIn is the data as given, in a norm, which is nil for ℓ2 as in traces.
func viewIn(n vec.Norm) theory.View {
	if n == vec.Norm(vec.L2{}) {
		return theory.View{}
	}
	return theory.View{Norm: n}
}

// learn runs a learner over the data in an order, and holds the run against the proved
// guarantees on it.
func (n normsRun) learn(ctx context.Context, spec learnerInNorm, examples []theory.Example, seed uint64) (row normsRow, err error) {
	separation := algos.NewSeparation(examples)
	tr, err := spec.Run(ctx, n.Set.Dim, term.Watch(n.p, slices.Values(examples), spec.String(), len(examples)), separation)
	if err != nil {
		return row, fmt.Errorf("%s: %w", spec, err)
	}
	in := spec.Norm()
	geo := n.geometries[in]
	row = normsRow{
		P:         exponentOf(in),
		GammaStar: term.Number(geo.Gamma), D: term.Number(geo.D), R: term.Number(geo.R()),
		asked: spec.asked,
	}
	row.RunRow = term.RunRowOf(tr, spec.Spec, n.Set.Name, len(examples), n.Set.Dim, 1)
	row.Margin, row.Shuffle, row.Norm = term.Number(tr.Classifier.MarginIn(in, examples)), &seed, term.NormName(in)
	row.Theta, row.BiasFree = &n.theta, &n.biasFree
	row.MarginRatio = row.Margin / row.GammaStar
	if tau, ok := separation.Tau(); ok {
		row.Tau = term.Number(tau)
	}
	n.p.Say("%s: holding guarantees", spec)
	verdicts, err := theory.Verdicts(&tr, func(v theory.View) (theory.Evidence, error) { return n.survey.Evidence(ctx, &tr, 1, v) })
	if err != nil {
		return row, fmt.Errorf("%s: %w", n.Set.Name, err)
	}
	row.judge(verdicts)
	return row, nil
}

// judge counts which proved guarantees hold of the run. The published one is the
// lowest bound by the geometry on the mistakes after the opening, or on the updates:
// these learners make one at every mistake.
func (r *normsRow) judge(verdicts []theory.Verdict) {
	r.MistakesBound = term.Missing()
	var lowest *theory.Verdict
	r.Held, r.Violated, lowest = reproduce.Judge(verdicts, theory.Mistakes, theory.Updates)
	if lowest != nil {
		r.MistakesBound = term.Number(lowest.Bound)
		r.Published = &publishedBound{lowest.Guarantee.Claim, lowest.Guarantee.Source, r.MistakesBound}
	}
}

// normsViolated is the finding that runs violate guarantees, nil if none does.
func normsViolated(rows []normsRow) error {
	return reproduce.Violations("guarantee", rows, func(r normsRow) ([]string, string) {
		return r.Violated, fmt.Sprintf("%s, permutation %d", r.Learner, *r.Shuffle)
	})
}

// exponentOf is the p of ‖·‖_p.
func exponentOf(n vec.Norm) float64 {
	if lp, ok := n.(vec.Lp); ok {
		return lp.P
	}
	return 2
}

// printNorms prints a row a learner and norm: what is known of the data there, and of
// the runs the medians with the ranges over the permutations.
func printNorms(w io.Writer, table [][]normsRow) error {
	seconds := func(r normsRow) term.Number { return r.Seconds }
	euclidean := map[string]float64{} // by the learner
	for _, rows := range table {
		if r := rows[0]; r.P == 2 {
			euclidean[r.asked] = reproduce.Median(reproduce.Column(rows, seconds), 0)
		}
	}
	g := term.NewTable(term.Left("learner"), term.Right("p"), term.Right("gamma*"), term.Right("D"), term.Right("r"), term.Left("mistakes"), term.Right("bound"),
		term.Left("updates"), term.Left("margin"), term.Left("tau"), term.Left("seconds"), term.Right("of l2"))
	for _, rows := range table {
		r := rows[0]
		slower := term.Missing()
		if at2, ok := euclidean[r.asked]; ok {
			slower = term.Number(reproduce.Median(reproduce.Column(rows, seconds), 0) / at2)
		}
		show := func(format string, none float64, value func(normsRow) term.Number) string {
			return reproduce.MedianWithRange(format, reproduce.Column(rows, value), none)
		}
		g.Row(r.asked, term.Number(r.P), r.GammaStar, r.D, r.R,
			show("%.0f", 0, func(r normsRow) term.Number { return term.Number(r.Mistakes) }),
			show("%.4g", 0, func(r normsRow) term.Number { return r.MistakesBound }),
			show("%.0f", 0, func(r normsRow) term.Number { return term.Number(r.Updates) }),
			show("%.4f", 0, func(r normsRow) term.Number {
				if r.Margin == 0 {
					return term.Missing()
				}
				return r.MarginRatio
			}),
			show("%.0f", math.Inf(1), func(r normsRow) term.Number { return r.Tau }),
			show("%.3f", 0, seconds),
			slower.Format("%.1f"),
		)
	}
	return g.Write(w)
}
