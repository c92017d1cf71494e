package benchdata_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	. "marginlab/benchdata"
	"marginlab/theory"
	"marginlab/theory/vec"
)

func dense(y theory.Label, value ...float64) theory.Example {
	return theory.Example{X: vec.Dense(value...), Y: y}
}

func TestCSV(t *testing.T) {
	for _, c := range []struct {
		name, text string
		opt        Options
		want       string // as LIBSVM
		labels     [2]string
	}{
		{"no header, label last, blanks, comments, empty lines", "# by hand\n\n1, 2 ,-1\r\n# c\n3,4.5e0,+1", Options{},
			"-1 1:1 2:2, +1 1:3 2:4.5", [2]string{"-1", "+1"}},
		{"header, quoted fields, string labels", "\"a, b\",c,d\n\"1\",2,\"yes, \"\"sir\"\"\"\n3,4,no\n", Options{},
			"+1 1:1 2:2, -1 1:3 2:4", [2]string{"no", `yes, "sir"`}},
		{"header that names the class", "Class,g1,g2\nt,1,2\nn,3,4\n", Options{}, "+1 1:1 2:2, -1 1:3 2:4",
			[2]string{"n", "t"}},
		{"two usual names: the last column", "label,x,class\n1,2,a\n3,4,b\n", Options{}, "-1 1:1 2:2, +1 1:3 2:4",
			[2]string{"a", "b"}},
		{"label column by name", "a,b,class\n1,2,3\n0,4,5\n", Options{Label: "a"}, "+1 1:2 2:3, -1 1:4 2:5",
			[2]string{"0", "1"}},
		{"label column by number", "1,2,3\n0,4,5\n", Options{Label: "1"}, "+1 1:2 2:3, -1 1:4 2:5", [2]string{"0", "1"}},
		{"counts and names of classes", "3,2,ham,eggs,spam\n1,2,2\n3,4,0\n5,6,1\n", Options{Positive: "spam"},
			"+1 1:1 2:2, -1 1:3 2:4, -1 1:5 2:6", [2]string{"not spam", "spam"}},
		{"counts of an example that is left out too", "2,2,u,v\n1,2,0\n?,4,1\n", Options{DropMissing: true}, "-1 1:1 2:2",
			[2]string{"u", ""}},
		{"number of a class that has a name", "2,2,ham,spam\n1,2,1\n3,4,0\n", Options{Positive: "0"},
			"-1 1:1 2:2, +1 1:3 2:4", [2]string{"spam", "ham"}},
		{"two features and a string label are not counts", "3,2,ham\n1,2,spam\n", Options{}, "-1 1:3 2:2, +1 1:1 2:2",
			[2]string{"ham", "spam"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			set, err := readText("a.csv", c.text, c.opt)
			require.NoError(t, err)
			require.Equal(t, c.want, asLIBSVM(t, set.Examples))
			require.Equal(t, c.labels, set.Labels)
			require.Equal(t, 2, set.Dim)
		})
	}
}

