package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"

	"marginlab/adversarial"
	"marginlab/algos/expr"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/term"
)

// recipes lists the expressions that may stand in place of a file: the name of a data set
// that is made, with parameters in parentheses. Each parameter that is left out has the
// value given here.
const recipes = "synthetic(examples=300,dim=10,r=6,ratio=1,margin=1,tilt=0,seed=1), " +
	"cube(examples=10000,dim=10,side=10,margin=0,seed=1), " +
	"text(n=2000,d=47000,nnz=74,seed=1), adult(theta=0,bias_free=true)"

// maxTheta is far beyond any variant of Adult that is of use.
const maxTheta = 1e6

// maker makes a data set by its parameters, which are set before.
type maker struct {
	parameters map[string]any // pointers to them, by name
	make       func(context.Context) (*benchdata.Set, error)
}

// makers are those of all data sets that are made, with the parameters that recipes says.
func makers() map[string]maker {
	s := benchdata.Synthetic{Examples: 300, Dim: 10, R: 6, Ratio: 1, Margin: 1, Seed: 1}
	c := benchdata.Cube{Examples: 10000, Dim: 10, Side: 10, Seed: 1}
	t := benchdata.Text{Examples: 2000, Dim: 47_000, Present: 74, Seed: 1}
	theta, biasFree := 0., true
	comes := func(set func() *benchdata.Set) maker {
		return maker{nil, func(context.Context) (*benchdata.Set, error) { return set(), nil }}
	}
	return map[string]maker{
		"synthetic": {map[string]any{"examples": &s.Examples, "dim": &s.Dim, "r": &s.R, "ratio": &s.Ratio,
			"margin": &s.Margin, "tilt": &s.Tilt, "seed": &s.Seed},
			func(context.Context) (*benchdata.Set, error) { set, _, err := s.Generate(); return set, err }},
		"cube": {map[string]any{"examples": &c.Examples, "dim": &c.Dim, "side": &c.Side, "margin": &c.Margin,
			"seed": &c.Seed},
			func(context.Context) (*benchdata.Set, error) { set, _, err := c.Generate(); return set, err }},
		"text": {map[string]any{"n": &t.Examples, "d": &t.Dim, "nnz": &t.Present, "seed": &t.Seed},
			func(context.Context) (*benchdata.Set, error) { return t.Generate() }},
		"adult": {map[string]any{"theta": &theta, "bias_free": &biasFree},
			func(ctx context.Context) (*benchdata.Set, error) { return adult(ctx, theta, biasFree) }},
		"iris": comes(benchdata.Iris), "breast_cancer": comes(benchdata.Default), "one_mistake": comes(oneMistake),
	}
}

// isMade reports whether an expression stands for a data set that is made, and not for a file.
func isMade(text string) bool {
	if _, err := os.Stat(text); err == nil || text == "" || text == "-" {
		return false
	}
	e, _ := expr.Parse(text) // the name is read from a wrong expression too
	_, is := makers()[e.Name]
	return is
}

// meantRecipe asks, as the end of the error that there is no such file, whether the name of
// a data set that is made was meant.
func meantRecipe(file string) string {
	e, _ := expr.Parse(file)
	return expr.DidYouMean(e.Name, slices.Sorted(maps.Keys(makers())))
}

