package main

import (
	"bufio"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
)

// fused is a line of `go build -gcflags=-S` with an instruction that multiplies and adds,
// and where in the source it is from.
var fused = regexp.MustCompile(`\((/[^():]+\.go):(\d+)\)\t(FN?M(?:ADD|SUB)[DS]|VFN?M(?:ADD|SUB)\d+[SP][DS])\t`)

// mayFuse are the parts of lines, and the files, where an instruction may multiply and add.
var mayFuse = []struct{ what, reason string }{
	{"math.FMA(", "it is asked for, and the same everywhere"},
	{".Float64()", "a random number is an integer times a power of two: the product is exact"},
	{"/math/modf.go", "the product is by a power of two"},
	{"/cmd/marginlab/reproduce/figures.go", "a picture"},
	{"/props/", "it measures for itself, within a tolerance"},
}

// Compilers for arm64, and for amd64 from GOAMD64=v3 on, fuse a·b + c where float64(a·b)
// does not forbid it, across statements and functions that they inline. In what the
// command links of this module they do not. The functions of gonum that it calls may still
// round otherwise on another machine.
//
// The rule: a product that is added to a number or subtracted from one, there or where a
// variable or a small function takes it to, stands in float64(…). One that is compared,
// divided, multiplied or stored in a slice does not, nor does one in a picture, in a test, or
// in a tool that measures time. What this test does not report needs no float64(…).
func TestNoFusedMultiplyAdd(t *testing.T) {
	t.Parallel()
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command to compile with")
	}
	for _, target := range []string{"GOARCH=arm64", "GOAMD64=v3"} {
		t.Run(target, func(t *testing.T) {
			if !rapidtest.Long() {
				t.Skip("it compiles the whole command: MARGINLAB_LONG=1")
			}
			noneFused(t, goTool, target, ".")
		})
	}
	t.Run("the kernels", func(t *testing.T) { noneFused(t, goTool, "GOARCH=arm64", "marginlab/theory/vec") })
}

// noneFused compiles a package with those of this module that it needs, and looks through
// what the compiler prints.
func noneFused(t *testing.T, goTool, target, pkg string) {
	cmd := exec.Command(goTool, "build", "-gcflags=marginlab/...=-S", "-o", os.DevNull, pkg)
	cmd.Env = append(os.Environ(), "GOARCH=amd64", "GOOS=linux", "CGO_ENABLED=0", target)
	listing, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	asked, seen := 0, map[string]bool{}
	lines := bufio.NewScanner(listing)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		m := fused.FindStringSubmatch(lines.Text())
		if m == nil || seen[m[1]+m[2]] {
			continue
		}
		seen[m[1]+m[2]] = true
		switch line := sourceLine(t, m[1], m[2]); {
		case strings.Contains(line, "math.FMA("):
			asked++
		case !allowedToFuse(m[1], line):
			t.Errorf("%s:%s: %s in %q: round the product by float64(…)", m[1], m[2], m[3], line)
		}
	}
	require.NoError(t, lines.Err())
	require.NoError(t, cmd.Wait())
	require.NotZero(t, asked, "the scan sees math.FMA")
}

func allowedToFuse(file, line string) bool {
	for _, may := range mayFuse {
		if strings.Contains(filepath.ToSlash(file), may.what) || strings.Contains(line, may.what) {
			return true
		}
	}
	return false
}

func sourceLine(t *testing.T, file, number string) string {
	source, err := os.ReadFile(file)
	require.NoError(t, err)
	n, err := strconv.Atoi(number)
	require.NoError(t, err)
	return strings.TrimSpace(strings.Split(string(source), "\n")[n-1])
}

// ofTheMachine is a function of the standard library that has other instructions on other machines:
// in assembly on one, on another in Go that a compiler fuses.
var ofTheMachine = regexp.MustCompile(`\bmath\.(Exp|Exp2|Expm1|Log|Log2|Log10|Log1p|Pow|Hypot|Cbrt|A?(?:Sin|Cos|Tan)h?|Sincos|Atan2|L?[Gg]amma|Erfc?(?:inv)?|[JY][01n])\b|\.(Norm|Exp)Float64\(`)

// Elementary functions, and normal numbers, are those of internal/num, but where nothing else
// depends on them.
func TestNoFunctionOfTheMachine(t *testing.T) {
	t.Parallel()
	may := []struct{ where, reason string }{
		{"internal/num/", "it names them"},
		{"internal/rapidtest/", "for tests"},
		{"props/", "it measures for itself"},
		{"cmd/bench-", "a tool that measures time"},
		{"adversarial/traps_arc.go", "a trap of which only counts are kept"},
	}
	found := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		name := filepath.ToSlash(strings.TrimPrefix(path, filepath.Join("..", "..")+string(filepath.Separator)))
		calls := ofTheMachine.FindAllString(string(text), -1)
		for _, m := range may {
			if strings.HasPrefix(name, m.where) {
				found += len(calls)
				return err
			}
		}
		require.Empty(t, calls, "%s: internal/num has these with the same bits everywhere", name)
		return err
	})
	require.NoError(t, err)
	require.Greater(t, found, 25, "the scan sees them")
}
