package benchdata

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// file is a text and how it is read.
type file struct {
	text string
	opt  Options
}

// files draws files of a few lines, half of them with a fault.
func files() *rapid.Generator[file] {
	return rapid.Custom(func(t *rapid.T) file {
		f := file{opt: Options{Format: LIBSVM, Positive: rapid.SampledFrom([]string{"", "", "1"}).Draw(t, "positive")}}
		n, d := rapid.IntRange(0, 12).Draw(t, "n"), rapid.IntRange(1, 4).Draw(t, "d")
		end := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "end")
		label := rapid.SampledFrom([]string{"-1", "1", "+1", "-1", "1", "-1.0", "2"})
		fault := rapid.SampledFrom([]string{"?", "?", "?", "x", "1e200", "\"", "\"\"", "1,2 3:4"}).Draw(t, "fault")
		left := rapid.IntRange(0, 2*n*d).Draw(t, "at") // fields before the fault
		spoiled := func(field string) string {
			if left--; left == -1 {
				if fault == "?" {
					left = d // examples without a value may be left out
				}
				return fault
			}
			return field
		}
		number := rapid.SampledFrom([]string{"1", "0", "-0.25", "1e-3", "12.5"})
		kinds := rapid.SliceOfN(rapid.SampledFrom([]*rapid.Generator[string]{
			number, rapid.SampledFrom([]string{"red", "blue", "\"two" + end + "#lines\"", "\"a,\"\"b\"\"\""}),
		}), d, d).Draw(t, "kinds")
		csv := rapid.Bool().Draw(t, "csv")
		if csv {
			f.opt.Format, f.opt.DropMissing = CSV, rapid.Bool().Draw(t, "drop missing")
			f.opt.OneHot = []string{Auto}
			f.text = rapid.SampledFrom([]string{"", "a,b,c,d,e"[:2*d+1] + end}).Draw(t, "header")
			f.opt.NoHeader = f.text == ""
		}
		for range n {
			if rapid.IntRange(0, 5).Draw(t, "comment") == 0 {
				f.text += "# a \"comment" + end + end
			}
			if csv {
				for c := range d {
					f.text += spoiled(kinds[c].Draw(t, "field")) + ","
				}
				f.text += label.Draw(t, "label") + end
				continue
			}
			f.text += label.Draw(t, "label")
			for i := range d {
				if rapid.IntRange(0, 3).Draw(t, "absent") > 0 {
					f.text += fmt.Sprintf(" %d:%s", i+1, spoiled(number.Draw(t, "value")))
				}
			}
			f.text += end
		}
		if rapid.Bool().Draw(t, "cut") {
			f.text = strings.TrimSuffix(f.text, end)
		}
		return f
	})
}

// A file is read the same in pieces of any size, each of them parsed apart, as in one. So
// is its first error.
func TestPiecesOfAnySize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := files().Draw(t, "file")
		read := func(size int) (*Set, error) {
			var r io.Reader = strings.NewReader(f.text)
			if rapid.Bool().Draw(t, "byte by byte") {
				r = iotest.OneByteReader(r)
			}
			table, err := readTable(r, "f", f.opt, size)
			if err != nil {
				return nil, err
			}
			return table.twoClasses(f.opt.Positive)
		}
		want, wantErr := read(1 << 16)
		got, err := read(rapid.IntRange(1, 100).Draw(t, "size"))
		require.Equal(t, wantErr, err)
		require.Equal(t, want, got)
	})
}

