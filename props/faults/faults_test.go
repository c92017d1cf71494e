package faults_test

import (
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
)

func TestMain(m *testing.M) { rapidtest.Main(m, 100) }

// root is the folder of the module, as seen from here.
const root = "../.."

// A fault is a mistake in one file, and what must catch it. A row of the lists has the fields in this order.
type fault struct {
	mistake  string // what is wrong, in words
	file     string // where
	old, new string // the text there, which it has once, and the mistaken one
	test     string // the package and test that must fail: "./props TestProperties/alma"
	cases    int    // by which of the cases that it draws the test must fail, 0 where it draws none
}

func faults() []fault {
	return slices.Concat(learners, optima, theorems, arithmetic, readers, hunters, checkers)
}

// The faults are planted whose tests are in this package where not all are: it builds in a moment. Of the others it is
// seen that their text is there, and the test.
const sample = "./theory/real"

func TestFaultsAreCaught(t *testing.T) {
	all := faults()
	require.GreaterOrEqual(t, len(all), 80)
	of := map[string][]fault{} // by the package of the test
	for _, f := range all {
		f.patched(t)
		f.declared(t)
		pkg, _ := f.where()
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
