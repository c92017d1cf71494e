package props

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"

	"marginlab/algos"
	"marginlab/props/stream"
)

// Held is what came of a property that a learner was held to.
type Held struct {
	Property
	Silence string   // why nothing was claimed, "" if something was
	Tried   int      // cases
	Failure *Failure // nil if the property holds in all of them
}

// Hold holds a learner to the properties that are about it, on so many cases each, or on as many
// as its tests if 0: those that tests draw from seed 1. After each property it calls done, of several
// at once. The error is that of ctx, or says how a learner that is a program breaks its protocol, and
// in which case.
func Hold(ctx context.Context, learner *algos.Spec, cases int, done func()) ([]Held, error) {
	var all []Held
	for p, why := range About(learner) {
		all = append(all, Held{Property: p, Silence: why})
	}
	var tasks errgroup.Group
	tasks.SetLimit(runtime.GOMAXPROCS(0))
	for i := range all {
		h := &all[i]
		if h.Silence != "" {
			done()
			continue
		}
		tasks.Go(func() error {
			h.Failure, h.Tried = newSearch(h.Property, []*algos.Spec{learner}, 1, cmp.Or(cases, h.Cases)).failure(ctx)
			done()
			return nil
		})
	}
	_ = tasks.Wait() // they have no errors
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	for _, h := range all {
		if f := h.Failure; f != nil && brokenProtocol(f.Err) {
			return nil, fmt.Errorf("property %s, in the case %s: %w", h.Name, f.Case.Unnamed(), f.Err)
		}
	}
	return all, nil
}

// Replay holds a learner to one property, in one case: "NAME; EXAMPLES", with what else there is
// after more semicolons, as [Held] failures have it.
func Replay(learner *algos.Spec, text string) (Held, error) {
	name, rest, _ := strings.Cut(text, ";")
	name = strings.TrimSpace(name)
	var names []string
	for p, why := range About(learner) {
		if p.Name != name {
			names = append(names, p.Name)
			continue
		}
		if why != "" {
			return Held{Property: p, Silence: why}, nil
		}
		c, err := stream.Parse(";" + rest)
		if err != nil {
			return Held{}, err
		}
		c.Learner = learner
		f := p.failure(c, "")
		if f != nil && brokenProtocol(f.Err) {
			return Held{}, f.Err
		}
		return Held{Property: p, Tried: 1, Failure: f}, nil
	}
	return Held{}, fmt.Errorf("%q: expected a property of %s, then its examples after a semicolon: %s", name, learner, strings.Join(names, ", "))
}
