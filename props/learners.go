package props

import (
	"math"

	"marginlab/algos"
	"marginlab/props/stream"
	"marginlab/theory/vec"
)

// Learners are the learners of the registry of package algos: with every word of a
// parameter and the middle of its range, with a constant coordinate, and in each ℓp of
// [stream.Powers] that they have a form in. A new one is covered by being there.
func Learners() []*algos.Spec {
	var specs []*algos.Spec
	seen := map[string]bool{}
	add := func(s *algos.Spec) {
		if name := s.String(); !seen[name] {
			seen[name] = true
			specs = append(specs, s)
		}
	}
	for _, k := range algos.Kinds() {
		for _, args := range settings(k) {
			add(parse(k.Name + args))
		}
	}
	for _, s := range lifted() {
		add(s)
	}
	for _, s := range specs {
		for _, p := range stream.Powers() {
			if in, err := s.In(vec.P(p)); err == nil {
				add(in)
			}
		}
	}
	return specs
}

func parse(expr string) *algos.Spec {
	s, err := algos.Parse(expr)
	if err != nil {
		panic("props: the registry does not parse its own " + expr + ": " + err.Error())
	}
	return s
}

// settings are the arguments with which a learner is held.
func settings(k algos.Kind) []string {
	if k.Wraps != "" {
		return nil
	}
	all := []string{""}
	for _, args := range k.Checked {
		all = append(all, "("+args+")")
	}
	for _, p := range k.Arguments() {
		for _, w := range p.Words {
			all = append(all, "("+p.Name+"="+w+")")
		}
		if p.Words == nil && p.Name != "p" {
			all = append(all, "("+p.Name+"="+stream.Number(middle(p))+")")
		}
	}
	return all
}

// lifted are the learners without a bias of their own with a constant coordinate, which
// gives them one.
func lifted() (specs []*algos.Spec) {
	constants := []float64{1, 0.5, -2}
	for _, k := range algos.Kinds() {
		if !k.OwnBias && k.Wraps == "" {
			specs = append(specs, parse(k.Name).Lifted(constants[len(specs)%len(constants)]))
		}
	}
	return specs
}

// middle is in the middle of the range of a parameter; of one that goes over all
// orders of magnitude, of those, and of one from 0 on to any size, 10.
func middle(p algos.Param) float64 {
	switch {
	case p.High < 1e12:
		return (p.Low + p.High) / 2
	case p.Low > 0:
		return math.Sqrt(p.Low) * math.Sqrt(p.High)
	}
	return 10
}
