package adversarial

import (
	"fmt"
	"math"

	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Arc makes e-OMM err nearly r² times after its initialisation phase, for large sq and n. At sq = 40 it errs 28 times
// at r² = 39.5 with n = 8, and 30 times at r² = 39.1 with n = 20. Theorem S1 allows (r − 2/r)². PROOFS.md, under
// omm-s1, proves with streams of more coordinates that no smaller multiple of r² bounds the mistakes; for Arc itself,
// tests measure D and the mistakes. D² is sq up to the part tiny, and γ∗ is at least 1; n is the number of examples
// that lead v₋ from one mistake to the next.
//
// All negative examples are (2, y), the only positive one is 0. At a mistake v₋ is on the circle of radius D/√2 about
// the y-plane's point X, |X|² = D²/2 − 4, where (2,X)·v₋ = ½‖v₋‖². The mistake is at (2,X) + (D/√2)e_k for a new
// dimension e_k: at the distance D from the other mistakes and from v₋, and on the hyperplane up to tiny. It takes γ_t²
// to γ_t² − γ_t⁴/D², and v₋ off the circle. The n examples after it are within the margin, and lead v₋ back on an arc
// around (2,0), at a cost in γ_t that falls with n. No earlier example then contributes to v₋: its variance, as in
// Theorem S3, is 0 again.
//
// It panics unless sq > 8 and n > 0.
func Arc(sq float64, n int) Trap {
	needs(sq > 8 && n > 0, "Arc needs sq > 8 and n > 0")
	const tiny = 1e-7 // on the wrong side of the hyperplane by this part of |y|²
	dot, side, center := num.Dot, math.Sqrt(sq/2), math.Sqrt(float64(sq/2)-4)
	at := func(square float64) []float64 { // the y of the arc with ‖(2,y)‖² = square
		y := (square - 8) / (2 * center)
		return []float64{y, math.Sqrt(square - 4 - float64(y*y)), 0}
	}
	t := Trap{"Arc", "e-omm", "Theorem S1",
		fmt.Sprintf("each mistake is at the distance D of the others, D² = %v, and its effect on v₋ is undone", sq), 0,
		[]theory.Example{plus(0)}}
	mistakes, last := 0, 0
	show := func(p []float64) {
		x := make([]float64, 4+mistakes)
		x[0], x[1], x[2], x[3+mistakes] = 2, p[0], p[1], p[2]
		t.Examples = append(t.Examples, theory.Example{X: vec.Dense(x...), Y: theory.Negative})
	}
	v := at(sq)
	for show(v); !math.IsNaN(v[1]); mistakes++ {
		x := []float64{center - float64(tiny*v[0]), -tiny * v[1], side}
		show(x)
		last = len(t.Examples)
		z := add(v, -1, x)
		v = add(v, -dot(v, z)/dot(z, z), z)
		for left := n; left > 1; left-- {
			end := at(4 + dot(v, v))
			cos := dot(v, end) / math.Sqrt(dot(v, v)*dot(end, end))
			angle := math.Acos(min(1, cos)) / float64(left)
			across := add(end, -dot(v, end)/dot(v, v), v)
			turned := add(times(math.Cos(angle), v), math.Sin(angle)*math.Sqrt(dot(v, v)/dot(across, across)), across)
			v = times(math.Cos(angle), turned) // the nearest point to 0 of the segment to it
			show(v)
		}
		square := 4 + dot(v, v)
		for range 100 {
			square = 4 + dot(v, at(square)) // until it is the nearest point of the segment from v
		}
		v = at(square)
		show(v)
	}
	t.Examples = t.Examples[:last]
	return t
}