// The parts of a stream are those of the set, and its error is that of the set.
func TestStreamIsTheSetInParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := files().Draw(t, "file")
		want, wantErr := Read(strings.NewReader(f.text), "f", f.opt)
		table, err := openTable(strings.NewReader(f.text), "f", f.opt, rapid.IntRange(1, 100).Draw(t, "size"))
		var all []theory.Example
		var last *Set
		if err == nil {
			err = table.stream(f.opt.Positive, rapid.IntRange(1, 200).Draw(t, "window"), func(s *Set) bool {
				for _, e := range s.Examples {
					require.NoError(t, e.Check(s.Dim))
					all = append(all, theory.Example{X: vec.Vector(e.X).Clone(), Y: e.Y})
				}
				last = s
				return true
			})
		}
		if err != nil && (strings.Contains(err.Error(), "columns of words") || strings.Contains(err.Error(), "which were taken for") || strings.Contains(err.Error(), "is the third of")) {
			return
		}
		require.Equal(t, fmt.Sprint(wantErr), fmt.Sprint(err))
		if err != nil {
			return
		}
		require.Len(t, all, len(want.Examples))
		for i, e := range all {
			require.Equal(t, want.Examples[i].Y, e.Y)
			require.Equal(t, want.Examples[i].X.Densify(want.Dim), e.X.Densify(want.Dim))
		}
		last.Examples, want.Examples = nil, nil
		require.Equal(t, want, last)
	})
}

// A word too many is told at the end, and other faults before it, however the file is cut.
func TestFirstFaultOfWords(t *testing.T) {
	many := func(columns, lines int) (text string) {
		for i := range lines {
			text += strings.Repeat(fmt.Sprintf("%d words,", i), columns) + "1,1\n"
		}
		return text
	}
	const tooMany = "f: column 1 has more than 1000 different words, expected at most so many; --drop 1 leaves it out"
	for _, c := range []struct{ text, want string }{
		{many(1, 1001), tooMany},
		{many(2, 1001), tooMany},
		{many(1, 1000), ""},
		{many(1, 1001) + "a,x,1\n", `f:1002: column 2: "x": expected a finite number; if the column holds the labels, say --label 2; --one-hot 2 reads a column of words (--one-hot auto every one), --drop 2 leaves it out`},
		{many(1, 1000) + "\"a\nb\",1,1\nb,1\n", `f:1003: 2 columns, expected 3 as line 1 says`},
	} {
		for _, size := range []int{1, 100, 3000, 1 << 16} {
			_, err := readTable(strings.NewReader(c.text), "f", Options{Format: CSV, OneHot: []string{Auto}, NoHeader: true}, size)
			if c.want == "" {
				require.NoError(t, err)
			} else {
				require.EqualError(t, err, c.want)
			}
		}
	}
}

// A quote where none may be does not make the rest of the source one record.
func TestMisquotedSourceIsNotReadToItsEnd(t *testing.T) {
	const lines = 200_000
	r := strings.NewReader("1,2,1\n3,4\",1\n" + strings.Repeat("1,2,1\n", lines))
	size := r.Len()
	_, err := readTable(r, "f", Options{Format: CSV}, 64)
	require.EqualError(t, err, `f:2: byte 4 of the line: bare " in non-quoted-field`)
	require.Greater(t, r.Len(), size/2)
}

// A stream takes the labels of its first part for the sides that they have, and says so
// where later ones would change that.
func TestStreamedLabels(t *testing.T) {
	for _, c := range []struct{ name, labels, positive, want string }{
		{"+1 first", "1 1 1 -1 1", "", "+++-+"},
		{"-1 first", "-1 -1 1 -1", "", "--+-"},
		{"0 first", "0 0 1", "", "--+"},
		{"the smaller first", "1 1 2", "", `f:3: label "2" after many of "1", which were taken for the class +1: choose the class +1, as with --positive 2`},
		{"the smaller first, and chosen", "1 1 2", "2", "--+"},
		{"chosen late", "1 2 3 4", "3", "--+-"},
		{"never there", "1 2 3 4", "5", `f: no example has the positive label "5"; its labels are 1, 2, 3, 4`},
		{"a third", "1 1 0 2", "", `f:4: label "2" is the third of 3 labels (1, 0, 2), expected two: --classes (of check, run and report) keeps every label as a class, --positive 1 makes it +1 and all others -1`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var text strings.Builder
			for label := range strings.FieldsSeq(c.labels) {
				text.WriteString(label + " 1:1\n")
			}
			table, err := openTable(strings.NewReader(text.String()), "f", Options{Format: LIBSVM}, 1)
			require.NoError(t, err)
			got := ""
			err = table.stream(c.positive, 1, func(s *Set) bool {
				require.Len(t, s.Examples, 1) // parts are as small as can be
				got += map[theory.Label]string{theory.Positive: "+", theory.Negative: "-"}[s.Examples[0].Y]
				return true
			})
			if err != nil {
				got = err.Error()
			}
			require.Equal(t, c.want, got)
		})
	}
}

