package external

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// learnerOf returns the Perceptron of an adapter.
func learnerOf(t testing.TB, i int) *algos.Spec {
	t.Helper()
	var quoted []string
	for _, w := range adapter(t, i) {
		quoted = append(quoted, fmt.Sprintf("%q", w))
	}
	return mustParse(t, "exec("+strings.Join(quoted, " ")+",as=perceptron,timeout=5m)")
}

// The Perceptron of each adapter agrees with the one of this project, to the last bit if the inner products are
// exact, at once and step by step.
func TestAdaptersLearn(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	for i, a := range adapters {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			s := learnerOf(t, i)
			rapid.Check(t, func(t *rapid.T) {
				dim := rapid.IntRange(1, 5).Draw(t, "dim")
				number := rapid.Map(rapid.IntRange(-64, 64), func(v int) float64 { return float64(v) / 8 })
				var examples []theory.Example
				sparse := rapid.Bool().Draw(t, "sparse")
				for range rapid.IntRange(1, 40).Draw(t, "examples") {
					x := rapid.SliceOfN(number, dim, dim).Draw(t, "x")
					e := theory.Example{X: vec.Vector{Value: x}, Y: theory.Sign(rapid.Float64().Draw(t, "y"))}
					if sparse {
						e.X = e.X.Sparsify()
					}
					examples = append(examples, e)
				}
				l := s.New(dim)
				want, got := requireLike(t, "perceptron", l, examples, algos.NewSeparation(examples).Updated)
				for i, step := range got.Steps {
					require.InDelta(t, want.Steps[i].Score, step.Score, 0)
					require.InDelta(t, want.Steps[i].Norm, step.Norm, 1e-12)
				}
				for i, e := range examples[:min(8, len(examples))] {
					require.Equal(t, want.Steps[i].Decision, l.Step(e.X, e.Y).Decision)
					require.NoError(t, l.State().Err)
				}
				l.Reset()
			})
		})
	}
}

// A sparse stream that takes several questions gives the same results as one question.
func TestLongSparseStream(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	var examples []theory.Example
	for k := range 3*mostRows + 5 {
		x := vec.Sparse([]int{k % 7, 7 + k%11}, []float64{float64(k%5) - 2, 1})
		examples = append(examples, theory.Example{X: x, Y: theory.Sign(float64(k%3) - 1.5)})
	}
	for i := range adapters {
		requireLike(t, "perceptron", learnerOf(t, i).New(18), examples)
	}
}

// A learner in C shows its own margin, null while there is none, and its opening.
func TestMarginsInC(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	words := adapter(t, len(adapters)-1)
	source, err := os.ReadFile("adapters/mine.c")
	require.NoError(t, err)
	folder, err := os.Getwd()
	require.NoError(t, err)
	text := strings.Replace(string(source), "#include \"", "#include \""+folder+"/adapters/", 1)
	text = strings.Replace(text, "int main", "static double margin(struct learner *l) { return l->w[0] == 0 ? -1 : l->w[0] * l->w[0]; }\n"+
		"static int opening(struct learner *l) { return l->w[0] == 0; }\nint main", 1)
	text = strings.Replace(text, "weight, NULL, NULL", "weight, margin, opening", 1)
	require.NoError(t, os.WriteFile(words[0]+".c", []byte(text), 0o600))
	out, err := exec.Command("cc", "-Wall", "-Wextra", "-Werror", "-o", words[0], words[0]+".c").CombinedOutput()
	require.NoError(t, err, string(out))
	l := mustParse(t, fmt.Sprintf("exec(%q)", words[0])).New(1).(*Learner)
	e := theory.Example{X: vec.Dense(3), Y: theory.Negative}
	steps, _ := l.Steps([]theory.Example{e, e, e}, true)
	require.Equal(t, []bool{true, false, false}, []bool{steps[0].Opening, steps[1].Opening, steps[2].Opening})
	require.True(t, math.IsNaN(steps[0].Target))
	require.Equal(t, []float64{9, 9}, []float64{steps[1].Target, steps[2].Target})
	require.Equal(t, 3., l.State().Gamma)
}

// Estimators of scikit-learn learn like the same algorithms of this project: the Perceptron, whose ties are mistakes
// at +1 there, and PA-I, on streams without ties.
func TestScikitLearn(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	python := withScikitLearn(t)
	examples := make([]theory.Example, 30)
	for i := range examples {
		x := vec.Dense(float64(i*i%7)+0.25, float64(i%5)-2.125, 1)
		examples[i] = theory.Example{X: x, Y: theory.Sign(x.Value[0] + 2*x.Value[1] - 1.5)}
	}
	for estimator, as := range map[string]string{
		"Perceptron fit_intercept=False":                        "perceptron",
		"PassiveAggressiveClassifier C=0.5 fit_intercept=False": "pa-i(C=0.5)",
	} {
		s := mustParse(t, fmt.Sprintf("exec(%s adapters/marginlab_sklearn.py sklearn.linear_model.%s,as=%s)", python,
			estimator, as))
		got, err := s.Run(t.Context(), 3, slices.Values(examples), algos.NewSeparation(examples).Updated)
		require.NoError(t, err)
		want, err := mustParse(t, as).Run(t.Context(), 3, slices.Values(examples))
		require.NoError(t, err)
		require.Equal(t, decisions(want)[1:], decisions(got)[1:], "without the tie at the first")
		require.InDeltaSlice(t, want.Classifier.W, got.Classifier.W, 1e-12)
		sparse := slices.Clone(examples)
		for i := range sparse {
			sparse[i].X = sparse[i].X.Sparsify()
		}
		again, err := s.Run(t.Context(), 3, slices.Values(sparse), algos.NewSeparation(examples).Updated)
		require.NoError(t, err)
		require.Equal(t, decisions(got), decisions(again))
	}
	s := mustParse(t, fmt.Sprintf("exec(%s adapters/marginlab_sklearn.py sklearn.naive_bayes.BernoulliNB)", python))
	tr, err := s.Run(t.Context(), 3, slices.Values(examples))
	require.NoError(t, err)
	require.Equal(t, theory.NeedsClassifier, tr.Unseen)
	require.Len(t, tr.Steps, len(examples))
}

// withScikitLearn returns a Python that has it, or skips.
func withScikitLearn(t testing.TB) string {
	t.Helper()
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(python, "-c", "import sklearn").Run() == nil {
			return python
		}
	}
	t.Skip("scikit-learn is not installed (Debian: python3-sklearn), which its adapter needs")
	return ""
}

// An adapter fits on a page: people read it before they trust it.
func TestAdaptersAreShort(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("adapters/*")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var printed []string
	for language := range adapterFiles {
		text, err := Adapter(language)
		require.NoError(t, err)
		if language != "protocol" {
			printed = append(printed, string(text))
		}
		if example, err := Example(language); err == nil {
			printed = append(printed, string(example))
		}
	}
	for _, file := range files {
		if info, err := os.Stat(file); err != nil || info.IsDir() {
			continue
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Less(t, strings.Count(string(text), "\n"), 100, file)
		printed = slices.DeleteFunc(printed, func(other string) bool { return other == string(text) })
	}
	require.Empty(t, printed, "each adapter is one of the files")
	_, err = Adapter("cobol")
	require.EqualError(t, err, `there is no adapter for "cobol", expected c, javascript, protocol, python or scikit-learn`)
}
