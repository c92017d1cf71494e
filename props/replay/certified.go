package replay

import (
	"fmt"
	"math"

	"marginlab/props/measure"
	"marginlab/props/stream"
)

// Certified is a step of OMM, measured from v₊, v₋ and x alone.
type Certified struct {
	Step
	In     measure.Metric
	Score  float64 // y(w̃·x + b̃), w̃ = ∇½‖v₊−v₋‖², which is v₊−v₋ in ℓ2
	Square float64 // ‖v₊−v₋‖², ‖w̃‖∗²
	A, G   float64 // a_t = Score/‖w̃‖∗ and γ_t = ‖w̃‖∗/2
	G2     float64 // γ_t+1

	Exact      bool    // all that was computed so far was
	Room       float64 // how far rounding may have moved a_t,
	Noise      float64 // γ_t, and v₊ and v₋,
	NoiseAfter float64 // γ_t+1,
	Off        float64 // and v₊ and v₋ from their hulls, in ℓ2
}

// Own is v_y, the certificate on the side of x.
func (s Certified) Own() measure.Vector { return Pick(s.Y, s.Plus, s.Minus) }

// Across is the certificate of the other class.
func (s Certified) Across() measure.Vector { return Pick(s.Y, s.Minus, s.Plus) }

// Moved is v_y after the step.
func (s Certified) Moved() measure.Vector { return Pick(s.Y, s.Next.Plus, s.Next.Minus) }

// Stayed is the other certificate after the step.
func (s Certified) Stayed() measure.Vector { return Pick(s.Y, s.Next.Minus, s.Next.Plus) }

// Pick returns one of two by the label.
func Pick(y float64, ifPositive, ifNegative measure.Vector) measure.Vector {
	if y > 0 {
		return ifPositive
	}
	return ifNegative
}

// tall is the least reach, in margins, at which a learner may have v₊ and v₋ in twice the
// digits of those that it shows.
const tall = 1 << 8

// Certificates returns the steps of an OMM learner after its opening. One that solves
// the offline problem has v₊ and v₋ to a relative 1e-9; the others keep them.
func Certificates(c stream.Case) ([]Certified, error) {
	solves := c.Solves()
	if !Certifies(c.Learner) {
		return nil, fmt.Errorf("%s does not show its certificates: its State needs Plus, Minus and Gamma", c.Learner)
	}
	steps, err := Run(c)
	in := c.Metric()
	length := NewRounding(c, 0)
	recent := memory{most: 2 * c.Dim}
	exact := measure.OnLattice(c.Points()...) && !solves
	var all []Certified
	for i, step := range steps {
		if step.Plus == nil || step.Minus == nil {
			continue
		}
		s := Certified{Step: step, In: in}
		s.measure(solves)
		moves := 0
		if s.Reported.Updated {
			moves = len(c.Stream[i].X.Value)
		}
		kept := []measure.Vector{s.Plus, s.Minus, s.Next.Plus, s.Next.Minus, s.X}
		length.Reach = recent.longest(in.Longest(kept), moves)
		s.Noise, s.NoiseAfter = length.Of(s.G), length.Of(s.G2)
		s.Exact = exact && in.Euclidean() || !solves && s.oneCoordinate()
		if s.Off = s.Noise; !in.Euclidean() {
			s.Off = measure.Units(c.Dim) * measure.Longest(kept)
		}
		switch s.Room = s.Noise; {
		case !in.Euclidean():
		case c.Stream[0].X.IsSparse() && !solves:
			s.Room *= 1 + math.Abs(s.A)/s.G // a ‖w̃‖ that is followed divides all of a_t
		case solves || length.Reach > tall*s.G:
			s.Room *= 1 + s.X.Distance(s.Minus)/s.G // v₊ and v₋ are shown rounded, which turns w by noise/γ
		}
		if exact && s.Reported.Updated {
			_, beta := measure.L2().ToSegment(s.Across(), s.Own(), s.X)
			exact = beta == 0 || beta == 1
		}
		all = append(all, s)
	}
	return all, err
}

// measure computes the score, ‖v₊−v₋‖, a_t, γ_t and γ_t+1. In a norm in which ℓ is steep
// at 0 a solver finds v₊ and v₋, and w beside them: of one that shows a w of its own
// that is what predicts.
func (s *Certified) measure(solves bool) {
	u := s.Plus.Minus(s.Minus)
	w := s.In.Link(u)
	s.Square = w.Dot(u)
	if !s.In.Euclidean() {
		s.Square = s.In.Norm(u) * s.In.Norm(u)
	}
	s.Score = s.Y * w.Dot(s.X.Minus(s.Minus).Plus(-0.5, u))
	if solves && !s.In.Euclidean() {
		s.Score = s.S * math.Sqrt(s.Square)
	}
	s.A, s.G = s.Score/math.Sqrt(s.Square), math.Sqrt(s.Square)/2
	s.G2 = s.In.Norm(s.Next.Plus.Minus(s.Next.Minus)) / 2
}

// oneCoordinate says that in ℓp, too, the score is exact: v₊−v₋ has one coordinate, and
// so has w̃.
func (s *Certified) oneCoordinate() bool {
	return !s.In.Euclidean() && s.Plus.Minus(s.Minus).Nonzero() == 1 && measure.OnLattice(s.Plus, s.Minus, s.X)
}
