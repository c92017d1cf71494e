package benchdata_test

import (
	"bytes"
	"os"
	"slices"
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
	mean, squares, plus := moments(set.Examples, set.Dim)
	require.InDeltaSlice(t, make([]float64, 30), mean, 1e-12)
	require.InDeltaSlice(t, slices.Repeat([]float64{1}, 30), squares, 1e-12)
	require.Equal(t, 357, plus)
}

// moments are the means of the coordinates and of their squares, and how many examples are positive.
func moments(examples []theory.Example, d int) (mean, squares []float64, plus int) {
	mean, squares = make([]float64, d), make([]float64, d)
	for _, e := range examples {
		for k := range d {
			v := e.X.At(k)
			mean[k] += v / float64(len(examples))
			squares[k] += v * v / float64(len(examples))
		}
		if e.Y == theory.Positive {
			plus++
		}
	}
	return mean, squares, plus
}

func TestIris(t *testing.T) {
	set, of := Iris(), DefaultClasses()
	require.Len(t, set.Examples, 100)
	require.NoError(t, theory.CheckAll(set.Examples, set.Dim))
	require.Equal(t, [2]string{"setosa", "versicolor"}, set.Labels)
	mean, _, _ := moments(set.Examples, set.Dim)
	require.InDeltaSlice(t, make([]float64, 4), mean, 1e-14)
	for i, e := range set.Examples {
		require.Equal(t, theory.Label(2*(i%2)-1), e.Y)
		for j := range set.Dim {
			require.InDelta(t, of.Examples[i/2+i%2*50].X.At(j)-of.Examples[0].X.At(j), e.X.At(j)-set.Examples[0].X.At(j), 1e-12)
		}
	}
}

func TestDefaultClasses(t *testing.T) {
	s := DefaultClasses()
	require.Equal(t, "iris", s.Name)
	require.Equal(t, []string{"setosa", "versicolor", "virginica"}, s.Classes)
	require.Equal(t, []int{50, 50, 50}, counts(s))
	require.Equal(t, 4, s.Dim)
	requireOneMatrix(t, s)
	// Fisher (1936), Table I: the first and the last flower.
	require.Equal(t, []float64{5.1, 3.5, 1.4, 0.2}, s.Examples[0].X.Value)
	require.Equal(t, []float64{5.9, 3.0, 5.1, 1.8}, s.Examples[149].X.Value)
	for k := range s.Classes {
		require.NoError(t, theory.CheckAll(s.Against(k), s.Dim))
	}
}

// The embedded files are the public ones below a header of comments that names
// their authors and their licence.
func TestEmbeddedFilesAreThePublicOnes(t *testing.T) {
	for name, doi := range map[string]string{"breast_cancer.csv": "10.24432/C5DW2B", "iris.csv": "10.24432/C56C76"} {
		t.Run(name, func(t *testing.T) {
			ours, err := os.ReadFile("data/" + name)
			require.NoError(t, err)
			header := 0
			for line := range bytes.Lines(ours) {
				if line[0] != '#' {
					break
				}
				header += len(line)
			}
			require.Contains(t, string(ours[:header]), doi)
			require.Contains(t, string(ours[:header]), "CC BY 4.0")
			public, err := os.ReadFile(publicFile(t, "uci/"+name))
			require.NoError(t, err)
			require.True(t, bytes.Equal(public, ours[header:]))
		})
	}
}
