package algos

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"marginlab/theory/vec"
)

// matrix is a Gram matrix, written out.
type matrix [][]float64

func (k matrix) Diag(i int) float64  { return k[i][i] }
func (k matrix) Row(i int) []float64 { return k[i] }

func (matrix) Embedded(int) vec.Vector { panic("no embedding") }

// matrices are Gram matrices of n points: of rank 3, of full rank, and with a ridge.
func matrices(n int) []matrix {
	rng := rand.New(rand.NewPCG(2, 0))
	x := make([][3]float64, n)
	for i := range x {
		x[i] = [3]float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
	}
	of := func(value func(xz, dd float64) float64, ridge float64) matrix {
		k := make(matrix, n)
		for i := range x {
			for j := range x {
				xz, dd := 0.0, 0.0
				for c := range x[i] {
					xz, dd = xz+x[i][c]*x[j][c], dd+(x[i][c]-x[j][c])*(x[i][c]-x[j][c])
				}
				k[i] = append(k[i], value(xz, dd))
			}
			k[i][i] += ridge
		}
		return k
	}
	return []matrix{
		of(func(xz, _ float64) float64 { return xz }, 0),
		of(func(_, dd float64) float64 { return math.Exp(-dd / 2) }, 0),
		of(func(xz, _ float64) float64 { return (xz + 1) * (xz + 1) }, 0.25),
	}
}

func unit(i int) vec.Vector { return vec.Sparse([]int{i}, []float64{1}) }

// model is a function as its definition has it: α, and nothing else. Beside each
// number it follows how large the sums are that rounding is in proportion to.
type model struct {
	alpha, size []float64
}

// functions is a machine of operations on a few functions and their models.
type functions struct {
	n    int
	k    [][]float64 // K + lift²
	f    []*function
	m    []model
	done int
}

func (s *functions) draw(t *rapid.T, what string) int {
	return rapid.IntRange(0, len(s.f)-1).Draw(t, what)
}

func (s *functions) number(t *rapid.T) float64 {
	return rapid.SampledFrom([]float64{1, -1, 0.5, -3, 1e-3, 7e5, 0}).Draw(t, "c")
}

func (s *functions) Add(t *rapid.T) {
	at, i, c := s.draw(t, "f"), rapid.IntRange(0, s.n-1).Draw(t, "i"), s.number(t)
	s.f[at].add(unit(i), c)
	s.m[at].alpha[i] += c
	s.m[at].size[i] += math.Abs(c)
}

func (s *functions) AddSum(t *rapid.T) {
	at, other, c := s.draw(t, "f"), s.draw(t, "h"), s.number(t)
	s.f[at].addSum(s.f[other], c)
	for i := range s.n {
		a, b := s.m[at], s.m[other]
		a.alpha[i], a.size[i] = a.alpha[i]+c*b.alpha[i], a.size[i]+math.Abs(c)*b.size[i]
	}
}

func (s *functions) Multiply(t *rapid.T) {
	at := s.draw(t, "f")
	c := rapid.SampledFrom([]float64{0.5, -1, 2, 1e-20, 1e20, 1 - 1e-3, 1e-70, 0, 1e62}).Draw(t, "c")
	if size := floats.Dot(s.m[at].size, s.m[at].size) * c * c; size != 0 && (size < 1e-150 || size > 1e150) {
		return // with a factor of 1e60 in it squares stay within the range of float64
	}
	s.f[at].multiply(c)
	for i := range s.n {
		s.m[at].alpha[i] *= c
		s.m[at].size[i] *= math.Abs(c)
	}
}

// Check compares everything that is asked of a function with its definition.
func (s *functions) Check(t *rapid.T) {
	s.done++
	slack := 0x1p-52 * float64(8*(s.n+s.done))
	near := func(what string, want, got, size float64) {
		if !(math.Abs(want-got) <= slack*size) {
			t.Fatalf("%s = %v, expected %v ± %.1e", what, got, want, slack*size)
		}
	}
	for at, f := range s.f {
		m := s.m[at]
		alpha := make([]float64, s.n)
		f.copyTo(alpha, 1)
		for i := range s.n {
			near("a coefficient", m.alpha[i], alpha[i], m.size[i])
			want, size := 0.0, 0.0
			for j := range s.n {
				want += m.alpha[j] * s.k[j][i]
				size += m.size[j] * math.Abs(s.k[j][i])
			}
			near("a value", want, f.dot(unit(i)), size)
		}
		for other, h := range s.f {
			want, size := 0.0, 0.0
			for i := range s.n {
				for j := range s.n {
					want += m.alpha[i] * s.k[i][j] * s.m[other].alpha[j]
					size += m.size[i] * math.Abs(s.k[i][j]) * s.m[other].size[j]
				}
			}
			near("an inner product", want, f.inner(h), size)
			ff, hh, dd := f.squares(h)
			if f.sqNorm() != ff || h.sqNorm() != hh || ff < 0 || dd < 0 {
				t.Fatalf("squared norms are %v and %v, the distance's %v; alone they are %v and %v", ff, hh, dd, f.sqNorm(), h.sqNorm())
			}
			if other == at {
				near("a squared norm", want, ff, size)
			}
			near("a squared distance", ff-2*want+hh, dd, ff+2*size+hh)
		}
	}
}

// A function is Σ α_i K(x_i,·) after any operations, on itself too, with any lift.
func TestFunctionIsItsCoefficients(t *testing.T) {
	const n = 7
	for _, lift := range []float64{0, 2, -0.5} {
		for _, gram := range matrices(n) {
			space := Space{Dim: n, Gram: gram, Lift: lift}
			k := make([][]float64, n)
			for i := range n {
				for j := range n {
					k[i] = append(k[i], gram[i][j]+lift*lift)
				}
				require.Equal(t, k[i][i], space.Square(unit(i)))
			}
			rapid.Check(t, func(t *rapid.T) {
				s := &functions{n: n, k: k}
				for range 3 {
					s.f = append(s.f, newFunction(space))
					s.m = append(s.m, model{make([]float64, n), make([]float64, n)})
				}
				t.Repeat(rapid.StateMachineActions(s))
			})
		}
	}
}

// A factor that is multiplied in step by step, far below what a float64 holds, is
// no loss to what is added later.
func TestFunctionKeepsItsDigitsWhereItFades(t *testing.T) {
	gram := matrices(10)[1]
	f := newFunction(Space{Dim: 10, Gram: gram})
	for k := range 5000 { // 0.5⁵⁰⁰⁰ is 1e-1505
		f.add(unit(k%10), 1)
		f.multiply(0.5)
	}
	alpha := make([]float64, 10)
	f.copyTo(alpha, 1)
	for i, a := range alpha {
		want := 0.0
		for k := 4999; k >= 4900; k-- {
			if k%10 == i {
				want += math.Exp2(float64(k - 5000))
			}
		}
		require.InDelta(t, want, a, 1e-14*want)
		value := 0.0
		for j := range alpha {
			value += alpha[j] * gram[j][i]
		}
		require.InDelta(t, value, f.dot(unit(i)), 1e-13)
	}
}

// An example over a Gram matrix that is no unit vector is a caller's error.
func TestPointsAreUnitVectors(t *testing.T) {
	f := newFunction(Space{Dim: 3, Gram: matrices(3)[0]})
	for _, x := range []vec.Vector{vec.Dense(1), vec.Sparse([]int{1}, []float64{2}), vec.Sparse([]int{0, 1}, []float64{1, 1}), vec.Dense()} {
		require.PanicsWithValue(t, "algos: an example over a Gram matrix is a unit vector", func() { f.dot(x) })
	}
}
