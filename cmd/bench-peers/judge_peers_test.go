//go:build unix

package main

import (
	"os"
	"os/exec"
	"testing"
)

// judged is a learner of another project, and what its failures come from.
type judged struct {
	id      string // the first part of the names of its files
	name    string // as its project writes it
	as      string // what it is held to be
	learner string
	missing func() string // what is not installed, "" if all is
	fast    bool          // enough for hunts
	why     map[string]string
	note    string // what no theorem that it is held to tells, "" for nothing
}

const (
	debianPython = "/usr/bin/python3" // the one that has Debian's packages
	adapter      = debianPython + " algos/external/adapters/marginlab_sklearn.py sklearn.linear_model."
	ties         = debianPython + " cmd/bench-peers/testdata/ties.py sklearn.linear_model."
	wink         = "env NODE_PATH=.cache/peers/node_modules node cmd/bench-peers/testdata/wink.js"
	timeout      = ",timeout=5m" // a loaded machine takes long to start Python
)

// anyOther is the key of why that stands for all that fail and have no key of their own.
const anyOther = ""

// sparseDecay is why classifiers of scikit-learn with an intercept learn sparse data otherwise.
const sparseDecay = "On sparse data the intercept moves a hundredth as far (`SPARSE_INTERCEPT_DECAY = 0.01`, sklearn/linear_model/_base.py): the same examples are learned otherwise when they are stored otherwise."

