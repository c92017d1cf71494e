package props

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/external"
	"marginlab/theory"
)

// A learner that is a program conforms as any other: here the Perceptron in Python, held to the
// properties of every learner, to those of its family, to the table's rows on it, and to a claim.
func TestConformsOfAProgram(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short: a message for each of a thousand streams takes a second")
	}
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed, in which the program is written")
	}
	program, err := external.Parse("exec(python3 ../algos/external/testdata/perceptron.py,as=perceptron)")
	require.NoError(t, err)
	Conforms(t, program, theory.Claim("perceptron: updates <= (R/gamma0)^2"))
}

// Properties that read more of a learner than a program shows are skipped, and say so.
func TestSilentOnPrograms(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed, in which the program is written")
	}
	program, err := external.Parse("exec(python3 ../algos/external/testdata/perceptron.py,as=romma)")
	require.NoError(t, err)
	var skipped []string
	for _, p := range Properties() {
		if p.Silence(program) == "it reads more of romma than programs show" {
			skipped = append(skipped, p.Name)
		}
	}
	require.Equal(t, []string{"romma", "romma-step", "romma-target"}, skipped)
}
