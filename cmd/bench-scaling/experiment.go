//go:build unix

package main

import (
	"context"
	"time"

	"marginlab/cmd/bench"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory/vec"
)

// An experiment runs subjects at several sizes.
type experiment struct {
	name  string
	fixed string // what stays the same, in words
	sizes []int  // in increasing order, along the axis of the laws
	quick int    // how many of the sizes a quick run has
	// prepare makes the subjects of a size, the same ones for each. The first one only reads
	// the data: what it grows faster than its law is the memory's doing.
	prepare func(size int) ([]subject, error)
}

// A subject is what is timed.
type subject struct {
	name  string
	law   law
	fresh func() func()  // prepares one run, which is then timed
	count func() float64 // exact, nil for the bytes that the kernels of a run read
}

// counted is the count of a subject.
func (s subject) counted() float64 {
	if s.count != nil {
		return s.count()
	}
	op := s.fresh()
	return float64(vec.Count(op).Bytes)
}

// run measures the experiment by a clock and by counts.
func (e experiment) run(ctx context.Context, quick bool, rounds int, clock func(fresh func() func()) time.Duration, p *term.Progress) ([]fitted, error) {
	sizes := e.sizes
	if quick {
		sizes = sizes[:e.quick]
	}
	var subjects [][]subject // of each size
	for _, size := range sizes {
		p.Begin(e.name+": preparing", "", 0)
		s, err := e.prepare(size)
		if err != nil {
			return nil, err
		}
		subjects = append(subjects, s)
	}
	all := make([]fitted, len(subjects[0]))
	p.Begin(e.name, "runs", int64(len(sizes)*(rounds+1)*len(all)))
	for j := range all {
		s := subjects[0][j]
		all[j] = fitted{experiment: e, name: s.name, law: s.law}
		for i, size := range sizes {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			all[j].sizes = append(all[j].sizes, float64(size))
			all[j].counts = append(all[j].counts, subjects[i][j].counted())
			p.Done(1)
		}
	}
	everything := make([]int, len(all))
	for j := range everything {
		everything[j] = j
	}
	measure := func(chosen []int) error {
		for _, j := range chosen {
			all[j].times = make([][]float64, len(sizes))
		}
		for run := range bench.Interleave(rounds, len(chosen), len(sizes), true) {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			i, j := run.Member, chosen[run.Group]
			all[j].times[i] = append(all[j].times[i], clock(subjects[i][j].fresh).Seconds())
			p.Done(1)
		}
		for _, j := range chosen {
			all[j].fit()
			all[j].caches, all[j].reference = max(0, all[0].clock.at-all[0].law.power), j == 0
		}
		return nil
	}
	if err := measure(everything); err != nil {
		return nil, err
	}
	// One interval in forty lies above what it should hold: what looks so is timed again,
	// and the second time decides.
	var suspects []int
	for j := range all {
		if all[j].faster() == "clock" {
			suspects = append(suspects, j)
		}
	}
	p.Begin(e.name+": timing again what seems to grow faster", "runs", int64(len(sizes)*rounds*len(suspects)))
	return all, measure(suspects)
}

// exponent is a fitted one, with its 95 % interval.
type exponent struct{ at, low, high float64 }
