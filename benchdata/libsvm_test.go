package benchdata_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	. "marginlab/benchdata"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// readText reads text as the file name.
func readText(name, text string, opt Options) (*Set, error) {
	return Read(strings.NewReader(text), name, opt)
}

func sparse(y theory.Label, index []int, value []float64) theory.Example {
	return theory.Example{X: vec.Sparse(index, value), Y: y}
}

// asLIBSVM returns the output of WriteLIBSVM, with commas between examples.
func asLIBSVM(t require.TestingT, examples []theory.Example) string {
	var text strings.Builder
	require.NoError(t, WriteLIBSVM(&text, examples))
	return strings.ReplaceAll(strings.TrimSuffix(text.String(), "\n"), "\n", ", ")
}

func TestLIBSVM(t *testing.T) {
	for _, c := range []struct {
		name, text string
		opt        Options
		want       string // as LIBSVM
		labels     [2]string
		dim        int
	}{
		{"blanks, comments, empty lines, a line without features, no newline at the end",
			"# a comment: 1 2:3\n\n+1\t1:0.5  3:-2e-3 # name: 7:7\r\n-1\n   \n-1 2:1", Options{},
			"+1 1:0.5 3:-0.002, -1, -1 2:1", [2]string{"-1", "+1"}, 3},
		{"qid is ignored", "1 qid:3 1:1\n0 qid:4 1:2\n", Options{}, "+1 1:1, -1 1:2", [2]string{"0", "1"}, 1},
		{"explicit zeros are kept, also negative ones", "1 1:0 2:-0\n0 7:1\n", Options{}, "+1 1:0 2:-0, -1 7:1",
			[2]string{"0", "1"}, 7},
		{"explicit zeros are present, and dense vectors do not tell +0 from what is absent", "1 1:0 2:-0\n0 3:1\n", Options{},
			"+1 2:-0, -1 3:1", [2]string{"0", "1"}, 3},
		{"indices from 0", "1 0:1 5:1\n-1 0:2\n", Options{ZeroBased: true}, "+1 1:1 6:1, -1 1:2", [2]string{"-1", "1"}, 6},
		{"the larger label is +1, equal numbers are one label", "2 1:1\n1 1:2\n2.0 1:3\n+1 1:4\n", Options{},
			"+1 1:1, -1 1:2, +1 1:3, -1 1:4", [2]string{"1", "2"}, 1},
		{"one against the rest", "3 1:1\n1 1:2\n2 1:3\n", Options{Positive: "+1.0"}, "-1 1:1, +1 1:2, -1 1:3",
			[2]string{"not 1", "1"}, 1},
		{"the smaller of two labels as +1", "2 1:1\n1 1:2\n", Options{Positive: "1"}, "-1 1:1, +1 1:2", [2]string{"2", "1"},
			1},
		{"largest index", "-1 1:1\n+1 100000000:2\n", Options{}, "-1 1:1, +1 100000000:2", [2]string{"-1", "+1"},
			100_000_000},
		{"largest index from 0", "-1 0:1\n+1 99999999:2\n", Options{ZeroBased: true}, "-1 1:1, +1 100000000:2",
			[2]string{"-1", "+1"}, 100_000_000},
		{"one class, above 0", "2 1:1\n", Options{}, "+1 1:1", [2]string{"", "2"}, 1},
		{"one class, not above 0", "0 1:1\n", Options{}, "-1 1:1", [2]string{"0", ""}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			set, err := readText("a.libsvm", c.text, c.opt)
			require.NoError(t, err)
			require.Equal(t, c.want, asLIBSVM(t, set.Examples))
			require.Equal(t, c.labels, set.Labels)
			require.Equal(t, c.dim, set.Dim)
			require.Equal(t, "a.libsvm", set.Name)
		})
	}
}

