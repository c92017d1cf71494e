package adversarial

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"marginlab/internal/atomicfile"
)

// state is a hunt between two epochs, as it is in a file: with it, the hunt goes on as if it had
// not stopped.
type state struct {
	stateHead
	Islands allKept `json:"islands"`
}

type allKept []kept

// UnmarshalJSON implements [json.Unmarshaler].
func (all *allKept) UnmarshalJSON(text []byte) error {
	*all = nil
	return each(text, func(k kept) error {
		*all = append(*all, k)
		if k.Credit == nil {
			return fmt.Errorf("island %d has no credit of moves, expected it", len(*all))
		}
		return nil
	})
}

// stateHead is a state without its islands.
type stateHead struct {
	Conjecture Conjecture `json:"conjecture"`
	Seed       uint64     `json:"seed"`
	Workers    int        `json:"workers"` // how many islands there are
	Streams    int        `json:"streams"` // that of Plan
	Start      string     `json:"start"`   // a hash of the streams that it started from
	Epoch      int        `json:"epoch"`
	Trials     int        `json:"trials"`
	Seconds    float64    `json:"seconds"`
}

// kept is an island in a file. Scores are computed again, and everything stays in its
// order.
type kept struct {
	history
	Population map[int][]stream `json:"population"`
	Pools      [2][]arm         `json:"pools"`
	Credit     credit           `json:"credit"`
}

func (n island) kept() kept {
	k := kept{n.history, map[int][]stream{}, [2][]arm{n.pools[0], n.pools[1]}, n.credit}
	for bin, all := range n.population {
		for _, m := range all {
			k.Population[bin] = append(k.Population[bin], m.Stream)
		}
	}
	return k
}

// write writes the keys of the island, stream by stream.
func (k kept) write(p *pieces) {
	p.fields(k.history)
	p.raw(`,"population":`)
	bins := map[string][]stream{}
	for bin, all := range k.Population {
		bins[strconv.Itoa(bin)] = all
	}
	object(p, bins, func(all []stream) { list(p, all, func(s stream) { p.value(s) }) })
	p.raw(`,"pools":`)
	list(p, k.Pools[:], func(all []arm) { list(p, all, func(a arm) { p.value(a) }) })
	p.raw(`,"credit":`)
	p.value(k.Credit)
}

// save writes the state to a file as a whole, or leaves the file as it was.
func (n *session) save() error {
	if n.State == "" {
		return nil
	}
	if err := n.saveTo(n.State); err != nil {
		return fmt.Errorf("state of the hunt: %w", err)
	}
	return nil
}

func (n *session) saveTo(path string) error {
	f, err := atomicfile.Create(path)
	if err != nil {
		return err
	}
	defer f.Cleanup() // does nothing once the file has its name
	w := bufio.NewWriter(f)
	if err := cmp.Or(n.write(w), w.Flush()); err != nil {
		return err
	}
	return f.Commit()
}

// write writes the state in pieces of a stream: all of it, as text, takes several times as much
// memory as the streams.
func (n *session) write(w io.Writer) error {
	return seal(w, func(p *pieces) {
		p.fields(n.head())
		p.raw(`,"islands":`)
		list(p, n.islands, func(i island) { p.raw("{"); i.kept().write(p); p.raw("}") })
	})
}

// head is the state of the session without its islands.
func (n *session) head() stateHead {
	return stateHead{
		Conjecture: n.target.Conjecture, Seed: n.Seed, Workers: len(n.islands), Streams: n.Streams, Start: n.startHash(),
		Epoch: n.epochs(), Trials: n.trials(), Seconds: n.seconds,
	}
}

// startHash is a hash of the streams that the hunt starts from: whether it is cold, and From.
func (r *Runner) startHash() string {
	text, err := json.Marshal(r.from)
	if err != nil {
		panic("adversarial: a checked stream cannot be written: " + err.Error())
	}
	return fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(text, " %t", r.plan.Cold)))
}

// load reads the state of a hunt for the same conjecture, seed, workers and start.
func (n *session) load(ctx context.Context, file string) error {
	old, err := readState(file)
	if err != nil {
		return err
	}
	switch s := n.head(); {
	case !old.Conjecture.same(s.Conjecture):
		return fmt.Errorf("state of the hunt: %s is of %q, dimensions %v, examples %v; expected %q, %v, %v", file,
			old.Conjecture, old.Conjecture.Dim, old.Conjecture.Examples, s.Conjecture, s.Conjecture.Dim, s.Conjecture.Examples)
	case old.Seed != s.Seed || old.Workers != s.Workers:
		return fmt.Errorf("state of the hunt: %s has seed %d and %d workers, expected %d and %d", file, old.Seed, old.Workers, s.Seed, s.Workers)
	case old.Streams != s.Streams:
		return fmt.Errorf("state of the hunt: %s has epochs of %d streams, expected %d", file, old.Streams, s.Streams)
	case old.Start != s.Start:
		return fmt.Errorf("state of the hunt: %s started from other streams, expected the same: cold or not, and the same files", file)
	}
	if n.islands, err = old.islands(ctx, file, n.target); err != nil {
		return err
	}
	n.seconds = old.Seconds
	return nil
}

