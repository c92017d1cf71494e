package main

import (
	"fmt"
	"slices"
	"strings"

	"marginlab/algos"
)

// learnerList is the value of --learners.
type learnerList struct {
	specs []*algos.Spec // nil if the flag is not given
}

// UnmarshalText parses a list of learners.
func (l *learnerList) UnmarshalText(text []byte) (err error) {
	names := strings.Split(string(text), ",")
	if len(names) > 1 && slices.ContainsFunc(names, func(n string) bool { return strings.TrimSpace(n) == "" }) {
		return fmt.Errorf("%q has an empty name between commas, expected a learner or a parameter on both sides of each", text)
	}
	l.specs, err = algos.ParseList(string(text))
	return err
}

// named reports whether the user has chosen the learners.
func (l learnerList) named() bool { return l.specs != nil }

// orDefaults are the learners of the list, those of the registry if it is not given.
func (l learnerList) orDefaults() []*algos.Spec {
	if l.named() {
		return l.specs
	}
	return algos.Defaults()
}

// params are the parameters of a learner by name, those that stand for a word
// as that word.
func params(s *algos.Spec) map[string]any {
	m := map[string]any{}
	for name, v := range s.Params() {
		m[name] = v
	}
	for ; s != nil; s = s.Inner {
		for i, p := range s.Kind.Params {
			if p.Words != nil {
				m[p.Name] = p.Words[int(s.Values[i])]
			}
		}
	}
	return m
}

type learnersCmd struct {
	JSON bool `name:"json" help:"Print one JSON object a line."`
}

func (learnersCmd) Help() string {
	return `A learner is written as its name, with parameters in parentheses where it has some: e-omm, omm(rho=0.5), bias(perceptron,1). The constant of bias may be -Dbar or Dbar for run and check: the largest distance of the examples from the origin, as in bias(romma,-Dbar).

JSON keys: learner params summary source default.`
}

type learnerRow struct {
	Learner string   `json:"learner"`
	Params  []string `json:"params"`
	Summary string   `json:"summary"`
	Source  string   `json:"source"`
	Default bool     `json:"default"`
}

// Run lists the registry.
func (c learnersCmd) Run(std streams) error {
	g := newGrid(left("learner"), left("parameters"), left("what it is"), left("source"), left("default"))
	var rows []learnerRow
	for _, k := range algos.Kinds() {
		row := learnerRow{k.Name, []string{}, k.Summary, k.Source, k.Default}
		if k.Wraps {
			row.Params = append(row.Params, "a learner")
		}
		for _, p := range k.Params {
			row.Params = append(row.Params, p.Usage())
		}
		rows = append(rows, row)
		mark := ""
		if row.Default {
			mark = "yes"
		}
		g.row(row.Learner, strings.Join(row.Params, ", "), row.Summary, row.Source, mark)
	}
	if c.JSON {
		return writeJSON(std.out, rows)
	}
	return g.write(std.out)
}
