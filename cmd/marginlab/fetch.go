package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
)

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
