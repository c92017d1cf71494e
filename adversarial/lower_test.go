package adversarial_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
)

// On a construction of a lower bound the learner does at least so many times what its theorem says, and more so the
// greater the construction is. No stream makes it do what the upper bound forbids.
func TestLowerBoundsGrow(t *testing.T) {
	t.Parallel()
	norm, pumma := adversarial.NormTrap, adversarial.PUMMATrap
	for _, c := range []struct {
		trap     adversarial.Trap
		classes  int
		quantity string
		of       string // the measure of which the quantity is a multiple
		least    float64
		most     float64 // the proved upper bound
	}{
		{norm(2, 9), 0, "mistakes", "(R/gamma0)^2", 0.99999999, 1},
		{norm(3, 4), 0, "mistakes", "(R/gamma0)^2", 1.499, 2},
		{norm(3, 7), 0, "mistakes", "(R/gamma0)^2", 1.64, 2},
		{norm(3, 11), 0, "mistakes", "(R/gamma0)^2", 1.74, 2},
		{norm(4, 6), 0, "mistakes", "(R/gamma0)^2", 2.07, 3},
		{norm(4, 10), 0, "mistakes", "(R/gamma0)^2", 2.31, 3},
		{adversarial.SpiralOfClasses(10, 0.5), 3, "updates", "(R/gamma0)^2", 2.3, 3},
		{adversarial.SpiralOfClasses(100, 0.5), 3, "updates", "(R/gamma0)^2", 2.95, 3},
		{adversarial.SpiralOfClasses(30, 0.1), 4, "updates", "(R/gamma0)^2", 17, 19},
		{adversarial.SpiralOfClasses(30, 1), 5, "updates", "(R/gamma0)^2", 0.9, 1},
		{pumma(3, 2.1, 0.15, 4, 0), 0, "later_mistakes", "r^2", 1.69, 4},
		{pumma(4, 2.8, 0.07, 1, 0.01), 0, "later_mistakes", "r^2", 1.49, 4},
		{pumma(4, 2.8, 0.07, 8, 0), 0, "later_mistakes", "r^2", 2.22, 4},
		{pumma(6, 3, 0.07, 8, 0), 0, "later_mistakes", "r^2", 2.6, 4},
	} {
		ratio, inside, err := adversarial.Conjecture{Statement: certificate.Statement{
			Learner: c.trap.Learner, Quantity: c.quantity, Claim: c.of, Where: "gamma0 >= 0", Classes: c.classes,
		}}.Evaluate(c.trap.Examples)
		require.NoError(t, err)
		require.True(t, inside)
		require.LessOrEqual(t, ratio, c.most, c.trap.Name)
		require.Greater(t, ratio, c.least, c.trap.Name)
	}
}
