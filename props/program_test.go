package props_test

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/external"
	"marginlab/props"
	"marginlab/theory"
)

// A learner that is a program conforms as any other: here the Perceptron in Python, held to the
// properties of every learner, to those of its family, to the table's rows on it, and to a claim.
func TestConformsOfAProgram(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed, in which the program is written")
	}
	program, err := external.Parse("exec(python3 ../algos/external/testdata/perceptron.py,as=perceptron)")
	require.NoError(t, err)
	props.Conforms(t, program, theory.Claim("perceptron: updates <= (R/gamma0)^2"))
}
