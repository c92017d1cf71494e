//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"marginlab/algos/external"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// TestMain is the launcher where execute starts it as a process. Tests run at the root, where
// the commands of witnesses do.
func TestMain(m *testing.M) {
	if os.Getenv(launcher) != "" {
		os.Exit(launch(os.Args[1:]))
	}
	if err := os.Chdir("../.."); err != nil {
		panic(err)
	}
	code := m.Run()
	external.Stop()
	os.Exit(code)
}

// put writes executable scripts into a folder that becomes the whole PATH, beside that of
// the shell.
func put(t *testing.T, scripts map[string]string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range scripts {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+text), 0o755))
	}
	t.Setenv("PATH", dir+":/usr/bin:/bin")
	t.Setenv("MARGINLAB_DATA", t.TempDir())
}

// separable is a file of two classes, which x₁ separates with margin 2.
const separable = "+1 1:2 2:1\n-1 1:-2 2:1\n+1 1:3\n-1 1:-4 2:-1\n"

func written(t *testing.T, text string) string {
	path := filepath.Join(t.TempDir(), "data.svm")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

// ours is a marginlab whose model is x₁; its geometry fails.
const ours = `case "$1" in geometry) echo all is lost >&2; exit 1;; esac
printf 'solver_type L2R_L2LOSS_SVC\nnr_class 2\nlabel 1 -1\nnr_feature 2\nbias -1\nw\n1 \n0 \n' > "$5"
`

func TestPeers(t *testing.T) {
	put(t, map[string]string{
		"marginlab": ours,
		// The label −1 comes first, and the margin is smaller: −w = (1, 1), b = 0.
		"liblinear-train": `printf 'solver_type L2R_L1LOSS_SVC_DUAL\nnr_class 2\nlabel -1 1\nnr_feature 2\nbias 1\nw\n-1 \n-1 \n0 \n' > "$9"`,
		"python3":         `case "$2" in "import sklearn") exit 0;; esac; printf '0.5\n1\n' > "$5"`,
		"vw":              "head -1 \"$9\" >&2; exit 3",
	})
	page := filepath.Join(t.TempDir(), "page.md")
	var out, errs bytes.Buffer
	code := run(t.Context(), []string{"--rounds=6", "--timeout=1m", "-o", page, written(t, separable)}, term.Streams{Out: &out, Err: &errs})
	require.Zero(t, code, errs.String())
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	for _, want := range []string{
		`\| marginlab perceptron \| [0-9.]+ s \| 1 \| [0-9.]+ s \| 1 \| [0-9]+ MB \| 100\.00 % \| 2 \| the same \|`,
		`\| scikit-learn Perceptron \| [0-9.]+ s \| [0-9.]+ \([0-9.]+\.\.[0-9.]+\) \|.*\| 100\.00 % \| 1\.5 \| the same \|`,
		`\| vw \| - \|.*failed: exit status 3: 1 \\\| 1:2 2:1 \|`,
		`\| marginlab geometry \| - \|.*failed: exit status 1: all is lost \|`,
		`\| liblinear-train \| [0-9.]+ s \| - \|.*\| 100\.00 % \| 0\.7071 \| the soft margin`,
		`- not installed: sol_train, in the package LIBSOL`,
		`## data\.svm: 4 examples, 2 features`,
	} {
		require.Regexp(t, want, string(text))
	}
	require.Contains(t, out.String(), "not installed: sol_train")
}

func TestPeerThatTakesLong(t *testing.T) {
	put(t, map[string]string{"marginlab": ours, "svm-train": "sleep 600"})
	page := filepath.Join(t.TempDir(), "page.md")
	var out, errs bytes.Buffer
	code := run(t.Context(), []string{"--only=svm-train", "--python=false", "--rounds=6", "--timeout=2s", "-o", page, written(t, separable)}, term.Streams{Out: &out, Err: &errs})
	require.Zero(t, code, errs.String())
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	require.Regexp(t, `\| svm-train \| - \|.*took longer than 2s \|`, string(text))
	require.Regexp(t, `(?m)^svm-train +-.* took longer than 2s$`, out.String())
}

func TestWithoutMarginlab(t *testing.T) {
	put(t, map[string]string{"marginlab": "echo broken; exit 2"})
	var out, errs bytes.Buffer
	std := term.Streams{Out: &out, Err: &errs}
	require.Equal(t, 2, run(t.Context(), []string{"--only=^$", "--python=false", written(t, separable)}, std))
	require.Equal(t, "bench-peers: marginlab perceptron on data.svm: exit status 2: broken\n", errs.String())
	require.Empty(t, out.String())
	for want, args := range map[string][]string{
		"--rounds 5: expected at least 6":       {"--rounds=5"},
		"--timeout 0s: expected a positive":     {"--timeout=0s"},
		"--only: error parsing regexp":          {"--only=("},
		"--marginlab: exec: \"nonesuch\": exec": {"--marginlab=nonesuch"},
		"no such file or directory":             {"nonesuch.svm"},
	} {
		errs.Reset()
		require.Equal(t, 2, run(t.Context(), args, std), args)
		require.Contains(t, errs.String(), want)
	}
}

// A time-out ends what the program started, too.
func TestTimeoutEndsTheGroup(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "mark")
	put(t, map[string]string{"slow": `(sleep 1; touch "$1") & sleep 60`})
	begin := time.Now()
	_, err := execute(t.Context(), 50*time.Millisecond, "slow", mark)
	require.ErrorIs(t, err, tooLong(50*time.Millisecond))
	require.Less(t, time.Since(begin), 50*time.Second)
	time.Sleep(1100 * time.Millisecond)
	require.NoFileExists(t, mark)
}

