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

// matrix is an explicit Gram matrix.
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

// model is a combination by its definition: only α. Beside each number it follows the size of the sums to which
// rounding is proportional.
type model struct {
	alpha, size []float64
}

// combs is a machine of operations on a few combinations of the same points and on their models.
type combs struct {
	k    [][]float64 // the inner products of the points
	x    []vec.Vector
	v    []*Comb
	m    []model
	done int
}

func (s *combs) draw(t *rapid.T, what string) int {
	return rapid.IntRange(0, len(s.v)-1).Draw(t, what)
}

func (s *combs) number(t *rapid.T) float64 {
	return rapid.SampledFrom([]float64{1, -1, 0.5, -3, 1e-3, 7e5, 0}).Draw(t, "c")
}

func (s *combs) Add(t *rapid.T) {
	at, i, c := s.draw(t, "v"), rapid.IntRange(0, len(s.x)-1).Draw(t, "i"), s.number(t)
	s.v[at].Add(c, s.x[i])
	s.m[at].alpha[i] += c
	s.m[at].size[i] += math.Abs(c)
}

func (s *combs) AddComb(t *rapid.T) {
	at, other, c := s.draw(t, "v"), s.draw(t, "u"), s.number(t)
	s.v[at].AddComb(c, s.v[other])
	for i := range s.x {
		a, b := s.m[at], s.m[other]
		a.alpha[i], a.size[i] = a.alpha[i]+c*b.alpha[i], a.size[i]+math.Abs(c)*b.size[i]
	}
}

func (s *combs) Scale(t *rapid.T) {
	at := s.draw(t, "v")
	c := rapid.SampledFrom([]float64{0.5, -1, 2, 1e-20, 1e20, 1 - 1e-3, 1e-70, 0, 1e62}).Draw(t, "c")
	if size := floats.Dot(s.m[at].size, s.m[at].size) * c * c; size != 0 && (size < 1e-150 || size > 1e150) {
		return // with a factor of 1e60 in it squares stay within the range of float64
	}
	s.v[at].Scale(c)
	for i := range s.x {
		s.m[at].alpha[i] *= c
		s.m[at].size[i] *= math.Abs(c)
	}
}

// Check compares all methods of a combination with its definition.
func (s *combs) Check(t *rapid.T) {
	s.done++
	slack := 0x1p-52 * float64(8*(len(s.x)+s.done))
	near := func(what string, want, got, size float64) {
		if !(math.Abs(want-got) <= slack*size) {
			t.Fatalf("%s = %v, expected %v ± %.1e", what, got, want, slack*size)
		}
	}
	product := func(a, b model) (sum, size float64) {
		for i := range s.x {
			for j := range s.x {
				sum += a.alpha[i] * s.k[i][j] * b.alpha[j]
				size += a.size[i] * math.Abs(s.k[i][j]) * b.size[j]
			}
		}
		return sum, size
	}
	for at, v := range s.v {
		m := s.m[at]
		c := v.Classifier(2)
		for i, x := range s.x {
			want, size := 0.0, 0.0
			for j := range s.x {
				want += m.alpha[j] * s.k[j][i]
				size += m.size[j] * math.Sqrt(s.k[j][j]*s.k[i][i])
			}
			vx, xx := v.DotSq(x)
			near("a value", want, vx, size)
			near("a squared length", s.k[i][i], xx, s.k[i][i])
			if v.Dot(x) != vx || v.space.Square(x) != xx {
				t.Fatalf("alone they are %v and %v", v.Dot(x), v.space.Square(x))
			}
			score := c.B
			for j := range c.W {
				switch {
				case v.space.Gram != nil:
					score += c.W[j] * v.space.Gram.Row(i)[j]
				default:
					score += c.W[j] * x.At(j)
				}
			}
			near("the score of the classifier", 2*want, score, 2*size)
		}
		vv, size := product(m, m)
		near("a squared norm", vv, v.SqNorm(), size)
		if v.SqNorm() < 0 {
			t.Fatalf("‖v‖² = %v", v.SqNorm())
		}
		for other, u := range s.v {
			vu, beside := product(m, s.m[other])
			uu, of := product(s.m[other], s.m[other])
			near("a squared distance", vv-2*vu+uu, v.SqDist(u), size+2*beside+of)
			if dd := v.SqDist(u); dd < 0 || v == u && dd != 0 {
				t.Fatalf("‖v−u‖² = %v", dd)
			}
		}
	}
}

