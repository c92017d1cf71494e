package adversarial

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"marginlab/theory/whole"
)

// state is a hunt between two epochs: with it, the hunt goes on as if it had not
// stopped.
type state struct {
	Conjecture Conjecture `json:"conjecture"`
	Seed       uint64     `json:"seed"`
	Workers    int        `json:"workers"` // how many islands there are
	Start      string     `json:"start"`   // a hash of the streams that it started from
	Epoch      int        `json:"epoch"`
	Trials     int        `json:"trials"`
	Improved   int        `json:"improved"` // that of Finding
	Rises      []Rise     `json:"rises"`    // those of Finding
	Seconds    float64    `json:"seconds"`
	Doubt      float64    `json:"doubt"`    // that of Finding
	Doubts     int        `json:"doubts"`   // attempts to certify that ended in doubt
	Patience   int        `json:"patience"` // the epoch before which none is made
	Tried      int        `json:"tried"`    // the epochs after which one was made, or not to be made
	Islands    []kept     `json:"islands"`
	Seal       string     `json:"seal"` // a hash of the rest, which guards against accidents
	islands    []island
}

// kept is an island in a file. Scores are computed again, and everything stays in its
// order.
type kept struct {
	Population map[int][]stream `json:"population"`
	Pools      [2][]arm         `json:"pools"`
	Credit     credit           `json:"credit"`
}

// save writes the state to a file as a whole, or leaves the file as it was.
func (s *state) save(file string) error {
	if file == "" {
		return nil
	}
	text, err := s.file().unsealed()
	if err == nil {
		text = fmt.Appendf(bytes.TrimSuffix(text, []byte(`"}`)), "%s\"}\n", sealOf(text))
		err = whole.WriteFile(file, text)
	}
	if err != nil {
		return fmt.Errorf("state of the hunt: %w", err)
	}
	return nil
}

// file is the state as it is in a file.
func (s *state) file() *state {
	s.Islands = nil
	for _, n := range s.islands {
		k := kept{Population: map[int][]stream{}, Pools: [2][]arm{n.pools[0], n.pools[1]}, Credit: n.credit}
		for bin, all := range n.population {
			for _, m := range all {
				k.Population[bin] = append(k.Population[bin], m.Stream)
			}
		}
		s.Islands = append(s.Islands, k)
	}
	return s
}

// unsealed is the text of a file with the state, whose seal, which comes last, is empty.
func (s *state) unsealed() ([]byte, error) {
	f := *s
	f.Seal = ""
	return json.Marshal(f)
}

func sealOf(unsealed []byte) string { return fmt.Sprintf("%x", sha256.Sum256(unsealed)) }

// load reads the state of a hunt for the same conjecture, seed, workers and start.
func (s *state) load(file string, t *target) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("state of the hunt: %w", err)
	}
	var old state
	if err := json.Unmarshal(text, &old); err != nil {
		return fmt.Errorf("state of the hunt: %s: %w", file, err)
	}
	switch {
	case !old.Conjecture.same(s.Conjecture):
		return fmt.Errorf("state of the hunt: %s is of %q, dimensions %v, examples %v; expected %q, %v, %v", file,
			old.Conjecture, old.Conjecture.Dim, old.Conjecture.Examples, s.Conjecture, s.Conjecture.Dim, s.Conjecture.Examples)
	case old.Seed != s.Seed || old.Workers != s.Workers:
		return fmt.Errorf("state of the hunt: %s has seed %d and %d workers, expected %d and %d", file, old.Seed, old.Workers, s.Seed, s.Workers)
	case old.Start != s.Start:
		return fmt.Errorf("state of the hunt: %s started from other streams, expected the same: cold or not, and the same files", file)
	case len(old.Islands) != old.Workers:
		return fmt.Errorf("state of the hunt: %s has %d islands, expected one for each of %d workers", file, len(old.Islands), old.Workers)
	}
	if text, err = old.unsealed(); err != nil || sealOf(text) != old.Seal {
		return fmt.Errorf("state of the hunt: %s is not as a hunt wrote it: its seal is %q, expected %q", file, old.Seal, sealOf(text))
	}
	if !old.adds() {
		return fmt.Errorf("state of the hunt: %s has counts that do not add up, expected those of a hunt", file)
	}
	e := newEvaluator(t)
	for i, k := range old.Islands {
		n, err := k.island(e)
		if err != nil {
			return fmt.Errorf("state of the hunt: %s: island %d: %w", file, i+1, err)
		}
		old.islands = append(old.islands, n)
	}
	old.Conjecture = s.Conjecture // with learners of one's own
	*s = old
	return nil
}

// adds reports whether the counts of a state are those of a hunt: of every epoch, each island ran
// its streams, and the best ratio rose last where Improved says.
func (s *state) adds() bool {
	if min(s.Epoch, s.Improved, s.Doubts, s.Patience, s.Tried) < 0 || s.Tried > s.Epoch+1 || !(s.Seconds >= 0) {
		return false
	}
	least := 0
	for e := 0; e < s.Epoch && least <= s.Trials; e++ {
		least += s.Workers * streamsOf(e)
	}
	last := 0
	for i, r := range s.Rises {
		if i > 0 && r.Trials <= last {
			return false
		}
		last = r.Trials
	}
	return least <= s.Trials && last == s.Improved && last <= s.Trials
}

// ReadState reads what a hunt has come to so far from the file of its state.
func ReadState(file string) (Finding, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return Finding{}, fmt.Errorf("state of a hunt: %w", err)
	}
	var s state
	if err := json.Unmarshal(text, &s); err != nil {
		return Finding{}, fmt.Errorf("state of a hunt: %s: %w", file, err)
	}
	if spec, _, err := parseLearner(s.Conjecture.Learner, nil); err == nil && spec.Core().Kind.Code != nil {
		return Finding{}, fmt.Errorf("state of a hunt: %s: its learner is a program, %s, which a file does not start", file, spec.Core().Kind.Code.Command)
	}
	t, err := prepare(s.Conjecture)
	if err != nil {
		return Finding{}, fmt.Errorf("state of a hunt: %s: %w", file, err)
	}
	s.Conjecture = t.Conjecture
	if err := s.load(file, t); err != nil {
		return Finding{}, err
	}
	return s.finding(t, nil, nil), nil
}

func (k kept) island(e *evaluator) (island, error) {
	n := newIsland()
	if len(k.Credit) != len(n.credit) {
		return n, fmt.Errorf("credit of %d moves, expected %d", len(k.Credit), len(n.credit))
	}
	copy(n.credit, k.Credit)
	for bin, all := range k.Population {
		for i, c := range all {
			if err := c.check(); err != nil {
				return n, fmt.Errorf("population, bin %d, stream %d: %w", bin, i+1, err)
			}
			n.population[bin] = append(n.population[bin], member{c, e.score(c)})
		}
	}
	for pool, arms := range k.Pools {
		for i, a := range arms {
			if err := a.Stream.check(); err != nil {
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
func (s stream) check() error {
	if len(s) == 0 {
		return errors.New("no examples, expected one")
	}
	for i, e := range s {
		if err := e.Check(s.dim()); err != nil || len(e.X.Value) != s.dim() {
			return fmt.Errorf("example %d: expected %d finite coordinates and a label +1 or -1", i+1, s.dim())
		}
	}
	return nil
}
