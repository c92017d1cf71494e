package main

import (
	"fmt"
	"slices"
	"strconv"
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

// choice is the flag that chooses the learners.
type choice struct {
	Learners learnerList `placeholder:"LIST" help:"The learners, separated by commas, as in e-omm,omm(rho=0.5). Without it every one that marginlab learners shows as a default."`
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
	return `A learner is written as its name, with parameters in parentheses where it has some: e-omm, omm(rho=0.5), bias(perceptron,1).

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
			row.Params = append(row.Params, usage(p))
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

// usage shows a parameter's default and what it may be.
func usage(p algos.Param) string {
	if p.Words != nil {
		return p.Name + "=" + strings.Join(p.Words, "|")
	}
	s := p.Name + "=" + strconv.FormatFloat(p.Default, 'g', 4, 64)
	if p.From != nil {
		s = p.Name + "=" + p.Formula
	}
	switch {
	case p.Low > 0 && p.High > 1e12: // any positive number that does not overflow
		return s + " > 0"
	case p.Low == 0 && p.High > 1e12:
		return s + " ≥ 0"
	case p.Low == -p.High && p.High > 1e12:
		return s
	case p.High < 1 && p.High > 1-1e-12:
		return fmt.Sprintf("%s in [%g, 1)", s, p.Low)
	case p.Low > 0 && p.Low < 1e-6:
		return fmt.Sprintf("%s in (0, %g]", s, p.High)
	}
	return fmt.Sprintf("%s in [%g, %g]", s, p.Low, p.High)
}