// A combination is Σ α_i x_i after any operations, also on itself, in every space with an inner product, with any
// constant coordinate: dense, sparse, and over a Gram matrix.
func TestCombIsItsCoefficients(t *testing.T) {
	const n, d = 20, 23 // beyond the lanes of a sum
	rng := rand.New(rand.NewPCG(3, 0))
	for _, bias := range []float64{0, -0.5} {
		spaces := map[*Space][]vec.Vector{}
		for _, gram := range matrices(n) {
			units := make([]vec.Vector, n)
			for i := range units {
				units[i] = unit(i)
			}
			spaces[&Space{Dim: n, Gram: gram, Bias: bias}] = units
		}
		dense, sparse, mixed := make([]vec.Vector, n), make([]vec.Vector, n), make([]vec.Vector, n)
		for i := range n {
			x, thin := make([]float64, d), make([]float64, d)
			for j := range x {
				x[j] = rng.NormFloat64()
			}
			thin[rng.IntN(d)], thin[rng.IntN(d)] = 2, -3
			dense[i], sparse[i] = vec.Dense(x...), vec.Dense(thin...).Sparsify()
			mixed[i] = []vec.Vector{dense[i], sparse[i], vec.Dense(x[:3]...)}[i%3]
		}
		for _, x := range [][]vec.Vector{dense, sparse, mixed} {
			spaces[&Space{Dim: d, Bias: bias}] = x
		}
		for space, x := range spaces {
			k := make([][]float64, n)
			for i := range n {
				for j := range n {
					product := x[i].Dot(x[j].Densify(max(d, n)).Value)
					if space.Gram != nil {
						product = space.Gram.Row(i)[j]
					}
					k[i] = append(k[i], product+bias*bias)
				}
			}
			rapid.Check(t, func(t *rapid.T) {
				s := &combs{k: k, x: x}
				for range 3 {
					s.v = append(s.v, space.Zero())
					s.m = append(s.m, model{make([]float64, n), make([]float64, n)})
				}
				t.Repeat(rapid.StateMachineActions(s))
			})
		}
	}
}

// A factor that accumulates step by step, far below the range of float64, does not harm later additions.
func TestCombKeepsItsDigitsWhereItFades(t *testing.T) {
	gram := matrices(10)[1]
	v := Space{Dim: 10, Gram: gram}.Zero()
	for k := range 5000 { // 0.5⁵⁰⁰⁰ is 1e-1505
		v.Add(1, unit(k%10))
		v.Scale(0.5)
	}
	alpha := v.Coordinates()
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
		require.InDelta(t, value, v.Dot(unit(i)), 1e-13)
	}
}

// The recurrence for ‖v‖² agrees with the coordinates, to a few times the rounding of all terms since it was last
// computed from them. It is computed afresh when as many coordinates have changed as there are, absent ones included,
// so that v is the same to the last bit without them. It is not computed earlier, as that takes O(d), except where
// the terms cancel.
func TestLengthsAreRenewed(t *testing.T) {
	const d, absent, n = 10, 30, 2000
	rng := rand.New(rand.NewPCG(1, 0))
	narrow, wide := Space{Dim: d, Absent: absent}.Zero(), Space{Dim: d + absent}.Zero()
	renewed := 0
	for range n {
		x := vec.Sparse([]int{rng.IntN(5), 5 + rng.IntN(5)}, []float64{rng.NormFloat64(), rng.NormFloat64()})
		narrow.Add(0.5, x)
		wide.Add(0.5, x)
		if narrow.stale == 0 {
			renewed++
		}
		var square float64
		for _, a := range narrow.a {
			square += narrow.s * narrow.s * a * a
		}
		require.InEpsilon(t, square, narrow.SqNorm(), 1e-13)
		require.Equal(t, wide.SqNorm(), narrow.SqNorm())
		require.Equal(t, wide.stale, narrow.stale)
	}
	require.Equal(t, 2*n/(d+absent), renewed)
	v := Space{Dim: 4}.Zero()
	v.Add(1, vec.Sparse([]int{0, 1}, []float64{1e9, 1}))
	v.Add(1, vec.Sparse([]int{0}, []float64{-1e9}))
	require.Equal(t, 1., v.SqNorm())
}

