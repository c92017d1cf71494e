package algos

import (
	"gonum.org/v1/gonum/floats"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// mean is the sum of all w that a learner had, each as often as it was used, in O(nnz(x)) a step:
//
//	Σ w_t = c w − late;  at each step c ← c+1,  at w ← w + αx  late ← late + cαx,  at w ← fw  c ← c/f
type mean struct {
	c    float64
	late *Comb
}

func newMean(s Space) mean { return mean{0, s.Zero()} }

func (m *mean) clear() {
	m.c = 0
	m.late.Clear()
}

// added follows w ← w + αx.
func (m *mean) added(alpha float64, x vec.Vector) { m.late.Grow(m.c*alpha, x, 0, 0) } // nobody asks for its length

// mostShrunk is the c beyond which the difference c w − late would lose digits.
const mostShrunk = 1 << 20

// shrinks is told before w ← f(w + αx), for any α: a c that would be too great becomes 0, in O(d).
func (m *mean) shrinks(f float64, w *Comb) {
	if m.c > mostShrunk*f {
		m.late.AddComb(-m.c, w)
		m.c = 0
	}
}

// scaled follows w ← fw.
func (m *mean) scaled(f float64) {
	if m.c != 0 {
		m.c /= f
	}
}

// dot is Σ w_t·x.
func (m *mean) dot(w *Comb, x vec.Vector) float64 { return float64(m.c*w.Dot(x)) - m.late.Dot(x) }

// classifier is that of Σ w_t over n.
func (m *mean) classifier(w *Comb, n float64) theory.Classifier {
	sum, late := w.Coordinates(), m.late.Coordinates()
	floats.Scale(m.c, sum)
	floats.Sub(sum, late)
	for i := range sum {
		sum[i] /= n
	}
	return w.space.classifier(sum)
}
