package adult

import (
	"context"
	"fmt"

	"marginlab/algos/maxmargin"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// Data is the data set of HKNS25, Section B.1, with margin 1, and its certificate.
type Data struct {
	facts       benchdata.AdultFacts
	geometry    theory.Geometry // before the margin was normalised
	examples    []theory.Example
	certificate benchdata.Certificate
	bias        float64
	reports     map[Setting]report
}

// Read makes the data set from the raw files in a folder.
func Read(ctx context.Context, dir string) (*Data, error) {
	examples, facts, err := benchdata.Adult(ctx, dir)
	if err != nil {
		return nil, err
	}
	s, err := maxmargin.Solve(ctx, examples, facts.Columns, maxmargin.Options{})
	if err != nil {
		return nil, err
	}
	a := &Data{facts: facts, geometry: theory.Diameters(examples, facts.Columns), bias: s.Classifier.B, reports: readReports(publishedText)}
	a.geometry.Gamma = s.Gamma
	a.examples, a.certificate = benchdata.NormaliseMargin(examples, benchdata.Certificate{
		W: s.Classifier.W, Gamma: s.Gamma, Plus: s.Plus, Minus: s.Minus,
	})
	return a, nil
}

// print prints the facts of the data beside those of the paper.
func (a *Data) print(w *term.Out) {
	g := term.NewTable(term.Left(""), term.Right("HKNS25"), term.Right("here"))
	g.Row("complete rows", "", a.facts.Complete)
	g.Row("columns", 96, a.facts.Columns)
	g.Row("kept, separable", 35508, a.facts.Kept)
	g.Row("of these +1, %", "27.11", fmt.Sprintf("%.2f", 100*float64(a.facts.Positives)/float64(a.facts.Kept)))
	g.Row("D", "220.43", fmt.Sprintf("%.4f", a.geometry.D))
	g.Row("gamma* before it is made 1", "", term.Number(a.geometry.Gamma))
	g.Row("b*", "-0.2848", fmt.Sprintf("%.4f", a.bias))
	g.Print(w)
}

// Variant is a variant of the data set.
type Variant struct {
	theta    float64
	biasFree bool
	Set      *benchdata.Set
	geometry theory.Geometry // with the bias and the margin that the transformations gave it
	reports  map[Setting]report
}

// Variant makes the data of a setting, whatever its passes.
func (a *Data) Variant(s Setting) Variant {
	examples, certificate, bias := a.examples, a.certificate, a.bias
	if s.BiasFree {
		examples, certificate = benchdata.RemoveBias(examples, certificate)
		bias = 0
	}
	examples, _ = benchdata.ScaleFeatures(examples, certificate, s.Theta)
	dim := a.facts.Columns
	v := Variant{theta: s.Theta, biasFree: s.BiasFree, geometry: theory.Diameters(examples, dim), reports: a.reports}
	v.geometry.Bias, v.geometry.Gamma = bias, certificate.Gamma
	v.Set = &benchdata.Set{Name: fmt.Sprintf("adult(theta=%v,bias_free=%v)", s.Theta, s.BiasFree), Examples: examples, Dim: dim}
	return v
}
