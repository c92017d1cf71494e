package vec

import "math"

// Double is the unevaluated sum Hi + Lo of two numbers, the second at most half a unit in the last place of the
// first: about 32 digits. A sum has an error of some 2⁻¹⁰⁵ of its greater term, the other results of as much of
// themselves (Joldes, Muller, Popescu 2017).
type Double struct{ Hi, Lo float64 }

// Add returns a + b.
func (a Double) Add(b Double) Double {
	s, e := twoSum(a.Hi, b.Hi)
	return quickSum(s, e+(a.Lo+b.Lo))
}

// Sub returns a − b.
func (a Double) Sub(b Double) Double { return a.Add(b.Neg()) }

// Neg returns −a.
func (a Double) Neg() Double { return Double{-a.Hi, -a.Lo} }

// Times returns a·x.
func (a Double) Times(x float64) Double {
	p := float64(a.Hi * x)
	return quickSum(p, math.FMA(a.Hi, x, -p)+float64(a.Lo*x))
}

// Mul returns a·b.
func (a Double) Mul(b Double) Double {
	p := float64(a.Hi * b.Hi)
	return quickSum(p, math.FMA(a.Hi, b.Hi, -p)+(float64(a.Hi*b.Lo)+float64(a.Lo*b.Hi)))
}

// Quo returns a/b.
func (a Double) Quo(b Double) Double {
	q := a.Hi / b.Hi
	return quickSum(q, a.Sub(b.Times(q)).Hi/b.Hi)
}

// Less reports whether a < b.
func (a Double) Less(b Double) bool { return a.Hi < b.Hi || a.Hi == b.Hi && a.Lo < b.Lo }

// twoSum returns the rounded sum and its rounding error.
func twoSum(a, b float64) (sum, rest float64) {
	sum = a + b
	t := sum - a
	return sum, (a - (sum - t)) + (b - t)
}

// quickSum returns a + b where |a| ≥ |b|.
func quickSum(a, b float64) Double {
	s := a + b
	return Double{s, b - (s - a)}
}

// DotDouble returns (hi+lo)·x with about twice the digits (Ogita, Rump, Oishi 2005, Dot2): its error is less than
// 2n²2⁻¹⁰⁶Σ|hi_i x_i|. lo may be nil. It panics if x does not fit.
func (x Vector) DotDouble(hi, lo []float64) Double {
	count(1, 8*(2*len(x.Value)+len(x.Index)+min(len(lo), len(x.Value))))
	var sum, rest float64
	for k, v := range x.Value {
		i := x.Coordinate(k)
		p := float64(hi[i] * v)
		s, e := twoSum(sum, p)
		if sum, rest = s, rest+(e+math.FMA(hi[i], v, -p)); lo != nil {
			rest += float64(lo[i] * v)
		}
	}
	return quickSum(sum, rest)
}
