package vec

import "sync/atomic"

// Work counts what the kernels of this package did. It depends only on the algorithm and its input, not on the
// machine.
type Work struct {
	Dots  int64 // inner products and squared distances
	Rows  int64 // runs of a kernel along a vector: one of [DotSq], which is two inner products, one of w + αx
	Bytes int64 // the operands read: 8 for a coordinate of each, and 8 for an index
}

// Count runs f and returns what the kernels did in it, on all goroutines. It is for benchmarks: nothing else may use
// this package meanwhile. Counting changes no bit of a result.
func Count(f func()) Work {
	if !counting.CompareAndSwap(false, true) {
		panic("vec: Count inside Count")
	}
	defer counting.Store(false)
	tally.dots.Store(0)
	tally.rows.Store(0)
	tally.bytes.Store(0)
	f()
	return Work{tally.dots.Load(), tally.rows.Load(), tally.bytes.Load()}
}

// Note: these are global, because a Vector has no place for them. A branch that is never taken costs 0.2 ns a call,
// of 4 ns at least.
var (
	counting atomic.Bool
	tally    work
)

type work struct{ dots, rows, bytes atomic.Int64 }

func (w *work) add(dots, bytes int) {
	w.dots.Add(int64(dots))
	w.rows.Add(1)
	w.bytes.Add(int64(bytes))
}

// count adds the work of one kernel.
func count(dots, bytes int) {
	if counting.Load() {
		tally.add(dots, bytes)
	}
}
