package theory

import (
	"math"

	"marginlab/theory/vec"
)

// Diameters is [DiametersIn] the Euclidean norm.
func Diameters(examples []Example, dim int) Geometry { return DiametersIn(vec.L2{}, examples, dim) }

// DiametersIn measures the lengths of a finite stream in dim dimensions, in a norm
// that [Distance] knows: D₊, D₋, D, D̄, Δ and the shortest ‖x‖ of [Geometry], with
// the counts. They are exact, the float64 distance of the pair that has the
// largest, and 0 where a class is missing; the margin is left out. The examples are
// taken as checked. Of few examples all pairs are compared, else [Diameter] and
// [Farthest] look for the largest.
func DiametersIn(n vec.Norm, examples []Example, dim int) Geometry {
	g := Geometry{Examples: len(examples), Dim: dim}
	for _, e := range examples {
		if e.Y == Positive {
			g.Positives++
		}
	}
	g.Shortest, g.DBar = norms(n, examples)
	if _, mapped := n.(*vec.Pullback); len(examples) <= few && !mapped {
		g.pairwise(n, examples)
	} else {
		g.search(n, examples)
	}
	g.D = max(g.DPlus, g.DMinus)
	return g
}

// few is how many examples are compared pair by pair, without allocating.
const few = 48

func (g *Geometry) pairwise(n vec.Norm, examples []Example) {
	euclidean := n == nil || n == vec.L2{}
	for i, e := range examples {
		for _, f := range examples[:i] {
			var d float64
			if euclidean {
				d = vec.SqDist(e.X, f.X)
			} else {
				d = Distance(n, e.X, f.X)
			}
			switch {
			case e.Y != f.Y:
				g.Delta = max(g.Delta, d)
			case e.Y == Positive:
				g.DPlus = max(g.DPlus, d)
			default:
				g.DMinus = max(g.DMinus, d)
			}
		}
	}
	if euclidean {
		g.DPlus, g.DMinus, g.Delta = math.Sqrt(g.DPlus), math.Sqrt(g.DMinus), math.Sqrt(g.Delta)
	}
}

func (g *Geometry) search(n vec.Norm, examples []Example) {
	var plus, minus []vec.Vector
	for _, e := range examples {
		if e.Y == Positive {
			plus = append(plus, e.X)
		} else {
			minus = append(minus, e.X)
		}
	}
	if len(plus) > 0 {
		_, _, g.DPlus = Diameter(n, plus)
	}
	if len(minus) > 0 {
		_, _, g.DMinus = Diameter(n, minus)
	}
	if len(plus) > 0 && len(minus) > 0 {
		_, _, g.Delta = Farthest(n, plus, minus)
	}
}

// norms returns the least and the largest ‖x‖, 0 and 0 of no examples.
func norms(n vec.Norm, examples []Example) (shortest, longest float64) {
	var image []float64
	for i, e := range examples {
		var norm float64
		switch n := n.(type) {
		case nil, vec.L2:
			norm = math.Sqrt(e.X.SqNorm())
		case *vec.Pullback:
			if image == nil {
				image = make([]float64, n.Dim())
			}
			e.X.CopyTo(image)
			n.Map(image, image)
			norm = n.Base().Of(image)
		default:
			norm = n.Of(e.X.Value)
		}
		if i == 0 || norm < shortest {
			shortest = norm
		}
		longest = max(longest, norm)
	}
	return shortest, longest
}
