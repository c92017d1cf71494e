package benchdata_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"unsafe"

	"github.com/klauspost/compress/gzip"
	"github.com/stretchr/testify/require"

	. "marginlab/benchdata"
	"marginlab/theory"
)

// publicFile is the path of a file of the optional data folder; the test is
// skipped where it is missing.
func publicFile(t testing.TB, name string) string {
	t.Helper()
	dir := os.Getenv(DataEnv)
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "data")
	}
	path := filepath.Join(dir, filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no %s: set %s to a folder that holds %s", path, DataEnv, name)
	}
	return path
}

// open reads a file.
func open(path string, opt Options) (*Set, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(f, path, opt)
}

// The facts of the public files: see the README of the data folder.
func TestOpenPublicFiles(t *testing.T) {
	for _, c := range []struct {
		file           string
		opt            Options
		n, dim, plus   int
		minus1, plus1  string
		stored, sparse int // coordinates stored in all vectors; 1 if the vectors are sparse
	}{
		// Counted with awk: lines, lines whose label is that of +1, and pairs.
		{"libsvm/agaricus.txt.train.gz", Options{}, 6513, 126, 3140, "0", "1", 143286, 1},
		{"libsvm/agaricus.txt.test.gz", Options{}, 1611, 126, 776, "0", "1", 35442, 1},
		{"libsvm/rcv1_small.svm.gz", Options{}, 1000, 47117, 459, "-1", "+1", 77739, 1},
		{"libsvm/heart_scale", Options{}, 270, 13, 120, "-1", "+1", 270 * 13, 0}, // 3378 pairs,
		{"libsvm/a9a.gz", Options{}, 32561, 123, 7841, "-1", "+1", 451592, 1},
		{"libsvm/w1a", Options{}, 2477, 300, 72, "-1", "+1", 28410, 1},
		{"uci/iris.csv", Options{Positive: "0"}, 150, 4, 50, "not setosa", "setosa", 600, 0},
		{"uci/iris.csv", Options{Positive: "virginica"}, 150, 4, 50, "not virginica", "virginica", 600, 0},
		{"uci/breast_cancer.csv", Options{}, 569, 30, 357, "malignant", "benign", 569 * 30, 0},
		{"uci/Sonar.csv.gz", Options{}, 208, 60, 97, "M", "R", 208 * 60, 0},
		{"microarray/alon.csv.gz", Options{}, 62, 2000, 40, "n", "t", 62 * 2000, 0},
	} {
		t.Run(fmt.Sprintf("%s/positive=%s", c.file, c.opt.Positive), func(t *testing.T) {
			set, err := open(publicFile(t, c.file), c.opt)
			require.NoError(t, err)
			plus, stored, sparse := 0, 0, 0
			for _, e := range set.Examples {
				stored += len(e.X.Value)
				if e.Y == theory.Positive {
					plus++
				}
				if e.X.IsSparse() {
					sparse++
				}
				require.NoError(t, e.Check(set.Dim))
			}
			t.Log(set.Name, len(set.Examples), set.Dim, plus, set.Labels, stored)
			require.Len(t, set.Examples, c.n)
			require.Equal(t, c.dim, set.Dim)
			require.Equal(t, c.plus, plus)
			require.Equal(t, [2]string{c.minus1, c.plus1}, set.Labels)
			require.Equal(t, c.stored, stored)
			require.Equal(t, c.sparse*c.n, sparse)
		})
	}
}

const (
	tinyLIBSVM = "1 1:0.5 7:2\n-1 2:1\n"
	tinyCSV    = "a,b,class\n0.5,2,1\n1,0,-1\n"
)

func gzipped(t *testing.T, text string) string {
	t.Helper()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := io.WriteString(w, text)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return packed.String()
}

