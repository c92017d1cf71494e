package adversarial_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/formula"
	"marginlab/theory/vec"
)

var budget = flag.Duration("budget", 10*time.Second, "how long -update hunts for each open question")

// TestUpdateOpen hunts for the open questions, and keeps what is better than what
// is there.
func TestUpdateOpen(t *testing.T) {
	if !*update {
		t.Skip("without -update the records are checked, not made")
	}
	for _, q := range adversarial.Open() {
		t.Run(q.Name, func(t *testing.T) {
			best, _ := q.Record() // there may be none yet
			for seed := range uint64(2) {
				found, err := adversarial.Hunt{Seed: seed + 1, Budget: *budget / 2}.Run(t.Context(), q.Conjecture)
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

// knownStreams are those of all records and of the certificates of the questions.
func knownStreams(t *testing.T) (streams [][]theory.Example) {
	t.Helper()
	for _, q := range adversarial.Open() {
		if record, err := q.Record(); err == nil && len(record.Stream) > 0 {
			streams = append(streams, record.Stream)
		}
		c, err := q.Certificate()
		if err != nil {
			continue
		}
		streams = append(streams, certificate.Rounded(c.Stream))
	}
	return streams
}

// No stream that is known, of whichever question, beats a record.
func TestRecordsAreTheBestKnown(t *testing.T) {
	for _, q := range adversarial.Open() {
		if q.Refuted {
			continue
		}
		record, err := q.Record()
		require.NoError(t, err)
		for _, stream := range knownStreams(t) {
			ratio, inside, err := q.Conjecture.Evaluate(stream)
			require.NoError(t, err)
			require.True(t, !inside || ratio <= record.Ratio+1e-6, "%s: %v is above the record %v, on %v", q.Name, ratio, record.Ratio, stream)
		}
	}
}

// A question has a certificate that refutes it, or a stream whose ratio is what is
// recorded, and at most 1.
func TestOpenQuestionsHaveTheirRecords(t *testing.T) {
	for _, q := range adversarial.Open() {
		t.Run(q.Name, func(t *testing.T) {
			if q.Refuted {
				c, err := q.Certificate()
				require.NoError(t, err)
				require.Equal(t, q.Conjecture.Whole(), c.Statement)
				require.NoError(t, c.Verify(certificate.Limit{}))
				return
			}
			record, err := q.Record()
			require.NoError(t, err)
			require.Equal(t, q.Conjecture.Whole(), record.Statement)
			require.NoError(t, record.Verify())
			require.LessOrEqual(t, record.Ratio, 1+1e-6)
			require.Greater(t, record.Ratio, 0.3, "nothing was found yet")
		})
	}
}

// The least r at which a question says that m mistakes can be had is that of its row: the
// recursion allows m there, and m−1 below.
func TestFirstMistakesAreThoseOfTheRecursions(t *testing.T) {
	seen := 0
	for _, q := range adversarial.Open() {
		count, asked := strings.CutPrefix(q.Conjecture.Where, "later_mistakes >= ")
		if !asked || q.Refuted {
			continue
		}
		seen++
		m, err := strconv.ParseFloat(count, 64)
		require.NoError(t, err)
		claim, err := formula.Parse(q.Conjecture.Claim)
		require.NoError(t, err)
		learner, err := algos.Parse(q.Conjecture.Learner)
		require.NoError(t, err)
		row := theory.Row("omm-s1-recursion")
		if slices.Contains(learner.Families(), "pumma") {
			row = theory.Row("pumma-p2-recursion")
		}
		for factor, most := range map[float64]float64{1 - 1e-9: m - 1, 1 + 1e-9: m} {
			s := theory.Setting{Trace: &theory.Trace{Space: learner.Norm()}}
			s.D, s.Gamma = factor/claim.Float(nil), 1
			require.Equal(t, most, row.Bound(s), q.Name)
		}
	}
	require.Equal(t, 7, seen)
}

// A hunt that starts from a stream is no worse than it.
func TestHuntStartsFromStreams(t *testing.T) {
	for _, q := range adversarial.Open() {
		if q.Name != "omm-four-mistakes" {
			continue
		}
		record, err := q.Record()
		require.NoError(t, err)
		hunt := adversarial.Hunt{Seed: 1, Workers: 1, Trials: 1, From: [][]theory.Example{record.Stream}}
		found, err := hunt.Run(t.Context(), q.Conjecture)
		require.NoError(t, err)
		require.GreaterOrEqual(t, found.Ratio, record.Ratio-1e-9)
		hunt.From = [][]theory.Example{{{X: vec.Dense(1), Y: 0}}}
		_, err = hunt.Run(t.Context(), q.Conjecture)
		require.ErrorContains(t, err, "stream 1 to start from: example 1: label is 0")
	}
}
