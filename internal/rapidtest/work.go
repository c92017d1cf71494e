package rapidtest

import (
	"testing"

	"marginlab/theory/vec"
)

// ReportWork adds to a benchmark what so many operations did: dots/op, rows/op and B-read/op. They are the same
// in every run, so that bench-compare sees a changed algorithm where a clock is too noisy.
func ReportWork(b *testing.B, w vec.Work, operations int) {
	n := float64(operations)
	b.ReportMetric(float64(w.Dots)/n, "dots/op")
	b.ReportMetric(float64(w.Rows)/n, "rows/op")
	b.ReportMetric(float64(w.Bytes)/n, "B-read/op")
}
