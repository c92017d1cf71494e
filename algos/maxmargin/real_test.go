package maxmargin_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/maxmargin"
	"marginlab/benchdata"
	"marginlab/theory"
)

func TestRealData(t *testing.T) {
	const standardised = "breast_cancer, standardised"
	first := benchdata.Options{Positive: "0", NoHeader: true}
	for _, c := range []struct {
		name         string
		file         string
		opt          benchdata.Options
		bias, origin bool // separable with a bias, and through the origin
		long         bool
	}{
		{"iris, setosa against the rest", "uci/iris.csv", first, true, true, false},
		{"Sonar", "uci/Sonar.csv.gz", benchdata.Options{Positive: "M"}, true, true, false},
		{standardised, "uci/breast_cancer.csv", first, true, false, false},
		{"breast_cancer", "uci/breast_cancer.csv", first, true, true, false},
		{"alon", "microarray/alon.csv.gz", benchdata.Options{Positive: "t"}, true, true, false},
		{"agaricus", "libsvm/agaricus.txt.train.gz", benchdata.Options{}, true, true, true},
		{"rcv1", "libsvm/rcv1_small.svm.gz", benchdata.Options{}, true, true, true},
		{"heart_scale", "libsvm/heart_scale", benchdata.Options{}, false, false, false},
		{"w1a", "libsvm/w1a", benchdata.Options{}, false, false, true},
		{"a9a", "libsvm/a9a.gz", benchdata.Options{}, false, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.long && testing.Short() {
				t.Skip("a large set, left out by -short")
			}
			examples := data(t, c.file, c.opt)
			d := theory.Dim(examples)
			if c.name == standardised {
				examples, _ = benchdata.Standardise(examples, d)
			}
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