// Clear leaves nothing, whatever was added.
func TestClearedCombsAreZero(t *testing.T) {
	for _, space := range []Space{{Dim: 3}, {Dim: 3, Bias: 2}, {Dim: 3, Norm: vec.P(3)}, {Dim: 3, Gram: matrices(3)[0]}} {
		for _, x := range []vec.Vector{unit(1), vec.Dense(1, 2), vec.Sparse([]int{0, 2}, []float64{1, 1})} {
			if space.Gram != nil {
				x = unit(1)
			}
			v := space.Zero()
			for range 3 {
				v.Add(0.3, x)
				v.Scale(3)
				v.Add(0.3, x)
				v.Clear()
				require.Equal(t, make([]float64, len(v.a)), v.Coordinates())
				require.Zero(t, v.Dot(x))
				require.Zero(t, v.SqNorm())
			}
		}
	}
}

// The point to which Nearest moves is no longer than others of the segment.
func TestNearestIsOfLeastNorm(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	for _, space := range []Space{{Dim: 3}, {Dim: 3, Bias: -2}, {Dim: 3, Norm: vec.P(3)}, {Dim: 3, Norm: vec.P(1.5)}} {
		moves := 0
		for range 200 {
			draw := func() vec.Vector { return vec.Dense(1+rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()) }
			from, x, alpha := draw(), draw(), []float64{1, -1, 0.5}[rng.IntN(3)]
			at := func(beta float64) *Comb {
				v := space.Zero()
				v.Add(1-beta, from)
				v.Add(beta*alpha, x)
				return v
			}
			v := at(0)
			moved := v.Nearest(alpha, x, v.Dot(x), space.Square(x))
			if moved {
				moves++
			} else {
				require.Equal(t, at(0).Coordinates(), v.Coordinates())
			}
			for k := range 11 {
				require.LessOrEqual(t, v.Norm(), at(float64(k)/10).Norm()*(1+1e-12))
			}
		}
		require.Greater(t, moves, 50)
	}
	for vv, want := range map[float64]float64{leastSquare: leastSquare, math.Nextafter(leastSquare, 0): 0} {
		v := Space{Dim: 1}.Zero()
		v.Nearest(1, vec.Dense(math.Sqrt(vv)), 0, vv)
		require.InDelta(t, want, v.SqNorm(), 1e-295)
	}
}

// An example over a Gram matrix that is no unit vector is an error of the caller.
func TestPointsAreUnitVectors(t *testing.T) {
	v := Space{Dim: 3, Gram: matrices(3)[0]}.Zero()
	for _, x := range []vec.Vector{vec.Dense(1), vec.Sparse([]int{1}, []float64{2}),
		vec.Sparse([]int{0, 1}, []float64{1, 1}), vec.Dense()} {
		require.PanicsWithValue(t, "algos: an example over a Gram matrix is a unit vector", func() { v.Add(1, x) })
	}
}

// A space with a constant coordinate needs an inner product: no length in another norm includes it.
func TestCombRefusesAConstantInANorm(t *testing.T) {
	for _, p := range []float64{1.5, 3} {
		require.PanicsWithValue(t, "algos: a space with a constant coordinate is only in l2",
			func() { Space{Dim: 2, Norm: vec.P(p), Bias: 1}.Zero() })
	}
	require.Len(t, Space{Dim: 2, Norm: vec.P(2), Bias: 1}.Zero().a, 3)
}
