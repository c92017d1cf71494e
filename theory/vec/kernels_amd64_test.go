//go:build !purego

package vec

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/cpu"
)

// kernels are those that the processor has.
var kernels = func() []kernel {
	k := []kernel{inGo}
	if hasAVX2 {
		k = append(k, kernel{"avx2", dotAVX2, sqDistAVX2, dotSqAVX2, residualAVX2, differenceAVX2, addScaledAVX2, addDotSqAVX2, dotLastAVX2, dotSqLastAVX2})
	}
	if hasAVX512 {
		k = append(k, kernel{"avx512", dotAVX512, sqDistAVX512, dotSqAVX512, residualAVX512, differenceAVX512, addScaledAVX512, addDotSqAVX512, dotLastAVX512, dotSqLastAVX512})
	}
	return k
}()

var farthers = func() map[string]func(marks *[PanelWidth]uint16, x, y []float32, t float32) {
	levels := map[string]func(marks *[PanelWidth]uint16, x, y []float32, t float32){"go": fartherLoop, "vec": farther}
	if hasAVX2 && cpu.X86.HasFMA {
		levels["avx2"] = fartherAVX2
	}
	if hasAVX512 {
		levels["avx512"] = fartherAVX512
	}
	return levels
}()

// A processor without the newer instructions computes the same.
func TestOtherLevels(t *testing.T) {
	t.Parallel()
	for _, without := range []string{"cpu.avx512f=off", "cpu.avx512f=off,cpu.avx2=off"} {
		cmd := exec.Command(os.Args[0], "-test.run=^(TestOrderOfSummation|TestLevel)$", "-test.v", "-test.short")
		cmd.Env = append(os.Environ(), "GODEBUG="+without)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		for level, has := range map[string]bool{"avx512": false, "avx2": hasAVX2 && !strings.Contains(without, "avx2")} {
			require.Equal(t, has, strings.Contains(string(out), "has "+level), "%s: %s", without, out)
		}
	}
}

func TestLevel(t *testing.T) {
	for _, k := range kernels[1:] {
		t.Logf("has %s", k.name)
	}
}

// The assembly is what asm/main.go writes. A long test: avo is downloaded and compiled.
func TestAssemblyIsGenerated(t *testing.T) {
	if os.Getenv("MARGINLAB_LONG") == "" {
		t.Skip("downloads the generator: MARGINLAB_LONG=1 runs it")
	}
	dir := t.TempDir()
	for _, file := range []struct{ from, flag, name string }{
		{".", "-out", "kernels_amd64.s"}, {".", "-stubs", "kernels_amd64.go"},
		{"./panel", "-out", "panel_amd64.s"}, {"./panel", "-stubs", "panel_amd64.go"},
	} {
		name := file.name
		cmd := exec.Command("go", "run", "-C", "asm", file.from, "-pkg", "vec", file.flag, filepath.Join(dir, name))
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		want, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		got, err := os.ReadFile(name)
		require.NoError(t, err)
		_, want, _ = bytes.Cut(want, []byte("\n")) // the command
		_, got, _ = bytes.Cut(got, []byte("\n"))
		require.Equal(t, string(want), string(got), "%s: run go generate ./theory/vec", name)
	}
}
