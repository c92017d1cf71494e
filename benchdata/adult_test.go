package benchdata_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	. "marginlab/benchdata"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// adultFolder is the folder of the raw files; the test is skipped where it is missing.
func adultFolder(t testing.TB) string {
	t.Helper()
	return filepath.Dir(publicFile(t, "adult/adult.data.gz"))
}

// adultData are examples of Adult with their facts.
type adultData struct {
	examples []theory.Example
	facts    AdultFacts
}

var rawOnce, separatedOnce sync.Once
var raw, separated adultData

// rawAdult is Adult as it is read, once. Nothing may change the examples.
func rawAdult(t testing.TB) ([]theory.Example, AdultFacts) {
	t.Helper()
	rapidtest.Slow(t)
	dir := adultFolder(t)
	rawOnce.Do(func() {
		var err error
		raw.examples, raw.facts, err = ReadAdult(dir)
		require.NoError(t, err)
	})
	return raw.examples, raw.facts
}

// separatedAdult is the default of the pipeline, computed once.
func separatedAdult(t testing.TB) ([]theory.Example, AdultFacts) {
	t.Helper()
	rapidtest.Slow(t)
	dir := adultFolder(t)
	separatedOnce.Do(func() {
		var err error
		separated.examples, separated.facts, err = Adult(context.Background(), dir)
		require.NoError(t, err)
	})
	return separated.examples, separated.facts
}

// Adult is not separable: five feature vectors have both labels.
func TestAdultRawFacts(t *testing.T) {
	examples, facts := rawAdult(t)
	require.Equal(t, AdultFacts{Rows: [2]int{32561, 16281}, Missing: [2]int{2399, 1221}, Complete: 45222, Columns: 96}, facts)
	require.Len(t, examples, 45222)
	requireOneMatrix(t, &Set{Examples: examples, Dim: 96})
	mean, squares, plus := moments(examples, 96)
	require.Equal(t, 11208, plus)
	require.InDeltaSlice(t, make([]float64, 96), mean, 1e-9)
	require.InDeltaSlice(t, slices.Repeat([]float64{1}, 96), squares, 1e-9)

	sorted := slices.SortedFunc(slices.Values(examples), func(e, f theory.Example) int {
		return cmp.Or(slices.Compare(e.X.Value, f.X.Value), int(e.Y-f.Y))
	})
	both := 0
	for i, e := range sorted[1:] {
		if before := sorted[i]; before.Y != e.Y && slices.Equal(before.X.Value, e.X.Value) {
			both++
		}
	}
	require.Equal(t, 5, both, "feature vectors with both labels")
}

// TestAdultIsThePapers compares with HKNS25, Section 6: 35,508 rows, 27.11 % +1,
// D = 220.43, and D̄/D = 0.9658, which margin normalisation does not change so far.
func TestAdultIsThePapers(t *testing.T) {
	examples, facts := separatedAdult(t)
	separator := facts.Separator
	facts.Separator = theory.Classifier{}
	require.Equal(t, AdultFacts{
		Rows: [2]int{32561, 16281}, Missing: [2]int{2399, 1221}, Complete: 45222, Columns: 96,
		Wrong: 9687, TooNear: 28, Kept: 35507, Positives: 9626,
	}, facts)
	require.InDelta(t, 27.11, 100*float64(facts.Positives)/float64(facts.Kept), 0.005)
	require.Greater(t, separator.Margin(examples), 0.01)
	require.NoError(t, theory.CheckAll(examples, 96))

	g := theory.Diameters(examples, 96)
	require.Equal(t, g.DMinus, g.D)
	require.InDelta(t, 220.43, math.Floor(100*g.D)/100, 1e-9)
	require.InDelta(t, 77.24, g.DPlus, 0.005)
	require.InDelta(t, 0.9658, g.DBar/g.D, 0.00005)

	requireOneMatrix(t, &Set{Examples: examples, Dim: 96})
}

// What is kept must not depend on the last digits of the separator, which are
// another machine's.
func TestAdultHasNoRowAtTheThreshold(t *testing.T) {
	_, facts := separatedAdult(t)
	examples, _ := rawAdult(t)
	nearest, norm := math.Inf(1), vec.L2{}.Of(facts.Separator.W)
	for _, e := range examples {
		distance := float64(e.Y) * facts.Separator.Score(e.X) / norm
		nearest = min(nearest, math.Abs(distance-0.01))
	}
	require.Greater(t, nearest, 1e-4, "the separator is known to 1e-6")
}

