package adversarial

import (
	"fmt"
	"math"

	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Spiral makes AMIRA(ε) take as many updates as its bound (2−ε)/ε·(R/γ)² allows, up to a part in (R/γ)² of them, for
// every ε in (0, 1]: k = (R/γ)² > 1, γ = 1. In three dimensions all examples are x = (1, √(k−1)·n), n a unit vector of
// the plane, so that u = (1, 0, 0) gives each of them 1. Each n is turned so far from the part of w in the plane that
// y(w·x) = 1−ε: ‖w‖² then grows by (2−ε)ε/k, w·u by ε/k, and there is such an n until w is within 1/R of (2−ε)u.
//
// At the end an example just beyond y(w·x) = 1−ε, of some length, leaves w unchanged, so that at rest its margin is
// (1−ε)/‖w‖, as little as ZH13, Theorem 3, allows.
//
// It panics unless k > 1 and 0 < ε ≤ 1.
func Spiral(k, eps float64) Trap {
	t := Trap{Name: "Spiral", Learner: fmt.Sprintf("amira(eps=%v)", eps), Within: 2 / k,
		Source: "PROOFS.md, amira-updates",
		Says: "(2-eps)/eps (R/gamma)^2 updates, R and gamma of all examples but the last, " +
			"and a margin of (1-eps)/(2-eps) gamma at rest, up to a part in (R/gamma)^2"}
	points, w := spiral(k, eps, 0)
	for _, x := range points {
		t.Examples = append(t.Examples, plus(x[:3]...))
	}
	length := num.Hypot(w[1], w[2])
	far := (w[0] - 1 + eps - float64(eps*0x1p-30)) / length
	t.Examples = append(t.Examples, plus(1, -far*(w[1]/length), -far*(w[2]/length)))
	return t
}

// SpiralOfClasses makes AMIRA(ε) of three classes or more, which corrects all wrong ones at once, take as many updates
// as its bound (2−ε)/ε·(R/γ)² allows, up to a part that vanishes as k grows. It is [Spiral] for the difference of the
// classes 0 and 1: (z, T) is in class 0, (−z, T) in class 1, alternately, T = √k, and the other classes never appear.
// The coordinate T is of no use between 0 and 1, but after an update of each it keeps the other classes 1 below both.
// (See amira-k-best-updates in PROOFS.md.)
//
// It panics unless k > 1 and 0 < ε ≤ 1.
func SpiralOfClasses(k, eps float64) Trap {
	t := Trap{Name: "SpiralOfClasses", Learner: fmt.Sprintf("amira-k-best(eps=%v)", eps),
		Source: "PROOFS.md, amira-k-best-updates",
		Says:   "(2-eps)/eps (R/gamma)² updates, up to a part in (R/gamma)²"}
	points, _ := spiral(k, eps, math.Sqrt(k))
	for i, x := range points {
		if i%2 == 1 {
			x = [4]float64{-x[0], -x[1], -x[2], -x[3]}
		}
		t.Examples = append(t.Examples, theory.Example{X: vec.Dense(x[:]...), Y: theory.Label(i % 2)})
	}
	return t
}

// spiral returns the yx of a spiral, with a fourth coordinate that alternates between lift and −lift, and the last w of
// AMIRA(ε).
func spiral(k, eps, lift float64) (points [][4]float64, w [4]float64) {
	needs(k > 1 && eps > 0 && eps <= 1, "a spiral needs k > 1 and 0 < eps <= 1")
	level := 1 - eps - float64(eps*0x1p-30) // of w·yx, beyond its rounding error
	radius := math.Sqrt(k - 1)
	for m := [2]float64{1, 0}; ; lift = -lift {
		length := num.Hypot(w[1], w[2])
		cos := 1.0 // between n and m, the direction of w in the plane
		if length > 0 {
			m = [2]float64{w[1] / length, w[2] / length}
			cos = (level - w[0] - float64(lift*w[3])) / (radius * length)
		}
		if cos < -1 {
			return points, w
		}
		cos = min(cos, 1)
		sin := math.Sqrt(1 - float64(cos*cos))
		x := [4]float64{
			1, radius * (float64(cos*m[0]) - float64(sin*m[1])), radius * (float64(cos*m[1]) + float64(sin*m[0])), lift,
		}
		points = append(points, x)
		tau := (1 - (w[0] + float64(w[1]*x[1]) + float64(w[2]*x[2]) + float64(lift*w[3]))) / (k + float64(lift*lift))
		for i := range w {
			w[i] += float64(tau * x[i])
		}
	}
}

// HalfMargin brings MCP to rest at a margin of half the maximum, γ = 1, up to a part in n²: w is
// (1, −1/n), that is 1/n off the direction u = (1, 0), and n/2 is as far as the second example
// may be from u without an update. n is a power of two, so that w·x is exact.
func HalfMargin(n float64) Trap {
	return Trap{"HalfMargin", "mcp", "PROOFS.md, mcp-rest", "a margin of γ/2 at rest, up to a part in n²", 1 / (n * n),
		[]theory.Example{plus(1, -1/n), plus(1, float64(n/2)-float64(0.5/n)-float64(0x1p-20/n))}}
}