// requireSame compares examples that were read bit for bit with those that the source
// has: sparse ones if it lists what is present, dense ones if it lists everything. It
// expects them dense if at least half of their coordinates are present, else sparse.
func requireSame(t require.TestingT, want, got []theory.Example) {
	require.Len(t, got, len(want))
	present := 0
	for _, e := range want {
		if e.X.IsSparse() {
			present += len(e.X.Value)
		} else {
			present += len(bits(e.X)) / 2
		}
	}
	sparse := 2*present < len(want)*theory.Dim(want)
	for i := range want {
		require.Equal(t, want[i].Y, got[i].Y, "label of example %d", i+1)
		require.Equal(t, sparse, got[i].X.IsSparse(), "kind of example %d", i+1)
		require.Equal(t, bits(want[i].X), bits(got[i].X), "example %d", i+1)
		if sparse && want[i].X.IsSparse() {
			require.Equal(t, want[i].X.Index, got[i].X.Index, "coordinates of example %d", i+1)
		}
	}
}

// bits lists the indices and values of the coordinates of x that are not +0.
func bits(x vec.Vector) []uint64 {
	all := []uint64{}
	for k, v := range x.Value {
		if b := math.Float64bits(v); b != 0 {
			all = append(all, uint64(x.Coordinate(k)), b)
		}
	}
	return all
}

