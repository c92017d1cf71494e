package benchdata

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkParse parses one block on one core.
func BenchmarkParse(b *testing.B) {
	for _, c := range parsedBlocks() {
		b.Run(c.name, func(b *testing.B) {
			block, parse := c.block(b)
			b.SetBytes(int64(len(block.text)))
			b.ReportAllocs()
			for b.Loop() {
				block.reset()
				parse(block)
			}
		})
	}
}

// LIBSVM does not allocate for a row, once a block has its room.
func TestParsingDoesNotAllocate(t *testing.T) {
	for _, c := range parsedBlocks() {
		if c.format != LIBSVM {
			continue // encoding/csv allocates once a record
		}
		block, parse := c.block(t)
		rows := len(block.ends)
		require.Greater(t, rows, 100)
		require.Less(t, testing.AllocsPerRun(5, func() {
			block.reset()
			parse(block)
		}), 5., c.name) // a string for each different label
	}
}

type parsedBlock struct {
	name, format string
	line         func(rnd *rand.Rand, line []byte) []byte
	opt          Options
}

// parsedBlocks are a block of each kind of record.
func parsedBlocks() []parsedBlock {
	return []parsedBlock{
		{"data=dense/format=libsvm", LIBSVM, func(rnd *rand.Rand, line []byte) []byte {
			line = append(line, "-1"...)
			for i := range 96 {
				line = fmt.Appendf(line, " %d:%.9f", i+1, rnd.NormFloat64())
			}
			return line
		}, Options{}},
		{"data=sparse/format=libsvm", LIBSVM, func(rnd *rand.Rand, line []byte) []byte {
			line = append(line, "+1"...)
			for i := range 74 {
				line = fmt.Appendf(line, " %d:%.6f", 638*i+rnd.IntN(638)+1, rnd.NormFloat64())
			}
			return line
		}, Options{}},
		{"data=dummies/format=libsvm", LIBSVM, func(rnd *rand.Rand, line []byte) []byte {
			line = append(line, "-1"...)
			for i := range 14 {
				line = fmt.Appendf(line, " %d:1", 8*i+rnd.IntN(8)+1)
			}
			return line
		}, Options{}},
		{"data=digits17/format=libsvm", LIBSVM, func(rnd *rand.Rand, line []byte) []byte {
			line = append(line, "-1"...)
			for i := range 20 {
				line = fmt.Appendf(line, " %d:%v", i+1, rnd.NormFloat64())
			}
			return line
		}, Options{}},
		{"data=dense/format=csv", CSV, func(rnd *rand.Rand, line []byte) []byte {
			for range 20 {
				line = fmt.Appendf(line, "%.9f,", rnd.NormFloat64())
			}
			return append(line, "1"...)
		}, Options{}},
		{"data=words/format=csv", CSV, func(rnd *rand.Rand, line []byte) []byte {
			return fmt.Appendf(line, "%d, word %d,%d,%.2f, and %d,yes", rnd.IntN(100), rnd.IntN(20), rnd.IntN(2), rnd.Float64(), rnd.IntN(5))
		}, Options{OneHot: []string{Auto}}},
		{"data=quoted/format=csv", CSV, func(rnd *rand.Rand, line []byte) []byte {
			return fmt.Appendf(line, "%d,\"word, %d\",\"%d\",%.2f,\"say \"\"%d\"\"\",yes", rnd.IntN(100), rnd.IntN(20), rnd.IntN(2), rnd.Float64(), rnd.IntN(5))
		}, Options{OneHot: []string{Auto}}},
	}
}

// block returns the block, parsed, and its parser.
func (c parsedBlock) block(t testing.TB) (*block, func(*block)) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var text []byte
	for len(text) < pieceSize {
		text = append(c.line(rnd, text), '\n')
	}
	c.opt.Format = c.format
	table, err := openTable(bytes.NewReader(text), "f", c.opt)
	require.NoError(t, err)
	b := &block{text: text}
	b.reset()
	table.format.parse(b)
	require.Nil(t, b.fault)
	return b, table.format.parse
}
