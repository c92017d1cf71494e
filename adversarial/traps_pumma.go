package adversarial

import (
	"fmt"
	"math"

	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// PUMMATrap makes PUMMA(δ) err nearly 4r² times after its opening, for large Γ and n and small δ, η and P_0/Γ. γ∗ is at
// least 1, and D² comes near 2Γ². (See pumma-p2 in PROOFS.md.)
//
// Positive examples are (1, q), negative ones −(1, q); PUMMA's dual point is v = (1, P). At a mistake P is on the
// sphere of radius Γ about X, |X|² = Γ² − 1, where w·(1, X) = ½. One class gets a point above X + Γe_k, for a new
// dimension e_k, at y(w·x + b) = 1 − τ, which hardly moves v. Then the other class errs on a point below X + Γe_k, and
// v goes straight towards (1, X + Γe_k). An example beside P and n turns lead P back to the sphere, away from X, at a
// cost that vanishes as n grows. The class that errs is the one that brings b nearer to 0, and the turns leave |b| as
// it is or less. The trap ends where |P|² ≤ η.
//
// It panics unless Γ ≥ 2, 1/Γ ≤ P_0 ≤ Γ, η > 0, n > 0 and 0 ≤ δ < 1/10.
func PUMMATrap(radius, start, end float64, n int, delta float64) Trap {
	needs(radius >= 2 && start >= 1/radius && start <= radius && end > 0 && n > 0 && delta >= 0 && delta < 0.1,
		"PUMMATrap needs radius >= 2, 1/radius <= start <= radius, end > 0, n > 0 and 0 <= delta < 1/10")
	m := mirrored{radius: radius, center: math.Sqrt(float64(radius*radius) - 1), tau: delta + tiny}
	along := (float64(start*start) - 1) / (2 * m.center) // P·X = (|P|² − 1)/2 on the sphere
	m.p = []float64{along, math.Sqrt(float64(start*start) - float64(along*along))}
	m.show(theory.Negative, m.p)
	m.show(theory.Positive, m.p)
	for square(m.p) > end {
		y := m.mistake()
		for left := n; left > 0; left-- {
			m.turn(y, left)
			y = 0
		}
	}
	return m.trap("PUMMATrap", delta, "nearly 4r² mistakes after the opening, r² near twice the square of the radius")
}

// PUMMASimplex makes PUMMA(δ) err nearly 2r² times after its opening, at every 0 ≤ δ < 1, for large n and small η,
// nP_0/Γ and n/(Γ√η). γ∗ is at least 1, and D² comes near 2Γ². (See pumma-p2 in PROOFS.md.)
//
// Examples and P are as in [PUMMATrap], but every example is a mistake: n of them near Γe_k, which draw v straight to
// (1, Γe_k), then n near Γe_{k+1}. The classes err in turn, except where that would take b beyond ¾.
//
// It panics unless Γ ≥ 2, 0 < P_0 ≤ Γ, η > 0, n > 0 and 0 ≤ δ < 1.
func PUMMASimplex(radius, start, end float64, n int, delta float64) Trap {
	needs(radius >= 2 && start > 0 && start <= radius && end > 0 && n > 0 && delta >= 0 && delta < 1,
		"PUMMASimplex needs radius >= 2, 0 < start <= radius, end > 0, n > 0 and 0 <= delta < 1")
	m := mirrored{radius: radius, p: []float64{start}}
	m.show(theory.Negative, m.p)
	m.show(theory.Positive, m.p)
	wrong := theory.Negative
	for square(m.p) > end {
		vertex := m.vertex()
		for i := 0; i < n && square(m.p) > end; i++ {
			if float64(wrong)*m.bias() >= -0.25 {
				wrong = -wrong
			}
			m.show(wrong, m.at(vertex, wrong, -tiny))
		}
	}
	return m.trap("PUMMASimplex", delta, "nearly 2r² mistakes after the opening, r² near twice the square of the radius")
}

// tiny is how far a score of these traps lies beyond its turning point, so that rounding does not decide.
const tiny = 1e-6

// mirrored tracks what PUMMA has learned from one of these traps, and what it was shown. Points have the coordinates of
// X, of P_0 and of the e_k so far.
type mirrored struct {
	radius, center, tau float64
	p, minus, plus      []float64 // P and the kept q₋, q₊
	shown               []theory.Example
}

func square(p []float64) float64 { return num.Dot(p, p) }

// onto returns (1, P)·(1, q) − 1 = P·q.
func (m *mirrored) onto(q []float64) float64 { return num.Dot(m.p[:len(q)], q) }

// bias returns the b with w·(1, q₊) + b = 1.
func (m *mirrored) bias() float64 { return 1 - (1+m.onto(m.plus))/(1+square(m.p)) }

// show shows (1, q) or −(1, q), and moves P to where v has the least norm of [v, (1, ½(q₊ + q₋))].
func (m *mirrored) show(y theory.Label, q []float64) {
	q = append([]float64{}, q...)
	m.shown = append(m.shown, theory.Example{X: vec.Dense(q...), Y: y})
	if y == theory.Positive {
		m.plus = q
	} else {
		m.minus = q
	}
	if len(m.shown) <= 2 {
		return
	}
	z := times(-1, m.p)
	num.AddScaled(z[:len(m.plus)], 0.5, m.plus)
	num.AddScaled(z[:len(m.minus)], 0.5, m.minus)
	num.AddScaled(m.p, min(1, -num.Dot(z, m.p)/square(z)), z)
}

// at returns q moved along P to where its score for the class y is the given one.
func (m *mirrored) at(q []float64, y theory.Label, score float64) []float64 {
	sigma := score - float64(float64(y)*m.bias()) // w·(1, q)
	h := (float64(sigma*(1+square(m.p))) - 1 - m.onto(q)) / square(m.p)
	return add(q, h, m.p)
}

// vertex returns X + Γe_k, for a new dimension e_k.
func (m *mirrored) vertex() []float64 {
	m.p = append(m.p, 0)
	x := make([]float64, len(m.p))
	x[0], x[len(x)-1] = m.center, m.radius
	return x
}

// mistake makes PUMMA err, and shows the other class an example beside P. It returns the class that erred.
func (m *mirrored) mistake() theory.Label {
	wrong, x := theory.Positive, m.vertex()
	if m.bias() > 0 {
		wrong = theory.Negative
	}
	m.show(-wrong, m.at(x, -wrong, 1-m.tau))
	m.show(wrong, m.at(x, wrong, -tiny))
	m.show(-wrong, m.at(m.p, -wrong, 1-m.tau))
	return wrong
}

// turn turns P away from X, by the first of `left` equal parts of the angle to the sphere, and shortens it by the
// cosine. The example for it has the class y, or, where y is 0, the class that keeps b.
func (m *mirrored) turn(y theory.Label, left int) {
	length := math.Sqrt(square(m.p))
	across := times(m.p[0]/length, m.p) // at right angles to P, as long, away from X
	across[0] -= length
	across = add(across, length/math.Sqrt(square(across))-1, across)
	turned := func(t float64) []float64 { // by the angle whose half has the tangent t
		cos, sin := (1-float64(t*t))/(1+float64(t*t)), 2*t/(1+float64(t*t))
		return add(times(float64(cos*cos), m.p), float64(cos*sin), across)
	}
	outside := func(p []float64) bool { return square(p)-float64(2*m.center*p[0]) > 1 }
	angle := math.Acos(max(-1, (float64(length*length)-1)/(2*m.center*length))) - math.Acos(m.p[0]/length)
	p := turned(angle / float64(2*left))
	if left == 1 { // as far as the sphere, with the cosine
		low, high := 0.0, angle
		for range 60 {
			t := (low + high) / 2
			if p = turned(t); outside(p) {
				high = t
			} else {
				low = t
			}
		}
	}
	if y == 0 { // an example of the positive class lessens the part of q₋ − P along the way
		y = theory.Sign(num.Dot(m.minus, across[:len(m.minus)]))
	}
	other := m.plus
	if y == theory.Positive {
		other = m.minus
	}
	q := add(p, 1, p)
	num.AddScaled(q[:len(other)], -1, other)
	m.show(y, q)
}

// trap returns the stream that was shown.
func (m *mirrored) trap(name string, delta float64, says string) Trap {
	t := Trap{Name: name, Learner: fmt.Sprintf("pumma(delta=%v)", delta), Source: "PROOFS.md, pumma-p2", Says: says}
	for _, e := range m.shown {
		x := make([]float64, 1+len(m.p))
		x[0] = float64(e.Y)
		num.AddScaled(x[1:1+len(e.X.Value)], float64(e.Y), e.X.Value)
		t.Examples = append(t.Examples, theory.Example{X: vec.Dense(x...), Y: e.Y})
	}
	return t
}
