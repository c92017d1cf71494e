package adversarial

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"sync"

	"marginlab/theory"
)

// Plan is a hunt as tasks, one for each island and epoch. Islands are independent: a task is a pure
// function of the plan and its island's state one epoch before. So the tasks give the same, to the
// bit, in whichever order and wherever they run. [Runner.Step] runs one.
//
// An epoch is made of rounds of searching, short at first and of some 4000 streams later. Each
// ends with an attempt to certify what refutes the conjecture. The finding is the
// refutation of the least (epoch, island): once there is one, the tasks that come later in
// that order need not run, and those that come earlier must.
type Plan struct {
	Conjecture Conjecture
	Seed       uint64
	Islands    int // from 1 to 65536
	Epochs     int // 0: no end
	Streams    int // that an island runs in an epoch, up to a round more; 0: one round
	// Cold and From are as in [Hunt].
	Cold bool
	From [][]theory.Example
}

const mostIslands = 1 << 16

// planText is a plan in JSON.
type planText struct {
	Conjecture Conjecture `json:"conjecture"`
	Seed       uint64     `json:"seed"`
	Islands    int        `json:"islands"`
	Epochs     int        `json:"epochs"`
	Streams    int        `json:"streams"`
	Cold       bool       `json:"cold"`
	From       []stream   `json:"from"`
}

// MarshalJSON implements [json.Marshaler]. Learners of one's own are left out.
func (p Plan) MarshalJSON() ([]byte, error) {
	text := planText{p.Conjecture, p.Seed, p.Islands, p.Epochs, p.Streams, p.Cold, nil}
	var err error
	text.From, err = copies(p.From, p.Conjecture.Classes)
	if err != nil {
		return nil, err
	}
	return json.Marshal(text)
}

// UnmarshalJSON implements [json.Unmarshaler]. [Plan.Runner] checks the plan.
func (p *Plan) UnmarshalJSON(text []byte) error {
	var t planText
	if err := json.Unmarshal(text, &t); err != nil {
		return err
	}
	*p = Plan{t.Conjecture, t.Seed, t.Islands, t.Epochs, t.Streams, t.Cold, nil}
	for _, s := range t.From {
		p.From = append(p.From, s)
	}
	return nil
}

// Hash identifies the hunt: it is the SHA-256 of the plan in JSON, in hexadecimal digits. It
// panics if [Plan.Runner] would refuse a stream of From. The build of the program is not part of it.
func (p Plan) Hash() string {
	text, err := json.Marshal(p)
	if err != nil {
		panic(fmt.Sprintf("adversarial: hash of a plan: %v", err))
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))
}

// copies are streams of examples that may be sparse, checked.
func copies(from [][]theory.Example, classes int) ([]stream, error) {
	all := make([]stream, len(from))
	for i, examples := range from {
		var err error
		if all[i], err = copyOf(examples, classes); err != nil {
			return nil, fmt.Errorf("stream %d to start from: %w", i+1, err)
		}
	}
	return all, nil
}

// Runner runs the tasks of a plan, any number of them at once.
type Runner struct {
	*target
	plan Plan   // with all that was left to the defaults
	name string // the hash of the plan without its end, so that more epochs can follow
	from []stream

	starting sync.Mutex
	first    *island  // that all islands begin with, once it is made
	tied     []member // of the streams that it was made of, as they were given

	reading sync.Once
	begins  []knownStream
	unread  error
}

// Runner checks the plan, and prepares its conjecture. The error says what is wrong and what was
// expected.
func (p Plan) Runner() (*Runner, error) {
	switch {
	case p.Islands < 1 || p.Islands > mostIslands:
		return nil, fmt.Errorf("plan of a hunt: islands are %d, expected them from 1 to %d", p.Islands, mostIslands)
	case p.Epochs < 0:
		return nil, fmt.Errorf("plan of a hunt: epochs are %d, expected a number, or 0 for no end", p.Epochs)
	case p.Streams < 0:
		return nil, fmt.Errorf("plan of a hunt: streams of an epoch are %d, expected a number, or 0 for one round", p.Streams)
	}
	t, err := prepare(p.Conjecture)
	if err != nil {
		return nil, err
	}
	p.Conjecture = t.Conjecture
	from, err := copies(p.From, t.Classes)
	if err != nil {
		return nil, err
	}
	endless := p
	endless.Epochs = 0
	return &Runner{target: t, plan: p, name: endless.Hash(), from: from}, nil
}

// Plan is the plan with all that was left to the defaults: of two that say the same in other
// words it is the same.
func (r *Runner) Plan() Plan { return r.plan }

// step is an island after its next epoch, and the refutation that ended the epoch, nil if there
// is none. progress, if not nil, is told after each round how many streams the epoch has run. If
// ctx ends, the error says so, and the island is that of an unfinished epoch.
func (r *Runner) step(ctx context.Context, number int, n island, progress func(streams int)) (island, *refutation, error) {
	ctx, stop := r.within(ctx)
	defer stop()
	var found *refutation
	best := n.elites() // tried again, by the pools as they are now
	if len(n.Spent) == 0 {
		first, err := r.start(ctx)
		if err != nil {
			return n, nil, r.reason(err)
		}
		if n = first; number == 0 { // the others have the same
			n, found = r.begin(ctx, n)
		}
	}
	n.Spent = append(n.Spent[:len(n.Spent):len(n.Spent)], 0)
	for spent := 0; found == nil && ctx.Err() == nil; {
		var streams int
		n, streams = n.search(ctx, r.target, r.plan.Seed, number, streamsOf(n.Rounds), best)
		n.note(streams)
		ended := r.plan.Streams > 0 && spent+streams >= r.plan.Streams
		if n, found = n.attempt(ctx, r.target); found == nil {
			n, found = n.settle(ctx, r.target, ended)
		}
		spent, best = spent+streams, nil
		if progress != nil {
			progress(spent)
		}
		if spent >= r.plan.Streams {
			break
		}
	}
	if found != nil {
		return n, found, nil
	}
	return n, nil, r.reason(ctx.Err())
}

// reason is what the learner's program broke, if that is why there is an error.
func (r *Runner) reason(err error) error {
	if broken := r.failure(); broken != nil {
		return broken
	}
	return err
}
