package certificate

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/exact"
	"marginlab/internal/rapidtest"
)

const testdata = "../testdata"

// python returns the verdict of check.py on each text, as status is: the exit status for
// the first words of its line.
func python(t testing.TB, texts [][]byte) (verdicts []int, lines []string) {
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
		code, ok := map[string]int{"valid": 0, "refused": 1, "malformed": 2, "cannot be checked here": 2}[word]
		require.True(t, ok, line)
		verdicts, lines[i] = append(verdicts, code), verdict
		worst = max(worst, code)
	}
	require.Equal(t, worst, cmd.ProcessState.ExitCode())
	return verdicts, lines
}

func TestPythonAgreesOnCertificates(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short: agreement on the certificates on disk is tested")
	}
	items := slices.Concat(corpus(t), everyLearner(t), withoutALMA(inNorms(t)))
	var texts [][]byte
	for _, i := range items {
		texts = append(texts, written(t, certify(t, i)))
	}
	verdicts, lines := python(t, texts)
	for k, v := range verdicts {
		require.Zero(t, v, "%s: %s", items[k].name, lines[k])
	}
}

// withoutALMA are the items that are check.py's.
func withoutALMA(items []item) []item {
	return slices.DeleteFunc(items, func(i item) bool { return strings.HasPrefix(i.statement.Learner, "alma") })
}

// Both checkers are held to each learner that has an exact model, but for ALMA, which is
// not check.py's.
func TestEveryExactLearnerIsCertified(t *testing.T) {
	_, err := exact.Find("", nil)
	_, names, _ := strings.Cut(err.Error(), "expected one of ")
	certified := map[string]bool{"alma": true}
	for _, i := range everyLearner(t) {
		of, err := readSide(i.name, nil)
		require.NoError(t, err)
		certified[of.name] = true
	}
	for _, name := range strings.Split(names, ", ") {
		require.True(t, certified[name], name)
	}
}

