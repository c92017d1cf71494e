package main

import (
	"context"
	"fmt"
	"math"

	"marginlab/algos/maxmargin"
	"marginlab/benchdata"
	"marginlab/theory"
)

type geometryCmd struct {
	input
	Origin bool    `help:"Separate through the origin, without a bias."`
	Lift   float64 `placeholder:"C" help:"Append the constant coordinate C to every example first."`
	JSON   bool    `name:"json" help:"Print one JSON object."`
}

func (geometryCmd) Help() string {
	return `Examples:

    marginlab geometry my.libsvm
    marginlab geometry --origin --lift 1 --json my.csv.gz

JSON keys: examples dim positives d_plus d_minus d d_bar delta gamma gap bias r separable; and data. Of examples that are not separable gamma, gap, bias and r are null.

gap bounds how far gamma can be from the maximum margin, relatively: it is certified by the dual solution, computed afresh over all examples.`
}

// geometryRow is what is printed of a geometry.
type geometryRow struct {
	Examples  int    `json:"examples"`
	Dim       int    `json:"dim"`
	Positives int    `json:"positives"`
	DPlus     number `json:"d_plus"`
	DMinus    number `json:"d_minus"`
	D         number `json:"d"`
	DBar      number `json:"d_bar"`
	Delta     number `json:"delta"`
	Gamma     number `json:"gamma"`
	Gap       number `json:"gap"`
	Bias      number `json:"bias"`
	R         number `json:"r"`
	Separable bool   `json:"separable"`
	Data      string `json:"data"`
}

func newGeometryRow(geo theory.Geometry, data string) geometryRow {
	row := geometryRow{
		Examples: geo.Examples, Dim: geo.Dim, Positives: geo.Positives,
		DPlus: number(geo.DPlus), DMinus: number(geo.DMinus), D: number(geo.D), DBar: number(geo.DBar), Delta: number(geo.Delta),
		Gamma: number(geo.Gamma), Gap: number(geo.Gap()), Bias: number(geo.Bias), R: number(geo.R()),
		Separable: geo.Separable, Data: data,
	}
	if !geo.Separable {
		none := number(math.NaN())
		row.Gamma, row.Gap, row.Bias, row.R = none, none, none, none
	}
	return row
}

// Run measures the examples in the view asked for.
func (c geometryCmd) Run(ctx context.Context, std streams) error {
	if math.IsNaN(c.Lift) || math.IsInf(c.Lift, 0) {
		return fmt.Errorf("--lift is %v, expected a finite number", c.Lift)
	}
	set, err := c.load(ctx, std.in)
	if err != nil {
		return err
	}
	geo, err := newMeasure(ctx, set).geometry(theory.View{Origin: c.Origin, Lift: c.Lift})
	if err != nil {
		return err
	}
	row := newGeometryRow(geo, set.Name)
	if c.JSON {
		return writeJSON(std.out, []geometryRow{row})
	}
	fmt.Fprintf(std.out, "%s\n\n", describe(set))
	g := newGrid(left(""), right("value"), left("meaning"))
	g.row("D+", row.DPlus, "largest distance within class +1")
	g.row("D-", row.DMinus, "largest distance within class -1")
	g.row("D", row.D, "the larger of the two")
	g.row("Dbar", row.DBar, "largest distance from the origin")
	g.row("Delta", row.Delta, "largest distance between the classes")
	if geo.Separable {
		g.row("gamma*", row.Gamma, "maximum margin")
		g.row("gap", row.Gap, "certified relative gap of gamma*")
		g.row("b*", row.Bias, "bias of the maximum-margin classifier, with ||w|| = 1")
		g.row("r", row.R, "D/gamma*")
	}
	if err := g.write(std.out); err != nil {
		return err
	}
	_, err = fmt.Fprintf(std.out, "\n%s\n", separability(theory.View{Origin: c.Origin, Lift: c.Lift}, geo.Separable))
	return err
}

// separability says whether the examples are separable in a view.
func separability(v theory.View, separable bool) string {
	s := "separable"
	if !separable {
		s = "not separable"
	}
	if v.Origin {
		s += " through the origin"
	}
	if v.Lift != 0 {
		s += fmt.Sprintf(" with the constant coordinate %v appended", v.Lift)
	}
	return s
}

// measure knows the geometry of the views of a data set that it was asked for.
type measure struct {
	ctx   context.Context
	set   *benchdata.Set
	known map[theory.View]theory.Geometry
}

func newMeasure(ctx context.Context, set *benchdata.Set) measure {
	return measure{ctx, set, map[theory.View]theory.Geometry{}}
}

// geometry measures a view at the first call for it.
func (m measure) geometry(v theory.View) (theory.Geometry, error) {
	geo, ok := m.known[v]
	if ok {
		return geo, nil
	}
	geo, err := maxmargin.Measure(m.ctx, m.set.Examples, v, maxmargin.Options{})
	if err == nil {
		m.known[v] = geo
	}
	return geo, err
}
