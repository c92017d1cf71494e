package props

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"marginlab/algos"
	"marginlab/props/stream"
	"marginlab/theory"
)

// leastConforming is how many cases of anybody's learner are drawn: the 24 wrong ones of package faults are each
// refuted by one of 60.
const leastConforming = 200

// Conforms checks every property that speaks of the learner, a parallel subtest each, and
// every claim that is made of it, whatever its status. It serves a learner from anywhere:
// [algos.Own] and [algos.Kind] make one, [theory.Claim] a claim. A subtest is skipped where
// it would say nothing: no theorem is known of the learner, or its Kind leaves the Degree
// unsaid, or where a learner that is a program does not show what it reads.
//
// A claim that fails leaves a certificate in testdata/witnesses: the stream, exact, with the
// answers that the learner gave. The failure ends with the line that verifies it.
func Conforms(t *testing.T, learner *algos.Spec, claims ...theory.Guarantee) {
	unclaimed := false
	for p, why := range About(learner) {
		p.Cases = max(p.Cases, leastConforming)
		unclaimed = unclaimed || p.Name == "guarantees" && why != ""
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			if why != "" {
				t.Skip(why)
			}
			Check(t, p, learner)
		})
	}
	if unclaimed && len(claims) == 0 {
		t.Logf("nothing was claimed of %s that only a learner of some family does", learner)
	}
	for _, g := range claims {
		t.Run(g.ID, func(t *testing.T) {
			t.Parallel()
			checkClaim(t, g, learner)
		})
	}
}

// About yields the properties that are about the learner, each with the reason why it claims nothing,
// "" if it does.
func About(learner *algos.Spec) iter.Seq2[Property, string] {
	return func(yield func(Property, string) bool) {
		for _, p := range Properties() {
			why := p.Silence(learner)
			if p.For != nil && (why != "" || p.SpeaksOf(learner)) && !yield(p, why) {
				return
			}
		}
	}
}

// Silence says why a property that is of any learner says nothing of this one, "" if it
// does.
func (p Property) Silence(l *algos.Spec) string {
	if p.For == nil {
		return ""
	}
	if program, is := l.New(1).(algos.Streamed); is && p.SpeaksOf(l) && !p.ofRows() {
		as, plain := l.Kind, algos.Own("plain", func(int) algos.Rule { return nil })
		plain.Degree = as.Degree // all that is known of it
		switch hides := program.Unseen(); {
		case hides&theory.NeedsClassifier != 0:
			return hides.Hides(theory.NeedsClassifier)
		case !p.For(plain.Spec()) && (hides&theory.NeedsLogDet != 0 || as.OwnMargin || as.Restless):
			return fmt.Sprintf("it reads more of %s than programs show", strings.Join(l.Families(), ", "))
		}
	}
	switch {
	case p.Name == "guarantees" && !p.For(l):
		return fmt.Sprintf("no proved row of the table of guarantees is on %s, of the families %s: give its Kind Families, or Conforms claims",
			l, strings.Join(l.Families(), ", "))
	case (p.Name == "scale" || p.Name == "reflection") && l.Kind.Degree == algos.Unsaid:
		return fmt.Sprintf("%s does not say how it takes features in another unit: give its Kind a Degree", l)
	}
	return ""
}

// ofRows reports whether the property holds rows of the table, each of which is silent where a
// program does not show what it reads.
func (p Property) ofRows() bool {
	return slices.Contains([]string{"guarantees", "guarantees-any", "rest"}, p.Name)
}

// checkClaim holds a claim, and fails t too if it says nothing of any stream.
func checkClaim(t *testing.T, g theory.Guarantee, learner *algos.Spec) {
	p, spoke := Claim(g)
	if !p.SpeaksOf(learner) {
		t.Fatalf("the claim is on %s, and %s is of the families %s, in the norm %v", g.Learner, learner,
			strings.Join(learner.Families(), ", "), learner.Norm)
	}
	Check(t, p, learner)
	if !spoke() {
		t.Fatalf("the claim says nothing of any stream that was drawn: %s, expected a hypothesis that streams meet", g.Assumption())
	}
}

// Claim is the property that a claim holds on every run that meets its hypotheses, whatever
// its status. After it was held, spoke says whether any run did.
func Claim(g theory.Guarantee) (p Property, spoke func() bool) {
	var any atomic.Bool
	return Property{
		Name: "claim", Claim: g.String(), Source: g.Source, Cases: leastConforming, Draws: stream.Draws{Norms: true},
		For: func(l *algos.Spec) bool { return in(l, g.Learner) && g.Norms.Include(l.Norm) },
		Holds: func(c Case) error {
			v, err := verdict(c, g)
			if !v.Silent() && err == nil {
				any.Store(true)
			}
			if err == nil && !v.Holds {
				err = violation{v}
			}
			return err
		},
	}, any.Load
}