// The peers, each beside what it fails for. No reason is given where nothing fails.
var peers = []judged{
	{
		id: "perceptron-ties", name: "Perceptron(fit_intercept=False)", as: "the Perceptron, with its own predictions at ties",
		learner: "exec(" + adapter + "Perceptron fit_intercept=False,as=perceptron" + timeout + ")", missing: withoutScikit,
		why: map[string]string{
			anyOther: "At w·x = 0 it predicts −1, where the papers and this project predict +1: `LinearClassifierMixin.predict` (sklearn/linear_model/_base.py) takes the second class where the score is above 0. No theorem needs the one or the other. The classifiers below are held with +1 there, which hides nothing else.",
		},
	},
	{
		id: "perceptron", name: "Perceptron(fit_intercept=False), ties +1", as: "the Perceptron",
		learner: "exec(" + ties + "Perceptron fit_intercept=False,as=perceptron" + timeout + ")", missing: withoutScikit,
	},
	{
		id: "perceptron-constant", name: "Perceptron(fit_intercept=False), ties +1, on (x, 1)", as: "the Perceptron with a constant feature",
		learner: "bias(exec(" + ties + "Perceptron fit_intercept=False,as=perceptron" + timeout + "),1)", missing: withoutScikit,
	},
	{
		id: "perceptron-intercept", name: "Perceptron(), ties +1", as: "the Perceptron",
		learner: "exec(" + ties + "Perceptron,as=perceptron,bias=yes" + timeout + ")", missing: withoutScikit,
		why: map[string]string{
			anyOther:  "By default it fits an intercept, which moves by y at each update (`intercept += update` in sklearn/linear_model/_sgd_fast.pyx). That is the weight of a constant feature 1, so the theorems are about the points (x, 1), with their R and γ, and not about x. On (x, 1) they hold: see the one before. The unit of the constant is fixed, so the intercept does not scale with the data.",
			"storage": sparseDecay,
		},
	},
	{
		id: "pa", name: "PassiveAggressiveClassifier(C=1e300, fit_intercept=False), ties +1", as: "PA",
		learner: "exec(" + ties + "PassiveAggressiveClassifier C=1e300 fit_intercept=False,as=pa" + timeout + ")", missing: withoutScikit,
	},
	{
		id: "pa-i", name: "PassiveAggressiveClassifier(fit_intercept=False), ties +1", as: "PA-I with C = 1",
		learner: "exec(" + ties + "PassiveAggressiveClassifier fit_intercept=False,as=pa-i(C=1)" + timeout + ")", missing: withoutScikit,
	},
	{
		id: "pa-ii", name: `PassiveAggressiveClassifier(loss="squared_hinge", fit_intercept=False), ties +1`, as: "PA-II with C = 1",
		learner: "exec(" + ties + "PassiveAggressiveClassifier loss=squared_hinge fit_intercept=False,as=pa-ii(C=1)" + timeout + ")", missing: withoutScikit,
	},
	{
		id: "pa-intercept", name: "PassiveAggressiveClassifier(C=1e300), ties +1", as: "PA",
		learner: "exec(" + ties + "PassiveAggressiveClassifier C=1e300,as=pa,bias=yes" + timeout + ")", missing: withoutScikit,
		why: map[string]string{
			anyOther:     "By default it fits an intercept, but its step is τ = ℓ/‖x‖², for w alone (`update = min(C, loss / sqnorm(x))`, then `w.add(update)` and `intercept += update`, in sklearn/linear_model/_sgd_fast.pyx). The step for w and b is ℓ/(‖x‖² + 1). So the margin after an update is not 1, as Crammer et al. (2006) have it, but 1 + ℓ/‖x‖²: 205 at ‖x‖ = 0.07 and ℓ = 1. It is no PA on (x, 1) either, and what PA's theorems say of mistakes and losses does not hold. At x = 0 it never updates, whatever the loss. `fit_intercept=False` and a constant feature 1 give PA with a bias.",
			"storage":    sparseDecay,
			"classifier": "The intercept is ℓ/‖x‖² = 3·10¹⁹⁷ there, too great for float64 to measure the margin. That is all that this says.",
		},
	},
	{
		id: "pa-i-intercept", name: "PassiveAggressiveClassifier(), ties +1", as: "PA-I with C = 1",
		learner: "exec(" + ties + "PassiveAggressiveClassifier,as=pa-i(C=1),bias=yes" + timeout + ")", missing: withoutScikit,
		why: map[string]string{
			anyOther:  "The same intercept with the same step: the margin after an update is τ more than that of PA-I, τ = min(C, ℓ/‖x‖²).",
			"storage": sparseDecay,
		},
	},
	{
		id: "sgd-perceptron", name: `SGDClassifier(loss="perceptron", learning_rate="constant", eta0=1, penalty=None, fit_intercept=False), ties +1`, as: "the Perceptron",
		learner: "exec(" + ties + "SGDClassifier loss=perceptron learning_rate=constant eta0=1 penalty=None fit_intercept=False,as=perceptron" + timeout + ")", missing: withoutScikit,
	},
	{
		id: "sgd-hinge", name: "SGDClassifier(alpha=0.1, fit_intercept=False), ties +1", as: "Pegasos with λ = 0.1",
		learner: "exec(" + ties + "SGDClassifier alpha=0.1 fit_intercept=False,as=pegasos(lambda=0.1)" + timeout + ")", missing: withoutScikit,
		note: "Its steps are not those of Pegasos: the rate at step t is 1/(λ(t + t₀ − 1)), with t₀ = 1/√(λ√λ) = 5.62 (`optimal_init`, sklearn/linear_model/_sgd_fast.pyx), where Pegasos has 1/(λt). On + (1) + (1) its w is 1.78 and 1.51; that of Pegasos is 10 and 5. Both theorems hold of the one and the other.",
	},
	{
		id: "wink", name: "wink-perceptron, its learning pass", as: "the Perceptron with a constant feature",
		learner: "bias(exec(" + wink + ",as=perceptron" + timeout + "),1)", missing: withoutWink, fast: true,
		why: map[string]string{
			anyOther: `It chooses among the classes that have a weight for one of the features already, and guesses "unknown" where there is none (` + "`" + `predictUsingSpecificWeights` + "`" + `, src/wink-perceptron.js). A class that was not seen yet has no score, not the score 0, and loses even to a score below 0; and a bias alone, though learned, makes no score. The Perceptron on the points (x, 1) makes no more than (R/γ)² mistakes there.`,
		},
	},
}

func withoutScikit() string {
	if exec.Command(debianPython, "-c", "import sklearn").Run() != nil {
		return "not installed: scikit-learn, in the package python3-sklearn"
	}
	return ""
}

func withoutWink() string {
	if _, err := exec.LookPath("node"); err != nil {
		return "not installed: node, in the package nodejs"
	}
	if _, err := os.Stat(".cache/peers/node_modules/wink-perceptron"); err != nil {
		return "not installed: wink-perceptron, of npm (make peers-install)"
	}
	return ""
}

func withoutProse() string {
	if _, err := os.Stat(prose); err != nil {
		return "not installed: prose, of the Go proxy (make peers-install)"
	}
	return ""
}

func (h hard) missing() string {
	if _, err := exec.LookPath(h.needs); err != nil {
		return "not installed: " + h.needs + ", in the package " + h.from
	}
	return ""
}

// needs skips a test where something is missing.
func needs(t testing.TB, missing func() string) {
	t.Helper()
	if what := missing(); what != "" {
		t.Skip(what)
	}
}
