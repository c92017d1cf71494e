package benchdata_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	. "marginlab/benchdata"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// value draws a float64 of any exponent that a squared norm admits, zeros,
// negative zeros, subnormals and whole numbers included.
func value() *rapid.Generator[float64] {
	any := rapid.OneOf(
		rapid.Float64Range(-1e148, 1e148),
		rapid.SampledFrom([]float64{0, math.Copysign(0, -1), 1, -1, 0.1, 1e-130, 1e21, 1e-7, math.Nextafter(1, 2)}),
		rapid.Map(rapid.Uint64(), math.Float64frombits),
	)
	return rapid.Map(any, func(v float64) float64 {
		if a := math.Abs(v); v != 0 && !(a >= 1e-130 && a < 1e148) { // its square is refused
			return 1 / 3.
		}
		return v
	})
}

func label() *rapid.Generator[theory.Label] {
	return rapid.SampledFrom([]theory.Label{theory.Negative, theory.Positive})
}

// sparseExamples draws sets of sparse vectors, at least one of them not empty.
func sparseExamples() *rapid.Generator[[]theory.Example] {
	return rapid.Custom(func(t *rapid.T) []theory.Example {
		one := rapid.Custom(func(t *rapid.T) theory.Example {
			steps := rapid.SliceOfN(rapid.IntRange(1, 50_000), 0, 8).Draw(t, "steps")
			index, last := make([]int, len(steps)), -1
			for k, step := range steps {
				last += step
				index[k] = last
			}
			values := rapid.SliceOfN(value(), len(index), len(index)).Draw(t, "values")
			return theory.Example{X: vec.Sparse(index, values), Y: label().Draw(t, "y")}
		})
		all := rapid.SliceOfN(one, 0, 6).Draw(t, "examples")
		return append(all, theory.Example{X: vec.Sparse([]int{2}, []float64{value().Draw(t, "x3")}), Y: label().Draw(t, "y")})
	})
}

// denseExamples draws sets of dense vectors of one dimension.
func denseExamples() *rapid.Generator[[]theory.Example] {
	return rapid.Custom(func(t *rapid.T) []theory.Example {
		d := rapid.IntRange(1, 5).Draw(t, "d")
		return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) theory.Example {
			x := rapid.SliceOfN(value(), d, d).Draw(t, "x")
			return theory.Example{X: vec.Dense(x...), Y: label().Draw(t, "y")}
		}), 1, 6).Draw(t, "examples")
	})
}

// writeCSV writes examples with a header, and all their coordinates.
func writeCSV(w io.Writer, examples []theory.Example) error {
	d := theory.Dim(examples)
	for i := range d {
		fmt.Fprintf(w, "x%d,", i+1)
	}
	fmt.Fprintln(w, "class")
	for _, e := range examples {
		for _, v := range e.X.Densify(d).Value {
			fmt.Fprint(w, v, ",")
		}
		fmt.Fprintln(w, e.Y)
	}
	return nil
}

// Those of dense vectors come back too: see TestFormatsGiveTheSameVectors.
func TestSparseVectorsComeBackBitForBit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := sparseExamples().Draw(t, "examples")
		var text strings.Builder
		require.NoError(t, WriteLIBSVM(&text, want))
		set, err := readText("a.svm", text.String(), Options{})
		require.NoError(t, err)
		requireSame(t, want, set.Examples)
		require.Equal(t, theory.Dim(want), set.Dim)
	})
}

func TestWrittenText(t *testing.T) {
	examples := []theory.Example{dense(+1, 0.5, 0, 1e21), sparse(-1, []int{1}, []float64{0})}
	var libsvm strings.Builder
	require.NoError(t, WriteLIBSVM(&libsvm, examples))
	require.Equal(t, "+1 1:0.5 3:1e+21\n-1 2:0\n", libsvm.String())
}

