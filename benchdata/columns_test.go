package benchdata_test

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	. "marginlab/benchdata"
	"marginlab/theory/vec"
)

func TestColumns(t *testing.T) {
	for _, c := range []struct {
		name, text string
		opt        Options
		want       string // as LIBSVM
		features   string
	}{
		{"semicolons", "a;b;class\n1;2;x\n3;4;y\n", Options{}, "-1 1:1 2:2, +1 1:3 2:4", "a b"},
		{"tabs, with empty fields", "a\tb\tclass\n1\t2\t\n3\t4\ty\n1\t\tx\n1\t5\tx", Options{DropMissing: true},
			"+1 1:3 2:4, -1 1:1 2:5", "a b"},
		{"tabs, with quotes after an empty field", "0.5\t2\t\t\"x\"\n3\t4\t\"\"\t\"y\"\n", Options{Drop: []string{"3"}},
			"-1 1:0.5 2:2, +1 1:3 2:4", "column 1 column 2"},
		{"more commas than semicolons", "1;2;a,b,c,d\n3;4;e\n", Options{}, "-1 1:1 2:2, +1 1:3 2:4", "column 1 column 2"},
		{"commas in quotes", "\"a;b;c\",class,b\n1,x,2\n3,y,4\n", Options{}, "-1 1:1 2:2, +1 1:3 2:4", "a;b;c b"},
		{"blanks", "1  2 x\n3 4 y\n", Options{Delimiter: ' '}, "-1 1:1 2:2, +1 1:3 2:4", "column 1 column 2"},
		{"bars beside more commas", "1|2|a,b,c,d\n3|4|e\n", Options{Delimiter: '|'}, "-1 1:1 2:2, +1 1:3 2:4",
			"column 1 column 2"},
		{"dropped columns, and the label is the last of the others", "id,a,b,kind,by\n17,1,2,x,me\n18,3,4,y,?\n",
			Options{Drop: []string{"by", "1"}}, "-1 1:1 2:2, +1 1:3 2:4", "a b"},
		{"words", "a,colour,sex,class\n1,red,m,x\n3,blue,f,y\n5,green,m,y\n", Options{OneHot: []string{"colour", "sex"}},
			"-1 1:1 3:1 4:1, +1 1:3, +1 1:5 2:1 4:1", "a colour=green colour=red sex=m"},
		{"words that are found", "-1,red,m,x\n3,blue,f,y\n", Options{OneHot: []string{Auto}}, "-1 1:-1 2:1 3:1, +1 1:3",
			"column 1 column 2=red column 3=m"},
		{"words that are found, and numbers that are words", "1,red,10,x\n3,blue,9,y\n", Options{OneHot: []string{Auto, "3"}},
			"-1 1:1 2:1, +1 1:3 3:1", "column 1 column 2=red column 3=9"},
		{"a word that is always the same", "1,red,x\n3,red,y\n", Options{OneHot: []string{Auto}}, "-1 1:1, +1 1:3",
			"column 1"},
		{"words only", "red,m,x\nblue,f,y\n", Options{OneHot: []string{Auto}, NoHeader: true}, "-1 1:1 2:1, +1",
			"column 1=red column 2=m"},
		{"missing values, but of no matter in a dropped column", "a,note,b,class\n1,,?,x\n3,,4,y\nNA,,4,y\n5,,6,x\n7,,8,\n",
			Options{DropMissing: true, Drop: []string{"note"}}, "+1 1:3 2:4, -1 1:5 2:6", "a b"},
		{"what looks like counts", "2,2,red,x\n3,4,blue,y\n", Options{OneHot: []string{"3"}}, "-1 1:2 2:2 3:1, +1 1:3 2:4",
			"column 1 column 2 column 3=red"},
	} {
		t.Run(c.name, func(t *testing.T) {
			set, err := readText("a.csv", c.text, c.opt)
			require.NoError(t, err)
			require.Equal(t, c.want, asLIBSVM(t, set.Examples))
			require.Equal(t, c.features, strings.Join(set.Features, " "))
		})
	}
	// Which word has no feature is known at the end, so a small norm is refused whatever
	// its word: once, the order of the words decided.
	for _, text := range []string{"1e-200,a,x\n1,b,y\n", "1e-200,b,x\n1,a,y\n", "1,b,x\n1e-200,a,y\n"} {
		_, err := readText("a.csv", text, Options{OneHot: []string{Auto}})
		require.ErrorContains(t, err, "squared norm 0 is below")
	}
	set, err := readText("a.tsv.gz", gzipped(t, "1\t2,5\t3\n"), Options{Label: "2"})
	require.NoError(t, err)
	require.Equal(t, [2]string{"", "2,5"}, set.Labels)
	set, err = readText("a", "x;y\n1;2\n?;3\n", Options{DropMissing: true})
	require.NoError(t, err)
	require.Equal(t, 1, set.Missing)
}

