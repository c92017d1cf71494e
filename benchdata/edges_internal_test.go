package benchdata

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// The end points of allowed ranges are allowed.
func TestEndsOfRanges(t *testing.T) {
	for _, side := range []float64{1e-100, 1e100} {
		require.NoError(t, Cube{Examples: 2, Dim: 1, Side: side, Margin: side / 4}.Check())
	}
	require.ErrorContains(t, Cube{Examples: 2, Dim: 1, Side: 8, Margin: 3}.Check(), "expected a number from 0 to a quarter of the side, 2")
	for index, ok := range map[string]bool{
		"1": true, "100000000": true, "100000001": false, "2147483648": false, "": false, "-1": false, "+1": false,
	} {
		_, _, expected := libsvm{1}.pair([]byte(index+":1"), -1)
		require.Equal(t, ok, expected == "", index)
	}
	for n, want := range map[int]string{40: `"` + strings.Repeat("x", 40) + `"`, 41: `"` + strings.Repeat("x", 40) + `"…`} {
		require.Equal(t, want, quote(strings.Repeat("x", n)))
	}
	_, _, err := formatOf(strings.NewReader("1 1:1\n"), "f.svm", Options{Dim: maxDim})
	require.NoError(t, err)
	_, _, err = formatOf(strings.NewReader("1 1:1\n"), "f.svm", Options{Dim: maxDim + 1})
	require.ErrorContains(t, err, "expected at most")
	_, _, err = formatOf(strings.NewReader("1,1\n"), "f.csv", Options{Dim: 3})
	require.ErrorContains(t, err, "expected no number of them")
	for n, ok := range map[int]bool{mostCoordinates / 4: true, mostCoordinates/4 + 1: false} {
		require.Equal(t, ok, fits(Cube{}, n, 4) == nil)
	}
	require.Equal(t, "a binary file", otherKind("\x00abc"))
}

// A record that is as long as it may be ends with the source.
func TestLongestRecord(t *testing.T) {
	last := func(text []byte) int { return strings.LastIndexByte(string(text), '\n') + 1 }
	for text, ok := range map[string]bool{"12345678": true, "1234567\n": true, "123456789": false, "1\n12345678": true, "1\n123456789": false} {
		p, read := pieces{text: strings.NewReader(text), whole: last, size: 4, most: 8}, ""
		for piece := p.next(nil); len(piece) > 0; piece = p.next(piece) {
			read += string(piece)
		}
		if ok {
			require.Equal(t, text, read)
			require.Equal(t, io.EOF, p.err)
		} else {
			require.ErrorIs(t, p.err, ErrLine, text)
		}
	}
}

// A long record is scanned once each time the buffer has doubled, also if the text comes a byte at a time.
func TestLongRecordIsLookedAtSeldom(t *testing.T) {
	const length = 1 << 16
	looked := 0
	p := pieces{text: iotest.OneByteReader(strings.NewReader(strings.Repeat("1", length))), size: 4, most: 2 * length}
	p.whole = func(text []byte) int {
		looked += len(text)
		return 0
	}
	require.Len(t, p.next(nil), length)
	require.Equal(t, io.EOF, p.err)
	require.Less(t, looked, 4*length)
}

// The whole records of a text are those whose quotes are closed.
func TestWholeRecords(t *testing.T) {
	for text, want := range map[string]int{
		"a,b\nc":                       4,
		"a\nb,\"x\ny\",c\nd\n":         14,
		"a,b\n\"x\ny":                  4,
		"\"x\ny":                       0,
		"\"x\ny\",1\n\"z\n":            8,
		"# a \"\nb,\"c\"\nd,\"":        12,
		"\"a\"\"b\",1\n\"\"\"\n":       9,
		"\"a\"b,1\n\"c\n":              7,
		"a,\"b\n# \"\nc,\"\n\",1\nd,e": 17,
	} {
		require.Equal(t, want, newCSV(Options{}, ',').whole([]byte(text)), "%q", text)
	}
}

// What the fast loop of pairs must not take: bytes that are 48 below a digit, and a digit
// after what is no colon.
func TestNoPairs(t *testing.T) {
	for field, at := range map[string]int{"\xd1:5": 2, "1\xd1:5": 2, "1:\xd1": 2, "1:2\xd1": 2, "1;5": 2, "12 5": 2, "qid:3 x": 3, "qid:3 1:1 x": 4} {
		_, err := Read(strings.NewReader("1 "+field+"\n"), "a.svm", Options{})
		require.ErrorContains(t, err, fmt.Sprintf("a.svm:1: field %d: ", at), "%q", field)
	}
}

