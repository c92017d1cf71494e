package replay

import (
	"math"

	"marginlab/props/measure"
	"marginlab/props/stream"
)

// Cosine is a step of a learner of the maximum cosine framework (BH16), measured
// from w, ℓ and x: only the direction of w matters.
type Cosine struct {
	Step
	First     bool    // w = 0 before the step
	G         float64 // y(w·x)/‖w‖, 0 while w = 0
	Ell, Ell2 float64 // ℓ before the step and after it, 0 while w = 0

	Noise   float64 // how far rounding may have moved g
	Rounded float64 // and ‖w‖, relatively, as the learner follows it
	Exact   bool    // neither of them
}

// Cosines returns the steps of CMCP, MCP and NAROMMA.
func Cosines(c stream.Case) ([]Cosine, error) {
	steps, err := Run(c)
	all := make([]Cosine, len(steps))
	lost := 0.0 // what rounding may have done to ‖w‖² since w was last 0
	updates := 0
	lattice := measure.OnLattice(c.Lifted()...)
	for i, step := range steps {
		size := step.W.Norm()
		s := Cosine{Step: step, First: size == 0}
		u := measure.Units(len(s.X))
		if !s.First {
			s.G, s.Ell = s.S/size, 1/s.Gamma
			s.Rounded = u + lost/size/size
			s.Noise = u*math.Sqrt(s.XX) + s.Rounded*math.Abs(s.G)
		}
		// Before the second update w = yx and ℓ = 1/‖x‖ are what they are.
		_, f := math.Frexp(size)
		s.Exact = lattice && updates <= 1 && (s.First || size == math.Ldexp(0.5, f))
		if s.Next.W.Norm() > 0 {
			s.Ell2 = 1 / s.Next.Gamma
		}
		if s.Reported.Updated {
			updates++
			moved := size + s.W.Distance(s.Next.W)
			if lost += u * moved * moved; s.First {
				lost = 0
			}
		}
		all[i] = s
	}
	return all, err
}
