package props

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/sync/errgroup"

	"marginlab/algos"
	"marginlab/props/stream"
	"marginlab/theory"
)

// leastConforming is the number of cases drawn for a learner from outside: each of the 24 wrong ones of package
// faults is refuted by one of 60.
const leastConforming = 200

// Conforms checks every property that applies to the learner, a parallel subtest each, and every given claim,
// whatever its status. It takes a learner from anywhere: [algos.Own] and [algos.Kind] make one, [theory.Claim] makes
// a claim. It skips a subtest that cannot check anything: no theorem is known on the learner, or its Kind leaves the
// Degree unsaid, or a learner that is a program does not show what it reads.
//
// A claim that fails leaves a certificate in testdata/witnesses: the stream, exact, with the learner's answers. The
// failure ends with the line that verifies it.
func Conforms(t *testing.T, learner *algos.Spec, claims ...theory.Guarantee) {
	for p, why := range About(learner) {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			if why != "" {
				t.Skip(why)
			}
			p.Cases = max(p.Cases, leastConforming)
			Check(t, p, learner)
		})
	}
	for _, g := range claims {
		t.Run(g.ID, func(t *testing.T) {
			t.Parallel()
			p, applied := Claim(g)
			if !p.AppliesTo(learner) {
				t.Fatalf("the claim is on %s, and %s is of the families %s, in the norm %v", g.Learner, learner,
					strings.Join(learner.Families(), ", "), learner.Norm)
			}
			Check(t, p, learner)
			if !applied() {
				t.Fatalf("the claim says nothing of any stream that was drawn: %s, expected a hypothesis that streams meet",
					g.Assumption())
			}
		})
	}
}

// Claim returns the property that a claim holds on every run that meets its hypotheses, whatever its status. After
// the check, applied reports whether the claim applied to any run.
func Claim(g theory.Guarantee) (p Property, applied func() bool) {
	var any atomic.Bool
	return Property{
		Name: "claim", Claim: g.String(), Source: g.Source, Cases: leastConforming, Draws: stream.Draws{Norms: true},
		For: func(l *algos.Spec) bool { return in(l, g.Learner) && g.Norms.Include(l.Norm) },
		Holds: func(c Case) error {
			v, err := verdict(c, g)
			if err != nil {
				return err
			}
			any.CompareAndSwap(false, v.Applies())
			if !v.Holds {
				return violation{v}
			}
			return nil
		},
	}, any.Load
}

// About yields the properties that are about the learner, each with the reason why it does not apply, "" if it does.
func About(learner *algos.Spec) iter.Seq2[Property, string] {
	return func(yield func(Property, string) bool) {
		for _, p := range Properties() {
			why := p.Reason(learner)
			if (why != "" || p.AppliesTo(learner)) && !yield(p, why) {
				return
			}
		}
	}
}

// Reason returns why a property of all learners does not apply to this one, "" if it does.
func (p Property) Reason(l *algos.Spec) string {
	// Rows of the table have their own reasons not to apply if a program does not show what they read.
	rows := slices.Contains([]string{"guarantees", "guarantees-any", "rest"}, p.Name)
	if program, is := l.New(1).(algos.Streamed); is && p.AppliesTo(l) && !rows {
		as, plain := l.Kind, algos.Own("plain", func(int) algos.Rule { return nil })
		plain.Degree = as.Degree // nothing else is known of it
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

// Held is the outcome of a property that was checked on a learner.
type Held struct {
	Property
	Reason  string   // why it does not apply, "" if it does
	Tried   int      // the number of cases
	Failure *Failure // nil if the property holds in all of them
}

// Hold checks the properties that are about a learner, with that many cases each, or with as many as its tests if 0:
// the cases that tests draw from seed 1. After each property it calls done, concurrently. The error is that of ctx,
// or says how a learner that is a program breaks its protocol, and in which case.
func Hold(ctx context.Context, learner *algos.Spec, cases int, done func()) ([]Held, error) {
	var all []*Held
	var tasks errgroup.Group
	tasks.SetLimit(runtime.GOMAXPROCS(0))
	for p, why := range About(learner) {
		h := &Held{Property: p, Reason: why}
		all = append(all, h)
		tasks.Go(func() error {
			if why == "" {
				h.Failure, h.Tried = p.search(ctx, []*algos.Spec{learner}, 1, cmp.Or(cases, p.Cases))
			}
			done()
			return nil
		})
	}
	if _ = tasks.Wait(); ctx.Err() != nil { // they have no errors
		return nil, ctx.Err()
	}
	held := make([]Held, len(all))
	for i, h := range all {
		if err := h.protocolError(); err != nil {
			return nil, err
		}
		held[i] = *h
	}
	return held, nil
}

// protocolError returns the error of a program that breaks its protocol, else nil.
func (h Held) protocolError() error {
	if f := h.Failure; f != nil && brokenProtocol(f.Err) {
		return fmt.Errorf("property %s, in the case %s: %w", h.Name, f.Case.Unnamed(), f.Err)
	}
	return nil
}

// Replay checks one property of a learner in one case, "NAME; EXAMPLES", with the other parts after more semicolons,
// as in the failures of [Held].
func Replay(learner *algos.Spec, text string) (Held, error) {
	name, rest, _ := strings.Cut(text, ";")
	name = strings.TrimSpace(name)
	var names []string
	for p, why := range About(learner) {
		if names = append(names, p.Name); p.Name != name {
			continue
		}
		h := Held{Property: p, Reason: why}
		if why == "" {
			c, err := stream.Parse(";" + rest)
			if err != nil {
				return h, err
			}
			c.Learner = learner
			h.Tried, h.Failure = 1, p.failure(c)
		}
		return h, h.protocolError()
	}
	return Held{}, fmt.Errorf("%q: expected a property of %s, then its examples after a semicolon: %s", name, learner,
		strings.Join(names, ", "))
}