// recipe makes the data set that an expression stands for, nil if it is none.
func recipe(ctx context.Context, text string) (set *benchdata.Set, err error) {
	if !isMade(text) {
		return nil, nil
	}
	e, err := expr.Parse(text)
	if wrong, is := errors.AsType[*expr.Error](err); is {
		err = errors.New(wrong.Msg)
	}
	made := makers()[e.Name]
	if err == nil {
		err = made.set(e.Args)
	}
	if err == nil {
		set, err = made.make(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", text, err)
	}
	return set, nil
}

// oneMistake is a stream on which OMM comes to its bounds.
func oneMistake() *benchdata.Set {
	trap := adversarial.OneMistake()
	return &benchdata.Set{Name: "one_mistake", Examples: trap.Examples, Dim: trap.Dim()}
}

// adult is a variant of the Adult data.
func adult(ctx context.Context, theta float64, biasFree bool) (*benchdata.Set, error) {
	if !(theta >= 0 && theta <= maxTheta) { // also catches NaN
		return nil, fmt.Errorf("theta is %v, expected a number from 0 to %g", theta, maxTheta)
	}
	dir, err := benchdata.Find("adult", "")
	if err != nil {
		return nil, err
	}
	a, err := reproduce.ReadAdult(ctx, dir)
	if err != nil {
		return nil, err
	}
	return a.Variant(theta, biasFree).Set, nil
}

// set reads the arguments of an expression, as in JSON, into the parameters of their names.
func (m maker) set(args []expr.Arg) error {
	given := map[string]bool{}
	for _, a := range args {
		parameter, is := m.parameters[a.Key]
		if !is {
			names := slices.Sorted(maps.Keys(m.parameters))
			if names == nil {
				return errors.New("expected no parameters")
			}
			return fmt.Errorf("%q is no parameter%s", a,
				cmp.Or(expr.DidYouMean(a.Key, names), ", expected "+expr.OneOf(names)))
		}
		if given[a.Key] {
			return fmt.Errorf("%s is given twice", a.Key)
		}
		given[a.Key] = true
		text, of := a.Value.String(), reflect.ValueOf(parameter).Elem()
		if text == "null" || json.Unmarshal([]byte(text), parameter) != nil { // null would leave the default
			want := map[reflect.Kind]string{reflect.Int: "an integer", reflect.Uint64: "an integer from 0 on",
				reflect.Float64: "a number", reflect.Bool: "true or false"}[of.Kind()]
			return fmt.Errorf("%s is %q, expected %s, such as %v", a.Key, text, want, of)
		}
	}
	return nil
}

type fetchCmd struct {
	Name string `arg:"" optional:"" help:"The data set, one of those that --list shows. Or one that is made, with its parameters in parentheses: its examples are printed in the LIBSVM format."`
	Dir  string `placeholder:"DIR" help:"Put it into DIR/NAME. Default: the user's cache, where reproduce looks for it."`
	List bool   `help:"List the data sets that can be fetched."`
	term.Form
}

// Run downloads the data set and prints its folder.
func (c fetchCmd) Run(ctx context.Context, std term.Streams) error {
	if c.List {
		c.list(std.Out)
		return nil
	}
	if c.Name == "" {
		return errors.New("no NAME of a data set, expected one of those that marginlab fetch --list shows")
	}
	if strings.Contains(c.Name, "(") {
		set, err := recipe(ctx, c.Name)
		if set == nil {
			return cmp.Or(err, fmt.Errorf("no data set is made by %s%s", c.Name, meantRecipe(c.Name)))
		}
		return benchdata.WriteLIBSVM(std.Out, set.Examples)
	}
	p := term.NewProgress(std.Err)
	dir, err := benchdata.Fetch(ctx, c.Name, c.Dir, func(done, total int64) {
		p.At(done, total)
		p.Say("%s: %d of %d kB", c.Name, done>>10, total>>10)
	})
	p.Clear()
	if err != nil {
		return err
	}
	fmt.Fprintln(std.Out, dir)
	return nil
}

// list prints the data sets.
func (c fetchCmd) list(out *term.Out) {
	g := term.NewTable(term.Left("name"), term.Right("kB"), term.Left("licence"), term.Left("source"))
	for _, s := range benchdata.Catalogue() {
		var size int64
		for _, f := range s.Files {
			size += f.Size
		}
		g.Row(s.Name, size>>10, s.Licence, s.Title)
		term.PrintRows(out, term.Record{"name", s.Name, "bytes", size, "licence", s.Licence, "source", s.Title})
	}
	g.Print(out)
}
