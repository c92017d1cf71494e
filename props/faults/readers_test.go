package faults_test

// readers are mistakes in reading, transforming and generating data.
var readers = []fault{
	{
		mistake: "the reader takes an index twice", file: "benchdata/libsvm.go",
		old: "p > at+9 || i <= last {", new: "p > at+9 || i < last {",
		test: "./benchdata TestLIBSVMErrors",
	},
	{
		mistake: "a fault's field is counted without its label", file: "benchdata/libsvm.go",
		old: "field := len(b.value) - row + qid + 2", new: "field := len(b.value) - row + qid + 1",
		test: "./benchdata TestLIBSVMErrors",
	},
	{
		mistake: "indices count from 0 in every file", file: "benchdata/libsvm.go",
		old: "if i -= f.first; text[p]", new: "if text[p]",
		test: "./benchdata TestLIBSVM",
	},
	{
		mistake: "a comment belongs to the value before it", file: "benchdata/libsvm.go",
		old: "return isBlank(c) || c == '#' }", new: "return isBlank(c) }",
		test: "./benchdata TestLIBSVM",
	},
	{
		mistake: "the first word of a column has a feature too", file: "benchdata/columns.go",
		old: "of.words[column.known[w]] = -1; i > 0 {", new: "of.words[column.known[w]] = -1; i >= 0 {",
		test: "./benchdata TestColumns",
	},
	{
		mistake: "a number of twenty digits is read as one of fifteen", file: "benchdata/libsvm.go",
		old: "digits <= 15 &&", new: "digits <= 20 &&",
		test: "./benchdata TestUsualPairsAreReadAsAnyPair",
	},
	{
		mistake: "a minus makes a number positive", file: "benchdata/libsvm.go",
		old: "signs = [2]float64{1, -1}", new: "signs = [2]float64{1, 1}",
		test: "./benchdata TestLIBSVM",
	},
	{
		mistake: "the smaller label is +1", file: "benchdata/labels.go",
		old: "return t.order()[n-1], nil", new: "return t.order()[0], nil",
		test: "./benchdata TestLIBSVM",
	},
	{
		mistake: "two spellings of a label are two labels", file: "benchdata/labels.go",
		old: "	if !ok {\n		k = len(t.all)\n", new: "	if !ok || true {\n		k = len(t.all)\n",
		test: "./benchdata TestLIBSVM",
	},
	{
		mistake: "a label's line is that in its piece of the file", file: "benchdata/labels.go",
		old: "t.number(label.text, lines+label.line+1)", new: "t.number(label.text, label.line+1)",
		test: "./benchdata TestPiecesOfAnySize", cases: 10,
	},
	{
		mistake: "a misquoted field is told of a line late", file: "benchdata/csv.go",
		old: "line: syntax.Line - 1", new: "line: syntax.Line",
		test: "./benchdata TestCSVErrors",
	},
	{
		mistake: "blanks after a field belong to it", file: "benchdata/csv.go",
		old: "record[c] = strings.TrimSpace(field)", new: "record[c] = field",
		test: "./benchdata TestCSV",
	},
	{
		mistake: "a quote in a comment opens a field", file: "benchdata/csv.go",
		old: "if open || line[0] != '#' {", new: "if true {",
		test: "./benchdata TestPiecesOfAnySize", cases: 50,
	},
	{
		mistake: "the second word of a column is no feature either", file: "benchdata/columns.go",
		old: "-1; i > 0 {", new: "-1; i > 1 {",
		test: "./benchdata TestColumns",
	},
	{
		mistake: "a column that is dropped makes examples incomplete", file: "benchdata/csv.go",
		old: "if p.columns[c].role != dropped && isMissing(field) {", new: "if c >= 0 && isMissing(field) {",
		test: "./benchdata TestColumns",
	},
	{
		mistake: "every pass has the permutation of the first", file: "benchdata/passes.go",
		old: "			rnd.Shuffle(size,", new: "			rnd = rand.New(rand.NewPCG(seed, shuffleStream))\n			for i := range order {\n				order[i] = i\n			}\n			rnd.Shuffle(size,",
		test: "./benchdata TestEveryShuffledPassIsAFreshPermutation",
	},
	{
		mistake: "the features of a norm are mapped by the transpose", file: "benchdata/norm.go",
		old: "			x[i] = num.Dot(row, x[i:i+len(row)])\n		}\n", new: "			v := x[i]\n			x[i] = 0\n			num.AddScaled(x[i:i+len(row)], v, row)\n		}\n",
		test: "./benchdata TestMapOfAMatrix",
	},
	{
		mistake: "the features of a weighted norm are multiplied by the weights", file: "benchdata/norm.go",
		old: "[]float64{num.Pow(v, 1/p)}", new: "[]float64{num.Pow(v, max(1/p, 1))}",
		test: "./benchdata TestParseNorm",
	},
	{
		mistake: "a classifier in a norm is not mapped back", file: "benchdata/norm.go",
		old: "theory.Classifier{W: w, B: c.B}", new: "theory.Classifier{W: append(w[:0], c.W...), B: c.B}",
		test: "./benchdata TestMapOfAMatrix",
	},
	{
		mistake: "a dense matrix keeps what was there before", file: "benchdata/store.go",
		old: "x.CopyTo(row)", new: "x.AddTo(row, 1)",
		test: "./benchdata TestStreamedZeros",
	},
	{
		mistake: "deviations divide by n-1", file: "benchdata/transform.go",
		old: "deviation[k] = math.Sqrt(sum / n)", new: "deviation[k] = math.Sqrt(sum / (n - 1))",
		test: "./benchdata TestStandardise",
	},
	{
		mistake: "a margin is normalised in one class only", file: "benchdata/transform.go",
		old: "num.AddScaled(x, zeta*float64(y), c.W)", new: "num.AddScaled(x, zeta*float64(1+y), c.W)",
		test: "./benchdata TestTransformationsByHand",
	},
}
