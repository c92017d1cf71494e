package benchdata_test

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	. "marginlab/benchdata"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// apart returns the number of bytes from x to y in memory.
func apart(x, y vec.Vector) int {
	return int(uintptr(unsafe.Pointer(&y.Value[0])) - uintptr(unsafe.Pointer(&x.Value[0])))
}

// counts returns the number of examples of each class.
func counts(s *Set) []int {
	n := make([]int, len(s.Classes))
	for _, k := range s.Class {
		n[k]++
	}
	return n
}

// positive are examples of several classes.
func positive(x ...vec.Vector) (examples []theory.Example) {
	for _, x := range x {
		examples = append(examples, theory.Example{X: x, Y: theory.Positive})
	}
	return examples
}

var tenDigits = []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}

// The counts are those of the labels' bytes; 0.1307 and 0.3081 are the mean and
// standard deviation of the pixels/255 to learn from as they are widely quoted.
func TestMNISTFacts(t *testing.T) {
	rapidtest.Slow(t)
	dir := filepath.Dir(publicFile(t, "mnist/train-images-idx3-ubyte.gz"))
	train, test, err := MNIST(dir)
	require.NoError(t, err)
	require.Equal(t, filepath.Join(dir, "train-images-idx3-ubyte.gz"), train.Name)
	require.Equal(t, filepath.Join(dir, "t10k-images-idx3-ubyte.gz"), test.Name)
	require.Equal(t, []int{5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949}, counts(train))
	require.Equal(t, []int{980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009}, counts(test))
	require.Equal(t, []int{5, 0, 4, 1, 9}, train.Class[:5])
	require.Equal(t, []int{7, 2, 1, 0, 4}, test.Class[:5])
	requireDigits(t, test, 784, 0, 255)
	mean, squares := requireDigits(t, train, 784, 0, 255)
	require.InDelta(t, 0.1307, mean/255, 0.00005)
	require.InDelta(t, 0.3081, math.Sqrt(squares-mean*mean)/255, 0.00005)
}

// requireDigits holds that images of all digits have so many pixels, from least to most, and returns the mean of the
// pixels and of their squares.
func requireDigits(t *testing.T, s *Set, dim int, least, most float64) (mean, squares float64) {
	t.Helper()
	require.Equal(t, dim, s.Dim)
	require.Equal(t, tenDigits, s.Classes)
	require.Len(t, s.Examples, len(s.Class))
	requireOneMatrix(t, s)
	from, to, n := math.Inf(1), math.Inf(-1), float64(len(s.Examples)*s.Dim)
	for _, e := range s.Examples {
		for _, v := range e.X.Value {
			from, to = min(from, v), max(to, v)
			mean += v / n
			squares += v * v / n
		}
	}
	require.Equal(t, []float64{least, most}, []float64{from, to})
	return mean, squares
}

// idxHeader is the head of an IDX file of unsigned bytes.
func idxHeader(sizes ...uint32) string {
	head := []byte{0, 0, 8, byte(len(sizes))}
	for _, n := range sizes {
		head = binary.BigEndian.AppendUint32(head, n)
	}
	return string(head)
}

// image is a 28×28 image of zeros but for the pixels at row 0, column 1 and at row
// 2, column 3.
func image(first, second byte) string {
	pixels := make([]byte, 784)
	pixels[1], pixels[2*28+3] = first, second
	return string(pixels)
}

func writeFiles(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	return dir
}

// tinyMNIST has two images to learn from, of 7 and 0, and one of 9 to test with.
func tinyMNIST(t *testing.T) map[string]string {
	return map[string]string{
		"train-images-idx3-ubyte":    idxHeader(2, 28, 28) + image(1, 255) + image(3, 4),
		"train-labels-idx1-ubyte.gz": gzipped(t, idxHeader(2)+"\x07\x00"),
		"t10k-images-idx3-ubyte.gz":  gzipped(t, idxHeader(1, 28, 28)+image(128, 6)),
		"t10k-labels-idx1-ubyte":     idxHeader(1) + "\x09",
	}
}

func TestMNISTByHand(t *testing.T) {
	train, test, err := MNIST(writeFiles(t, tinyMNIST(t)))
	require.NoError(t, err)
	require.Equal(t, []int{7, 0}, train.Class)
	require.Equal(t, []int{9}, test.Class)
	want := func(first, second float64) vec.Vector {
		return vec.Sparse([]int{1, 59}, []float64{first, second}).Densify(784)
	}
	require.Equal(t, positive(want(1, 255), want(3, 4)), train.Examples)
	require.Equal(t, positive(want(128, 6)), test.Examples)
	requireDigits(t, train, 784, 0, 255)
	requireDigits(t, test, 784, 0, 128)
}

func TestMNISTErrors(t *testing.T) {
	whole := idxHeader(2, 28, 28) + image(1, 2) + image(3, 4)
	const images, labels = "train-images-idx3-ubyte", "train-labels-idx1-ubyte"
	for _, c := range []struct{ name, text, want string }{
		{images, "", "byte 0: the file ends, expected a header of 16 bytes"},
		{images, whole[:11], "byte 11: the file ends, expected a header of 16 bytes"},
		{images, "GIF" + whole[3:], "byte 0: magic number 0x47494603, expected 0x00000803: unsigned bytes in 3 dimensions"},
		{images, idxHeader(2) + whole[8:], "byte 0: magic number 0x00000801, expected 0x00000803: unsigned bytes in 3 dimensions"},
		{images, idxHeader(0, 28, 28), "byte 4: dimension 1 is 0, expected at least one item"},
		{images, idxHeader(2, 27, 28) + whole[16:], "byte 8: dimension 2 is 27, expected 28"},
		{images, idxHeader(2, 28, 29) + whole[16:], "byte 12: dimension 3 is 29, expected 28"},
		{images, whole[:len(whole)-1], "byte 1583: the file ends, expected 1584 bytes in all, as the header says"},
		{images, whole + "\n", "byte 1584: the file goes on, expected 1584 bytes in all, as the header says"},
		// a header of terabytes, for which there is no memory
		{images, idxHeader(math.MaxUint32, 28, 28) + image(1, 2), "byte 800: the file ends, expected 3367254359296 bytes in all, as the header says"},
		{images, cut(gzipped(t, whole)), "byte 1584: reading: unexpected EOF"},
		{images, gzipped(t, whole)[:4], "gzip header: unexpected EOF"},
		{labels, idxHeader(2) + "\x07\x0a", "byte 9: label 10, expected a digit"},
		{labels, idxHeader(3) + "\x07\x01\x02", "byte 4: 3 labels, expected 2: one for each image in DIR/" + images},
		{labels, whole, "byte 0: magic number 0x00000803, expected 0x00000801: unsigned bytes in 1 dimensions"},
	} {
		files := tinyMNIST(t)
		delete(files, c.name+".gz")
		files[c.name] = c.text
		dir := writeFiles(t, files)
		_, _, err := MNIST(dir)
		require.EqualError(t, err, filepath.Join(dir, c.name)+": "+strings.ReplaceAll(c.want, "DIR", dir))
	}
	for name := range tinyMNIST(t) {
		files := tinyMNIST(t)
		delete(files, name)
		dir := writeFiles(t, files)
		_, _, err := MNIST(dir)
		require.ErrorIs(t, err, os.ErrNotExist)
		require.ErrorContains(t, err, filepath.Join(dir, strings.TrimSuffix(name, ".gz"))+": no such file or directory (nor is there a .gz of it)")
	}
}
