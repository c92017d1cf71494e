package benchdata_test

import (
	"bytes"
	"context"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	. "marginlab/benchdata"
	"marginlab/internal/rapidtest"
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

// BenchmarkOpen reads public files with their gzip, in bytes of the files unpacked: of digits, the set to learn from
// and the one to test with.
func BenchmarkOpen(b *testing.B) {
	alone := func(path string) error {
		_, err := open(path, Options{})
		return err
	}
	for _, c := range []struct {
		name  string
		files []string
		read  func(path string) error // of the first file
	}{
		{"a9a", []string{"libsvm/a9a.gz"}, alone},
		{"rcv1", []string{"libsvm/rcv1_small.svm.gz"}, alone},
		{"alon", []string{"microarray/alon.csv.gz"}, alone},
		{"breast_cancer", []string{"uci/breast_cancer.csv"}, alone},
		{"mnist", []string{
			"mnist/train-images-idx3-ubyte.gz", "mnist/train-labels-idx1-ubyte.gz", "mnist/t10k-images-idx3-ubyte.gz",
			"mnist/t10k-labels-idx1-ubyte.gz",
		}, func(path string) error {
			_, _, err := MNIST(filepath.Dir(path))
			return err
		}},
		{"usps", []string{"usps/zip.train.gz", "usps/zip.test.gz"}, func(path string) error {
			_, _, err := USPS(filepath.Dir(path))
			return err
		}},
	} {
		b.Run("data="+c.name, func(b *testing.B) {
			var size int64
			for _, name := range c.files {
				size += unpackedSize(b, publicFile(b, name))
			}
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				require.NoError(b, c.read(publicFile(b, c.files[0])))
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

// BenchmarkAdult times the stages of the pipeline.
func BenchmarkAdult(b *testing.B) {
	dir := adultFolder(b)
	b.Run("stage=read", func(b *testing.B) {
		for b.Loop() {
			_, _, err := ReadAdult(dir)
			require.NoError(b, err)
		}
	})
	b.Run("stage=all", func(b *testing.B) {
		for b.Loop() {
			_, facts, err := Adult(context.Background(), dir)
			require.NoError(b, err)
			b.ReportMetric(float64(facts.Kept), "rows")
		}
	})
}

// BenchmarkDiameters measures D₊, D₋, D̄ and Δ of Adult after separation, of a9a, and of as many
// Gaussian points, nearly all pairs of which are as far as the bounds can tell.
func BenchmarkDiameters(b *testing.B) {
	adult, facts := separatedAdult(b)
	a9a, err := open(publicFile(b, "libsvm/a9a.gz"), Options{})
	require.NoError(b, err)
	rnd, gaussian := rand.New(rand.NewPCG(1, 2)), make([]theory.Example, 35_508)
	for i := range gaussian {
		gaussian[i] = theory.Example{X: vec.Dense(rapidtest.Normal(rnd, 96, 1)...), Y: theory.Label(1 - 2*(i%2))}
	}
	for _, data := range []struct {
		name     string
		examples []theory.Example
		dim      int
	}{{"adult", adult, facts.Columns}, {"a9a", a9a.Examples, a9a.Dim}, {"gaussian", gaussian, 96}} {
		b.Run("data="+data.name, func(b *testing.B) {
			for b.Loop() {
				theory.Diameters(data.examples, data.dim)
			}
		})
	}
}
