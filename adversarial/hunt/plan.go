package hunt

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/theory"
)

// Plan is a hunt as tasks, one for each island and epoch. Islands are independent: a task is a pure function of
// the plan and its island's state one epoch before. So the tasks give the same, to the bit, in whichever order
// and wherever they run. [Runner.Step] runs one.
//
// An epoch is made of rounds of searching, short at first and of some 4000 streams later. Each ends with an
// attempt to certify what refutes the conjecture. The finding is the refutation of the least (epoch, island):
// once there is one, the tasks that come later in that order need not run, and those that come earlier must.
type Plan struct {
	Conjecture adversarial.Conjecture `json:"conjecture"`
	Seed       uint64                 `json:"seed"`
	Islands    int                    `json:"islands"` // from 1 to 65536
	Epochs     int                    `json:"epochs"`  // 0: no end
	Streams    int                    `json:"streams"` // that an island runs in an epoch, up to a round more; 0: one round
	Cold       bool                   `json:"cold"`    // as in [Hunt], and so is From
	From       []stream               `json:"from"`
}

const mostIslands = 1 << 16

// Hash identifies the hunt: it is the SHA-256 of the plan in JSON, in hexadecimal digits. Learners of one's own
// and the build of the program are not part of it.
func (p Plan) Hash() string {
	text, err := json.Marshal(p)
	if err != nil {
		panic(fmt.Sprintf("hunt: hash of a plan: %v", err)) // of a stream that a Runner would refuse
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))
}

// Runner runs the tasks of a plan, any number of them at once.
type Runner struct {
	t     *target
	plan  Plan                // with all that was left to the defaults
	known []adversarial.Known // the streams that the hunt starts from
}

// Runner checks the plan, and compiles its conjecture. The error says what is wrong and what was expected.
func (p Plan) Runner() (*Runner, error) {
	switch {
	case p.Islands < 1 || p.Islands > mostIslands:
		return nil, fmt.Errorf("plan of a hunt: islands are %d, expected them from 1 to %d", p.Islands, mostIslands)
	case p.Epochs < 0:
		return nil, fmt.Errorf("plan of a hunt: epochs are %d, expected a number, or 0 for no end", p.Epochs)
	case p.Streams < 0:
		return nil, fmt.Errorf("plan of a hunt: streams of an epoch are %d, expected a number, or 0 for one round", p.Streams)
	}
	t, err := compile(p.Conjecture)
	if err != nil {
		return nil, err
	}
	p.Conjecture = t.conjecture
	r := &Runner{t: t}
	for i, s := range p.From {
		if p.From[i], err = copyOf(s, t.classes); err != nil {
			return nil, fmt.Errorf("stream %d to start from: %w", i+1, err)
		}
		r.known = append(r.known, adversarial.Known{Name: Given(i), Examples: p.From[i]})
	}
	r.plan = p
	if p.Cold {
		return r, nil
	}
	known, err := adversarial.KnownStreams(t.classes)
	for _, k := range known {
		in := p.Conjecture
		if theory.Dim(k.Examples) <= in.Dim.High && len(k.Examples) <= in.Examples.High && err == nil {
			k.Examples, err = copyOf(k.Examples, t.classes)
			r.known = append(r.known, k)
		}
	}
	return r, err
}

// Plan is the plan with all that was left to the defaults: of two that say the same in other words it is the
// same.
func (r *Runner) Plan() Plan { return r.plan }

// Given names a stream of From in [Finding.Began].
func Given(i int) string { return fmt.Sprintf("stream %d that it was given", i+1) }

// start returns the island that a hunt begins with, with the streams that it starts from.
func (r *Runner) start(ctx context.Context) (island, error) {
	n, e := r.t.island(), newEvaluator(ctx, r.t)
	for _, k := range r.known {
		m := member{k.Examples, e.score(k.Examples)}
		if err := r.t.failure(); err != nil {
			return n, err
		}
		if err := ctx.Err(); err != nil {
			return n, fmt.Errorf(
				"the streams to start from were not scored in time, expected a longer budget, or none of them: %w", err)
		}
		n.Front.offer(m)
	}
	n.best = n.Front.top()
	return n, nil
}

