package adversarial

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"

	"marginlab/adversarial/certificate"
)

// Output is what a task ends with. Its texts are the same to the byte wherever the task ran.
type Output struct {
	State  []byte // of the island, for its next epoch
	Elites []byte // for the neighbour before it in the ring
	// Ratio and Ease are the best inside the domain so far, 0 if there is none, and at most
	// [math.MaxFloat64]; those of the stream that was certified if there is a certificate.
	Ratio, Ease float64
	Trials      int    // streams that the island has run, in all its epochs
	Best        []byte // the stream that reaches the ratio, as a [Record] in JSON; nil if there is none
	Certificate []byte // in JSON, nil if the epoch ended without a refutation
}

// Step runs the task of an island and an epoch, both counted from 0. own is the state of the
// island one epoch before, neighbour are the elites of island (island+1) mod Islands then; both
// are nil in epoch 0. The error is that of ctx, says which of the texts is not what it should be, or how
// the learner's program breaks its protocol, an *[external.Error], after which the Runner is of no use.
func (r *Runner) Step(ctx context.Context, island, epoch int, own, neighbour []byte) (Output, error) {
	if island < 0 || island >= r.plan.Islands || epoch < 0 || r.plan.Epochs > 0 && epoch >= r.plan.Epochs {
		panic(fmt.Sprintf("adversarial: task of island %d and epoch %d, expected islands below %d and epochs below %d", island, epoch, r.plan.Islands, r.plan.Epochs))
	}
	n, arrivals := newIsland(), []stream(nil)
	if epoch > 0 {
		var err error
		if n, err = r.readState(ctx, own, place{r.name, island, epoch}); err != nil {
			return Output{}, err
		}
		if arrivals, err = readElites(neighbour, place{r.name, (island + 1) % r.plan.Islands, epoch}, r.Classes); err != nil {
			return Output{}, err
		}
	}
	n, found, err := r.step(ctx, island, n, arrivals, nil)
	if err != nil {
		return Output{}, err
	}
	return r.output(island, n, found)
}

func (r *Runner) output(number int, n island, found *refutation) (o Output, err error) {
	at, f := place{r.name, number, len(n.Spent)}, r.finding([]island{n}, found)
	o.Ratio, o.Ease, o.Trials = finite(f.Ratio), finite(f.Ease), f.Trials
	var text bytes.Buffer
	if err := seal(&text, func(p *pieces) { p.fields(at); p.raw(","); n.kept().write(p) }); err != nil {
		return o, err
	}
	o.State = bytes.Clone(text.Bytes())
	if o.Elites, err = sealed(elitesText{at, n.elites()}); err != nil {
		return o, err
	}
	if len(f.Best) > 0 {
		text.Reset()
		if err := (Record{f.Conjecture.Whole(), o.Ratio, f.Best}).Write(&text); err != nil {
			return o, err
		}
		o.Best = bytes.Clone(text.Bytes())
	}
	if found != nil {
		text.Reset()
		err = found.certificate.Write(&text)
		o.Certificate = text.Bytes()
	}
	return o, err
}

// finite is a number that JSON has.
func finite(v float64) float64 {
	if math.IsNaN(v) {
		return math.MaxFloat64
	}
	return max(-math.MaxFloat64, min(v, math.MaxFloat64))
}

// Finding is what a hunt ended with, the same as of [Hunt.Run]. last has an output for each
// island. In a hunt that was not refuted they are those of one epoch. In one that island i
// refuted in epoch e they are those of epoch e up to island i, and of epoch e−1 after it; where
// there is none, as before epoch 0, the output is the zero value. The error says which is not
// what it should be, or is that of ctx.
func (r *Runner) Finding(ctx context.Context, last []Output) (Finding, error) {
	if len(last) != r.plan.Islands {
		return Finding{}, fmt.Errorf("finding of a hunt: %d outputs, expected one for each of %d islands", len(last), r.plan.Islands)
	}
	var all []island
	var found *refutation
	for i, o := range last {
		epochs := 0
		if len(all) > 0 {
			epochs = len(all[0].Spent)
		}
		if found != nil {
			if epochs--; epochs == 0 {
				break
			}
		}
		n, err := r.readState(ctx, o.State, place{r.name, i, epochs})
		if err != nil {
			return Finding{}, err
		}
		if o.Certificate != nil && found == nil {
			if found, err = o.refutation(); err != nil {
				return Finding{}, fmt.Errorf("refutation by island %d: %w", i, err)
			}
		}
		all = append(all, n)
	}
	return r.judged(ctx, r.finding(all, found), all), ctx.Err()
}

func (o Output) refutation() (*refutation, error) {
	c, err := certificate.Read(bytes.NewReader(o.Certificate))
	if err != nil {
		return nil, err
	}
	best, err := ReadRecord(bytes.NewReader(o.Best))
	return &refutation{c, best.Stream}, err
}

// place says whose a text is: of which hunt, which island, and after how many epochs; in one that
// is expected, 0 is for any number.
type place struct {
	Hunt   string `json:"hunt"`
	Island int    `json:"island"`
	Epochs int    `json:"epochs"`
}

// check returns an error if a text is of another place than was expected.
func (p place) check(expected place) error {
	switch {
	case p.Hunt != expected.Hunt:
		return fmt.Errorf("of the hunt %q, expected %q", p.Hunt, expected.Hunt)
	case expected.Island != anyIsland && p.Island != expected.Island || expected.Epochs > 0 && p.Epochs != expected.Epochs:
		return fmt.Errorf("of island %d after %d epochs, expected island %d after %d", p.Island, p.Epochs, expected.Island, expected.Epochs)
	}
	return nil
}

const anyIsland = -1

type stateText struct {
	place
	kept
}

type elitesText struct {
	place
	Streams []stream `json:"streams"`
}

func (r *Runner) readState(ctx context.Context, text []byte, at place) (n island, err error) {
	e := newEvaluator(r.target)
	e.ctx = ctx
	var t stateText
	if err = unsealed(text, &t); err == nil {
		err = t.check(at)
	}
	if err == nil {
		n, err = t.island(e)
	}
	if err == nil && len(n.Spent) != t.Epochs {
		err = fmt.Errorf("of %d epochs, expected %d", len(n.Spent), t.Epochs)
	}
	if err != nil {
		return n, fmt.Errorf("state of island %d: %w", at.Island, err)
	}
	return n, cmp.Or(r.failure(), ctx.Err())
}

func readElites(text []byte, at place, classes int) ([]stream, error) {
	var t elitesText
	err := unsealed(text, &t)
	if err == nil {
		err = t.check(at)
	}
	for i, s := range t.Streams {
		if err == nil && s.check(classes) != nil {
			err = fmt.Errorf("stream %d: %w", i+1, s.check(classes))
		}
	}
	if err != nil {
		return nil, fmt.Errorf("elites of island %d: %w", at.Island, err)
	}
	return t.Streams, nil
}
