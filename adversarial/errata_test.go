package adversarial_test

import (
	"bytes"
	"flag"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/adversarial/hunt"
	"marginlab/algos/exact"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
)

var update = flag.Bool("update", false, "hunt for the certificates of the errata anew, and rewrite them")

// runHunt runs a hunt that ends after the given number of streams, in rounds of 4000 a worker.
func runHunt(t *testing.T, c adversarial.Conjecture, workers, trials int) hunt.Finding {
	t.Helper()
	found, err := hunt.Hunt{Seed: 1, Workers: workers, Trials: trials}.Run(t.Context(), c)
	require.NoError(t, err, "%s", c)
	return found
}

type byHand struct {
	stream     []exact.Example
	comparator exact.Vector
}

// unfindable returns the streams that the hunt does not find: for a learner without a float64 model, and for a
// comparator at the very border of its domain.
func unfindable() map[string]byHand {
	// Example 5.1 of HKNS25 with c = 4 and r = 2/c, as printed: an update at each of
	// the ten steps, and a mistake at every second.
	var example []exact.Example
	for range 5 {
		example = append(example, exact.Example{X: exact.Floats(4, 1), Y: 1}, exact.Example{X: exact.Floats(4.5, -1), Y: -1})
	}
	long := exact.Floats(10)
	tenth := exact.Example{X: exact.Vector{big.NewRat(1, 10)}, Y: 1}
	return map[string]byHand{
		// BH16's step 4 skips the second; then the two learners have different
		// directions, and err at the fourth or not.
		"naromma-step-4": {stream: []exact.Example{
			{X: exact.Floats(4, 0), Y: 1}, {X: exact.Floats(2, 0), Y: 1}, {X: exact.Floats(2.5, 4), Y: 1}, {X: exact.Floats(-1, 4), Y: 1},
		}},
		"updates-are-not-mistakes": {stream: example},
		"randomized-long": {
			stream: slices.Repeat([]exact.Example{{X: long, Y: 1}, {X: long, Y: -1}}, 18), comparator: exact.Floats(0),
		},
		"randomized-short": {stream: slices.Repeat([]exact.Example{tenth}, 10), comparator: exact.Floats(10)},
	}
}

func TestUpdateErrata(t *testing.T) {
	if !*update {
		t.Skip("it hunts for certificates: -update runs it; the other tests check those that are there")
	}
	for _, e := range adversarial.Errata() {
		var c *certificate.Certificate
		if by, ok := unfindable()[e.Name]; ok {
			p, err := adversarial.Compile(e.Printed)
			require.NoError(t, err, e.Name)
			c, err = p.Certify(by.stream, by.comparator, certificate.Limit{})
			require.NoError(t, err, e.Name)
		} else {
			for seed := range uint64(4) { // the one with the fewest examples
				found, err := hunt.Hunt{Seed: seed, Workers: 2, Trials: 400_000}.Run(t.Context(), adversarial.Conjecture{Statement: e.Printed})
				require.NoError(t, err)
				if new := found.Certificate; c == nil || new != nil && len(new.Stream) < len(c.Stream) {
					c = new
				}
			}
			require.NotNil(t, c, "%s: nothing found", e.Name)
		}
		var text bytes.Buffer
		require.NoError(t, c.Write(&text))
		require.NoError(t, os.WriteFile(filepath.Join("testdata", e.Name+".json"), text.Bytes(), 0o644))
		t.Logf("%s: %d examples in %d dimensions", e.Name, len(c.Stream), len(c.Stream[0].X))
	}
}

// Every erratum has a certificate, valid, of just the statement as printed.
func TestErrataAreCertified(t *testing.T) {
	for _, e := range adversarial.Errata() {
		t.Run(e.Name, func(t *testing.T) {
			c, err := e.Certificate()
			require.NoError(t, err)
			require.Equal(t, e.Printed, c.Statement)
			adversarial.RequireValid(t, c)
		})
	}
}

// tooLong is refuted in a test of package theory by a stream of 434,895 corrections, too long for a trap or a
// certificate.
const tooLong = "alma-inseparable-printed"

