package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
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

// maker makes a data set with the given parameters.
type maker func(context.Context, parameters) (*benchdata.Set, error)

// makerOf returns what makes the data set of an expression. It is nil if the expression is
// the name of a file, or of nothing known.
func makerOf(text string) maker {
	if _, err := os.Stat(text); err == nil {
		return nil
	}
	e, _ := expr.Parse(text) // the name is read from a wrong expression too
	return makers()[e.Name]
}

func makers() map[string]maker {
	return map[string]maker{
		"synthetic": makeSynthetic, "cube": makeCube, "text": makeText, "adult": makeAdult,
		"iris": comes(benchdata.Iris), "breast_cancer": comes(benchdata.Default), "one_mistake": comes(oneMistake),
	}
}

// meantRecipe asks, as the end of the error that there is no such file, whether the name of
// a data set that is made was meant.
func meantRecipe(file string) string {
	e, _ := expr.Parse(file)
	return expr.DidYouMean(e.Name, slices.Sorted(maps.Keys(makers())))
}

// recipe makes the data set that an expression stands for, nil if it is none.
func recipe(ctx context.Context, text string) (*benchdata.Set, error) {
	make := makerOf(text)
	if make == nil {
		return nil, nil
	}
	p, err := parseParameters(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", text, err)
	}
	set, err := make(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", text, err)
	}
	return set, nil
}

// comes makes a data set that comes with marginlab and has no parameters.
func comes(set func() *benchdata.Set) maker {
	return func(_ context.Context, p parameters) (*benchdata.Set, error) {
		if len(p) > 0 {
			return nil, errors.New("expected no parameters")
		}
		return set(), nil
	}
}

// oneMistake is a stream on which OMM comes to its bounds.
func oneMistake() *benchdata.Set {
	trap := adversarial.OneMistake()
	return &benchdata.Set{Name: "one_mistake", Examples: trap.Examples, Dim: trap.Dim()}
}

func makeSynthetic(_ context.Context, p parameters) (*benchdata.Set, error) {
	s := benchdata.Synthetic{Examples: 300, Dim: 10, R: 6, Ratio: 1, Margin: 1, Seed: 1}
	if err := p.set(map[string]any{
		"examples": &s.Examples, "dim": &s.Dim, "r": &s.R, "ratio": &s.Ratio, "margin": &s.Margin, "tilt": &s.Tilt, "seed": &s.Seed,
	}); err != nil {
		return nil, err
	}
	set, _, err := s.Generate()
	return set, err
}

func makeCube(_ context.Context, p parameters) (*benchdata.Set, error) {
	c := benchdata.Cube{Examples: 10000, Dim: 10, Side: 10, Seed: 1}
	if err := p.set(map[string]any{"examples": &c.Examples, "dim": &c.Dim, "side": &c.Side, "margin": &c.Margin, "seed": &c.Seed}); err != nil {
		return nil, err
	}
	set, _, err := c.Generate()
	return set, err
}

func makeText(_ context.Context, p parameters) (*benchdata.Set, error) {
	t := benchdata.Text{Examples: 2000, Dim: 47_000, Present: 74, Seed: 1}
	if err := p.set(map[string]any{"n": &t.Examples, "d": &t.Dim, "nnz": &t.Present, "seed": &t.Seed}); err != nil {
		return nil, err
	}
	return t.Generate()
}

func makeAdult(ctx context.Context, p parameters) (*benchdata.Set, error) {
	theta, biasFree := 0., true
	if err := p.set(map[string]any{"theta": &theta, "bias_free": &biasFree}); err != nil {
		return nil, err
	}
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

// parameters holds those of an expression by name, as they were written.
type parameters map[string]string

// parseParameters reads the parameters of an expression. A name alone has none.
func parseParameters(text string) (parameters, error) {
	e, err := expr.Parse(text)
	if wrong, is := errors.AsType[*expr.Error](err); is {
		return nil, errors.New(wrong.Msg)
	}
	p := parameters{}
	for _, a := range e.Args {
		if a.Key == "" {
			return nil, fmt.Errorf("%q, expected a parameter as in r=4", a)
		}
		if _, twice := p[a.Key]; twice {
			return nil, fmt.Errorf("%s is given twice", a.Key)
		}
		p[a.Key] = a.Value.String()
	}
	return p, nil
}

// set reads each parameter into the variable of its name.
func (p parameters) set(into map[string]any) error {
	for _, name := range slices.Sorted(maps.Keys(p)) {
		text := p[name]
		var err error
		want := "a number"
		switch v := into[name].(type) {
		case nil:
			names := slices.Sorted(maps.Keys(into))
			return fmt.Errorf("no parameter is called %q%s", name, cmp.Or(expr.DidYouMean(name, names), ", expected "+expr.OneOf(names)))
		case *int:
			want = "an integer"
			*v, err = strconv.Atoi(text)
		case *uint64:
			want = "an integer from 0 on"
			*v, err = strconv.ParseUint(text, 10, 64)
		case *float64:
			*v, err = strconv.ParseFloat(text, 64)
		case *bool:
			want = "true or false"
			*v, err = strconv.ParseBool(text)
		}
		if err != nil {
			return fmt.Errorf("%s is %q, expected %s", name, text, want)
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

func (fetchCmd) Help() string {
	return `A file gets its name only once it is whole and its SHA-256 is right. Files that are already there are not downloaded again, and packed files are unpacked.

Examples:

    marginlab fetch adult
    marginlab fetch 'text(n=60000,d=47236,nnz=74)' >sparse.libsvm`
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
