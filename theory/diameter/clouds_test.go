package diameter_test

import (
	"math/rand/v2"

	"marginlab/internal/rapidtest"
	"marginlab/theory/vec"
)

// A cloud is a set of n points in d dimensions.
type cloud struct {
	name  string
	point func(rnd *rand.Rand, i, d int) []float64
}

func (c cloud) draw(rnd *rand.Rand, n, d int, kind string, change change) []vec.Vector {
	x := make([]vec.Vector, n)
	for i := range x {
		v := c.point(rnd, i, d)
		for k := range v {
			v[k] = v[k]*change.scale + change.shift
		}
		x[i] = stored(kind, i, v)
	}
	return x
}

// clouds are point sets, each hard on the pruning in its own way.
var clouds = []cloud{
	{"gaussian", func(rnd *rand.Rand, i, d int) []float64 { return rapidtest.Normal(rnd, d, 1) }},
	{"sphere", func(rnd *rand.Rand, i, d int) []float64 {
		x := rapidtest.Normal(rnd, d, 1)
		norm := vec.L2{}.Of(x)
		for k := range x {
			x[k] /= norm
		}
		return x
	}},
	{"clusters", func(rnd *rand.Rand, i, d int) []float64 {
		x := rapidtest.Normal(rnd, d, 1e-3)
		x[i%d] += float64(i % 3)
		return x
	}},
	{"lattice", func(rnd *rand.Rand, i, d int) []float64 {
		x := make([]float64, d)
		for k := range x {
			x[k] = float64(rnd.IntN(3) - 1)
		}
		return x
	}},
	{"collinear", func(rnd *rand.Rand, i, d int) []float64 {
		x := make([]float64, d)
		t := rnd.Float64()
		for k := range x {
			x[k] = t * float64(k+1)
		}
		return x
	}},
	{"duplicates", func(rnd *rand.Rand, i, d int) []float64 {
		x := make([]float64, d)
		x[0] = float64(i % 2)
		return x
	}},
	{"one point", func(rnd *rand.Rand, i, d int) []float64 {
		x := make([]float64, d)
		x[0] = 0.1
		return x
	}},
	{"outliers", func(rnd *rand.Rand, i, d int) []float64 {
		x := rapidtest.Normal(rnd, d, 1)
		if i%7 == 0 {
			x[rnd.IntN(d)] += 100 * rnd.Float64()
		}
		return x
	}},
	// All pairs of opposite corners of a cross are equally far, except for the last digits.
	{"ties", func(rnd *rand.Rand, i, d int) []float64 {
		x := make([]float64, d)
		x[i%d] = float64(1-2*(i/d%2)) * (1 + 1e-15*rnd.Float64())
		return x
	}},
	// Distances of 2 except for the last digit, and bounds that are as sharp.
	{"antipodes", func(_ *rand.Rand, i, d int) []float64 {
		x := rapidtest.Normal(rand.New(rand.NewPCG(uint64(i/2), 9)), d, 1)
		norm := vec.L2{}.Of(x) * float64(1-2*(i%2))
		for k := range x {
			x[k] /= norm
		}
		return x
	}},
	// Features that are far from 0 wherever they are stored.
	{"presence", func(rnd *rand.Rand, i, d int) []float64 {
		x := make([]float64, d)
		for k := range x {
			if rnd.IntN(3) == 0 {
				x[k] = float64(k+1) * (5 + 0.1*rnd.Float64())
			}
		}
		return x
	}},
	// Rows of a table of categories, the first two of them empty: all pairs that share no category have the greatest
	// distance.
	{"one-hot", func(rnd *rand.Rand, i, d int) []float64 {
		x := make([]float64, d)
		for k := 0; k < d && i > 1; k += 5 {
			x[k+rnd.IntN(min(5, d-k))] = 1
		}
		return x
	}},
	// Antipodes in as many units as there are dimensions.
	{"far antipodes", func(_ *rand.Rand, i, d int) []float64 {
		x := rapidtest.Normal(rand.New(rand.NewPCG(uint64(i/2), 9)), d, 1)
		norm := vec.L2{}.Of(x) * float64(1-2*(i%2))
		for k := range x {
			x[k] = 3 + 7*x[k]/norm
		}
		return x
	}},
	// Squared residuals a few units of rounding above 0.
	{"needle", func(rnd *rand.Rand, i, d int) []float64 {
		x := rapidtest.Normal(rnd, d, 1e-7)
		x[0] += rnd.Float64()
		return x
	}},
}

// A change is applied to a cloud: the computations of pruning must keep up with the distances' own digits.
type change struct {
	name         string
	scale, shift float64
}

var changes = []change{
	{"as it is", 1, 0}, {"far off", 1, 1e6}, {"farther off", 1, 1e14},
	{"huge", 1e100, 0}, {"tiny", 1e-100, 0}, {"hugest", 1e148, 0}, {"squares vanish", 1e-160, 0},
}