// begin looks whether a stream that the hunt begins with refutes the claim: that of a certificate of the same
// claim, then one that does so in float64, then one whose ratio float64 cannot tell from 1.
func (r *Runner) begin(ctx context.Context, n island) island {
	e := newEvaluator(ctx, r.t)
	for _, k := range r.known {
		if c := k.Certificate; c != nil && adversarial.Same(c.Statement, r.plan.Conjecture.Statement) {
			made, err := r.t.problem.Certify(c.Stream, c.Comparator, certificate.Limit{Context: ctx})
			if err == nil {
				n.Refuted = refutationOf(made, member{k.Examples, e.score(k.Examples)})
				return n
			}
		}
	}
	n = n.attempt(ctx, r.t, false)
	for i := 0; i < len(r.known) && n.Refuted == nil; i++ {
		s := stream(r.known[i].Examples)
		if m := (member{s, e.score(s)}); m.score.tied() {
			n.judge(ctx, r.t, m, true)
		}
	}
	return n
}

// step returns an island after its next epoch; Refuted has the refutation that ended it. If ctx ends, the error says
// so, and the epoch of the island is unfinished.
func (r *Runner) step(ctx context.Context, number int, n island) (island, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(r.t.broken, stop)()
	if n.Epochs == 0 && number == 0 { // the others begin with the same
		n = r.begin(ctx, n)
	}
	n.Epochs++
	for before := n.Trials; n.Refuted == nil && ctx.Err() == nil; {
		n, _ = n.search(ctx, r.t, r.plan.Seed, number, roundOf(n.Rounds), nil)
		ended := n.Trials-before >= r.plan.Streams
		n = n.attempt(ctx, r.t, ended && r.plan.Streams > 0)
		if ended {
			break
		}
	}
	if n.Refuted != nil {
		return n, nil
	}
	return n, cmp.Or(r.t.failure(), ctx.Err())
}

// Output is what a task ends with. State is the same to the byte wherever the task ran.
type Output struct {
	State []byte // of the island, for its next epoch; with the certificate, if there is one
	// Ratio is the best inside the domain so far, 0 if there is none, and at most [math.MaxFloat64]; that of the
	// stream that was certified if there is a certificate.
	Ratio   float64
	Trials  int  // streams that the island has run, in all its epochs
	Refuted bool // the epoch ended with a certificate
}

// Step runs the task of an island and an epoch, both counted from 0. own is the state of the island one epoch
// before, nil in epoch 0. The error is that of ctx, says how own is not what it should be, or how the learner's
// program breaks its protocol, an *[external.Error], after which the Runner is of no use.
func (r *Runner) Step(ctx context.Context, number, epoch int, own []byte) (o Output, err error) {
	if number < 0 || number >= r.plan.Islands || epoch < 0 || r.plan.Epochs > 0 && epoch >= r.plan.Epochs {
		panic(fmt.Sprintf("hunt: task of island %d and epoch %d, expected islands below %d and epochs below %d",
			number, epoch, r.plan.Islands, r.plan.Epochs))
	}
	var n island
	if epoch == 0 {
		n, err = r.start(ctx)
	} else {
		n, err = r.read(ctx, number, epoch, own)
	}
	if err == nil {
		n, err = r.step(ctx, number, n)
	}
	if err != nil {
		return o, err
	}
	o = Output{Ratio: finite(max(0, n.best.Ratio)), Trials: n.Trials, Refuted: n.Refuted != nil}
	if o.Refuted {
		o.Ratio = finite(n.Refuted.Stream.score.Ratio)
	}
	o.State, err = json.Marshal(n)
	return o, err
}