// A dense part has nothing of one that had its memory before.
func TestStreamedZeros(t *testing.T) {
	text := "1 1:1 2:1 3:1\n"
	for i := range 60 {
		text += fmt.Sprintf("1 %d:1 3:%d\n", i/20+1-i/40, i)
	}
	table, err := openTable(strings.NewReader(text), "f", Options{Format: LIBSVM}, 1)
	require.NoError(t, err)
	i := -1
	require.NoError(t, table.stream("", 1, func(s *Set) bool {
		require.Len(t, s.Examples, 1)
		if want := []float64{0, 0, float64(i)}; i >= 0 {
			want[i/20-i/40] = 1
			require.Equal(t, want, s.Examples[0].X.Value)
		}
		i++
		return true
	}))
	require.Equal(t, 60, i)
}

// After a dense beginning, parts of a few features of many are sparse.
func TestStreamedPartsOfFewFeatures(t *testing.T) {
	text := "1 1:1 2:1\n" + strings.Repeat("1 2:1\n", 20) + strings.Repeat("-1\n", 40) + "1 100000000:1\n"
	table, err := openTable(strings.NewReader(text), "f", Options{Format: LIBSVM}, 1)
	require.NoError(t, err)
	dense, values := 0, 0
	require.NoError(t, table.stream("", 1, func(s *Set) bool {
		for _, e := range s.Examples {
			if values += len(e.X.Value); !e.X.IsSparse() {
				dense++
			}
		}
		return true
	}))
	require.InDelta(t, 23, dense, 2, "a part has a few lines")
	require.Less(t, values, 50)
}

// A stream that is left early, or cannot be read on, ends what it has begun.
func TestStreamEndsEarly(t *testing.T) {
	defer goleak.VerifyNone(t)
	text := strings.Repeat("1 1:1 2:2\n-1 1:1\n", 1000)
	table, err := openTable(strings.NewReader(text), "f.svm", Options{}, 100)
	require.NoError(t, err)
	parts := 0
	require.NoError(t, table.stream("", 1000, func(s *Set) bool {
		parts++
		return parts < 3
	}))
	require.Equal(t, 3, parts)

	broken := errors.New("disk on fire")
	table, err = openTable(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)), "f.svm", Options{}, 100)
	require.NoError(t, err)
	read := 0
	err = table.stream("", 1000, func(s *Set) bool {
		read += len(s.Examples)
		return true
	})
	require.EqualError(t, err, "f.svm:2001: reading: disk on fire")
	require.Equal(t, 2000, read)
}

// A source that is not long is one part; an error is the last.
func TestStream(t *testing.T) {
	for s, err := range Stream(strings.NewReader("x,red,1\ny,blue,2\n"), "f.csv", Options{OneHot: []string{Auto}, NoHeader: true}) {
		require.NoError(t, err)
		require.Equal(t, []string{"column 1=y", "column 2=red"}, s.Features)
	}
	for _, text := range []string{"", "1 1:1 1:2\n"} {
		n := 0
		for s, err := range Stream(strings.NewReader(text), "f.svm", Options{}) {
			require.Nil(t, s)
			require.Error(t, err)
			n++
		}
		require.Equal(t, 1, n)
	}
}
