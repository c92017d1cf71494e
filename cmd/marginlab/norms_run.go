package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"marginlab/algos"
	"marginlab/algos/maxmargin"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// normsRow is what is printed of a run in a norm.
type normsRow struct {
	runRow
	Table         *string         `json:"table"`
	Theta         float64         `json:"theta"`
	BiasFree      bool            `json:"bias_free"`
	Published     *publishedBound `json:"published"`
	P             float64         `json:"p"`
	GammaStar     number          `json:"gamma_star"`
	D             number          `json:"d"`
	R             number          `json:"r"`
	MarginRatio   number          `json:"margin_ratio"`
	MistakesBound number          `json:"mistakes_bound"`
	Held          int             `json:"held"`
	Violated      []string        `json:"violated"`

	asked string // the learner without its norm
}

// publishedBound is a theorem on the mistakes of a learner.
type publishedBound struct {
	Claim    string `json:"claim"`
	Source   string `json:"source"`
	Mistakes number `json:"mistakes"` // the bound
}

// normsRun is a data set, and what is known of it in norms.
type normsRun struct {
	variant
	survey     *maxmargin.Survey
	geometries map[vec.Norm]theory.Geometry
	p          progress
}

func newNormsRun(v variant, p progress) normsRun {
	p.say("measuring %s", v.set.Name)
	survey := maxmargin.NewSurvey(v.set.Examples, v.set.Dim, maxmargin.Options{})
	return normsRun{v, survey, map[vec.Norm]theory.Geometry{}, p}
}

// measure measures the data in a norm.
func (n normsRun) measure(ctx context.Context, in vec.Norm) (err error) {
	n.p.say("measuring %s for p = %s", n.set.Name, in)
	n.geometries[in], err = margins(ctx, n.survey, viewIn(in), n.set.Name)
	return err
}

// viewIn is the data as given, in a norm, which is nil for ℓ2 as in traces.
func viewIn(n vec.Norm) theory.View {
	if isEuclidean(n) {
		return theory.View{}
	}
	return theory.View{Norm: n}
}

// learn runs a learner over the data in an order, and holds the run against the proved
// guarantees on it.
func (n normsRun) learn(ctx context.Context, spec learnerInNorm, examples []theory.Example, seed uint64) (row normsRow, err error) {
	separation := algos.NewSeparation(examples)
	tr, err := spec.Run(ctx, n.set.Dim, n.p.watch(slices.Values(examples), spec.String(), len(examples)), separation)
	if err != nil {
		return row, fmt.Errorf("%s: %w", spec, err)
	}
	in := spec.Norm()
	geo := n.geometries[in]
	row = normsRow{
		runRow: runRow{
			Learner: spec.String(), Params: params(spec.Spec), Examples: len(examples), Dim: n.set.Dim, Passes: 1,
			Mistakes: tr.Mistakes, Updates: tr.Updates, Margin: number(tr.Classifier.MarginIn(in, examples)),
			Tau: missing(), Gamma: number(tr.Gamma), Seconds: number(tr.Seconds),
			Data: n.set.Name, Shuffle: &seed, Steps: len(tr.Steps), Norm: nameOf(in),
		},
		Theta: n.theta, BiasFree: n.biasFree, P: exponentOf(in),
		GammaStar: number(geo.Gamma), D: number(geo.D), R: number(geo.R()),
		asked: spec.asked,
	}
	row.MarginRatio = row.Margin / row.GammaStar
	if tau, ok := separation.Tau(); ok {
		row.Tau = number(tau)
	}
	n.p.say("%s: holding guarantees", spec)
	verdicts, err := theory.Verdicts(&tr, func(v theory.View) (theory.Evidence, error) { return n.survey.Evidence(ctx, &tr, 1, v) })
	if err != nil {
		return row, fmt.Errorf("%s: %w", n.set.Name, err)
	}
	row.judge(verdicts)
	return row, nil
}

// judge counts which proved guarantees hold of the run. The published one is the
// lowest bound by the geometry on the mistakes after the opening, or on the updates:
// these learners make one at every mistake.
func (r *normsRow) judge(verdicts []theory.Verdict) {
	r.MistakesBound, r.Violated = missing(), []string{}
	for _, v := range verdicts {
		g := v.Guarantee
		switch {
		case g.Status != theory.Proved || v.Silent:
			continue
		case v.Holds:
			r.Held++
		default:
			r.Violated = append(r.Violated, g.ID)
		}
		mistakes := g.Quantity.Name == theory.Mistakes.Name || g.Quantity.Name == theory.Updates.Name
		if mistakes && !g.AnyStream && !(number(v.Bound) >= r.MistakesBound) {
			r.MistakesBound = number(v.Bound)
			r.Published = &publishedBound{g.Claim, g.Source, r.MistakesBound}
		}
	}
}

// normsViolated is the finding that runs violate guarantees, nil if none does.
func normsViolated(table [][]normsRow) error {
	var found []string
	for _, r := range slices.Concat(table...) {
		for _, id := range r.Violated {
			found = append(found, fmt.Sprintf("%s (%s, permutation %d)", id, r.Learner, *r.Shuffle))
		}
	}
	if found == nil {
		return nil
	}
	return finding{fmt.Errorf("%s: %s", count(len(found), "guarantee is violated", "guarantees are violated"), strings.Join(found, ", "))}
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
	seconds := func(r normsRow) number { return r.Seconds }
	euclidean := map[string]number{} // by the learner
	for _, rows := range table {
		if r := rows[0]; r.P == 2 {
			_, euclidean[r.asked], _ = spread(values(rows, seconds), 0)
		}
	}
	g := newGrid(left("learner"), right("p"), right("gamma*"), right("D"), right("r"), left("mistakes"), right("bound"),
		left("updates"), left("margin"), left("tau"), left("seconds"), right("of l2"))
	for _, rows := range table {
		r := rows[0]
		slower := missing()
		if at2, ok := euclidean[r.asked]; ok {
			_, median, _ := spread(values(rows, seconds), 0)
			slower = median / at2
		}
		show := func(format string, none number, value func(normsRow) number) string {
			return showSpread(values(rows, value), none, format)
		}
		g.row(r.asked, number(r.P), r.GammaStar, r.D, r.R,
			show("%.0f", 0, func(r normsRow) number { return number(r.Mistakes) }),
			show("%.4g", 0, func(r normsRow) number { return r.MistakesBound }),
			show("%.0f", 0, func(r normsRow) number { return number(r.Updates) }),
			show("%.4f", 0, func(r normsRow) number {
				if r.Margin == 0 {
					return missing()
				}
				return r.MarginRatio
			}),
			show("%.0f", number(math.Inf(1)), func(r normsRow) number { return r.Tau }),
			show("%.3f", 0, seconds),
			slower.format("%.1f"),
		)
	}
	return g.write(w)
}
