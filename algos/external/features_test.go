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

	"marginlab/theory/vec"
)

// rows are the features as a program reads them, as a row for each example.
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

// A program reads the examples that were added, from any one up to any other, to the bit but for
// the sign of a zero that is left out.
func TestFeatures(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.SampledFrom([]int{1, 2, 7, 200}).Draw(t, "dim")
		sparse, packed := rapid.Bool().Draw(t, "sparse"), rapid.Bool().Draw(t, "packed")
		f := features{dim: 1, value: []float64{1}}
		f.reset(sparse)
		f.dim = dim
		var want [][]float64
		for range rapid.IntRange(1, 5).Draw(t, "examples") {
			x := make([]float64, dim)
			for range rapid.IntRange(0, 2*dim).Draw(t, "nonzeros") {
				x[rapid.IntRange(0, dim-1).Draw(t, "k")] = rapid.Float64().Draw(t, "value")
			}
			v := vec.Vector{Value: x}
			if rapid.Bool().Draw(t, "as sparse") {
				v = v.Sparsify()
			}
			f.add(v)
			want = append(want, x)
		}
		from := rapid.IntRange(0, len(want)).Draw(t, "from")
		to := rapid.IntRange(from, len(want)).Draw(t, "to")
		requireRows := func(want [][]float64, f features) {
			text := f.append([]byte("x"), packed)
			require.Equal(t, byte('x'), text[0])
			got := rows(t, text[1:], dim, packed, sparse)
			require.Len(t, got, len(want))
			for i, row := range want {
				for k, v := range row {
					require.Equal(t, math.Float64bits(v+0), math.Float64bits(got[i][k]+0))
				}
			}
		}
		requireRows(want[from:to], f.part(from, to))
		requireRows(want, f)
	})
}
