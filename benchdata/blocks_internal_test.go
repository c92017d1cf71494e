package benchdata

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

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
