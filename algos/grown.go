package algos

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"marginlab/theory/vec"
)

// grown is w = ∇½‖θ‖² of a sum θ of multiples of examples, which is kept in the unit
// ball. As with certificates, there are two forms: dense in any norm,
// and for ℓ2, where w = θ, a scaled sum that sparse examples move in O(nnz).
type grown interface {
	along(x vec.Vector) (wx, xx float64)     // w·x and ‖x‖²
	sqNorm() float64                         // ‖w‖∗² = ‖θ‖²
	add(x vec.Vector, alpha, wx, xx float64) // θ ← θ + αx, given w·x and ‖x‖²
	project()                                // θ ← θ/max(1, ‖θ‖)
	copied() []float64                       // w
}

func newGrown(n vec.Norm, dim int) grown {
	if n == (vec.L2{}) {
		return &scaledGrown{w: newScaledSum(dim)}
	}
	return &denseGrown{weights: newWeights(n, dim), x: make([]float64, dim)}
}

// denseGrown keeps θ and w, and computes w from θ at every change.
type denseGrown struct {
	weights
	x []float64 // room for an x with all its coordinates
}

func (g *denseGrown) along(x vec.Vector) (wx, xx float64) {
	x.CopyTo(g.x)
	length := length(g.in, g.x)
	return g.score(x), length * length
}

func (g *denseGrown) sqNorm() float64 { return g.ww }

func (g *denseGrown) project() {
	if g.ww <= 1 {
		return
	}
	by := 1 / math.Sqrt(g.ww)
	floats.Scale(by, g.theta)
	g.factor *= by // w is in proportion to θ
	g.ww = 1
}

// scaledGrown follows ‖w‖² by a recurrence, and computes it afresh whenever as many
// coordinates have moved as w has.
type scaledGrown struct {
	w       scaledSum
	ww      float64
	touched int
}

func (g *scaledGrown) along(x vec.Vector) (wx, xx float64) { return g.w.dot(x), x.SqNorm() }

func (g *scaledGrown) sqNorm() float64 { return g.ww }

func (g *scaledGrown) add(x vec.Vector, alpha, wx, xx float64) {
	g.w.add(x, alpha)
	g.ww = max(0, g.ww+alpha*(2*wx+alpha*xx))
	if g.touched += len(x.Value); g.touched >= len(g.w.support) {
		g.ww, g.touched = g.w.sqNorm(), 0
	}
}

func (g *scaledGrown) project() {
	if g.ww > 1 {
		g.w.multiply(1 / math.Sqrt(g.ww))
		g.ww = 1
	}
}

func (g *scaledGrown) copied() []float64 {
	w := make([]float64, len(g.w.value))
	g.w.copyTo(w, 1)
	return w
}
