package theory

import (
	"math"

	"marginlab/theory/vec"
)

// Diameters measures the lengths of a finite stream in dim dimensions: D₊, D₋,
// D, D̄ and Δ of [Geometry], with the counts. They are exact, the float64
// distance of the pair that has the largest, and 0 where a class is missing; the
// margin is left out. The examples are taken as checked. Of few examples all pairs
// are compared, else [Diameter] and [Farthest] look for the largest.
func Diameters(examples []Example, dim int) Geometry {
	if len(examples) <= few {
		return pairwise(examples, dim)
	}
	var plus, minus []vec.Vector
	longest, shortest := 0.0, math.Inf(1)
	for _, e := range examples {
		xx := e.X.SqNorm()
		longest, shortest = max(longest, xx), min(shortest, xx)
		if e.Y == Positive {
			plus = append(plus, e.X)
		} else {
			minus = append(minus, e.X)
		}
	}
	g := Geometry{Examples: len(examples), Dim: dim, Positives: len(plus), DBar: math.Sqrt(longest), Shortest: math.Sqrt(shortest)}
	if len(plus) > 0 {
		_, _, g.DPlus = Diameter(plus)
	}
	if len(minus) > 0 {
		_, _, g.DMinus = Diameter(minus)
	}
	g.D = max(g.DPlus, g.DMinus)
	if len(plus) > 0 && len(minus) > 0 {
		_, _, g.Delta = Farthest(plus, minus)
	}
	return g
}

// few is how many examples are compared pair by pair, without allocating.
const few = 48

func pairwise(examples []Example, dim int) Geometry {
	g := Geometry{Examples: len(examples), Dim: dim}
	for i, e := range examples {
		xx := e.X.SqNorm()
		g.DBar = max(g.DBar, xx)
		if i == 0 || xx < g.Shortest {
			g.Shortest = xx
		}
		if e.Y == Positive {
			g.Positives++
		}
		for _, f := range examples[:i] {
			switch d := vec.SqDist(e.X, f.X); {
			case e.Y != f.Y:
				g.Delta = max(g.Delta, d)
			case e.Y == Positive:
				g.DPlus = max(g.DPlus, d)
			default:
				g.DMinus = max(g.DMinus, d)
			}
		}
	}
	for _, square := range []*float64{&g.DPlus, &g.DMinus, &g.DBar, &g.Delta, &g.Shortest} {
		*square = math.Sqrt(*square)
	}
	g.D = max(g.DPlus, g.DMinus)
	return g
}
