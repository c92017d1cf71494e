package props

import (
	"math"

	"marginlab/algos"
	"marginlab/props/stream"
	"marginlab/theory/vec"
)

// Learners are the learners of the registry of package algos: with every word of a
// parameter and the middle of its range, with a constant coordinate if they have no bias of their own, and in each
// ℓp of [stream.Powers] that they have a form in. A new one is covered by being there.
func Learners() (specs []*algos.Spec) {
	seen := map[string]bool{}
	add := func(s *algos.Spec) {
		if name := s.String(); !seen[name] {
			seen[name] = true
			specs = append(specs, s)
		}
	}
	var lifted []*algos.Spec
	for _, k := range algos.Kinds() {
		if k.Wraps != "" {
			continue
		}
		add(algos.MustParse(k.Name))
		for _, args := range settings(k) {
			add(algos.MustParse(k.Name + "(" + args + ")"))
		}
		if !k.OwnBias {
			lifted = append(lifted, algos.MustParse(k.Name).Lifted([]float64{1, 0.5, -2}[len(lifted)%3]))
		}
	}
	for _, s := range lifted {
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

// settings are the arguments with which a learner is held: of a number the middle of its range, of one that goes
// over all orders of magnitude the middle of those, and of one from 0 on to any size 10.
func settings(k algos.Kind) (all []string) {
	all = append(all, k.Checked...)
	for _, p := range k.Arguments() {
		for _, w := range p.Words {
			all = append(all, p.Name+"="+w)
		}
		middle := 10.0
		switch {
		case p.Words != nil || p.Name == "p":
			continue
		case p.High < 1e12:
			middle = (p.Low + p.High) / 2
		case p.Low > 0:
			middle = math.Sqrt(p.Low) * math.Sqrt(p.High)
		}
		all = append(all, p.Name+"="+stream.Number(middle))
	}
	return all
}
