package vec_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory/vec"
)

const prec = 4000

func big2(a vec.Double) *big.Float {
	return new(big.Float).SetPrec(prec).Add(new(big.Float).SetPrec(prec).SetFloat64(a.Hi), big.NewFloat(a.Lo))
}

// requireWithin compares a result with the exact one, up to a multiple of a scale.
func requireWithin(t *testing.T, want *big.Float, got vec.Double, units float64, scale *big.Float) {
	require.LessOrEqual(t, math.Abs(got.Lo), 0x1p-53*math.Abs(got.Hi))
	off, _ := new(big.Float).SetPrec(prec).Sub(want, big2(got)).Float64()
	of, _ := scale.Float64()
	require.LessOrEqual(t, math.Abs(off), units*0x1p-106*math.Abs(of))
}

func TestDouble(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(16, 0))
	draw := func() vec.Double {
		hi := rng.NormFloat64() * math.Exp(20*rng.NormFloat64())
		return vec.Double{Hi: hi}.Add(vec.Double{Hi: hi * 0x1p-54 * rng.NormFloat64()})
	}
	exact := func() *big.Float { return new(big.Float).SetPrec(prec) }
	for range 2000 {
		a, b := draw(), draw()
		if rng.IntN(3) == 0 { // nearly all cancels
			b = a.Neg().Times(1 + 0x1p-52*float64(rng.IntN(3)))
		}
		p, q := big2(a), big2(b)
		most := exact().Add(exact().Abs(p), exact().Abs(q))
		requireWithin(t, exact().Add(p, q), a.Add(b), 4, most)
		requireWithin(t, exact().Sub(p, q), a.Sub(b), 4, most)
		product, quotient := exact().Mul(p, q), exact().Quo(p, q)
		requireWithin(t, product, a.Mul(b), 8, product)
		requireWithin(t, quotient, a.Quo(b), 16, quotient)
		times := exact().Mul(p, big.NewFloat(b.Hi))
		requireWithin(t, times, a.Times(b.Hi), 4, times)
		require.Equal(t, p.Cmp(q) < 0, a.Less(b))
	}
}

func TestDoublesThatDifferInTheLowPart(t *testing.T) {
	rising := []vec.Double{{Hi: 1, Lo: -1e-20}, {Hi: 1}, {Hi: 1, Lo: 1e-20}, {Hi: 1 + 0x1p-52, Lo: -1e-20}}
	for i, a := range rising {
		for j, b := range rising {
			require.Equal(t, i < j, a.Less(b), "%v < %v", a, b)
		}
	}
}

// An inner product of twice the digits survives a cancellation of all digits that float64 has.
func TestDotDouble(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 3))
	for range 200 {
		const n = 40
		w, lo, x := make([]float64, n), make([]float64, n), make([]float64, n)
		short, long, size := new(big.Float).SetPrec(prec), new(big.Float).SetPrec(prec), new(big.Float).SetPrec(prec)
		for i := range w {
			w[i] = rng.NormFloat64() * math.Exp(10*rng.NormFloat64())
			lo[i] = w[i] * 0x1p-54 * rng.NormFloat64()
			x[i] = rng.NormFloat64() * math.Exp(10*rng.NormFloat64())
			if i == n-1 { // cancels the sum so far
				f, _ := short.Float64()
				w[i], lo[i], x[i] = 1, 0x1p-60, -f
			}
			product := new(big.Float).SetPrec(prec).Mul(big.NewFloat(w[i]), big.NewFloat(x[i]))
			short.Add(short, product)
			long.Add(long, product).Add(long, new(big.Float).SetPrec(prec).Mul(big.NewFloat(lo[i]), big.NewFloat(x[i])))
			size.Add(size, product.Abs(product))
		}
		v := vec.Dense(x...)
		requireWithin(t, short, v.DotDouble(w, nil), 2*n*n, size)
		requireWithin(t, long, v.DotDouble(w, lo), 2*n*n, size)
		require.Equal(t, v.DotDouble(w, lo), v.Sparsify().DotDouble(w, lo))
	}
}
