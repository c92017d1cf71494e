package benchdata_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	. "marginlab/benchdata"
	"marginlab/theory"
)

func TestDefault(t *testing.T) {
	set := Default()
	require.Len(t, set.Examples, 569)
	require.Equal(t, 30, set.Dim)
	require.Equal(t, [2]string{"malignant", "benign"}, set.Labels)
	require.Equal(t, "breast_cancer", set.Name)
	require.NoError(t, theory.CheckAll(set.Examples, set.Dim))
	plus := 0
	for j := range set.Dim {
		var sum, squares float64
		for _, e := range set.Examples {
			sum += e.X.At(j)
			squares += e.X.At(j) * e.X.At(j)
			if j == 0 && e.Y == theory.Positive {
				plus++
			}
		}
		require.InDelta(t, 0, sum/569, 1e-12)
		require.InDelta(t, 1, squares/569, 1e-12)
	}
	require.Equal(t, 357, plus)
}

// The embedded file is the public one below a header of comments that names its
// authors and its licence.
func TestEmbeddedFileIsThePublicOne(t *testing.T) {
	ours, err := os.ReadFile("data/breast_cancer.csv")
	require.NoError(t, err)
	header := 0
	for line := range bytes.Lines(ours) {
		if line[0] != '#' {
			break
		}
		header += len(line)
	}
	require.Contains(t, string(ours[:header]), "10.24432/C5DW2B")
	require.Contains(t, string(ours[:header]), "CC BY 4.0")
	public, err := os.ReadFile(publicFile(t, "uci/breast_cancer.csv"))
	require.NoError(t, err)
	require.True(t, bytes.Equal(public, ours[header:]))
}