func TestWritersReportTheSinksError(t *testing.T) {
	broken := errors.New("disk full")
	for _, n := range []int{1, 10_000} { // less and more than a buffer
		examples := make([]theory.Example, n)
		for i := range examples {
			examples[i] = dense(+1, 1, 2)
		}
		require.ErrorIs(t, WriteLIBSVM(brokenWriter{broken}, examples), broken)
	}
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

// FuzzLIBSVM: whatever the bytes, the reader does not panic, what it accepts is
// sound, and comes back when it is written and read again.
func FuzzLIBSVM(f *testing.F) {
	f.Add([]byte(tinyLIBSVM), "", false)
	f.Add([]byte("# c\r\n+1\t1:0.5 qid:3\n0 0:1e-400 4:0x1p-2\n"), "0", true)
	f.Add([]byte("3 qid:2 1:-0\n2 2147483647:1\n1 \n"), "1.0", false)
	f.Add([]byte("0 2147483647:1\n"), "", true) // once accepted, but WriteLIBSVM counts from 1
	f.Fuzz(func(t *testing.T, text []byte, positive string, zeroBased bool) {
		set, err := Read(bytes.NewReader(text), "f", Options{Format: LIBSVM, Positive: positive, ZeroBased: zeroBased})
		if err != nil {
			return
		}
		require.NoError(t, theory.CheckAll(set.Examples, set.Dim))
		var again bytes.Buffer
		require.NoError(t, WriteLIBSVM(&again, set.Examples))
		back, err := Read(&again, "f", Options{Format: LIBSVM})
		want := written(set.Examples)
		if theory.Dim(want) == 0 {
			require.ErrorContains(t, err, "label only")
			return
		}
		require.NoError(t, err)
		requireSame(t, want, back.Examples)
		require.Equal(t, theory.Dim(want), back.Dim)
	})
}

// written returns examples with the coordinates that WriteLIBSVM writes: all of sparse
// vectors, of dense ones those that are not +0.
func written(examples []theory.Example) []theory.Example {
	out := slices.Clone(examples)
	for i, e := range out {
		if e.X.IsSparse() {
			continue
		}
		out[i].X = vec.Sparse(nil, nil)
		for k, v := range e.X.Value {
			if math.Float64bits(v) != 0 {
				out[i].X.Index, out[i].X.Value = append(out[i].X.Index, k), append(out[i].X.Value, v)
			}
		}
	}
	return out
}

// FuzzCSV is FuzzLIBSVM for CSV.
func FuzzCSV(f *testing.F) {
	f.Add([]byte(tinyCSV), "", "", false, false, false)
	f.Add([]byte("2,2,ham,spam\n1,2,1\n3,4,0\n"), "spam", "", false, false, false)
	f.Add([]byte("\"a\",class,\"b\"\n# c\n1e-400, \"x,y\" ,-0\n"), "", "a", false, false, false)
	f.Add([]byte("a;b;x\nb;?;x\nc;b;y\n"), "y", "", true, true, true)
	f.Fuzz(func(t *testing.T, text []byte, positive, label string, words, dropMissing, noHeader bool) {
		opt := Options{Format: CSV, Positive: positive, Label: label, DropMissing: dropMissing, NoHeader: noHeader}
		if words {
			opt.OneHot = []string{Auto}
		}
		set, err := Read(bytes.NewReader(text), "f", opt)
		if err != nil {
			return
		}
		require.NoError(t, theory.CheckAll(set.Examples, set.Dim))
		var again bytes.Buffer
		require.NoError(t, writeCSV(&again, set.Examples))
		back, err := Read(&again, "f", Options{Format: CSV})
		d := theory.Dim(set.Examples)
		if d == 0 {
			require.ErrorContains(t, err, "one column")
			return
		}
		require.NoError(t, err)
		for i, e := range set.Examples {
			set.Examples[i].X = e.X.Densify(d)
		}
		requireSame(t, set.Examples, back.Examples)
		require.Equal(t, d, back.Dim)
	})
}