func readState(file string) (state, error) {
	var s state
	text, err := os.ReadFile(file)
	if err != nil {
		return s, fmt.Errorf("state of the hunt: %w", err)
	}
	if err := unsealed(text, &s); err != nil {
		return s, fmt.Errorf("state of the hunt: %s: %w", file, err)
	}
	return s, nil
}

// islands are those of the state, checked. The error may be that of ctx.
func (s state) islands(ctx context.Context, file string, t *target) (all []island, err error) {
	if len(s.Islands) != s.Workers || s.Workers < 1 {
		return nil, fmt.Errorf("state of the hunt: %s has %d islands, expected one for each of %d workers", file, len(s.Islands), s.Workers)
	}
	e, trials := newEvaluator(t), 0
	e.ctx = ctx
	for i, k := range s.Islands {
		n, err := k.island(e)
		if err == nil && len(n.Spent) != s.Epoch {
			err = fmt.Errorf("%d epochs, expected %d", len(n.Spent), s.Epoch)
		}
		if err != nil {
			return nil, fmt.Errorf("state of the hunt: %s: island %d: %w", file, i+1, err)
		}
		trials += n.trials()
		all = append(all, n)
	}
	if trials != s.Trials || !(s.Seconds >= 0) {
		return nil, fmt.Errorf("state of the hunt: %s has %d streams in %v s, expected %d", file, s.Trials, s.Seconds, trials)
	}
	return all, cmp.Or(t.failure(), ctx.Err())
}

// ReadState reads what a hunt has come to so far from the file of its state. The error may be that
// of ctx.
func ReadState(ctx context.Context, file string) (Finding, error) {
	s, err := readState(file)
	if err != nil {
		return Finding{}, err
	}
	if spec, _, err := parseLearner(s.Conjecture.Learner, nil); err == nil && spec.Kind.Code != nil {
		return Finding{}, fmt.Errorf("state of the hunt: %s: its learner is a program, %s, which a file does not start",
			file, spec.Kind.Code.Command)
	}
	t, err := prepare(s.Conjecture)
	if err != nil {
		return Finding{}, fmt.Errorf("state of the hunt: %s: %w", file, err)
	}
	islands, err := s.islands(ctx, file, t)
	if err != nil {
		return Finding{}, err
	}
	f := (&Runner{target: t}).judged(ctx, t.finding(islands, nil), islands)
	f.Seconds = s.Seconds
	return f, nil
}

// adds reports whether the counts are those of a hunt: each round ran its streams, and the best
// ratio rose in the order of epochs.
func (h history) adds() bool {
	if min(h.Rounds, h.Doubts, h.Patience, h.Met) < 0 || !(h.Doubt >= 0) {
		return false
	}
	spent := 0
	for _, n := range h.Spent {
		if n < 0 {
			return false
		}
		spent += n
	}
	least := 0
	for round := 0; round < h.Rounds && least <= spent; round++ {
		least += streamsOf(round)
	}
	for i, r := range h.Rises {
		if r.Epoch < 0 || r.Epoch > len(h.Spent) || i > 0 && (r.Epoch <= h.Rises[i-1].Epoch || !(r.Ratio > h.Rises[i-1].Ratio)) {
			return false
		}
	}
	return least <= spent
}

func (k kept) island(e *evaluator) (island, error) {
	n := e.target.island()
	if !k.adds() {
		return n, errors.New("counts that do not add up, expected those of a hunt")
	}
	n.history = k.history
	if len(k.Credit) != len(n.credit) {
		return n, fmt.Errorf("credit of %d moves, expected %d", len(k.Credit), len(n.credit))
	}
	copy(n.credit, k.Credit)
	if k.Attained != nil {
		if err := k.Attained.check(e.Classes); err != nil {
			return n, fmt.Errorf("stream that attains the claim: %w", err)
		}
	}
	for bin, all := range k.Population {
		for i, c := range all {
			if err := c.check(e.Classes); err != nil {
				return n, fmt.Errorf("population, bin %d, stream %d: %w", bin, i+1, err)
			}
			n.population[bin] = append(n.population[bin], member{c, e.score(c)})
		}
	}
	for pool, arms := range k.Pools {
		for i, a := range arms {
			if err := a.Stream.check(e.Classes); err != nil {
				return n, fmt.Errorf("pool %d, pattern %d: %w", pool, i+1, err)
			}
			a.score, a.pattern = e.score(a.Stream), e.patternOf(a.Stream)
			n.pools[pool] = append(n.pools[pool], a)
		}
	}
	n.best = n.population.top()
	return n, nil
}

// check returns what is wrong with a stream of a file.
func (s stream) check(classes int) error {
	if len(s) == 0 {
		return errors.New("no examples, expected one")
	}
	for i, e := range s {
		if err := checkOf(e, s.dim(), classes); err != nil || len(e.X.Value) != s.dim() {
			return fmt.Errorf("example %d: expected %d finite coordinates and a label +1 or -1, or a class", i+1, s.dim())
		}
	}
	return nil
}