// row is a line of adult.data with what the tests vary.
func row(age, workclass, sex, income string) string {
	return strings.Join([]string{age, workclass, "100", "Bachelors", "13", "Divorced", "Sales", "Wife", "White", sex, "0", "0", "40", "Cuba", income}, ", ") + "\n"
}

func writeAdult(t *testing.T, data, test string) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "adult.data"), []byte(data), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "adult.test"), []byte(test), 0o600))
	return dir
}

func TestAdultByHand(t *testing.T) {
	examples, facts, err := ReadAdult(writeAdult(t,
		row("20", "Private", "Male?", "<=50K")+row("?", "Private", "Male", ">50K")+row("40", "Private", "Female", ">50K")+"\n",
		"|1x3 Cross validator\n"+row("20", "State-gov", "Female", "<=50K.")+row("40", "Local-gov", "Female", ">50K.")+"\n"))
	require.NoError(t, err)
	require.Equal(t, AdultFacts{Rows: [2]int{3, 2}, Missing: [2]int{1, 0}, Complete: 4, Columns: 9}, facts)

	// Columns: age, 5 constant numbers, 2 dummies of workclass (Local-gov has none), 1 of sex. A
	// dummy that is 1 in one row of four is (1−¼)/√(3/16) = √3 there, −1/√3 elsewhere.
	s, z := math.Sqrt(3), -1/math.Sqrt(3)
	private, state, male := []float64{1, 1, -1, -1}, []float64{z, z, s, z}, []float64{s, z, z, z}
	require.Len(t, examples, 4)
	for i, age := range []float64{-1, 1, -1, 1} {
		require.InDeltaSlice(t, []float64{age, 0, 0, 0, 0, 0, private[i], state[i], male[i]}, examples[i].X.Value, 1e-15, "row %d", i)
		require.Equal(t, theory.Label(age), examples[i].Y)
	}
}

func TestAdultErrors(t *testing.T) {
	good := row("20", "Private", "Male", "<=50K")
	var levels strings.Builder
	for i := range 1001 {
		levels.WriteString(row("20", fmt.Sprint("level ", i), "Male", "<=50K"))
	}
	for _, c := range []struct{ data, test, want string }{
		{good + "1, 2, 3\n", good, "adult.data:2: 3 columns, expected 15"},
		{"3, >50K\n", good, "adult.data:1: 2 columns, expected 15"},
		{good, "|x\n\n" + row("old", "Private", "Male", "<=50K."),
			`adult.test:3: column 1: "old": expected a finite number or '?'`},
		{row("NaN", "Private", "Male", "<=50K"), good, `adult.data:1: column 1: "NaN": expected a finite number or '?'`},
		{row("1e999", "?", "Male", "<=50K"), good, `adult.data:1: column 1: "1e999": expected a finite number or '?'`},
		{row("# 20", "Private", "Male", "<=50K"), good, `adult.data:1: column 1: "# 20": expected a finite number or '?'`},
		{row("20", "", "Male", "<=50K"), good, `adult.data:1: column 2: "": expected a level or '?'`},
		{row("20", "NA", "Male", "<=50K"), good, `adult.data:1: column 2: "NA": expected a level or '?'`},
		{good, row("20", `"Private`, "Male", "<=50K"), `adult.test:2: byte 2 of the line: extraneous or missing`},
		{row("20", "Private", "Male", "50K"), good, `adult.data:1: column 15: "50K": expected >50K or <=50K`},
		{row("20", "Private", "Male", "?"), good, `adult.data:1: column 15: "?": expected >50K or <=50K`},
		{good, good, `adult.data and adult.test: the labels are ["" "<=50K"], expected <=50K and >50K`},
		{good, "|1x3 Cross validator\n", "adult.test: no examples, expected at least one"},
		{good, "\n" + row("1e200", "Private", "Male", "<=50K"), "adult.test:2: squared norm"},
		{"\x1f\x8b\x00", good, "adult.data: gzip header: unexpected EOF"},
		{cut(gzipped(t, good+good)), good, "adult.data:3: reading: unexpected EOF"},
		{row("?", "Private", "Male", "<=50K"), good,
			"adult.data: no examples, expected at least one without a missing value"},
		{levels.String(), good, "adult.data: column 2 has more than 1000 different words, expected at most so many"},
	} {
		dir := writeAdult(t, c.data, c.test)
		_, _, err := ReadAdult(dir)
		require.ErrorContains(t, err, dir+string(filepath.Separator)+c.want)
		require.NotContains(t, err.Error(), "--", "there are no flags")
	}
	dir := t.TempDir()
	_, _, err := Adult(context.Background(), dir)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, filepath.Join(dir, "adult.data")+": no such file or directory (nor is there a .gz of it)")
}