// An erratum's rows are in the table, refuted and proved, and a row on an online
// learner that is refuted has an erratum, or a question with a certificate.
func TestErrataHaveTheirRows(t *testing.T) {
	status := map[string]theory.Status{}
	for _, g := range theory.Table() {
		if g.Task != theory.Batch { // those are refuted by tests of package normalized
			status[g.ID] = g.Status
		}
	}
	refuted := map[string]bool{}
	for _, e := range adversarial.Errata() {
		if e.Row != "" {
			require.Equal(t, theory.RefutedAsPrinted, status[e.Row], e.Name)
			refuted[e.Row] = true
		}
		if e.Proved != "" {
			require.Equal(t, theory.Proved, status[e.Proved], "%s: %s", e.Name, e.Proved)
		}
	}
	for _, q := range adversarial.Open() {
		if q.Refuted && q.Row != "" {
			require.Equal(t, theory.Refuted, status[q.Row], q.Name)
			refuted[q.Row] = true
		}
	}
	require.Equal(t, theory.RefutedAsPrinted, status[tooLong])
	delete(status, tooLong)
	for id, s := range status {
		require.Equal(t, s.IsRefuted(), refuted[id], "%s: a certificate and the status", id)
	}
}

// The corrected statement survives the certificate's stream and a hunt.
func TestCorrectedStatementsSurvive(t *testing.T) {
	for _, e := range adversarial.Errata() {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			c, err := e.Certificate()
			require.NoError(t, err)
			p, err := adversarial.Compile(e.Corrected)
			require.NoError(t, err)
			order, err := p.Compare(c.Stream, c.Comparator, certificate.Limit{})
			require.NoError(t, err)
			require.False(t, order > 0)
			if testing.Short() {
				return
			}
			found := runHunt(t, adversarial.Conjecture{Statement: e.Corrected}, 1, rapidtest.Count(0, 500, 100_000))
			require.True(t, found.Certificate == nil, "%s is refuted by %v", e.Corrected, found.Best)
			if e.Corrected.Against == "" { // ties of two learners go either way by rounding
				require.LessOrEqual(t, found.Ratio, 1+1e-9, "%v", found.Best)
			}
			if e.Corrected.Claim != "0" { // where the ratio is 0
				require.Greater(t, found.Ratio, 0.1, "the hunt came nowhere near")
			}
		})
	}
}

// constructed are the questions that streams of traps refute, which are not minimal.
var constructed = []string{
	"amira-k-best-two", "amira-k-best-near-three", "perceptron-norm-3-eight-fifths", "pumma-three-halves",
	"romma-relative", "e-omm-relative", "n-omm-relative", "pumma-relative", "mcp-relative",
	"romma-by-diameter", "amira-five-halves", "alma-by-margin", "perceptron-strict",
}

// The streams that the hunt found are minimal: no example, dimension or unit of a coordinate can be removed. Where
// there is a comparator, another one may refute less.
func TestCertificatesAreMinimal(t *testing.T) {
	names := map[string]bool{}
	for _, e := range adversarial.Errata() {
		_, byHand := unfindable()[e.Name]
		names[e.Name] = !byHand
	}
	for _, q := range adversarial.Open() {
		names[q.Name] = q.Refuted && !slices.Contains(constructed, q.Name)
	}
	seen := 0
	for name, hunted := range names {
		c, err := adversarial.Erratum{Name: name}.Certificate()
		if !hunted || c.Comparator != nil {
			continue
		}
		require.NoError(t, err)
		seen++
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			requireMinimal(t, c)
		})
	}
	require.Greater(t, seen, 10)
}

func requireMinimal(t *testing.T, c *certificate.Certificate) {
	p, err := adversarial.Compile(c.Statement)
	require.NoError(t, err)
	stays := func(what string, stream []exact.Example) {
		order, err := p.Compare(stream, nil, certificate.Limit{})
		require.False(t, err == nil && order > 0, what)
	}
	stream := c.Stream
	for i := range stream {
		if len(stream) > 1 {
			stays("without an example", slices.Delete(slices.Clone(stream), i, i+1))
		}
		for k, v := range stream[i].X {
			if v.Sign() == 0 || !v.IsInt() {
				continue
			}
			for _, less := range []*big.Rat{new(big.Rat), new(big.Rat).Sub(v, big.NewRat(int64(v.Sign()), 1))} {
				other := slices.Clone(stream)
				other[i].X = slices.Clone(other[i].X)
				other[i].X[k] = less
				stays("with a smaller coordinate", other)
			}
		}
	}
}