func TestColumnsErrors(t *testing.T) {
	for _, c := range []struct {
		name, text string
		opt        Options
		want       string
	}{
		{"words", "a,work class,class\n1,Private,x\n", Options{}, `a.csv:2: column 2 (work class): "Private": expected a finite number; --one-hot 2 reads a column of words (--one-hot auto every one), --drop 2 leaves it out`},
		{"a word among numbers", "1,red,x\nten,red,x\n", Options{OneHot: []string{Auto}}, `a.csv:2: column 1: "ten": expected a finite number; --one-hot 1 reads a column of words (--one-hot auto every one), --drop 1 leaves it out`},
		{"a name that is another's number", "2,x,y,class\n", Options{}, `a.csv:1: column 2: "x": expected a finite number; --one-hot 2 reads a column of words (--one-hot auto every one), --drop 2 leaves it out`},
		{"decimal commas", "a;b;class\n1;2,5;x\n", Options{}, `a.csv:2: column 2 (b): "2,5": expected a finite number with a decimal point, as 2.5`},
		{"a missing word", "a,b,class\n1,x,y\n1,?,y\n", Options{OneHot: []string{"b"}}, `a.csv:3: column 2 (b): "?": expected a word; --drop-missing leaves out examples without one, --drop b the column`},
		{"a missing value everywhere", "a,class\n?,y\n", Options{DropMissing: true}, `a.csv: no examples, expected at least one without a missing value`},
		{"one word", "red,x\nred,y\n", Options{OneHot: []string{"1"}, NoHeader: true}, `a.csv: no features are left, expected some: every column of words has one word only`},
		{"a slip in a name", "colour,size,class\n1,2,x\n", Options{Drop: []string{"color"}}, `a.csv:1: no column "color", did you mean colour?`},
		{"no such number", "colour,size,class\n1,2,x\n", Options{OneHot: []string{"4"}}, `a.csv:1: no column "4", expected a number from 1 to 3 or a name in the header`},
		{"a dropped label", "a,b,class\n1,2,x\n", Options{Label: "class", Drop: []string{"3"}}, `a.csv:1: column "class" is dropped, expected it not in --label too`},
		{"dropped words", "a,b,class\n1,2,x\n", Options{OneHot: []string{"b"}, Drop: []string{"2"}}, `a.csv:1: column "b" is dropped, expected it not in --one-hot too`},
		{"words for labels", "a,b,class\n1,2,x\n", Options{OneHot: []string{"class"}}, `a.csv:1: column "class" holds the labels, expected it not in --one-hot (--label chooses another)`},
		{"all dropped", "a,b,class\n1,2,x\n", Options{Drop: []string{"a", "b"}}, `a.csv:1: no column is left for features, expected at least one`},
		{"all dropped, the label too", "1,2,x\n", Options{Drop: []string{"1", "2", "3"}}, `a.csv:1: no column is left for features, expected at least one`},
		{"an example in place of a header", "x,y,x,class\nx,x,y,class\n", Options{OneHot: []string{Auto}}, `a.csv:1: "x" is in columns 1 and 3, expected a header of different names; if this line is an example, say --no-header`},
		{"an example in place of counts", "2,2,red,x\n3,4,blue,y\n", Options{}, `a.csv:2: 4 columns, expected 3 as line 1 says; if that line is an example, say --no-header`},
		{"columns of LIBSVM", "1 1:2\n", Options{Format: LIBSVM, Label: "1"}, `a.csv: the format is libsvm, which has no columns to choose from or to separate`},
		{"indices of CSV", "1,2\n", Options{ZeroBased: true}, `a.csv: the format is csv, which has no indices to count from 0`},
		{"a quote between columns", "1,2\n", Options{Delimiter: '"'}, `a.csv: delimiter '"', expected a character but a quote, # or the end of a line`},
		{"half a character between columns", "1,2\n", Options{Delimiter: 0xd800}, `a.csv: delimiter '�', expected a character but a quote, # or the end of a line`},
		{"one column of tabs", "1\n", Options{Delimiter: '\t'}, `a.csv:1: one column, expected features and a label, separated by tabs (or say --delimiter)`},
		{"one column of bars", "1\n", Options{Delimiter: '|'}, `a.csv:1: one column, expected features and a label, separated by '|' (or say --delimiter)`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := readText("a.csv", c.text, c.opt)
			require.EqualError(t, err, c.want)
		})
	}
}

