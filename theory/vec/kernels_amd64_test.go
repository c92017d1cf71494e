//go:build !noasm

package vec

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A processor without the newer instructions computes the same.
func TestOtherLevels(t *testing.T) {
	t.Parallel()
	for _, without := range []string{"cpu.avx512f=off", "cpu.avx512f=off,cpu.avx2=off"} {
		cmd := exec.Command(os.Args[0], "-test.run=^(TestKernels|TestOrderOfSummation|TestLevel)$", "-test.v", "-test.short")
		cmd.Env = append(os.Environ(), "GODEBUG="+without)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.Contains(t, string(out), fmt.Sprintf("avx2: %v, avx512: false", hasAVX2 && !strings.Contains(without, "avx2")), without)
	}
}

func TestLevel(t *testing.T) {
	t.Logf("avx2: %v, avx512: %v", hasAVX2, hasAVX512)
}

// asm/main.go writes exactly the assembly in the tree. A long test: avo is downloaded and compiled.
func TestAssemblyIsGenerated(t *testing.T) {
	if os.Getenv("MARGINLAB_LONG") == "" {
		t.Skip("downloads the generator: MARGINLAB_LONG=1 runs it")
	}
	dir := t.TempDir()
	for name, flag := range map[string]string{"kernels_amd64.s": "-out", "kernels_amd64.go": "-stubs"} {
		cmd := exec.Command("go", "run", "-C", "asm", ".", "-pkg", "vec", flag, filepath.Join(dir, name))
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
