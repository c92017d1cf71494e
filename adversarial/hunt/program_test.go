package hunt

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/algos/external"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// A claim on a program is hunted as any other, and a stream that refutes it is a witness, which
// the program has to answer again. A proved claim survives.
func TestHuntOfAProgram(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	needsPython(t)
	const perceptron = "exec(python3 ../../algos/external/testdata/perceptron.py,as=perceptron)"
	for text, refuted := range map[string]bool{
		perceptron + ": mistakes <= (R/gamma0)^2 - 1/10^10":                    true,
		"bias(" + perceptron + ",1) at rest within 5 passes: updates <= 1":     true,
		perceptron + " against perceptron: mistakes <= their_mistakes + r/100": false,
	} {
		h := Hunt{Seed: 1, Workers: 1, Trials: 1, Cold: true, From: [][]theory.Example{{{X: vec.Dense(1), Y: -1}}}}
		found := ran(t, h, conjectureOf(t, text))
		if !refuted {
			require.Nil(t, found.Certificate)
			require.Greater(t, found.Ratio, 0.9)
			continue
		}
		c := found.Certificate
		require.NotNil(t, c, text)
		require.Equal(t, "perceptron.py 1", c.Code.String())
		require.Equal(t, "python3 ../../algos/external/testdata/perceptron.py", c.Code.Command)
		RequireValid(t, c)
		require.NoError(t, adversarial.Rerun(c))
		c.Answers[0].Updated = !c.Answers[0].Updated
		require.ErrorContains(t, adversarial.Rerun(c), "when it runs again, which is not as stated")
	}
}

// A fault that has a unit, an update that is halved for features above 3, refutes a claim that the
// learner without it keeps.
func TestHuntFindsAFaultWithAUnit(t *testing.T) {
	t.Parallel()
	needsPython(t)
	if !rapidtest.Long() {
		t.Skip("a program answers some thousand streams a second: MARGINLAB_LONG=1 runs it")
	}
	dir := t.TempDir()
	adapter, err := external.Adapter("python")
	require.NoError(t, err)
	example, err := external.Example("python")
	require.NoError(t, err)
	halved := strings.Replace(string(example), "w + y * v for", "w + y * v * (0.5 if abs(v) > 3 else 1) for", 1)
	require.NotEqual(t, string(example), halved)
	for name, text := range map[string]string{"marginlab.py": string(adapter), "halved.py": halved} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	claim := conjectureOf(t, fmt.Sprintf("exec(python3 %q): updates <= (R/gamma0)^2", filepath.Join(dir, "halved.py")))
	for seed := range uint64(3) {
		found := ran(t, Hunt{Seed: seed + 1, Workers: 2, Trials: 30_000}, claim)
		require.NotNil(t, found.Certificate, "seed %d: the best ratio of %d streams is %v", seed+1, found.Trials, found.Ratio)
	}
}

// A hunt ends where the program breaks its protocol, and says how.
func TestHuntOfABrokenProgram(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	needsPython(t)
	for command, want := range map[string]string{
		"python3 no-such-file.py": "it ended before its answer: exit status 2",
		`python3 -c 'print(chr(123) + "\"protocol\": 1, \"name\": \"x\"" + chr(125)); input(); 1/0'`: "ZeroDivisionError: division by zero",
	} {
		claim := conjectureOf(t, "exec("+command+"): mistakes <= 3")
		_, err := Hunt{Seed: 1, Workers: 1, Trials: 1000, Cold: true}.Run(t.Context(), claim)
		var broken *external.Error
		require.ErrorAs(t, err, &broken)
		require.ErrorContains(t, err, want)
		_, _, err = Evaluate(claim, adversarial.Traps()[0].Examples)
		require.ErrorContains(t, err, want)
	}
}

// What a program does not show is not hunted for, and said.
func TestHuntOfWhatIsNotShown(t *testing.T) {
	t.Parallel()
	needsPython(t)
	claim := conjectureOf(t, "exec(python3 ../../algos/external/testdata/perceptron.py,as=pumma): later_mistakes <= r^2")
	_, err := Hunt{Trials: 1}.Run(t.Context(), claim)
	require.ErrorContains(t, err, "later_mistakes of exec(python3 ../../algos/external/testdata/perceptron.py,as=pumma) cannot be read: the program does not show which steps are of its opening")
}

func needsPython(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed, in which these programs are written")
	}
}
