package maxmargin

import (
	"math"

	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// publish makes what w and λ are now the present solution.
func (s *Solver) publish() {
	w := s.classifier.W
	var level float64 // ν₊ − ν₋ of the classifier, ν_g = Σ λ z·w over hull g
	if p := s.power; p != nil {
		p.refresh(s)
		copy(w, p.w)
		s.gamma = s.margin(p.upper)
		s.certificates(s.plus, s.minus, p.z, p.hull, p.lambda)
		for k, l := range p.lambda {
			level += float64(l * p.score[k] * float64(1-2*p.hull[k]))
		}
	} else {
		s.active.normalise()
		norm := s.direction(w)
		s.gamma = s.margin(norm)
		s.certificates(s.plus, s.minus, s.active.z, s.active.hull, s.active.lambda)
		level = (s.active.level[0] - s.active.level[1]) / norm
	}
	s.offset = num.Dot(w, s.u0)
	if !s.opt.Origin {
		// b = −½w·(v₊+v₋), where w·v₊ = w·o₊ + ν₊ and w·v₋ = w·o₋ − ν₋.
		s.classifier.B = -0.5 * (num.Dot(w, s.shift[0].dense) + num.Dot(w, s.shift[1].dense) + level)
		s.offset = 0.5 * (s.offset - level)
	}
}

// direction stores w/‖w‖ in dst and returns ‖w‖.
func (s *Solver) direction(dst []float64) (norm float64) {
	norm = math.Sqrt(s.sq)
	for i, v := range s.w {
		dst[i] = v / norm
	}
	return norm
}

// Score returns w·x + b of the present classifier, 0 before the first solution.
// It is measured from a point of the data, and so keeps the digits far from the
// origin that [theory.Classifier.Score] loses there.
func (s *Solver) Score(x vec.Vector) float64 {
	if !s.started {
		return 0
	}
	return s.shift[0].dot(s.classifier.W, x) + s.offset
}

// Classifier returns the present classifier, with ‖W‖∗ = 1 (zero before the
// first solution). W is the solver's own: it is not to be changed, and changes
// with the next solution.
func (s *Solver) Classifier() theory.Classifier { return s.classifier }

// Gamma returns the present margin, ‖v₊−v₋‖/2 (through the origin ‖v‖), 0
// before the first solution.
func (s *Solver) Gamma() float64 { return s.gamma }

// margin is the margin that belongs to a distance of the hulls.
func (s *Solver) margin(distance float64) float64 {
	if s.opt.Origin {
		return distance
	}
	return distance / 2
}

// Plus returns v₊ of the present solution, zero before the first; it is the
// solver's own, as is the classifier's W.
func (s *Solver) Plus() []float64 { return s.plus }

// Minus returns v₋, as Plus does v₊.
func (s *Solver) Minus() []float64 { return s.minus }

// certificates stores v₊ = o₊ + Σλz and v₋ = o₋ − Σλz.
func (s *Solver) certificates(plus, minus []float64, z []vec.Vector, hull []int, lambda []float64) {
	copy(plus, s.shift[0].dense)
	if !s.opt.Origin {
		copy(minus, s.shift[1].dense)
	}
	for k, l := range lambda {
		if hull[k] == 0 {
			z[k].AddTo(plus, l)
		} else {
			z[k].AddTo(minus, -l)
		}
	}
}
