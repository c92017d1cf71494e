package benchdata_test

import (
	"bytes"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	. "marginlab/benchdata"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// BenchmarkRead reads files from memory, as sets and as streams; -cpu 1,2 says on how many
// cores. The files are like Adult, standardised (96 numbers of 96), like rcv1 (74 numbers
// of 47,236), like a9a (14 dummies of 123), and columns of numbers. They are of 16 MB; a stream is
// read twice. With MARGINLAB_LONG the first two have as many
// examples as Adult and as 66 MB of sparse text.
func BenchmarkRead(b *testing.B) {
	for _, c := range madeTexts(b) {
		for _, way := range []struct {
			name string
			read func(text []byte) error
		}{
			{"set", func(text []byte) error {
				_, err := Read(bytes.NewReader(text), c.file, Options{})
				return err
			}},
			{"stream", func(text []byte) error {
				s, err := Scan(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }, c.file, Options{})
				if err != nil {
					return err
				}
				for _, err := range s.Parts() {
					if err != nil {
						return err
					}
				}
				return nil
			}},
		} {
			b.Run("data="+c.name+"/as="+way.name, func(b *testing.B) {
				b.SetBytes(int64(len(c.text)))
				b.ReportAllocs()
				for b.Loop() {
					require.NoError(b, way.read(c.text))
				}
			})
		}
	}
}

type madeText struct {
	name, file string
	text       []byte
}

// madeTexts writes the files of BenchmarkRead.
func madeTexts(b *testing.B) []madeText {
	rnd := rand.New(rand.NewPCG(1, 2))
	draw := func(n, nnz, dim int, value func() float64) []theory.Example {
		examples := make([]theory.Example, n)
		for i := range examples {
			index, values := make([]int, nnz), make([]float64, nnz)
			for k := range index {
				index[k] = dim/nnz*k + rnd.IntN(dim/nnz)
				values[k] = value()
			}
			examples[i] = theory.Example{X: vec.Sparse(index, values), Y: theory.Label(2*(i%2) - 1)}
		}
		return examples
	}
	rounded := func(digits int) func() float64 {
		scale := math.Pow10(digits)
		return func() float64 { return math.Round(rnd.NormFloat64()*scale) / scale }
	}
	dense, sparse := 10_000, 15_000
	if os.Getenv("MARGINLAB_LONG") != "" {
		dense, sparse = 35_508, 60_000
	}
	texts := []madeText{{name: "dense", file: "a.svm"}, {name: "sparse", file: "a.svm"}, {name: "dummies", file: "a.svm"}, {name: "table", file: "a.csv"}}
	for k, examples := range [][]theory.Example{
		draw(dense, 96, 96, rounded(9)), draw(sparse, 74, 47_236, rounded(6)), draw(160_000, 14, 123, func() float64 { return 1 }), draw(10_000, 96, 96, rounded(9)),
	} {
		var text bytes.Buffer
		write := WriteLIBSVM
		if texts[k].file == "a.csv" {
			write = writeCSV
		}
		require.NoError(b, write(&text, examples))
		texts[k].text = text.Bytes()
	}
	return texts
}

// BenchmarkOpen reads public files with their gzip.
func BenchmarkOpen(b *testing.B) {
	for _, name := range []string{"libsvm/a9a.gz", "libsvm/rcv1_small.svm.gz", "microarray/alon.csv.gz", "uci/breast_cancer.csv"} {
		b.Run("file="+name, func(b *testing.B) {
			path := publicFile(b, name)
			b.SetBytes(unpackedSize(b, path))
			for b.Loop() {
				_, err := open(path, Options{})
				require.NoError(b, err)
			}
		})
	}
}

func unpackedSize(b testing.TB, path string) int64 {
	file, err := os.Open(path)
	require.NoError(b, err)
	defer file.Close()
	plain, err := Plain(file)
	require.NoError(b, err)
	n, err := io.Copy(io.Discard, plain)
	require.NoError(b, err)
	return n
}

// BenchmarkDigits reads both sets of MNIST and of USPS with their gzip, in bytes of
// the files unpacked.
func BenchmarkDigits(b *testing.B) {
	for _, c := range []struct {
		name  string
		read  func(dir string) (train, test *Set, err error)
		files []string
	}{
		{"mnist", MNIST, []string{"train-images-idx3-ubyte", "train-labels-idx1-ubyte", "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"}},
		{"usps", USPS, []string{"zip.train", "zip.test"}},
	} {
		b.Run("data="+c.name, func(b *testing.B) {
			var size int64
			var path string
			for _, name := range c.files {
				path = publicFile(b, c.name+"/"+name+".gz")
				size += unpackedSize(b, path)
			}
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				_, _, err := c.read(filepath.Dir(path))
				require.NoError(b, err)
			}
		})
	}
}