func TestPythonAgreesOnTheCertificatesOnDisk(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob(filepath.Join(testdata, "*.json"))
	require.NoError(t, err)
	require.NotEmpty(t, names)
	names = append(names, filepath.Join(testdata, "example", "omm-quarter.json"))
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
	t.Parallel()
	items := slices.Concat(corpus(t), withoutALMA(inNorms(t)), batches(t))
	if testing.Short() {
		items = []item{items[0], batches(t)[7]}
	}
	var texts [][]byte
	var names []string
	for at, i := range items {
		every := rapidtest.Count(3, 5, 3)
		if strings.Contains(i.statement.Claim, "log") || strings.Contains(i.statement.Learner, "p=") { // takes Python long
			every *= 4
		}
		for k, copied := range sample(tamper(t, written(t, certify(t, i))), at) {
			if (k+at)%every != 0 && (every >= 12 || !strings.Contains(copied.path, "multipliers") && copied.path != "statement.where") {
				continue // as many as a few seconds allow
			}
			name := i.name + ": " + copied.path + ": " + copied.value
			names, texts = append(names, name), append(texts, copied.text)
			if text := reseal(t, copied.text); text != nil && !bytes.Equal(text, copied.text) {
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
	t.Parallel()
	verdicts, lines := python(t, falseMargins(t))
	for k, v := range verdicts {
		require.Equal(t, 1, v)
		require.Contains(t, lines[k], "geometry.gamma.multipliers")
	}
}

// forgeries are copies of a certificate, each with a part of its text replaced so that it
// says what no reader of the language accepts, and sealed anew. The work that some of them
// ask for is beyond all bounds.
func forgeries(t *testing.T) (names []string, texts [][]byte) {
	plain := written(t, certify(t, item{
		statement: Statement{Learner: "e-omm", Quantity: "updates", Claim: "0", Where: "d == 1"},
		stream:    []exact.Example{{X: point(t, "1"), Y: 1}, {X: point(t, "-1"), Y: -1}},
	}))
	for _, f := range [][2]string{
		{`"e-omm"`, `"e-omm(rho=1)"`},
		{`"e-omm"`, `"e-omm(zzz=3)"`},
		{`"e-omm"`, `"omm"`},
		{`"e-omm"`, `"omm(rho=1, rho=1)"`},
		{`"e-omm"`, `"omm(rho=2)"`},
		{`"e-omm"`, `"omm(rho=1/0)"`},
		{`"e-omm"`, `"omm(rho=1, rule=printed, rule=printed)"`},
		{`"e-omm"`, `"omm(rho=1, rule=other)"`},
		{`"e-omm"`, `"mira(eps=1/2)"`},
		{`"e-omm"`, `"mira(eps=1)"`},
		{`"e-omm"`, `"amira(eps=0)"`},
		{`"e-omm"`, `"pumma(delta=1)"`},
		{`"e-omm"`, `"pa-i(C=-1)"`},
		{`"e-omm"`, `"perceptron(gamma0=1000)"`},
		{`"e-omm"`, `"randomized(R=-1)"`},
		{`"passes": 1`, `"passes": true`},
		{`"passes": 1`, `"passes": 1.0`},
		{`"passes": 1`, `"passes": "1"`},
		{`"passes": 1`, `"passes": 1, "passes": 1`},
		{`"passes": 1`, `"passes": 1, "more": {}`},
		{`"passes": 1, `, ``},
		{`"at_rest": false`, `"at_rest": 0`},
		{`"at_rest": false, `, ``},
		{`"format": 1`, `"format": "1"`},
		{`"format": 1`, `"format": true`},
		{`"format": 1`, `"format": 1, "format": 1`},
		{`"format": 1`, `"format": 1, "more": []`},
		{`"y": 1`, `"y": true`},
		{`"y": 1`, `"y": 1, "z": {}`},
		{`"rival": null, `, ``},
		{`"against": null`, `"against": null, "more": null`},
		{`"opening": true`, `"opening": 1`},
		{`"d == 1"`, `"! 1 < 0"`},
		{`"d == 1"`, `"not 1 < 0"`},
		{`"d == 1"`, `"!(d) < 0"`},
		{`"d == 1"`, `"1 == 1 == 1"`},
		{`"d == 1"`, `"0 < 1 || 5"`},
		{`"d == 1"`, `"foo_updates < 9"`},
		{`"0"`, `"0*9^9^9"`},
		{`"0"`, `"0*2^(10^9)"`},
		{`"0"`, `"0*max(1)"`},
		{`"0"`, `"1 < 2 ? 0 : 1 < 2"`},
		{`"0"`, `"0*m(sqrt(2))"`},
	} {
		old := f[0]
		if strings.Contains(f[1], "0*") || strings.Contains(f[1], "?") {
			old, f[1] = `"claim": "0"`, `"claim": `+f[1]
		}
		compact := new(bytes.Buffer)
		require.NoError(t, json.Compact(compact, plain))
		text := strings.NewReplacer(`":`, `": `, `,"`, `, "`).Replace(compact.String())
		require.Contains(t, text, old)
		forged := []byte(strings.Replace(text, old, f[1], 1))
		names, texts = append(names, f[1]), append(texts, sealed(t, forged))
	}
	return names, texts
}

// sealed returns the text with the seals that its parts, as they are written, should have.
func sealed(t *testing.T, text []byte) []byte {
	all, err := leaves(text)
	require.NoError(t, err)
	for _, part := range []string{"statement", "stream", "rival"} {
		h := sha256.New()
		for _, l := range all {
			if top, _, _ := strings.Cut(l.path, "."); top == part || strings.HasPrefix(top, part+"[") {
				fmt.Fprintf(h, "%s=%s\n", l.path, l.value)
			}
		}
		for _, l := range all {
			if l.path == "seal."+part {
				text = bytes.Replace(text, []byte(l.value), []byte(hex.EncodeToString(h.Sum(nil))), 1)
			}
		}
	}
	return text
}

func TestPythonRefusesForgeries(t *testing.T) {
	t.Parallel()
	names, texts := forgeries(t)
	verdicts, lines := python(t, texts)
	for k, text := range texts {
		want, _ := status(t, text)
		require.NotZero(t, want, names[k])
		require.NotZero(t, verdicts[k], "%s: %s", names[k], lines[k])
		require.NotContains(t, lines[k], "sealed", names[k])
	}
}

// The number of steps is what check.py bounds; Go needs the time.
func TestPythonRefusesTooManySteps(t *testing.T) {
	t.Parallel()
	c := certify(t, corpus(t)[0])
	c.Statement.Passes = 1e9
	_, lines := python(t, [][]byte{reseal(t, written(t, c))})
	require.Equal(t, []string{"refused: too many steps"}, lines)
}

func TestPythonSaysThatALMAIsNotItsOwn(t *testing.T) {
	t.Parallel()
	c := certify(t, corpus(t)[0])
	c.Statement.Learner = "alma(alpha=1/2)"
	texts := [][]byte{reseal(t, written(t, c))}
	for _, i := range inNorms(t) {
		if strings.HasPrefix(i.statement.Learner, "alma") {
			texts = append(texts, written(t, certify(t, i)))
		}
	}
	verdicts, lines := python(t, texts)
	for k := range texts {
		require.Equal(t, 2, verdicts[k])
		require.Equal(t, "cannot be checked here: alma", lines[k])
	}
}
