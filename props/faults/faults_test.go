package faults_test

import (
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
)

func TestMain(m *testing.M) { rapidtest.Main(m, 100) }

// root is the folder of the module, relative to this one.
const root = "../.."

// fault is a mistake in one file, and the test that must catch it. A row of the lists has the fields in this order.
type fault struct {
	mistake  string // the mistake in words
	file     string // where
	old, new string // the text there, which occurs once, and the mistaken one
	test     string // the package and test that must fail: "./props TestProperties/alma"
	cases    int    // the number of the drawn case by which the test must fail, 0 if it draws none
}

func faults() []fault {
	return slices.Concat(learners, optima, theorems, arithmetic, readers, hunters, checkers)
}

// sample is the package whose faults are planted unless all are: it builds in a moment. For the others the test only
// checks that their text and their test exist.
const sample = "./theory/real"

func TestFaultsAreCaught(t *testing.T) {
	all := faults()
	require.GreaterOrEqual(t, len(all), 80)
	of := map[string][]fault{} // by the package of the test
	for _, f := range all {
		f.patch(t)
		f.mustExist(t)
		pkg, _ := f.target()
		of[pkg] = append(of[pkg], f)
	}
	slots := make(chan struct{}, atOnce)
	for pkg, some := range of {
		if testing.Short() || runtime.GOOS == "windows" || !rapidtest.Long() && pkg != sample { // Windows has no ulimit
			continue
		}
		t.Run(pkg, func(t *testing.T) {
			t.Parallel()
			slots <- struct{}{}
			defer func() { <-slots }()
			catch(t, pkg, some)
		})
	}
}
