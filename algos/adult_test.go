package algos_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/maxmargin"
	"marginlab/benchdata"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
)

// adult is Adult as HKNS25 has it: separated, γ∗ = 1, b∗ = 0, in a random order
// from a fixed seed, in contiguous memory.
func adult(t testing.TB) []theory.Example {
	t.Helper()
	data := os.Getenv(benchdata.DataEnv)
	if data == "" {
		data = filepath.Join("..", "..", "shared", "data")
	}
	dir, err := benchdata.Find("adult", data)
	if err != nil {
		t.Skip(err)
	}
	examples, _, err := benchdata.Adult(context.Background(), dir)
	require.NoError(t, err)
	dim := theory.Dim(examples)
	s, err := maxmargin.Solve(context.Background(), examples, dim, maxmargin.Options{})
	require.NoError(t, err)
	c := benchdata.Certificate{W: s.Classifier.W, Gamma: s.Gamma, Plus: s.Plus, Minus: s.Minus}
	examples, c = benchdata.NormaliseMargin(examples, c)
	examples, _ = benchdata.RemoveBias(examples, c)
	return contiguous(examples, dim)
}

// One pass over Adult: n-OMM ends at the maximum margin, which is 1, e-OMM below
// it; and τ costs far less than a pass an update.
func TestAdult(t *testing.T) {
	rapidtest.Slow(t)
	examples := adult(t)
	dim := theory.Dim(examples)
	for _, spec := range everyLearner(t) {
		s := algos.NewSeparation(examples)
		tr, err := spec.Run(context.Background(), dim, slices.Values(examples), s.Updated)
		require.NoError(t, err)
		margin := tr.Classifier.Margin(examples)
		_, separated := s.Tau()
		require.Less(t, s.Evaluated(), 30*len(examples)+tr.Updates*len(examples)/20, spec.String())
		switch spec.String() {
		case "n-omm":
			require.InDelta(t, 1, margin, 1e-6)
			require.InDelta(t, 1, tr.Gamma, 1e-6)
			require.True(t, separated)
		case "e-omm":
			require.Greater(t, margin, 0.5)
			require.LessOrEqual(t, margin, 1+1e-9)
			require.GreaterOrEqual(t, tr.Gamma, 1-1e-9)
			require.LessOrEqual(t, tr.Mistakes, 20)
			require.True(t, separated)
		}
	}
}
