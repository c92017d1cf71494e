package normalized

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
)

// nkp is the normalised kernel Perceptron. An iteration takes a row of G.
type nkp struct{ alpha *combination }

func (m *nkp) certificate() (Certificate, *combination) { return m.alpha.separator() }
func (m *nkp) step(k int)                               { m.alpha.toward(1/float64(k+1), m.alpha.argmin(), k) }
func (m *nkp) state() State                             { return stateOf(m.alpha, nil) }

// np is the normalised Perceptron on points of ℝ^d: NKP that keeps w = Aᵀα, and computes Aw from it. The columns of X
// are the x_i/‖x_i‖, without which the theorem does not hold; as printed they are the x_i themselves. Weights belong
// to the a_i in w.
type np struct {
	points            *Linear
	w, length, scores []float64 // w, the lengths of the columns, YXᵀw
	alpha             *combination
}

func newNP(points *Linear, printed bool) *np {
	m := &np{points, make([]float64, points.Dim()), points.norm, make([]float64, points.Len()), zero(points)}
	if !printed {
		m.length = slices.Repeat([]float64{1}, points.Len())
	}
	return m
}

// rounding returns the rounding of Aw.
func (m *np) rounding() float64 { return m.points.Rounding() * num.Sum(m.alpha.coef) }

func (m *np) certificate() (Certificate, *combination) {
	m.points.scores(m.alpha.image, m.w)
	if m.alpha.least() > m.rounding() {
		return Separator, m.alpha
	}
	return None, m.alpha
}

func (m *np) step(k int) {
	theta := 1 / float64(k+1)
	floats.MulTo(m.scores, m.length, m.alpha.image)
	i := first(m.scores, m.rounding()*floats.Max(m.length))
	floats.Scale(1-theta, m.w)
	m.points.a[i].AddTo(m.w, theta*m.length[i])
	floats.Scale(1-theta, m.alpha.coef)
	m.alpha.coef[i] += float64(theta * m.length[i])
}

func (m *np) state() State { return stateOf(m.alpha, nil) }
