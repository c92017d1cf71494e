package maxmargin_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/maxmargin"
	"marginlab/theory"
)
import "time"

func standardised(examples []theory.Example) []theory.Example {
	n, d := float64(len(examples)), theory.Dim(examples)
	mean, scale := make([]float64, d), make([]float64, d)
	for i := range d {
		for _, e := range examples {
			mean[i] += e.X.At(i) / n
		}
		for _, e := range examples {
			scale[i] += (e.X.At(i) - mean[i]) * (e.X.At(i) - mean[i]) / n
		}
		scale[i] = math.Sqrt(scale[i])
	}
	return mapped(examples, d, func(x []float64) {
		for i := range x {
			x[i] = (x[i] - mean[i]) / scale[i]
		}
	})
}

func TestRealData(t *testing.T) {
	for _, c := range []struct {
		name string
		ex   []theory.Example
	}{
		{"iris", table(t, "uci/iris.csv", "0")},
		{"sonar", table(t, "uci/Sonar.csv.gz", "M")},
		{"bc", table(t, "uci/breast_cancer.csv", "0")},
		{"bc std", standardised(table(t, "uci/breast_cancer.csv", "0"))},
		{"alon", table(t, "microarray/alon.csv.gz", "t")},
		{"alon std", standardised(table(t, "microarray/alon.csv.gz", "t"))},
		{"agaricus", libsvm(t, "libsvm/agaricus.txt.train.gz")},
		{"rcv1", libsvm(t, "libsvm/rcv1_small.svm.gz")},
		{"heart", libsvm(t, "libsvm/heart_scale")},
		{"w1a", libsvm(t, "libsvm/w1a")},
		{"a9a", libsvm(t, "libsvm/a9a.gz")},
	}[7:8] {
		for _, origin := range []bool{false, true} {
			d := theory.Dim(c.ex)
			t0 := time.Now()
			s, err := maxmargin.Solve(ctx, c.ex, d, maxmargin.Options{Origin: origin})
			el := time.Since(t0)
			if err != nil {
				fmt.Println(c.name, len(c.ex), d, origin, err, el)
				continue
			}
			fmt.Println(c.name, len(c.ex), d, origin, s.Gamma, s.Gap(), len(s.PlusWeights), len(s.MinusWeights), el)
			t0 = time.Now()
			sv := maxmargin.NewSolver(d, maxmargin.Options{Origin: origin})
			ch := 0
			for _, e := range c.ex {
				b, err := sv.Add(e.X, e.Y)
				require.NoError(t, err)
				if b {
					ch++
				}
			}
			el = time.Since(t0)
			s2, _ := sv.Solution()
			fmt.Println("    stream", s2.Gamma, s2.Gap(), ch, el)
		}
	}
}
