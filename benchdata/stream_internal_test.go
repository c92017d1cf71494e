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
			f.opt.piece = size
			return Read(r, "f", f.opt)
		}
		want, wantErr := read(1 << 16)
		got, err := read(rapid.IntRange(1, 100).Draw(t, "size"))
		require.Equal(t, wantErr, err)
		require.Equal(t, want, got)
	})
}

// scanned scans a text in pieces of that size.
func scanned(text string, opt Options, size int) (*Stream, error) {
	opt.piece = size
	return Scan(func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }, "f", opt)
}

// A stream has the examples of the set, and the same error.
func TestStreamIsTheSetInParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := files().Draw(t, "file")
		want, wantErr := Read(strings.NewReader(f.text), "f", f.opt)
		s, err := scanned(f.text, f.opt, rapid.IntRange(1, 100).Draw(t, "size"))
		if err != nil && strings.Contains(err.Error(), "is the third of") {
			return // it is reported before a later fault
		}
		require.Equal(t, fmt.Sprint(wantErr), fmt.Sprint(err))
		if err != nil {
			return
		}
		for range 2 {
			i := 0
			for part, err := range s.Parts() {
				require.NoError(t, err)
				for _, e := range part {
					require.NoError(t, e.Check(s.Dim))
					require.Equal(t, want.Examples[i].Y, e.Y)
					require.Equal(t, want.Examples[i].X.Densify(want.Dim), e.X.Densify(want.Dim))
					i++
				}
			}
			require.Equal(t, s.Length, i)
		}
		require.Equal(t, []int{len(want.Examples), positives(want.Examples)}, []int{s.Length, s.Positives})
		want.Examples = nil
		require.Equal(t, *want, s.Set)
	})
}

// A word too many is reported at the end, and other faults before it, however the file is cut.
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
			_, err := Read(strings.NewReader(c.text), "f", Options{Format: CSV, OneHot: []string{Auto}, NoHeader: true,
				piece: size})
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
	_, err := Read(r, "f", Options{Format: CSV, piece: 64})
	require.EqualError(t, err, `f:2: byte 4 of the line: bare " in non-quoted-field`)
	require.Greater(t, r.Len(), size/2)
}

// A dense part has nothing of one that had its memory before.
func TestStreamedZeros(t *testing.T) {
	text := "1 1:1 2:1 3:1\n"
	for i := range 60 {
		text += fmt.Sprintf("1 %d:1 3:%d\n", i/20+1-i/40, i)
	}
	s, err := scanned(text, Options{Format: LIBSVM}, 1)
	require.NoError(t, err)
	i := -1
	for part, err := range s.Parts() {
		require.NoError(t, err)
		require.Len(t, part, 1)
		if want := []float64{0, 0, float64(i)}; i >= 0 {
			want[i/20-i/40] = 1
			require.Equal(t, want, part[0].X.Value)
		}
		i++
	}
	require.Equal(t, 60, i)
}

// Parts of a few of many features are sparse, though all examples would be dense.
func TestStreamedPartsOfFewFeatures(t *testing.T) {
	full := "1"
	for i := range 1000 {
		full += fmt.Sprintf(" %d:1", i+1)
	}
	s, err := scanned(strings.Repeat(full+"\n", 100)+strings.Repeat("-1\n", 50), Options{Format: LIBSVM}, 1)
	require.NoError(t, err)
	values, sparse := 0, false
	for part, err := range s.Parts() {
		require.NoError(t, err)
		for _, e := range part {
			values += len(e.X.Value)
			sparse = sparse || e.X.IsSparse()
		}
	}
	require.True(t, sparse)
	require.Less(t, values, 130_000, "of 150,000 coordinates")
}

// A stream that is left early, or cannot be read on, ends what it has begun.
func TestStreamEndsEarly(t *testing.T) {
	defer goleak.VerifyNone(t)
	text := strings.Repeat("1 1:1 2:2\n-1 1:1\n", 1000)
	s, err := scanned(text, Options{Format: LIBSVM}, 100)
	require.NoError(t, err)
	parts := 0
	for _, err := range s.Parts() {
		require.NoError(t, err)
		if parts++; parts == 3 {
			break
		}
	}
	broken := errors.New("disk on fire")
	s.open = func() (io.ReadCloser, error) {
		return io.NopCloser(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken))), nil
	}
	read := 0
	for part, err := range s.Parts() {
		if err != nil {
			require.EqualError(t, err, "f:2001: reading: disk on fire")
			break
		}
		read += len(part)
	}
	require.Equal(t, 2000, read)
}

// A source that differs in a later pass is reported, whatever has changed.
func TestStreamThatChanges(t *testing.T) {
	words := Options{Format: CSV, OneHot: []string{Auto}, NoHeader: true}
	const is = "f: the file changed while it was read: it had 2 examples with 2 features"
	for _, c := range []struct {
		opt     Options
		text    string
		changed map[string]string // the error
	}{
		{Options{Format: LIBSVM}, "1 1:1 2:1\n-1 1:2\n", map[string]string{
			"1 1:1 2:1\n-1 1:2\n": "", "1 1:1 2:1\n": is, "1 1:1 2:1\n-1 1:2\n1 1:3\n": is, "1 1:1 3:1\n-1 1:2\n": is,
			"1 1:1 2:1\n3 1:2\n-1 1:2\n": is, "-1 1:2\n1 1:1 2:1\n": is, "1 1:1 2:1\n-1 1:3\n": is,
		}},
		{Options{}, "1 1:1 2:1\n-1 1:2\n", map[string]string{"1,2,1\n3,4,-1\n": is}},
		{Options{}, "1,2,0\n3,4,1\n", map[string]string{"0 1:1\n1 2:1\n": is, "1,2,5,0\n3,4,5,1\n": is, "1,0\n3,1\n": is, "1;2;0\n3;4;1\n": is}},
		{Options{}, "a,b,y\n1,2,0\n3,4,1\n", map[string]string{
			"a,b,y\n1,2,0\n3,4,1\n": "", "b,a,y\n1,2,0\n3,4,1\n": is, "": "f: no examples, expected at least one",
		}},
		{words, "x,1,1\ny,2,2\n", map[string]string{
			"x,1,1\ny,2,2\n": "", "y,1,1\nx,3,2\n": is, "x,1,1,1\ny,2,2,2\n": is, "x,1\ny,2\n": is, "x,1,1\nz,2,2\n": is,
		}},
	} {
		for changed, want := range c.changed {
			s, err := scanned(c.text, c.opt, 1)
			require.NoError(t, err)
			s.open = func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(changed)), nil }
			last := ""
			for _, err := range s.Parts() {
				if last = ""; err != nil {
					last = err.Error()
				}
			}
			require.Equal(t, want, last, changed)
		}
	}
}
