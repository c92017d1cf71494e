package benchdata_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	. "marginlab/benchdata"
	"marginlab/theory"
	"marginlab/theory/vec"
)

func readClasses(name, text string) (*Set, error) {
	return readText(name, text, Options{Classes: true})
}

func TestReadClasses(t *testing.T) {
	for _, c := range []struct {
		name, file, text string
		classes          []string
		class            []int
	}{
		{"numbers by value", "a.svm", "10 1:1\n9 1:2\n-1.5 1:3\n9 1:4\n", []string{"-1.5", "9", "10"}, []int{2, 1, 0, 1}},
		{"equal numbers are one class", "a.svm", "+1 1:1\n1.0 1:2\n1 1:3\n0 1:4\n", []string{"0", "+1"}, []int{1, 1, 1, 0}},
		{"both zeros are one class", "a.svm", "-0 1:1\n0 1:2\n1 1:3\n", []string{"-0", "1"}, []int{0, 0, 1}},
		{"names by bytes", "a.csv", "1,b\n2,a\n3,B\n4,b\n", []string{"B", "a", "b"}, []int{2, 1, 0, 2}},
		{"numbers and a name by bytes", "a.csv", "1,9\n2,10\n3,x\n", []string{"10", "9", "x"}, []int{1, 0, 2}},
		{"announced names", "a.csv", "3,1,ham,spam,eggs\n1,2\n2,0\n3,2\n", []string{"ham", "eggs"}, []int{1, 0, 1}},
		{"gzip", "a.csv.gz", gzipped(t, "x,class\n1,3\n2,1\n3,2\n"), []string{"1", "2", "3"}, []int{2, 0, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := readClasses(c.file, c.text)
			require.NoError(t, err)
			require.Equal(t, c.file, s.Name)
			require.Equal(t, c.classes, s.Classes)
			require.Equal(t, c.class, s.Class)
			require.Equal(t, 1, s.Dim)
			require.Len(t, s.Examples, len(c.class))
			for i, e := range s.Examples {
				require.Equal(t, []float64{float64(i + 1)}, e.X.Value)
			}
		})
	}
}

// Either format, read by classes, is the same as read with each of its labels as
// the positive one.
func TestClassesAgainstTheRestAreTheTwoClassReading(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		labels := rapid.SliceOfN(rapid.SampledFrom([]string{"-1", "0", "3", "12", "+3", "2.5"}), 1, 8).Draw(t, "labels")
		labels = append(labels, "0", "7") // at least two classes
		var libsvm, csv strings.Builder
		for i, label := range labels {
			v := float64(rapid.IntRange(1, 99).Draw(t, "v")) / 8 // a zero that LIBSVM writes is present
			fmt.Fprintf(&libsvm, "%s 1:%v %d:1\n", label, v, i+2)
			fmt.Fprintf(&csv, "%v,%d,%s\n", v, i, label)
		}
		for name, text := range map[string]string{"a.svm": libsvm.String(), "a.csv": csv.String()} {
			s, err := readClasses(name, text)
			require.NoError(t, err)
			for k, class := range s.Classes {
				two, err := readText(name, text, Options{Positive: class})
				require.NoError(t, err)
				requireSame(t, two.Examples, s.Against(k))
				require.Equal(t, two.Dim, s.Dim)
				require.Equal(t, class, two.Labels[1])
			}
		}
	})
}

func TestAgainst(t *testing.T) {
	s := &Set{Examples: positive(vec.Dense(1), vec.Dense(2), vec.Dense(3)), Class: []int{1, 0, 1}, Dim: 1, Classes: []string{"a", "b", "unseen"}}
	for class, want := range [][]theory.Label{{-1, 1, -1}, {1, -1, 1}, {-1, -1, -1}} {
		examples := s.Against(class)
		require.Len(t, examples, 3)
		for i, e := range examples {
			require.Equal(t, want[i], e.Y)
			require.Same(t, &s.Examples[i].X.Value[0], &e.X.Value[0], "vectors are shared")
		}
	}
	require.PanicsWithValue(t, "benchdata: class 3 of 3", func() { s.Against(3) })
	require.PanicsWithValue(t, "benchdata: class -1 of 3", func() { s.Against(-1) })
}

// Errors are those of Read, and two of its own.
func TestReadClassesErrors(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"a.svm", "1 1:1\n+1 1:2\n", `a.svm: every label is "1", expected at least two classes`},
		{"a.csv", "1,x\n2,x\n", `a.csv: every label is "x", expected at least two classes`},
		{"a.csv", "1,x\n?,y\n", `a.csv:2: column 1: "?": expected a finite number; --drop-missing leaves out examples without one, --drop 1 the column`},
		{"a.svm", "1\n2\n", "a.svm: every line holds a label only, expected index:value pairs after it"},
	} {
		_, err := readClasses(c.file, c.text)
		require.EqualError(t, err, c.want)
	}
	var many strings.Builder
	for class := range theory.MostClasses + 1 {
		fmt.Fprintln(&many, class, "1:1")
	}
	_, err := readClasses("a.svm", many.String())
	require.EqualError(t, err, "a.svm: 32768 classes, expected at most 32767")
	_, err = readText("a.csv", tinyCSV, Options{Classes: true, Positive: "2"})
	require.EqualError(t, err, `a.csv: label "2" is chosen as class +1, expected no choice: every label is a class of its own here`)
}

func TestOpenOfClasses(t *testing.T) {
	s, err := readText("a.txt", "kind,v\nham,1\nspam,2\neggs,3\n", Options{Label: "kind", Classes: true})
	require.NoError(t, err)
	require.Equal(t, &Set{
		Name: "a.txt", Examples: positive(vec.Dense(1), vec.Dense(2), vec.Dense(3)), Dim: 1,
		Class: []int{1, 2, 0}, Classes: []string{"eggs", "ham", "spam"}, Features: []string{"v"},
	}, s)
}

// requireOneMatrix holds that the vectors of s are the rows of one matrix.
func requireOneMatrix(t *testing.T, s *Set) {
	t.Helper()
	for i, e := range s.Examples {
		x := e.X
		if x.IsSparse() || len(x.Value) != s.Dim || cap(x.Value) != s.Dim {
			t.Fatalf("row %d: sparse %v, length %d, capacity %d, expected a dense row of %d", i, x.IsSparse(), len(x.Value), cap(x.Value), s.Dim)
		}
		if i > 0 && apart(s.Examples[i-1].X, x) != 8*s.Dim {
			t.Fatalf("rows %d and %d are %d bytes apart in memory, expected %d", i-1, i, apart(s.Examples[i-1].X, x), 8*s.Dim)
		}
	}
}
