package num

import (
	"math"
	"math/rand/v2"
	"sync"
)

// Normal draws a standard normal number as [rand.Rand.NormFloat64] does on amd64, from
// the same words of the source: Marsaglia and Tsang, The Ziggurat Method, 2000.
func Normal(r *rand.Rand) float64 {
	z := ziggurat()
	for {
		u := r.Uint64()
		j, i := int64(int32(u)), u>>32&0x7f
		x := float64(float64(j) * float64(z.w[i]))
		switch {
		case uint32(max(j, -j)) < z.k[i]: // in the box of strip i, nearly always
			return x
		case i == 0: // in the tail
			for {
				x = float64(-Log(r.Float64()) * (1 / tail))
				if y := -Log(r.Float64()); y+y >= x*x {
					return math.Copysign(tail+x, float64(j)-0.5)
				}
			}
		case z.f[i]+float32(float32(r.Float64())*(z.f[i-1]-z.f[i])) < float32(Exp(-.5*x*x)):
			return x
		}
	}
}

// tail is the end of the last of 128 strips of equal area.
const tail = 3.442619855899

// strips holds for each strip i: its end as w over 2³¹ steps, the density f there, and k, the
// number of steps that are entirely under the density.
type strips struct {
	k    [128]uint32
	w, f [128]float32
}

var ziggurat = sync.OnceValue(func() *strips {
	const area, steps = 9.91256303526217e-3, 1 << 31
	density := func(x float64) float64 { return Exp(-.5 * x * x) }
	z, x := new(strips), tail
	base := area / density(x)
	z.k[0], z.w[0], z.f[0] = uint32(x/base*steps), float32(base/steps), 1
	z.w[127], z.f[127] = float32(x/steps), float32(density(x))
	for i := 126; i > 0; i-- {
		inner := math.Sqrt(-2 * Log(area/x+density(x)))
		z.k[i+1] = uint32(inner / x * steps)
		x = inner
		z.w[i], z.f[i] = float32(x/steps), float32(density(x))
	}
	return z
})
