package adversarial_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/theory"
	"marginlab/theory/rapidtest"
)

// planned is a plan with what its hunt is to come to.
type planned struct {
	adversarial.Plan
	refuted bool
}

func plans() map[string]planned {
	false3 := conjecture("e-omm", "mistakes", "2", "r <= 3")
	return map[string]planned{
		"survives":       {adversarial.Plan{Conjecture: conjecture("e-omm", "later_mistakes", "T + R", ""), Seed: 1, Islands: 3, Epochs: 4}, false},
		"long epochs":    {adversarial.Plan{Conjecture: conjecture("perceptron", "updates", "(R/gamma0)^2", ""), Seed: 2, Islands: 2, Epochs: 2, Streams: 600}, false},
		"by rounding":    {adversarial.Plan{Conjecture: conjecture("perceptron", "updates", "mistakes", "0.1*3 > 0.3"), Seed: 3, Islands: 2, Epochs: 3}, false},
		"one island":     {adversarial.Plan{Conjecture: conjecture("pumma", "mistakes", "2 + T", ""), Seed: 4, Islands: 1, Epochs: 3, Cold: true}, false},
		"refuted":        {adversarial.Plan{Conjecture: false3, Seed: 5, Islands: 4, Epochs: 40, Cold: true}, true},
		"refuted within": {adversarial.Plan{Conjecture: conjecture("e-omm", "later_mistakes", "r^2/2", "r >= 2"), Seed: 6, Islands: 2, Epochs: 20, Streams: 2_000, Cold: true}, true},
		"by the start": {adversarial.Plan{
			Conjecture: conjecture("e-omm", "mistakes", "2", ""), Seed: 7, Islands: 2, Epochs: 3, Cold: true,
			From: [][]theory.Example{adversarial.UnitVectors(4).Examples},
		}, true},
	}
}

// A hunt in process is its tasks in any order, each in a runner of its own that knows texts alone, even where
// what tasks ended with is lost now and then, and they are run again.
func TestTasksInAnyOrderAreTheHunt(t *testing.T) {
	t.Parallel()
	for name, p := range plans() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hunt := adversarial.Hunt{Seed: p.Seed, Workers: p.Islands, Epochs: p.Epochs, Streams: p.Streams, Cold: p.Cold, From: p.From}
			require.Equal(t, p.Plan, hunt.Plan(p.Conjecture))
			want, err := hunt.Run(t.Context(), p.Conjecture)
			require.NoError(t, err)
			require.Equal(t, p.refuted, want.Certificate != nil)
			text, err := json.Marshal(p.Plan)
			require.NoError(t, err)
			for order := range uint64(rapidtest.Count(1, 2, 30)) {
				got := stepped(t, text, rand.New(rand.NewPCG(p.Seed, order)))
				require.Equal(t, certificateOf(t, want), certificateOf(t, got))
				got.Certificate, got.Seconds = want.Certificate, want.Seconds
				require.Equal(t, want, got)
			}
		})
	}
}

func certificateOf(t *testing.T, f adversarial.Finding) string {
	if f.Certificate == nil {
		return ""
	}
	var text bytes.Buffer
	require.NoError(t, f.Certificate.Write(&text))
	return text.String()
}

// stepped is what the tasks of a plan come to, in an order that is drawn.
func stepped(t *testing.T, plan []byte, rng *rand.Rand) adversarial.Finding {
	runner := func() (*adversarial.Runner, adversarial.Plan) {
		var p adversarial.Plan
		require.NoError(t, json.Unmarshal(plan, &p))
		r, err := p.Runner()
		require.NoError(t, err)
		return r, p
	}
	r, p := runner()
	done := map[[2]int]adversarial.Output{} // by epoch and island
	last := [2]int{p.Epochs, 0}             // that need be run: those before it
	for lost := 0; ; {
		var ready [][2]int
		for epoch := range p.Epochs {
			for island := range p.Islands {
				_, ran := done[[2]int{epoch, island}]
				_, own := done[[2]int{epoch - 1, island}]
				_, neighbour := done[[2]int{epoch - 1, (island + 1) % p.Islands}]
				if !ran && (epoch == 0 || own && neighbour) && (epoch < last[0] || epoch == last[0] && island < last[1]) {
					ready = append(ready, [2]int{epoch, island})
				}
			}
		}
		if len(ready) == 0 {
			break
		}
		task := ready[rng.IntN(len(ready))]
		if rng.IntN(3) == 0 {
			r, _ = runner() // another process
		}
		own, neighbour := done[[2]int{task[0] - 1, task[1]}], done[[2]int{task[0] - 1, (task[1] + 1) % p.Islands}]
		out, err := r.Step(t.Context(), task[1], task[0], own.State, neighbour.Elites, nil)
		require.NoError(t, err)
		if lost < 3 && rng.IntN(4) == 0 {
			lost++
			continue // it ends before it could say so
		}
		done[task] = out
		if out.Certificate != nil {
			last = task
		}
	}
	var ends []adversarial.Output
	for island := range p.Islands {
		epoch := last[0]
		if _, refuted := done[last]; !refuted || island > last[1] {
			epoch--
		}
		ends = append(ends, done[[2]int{epoch, island}])
	}
	found, err := r.Finding(ends)
	require.NoError(t, err, fmt.Sprint(last))
	return found
}
