//go:build unix

package main

import (
	"context"
	"os/exec"
	"regexp"

	"marginlab/theory"
)

// program is one that learns a linear classifier from a file.
type program struct {
	group string // what it is compared with
	name  string
	note  string // what it solves otherwise than marginlab, "" for nothing
	needs string // the file to run
	from  string // the package that has it
	// arguments is what it is run with; data is the file of examples and model the file to
	// write.
	arguments func(data, model string) []string
	read      func(path string, dim int) (theory.Classifier, error) // reads the model
	native    bool                                                  // marginlab itself, which the others are compared with
	converted bool                                                  // it reads the same examples in the format of vw
}

const (
	onePerceptron  = "one pass of the Perceptron"
	oneSubgradient = "one pass of stochastic subgradients, hinge loss"
	hardMargin     = "the maximum margin"
)

// scikit is the Python that learns with scikit-learn and writes its weights. It has
// the estimator's expression, the data and the model as arguments.
const scikit = `import sys
from sklearn.datasets import load_svmlight_file
from sklearn.linear_model import Perceptron, SGDClassifier
x, y = load_svmlight_file(sys.argv[2])
c = eval(sys.argv[1]).fit(x, y)
with open(sys.argv[3], "w") as f:
    print(float(c.intercept_[0]), file=f)
    for w in c.coef_[0]:
        print(float(w), file=f)
`

// programs returns those that are installed, marginlab first in its groups, and says which
// are not, and where they can be had.
func (f flags) programs(ctx context.Context, only *regexp.Regexp) (installed []program, absent []string) {
	learn := func(learner string) func(data, model string) []string {
		return func(data, model string) []string {
			return []string{"run", "--learners", learner, "--save", model, "--model-format", "liblinear", data}
		}
	}
	python, hasScikit := f.python(ctx)
	estimate := func(expression string) func(data, model string) []string {
		return func(data, model string) []string { return []string{"-c", scikit, expression, data, model} }
	}
	all := []program{
		{onePerceptron, "marginlab perceptron", "", f.Marginlab, "", learn("perceptron"), readLIBLINEAR, true, false},
		{onePerceptron, "scikit-learn Perceptron", "", python, "python3-sklearn", estimate("Perceptron(max_iter=1, tol=None, shuffle=False, fit_intercept=False)"), readWeights, false, false},
		{onePerceptron, "sol_train perceptron", "float32; its model has 6 digits", "sol_train", "LIBSOL", func(data, model string) []string { return []string{"-a", "perceptron", data, model} }, readSOL, false, false},
		{oneSubgradient, "marginlab pegasos", "", f.Marginlab, "", learn("pegasos"), readLIBLINEAR, true, false},
		{oneSubgradient, "scikit-learn SGDClassifier", "its own rate, and a bias", python, "python3-sklearn", estimate("SGDClassifier(max_iter=1, tol=None, shuffle=False)"), readWeights, false, false},
		{oneSubgradient, "vw", "its own rate (adaptive, normalised), weights in a hash of 2¹⁸; the file in its format", "vw", "vowpal-wabbit", func(data, model string) []string {
			return []string{"--quiet", "--noconstant", "--loss_function", "hinge", "--passes", "1", "--readable_model", model, data}
		}, readVW, false, true},
		{hardMargin, "marginlab geometry", "exact to 10⁻⁹, certified, a bias; all diameters too", f.Marginlab, "", func(data, model string) []string {
			return []string{"geometry", "--save", model, "--model-format", "liblinear", data}
		}, readLIBLINEAR, true, false},
		{hardMargin, "liblinear-train", "the soft margin, C = 10⁶, of (x, 1)", "liblinear-train", "liblinear-tools", func(data, model string) []string {
			return []string{"-q", "-s", "3", "-c", "1e6", "-B", "1", data, model}
		}, readLIBLINEAR, false, false},
		{hardMargin, "svm-train", "the soft margin, C = 10⁶, a bias", "svm-train", "libsvm-tools", func(data, model string) []string {
			return []string{"-q", "-t", "0", "-c", "1e6", data, model}
		}, readLIBSVM, false, false},
	}
	said := map[string]bool{}
	for _, p := range all {
		_, err := exec.LookPath(p.needs)
		there := err == nil && (p.from != "python3-sklearn" || hasScikit)
		switch {
		case p.native || there && only.MatchString(p.name):
			installed = append(installed, p)
		case !there && !said[p.from]:
			said[p.from] = true
			absent = append(absent, notInstalled(p))
		}
	}
	return installed, absent
}

// python returns the Python to use, and whether it has scikit-learn.
func (f flags) python(ctx context.Context) (path string, has bool) {
	for _, path := range []string{f.Python, "/usr/bin/python3"} {
		if exec.CommandContext(ctx, path, "-c", "import sklearn").Run() == nil {
			return path, true
		}
		if f.Python != "python3" {
			break // the one that was asked for
		}
	}
	return f.Python, false
}

func notInstalled(p program) string {
	what := p.needs
	if p.from == "python3-sklearn" {
		what = "scikit-learn"
	}
	return "not installed: " + what + ", in the package " + p.from
}
