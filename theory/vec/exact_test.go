package vec_test

import (
	"math"
	"math/big"
)

// The reference of the tests: powers in 300 bits, only for the p of the tests.

func exact(v float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(v) }

// exactPower returns t^a for t ≥ 0, and a a multiple of ½, or a tenth of an integer.
func exactPower(t *big.Float, a float64) *big.Float {
	tenths := int(math.Round(10 * a))
	if t.Sign() == 0 {
		return exact(0)
	}
	v := exact(1)
	if rest := tenths % 10; rest == 5 {
		v.Sqrt(t)
	} else if root := exactRoot(t, 10); rest != 0 {
		for range rest {
			v.Mul(v, root)
		}
	}
	for range tenths / 10 {
		v.Mul(v, t)
	}
	return v
}

// exactRoot returns t^{1/n} by Newton's method, from the float64 root of a scaled t.
func exactRoot(t *big.Float, n int) *big.Float {
	e := t.MantExp(nil)
	e -= ((e % n) + n) % n // t·2^−e is in [½, 2^n)
	s, _ := exact(0).SetMantExp(t, -e).Float64()
	x := exact(0).SetMantExp(exact(math.Pow(s, 1/float64(n))), e/n)
	for range 5 { // x ← ((n−1)x + t/x^{n−1})/n; digits double
		power := exact(1)
		for range n - 1 {
			power.Mul(power, x)
		}
		x.Add(exact(0).Mul(exact(float64(n-1)), x), exact(0).Quo(t, power))
		x.Quo(x, exact(float64(n)))
	}
	return x
}

// exactNorm returns ‖x‖_p for p = 1.5 and integers.
func exactNorm(p float64, x []float64) *big.Float {
	sum := exact(0)
	for _, v := range x {
		sum.Add(sum, exactPower(exact(math.Abs(v)), p))
	}
	if sum.Sign() == 0 {
		return sum
	}
	if p == 1.5 {
		return exactRoot(sum.Mul(sum, sum), 3)
	}
	return exactRoot(sum, int(p))
}

// exactDescent returns −(1/p)d/dβ Σ|u_i−βz_i|^p, and the same sum of the absolute
// values of its terms.
func exactDescent(p float64, u, z []float64, beta *big.Float) (descent, size *big.Float) {
	descent, size = exact(0), exact(0)
	for i := range u {
		t := exact(0).Sub(exact(u[i]), exact(0).Mul(beta, exact(z[i])))
		term := exactPower(exact(0).Abs(t), p-1)
		term.Mul(term, exact(z[i]))
		size.Add(size, exact(0).Abs(term))
		if t.Sign() < 0 {
			term.Neg(term)
		}
		descent.Add(descent, term)
	}
	return descent, size
}
