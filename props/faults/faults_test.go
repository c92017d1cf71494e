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

// The faults are planted whose tests are in these packages where not all are: the package builds in a moment. Of the
// others it is seen that their text is there, and the test.
var sample = []string{"./theory/real"}

func TestFaultsAreCaught(t *testing.T) {
	all := faults()
	require.GreaterOrEqual(t, len(all), 80)
	var numbers []int
	for n, f := range all {
		pkg, _ := f.where()
		if !testing.Short() && runtime.GOOS != "windows" && (rapidtest.Long() || slices.Contains(sample, pkg)) { // which has no ulimit
			numbers = append(numbers, n)
		}
	}
	tests := plant(t, all, numbers)
	slots := make(chan struct{}, atOnce)
	for n, f := range all {
		t.Run(f.mistake, func(t *testing.T) {
			t.Parallel()
			f.patched(t)
			f.declared(t)
			if slices.Contains(numbers, n) {
				slots <- struct{}{}
				defer func() { <-slots }()
				tests.mustCatch(t, f, n, slices.Contains(tests.alone, n))
			}
		})
	}
}