func TestModels(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		read func(string, int) (theory.Classifier, error)
		text string
		w    []float64
		b    float64
		err  string
	}{
		{"LIBLINEAR", readLIBLINEAR, "label 1 -1\nnr_feature 2\nbias -1\nw\n3 \n-1 \n", []float64{3, -1, 0}, 0, ""},
		{"LIBLINEAR, a bias and -1 first", readLIBLINEAR, "label -1 1\nnr_feature 2\nbias 2\nw\n3\n-1\n5\n", []float64{-3, 1, 0}, -10, ""},
		{"LIBLINEAR, other labels", readLIBLINEAR, "label 2 1\nnr_feature 1\nbias -1\nw\n3\n", nil, 0, "line 1: the first label is 2, expected 1 or -1"},
		{"LIBLINEAR, cut off", readLIBLINEAR, "label 1 -1\nnr_feature 2\nbias -1\nw\n3\n", nil, 0, "1 weights, expected 2"},
		{"LIBLINEAR, broken", readLIBLINEAR, "label 1 -1\nnr_feature 2\nbias -1\nw\nx\n", nil, 0, "line 5: strconv.ParseFloat"},
		{"LIBSVM", readLIBSVM, "svm_type c_svc\nrho 0.5\nlabel 1 -1\nnr_sv 1 1\nSV\n2 1:1 3:4 \n-1 1:3 \n", []float64{-1, 0, 8}, -0.5, ""},
		{"LIBSVM, -1 first", readLIBSVM, "rho 0.5\nlabel -1 1\nSV\n2 1:1\n", []float64{-2, 0, 0}, 0.5, ""},
		{"LIBSVM, a strange coordinate", readLIBSVM, "rho 0\nlabel 1 -1\nSV\n2 4:1\n", nil, 0, `line 4: "4:1", expected a coordinate from 1 to 3`},
		{"LIBSVM, nothing", readLIBSVM, "rho 0\n", nil, 0, "no support vectors"},
		{"weights", readWeights, "0.5\n1\n2\n", []float64{1, 2, 0}, 0.5, ""},
		{"no weights", readWeights, "", nil, 0, "no bias on the first line"},
		{"vw", readVW, "Version 9.8.0\n:0\n1:0.5\n3:-2\n116060:7\n", []float64{0.5, 0, -2}, 0, ""},
		{"LIBSOL", readSOL, "model info:\n{\n\t\"cls_num\" : 2\n}\nmodel parameters:\nweight[0]:\n[ 0.5 1 -2e-05 ]\n", []float64{1, -2e-5, 0}, 0.5, ""},
		{"LIBSOL, nothing", readSOL, "model info:\n{}\nmodel parameters:\nweight[0]:[]\n", nil, 0, `no weights below a line "weight[0]:"`},
		{"LIBSOL, broken", readSOL, "weight[0]:\n[ 0 x ]\n", nil, 0, "line 2: strconv.ParseFloat"},
		{"vw, nothing", readVW, "Version 9.8.0\n", nil, 0, "no weights below a line :0"},
	} {
		m, err := c.read(written(t, c.text), 3)
		if c.err != "" {
			require.ErrorContains(t, err, c.err, c.name)
			continue
		}
		require.NoError(t, err, c.name)
		require.Equal(t, c.w, m.W, c.name)
		require.Equal(t, c.b, m.B, c.name)
	}
}

// What the generated files and vw's say is what their examples are.
func TestFiles(t *testing.T) {
	t.Parallel()
	examples := sparseSeparable(50, 100, 10)
	f := file{examples: examples}
	require.NoError(t, f.write(t.TempDir(), 0))
	require.Equal(t, 100, f.dim)
	for _, e := range examples {
		require.Len(t, e.X.Index, 10)
		require.NoError(t, e.Check(100))
		require.Equal(t, float64(e.Y), e.X.At(99))
	}
	text, err := os.ReadFile(f.vw)
	require.NoError(t, err)
	require.Regexp(t, `^-?1 \|( [0-9]+:[0-9.]+){9} 100:-?1\n`, string(text))
	require.Equal(t, 50, bytes.Count(text, []byte("\n")))
}
