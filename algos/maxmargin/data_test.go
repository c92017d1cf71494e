package maxmargin_test

import (
	"bufio"
	"compress/gzip"
	"encoding/csv"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// open returns a file of the optional data folder, unpacked, and skips the test where it is missing.
func open(t testing.TB, name string) io.Reader {
	t.Helper()
	root := os.Getenv("MARGINLAB_DATA")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared", "data")
	}
	f, err := os.Open(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Skipf("needs the data file %s; set MARGINLAB_DATA to the folder that has it", name)
	}
	t.Cleanup(func() { f.Close() })
	if !strings.HasSuffix(name, ".gz") {
		return f
	}
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	return z
}

// libsvm reads a file of sparse examples; a label above 0 is +1.
func libsvm(t testing.TB, name string) []theory.Example {
	t.Helper()
	var examples []theory.Example
	lines := bufio.NewScanner(open(t, name))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		e := theory.Example{X: vec.Vector{Index: []int{}}, Y: theory.Negative}
		if number(t, fields[0]) > 0 {
			e.Y = theory.Positive
		}
		for _, field := range fields[1:] {
			index, value, _ := strings.Cut(field, ":")
			e.X.Index = append(e.X.Index, int(number(t, index)))
			e.X.Value = append(e.X.Value, number(t, value))
		}
		examples = append(examples, e)
	}
	require.NoError(t, lines.Err())
	return examples
}

// table reads a file of comma-separated values below a header line. The class
// is in the column that the header calls class, else in the last one.
func table(t testing.TB, name, positive string) []theory.Example {
	t.Helper()
	r := csv.NewReader(open(t, name))
	r.FieldsPerRecord = -1 // the UCI files have headers of their own
	rows, err := r.ReadAll()
	require.NoError(t, err)
	column := slices.IndexFunc(rows[0], func(s string) bool { return strings.EqualFold(s, "class") })
	if column < 0 {
		column = len(rows[1]) - 1
	}
	var examples []theory.Example
	for _, row := range rows[1:] {
		e := theory.Example{Y: theory.Negative}
		for i, field := range row {
			switch {
			case i != column:
				e.X.Value = append(e.X.Value, number(t, field))
			case field == positive:
				e.Y = theory.Positive
			}
		}
		examples = append(examples, e)
	}
	return examples
}

func number(t testing.TB, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(s, 64)
	require.NoError(t, err)
	return v
}
