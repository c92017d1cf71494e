package benchdata_test

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	. "marginlab/benchdata"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// BenchmarkRead reads files from memory, unpacked: like a9a (14 dummies of 123 an
// example), like rcv1 (79 numbers of 47,117), and 30 numbers in CSV.
func BenchmarkRead(b *testing.B) {
	dummies, numbers, table := madeTexts(b)
	for _, c := range []struct {
		name, file string
		text       []byte
	}{{"data=dummies/format=libsvm", "a.svm", dummies}, {"data=numbers/format=libsvm", "a.svm", numbers}, {"data=table/format=csv", "a.csv", table}} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			b.ReportAllocs()
			for b.Loop() {
				_, err := Read(bytes.NewReader(c.text), c.file, Options{})
				require.NoError(b, err)
			}
			text := &counting{r: bytes.NewReader(c.text)}
			_, err := Read(text, c.file, Options{})
			require.NoError(b, err)
			b.ReportMetric(float64(text.read), "B-read/op")
		})
	}
}

// counting counts the bytes that are read.
type counting struct {
	r    io.Reader
	read int
}

func (c *counting) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.read += n
	return n, err
}

// madeTexts writes a stream of each kind, 10,000 examples of dummies and 1,000 of
// the others.
func madeTexts(b *testing.B) (dummies, numbers, table []byte) {
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
	var texts [3]bytes.Buffer
	require.NoError(b, WriteLIBSVM(&texts[0], draw(10_000, 14, 123, func() float64 { return 1 })))
	require.NoError(b, WriteLIBSVM(&texts[1], draw(1_000, 79, 47_117, rnd.Float64)))
	require.NoError(b, WriteCSV(&texts[2], draw(1_000, 30, 30, rnd.NormFloat64)))
	return texts[0].Bytes(), texts[1].Bytes(), texts[2].Bytes()
}

// BenchmarkOpen reads public files with their gzip.
func BenchmarkOpen(b *testing.B) {
	for _, name := range []string{"libsvm/a9a.gz", "libsvm/rcv1_small.svm.gz", "microarray/alon.csv.gz", "uci/breast_cancer.csv"} {
		b.Run("file="+name, func(b *testing.B) {
			path := publicFile(b, name)
			b.SetBytes(unpackedSize(b, path))
			for b.Loop() {
				_, err := Open(path, Options{})
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
		read  func(dir string) (train, test *ClassSet, err error)
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

func BenchmarkSynthetic(b *testing.B) {
	p := Synthetic{Examples: 10_000, Dim: 50, R: 10, Ratio: 1, Margin: 1}
	b.SetBytes(int64(p.Examples * p.Dim * 8))
	for b.Loop() {
		_, _, err := p.Generate()
		require.NoError(b, err)
	}
}
