package hunt

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
)

// plans are those that are run, and whether their hunts are to end with a refutation: by an island that is
// not the first, by two in one epoch, in the middle of an epoch, by a stream that the hunt begins with.
func plans(t *testing.T) map[bool]map[string]Plan {
	rounding := conjecture("perceptron", "updates", "mistakes", "0.1*3 > 0.3") // by rounding alone
	return map[bool]map[string]Plan{
		false: {
			"with known streams": {Conjecture: conjectureOf(t, "e-omm: later_mistakes <= T + R"), Seed: 1, Islands: 3,
				Epochs: 2},
			"in long epochs": {Conjecture: conjectureOf(t, "perceptron: updates <= (R/gamma0)^2"), Seed: 2, Islands: 2,
				Epochs: 2, Streams: 600, Cold: true},
			"with candidates": {Conjecture: rounding, Seed: 3, Islands: 2, Epochs: 3, Cold: true},
			"on one island": {Conjecture: conjectureOf(t, "pumma: mistakes <= 2 + T"), Seed: 4, Islands: 1, Epochs: 3,
				Cold: true},
		},
		true: {
			"last": {Conjecture: conjectureOf(t, "e-omm: later_mistakes <= r^2/4 where gamma > 0"), Seed: 3,
				Islands: 3, Epochs: 9, Cold: true},
			"twice": {Conjecture: conjectureOf(t, "pumma: mistakes <= 2 where r <= 2.2"), Seed: 2, Islands: 3, Epochs: 9,
				Cold: true},
			"in the middle": {Conjecture: conjectureOf(t, "perceptron: updates <= 0.9*(R/gamma0)^2 where R >= 2*gamma0"),
				Seed: 1, Islands: 2, Epochs: 9, Streams: 900, Cold: true},
			"from the start": {Conjecture: conjectureOf(t, "e-omm: mistakes <= 2"), Seed: 7, Islands: 2, Epochs: 3, Cold: true,
				From: Hunt{From: [][]theory.Example{adversarial.UnitVectors(4).Examples}}.Plan(adversarial.Conjecture{}).From},
		},
	}
}

// A hunt in process is its tasks in any order, each in a runner of its own that knows texts alone, even where
// what tasks ended with is lost now and then, and they are run again.
func TestTasksInAnyOrderAreTheHunt(t *testing.T) {
	t.Parallel()
	for refuted, all := range plans(t) {
		for name, p := range all {
			t.Run(fmt.Sprintf("%s/refuted=%t", name, refuted), func(t *testing.T) {
				t.Parallel()
				h := Hunt{Seed: p.Seed, Workers: p.Islands, Epochs: p.Epochs, Streams: p.Streams, Cold: p.Cold}
				for _, s := range p.From {
					h.From = append(h.From, s)
				}
				require.Equal(t, p, h.Plan(p.Conjecture))
				want := ran(t, h, p.Conjecture)
				require.Equal(t, refuted, want.Certificate != nil)
				text, err := json.Marshal(p)
				require.NoError(t, err)
				for order := range uint64(rapidtest.Count(1, 1, 30)) {
					got := stepped(t, text, rand.New(rand.NewPCG(p.Seed, order)))
					require.Equal(t, certificateOf(t, want), certificateOf(t, got))
					got.Certificate, got.Seconds = want.Certificate, want.Seconds
					require.Equal(t, want, got)
				}
			})
		}
	}
}

func certificateOf(t *testing.T, f Finding) string {
	if f.Certificate == nil {
		return ""
	}
	var text bytes.Buffer
	require.NoError(t, f.Certificate.Write(&text))
	return text.String()
}