func TestLIBSVMErrors(t *testing.T) {
	for _, c := range []struct {
		name, text string
		opt        Options
		want       string
	}{
		{"empty", "", Options{}, `a.svm: no examples, expected at least one`},
		{"only comments", "# 1\n\n", Options{}, `a.svm: no examples, expected at least one`},
		{"no features", "1\n-1\n", Options{}, `a.svm: every line holds a label only, expected index:value pairs after it`},
		{"label", "1 1:1\nx 1:1\n", Options{}, `a.svm:2: field 1: "x": expected a finite number as label, as in +1`},
		{"label missing", "1:1 2:1\n", Options{}, `a.svm:1: field 1: "1:1": expected a finite number as label, as in +1`},
		{"NaN label", "nan 1:1\n", Options{}, `a.svm:1: field 1: "nan": expected a finite number as label, as in +1`},
		{"several labels", "1,3 1:1\n", Options{}, `a.svm:1: field 1: "1,3": expected a finite number as label, as in +1`},
		{"no colon", "1 1:1 abc\n", Options{}, `a.svm:1: field 3: "abc": expected index:value, as in 7:0.5`},
		{"index", "# c\n1 x:1\n", Options{}, `a.svm:2: field 2: "x:1": expected an index from 1 to 100000000 before the colon`},
		{"no index", "1 :1\n", Options{}, `a.svm:1: field 2: ":1": expected an index from 1 to 100000000 before the colon`},
		{"negative index", "1 -1:1\n", Options{}, `a.svm:1: field 2: "-1:1": expected an index from 1 to 100000000 before the colon`},
		{"too large index", "1 100000001:1\n", Options{}, `a.svm:1: field 2: "100000001:1": expected an index from 1 to 100000000 before the colon`},
		{"slip of an index", "1 1:1\n+1 2000000000:1\n", Options{}, `a.svm:2: field 2: "2000000000:1": expected an index from 1 to 100000000 before the colon`}, // was 16 GB a dense vector
		{"too large index from 0", "1 100000000:1\n", Options{ZeroBased: true}, `a.svm:1: field 2: "100000000:1": expected an index from 0 to 99999999 before the colon`},
		{"index beyond int64", "1 18446744073709551617:1\n", Options{}, `a.svm:1: field 2: "18446744073709551617:1": expected an index from 1 to 100000000 before the colon`},
		{"index 0", "1 0:1\n", Options{}, `a.svm:1: field 2: "0:1": expected indices that count from 1; if they count from 0 in this file, say --zero-based`},
		{"equal indices", "1 2:1 2:1\n", Options{}, `a.svm:1: field 3: "2:1": expected strictly increasing indices, and 2 came before`},
		{"falling indices", "1 3:1 2:1\n", Options{}, `a.svm:1: field 3: "2:1": expected strictly increasing indices, and 3 came before`},
		{"falling indices from 0", "1 3:1 0:1\n", Options{ZeroBased: true}, `a.svm:1: field 3: "0:1": expected strictly increasing indices, and 3 came before`},
		{"value", "1 1:x\n", Options{}, `a.svm:1: field 2: "1:x": expected a finite number, after the colon`},
		{"after a value", "1 1:2x 3:4\n", Options{}, `a.svm:1: field 2: "1:2x": expected a finite number, after the colon`},
		{"two colons", "1 1:2:3 3:4\n", Options{}, `a.svm:1: field 2: "1:2:3": expected a finite number, after the colon`},
		{"missing value", "1 1:\n", Options{}, `a.svm:1: field 2: "1:": expected a finite number (missing values must be filled or dropped first), after the colon`},
		{"NaN", "1 1:NaN\n", Options{}, `a.svm:1: field 2: "1:NaN": expected a finite number (missing values must be filled or dropped first), after the colon`},
		{"Inf", "1 1:-Inf\n", Options{}, `a.svm:1: field 2: "1:-Inf": expected a finite number, after the colon`},
		{"overflow", "1 1:1e309\n", Options{}, `a.svm:1: field 2: "1:1e309": expected a number of at most 1.8e+308 in size, after the colon`},
		{"overflow of the norm", "1 1:1\n1 1:1e200\n", Options{}, `a.svm:2: squared norm +Inf is above 1e+300, so distances would overflow: scale the data down`},
		{"qid", "1 qid:x 1:1\n", Options{}, `a.svm:1: field 2: "qid:x": expected qid:integer, right after the label only`},
		{"late qid", "1 1:1 qid:1\n", Options{}, `a.svm:1: field 3: "qid:1": expected qid:integer, right after the label only`},
		{"long field", "1 " + strings.Repeat("x", 1000) + "\n", Options{}, `a.svm:1: field 2: "` + strings.Repeat("x", 40) + `"…: expected index:value, as in 7:0.5`},
		{"three labels", "0 1:1\n1 1:1\n2 1:1\n", Options{}, `a.svm:3: label "2" is the third of 3 labels (0, 1, 2), expected two: --classes (of check, run and report) keeps every label as a class, --positive 0 makes it +1 and all others -1`},
		{"no such label", "0 1:1\n1 1:1\n2 1:1\n", Options{Positive: "3"}, `a.svm: no example has the positive label "3"; its labels are 0, 1, 2`},
		{"many labels", "0 1:1\n1 1:1\n2 1:1\n3 1:1\n4 1:1\n5 1:1\n6 1:1\n7 1:1\n8 1:1\n9 1:1\n10 1:1\n", Options{Positive: "x"},
			`a.svm: no example has the positive label "x"; its labels are 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := readText("a.svm", c.text, c.opt)
			require.EqualError(t, err, c.want)
		})
	}
}

// A line is as long as it likes: longer than the buffer and than an arena chunk.
func TestLIBSVMLongLine(t *testing.T) {
	const n = 70_000
	index, value := make([]int, n), make([]float64, n)
	for k := range n {
		index[k], value[k] = 3*k, float64(k)+0.125
	}
	want := []theory.Example{sparse(-1, []int{4}, []float64{1}), sparse(+1, index, value), sparse(-1, index[n/4:], value[n/4:]), sparse(-1, []int{5}, []float64{2})}
	var text strings.Builder
	require.NoError(t, WriteLIBSVM(&text, want))
	set, err := readText("long.svm", text.String(), Options{})
	require.NoError(t, err)
	requireSame(t, want, set.Examples)
	require.Equal(t, 3*(n-1)+1, set.Dim)

	text.Reset()
	require.NoError(t, WriteLIBSVM(&text, want[:2]))
	set, err = readText("long.svm", strings.TrimSuffix(text.String(), "\n"), Options{})
	require.NoError(t, err)
	requireSame(t, want[:2], set.Examples)
}
