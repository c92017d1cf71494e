package kernel_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/kernel"
)

// model is a Function as its definition has it: α, and nothing else. Beside each
// number it follows how large the sums are that rounding is in proportion to.
type model struct {
	alpha, size []float64
}

// functions is a machine of operations on a few functions and their models.
type functions struct {
	n    int
	k    [][]float64 // K + lift²
	f    []*kernel.Function
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
	s.f[at].Add(i, c)
	s.m[at].alpha[i] += c
	s.m[at].size[i] += math.Abs(c)
}

func (s *functions) AddFunction(t *rapid.T) {
	at, other, c := s.draw(t, "f"), s.draw(t, "h"), s.number(t)
	s.f[at].AddFunction(s.f[other], c)
	for i := range s.n {
		a, b := s.m[at], s.m[other]
		a.alpha[i], a.size[i] = a.alpha[i]+c*b.alpha[i], a.size[i]+math.Abs(c)*b.size[i]
	}
}

func (s *functions) Scale(t *rapid.T) {
	at := s.draw(t, "f")
	c := rapid.SampledFrom([]float64{0.5, -1, 2, 1e-20, 1e20, 1 - 1e-3, 1e-70, 0, 1e62}).Draw(t, "c")
	if size := inner(s.m[at].size, s.m[at].size) * c * c; size != 0 && (size < 1e-150 || size > 1e150) {
		return // with a factor of 1e60 in it squares stay within the range of float64
	}
	s.f[at].Scale(c)
	for i := range s.n {
		s.m[at].alpha[i] *= c
		s.m[at].size[i] *= math.Abs(c)
	}
}

func (s *functions) Clear(t *rapid.T) {
	at := s.draw(t, "f")
	s.f[at].Clear()
	clear(s.m[at].alpha)
	clear(s.m[at].size)
}

// Check compares everything that is asked of a Function with its definition.
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
		alpha := f.Coefficients()
		for i := range s.n {
			near("a coefficient", m.alpha[i], alpha[i], m.size[i])
			want, size := 0.0, 0.0
			for j := range s.n {
				want += m.alpha[j] * s.k[j][i]
				size += m.size[j] * math.Abs(s.k[j][i])
			}
			near("a value", want, f.At(i), size)
		}
		for other, h := range s.f {
			want, size := 0.0, 0.0
			for i := range s.n {
				for j := range s.n {
					want += m.alpha[i] * s.k[i][j] * s.m[other].alpha[j]
					size += m.size[i] * math.Abs(s.k[i][j]) * s.m[other].size[j]
				}
			}
			near("an inner product", want, f.Inner(h), size)
			if other == at {
				near("a squared norm", want, f.SqNorm(), size)
				if f.SqNorm() < 0 {
					t.Fatalf("a squared norm is %v", f.SqNorm())
				}
			}
		}
		clear(alpha) // memory of its own
	}
}

// A Function is Σ α_i K(x_i,·) after any operations, on itself too, with any lift.
func TestFunctionIsItsCoefficients(t *testing.T) {
	const n = 7
	x := cloud(2, n, 3)
	for _, lift := range []float64{0, 2, -0.5} {
		for _, f := range []formula{formulas()[0], formulas()[3], formulas()[6]} {
			g := newGram(t, f.expr, vectors(x), 3, 0)
			k := make([][]float64, n)
			for i := range n {
				for j := range n {
					k[i] = append(k[i], f.of(x[i], x[j])+lift*lift)
				}
				k[i][i] += f.ridge
			}
			space := kernel.Space{Gram: g, Lift: lift}
			for i := range n {
				require.InDelta(t, k[i][i], space.Diag(i), 1e-12*k[i][i])
			}
			rapid.Check(t, func(t *rapid.T) {
				s := &functions{n: n, k: k}
				for range 3 {
					s.f = append(s.f, kernel.NewFunction(space))
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
	x := cloud(6, 10, 3)
	g := newGram(t, "gaussian", vectors(x), 3, 0)
	f := kernel.NewFunction(kernel.Space{Gram: g})
	for k := range 5000 { // 0.5⁵⁰⁰⁰ is 1e-1505
		f.Add(k%10, 1)
		f.Scale(0.5)
	}
	alpha := f.Coefficients()
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
			value += alpha[j] * g.Row(j)[i]
		}
		require.InDelta(t, value, f.At(i), 1e-13)
	}
}