// stepped is what the tasks of a plan come to, in an order that is drawn.
func stepped(t *testing.T, plan []byte, rng *rand.Rand) Finding {
	runner := func() (*Runner, Plan) {
		var p Plan
		require.NoError(t, json.Unmarshal(plan, &p))
		r, err := p.Runner()
		require.NoError(t, err)
		return r, p
	}
	r, p := runner()
	done := map[[2]int]Output{} // by epoch and island
	lost := map[[2]int]Output{}
	last := [2]int{p.Epochs, 0} // that need be run: those before it
	for {
		var ready [][2]int
		for epoch := range p.Epochs {
			for island := range p.Islands {
				_, ran := done[[2]int{epoch, island}]
				_, own := done[[2]int{epoch - 1, island}]
				if !ran && (epoch == 0 || own) && (epoch < last[0] || epoch == last[0] && island < last[1]) {
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
		out, err := r.Step(t.Context(), task[1], task[0], done[[2]int{task[0] - 1, task[1]}].State)
		require.NoError(t, err)
		if before, again := lost[task]; again {
			require.Equal(t, before, out, "to the byte")
		} else if len(lost) < 3 && rng.IntN(4) == 0 {
			lost[task] = out
			continue // it ends before it could say so
		}
		done[task] = out
		if out.Refuted {
			last = task
		}
	}
	var ends [][]byte
	for island := range p.Islands {
		epoch := last[0]
		if _, refuted := done[last]; !refuted || island > last[1] {
			epoch--
		}
		ends = append(ends, done[[2]int{epoch, island}].State)
	}
	found, err := r.Finding(t.Context(), ends)
	require.NoError(t, err, fmt.Sprint(last))
	return found
}

// A text of another hunt, island or epoch, or one that was changed, is refused, and so are ends that do not
// belong together.
func TestWrongTextsAreRefused(t *testing.T) {
	t.Parallel()
	plan := Plan{Conjecture: conjecture("e-omm", "later_mistakes", "T + R", ""), Seed: 1, Islands: 2, Epochs: 3,
		Cold: true}
	r, err := plan.Runner()
	require.NoError(t, err)
	var outs [2]Output
	for island := range outs {
		outs[island], err = r.Step(t.Context(), island, 0, nil)
		require.NoError(t, err)
	}
	next, err := r.Step(t.Context(), 0, 1, outs[0].State)
	require.NoError(t, err)
	longer := plan
	longer.Epochs = 9
	require.NotEqual(t, plan.Hash(), longer.Hash())
	more, err := longer.Runner()
	require.NoError(t, err)
	same, err := more.Step(t.Context(), 0, 1, outs[0].State)
	require.NoError(t, err)
	require.Equal(t, next, same, "a hunt can be given more epochs")

	changed := func(text []byte, old, new string) []byte {
		require.Contains(t, string(text), old)
		return bytes.Replace(text, []byte(old), []byte(new), 1)
	}
	for want, text := range map[string][]byte{
		"state of island 0 (from 0): after 2 epochs, expected 1": next.State,
		"label is 3, expected": changed(outs[0].State, `"y":1`, `"y":3`),
		"state of island 0 (from 0): unexpected end of JSON input": outs[0].State[:len(outs[0].State)-1],
	} {
		_, err := r.Step(t.Context(), 0, 1, text)
		require.ErrorContains(t, err, want)
	}
	for want, ends := range map[string][][]byte{
		"1 islands, expected 2, one for each worker":             {outs[0].State},
		"state of island 1 (from 0): after 1 epochs, expected 2": {next.State, outs[1].State},
	} {
		_, err := r.Finding(t.Context(), ends)
		require.ErrorContains(t, err, want)
	}
	for want, wrong := range map[string]Plan{
		"islands are 0":              {Conjecture: plan.Conjecture},
		"islands are 65537":          {Conjecture: plan.Conjecture, Islands: 1<<16 + 1},
		"epochs are -1":              {Conjecture: plan.Conjecture, Islands: 1, Epochs: -1},
		"streams of an epoch are -1": {Conjecture: plan.Conjecture, Islands: 1, Streams: -1},
		"stream 1 to start from: example 1": {Conjecture: plan.Conjecture, Islands: 1,
			From: Hunt{From: [][]theory.Example{{{Y: 3}}}}.Plan(plan.Conjecture).From},
		"nothing is called rr": {Conjecture: conjecture("e-omm", "mistakes", "rr", ""), Islands: 1},
	} {
		_, err := wrong.Runner()
		require.ErrorContains(t, err, want)
	}
	_, err = Plan{Conjecture: plan.Conjecture, Islands: 1 << 16}.Runner()
	require.NoError(t, err)
	for _, task := range [][2]int{{2, 0}, {0, 3}} {
		require.PanicsWithValue(t, fmt.Sprintf("hunt: task of island %d and epoch %d, expected islands below 2 and epochs below 3", task[0], task[1]), func() {
			_, _ = r.Step(t.Context(), task[0], task[1], nil)
		})
	}
}
