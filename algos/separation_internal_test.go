package algos

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/rapidtest"
)

// Every learner tells what its classifier gives an example without making one, which has as many
// weights as there are dimensions: of the same sign, where rounding leaves one.
func TestScoresAreThoseOfTheClassifier(t *testing.T) {
	t.Parallel()
	const dim = 4
	examples := rapidtest.Separable(rapidtest.Rand(3), 80, dim, 0.05, 1)
	for _, name := range []string{"", "p=3", "p=1.5"} {
		for _, s := range Defaults() {
			if name != "" {
				in, err := Parse(s.Core().Kind.Name + "(" + name + ")")
				if err != nil {
					continue // it learns in ℓ2 alone, or not in this norm
				}
				s = in
			}
			l := s.New(dim)
			score := scorerOf(l)
			require.NotNil(t, score, "%s", s)
			for _, e := range examples {
				l.Step(e.X, e.Y)
				c := l.Classifier()
				for _, other := range examples[:10] {
					var want float64
					for i, x := range other.X.Value {
						want += c.W[i] * x
					}
					if want += c.B; want > 1e-9 || want < -1e-9 {
						require.Equal(t, theory.Sign(want), theory.Sign(score(other.X)), "%s", s)
					}
				}
			}
		}
	}
}