func TestCSVErrors(t *testing.T) {
	for _, c := range []struct {
		name, text string
		opt        Options
		want       string
	}{
		{"empty", "", Options{}, `a.csv: no examples, expected at least one`},
		{"header only", "a,b\n", Options{}, `a.csv: no examples, expected at least one`},
		{"comments only", "# 1,2\n", Options{}, `a.csv: no examples, expected at least one`},
		{"one column", "1\n2\n", Options{}, `a.csv:1: one column, expected features and a label, separated by commas (or say --delimiter)`},
		{"too few columns", "a,b,c\n1,2,3\n# c\n1,2\n", Options{}, `a.csv:4: 2 columns, expected 3 as line 1 says`},
		{"too many columns", "1,2,3\n1,2,3,4\n", Options{}, `a.csv:2: 4 columns, expected 3 as line 1 says`},
		{"announced columns", "# c\n2,3,u,v\n1,2,0\n", Options{}, `a.csv:3: 3 columns, expected 4 as line 2 says; if that line is an example, say --no-header`},
		{"columns that are too many to be announced", "5,999999999999,u,v\n1,2,3,4\n", Options{},
			`a.csv:1: column 3: "u": expected a finite number; --one-hot 3 reads a column of words ` +
				`(--one-hot auto every one), --drop 3 leaves it out`},
		{"announced rows", "3,1,u,v\n1,0\n2,1\n", Options{}, `a.csv: 2 examples, expected 3 as line 1 says`},
		{"no number", "x,y,z\n1,2,0\n1,abc,0\n", Options{}, `a.csv:3: column 2 (y): "abc": expected a finite number; if the column holds the labels, say --label y; --one-hot y reads a column of words (--one-hot auto every one), --drop y leaves it out`},
		{"no number, no header", "1,abc,0\n", Options{}, `a.csv:1: column 2: "abc": expected a finite number; if the column holds the labels, say --label 2; --one-hot 2 reads a column of words (--one-hot auto every one), --drop 2 leaves it out`},
		{"no number on a line of its own", "1,2,0\n1,\"a\nb\",0\n", Options{}, `a.csv:2: column 2: "a\nb": expected a finite number; if the column holds the labels, say --label 2; --one-hot 2 reads a column of words (--one-hot auto every one), --drop 2 leaves it out`},
		{"labels first", "diagnosis,x1,x2\nM,17.9,10.3\n", Options{}, `a.csv:2: column 1 (diagnosis): "M": expected a finite number; if the column holds the labels, say --label diagnosis; --one-hot diagnosis reads a column of words (--one-hot auto every one), --drop diagnosis leaves it out`},
		{"fractions for labels", "diagnosis,x\n1,0.5\n0,0.25\n1,0.75\n", Options{}, `a.csv:4: label "0.75" is the third of 3 labels (0.5, 0.25, 0.75), expected two: they look like a feature or a regression target; --label says which column of CSV holds the labels`},
		{"missing", "x,y\n,0\n", Options{}, `a.csv:2: column 1 (x): "": expected a finite number; --drop-missing leaves out examples without one, --drop x the column`},
		{"question mark", "x,y\n?,0\n", Options{}, `a.csv:2: column 1 (x): "?": expected a finite number; --drop-missing leaves out examples without one, --drop x the column`},
		{"NaN", "1,0\nnan,1\n", Options{}, `a.csv:2: column 1: "nan": expected a finite number; --drop-missing leaves out examples without one, --drop 1 the column`},
		{"Inf", "1,0\n+Inf,1\n", Options{}, `a.csv:2: column 1: "+Inf": expected a finite number`},
		{"overflow", "1,0\n-1e999,1\n", Options{}, `a.csv:2: column 1: "-1e999": expected a number of at most 1.8e+308 in size`},
		{"overflow of the norm", "1,0\n1e200,1\n", Options{}, `a.csv:2: squared norm +Inf is above 1e+300, so distances would overflow: scale the data down`},
		{"missing label", "1,0\n2,\n", Options{}, `a.csv:2: column 2: "": expected a label; --drop-missing leaves out examples without one`},
		{"NA label", "1,0\n2,NA\n", Options{}, `a.csv:2: column 2: "NA": expected a label; --drop-missing leaves out examples without one`},
		{"infinite label", "1,0\n2,1e999\n", Options{}, `a.csv:2: column 2: "1e999": expected a label`},
		{"bare quote", "1,0\n2\",1\n", Options{}, `a.csv:2: byte 2 of the line: bare " in non-quoted-field`},
		{"bare quote after blanks", "1,2,0\n  \"1\"x,2,0\n", Options{}, `a.csv:2: byte 5 of the line: extraneous or missing " in quoted-field`},
		{"bare quote after blanks, tabs", "1\t2\t0\n  \"1\"x\t2\t0\n", Options{Delimiter: '\t'}, `a.csv:2: byte 3 of the line: bare " in non-quoted-field`},
		{"after a quoted field", "1,2,0\n\"1\",nan,0\n", Options{}, `a.csv:2: column 2: "nan": expected a finite number; --drop-missing leaves out examples without one, --drop 2 the column`},
		{"after a quoted field of two lines", "1,2,0\n\"1\n\",nan,0\n", Options{}, `a.csv:3: column 2: "nan": expected a finite number; --drop-missing leaves out examples without one, --drop 2 the column`},
		{"announced rows, one left out", "1,1,u,v\n1,0\n?,1\n", Options{DropMissing: true}, `a.csv: 2 examples, expected 1 as line 1 says`},
		{"open quote", "1,0\n\"2,1\n", Options{}, `a.csv:2: byte 6 of the line: extraneous or missing " in quoted-field`},
		{"column name", "x,y\n1,0\n", Options{Label: "z"}, `a.csv:1: no column "z", expected a number from 1 to 2 or a name in the header`},
		{"column number", "1,0\n", Options{Label: "3"}, `a.csv:1: no column "3", expected a number from 1 to 2 or a name in the header`},
		{"column 0", "1,0\n", Options{Label: "0"}, `a.csv:1: no column "0", expected a number from 1 to 2 or a name in the header`},
		{"ambiguous column", "x,x,y\n1,0,1\n", Options{Label: "x"}, `a.csv:1: 2 columns are called "x": say the number of the one that is meant`},
		{"three labels", "3,1,u,v,w\n1,0\n2,1\n3,2\n", Options{}, `a.csv:4: label "2" is the third of 3 labels (u, v, w), expected two: --classes (of check, run and report) keeps every label as a class, --positive u makes it +1 and all others -1`},
		{"labels of two lines", "1,\"u\nv\"\n2,w\n", Options{Positive: "x"}, `a.csv: no example has the positive label "x"; its labels are "u\nv", w`},
		{"column of two lines", "\"a\nb\",y\n1,0\nq,1\n", Options{}, `a.csv:4: column 1 ("a\nb"): "q": expected a finite number; if the column holds the labels, say --label 1; --one-hot 1 reads a column of words (--one-hot auto every one), --drop 1 leaves it out`},
		{"no such label", "1,0\n2,1\n", Options{Positive: "u"}, `a.csv: no example has the positive label "u"; its labels are 0, 1`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := readText("a.csv", c.text, c.opt)
			require.EqualError(t, err, c.want)
		})
	}
}
