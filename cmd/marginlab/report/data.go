package report

import (
	"context"
	"fmt"
	"html/template"
	"slices"

	"marginlab/algos/maxmargin"
	"marginlab/algos/trial"
	"marginlab/cmd/marginlab/report/chart"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// Sample is a data set with the runs of learners on it.
type Sample struct {
	Data    *trial.Data
	Passes  int
	Shuffle *uint64           // the seed of the permutations, nil for the order of the file
	Runs    []*trial.Run      // of learners, in the order that they are listed
	Rows    []term.VerdictRow // the verdicts of theorems on the runs

	geometry theory.Geometry
	noMargin error               // why there is no margin, nil if there is one
	best     *maxmargin.Solution // nil where there is no margin
}

// Measure measures the examples. The error comes from ctx.
func (s *Sample) Measure(ctx context.Context) error {
	examples, dim, err := s.Data.Space(ctx)
	if err != nil {
		return err
	}
	s.geometry, _, s.noMargin = s.Data.Geometry(ctx, theory.View{Norm: s.Data.Norm()})
	if s.noMargin == nil && s.geometry.Separable {
		s.best, err = maxmargin.Solve(ctx, examples, dim, maxmargin.Options{Norm: s.Data.Norm()})
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// Sections returns the sections of the samples. With several samples, the titles begin with their names.
func Sections(ctx context.Context, samples []*Sample) (all []Section, err error) {
	for i, s := range samples {
		id, title := "", ""
		if len(samples) > 1 {
			id, title = fmt.Sprintf("-%d", i+1), s.Data.Name+": "
		}
		data, err := s.data(ctx, "data"+id)
		if err != nil {
			return nil, err
		}
		for _, part := range []Section{data, s.learners("learners" + id), s.theorems("theorems" + id)} {
			part.Title = title + part.Title
			all = append(all, part)
		}
	}
	return all, nil
}

// drawnExamples is roughly the largest number of examples in a picture; more make a blot.
const drawnExamples = 2000

// data returns the section about the examples.
func (s *Sample) data(ctx context.Context, id string) (Section, error) {
	picture, err := s.picture(ctx, id)
	return Section{
		ID: id, Title: "Data", Lead: term.Describe(s.Data) + "." + s.separability(),
		Body: `<div class="columns">` + s.lengths() + picture + `</div>`,
	}, err
}

func (s *Sample) separability() string {
	switch {
	case s.Data.Class != nil:
		return ""
	case s.noMargin != nil && trial.Unmeasured(s.noMargin):
		return " No margin is measured: " + s.noMargin.Error() + "."
	case s.best == nil:
		return " The two classes are not separable: no hyperplane has all examples on their sides."
	}
	return fmt.Sprintf(" The two classes are separable, with the maximum margin γ∗ = %s.", chart.Format(s.geometry.Gamma))
}

// Fact is a number with its name in ASCII and on a page, and its meaning.
type Fact struct {
	Name, Sign string
	Value      any
	Means      string
}

// Lengths returns the numbers of the geometry of data, as the command geometry prints them.
func Lengths(g theory.Geometry, data *trial.Data) []Fact {
	facts := []Fact{
		{"D+", "D₊", diameter(g.Found.DPlus, g.DPlus), "largest distance within class +1"},
		{"D-", "D₋", diameter(g.Found.DMinus, g.DMinus), "largest distance within class -1"},
		{"D", "D", diameter(g.Found.D, g.D), "the larger of the two"},
		{"Dbar", "D̄", term.Number(g.DBar), "largest distance from the origin"},
		{"Delta", "Δ", diameter(g.Found.Delta, g.Delta), "largest distance between the classes"},
	}
	if !g.Separable {
		return facts
	}
	unit, r := "||w|| = 1", "D/gamma*"
	if data.NameOf(data.Norm()) != "2" {
		unit += " in the dual norm"
	}
	if !g.Exact() {
		r = "the upper end of D/gamma*"
	}
	return append(facts,
		Fact{"gamma*", "γ∗", term.Number(g.Gamma), "maximum margin"},
		Fact{"gap", "gap", term.Number(g.Gap()), "certified relative gap of gamma*"},
		Fact{"b*", "b∗", term.Number(g.Bias), "bias of the maximum-margin classifier, with " + unit},
		Fact{"r", "r", term.Number(g.R()), r})
}

// diameter returns a diameter; if it is only enclosed, the interval from the distance of the found pair upwards.
func diameter(found, upper float64) any {
	if found == 0 || found == upper {
		return term.Number(upper)
	}
	return term.Valued{Value: upper, Text: term.Number(found).String() + " to " + term.Number(upper).String()}
}

// lengths returns the numbers of the geometry and of examples. Many classes do not have the two diameters.
func (s *Sample) lengths() template.HTML {
	facts := []Fact{{Sign: "n", Value: len(s.Data.Examples), Means: "examples"},
		{Sign: "d", Value: s.Data.Width(), Means: "features"}}
	for _, f := range Lengths(s.geometry, s.Data) {
		if s.Data.Class == nil || !slices.Contains([]string{"D+", "D-", "Delta"}, f.Name) {
			facts = append(facts, f)
		}
	}
	facts = append(facts, Fact{Sign: "D̄/D", Value: term.Number(s.geometry.DBar / s.geometry.D),
		Means: "how far off they lie"})
	if s.best != nil {
		facts = append(facts, Fact{Sign: "s.v.", Value: len(s.best.PlusWeights) + len(s.best.MinusWeights),
			Means: "support vectors"})
	}
	return render("facts", facts)
}

// picture returns the projection of the examples. One axis is the distance from the best hyperplane, or else their main
// direction; the upright axis is the main direction orthogonal to it.
func (s *Sample) picture(ctx context.Context, id string) (template.HTML, error) {
	examples, dim, err := s.Data.Space(ctx)
	if err != nil || len(examples) == 0 {
		return "", err
	}
	shown := s.shown(len(examples))
	var drawn []theory.Example
	for _, i := range shown {
		drawn = append(drawn, examples[i])
	}
	c := chart.Chart{ID: id + "-picture", Height: 360}
	along, _ := MainDirection(drawn, make([]float64, dim))
	across := func(e theory.Example) float64 { return e.X.Dot(along) }
	c.Title, c.X.Label = "The examples along their two main directions", "main direction"
	if s.best != nil {
		w, g := s.best.Classifier, s.geometry.Gamma
		along, across = Unit(w.W), func(e theory.Example) float64 { return w.Score(e.X) }
		c.Title, c.X.Label = "The examples seen along the best hyperplane", "distance from the hyperplane of the maximum margin"
		c.Rules = []chart.Rule{{At: -g, Upright: true, Class: "margin"}, {At: 0, Upright: true, Class: "best"}, {At: g, Upright: true, Class: "margin"}}
	}
	up, part := MainDirection(drawn, along)
	c.Y.Label = fmt.Sprintf("main direction beside it, with %.0f %% of the variance there", 100*part)
	c.Series = s.dots(shown, func(i int) chart.Point {
		return chart.Point{X: across(examples[i]), Y: examples[i].X.Dot(up)}
	})
	c.Says = fmt.Sprintf("%s. %d examples are drawn. The numbers are in the list beside it.", c.Title, len(shown))
	if len(shown) < len(examples) {
		c.Note = fmt.Sprintf("%d of the %d examples are drawn, evenly spread over the file, and every support vector. The main direction is theirs.", len(shown), len(examples))
	}
	return c.HTML(), nil
}

// support returns the numbers of the support vectors.
func (s *Sample) support() (all []int) {
	if s.best != nil {
		for _, w := range slices.Concat(s.best.PlusWeights, s.best.MinusWeights) {
			all = append(all, w.Example)
		}
	}
	return all
}

// shown returns the examples to draw: every k-th, and the support vectors.
func (s *Sample) shown(n int) []int {
	shown := s.support()
	for i := 0; i < n; i += (n-1)/drawnExamples + 1 {
		shown = append(shown, i)
	}
	slices.Sort(shown)
	return slices.Compact(shown)
}

// dots returns a series for each class, and the support vectors under them.
func (s *Sample) dots(shown []int, place func(i int) chart.Point) (all []chart.Series) {
	size := "small"
	if len(shown) < 300 {
		size = "large"
	}
	add := func(name, class string) {
		all = append(all, chart.Series{Name: name, Kind: chart.Dots, Class: size + " " + class,
			Ring: class == "support"})
	}
	if s.best != nil {
		add("support vectors", "support")
		for _, i := range s.support() {
			all[0].Points = append(all[0].Points, place(i))
		}
	}
	first := len(all)
	for class, name := range s.Data.Classes {
		add(name, fmt.Sprintf("series-%d", class%8+1))
	}
	if s.Data.Class == nil {
		add("class +1", "plus")
		add("class −1", "minus")
	}
	for _, i := range shown {
		class := 0
		if s.Data.Class != nil {
			class = s.Data.Class[i]
		} else if s.Data.Examples[i].Y != theory.Positive {
			class = 1
		}
		all[first+class].Points = append(all[first+class].Points, place(i))
	}
	return all
}
