package algos

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Every learner tells what its classifier gives an example without making one, which has as many
// weights as there are dimensions: of the same sign, where rounding leaves one.
func TestScoresAreThoseOfTheClassifier(t *testing.T) {
	t.Parallel()
	const dim = 4
	examples := rapidtest.Separable(rapidtest.Rand(3), 80, dim, 0.05, 1)
	all := Defaults()
	for c, name := range []string{"mcp", "second-order", "voted-perceptron", "randomized"} {
		s, err := Parse(name)
		require.NoError(t, err)
		all = append(all, s.Lifted(float64(c+1)))
	}
	for _, name := range []string{"", "p=3", "p=1.5"} {
		for _, s := range all {
			if name != "" {
				in, err := Parse(s.Kind.Name + "(" + name + ")")
				if err != nil {
					continue // it learns in ℓ2 alone, or not in this norm
				}
				s = in
			}
			l := s.New(dim)
			for _, e := range examples {
				l.Step(e.X, e.Y)
				c := l.State()
				for _, other := range examples[:10] {
					var want float64
					for i, x := range other.X.Value {
						want += c.W[i] * x
					}
					if want += c.B; want > 1e-9 || want < -1e-9 {
						require.Equal(t, theory.Sign(want), theory.Sign(l.Score(other.X)), "%s", s)
					}
				}
			}
		}
	}
}

// factored is a Gram matrix with the vectors that it is of.
type factored struct {
	matrix
	rows []vec.Vector
}

func (f factored) Embedded(i int) vec.Vector { return f.rows[i] }

// So it is over a Gram matrix, where a classifier is Σ α_j K_j and b.
func TestScoresOverAGramMatrixAreThoseOfTheClassifier(t *testing.T) {
	const n = 10
	gram := matrices(n)[2]
	factor := make([]vec.Vector, n) // of Cholesky
	for i := range factor {
		row := make([]float64, n)
		for j := range i + 1 {
			row[j] = gram[i][j]
			if j == i {
				row[i] = math.Sqrt(row[i] - vec.Dot(row[:i], row[:i]))
			} else {
				row[j] = (row[j] - vec.Dot(row[:j], factor[j].Value[:j])) / factor[j].Value[j]
			}
		}
		factor[i] = vec.Dense(row...)
	}
	for _, s := range Defaults() {
		if !s.HasKernelForm() {
			continue
		}
		rng := rapidtest.Rand(1)
		l := s.Over(Space{Dim: n, Gram: factored{gram, factor}}).(Kernelized)
		label := make([]theory.Label, n)
		for i := range label {
			label[i] = theory.Label(1 - 2*rng.IntN(2))
		}
		decided := 0
		for range 40 {
			i := rng.IntN(n)
			l.Step(unit(i), label[i])
			c := l.State()
			for j := range n {
				want := c.B
				for k, w := range c.W {
					want += w * gram[j][k]
				}
				decided++
				require.InDelta(t, want, l.Score(unit(j)), 1e-6*(1+math.Abs(want)), "%s", s)
			}
		}
		require.Greater(t, decided, 200, "%s", s)
		if s.Kind.Solves { // points that contradict each other
			require.False(t, l.Step(unit(0), -label[0]).Made())
			c := l.State()
			require.Error(t, c.Err)
			require.Equal(t, make([]float64, n), c.W)
			require.Equal(t, c.B, l.Score(unit(1)))
		}
	}
}

// still is a learner with a classifier that stays where it is put, and which tells how often it was asked for.
type still struct {
	Learner
	w     float64
	asked int
}

func (s *still) Score(x vec.Vector) float64 { return s.w * x.Value[0] }

func (s *still) State() State {
	s.asked++
	return State{Classifier: theory.Classifier{W: []float64{s.w}}}
}

// Where scores refute a classifier it is not made: it has as many weights as there are dimensions.
func TestSeparationAsksForClassifiersItNeeds(t *testing.T) {
	examples := []theory.Example{{X: vec.Dense(1), Y: 1}, {X: vec.Dense(2), Y: -1}}
	l := &still{w: 1}
	NewSeparation(examples).Updated(1, examples[0], l)
	require.Zero(t, l.asked)
	NewSeparation(examples[:1]).Updated(1, examples[0], l)
	require.Equal(t, 1, l.asked)
	s := NewSeparation(examples[:1])
	for at, w := range []float64{-1, 0, 2, -1} {
		s.Updated(at+1, examples[0], &still{w: w})
	}
	tau, ok := s.Tau()
	require.True(t, ok)
	require.Equal(t, 3, tau)
}
