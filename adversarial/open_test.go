package adversarial_test

import (
	"bytes"
	"flag"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/adversarial/hunt"
	"marginlab/algos"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

var budget = flag.Duration("budget", 10*time.Second, "how long -update hunts for each open question")

// TestUpdateOpen hunts for the open questions, and keeps results better than the records. Each hunt also begins with
// the streams that earlier hunts found.
func TestUpdateOpen(t *testing.T) {
	if !*update {
		t.Skip("it hunts for better records: -update runs it; TestOpenQuestionsHaveTheirRecords checks those that are there")
	}
	var from [][]theory.Example
	for _, q := range adversarial.Open() {
		t.Run(q.Name, func(t *testing.T) {
			best, _ := q.Record() // there may be none yet
			for seed := range uint64(2) {
				found, err := hunt.Hunt{Seed: seed + 1, Budget: *budget / 2, From: from}.Run(t.Context(), q.Conjecture)
				require.NoError(t, err)
				if c := found.Certificate; c != nil {
					require.True(t, q.Refuted, "refuted by %v", found.Best)
					var text bytes.Buffer
					require.NoError(t, c.Write(&text))
					require.NoError(t, os.WriteFile(filepath.Join("testdata", q.Name+".json"), text.Bytes(), 0o644))
					return
				}
				if found.Ratio > best.Ratio {
					best, _ = found.Record()
					from = append(from, best.Stream)
				}
			}
			require.False(t, q.Refuted, "nothing was found: %v", best.Ratio)
			var text bytes.Buffer
			require.NoError(t, best.Write(&text))
			require.NoError(t, os.WriteFile(filepath.Join("testdata", "open", q.Name+".json"), text.Bytes(), 0o644))
			t.Logf("%v", best.Ratio)
		})
	}
}

// A question has a certificate that refutes it, or a stream with the recorded ratio, at most 1.
func TestOpenQuestionsHaveTheirRecords(t *testing.T) {
	rapidtest.Slow(t)
	for _, q := range adversarial.Open() {
		t.Run(q.Name, func(t *testing.T) {
			if q.Refuted {
				c, err := q.Certificate()
				require.NoError(t, err)
				require.Equal(t, q.Conjecture.Statement, c.Statement)
				adversarial.RequireValid(t, c)
				return
			}
			record, err := q.Record()
			require.NoError(t, err)
			require.Equal(t, q.Conjecture.Statement, record.Statement)
			require.NoError(t, hunt.Verify(record))
			require.LessOrEqual(t, record.Ratio, 1+1e-6)
			require.Greater(t, record.Ratio, 0.3, "nothing was found yet")
		})
	}
}

// A hunt that found no stream has no record.
func TestFindingWithoutARecord(t *testing.T) {
	_, ok := hunt.Finding{}.Record()
	require.False(t, ok)
}

// A hunt that starts from a stream ends with one at least as good.
func TestHuntStartsFromStreams(t *testing.T) {
	q := adversarial.Thresholds()[3] // of OMM's fourth mistake
	record, err := q.Record()
	require.NoError(t, err)
	h := hunt.Hunt{Seed: 1, Workers: 1, Trials: 1, From: [][]theory.Example{record.Stream}}
	found, err := h.Run(t.Context(), q.Conjecture)
	require.NoError(t, err)
	require.GreaterOrEqual(t, found.Ratio, record.Ratio-1e-9)
	h.From = [][]theory.Example{{{X: vec.Dense(1), Y: 0}}}
	_, err = h.Run(t.Context(), q.Conjecture)
	require.ErrorContains(t, err, "stream 1 to start from: example 1: label is 0")
}

// The proved thresholds agree with the rows of the table: the least r² that allows the number of mistakes. The known r²
// lie above, and rise with the mistakes.
func TestThresholdsLieAboveWhatIsProved(t *testing.T) {
	known, rooms := map[string]float64{}, map[string]adversarial.Conjecture{}
	for _, q := range adversarial.Thresholds() {
		l, m := q.Learner, float64(q.Mistakes)
		require.Less(t, allowance(l, q.Proved*(1-1e-9)), m, q.Name)
		require.GreaterOrEqual(t, allowance(l, q.Proved+1e-4), m, q.Name)

		require.Greater(t, q.Conjecture.Dim.High, rooms[l].Dim.High, "%s has room for one mistake more", q.Name)
		require.Greater(t, q.Conjecture.Examples.High, rooms[l].Examples.High, q.Name)
		rooms[l] = q.Conjecture

		least, err := q.Least()
		require.NoError(t, err)
		require.GreaterOrEqual(t, least, q.Proved*(1-1e-6), q.Name)
		require.GreaterOrEqual(t, least, known[l]*(1-1e-6), q.Name)
		known[l] = least
		require.False(t, math.IsInf(least, 0), q.Name)
	}
}

// allowance returns how many mistakes after its opening the proved rows allow the learner at an r². Nothing else about
// the stream is known: its other lengths may be infinite.
func allowance(learner string, square float64) float64 {
	var tr theory.Trace
	algos.MustParse(learner).Caption(&tr)
	infinite := math.Inf(1)
	s := tr.Setting(theory.Evidence{Geometry: theory.Geometry{
		Separable: true, D: math.Sqrt(square), Gamma: 1, DPlus: infinite, DMinus: infinite, DBar: infinite, Delta: infinite,
	}})
	least := infinite
	for _, g := range theory.Table() {
		if g.Status == theory.Proved && g.Quantity == "later_mistakes" && g.Applies(&tr) {
			least = min(least, g.Bound(s))
		}
	}
	return least
}

// Hunts of many classes read the known binary streams with the class 0 for +1 and 1 for −1.
func TestKnownStreamsOfManyClasses(t *testing.T) {
	two, err := adversarial.KnownStreams(0)
	require.NoError(t, err)
	many, err := adversarial.KnownStreams(3)
	require.NoError(t, err)
	require.Greater(t, len(many), len(two))
	byName := map[string][]theory.Example{}
	for _, k := range many {
		byName[k.Name] = k.Examples
	}
	for _, k := range two {
		for i, e := range k.Examples {
			require.Equal(t, theory.Label(1-(1+int(e.Y))/2), byName[k.Name][i].Y, k.Name)
		}
	}
}
