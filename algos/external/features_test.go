package external

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// rows returns the features as a program reads them, a row for each example.
func rows(t require.TestingT, text []byte, dim int, packed, sparse bool) (all [][]float64) {
	doubles := func(text json.RawMessage) (values []float64) {
		if !packed {
			require.NoError(t, json.Unmarshal(text, &values))
			return values
		}
		var raw []byte
		require.NoError(t, json.Unmarshal(text, &raw))
		values = make([]float64, len(raw)/8)
		require.NoError(t, binary.Read(bytes.NewReader(raw), binary.LittleEndian, values))
		return values
	}
	switch {
	case sparse:
		var x struct {
			Ends         []int
			Index, Value json.RawMessage
		}
		require.NoError(t, json.Unmarshal(text, &x))
		value, index, begin := doubles(x.Value), []int32{}, 0
		if packed {
			var raw string
			require.NoError(t, json.Unmarshal(x.Index, &raw))
			decoded, err := base64.StdEncoding.DecodeString(raw)
			require.NoError(t, err)
			index = make([]int32, len(decoded)/4)
			require.NoError(t, binary.Read(bytes.NewReader(decoded), binary.LittleEndian, index))
		} else {
			require.NoError(t, json.Unmarshal(x.Index, &index))
		}
		for _, end := range x.Ends {
			row := make([]float64, dim)
			for k := begin; k < end; k++ {
				require.NotZero(t, value[k])
				row[index[k]] = value[k]
			}
			all, begin = append(all, row), end
		}
		require.Len(t, value, begin)
		require.Len(t, index, begin)
	case packed:
		all = slices.Collect(slices.Chunk(doubles(text), dim))
	default:
		require.NoError(t, json.Unmarshal(text, &all))
	}
	return all
}

// A program reads the features of the examples, to the bit, except for the sign of an omitted zero.
func TestFeatures(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := greeting{Sparse: rapid.Bool().Draw(t, "sparse"), Packed: rapid.Bool().Draw(t, "packed")}
		q := question{dim: rapid.SampledFrom([]int{1, 2, 7, 200}).Draw(t, "dim")}
		var want [][]float64
		for range rapid.IntRange(1, 5).Draw(t, "examples") {
			x := make([]float64, q.dim)
			for range rapid.IntRange(0, 2*q.dim).Draw(t, "nonzeros") {
				x[rapid.IntRange(0, q.dim-1).Draw(t, "k")] = rapid.Float64().Draw(t, "value")
			}
			v := vec.Vector{Value: x}
			if rapid.Bool().Draw(t, "as sparse") {
				v = v.Sparsify()
			}
			q.examples, want = append(q.examples, theory.Example{X: v}), append(want, x)
		}
		text, err := json.Marshal(q.features(g))
		require.NoError(t, err)
		got := rows(t, text, q.dim, g.Packed, g.Sparse && q.examples[0].X.IsSparse())
		require.Len(t, got, len(want))
		for i, row := range want {
			for k, v := range row {
				require.Equal(t, math.Float64bits(v+0), math.Float64bits(got[i][k]+0))
			}
		}
	})
}
