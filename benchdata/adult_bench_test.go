package benchdata_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	. "marginlab/benchdata"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// BenchmarkAdult times the stages of the pipeline.
func BenchmarkAdult(b *testing.B) {
	dir := adultFolder(b)
	b.Run("stage=read", func(b *testing.B) {
		for b.Loop() {
			_, _, err := ReadAdult(dir)
			require.NoError(b, err)
		}
	})
	b.Run("stage=all", func(b *testing.B) {
		for b.Loop() {
			_, facts, err := Adult(context.Background(), dir)
			require.NoError(b, err)
			b.ReportMetric(float64(facts.Kept), "rows")
		}
	})
}

// BenchmarkDiameters measures D₊, D₋, D̄ and Δ of Adult after separation, of a9a, and of as many
// Gaussian points, nearly all pairs of which are as far as the bounds can tell.
func BenchmarkDiameters(b *testing.B) {
	adult, facts := separatedAdult(b)
	a9a, err := open(publicFile(b, "libsvm/a9a.gz"), Options{})
	require.NoError(b, err)
	rnd, gaussian := rand.New(rand.NewPCG(1, 2)), make([]theory.Example, 35_508)
	for i := range gaussian {
		gaussian[i] = theory.Example{X: vec.Dense(rapidtest.Normal(rnd, 96, 1)...), Y: theory.Label(1 - 2*(i%2))}
	}
	for _, data := range []struct {
		name     string
		examples []theory.Example
		dim      int
	}{{"adult", adult, facts.Columns}, {"a9a", a9a.Examples, a9a.Dim}, {"gaussian", gaussian, 96}} {
		b.Run("data="+data.name, func(b *testing.B) {
			for b.Loop() {
				theory.Diameters(data.examples, data.dim)
			}
		})
	}
}
