package rapidtest

import (
	"math"
	"math/rand/v2"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Normal draws d normal numbers of standard deviation sigma.
func Normal(rng *rand.Rand, d int, sigma float64) []float64 {
	x := make([]float64, d)
	for i := range x {
		x[i] = sigma * rng.NormFloat64()
	}
	return x
}

// Cloud draws n examples of d coordinates about the hyperplane x₀ = 0: normal, with |x₀| raised by margin, and
// a quarter of them positive. The first two are of both classes.
func Cloud(rng *rand.Rand, n, d int, margin float64) []theory.Example {
	examples := make([]theory.Example, n)
	for k := range examples {
		x, y := Normal(rng, d, 1), theory.Negative
		if k == 0 || k > 1 && rng.IntN(4) == 0 {
			y = theory.Positive
		}
		x[0] = float64(y) * (margin + math.Abs(x[0]))
		examples[k] = theory.Example{X: vec.Dense(x...), Y: y}
	}
	return examples
}

// Separable draws n examples of [−1,1]^d; density is the fraction of nonzero coordinates. A random hyperplane off
// the origin labels them, and they are moved away from it by margin.
func Separable(rng *rand.Rand, n, d int, margin, density float64) []theory.Example {
	u, norm := Normal(rng, d, 1), 0.
	for _, v := range u {
		norm += v * v
	}
	norm = math.Sqrt(norm)
	examples := make([]theory.Example, n)
	for k := range examples {
		x, score := make([]float64, d), 0.
		for i := range x {
			if rng.Float64() < density {
				x[i] = 2*rng.Float64() - 1
			}
			score += u[i] * x[i] / norm
		}
		y := theory.Sign(score - 0.1)
		for i := range x {
			if x[i] != 0 {
				x[i] += float64(y) * margin * u[i] / norm
			}
		}
		examples[k] = theory.Example{X: vec.Dense(x...), Y: y}
	}
	return examples
}

// Narrow draws up to 13 examples of norm about 1 in 2 to 4 dimensions, with a margin of
// about gamma along u: in general position or on a lattice, along an axis or not, dense
// or sparse, and some 1e3 away from the origin along u.
func Narrow(rng *rand.Rand, gamma float64) (examples []theory.Example, u []float64) {
	d, n := 2+rng.IntN(3), 2+rng.IntN(12)
	u = make([]float64, d)
	u[d-1] = 1
	if rng.IntN(2) == 0 {
		u = Normal(rng, d, 1)
	}
	length := vec.L2{}.Of(u)
	sparse, signs, far := rng.IntN(2) == 0, rng.IntN(2) == 0, []float64{0, 0, 1, 1e3}[rng.IntN(4)]
	for range n {
		x := make([]float64, d)
		for j := range x {
			if x[j] = rng.NormFloat64(); signs {
				x[j] = float64(rng.IntN(3) - 1)
			}
		}
		along := 0.
		for j := range x {
			along += x[j] * u[j] / length
		}
		y := theory.Label(2*rng.IntN(2) - 1)
		want := float64(y) * gamma * (1 + 2*rng.Float64())
		for j := range x {
			x[j] += (want - along + far) * u[j] / length
		}
		examples = append(examples, theory.Example{X: vec.Dense(x...), Y: y})
	}
	if sparse {
		examples = Sparse(examples)
	}
	return examples, u
}

// Noise draws n examples whose labels do not depend on the points: normal points, or points
// of a lattice in one dimension, all times scale.
func Noise(rng *rand.Rand, n, d int, scale float64) []theory.Example {
	examples := make([]theory.Example, n)
	for k := range examples {
		x := Normal(rng, d, scale)
		if d == 1 {
			x[0] = scale * float64(rng.IntN(7)-3)
		}
		examples[k] = theory.Example{X: vec.Dense(x...), Y: theory.Label(2*rng.IntN(2) - 1)}
	}
	return examples
}

// Mapped returns the examples of d coordinates with every x replaced by a dense f(x).
func Mapped(examples []theory.Example, d int, f func(x []float64)) []theory.Example {
	out := make([]theory.Example, len(examples))
	for i, e := range examples {
		x := e.X.Densify(d)
		f(x.Value)
		out[i] = theory.Example{X: x, Y: e.Y}
	}
	return out
}

// Reflected returns the examples of d coordinates in a random orientation: after three
// Householder reflections, with their rounding errors.
func Reflected(rng *rand.Rand, examples []theory.Example, d int) []theory.Example {
	var mirrors [3][]float64
	for k := range mirrors {
		mirrors[k] = Normal(rng, d, 1)
	}
	return Mapped(examples, d, func(x []float64) {
		for _, u := range mirrors {
			var ux, uu float64
			for i, v := range u {
				ux += v * x[i]
				uu += v * v
			}
			for i, v := range u {
				x[i] -= 2 * ux / uu * v
			}
		}
	})
}

// Sparse returns the examples with sparse vectors.
func Sparse(examples []theory.Example) []theory.Example {
	out := make([]theory.Example, len(examples))
	for i, e := range examples {
		out[i] = theory.Example{X: e.X.Sparsify(), Y: e.Y}
	}
	return out
}
