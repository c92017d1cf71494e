package maxmargin_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/maxmargin"
	"marginlab/benchdata"
	"marginlab/theory"
)

func TestRealData(t *testing.T) {
	for _, c := range []struct {
		name         string
		read         func(t *testing.T) []theory.Example
		bias, origin bool // separable with a bias, and through the origin
		long         bool
	}{
		{"iris, setosa against the rest", func(t *testing.T) []theory.Example { return table(t, "uci/iris.csv", "0") }, true, true, false},
		{"Sonar", func(t *testing.T) []theory.Example { return table(t, "uci/Sonar.csv.gz", "M") }, true, true, false},
		{"breast_cancer, standardised", func(t *testing.T) []theory.Example {
			all, _ := benchdata.Standardise(table(t, "uci/breast_cancer.csv", "0"), 30)
			return all
		}, true, false, false},
		{"breast_cancer", func(t *testing.T) []theory.Example { return table(t, "uci/breast_cancer.csv", "0") }, true, true, false},
		{"alon", func(t *testing.T) []theory.Example { return table(t, "microarray/alon.csv.gz", "t") }, true, true, false},
		{"agaricus", func(t *testing.T) []theory.Example { return libsvm(t, "libsvm/agaricus.txt.train.gz") }, true, true, true},
		{"rcv1", func(t *testing.T) []theory.Example { return libsvm(t, "libsvm/rcv1_small.svm.gz") }, true, true, true},
		{"heart_scale", func(t *testing.T) []theory.Example { return libsvm(t, "libsvm/heart_scale") }, false, false, false},
		{"w1a", func(t *testing.T) []theory.Example { return libsvm(t, "libsvm/w1a") }, false, false, true},
		{"a9a", func(t *testing.T) []theory.Example { return libsvm(t, "libsvm/a9a.gz") }, false, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.long && testing.Short() {
				t.Skip("a large set, left out by -short")
			}
			examples := c.read(t)
			d := theory.Dim(examples)
			for _, origin := range []bool{false, true} {
				s, err := maxmargin.Solve(ctx, examples, d, maxmargin.Options{Origin: origin})
				if separable := c.bias && !origin || c.origin && origin; !separable {
					var meet *maxmargin.NotSeparableError
					require.ErrorAs(t, err, &meet)
					witness(t, examples, d, meet, origin, rounding)
					continue
				}
				require.NoError(t, err)
				verify(t, examples, d, origin, s, maxmargin.DefaultTolerance)
			}
		})
	}
}
