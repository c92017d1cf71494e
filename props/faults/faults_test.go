// Package faults holds mistakes that one could make in this project, each as a change of
// its source, and the test that must catch each.
//
//	go test ./props/faults                    apply all, plant a sample
//	MARGINLAB_LONG=1 go test -timeout 0 ./props/faults   plant all
//
// A fault is planted with an overlay of the build, so no file is touched. One that can no
// longer be applied fails, and so does one whose test cannot be built: the table follows
// the source.
package faults_test

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory/rapidtest"
)

func TestMain(m *testing.M) { rapidtest.Main(m, 100) }

// root is the folder of the module, as seen from here.
const root = "../.."

// A fault is a mistake in one file, and what must catch it.
type fault struct {
	mistake  string // what is wrong, in words
	file     string // where
	old, new string // the text there, which it has once, and the mistaken one
	test     string // the package and test that must fail: "./algos TestBias"
	cases    int    // how many cases a property of rapid may take, 0 where the test is a table
}

func faults() []fault {
	return slices.Concat(learners, optima, theorems, arithmetic, readers, hunters, checkers)
}

// patched is the file with the mistake in it.
func (f fault) patched(t *testing.T) []byte {
	source, err := os.ReadFile(filepath.Join(root, f.file))
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(string(source), f.old), "times that %s has\n%s", f.file, f.old)
	mistaken := strings.Replace(string(source), f.old, f.new, 1)
	_, err = parser.ParseFile(token.NewFileSet(), f.file, mistaken, parser.SkipObjectResolution)
	require.NoError(t, err)
	require.NotEqual(t, string(source), mistaken)
	return []byte(mistaken)
}

// A sample of the faults is planted where not all are: those whose tests build in a moment.
var sample = []string{
	"the reader takes an index twice",
	"an interval of a product rounds its upper end down",
}

func TestFaultsAreCaught(t *testing.T) {
	all := faults()
	require.GreaterOrEqual(t, len(all), 80)
	var planted []fault
	switch {
	case testing.Short(), runtime.GOOS == "windows": // which has no ulimit
	case rapidtest.Long():
		planted = all
	default:
		planted = slices.DeleteFunc(slices.Clone(all), func(f fault) bool { return !slices.Contains(sample, f.mistake) })
		require.Len(t, planted, len(sample))
	}
	binaries := sound(t, all)
	slots := make(chan struct{}, atOnce)
	for _, f := range all {
		t.Run(f.mistake, func(t *testing.T) {
			t.Parallel()
			mistaken := f.patched(t)
			if slices.Contains(planted, f) {
				slots <- struct{}{}
				defer func() { <-slots }()
				pkg, _ := f.where()
				binary, err := binaries[pkg]()
				require.NoError(t, err)
				f.mustCatch(t, mistaken, binary)
			}
		})
	}
}
