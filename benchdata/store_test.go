package benchdata_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	. "marginlab/benchdata"
	"marginlab/theory/vec"
)

// Vectors are stored dense if at least half of their coordinates are present, in either
// format.
func TestStorageFollowsTheContent(t *testing.T) {
	oneHot := map[string][]string{"a.csv": {Auto}}
	for _, c := range []struct {
		name, file, text string
		sparse           bool
	}{
		{"LIBSVM, all present", "a.svm", "1 1:1 2:2\n-1 1:3 2:4\n", false},
		{"LIBSVM, half present", "a.svm", "1 1:1\n-1 2:4\n", false},
		{"LIBSVM, less", "a.svm", "1 1:1\n-1 3:4\n", true},
		{"LIBSVM, zeros are present", "a.svm", "1 1:1 2:0\n-1 3:4\n", false},
		{"LIBSVM, one far coordinate", "a.svm", "1 1:1\n-1 100000000:4\n", true}, // dense, 1.6 GB
		{"CSV, all present", "a.csv", "1,2,0\n3,4,1\n", false},
		{"CSV, half present", "a.csv", "1,0,0\n0,4,1\n", false},
		{"CSV, less", "a.csv", "1,0,0,0\n0,0,4,1\n", true},
		{"CSV, only +0 is absent", "a.csv", "1,-0,0,0\n0,0,4,1\n", false},
		{"CSV, zeros only", "a.csv", "0,0,0\n0,0,1\n", true},
		{"CSV, zeros only, and words", "a.csv", "0,red,x\n0,red,y\n", true}, // was dense
		{"CSV, words", "a.csv", "1,red,x\n1,blue,y\n1,green,y\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			set, err := readText(c.file, c.text, Options{OneHot: oneHot[c.file]})
			require.NoError(t, err)
			for _, e := range set.Examples {
				require.Equal(t, c.sparse, e.X.IsSparse())
			}
		})
	}
}

// Dense vectors lie in one block of memory, sparse ones in one of indices and one of
// values, so that a pass over them is a pass over an array. None can be appended to at the
// cost of the next one.
func TestStorageIsOneBlock(t *testing.T) {
	for file, line := range map[string]string{
		"dense.csv": "1,2,3,0\n", "dense.svm": "0 1:1 2:2 3:3\n", "sparse.csv": "0,0,3,0,5,0,0,1\n", "sparse.svm": "1 2:1 4:5 90:1\n",
	} {
		set, err := readText(file, strings.Repeat(line, 1000), Options{})
		require.NoError(t, err)
		x := set.Examples[0].X
		require.Equal(t, strings.HasPrefix(file, "sparse"), x.IsSparse())
		value, index := uintptr(unsafe.Pointer(unsafe.SliceData(x.Value))), uintptr(unsafe.Pointer(unsafe.SliceData(x.Index)))
		for i, e := range set.Examples {
			require.Equal(t, value+uintptr(i*len(x.Value)*8), uintptr(unsafe.Pointer(unsafe.SliceData(e.X.Value))))
			require.Equal(t, len(x.Value), cap(e.X.Value))
			if x.IsSparse() {
				require.Equal(t, index+uintptr(i*len(x.Index))*unsafe.Sizeof(x.Index[0]),
					uintptr(unsafe.Pointer(unsafe.SliceData(e.X.Index))))
				require.Equal(t, len(x.Index), cap(e.X.Index))
			}
		}
	}
}

// The same examples are the same vectors, kind and bits, whatever the format they were
// written in. So is, then, everything that is computed from them.
func TestFormatsGiveTheSameVectors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		examples := denseExamples().Draw(t, "examples")
		examples[0].X.Value[len(examples[0].X.Value)-1] = 1 // LIBSVM does not tell of a feature that is always 0
		if rapid.Bool().Draw(t, "sparse") {
			for i, e := range examples {
				examples[i].X = e.X.Sparsify()
			}
		}
		var libsvm, csv strings.Builder
		require.NoError(t, WriteLIBSVM(&libsvm, examples))
		require.NoError(t, writeCSV(&csv, examples))
		one, err := readText("a.svm", libsvm.String(), Options{})
		require.NoError(t, err)
		other, err := readText("a.csv", csv.String(), Options{})
		require.NoError(t, err)
		for i, e := range one.Examples {
			require.Equal(t, e.X.IsSparse(), other.Examples[i].X.IsSparse())
			require.Equal(t, bits(examples[i].X), bits(e.X))
			require.Equal(t, bits(e.X), bits(other.Examples[i].X))
		}
		require.Equal(t, one.Dim, other.Dim)
	})
}

// BenchmarkStorage takes the inner products of a vector with rows of 100 coordinates, of
// which some percent are present, stored dense and sparse: rows of 1.6 MB, if they are
// dense, which the caches hold, and of 64 MB.
func BenchmarkStorage(b *testing.B) {
	const dim = 100
	w := slices.Repeat([]float64{0.5}, dim)
	for _, n := range []int{2_000, 80_000} {
		for _, percent := range []int{10, 25, 40, 50, 60, 75, 100} {
			rnd := rand.New(rand.NewPCG(1, 2))
			sparse := make([]vec.Vector, n)
			index, value := make([]int, 0, n*percent), make([]float64, 0, n*percent)
			dense := make([]vec.Vector, n)
			data := make([]float64, n*dim)
			for i := range n {
				chosen := rnd.Perm(dim)[:percent]
				slices.Sort(chosen)
				dense[i] = vec.Dense(data[i*dim : (i+1)*dim]...)
				for _, k := range chosen {
					v := rnd.NormFloat64()
					dense[i].Value[k] = v
					index, value = append(index, k), append(value, v)
				}
				sparse[i] = vec.Vector{Index: index[i*percent:], Value: value[i*percent:]}
			}
			for _, c := range []struct {
				kind string
				x    []vec.Vector
			}{{"dense", dense}, {"sparse", sparse}} {
				b.Run(fmt.Sprintf("rows=%d/present=%d%%/stored=%s", n, percent, c.kind), func(b *testing.B) {
					for b.Loop() {
						dots(c.x, w)
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/row")
				})
			}
		}
	}
}

func dots(x []vec.Vector, w []float64) (sum float64) {
	for _, x := range x {
		sum += x.Dot(w)
	}
	return sum
}
