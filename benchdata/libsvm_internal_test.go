package benchdata

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The fast loop reads what pair reads, and refuses what pair refuses, wherever the text ends.
func TestUsualPairsAreReadAsAnyPair(t *testing.T) {
	pair := rapid.OneOf(
		rapid.StringMatching(`[ \t][0-9]{1,10}:[+-]?[0-9]{0,17}[.]?[0-9]{0,17}([eE][+-]?[0-9]{1,2})?`),
		rapid.StringMatching(`[ \t][1-9]:-?[0-9]{1,3}([.][0-9]{1,9})?`),
		rapid.SampledFrom([]string{" :1", " 7", " 7:", " 7:.", " 7:-", " 8:--1", " 8:1.5.5", " 9:1x", " 123456789:1", "  9:0.5", " 9:0.5\r", " 7:1:2"}),
	)
	check := func(t require.TestingT, f libsvm, line, after string) {
		b := &block{text: []byte(line + after)}
		b.reset()
		f.parse(b)

		index, value := []int{}, []float64{}
		last := -1
		for _, field := range bytes.Fields([]byte(line))[1:] {
			i, v, expected := f.pair(field, last)
			if expected != "" {
				require.NotNil(t, b.fault, "%q", line)
				require.ErrorContains(t, b.fault.err, quote(string(field))+": "+expected, "%q", line)
				return
			}
			index, value, last = append(index, i), append(value, v), i
		}
		if b.fault != nil {
			require.ErrorContains(t, b.fault.err, "squared norm", "%q", line)
		}
		require.Equal(t, index, append([]int{}, b.index...), "%q", line)
		require.Equal(t, value, append([]float64{}, b.value...), "%q", line)
	}
	for _, line := range []string{"1 :1", "1 0:1", "1 5:1 5:1", "1 7:96.48064786969077", "1 99999999:1 100000000:1 100000001:1"} {
		for first := range 2 {
			check(t, libsvm{first}, line, "\n\n\n\n\n\n\n\n")
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		f := libsvm{rapid.IntRange(0, 1).Draw(t, "first")}
		line := "1" + strings.Join(rapid.SliceOfN(pair, 0, 6).Draw(t, "pairs"), "")
		check(t, f, line, strings.Repeat("\n", rapid.IntRange(1, 20).Draw(t, "ends")))
	})
}

// Numbers of up to 19 digits are rounded as strconv rounds them, those between two float64s too.
func TestNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.Uint64Range(0, 1e19-1).Draw(t, "m")
		if rapid.Bool().Draw(t, "half") {
			shift := rapid.IntRange(1, 10).Draw(t, "shift")
			m = (m>>11|1<<52)<<shift + 1<<(shift-1) - 1 + rapid.Uint64Range(0, 2).Draw(t, "beside")
			m = min(m, 1e19-1)
		}
		decimals := rapid.IntRange(0, 19).Draw(t, "decimals")
		want, err := strconv.ParseFloat(fmt.Sprintf("%de-%d", m, decimals), 64)
		require.NoError(t, err)
		require.Equal(t, want, nearest(m, decimals))
	})
}

// LIBSVM does not allocate for a row, once a block has its room: of dense rows, sparse ones, dummies, and numbers
// of 17 digits.
func TestParsingDoesNotAllocate(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for name, row := range map[string]struct {
		pairs int
		pair  func(i int) string
	}{
		"dense":   {96, func(i int) string { return fmt.Sprintf(" %d:%.9f", i+1, rnd.NormFloat64()) }},
		"sparse":  {74, func(i int) string { return fmt.Sprintf(" %d:%.6f", 638*i+rnd.IntN(638)+1, rnd.NormFloat64()) }},
		"dummies": {14, func(i int) string { return fmt.Sprintf(" %d:1", 8*i+rnd.IntN(8)+1) }},
		"digits":  {20, func(i int) string { return fmt.Sprintf(" %d:%v", i+1, rnd.NormFloat64()) }},
	} {
		var text []byte
		for len(text) < pieceSize {
			text = append(text, "-1"...)
			for i := range row.pairs {
				text = append(text, row.pair(i)...)
			}
			text = append(text, '\n')
		}
		table, err := openTable(bytes.NewReader(text), "f", Options{Format: LIBSVM})
		require.NoError(t, err)
		b := &block{text: text}
		parse := func() {
			b.reset()
			table.format.parse(b)
		}
		parse()
		require.Nil(t, b.fault)
		require.Greater(t, len(b.ends), 100)
		require.Less(t, testing.AllocsPerRun(5, parse), 5., name) // a string for each different label
	}
}
