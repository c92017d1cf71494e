package benchdata_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	. "marginlab/benchdata"
	"marginlab/theory"
)

// BenchmarkAdult times the stages of the pipeline.
func BenchmarkAdult(b *testing.B) {
	dir := adultFolder(b)
	b.Run("stage=read", func(b *testing.B) {
		for b.Loop() {
			_, err := ReadAdult(dir)
			require.NoError(b, err)
		}
	})
	raw, err := ReadAdult(dir)
	require.NoError(b, err)
	b.Run("stage=encode", func(b *testing.B) {
		for b.Loop() {
			raw.Examples(DropFirst)
		}
	})
	b.Run("stage=all", func(b *testing.B) {
		for b.Loop() {
			_, facts, err := Adult(context.Background(), dir, AdultOptions{})
			require.NoError(b, err)
			b.ReportMetric(float64(facts.Kept), "rows")
		}
	})
}

// BenchmarkDiameters measures D₊, D₋, D̄ and Δ of Adult after separation.
func BenchmarkDiameters(b *testing.B) {
	examples, facts := separatedAdult(b)
	b.Run("data=adult", func(b *testing.B) {
		for b.Loop() {
			theory.Diameters(examples, facts.Columns)
		}
	})
}
