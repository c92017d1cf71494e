package adversarial

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/google/renameio/v2"
)

// state is a hunt between two rounds: with it, the hunt goes on as if it had not
// stopped.
type state struct {
	Conjecture Conjecture `json:"conjecture"`
	Seed       uint64     `json:"seed"`
	Workers    int        `json:"workers"`
	Round      int        `json:"round"`
	Trials     int        `json:"trials"`
	Seconds    float64    `json:"seconds"`
	Doubt      float64    `json:"doubt"`    // that of Finding
	Doubts     int        `json:"doubts"`   // attempts to certify that ended in doubt
	Patience   int        `json:"patience"` // the round before which none is made
	Streams    []stream   `json:"streams"`  // of the population; their scores are computed again
	population population
}

// save writes the state to a file as a whole, or leaves the file as it was.
func (s *state) save(file string) error {
	if file == "" {
		return nil
	}
	s.Streams = nil
	for _, bin := range slices.Sorted(maps.Keys(s.population)) {
		for _, m := range s.population[bin] {
			s.Streams = append(s.Streams, m.Stream)
		}
	}
	text, err := json.Marshal(s)
	if err == nil {
		err = renameio.WriteFile(file, append(text, '\n'), 0o644)
	}
	if err != nil {
		return fmt.Errorf("state of the hunt: %w", err)
	}
	return nil
}

// load reads the state of a hunt for the same conjecture, seed and workers.
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
	case old.Conjecture != s.Conjecture:
		return fmt.Errorf("state of the hunt: %s is of %q, dimensions %v, examples %v; expected %q, %v, %v", file,
			old.Conjecture, old.Conjecture.Dim, old.Conjecture.Examples, s.Conjecture, s.Conjecture.Dim, s.Conjecture.Examples)
	case old.Seed != s.Seed || old.Workers != s.Workers:
		return fmt.Errorf("state of the hunt: %s has seed %d and %d workers, expected %d and %d", file, old.Seed, old.Workers, s.Seed, s.Workers)
	case old.Round < 0 || old.Trials < 0 || !(old.Seconds >= 0):
		return fmt.Errorf("state of the hunt: %s has negative counts, expected those of a hunt", file)
	}
	old.population = population{}
	e := newEvaluator(t)
	for i, examples := range old.Streams {
		for k, x := range examples {
			if err := x.Check(examples.dim()); err != nil || len(x.X.Value) != examples.dim() {
				return fmt.Errorf("state of the hunt: %s: stream %d, example %d: expected %d finite coordinates and a label +1 or -1", file, i+1, k+1, examples.dim())
			}
		}
		if len(examples) > 0 {
			old.population.offer(member{examples, e.score(examples)})
		}
	}
	*s = old
	return nil
}
