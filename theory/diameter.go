package theory

import (
	"math"

	"marginlab/theory/vec"
)

// Diameters measures the lengths of a finite stream in dim dimensions: D₊, D₋,
// D, D̄ and Δ of [Geometry], with the counts. They are exact, the float64
// distance of the pair that has the largest, and 0 where a class is missing; the
// margin is left out. The examples are taken as checked.
func Diameters(examples []Example, dim int) Geometry {
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
	if len(examples) == 0 {
		shortest = 0
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