// Rows of zeros, stored sparse, keep their nonzero values in place.
func TestSparseRowsOfCSV(t *testing.T) {
	const text = "0,0,0,0,5,0,-1\n0,0,0,0,0,0,1\n7,0,0,0,0,-2,1\n0,0,0,0,0,9,1\n"
	set, err := Read(strings.NewReader(text), "a.csv", Options{NoHeader: true})
	require.NoError(t, err)
	want := []vec.Vector{vec.Sparse([]int{4}, []float64{5}), vec.Sparse(nil, []float64{}), vec.Sparse([]int{0, 5}, []float64{7, -2}), vec.Sparse([]int{5}, []float64{9})}
	for i, e := range set.Examples {
		require.True(t, e.X.IsSparse())
		require.Equal(t, want[i].Densify(6), e.X.Densify(6))
		require.Len(t, e.X.Value, len(want[i].Value))
	}
	m := &matrix{zeros: true, full: true, value: []float64{0, 3, 0, 0, 0, 4}, ends: []int{2, 4, 6}, dim: 2}
	m = m.listed(nil)
	require.Equal(t, []any{[]int{1, 1}, []float64{3, 4}, []int{1, 1, 2}}, []any{m.index, m.value, m.ends})
	one := &matrix{value: []float64{1, 2}, index: []int{0, 1}, ends: []int{2}}
	two := &matrix{value: []float64{1, 2, 3}, index: []int{0, 1, 0}, ends: []int{2, 3}}
	none := &matrix{ends: []int{0, 0, 0}}
	require.Equal(t, 16+none.size()/3, two.size()-one.size())
	require.Equal(t, 32+none.size()/3, one.size())
}

// Of the longest vectors, the first is the direction in which features are moved.
func TestFeaturesMoveAlongTheFirstLongest(t *testing.T) {
	examples := []theory.Example{{X: vec.Dense(1, 1), Y: 1}, {X: vec.Dense(1, 3), Y: 1}, {X: vec.Dense(-1, -3), Y: -1}}
	c := Certificate{W: []float64{1, 0}, Gamma: 1, Plus: []float64{1, 0}, Minus: []float64{-1, 0}}
	moved, _ := ScaleFeatures(examples, c, 2)
	require.Equal(t, []float64{1, 9}, moved[1].X.Value)
	require.Equal(t, []float64{-1, 3}, moved[2].X.Value)
}

// A seed gives the same data on every machine, and an SVM the same hyperplane on them: the bits
// of both have one hash.
func TestSameDataOnEveryMachine(t *testing.T) {
	type recipe interface {
		Generate() (*Set, theory.Classifier, error)
	}
	for _, c := range []struct {
		recipe recipe
		want   uint64
	}{
		{Synthetic{Examples: 40, Dim: 3, R: 6, Ratio: 1, Margin: 1, Seed: 3}, 0x3f4ed9ed882d0908},
		{Synthetic{Examples: 40, Dim: 5, R: 3, Ratio: 20, Margin: 2, Seed: 4}, 0x8aeec0e2aefa0131},
		{Cube{Examples: 30, Dim: 4, Side: 2, Margin: 0.1, Seed: 5}, 0xc569276d19de786d},
	} {
		set, truth, err := c.recipe.Generate()
		require.NoError(t, err, "%v", c.recipe)
		h := fnv.New64a()
		write := func(x ...float64) {
			require.NoError(t, binary.Write(h, binary.LittleEndian, x))
		}
		write(append(truth.W, truth.B)...)
		for _, e := range set.Examples {
			write(append(e.X.Densify(set.Dim).Value, float64(e.Y))...)
		}
		for _, c := range []float64{0.5, 2} {
			fitted, err := trainSVM(t.Context(), set.Examples[5:], set.Dim, c)
			require.NoError(t, err)
			write(append(fitted.W, fitted.B)...)
		}
		require.Equal(t, c.want, h.Sum64(), "%v", c.recipe)
	}
}

// Shrinking leaves examples out; when the descent says that it has settled, all
// of them must meet the optimality conditions all the same.
func TestSVMSettlesOverAllExamples(t *testing.T) {
	const eps = 1e-3
	for _, c := range []float64{1, 0.1} {
		rnd := rand.New(rand.NewPCG(1, 8))
		examples := make([]theory.Example, 400)
		for i := range examples {
			examples[i] = theory.Example{X: vec.Dense(3*rnd.NormFloat64(), rnd.NormFloat64(), rnd.NormFloat64()),
				Y: theory.Label(1 - 2*(i%2))}
		}
		p := newDual(examples, 3, c)
		for settled := false; !settled; {
			var err error
			settled, err = p.descend(context.Background(), eps)
			require.NoError(t, err)
		}
		worst := 0.0
		for i, e := range examples {
			g := float64(e.Y)*(p.b+p.w[0]*e.X.At(0)+p.w[1]*e.X.At(1)+p.w[2]*e.X.At(2)) - 1
			switch {
			case p.alpha[i] == 0:
				worst = max(worst, -g)
			case p.alpha[i] == c:
				worst = max(worst, g)
			default:
				worst = max(worst, g, -g)
			}
		}
		// The last pass still moves the α_i it looks at, by eps/Q_ii each at most.
		require.Less(t, worst, 3*eps, "C = %v", c)
	}
}
