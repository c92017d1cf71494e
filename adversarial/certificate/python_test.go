package certificate

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const testdata = "../testdata"

// python returns the verdict of check.py on each text, as status is: the exit status for
// the first words of its line.
func python(t *testing.T, texts [][]byte) (verdicts []int, lines []string) {
	interpreter, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is missing: the independent checker is not run")
	}
	dir := t.TempDir()
	args := []string{filepath.Join(testdata, "check.py")}
	for i, text := range texts {
		name := filepath.Join(dir, fmt.Sprintf("%d.json", i))
		require.NoError(t, os.WriteFile(name, text, 0o600))
		args = append(args, name)
	}
	var stderr bytes.Buffer
	cmd := exec.Command(interpreter, args...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	require.True(t, err == nil || errors.As(err, &exit), "%v", err)
	require.Empty(t, stderr.String())
	lines = strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	require.Len(t, lines, len(texts))
	worst := 0
	for i, line := range lines {
		_, verdict, _ := strings.Cut(line, ".json: ")
		word, _, _ := strings.Cut(verdict, ":")
		code, ok := map[string]int{"valid": 0, "refused": 1, "malformed": 2}[word]
		require.True(t, ok, line)
		verdicts, lines[i] = append(verdicts, code), verdict
		worst = max(worst, code)
	}
	require.Equal(t, worst, cmd.ProcessState.ExitCode())
	return verdicts, lines
}

func TestPythonAgreesOnCertificates(t *testing.T) {
	items := corpus(t)
	if !testing.Short() {
		items = append(items, everyLearner(t)...)
	}
	var texts [][]byte
	for _, i := range items {
		texts = append(texts, written(t, certify(t, i)))
	}
	verdicts, lines := python(t, texts)
	for k, v := range verdicts {
		require.Zero(t, v, "%s: %s", items[k].name, lines[k])
	}
}

func TestPythonAgreesOnTheCertificatesOnDisk(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(testdata, "*.json"))
	require.NoError(t, err)
	if len(names) == 0 {
		t.Skip("no certificates in adversarial/testdata")
	}
	var texts [][]byte
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		texts = append(texts, text)
	}
	verdicts, lines := python(t, texts)
	for k, text := range texts {
		want, err := status(t, text)
		require.NoError(t, err, names[k])
		require.Equal(t, want, verdicts[k], "%s: %s", names[k], lines[k])
	}
}

func TestPythonAgreesOnTamperedCertificates(t *testing.T) {
	items := corpus(t)
	if testing.Short() {
		items = items[2:3]
	}
	var texts [][]byte
	var names []string
	for _, i := range items {
		for k, copied := range tamper(t, written(t, certify(t, i))) {
			if k%9 != 0 && !strings.Contains(copied.path, "multipliers") && copied.path != "statement.where" {
				continue // as many as a few seconds allow
			}
			name := i.name + ": " + copied.path + ": " + copied.value
			names, texts = append(names, name), append(texts, copied.text)
			if text := reseal(t, copied.text); text != nil {
				names, texts = append(names, "resealed "+name), append(texts, text)
			}
		}
	}
	verdicts, lines := python(t, texts)
	count := [3]int{}
	for k, text := range texts {
		want, err := status(t, text)
		require.Equal(t, want == 0, verdicts[k] == 0, "%s: %v, and check.py: %s", names[k], err, lines[k])
		count[want]++
	}
	require.Greater(t, count[1], count[2])
	t.Logf("%d valid, %d refused, %d malformed", count[0], count[1], count[2])
}

func TestPythonRefusesFalseMargins(t *testing.T) {
	verdicts, lines := python(t, falseMargins(t))
	for k, v := range verdicts {
		require.Equal(t, 1, v)
		require.Contains(t, lines[k], "geometry.gamma.multipliers")
	}
}
