//go:build unix

package main

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
)

// sample is a module with a change of each fate in package p, and one that hangs in package h.
var sample = map[string]string{
	"go.mod": "module sample\n\ngo 1.26\n",
	"p/p.go": `package p

func Max(x, y int) int {
	if x > y {
		return x
	}
	return y
}

func Large(n int) bool { return n > 100 }

func Unused(n int) int { return -n }
`,
	"p/p_test.go": `package p

import "testing"

func TestMax(t *testing.T) {
	if Max(1, 2) != 2 || Max(2, 1) != 2 || Max(2, 2) != 2 {
		t.Fail()
	}
}

func TestLarge(t *testing.T) {
	if Large(1) || !Large(200) {
		t.Fail()
	}
}
`,
	"h/h.go": `package h

func Wait(c chan int, n int) {
	for range 2 - n {
		<-c
	}
}
`,
	"h/h_test.go": `package h

import (
	"os"
	"strconv"
	"testing"
)

func TestWait(t *testing.T) {
	if os.WriteFile(os.Getenv("SAMPLE_PID"), []byte(strconv.Itoa(os.Getpid())), 0o600) != nil {
		t.Fail()
	}
	c := make(chan int, 1)
	c <- 1
	Wait(c, 1)
}
`,
}

// mutated runs the command on a package of the sample.
func mutated(t *testing.T, equivalents string, args ...string) (out string, below bool, err error) {
	folder := t.TempDir()
	for name, text := range sample {
		path := filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	t.Chdir(folder)
	var w, wErr strings.Builder
	below, err = run(t.Context(), args, equivalents, &w, &wErr)
	return w.String(), below, err
}

// A change is caught, lives, is reached by no test, or changes nothing.
func TestFates(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a package")
	}
	out, below, err := mutated(t, "# of equals\np/p.go Max: x > y as >=\nother/p.go Large: n > 100 as <=\n", "-least=51", "p")
	require.NoError(t, err)
	require.Equal(t, `lives    10:35 p.go Large: n > 100 as >=
no test  12:33 p.go Unused: -n as +
p: 50.0 % caught: 2 of 4 changes, 1 of which no test reaches, beside 1 that change nothing
`, out)
	require.True(t, below, "51 %")
}

// What is said to change nothing, and is caught or is not there, is an error: the one if all are
// tried, the other at once.
func TestWrongEquivalents(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a package")
	}
	_, _, err := mutated(t, "# of equals\np/p.go Max: x > y as >=\np/p.go Max: x > y as <=\n", "p")
	require.EqualError(t, err, "equivalent.txt says that these change nothing, but they are caught:\np.go Max: x > y as <=")
	for _, gone := range []string{"p.go Least: x > y as <=", "q.go Max: x > y as >="} {
		_, _, err = mutated(t, "# of equals\np/p.go Max: x > y as >=\np/"+gone+"\n", "-only=Large", "p")
		require.EqualError(t, err, "equivalent.txt has changes that are not there:\n"+gone)
	}
	for _, list := range []string{"p/p.go Max: x > y as >=\n", "# of equals\np/p.go\n"} {
		_, err := equivalent(list, "p")
		require.ErrorContains(t, err, "after a line with the reason")
	}
}

// All changes of the list are there: a file, a function or a line that changed is looked at again.
func TestEquivalentsAreThere(t *testing.T) {
	if testing.Short() {
		t.Skip("it loads packages")
	}
	t.Chdir("../../..")
	named := map[string]map[string]bool{} // the names of a package
	for line := range strings.Lines(equivalents) {
		if file, _, ok := strings.Cut(line, " "); ok && file != "#" {
			names, err := equivalent(equivalents, path.Dir(file))
			require.NoError(t, err)
			named["./"+path.Dir(file)] = names
		}
	}
	found, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax}, slices.Collect(maps.Keys(named))...)
	require.NoError(t, err)
	require.Len(t, found, len(named), "packages that the list names")
	for _, p := range found {
		changes, err := plant(p, t.TempDir(), nil)
		require.NoError(t, err)
		require.Empty(t, absent(named[strings.Replace(p.PkgPath, "marginlab", ".", 1)], changes), p.PkgPath)
	}
}

// -only that matches nothing is an error, and one that matches only what changes nothing is well.
func TestOnly(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a package")
	}
	_, _, err := mutated(t, "", "-only=Least", "p")
	require.EqualError(t, err, "-only=Least matches none of the 5 changes of p")
	out, below, err := mutated(t, "# of equals\np/p.go Max: x > y as >=\n", "-only=x > y as >=", "p")
	require.NoError(t, err)
	require.Equal(t, "p: 100.0 % caught: 0 of 0 changes, 0 of which no test reaches, beside 1 that change nothing\n", out)
	require.False(t, below)
}

// A test that hangs has caught the change, and nothing is left of it.
func TestHang(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits two seconds")
	}
	file := filepath.Join(t.TempDir(), "pid")
	t.Setenv("SAMPLE_PID", file)
	out, below, err := mutated(t, "", "-patience=1", "h")
	require.NoError(t, err)
	require.Equal(t, "h: 100.0 % caught: 1 of 1 changes, 0 of which no test reaches, beside 0 that change nothing\n", out)
	require.False(t, below)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	pid, err := strconv.Atoi(string(text))
	require.NoError(t, err, fmt.Sprintf("%q", text))
	require.ErrorIs(t, syscall.Kill(pid, 0), syscall.ESRCH)
}