// The error for a file that is neither LIBSVM nor CSV names its kind.
func TestOtherKinds(t *testing.T) {
	for text, want := range map[string]string{
		"{\"a\": 1, \"b\": 2}\n":  "JSON",
		"{\n  \"a\": 1\n}\n":      "JSON",
		"PK\x03\x04\x14\x00":      "a zip archive, as .xlsx and .npz are",
		"\x93NUMPY\x01\x00":       "a NumPy array",
		"PAR1\x15\x04":            "a Parquet file",
		"\x89HDF\r\n\x1a\n":       "an HDF5 file",
		"\x28\xb5\x2f\xfd\x24":    "packed with zstd, not gzip",
		"\xfd7zXZ\x00":            "packed with xz, not gzip",
		"BZh91AY&SY":              "packed with bzip2, not gzip",
		"\xff\xfe1\x00,\x00":      "text in UTF-16, not UTF-8",
		"\x7fELF\x02\x01\x01\x00": "a binary file",
		"1,2\n3,\x00\n":           "a binary file",
	} {
		for _, file := range []string{"a", "a.csv", "a.svm"} {
			_, err := readText(file, text, Options{})
			require.EqualError(t, err, file+": this is "+want+", expected text in LIBSVM or CSV")
			_, err = readText(file, gzipped(t, text), Options{})
			require.ErrorContains(t, err, ": this is "+want)
		}
	}
}

// A table is read as it was drawn, whatever stands between its columns and whatever they hold.
func TestColumnsAreReadAsDrawn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(1, 6).Draw(t, "n"), rapid.IntRange(2, 5).Draw(t, "columns")
		comma := rapid.SampledFrom([]rune{',', ';', '\t', '|'}).Draw(t, "delimiter")
		header := rapid.Bool().Draw(t, "header")
		label := rapid.IntRange(0, d-1).Draw(t, "label")
		kinds := rapid.SliceOfN(rapid.SampledFrom([]string{"numbers", "words", "dropped"}), d, d).Draw(t, "kinds")
		opt := Options{NoHeader: !header, Label: strconv.Itoa(label + 1), Positive: "yes"}
		if comma == '|' || rapid.Bool().Draw(t, "told") {
			opt.Delimiter = comma
		}
		kinds[label] = "label"
		table := make([][]string, n)
		for i := range table {
			table[i] = make([]string, d)
		}
		want, used := make([][]float64, n), map[string]bool{}
		for c, kind := range kinds {
			name := strconv.Itoa(c + 1)
			if header && rapid.Bool().Draw(t, "named") {
				name = fmt.Sprintf("the %d., of all", c+1)
			}
			of := value()
			word := rapid.SampledFrom([]string{"a", "b c", "é", "7", "x,y;z\t|\""})
			var column []string
			for i := range table {
				switch kind {
				case "numbers":
					v := of.Draw(t, "v")
					want[i], table[i][c] = append(want[i], v), strconv.FormatFloat(v, 'g', -1, 64)
				case "label":
					table[i][c] = "yes"
				default:
					table[i][c] = word.Draw(t, "word")
				}
				column = append(column, table[i][c])
			}
			used[kind] = true
			switch kind {
			case "dropped":
				opt.Drop = append(opt.Drop, name)
			case "words":
				opt.OneHot = append(opt.OneHot, name)
				words := slices.Clone(column)
				slices.Sort(words)
				for _, w := range slices.Compact(words)[1:] {
					for i := range table {
						is := 0.0
						if column[i] == w {
							is = 1
						}
						want[i] = append(want[i], is)
					}
				}
			}
		}
		var text strings.Builder
		w := csv.NewWriter(&text)
		w.Comma = comma
		if header {
			var names []string
			for c := range d {
				names = append(names, fmt.Sprintf("the %d., of all", c+1))
			}
			require.NoError(t, w.Write(names))
		}
		require.NoError(t, w.WriteAll(table))
		set, err := readText("a.csv", text.String(), opt)
		if len(want[0]) == 0 {
			require.ErrorContains(t, err, "left")
			return
		}
		require.NoError(t, err, text.String())
		require.Len(t, set.Examples, n)
		require.Len(t, set.Features, set.Dim)
		for i, e := range set.Examples {
			require.Equal(t, bits(vec.Dense(want[i]...)), bits(e.X))
		}
	})
}
