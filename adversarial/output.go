package adversarial

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"

	"marginlab/adversarial/certificate"
)

// Output is what a task ends with. State is the same to the byte wherever the task ran.
type Output struct {
	State []byte // of the island, for its next epoch; with the certificate, if there is one
	// Ratio is the best inside the domain so far, 0 if there is none, and at most [math.MaxFloat64];
	// that of the stream that was certified if there is a certificate.
	Ratio   float64
	Trials  int  // streams that the island has run, in all its epochs
	Refuted bool // the epoch ended with a certificate
}

// Step runs the task of an island and an epoch, both counted from 0. own is the state of the island one epoch
// before, nil in epoch 0. The error is that of ctx, says how own is not what it should be, or how the
// learner's program breaks its protocol, an *[external.Error], after which the Runner is of no use.
func (r *Runner) Step(ctx context.Context, island, epoch int, own []byte) (Output, error) {
	if island < 0 || island >= r.plan.Islands || epoch < 0 || r.plan.Epochs > 0 && epoch >= r.plan.Epochs {
		panic(fmt.Sprintf("adversarial: task of island %d and epoch %d, expected islands below %d and epochs below %d", island, epoch, r.plan.Islands, r.plan.Epochs))
	}
	n := newIsland()
	if epoch > 0 {
		var err error
		if n, _, err = r.readState(ctx, own, place{r.name, island, epoch}); err != nil {
			return Output{}, err
		}
	}
	n, found, err := r.step(ctx, island, n, nil)
	if err != nil {
		return Output{}, err
	}
	return r.output(island, n, found)
}

func (r *Runner) output(number int, n island, found *refutation) (o Output, err error) {
	f := r.finding([]island{n}, found)
	o = Output{Ratio: finite(f.Ratio), Trials: f.Trials, Refuted: found != nil}
	proof, err := found.text()
	if err != nil {
		return o, err
	}
	var text bytes.Buffer
	err = seal(&text, func(p *pieces) {
		p.fields(place{r.name, number, len(n.Spent)})
		p.raw(",")
		n.kept().write(p)
		p.raw(`,"refuted":`)
		p.value(proof)
	})
	o.State = text.Bytes()
	return o, err
}

// proofText is a refutation in JSON.
type proofText struct {
	Certificate json.RawMessage `json:"certificate"`
	Stream      stream          `json:"stream"`
}

func (f *refutation) text() (*proofText, error) {
	if f == nil {
		return nil, nil
	}
	var text bytes.Buffer
	err := f.certificate.Write(&text)
	return &proofText{text.Bytes(), f.stream}, err
}

func (t *proofText) refutation(classes int) (*refutation, error) {
	if t == nil {
		return nil, nil
	}
	if err := t.Stream.check(classes); err != nil {
		return nil, fmt.Errorf("stream of the certificate: %w", err)
	}
	c, err := certificate.Read(bytes.NewReader(t.Certificate))
	return &refutation{c, t.Stream}, err
}

// finite is a number that JSON has.
func finite(v float64) float64 {
	if math.IsNaN(v) {
		return math.MaxFloat64
	}
	return max(-math.MaxFloat64, min(v, math.MaxFloat64))
}

// Finding is what a hunt ended with, the same as of [Hunt.Run], from a state of each island. In a hunt that was
// not refuted they are those of one epoch. In one that island i refuted in epoch e they are those of
// epoch e up to island i, and of epoch e−1 after it, nil where there is none, as before epoch 0. The error says which is
// not what it should be, or is that of ctx.
func (r *Runner) Finding(ctx context.Context, states [][]byte) (Finding, error) {
	if len(states) != r.plan.Islands {
		return Finding{}, fmt.Errorf("finding of a hunt: %d states, expected one for each of %d islands", len(states), r.plan.Islands)
	}
	var all []island
	var found *refutation
	for i, state := range states {
		epochs := 0
		if len(all) > 0 {
			epochs = len(all[0].Spent)
		}
		if found != nil {
			if epochs--; epochs == 0 {
				break
			}
		}
		n, proof, err := r.readState(ctx, state, place{r.name, i, epochs})
		if err != nil {
			return Finding{}, err
		}
		if all = append(all, n); found == nil {
			found = proof
		}
	}
	return r.judged(ctx, r.finding(all, found), all), ctx.Err()
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
	case p.Island != expected.Island || expected.Epochs > 0 && p.Epochs != expected.Epochs:
		return fmt.Errorf("of island %d after %d epochs, expected island %d after %d", p.Island, p.Epochs, expected.Island, expected.Epochs)
	}
	return nil
}

type stateText struct {
	place
	kept
	Refuted *proofText `json:"refuted"`
}

// readState reads an island, and the refutation that it ended with, nil if there is none.
func (r *Runner) readState(ctx context.Context, text []byte, at place) (n island, found *refutation, err error) {
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
	if err == nil {
		found, err = t.Refuted.refutation(r.Classes)
	}
	if err != nil {
		return n, nil, fmt.Errorf("state of island %d: %w", at.Island, err)
	}
	return n, found, cmp.Or(r.failure(), ctx.Err())
}
