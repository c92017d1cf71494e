package vec_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// fused is a line of `go build -gcflags=-S` with an instruction that multiplies and adds,
// and where in the source it is from.
var fused = regexp.MustCompile(`\((/[^():]+\.go):(\d+)\)\t(FN?M(?:ADD|SUB)[DS]?)\b`)

// Compilers for arm64, ppc64le, riscv64 and s390x fuse a·b + c where float64(a·b) does not
// forbid it. Here they do only what math.FMA asks for.
func TestNoFusedMultiplyAdd(t *testing.T) {
	t.Parallel()
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command to compile for arm64 with")
	}
	cmd := exec.Command(goTool, "build", "-gcflags=-S", "-o", os.DevNull, ".")
	cmd.Env = append(os.Environ(), "GOARCH=arm64", "GOOS=linux", "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Skipf("cannot compile for arm64: %v: %.300s", err, out)
	}
	require.Contains(t, string(out), "vec.dotLanes STEXT")
	meant := 0
	for _, m := range fused.FindAllStringSubmatch(string(out), -1) {
		source, err := os.ReadFile(m[1])
		require.NoError(t, err)
		n, err := strconv.Atoi(m[2])
		require.NoError(t, err)
		line := strings.Split(string(source), "\n")[n-1]
		if strings.Contains(line, "math.FMA(") {
			meant++
			continue
		}
		t.Errorf("%s:%d: %s in %q: round the product by float64(…)", filepath.Base(m[1]), n, m[3], strings.TrimSpace(line))
	}
	require.NotZero(t, meant, "the scan sees math.FMA")
}
