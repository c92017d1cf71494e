package benchdata_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	. "marginlab/benchdata"
	"marginlab/internal/rapidtest"
	"marginlab/theory/vec"
)

// The counts are those of the data's own description, zip.info.txt.
func TestUSPSFacts(t *testing.T) {
	rapidtest.Slow(t)
	dir := filepath.Dir(publicFile(t, "usps/zip.train.gz"))
	train, test, err := USPS(dir)
	require.NoError(t, err)
	require.Equal(t, filepath.Join(dir, "zip.train.gz"), train.Name)
	require.Equal(t, filepath.Join(dir, "zip.test.gz"), test.Name)
	require.Equal(t, []int{1194, 1005, 731, 658, 652, 556, 664, 645, 542, 644}, counts(train))
	require.Equal(t, []int{359, 264, 198, 166, 200, 160, 170, 147, 166, 177}, counts(test))
	require.Equal(t, []float64{-1, -0.631, 0.862, -0.167}, train.Examples[0].X.Value[6:10]) // by eye
	requireDigits(t, train, 256, -1, 1)
	requireDigits(t, test, 256, -1, 1)
}

// uspsLine is a line with the given label and first value, and 255 values of -1.
func uspsLine(label, value string) string {
	return label + " " + value + strings.Repeat(" -1", 255)
}

func TestUSPSByHand(t *testing.T) {
	dir := writeFiles(t, map[string]string{
		"zip.train":   uspsLine("6.0000", "-0.6310") + " \n" + uspsLine("0.0000", "1.0000") + " \n",
		"zip.test.gz": gzipped(t, uspsLine("9", "0.25")+"\r\n"+uspsLine("  1", "\t0")), // no end of the last line
	})
	train, test, err := USPS(dir)
	require.NoError(t, err)
	want := func(first float64) vec.Vector {
		x := vec.Vector{Value: make([]float64, 256)}
		for k := range x.Value {
			x.Value[k] = -1
		}
		x.Value[0] = first
		return x
	}
	require.Equal(t, &Set{Name: filepath.Join(dir, "zip.train"), Examples: positive(want(-0.631), want(1)), Class: []int{6, 0}, Dim: 256, Classes: tenDigits}, train)
	require.Equal(t, &Set{Name: filepath.Join(dir, "zip.test.gz"), Examples: positive(want(0.25), want(0)), Class: []int{9, 1}, Dim: 256, Classes: tenDigits}, test)
	requireOneMatrix(t, train)
}

func TestUSPSErrors(t *testing.T) {
	good := uspsLine("3", "0.5") + "\n"
	tiny := strings.Repeat(" 1e-200", 256)
	for _, c := range []struct{ text, want string }{
		{good + uspsLine("10", "0"), `:2: column 1: "10": expected a digit as label`},
		{good + uspsLine("-1", "0"), `:2: column 1: "-1": expected a digit as label`},
		{good + uspsLine("1.5", "0"), `:2: column 1: "1.5": expected a digit as label`},
		{good + uspsLine("x", "0"), `:2: column 1: "x": expected a digit as label`},
		{good + "#" + good, `:2: column 1: "#3": expected a digit as label`},
		{good + uspsLine("3", "1.001"), `:2: column 2: "1.001": expected a grey value from -1 to 1`},
		{good + uspsLine("3", "-2"), `:2: column 2: "-2": expected a grey value from -1 to 1`},
		{good + uspsLine("3", "NaN"), `:2: column 2: "NaN": expected a grey value from -1 to 1`},
		{good + uspsLine("3", "0,5"), `:2: column 2: "0,5": expected a grey value from -1 to 1`},
		{good + uspsLine("3", ""), `:2: column 257: "": expected 256 values after the label`},
		{good + uspsLine("3", "0 0.5"), `:2: column 258: "-1": expected the line to end after 256 values`},
		{good + " \n" + good, `:2: column 1: "": expected a digit as label`},
		{"1\n", `:1: column 2: "": expected 256 values after the label`},
		{good + "3" + tiny, ":2: squared norm 0 is below 1e-270, so distances would vanish: scale the data up"},
		{"", ": no examples, expected at least one"},
		{gzipped(t, "")[:5], ": gzip header: unexpected EOF"},
		{cut(gzipped(t, good)), ":2: reading: unexpected EOF"},
	} {
		dir := writeFiles(t, map[string]string{"zip.train": good, "zip.test": c.text})
		_, _, err := USPS(dir)
		require.EqualError(t, err, filepath.Join(dir, "zip.test")+c.want)
	}
	dir := writeFiles(t, map[string]string{"zip.train.gz": gzipped(t, good)})
	_, _, err := USPS(dir)
	require.True(t, errors.Is(err, os.ErrNotExist))
	require.ErrorContains(t, err, filepath.Join(dir, "zip.test")+": no such file or directory (nor is there a .gz of it)")
}