// Finding is what a hunt ended with, the same as of [Hunt.Run], from a state of each island. In a hunt that was
// not refuted they are those of one epoch. In one that island i refuted in epoch e they are those of epoch e up
// to island i, and of epoch e−1 after it, nil where there is none, as before epoch 0. The error says which is not
// what it should be, or is that of ctx.
func (r *Runner) Finding(ctx context.Context, states [][]byte) (Finding, error) {
	all, err := islandsOf(ctx, r, states)
	if err != nil {
		return Finding{}, err
	}
	return r.finding(ctx, all), ctx.Err()
}

// islandsOf reads a state of each island. After one that was refuted they are of one epoch less, none after 0 epochs.
func islandsOf[Text ~[]byte](ctx context.Context, r *Runner, states []Text) (all []island, err error) {
	if len(states) != r.plan.Islands {
		return nil, fmt.Errorf("%d islands, expected %d, one for each worker", len(states), r.plan.Islands)
	}
	epochs, refuted := 0, false
	for i, state := range states {
		if refuted && epochs == 0 {
			break
		}
		n, err := r.read(ctx, i, epochs, state)
		if err != nil {
			return nil, err
		}
		if all, epochs = append(all, n), n.Epochs; n.Refuted != nil {
			refuted, epochs = true, epochs-1
		}
	}
	return all, nil
}

// read reads the state of an island after this many epochs, 0 for any number. The error may be that of ctx.
func (r *Runner) read(ctx context.Context, number, epochs int, text []byte) (n island, err error) {
	if err = json.Unmarshal(text, &n); err == nil {
		err = r.restore(ctx, &n)
	} else if errors.As(err, new(*json.UnmarshalTypeError)) {
		err = errors.New("it is of another version, expected one of this version; without --resume the hunt begins anew")
	}
	if err == nil && epochs > 0 && n.Epochs != epochs {
		err = fmt.Errorf("after %d epochs, expected %d", n.Epochs, epochs)
	}
	if err != nil {
		err = fmt.Errorf("state of island %d (from 0): %w", number, err)
	}
	return n, err
}

// restore computes what the state of an island leaves out. It trusts the streams and the counts; whoever prints a
// certificate verifies it.
func (r *Runner) restore(ctx context.Context, n *island) error {
	e, wrong := newEvaluator(ctx, r.t), error(nil)
	score := func(m *member) {
		s, err := copyOf(m.stream, r.t.classes)
		if err == nil && len(s) == 0 {
			err = errors.New("a stream has no examples, expected one")
		}
		wrong = cmp.Or(wrong, err)
		*m = member{s, e.score(s)}
	}
	for bin, a := range n.Front {
		score(&a.Best)
		if n.Front[bin] = a; wrong == nil && (a.Tries < 0 || a.Best.score.bin() != bin) {
			wrong = fmt.Errorf("a stream at place %d with %d tries, expected it at place %d with 0 or more",
				bin, a.Tries, a.Best.score.bin())
		}
	}
	if n.Attained != nil {
		score(n.Attained)
	}
	if n.Refuted != nil {
		score(&n.Refuted.Stream)
		c, err := n.Refuted.certificate()
		if err == nil && !adversarial.Same(c.Statement, r.t.conjecture.Statement) {
			err = fmt.Errorf("its certificate is of %s, expected one of %s", c.Statement, r.t.conjecture)
		}
		wrong = cmp.Or(wrong, err)
	}
	if wrong != nil {
		return wrong
	}
	if n.Front == nil {
		n.Front = front{}
	}
	n.best = n.Front.top()
	if len(n.Moves) != len(r.t.moves()) || min(n.Rounds, n.Trials, n.Doubts, n.Patience, n.Met) < 0 || n.Epochs < 1 {
		return fmt.Errorf("%d moves, %d rounds and %d epochs, expected those of a hunt of this conjecture",
			len(n.Moves), n.Rounds, n.Epochs)
	}
	return cmp.Or(r.t.failure(), ctx.Err())
}

// finite is a number that JSON has.
func finite(v float64) float64 {
	if math.IsNaN(v) {
		return math.MaxFloat64
	}
	return max(-math.MaxFloat64, min(v, math.MaxFloat64))
}