func TestFormat(t *testing.T) {
	wide := strings.Repeat("a long name,", 50_000) // longer than the look goes
	for _, c := range []struct {
		name, file, text string
		opt              Options
		want             string // the format; else the error
	}{
		// The lines of these would tell the other format.
		{"name .libsvm", "a.libsvm", tinyCSV, Options{}, `a.libsvm:1: field 1: "a,b,class": expected a finite number as label, as in +1`},
		{"name .SVM", "dir.csv/A.SVM", tinyCSV, Options{}, `dir.csv/A.SVM:1: field 1: "a,b,class": expected a finite number as label, as in +1`},
		{"name .svmlight.gz", "a.svmlight.gz", gzipped(t, tinyCSV), Options{}, `a.svmlight.gz:1: field 1: "a,b,class": expected a finite number as label, as in +1`},
		{"name .csv", "a.csv", tinyLIBSVM, Options{}, `a.csv:1: one column, expected features and a label, separated by commas (or say --delimiter)`},
		{"name .csv.gz", "a.csv.gz", gzipped(t, tinyLIBSVM), Options{}, `a.csv.gz:1: one column, expected features and a label, separated by commas (or say --delimiter)`},
		{"name .csv.gz, but plain", "a.csv.gz", tinyCSV, Options{}, CSV},
		{"name .csv, but gzip", "a.csv", gzipped(t, tinyCSV), Options{}, CSV},
		{"lines of LIBSVM", "a.txt", tinyLIBSVM, Options{}, LIBSVM},
		{"lines of LIBSVM, gzip", "a.txt.train", gzipped(t, tinyLIBSVM), Options{}, LIBSVM},
		{"lines of LIBSVM after a comment and a zero vector", "a", "# 1,2\n-1\n" + tinyLIBSVM, Options{}, LIBSVM},
		{"lines of LIBSVM with qid", "a", "1 qid:1 1:1\n", Options{}, LIBSVM},
		{"lines of CSV", "a", tinyCSV, Options{}, CSV},
		{"lines of CSV with times", "a", "at 12:30,class\n1,1\n", Options{}, CSV},
		{"lines of CSV after a comment", "a", "# 1 2:3\n" + tinyCSV, Options{}, CSV},
		{"a first line longer than the look", "a", wide + "class\n" + strings.Repeat("1,", 50_000) + "1\n", Options{}, CSV},
		{"byte order mark", "a.csv", "\uFEFF1,1\n", Options{}, CSV},
		{"byte order mark, gzip", "a", gzipped(t, "\uFEFF1 1:1\n"), Options{}, LIBSVM},
		{"option before name", "a.csv", tinyLIBSVM, Options{Format: LIBSVM}, LIBSVM},
		{"option before lines", "a", tinyCSV, Options{Format: CSV}, CSV},
		{"unknown option", "a.csv", tinyCSV, Options{Format: "arff"}, `a.csv: format "arff", expected libsvm or csv`},
		{"no telling line", "a.txt", "1\n2\n", Options{}, "a.txt: neither the name nor the first lines tell the format: say --format libsvm or --format csv"},
		{"empty", "a.txt", "", Options{}, "a.txt: no examples, expected at least one"},
		{"empty, gzip", "a.txt", gzipped(t, ""), Options{}, "a.txt: no examples, expected at least one"},
		{"cut gzip header", "a.svm", gzipped(t, tinyLIBSVM)[:5], Options{}, "a.svm: gzip header: unexpected EOF"},
		{"cut gzip, LIBSVM", "a.svm", cut(gzipped(t, tinyLIBSVM)), Options{}, "a.svm:3: reading: unexpected EOF"},
		{"cut gzip, CSV", "a.csv", cut(gzipped(t, tinyCSV)), Options{}, "a.csv:4: reading: unexpected EOF"},
		{"cut gzip, unknown", "a", cut(gzipped(t, "1\n")), Options{}, "a: neither the name nor the first lines tell the format: say --format libsvm or --format csv"},
	} {
		t.Run(c.name, func(t *testing.T) {
			set, err := readText(c.file, c.text, c.opt)
			if c.want != LIBSVM && c.want != CSV {
				require.EqualError(t, err, c.want)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.want == LIBSVM, set.Indexed)
		})
	}
}

// cut drops the checksum at the end of a gzip stream.
func cut(packed string) string { return packed[:len(packed)-8] }

// An error of the source is reported as such, wherever it strikes.
func TestReadReportsTheSourcesError(t *testing.T) {
	broken := errors.New("disk on fire")
	for _, c := range []struct{ name, text string }{
		{"a.svm", ""}, {"a.svm", tinyLIBSVM}, {"a.svm", tinyLIBSVM + "1 1:"},
		{"a.csv", ""}, {"a.csv", tinyCSV}, {"a.csv", "a,b,class\n"}, {"a.csv", tinyCSV + "1"},
		{"a", ""}, {"a", tinyLIBSVM}, {"a", tinyCSV},
	} {
		_, err := Read(io.MultiReader(strings.NewReader(c.text), iotest.ErrReader(broken)), c.name, Options{})
		require.ErrorIs(t, err, broken, "%s: %q", c.name, c.text)
	}
}

// What takes more memory than it may is refused while it is read, and so is a line without end.
func TestMemoryOfExamplesIsBounded(t *testing.T) {
	t.Parallel()
	lines := strings.Repeat("1 1:0.5 2:1\n-1 1:-0.5 2:-1\n", 10_000)
	for name, text := range map[string]string{"a.svm": lines, "a.csv": strings.ReplaceAll(strings.ReplaceAll(lines, " 1:", ","), " 2:", ",")} {
		const takes = 20_000 * (2*8 + int64(unsafe.Sizeof(theory.Example{}))) // dense, in either format
		_, err := readText(name, text, Options{Memory: takes, Positive: "1"})
		require.NoError(t, err)
		_, err = readText(name, text, Options{Memory: takes - 1, Positive: "1"})
		require.ErrorIs(t, err, ErrMemory)
		require.ErrorContains(t, err, fmt.Sprintf("the first 20000 examples, more than %d bytes", takes-1))
		parts := 0
		s, err := Scan(func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }, name, Options{Memory: 1 << 20, Positive: "1"})
		require.NoError(t, err)
		for _, err := range s.Parts() {
			require.NoError(t, err)
			parts++
		}
		require.Positive(t, parts)
	}
	endless := "1 1:1\n-1 1:-1\n" + strings.Repeat(" ", 1<<20)
	for _, opt := range []Options{{Memory: 4 << 20}, {Line: 1 << 19}, {Memory: 1 << 30, Line: 1 << 19}} {
		_, err := readText("a.svm", endless, opt)
		require.ErrorIs(t, err, ErrLine)
		require.EqualError(t, err, "a.svm:3: reading: a line or record is longer than it may be: it has more than 524288 bytes")
	}
	for _, opt := range []Options{{Memory: 16 << 20}, {Memory: 4 << 20, Line: 2 << 20}} {
		_, err := readText("a.svm", endless, opt)
		require.NoError(t, err)
	}
}
