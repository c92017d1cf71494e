package algos

import (
	"math"

	"marginlab/theory/vec"
)

// scaled is a combination scale·value in ℝ^d whose coordinates outside support are
// zero: it is multiplied by a number in O(1), and a sparse x is added in O(nnz(x)).
type scaled struct {
	support
	scale float64
	value []float64
	lift  *lift
}

// support is a set of coordinates.
type support struct {
	list []int
	held []bool // held[i]: i is in list
}

func (s *support) hold(i int) {
	if !s.held[i] {
		s.held[i] = true
		s.list = append(s.list, i)
	}
}

// holdAll adds the coordinates that x stores.
func (s *support) holdAll(x vec.Vector) {
	switch {
	case len(s.list) == len(s.held):
	case x.IsSparse():
		for _, i := range x.Index {
			s.hold(i)
		}
	default:
		for i := range x.Value {
			s.hold(i)
		}
	}
}

// The scale is multiplied into the coordinates when it leaves [leastScale,
// 1/leastScale], long before value = x/scale loses digits to the range of
// float64.
const leastScale = 1e-60

func newScaled(dim int) *scaled {
	return &scaled{scale: 1, value: make([]float64, dim), support: support{held: make([]bool, dim)}}
}

func (s *scaled) at(i int) float64 { return float64(s.scale * s.value[i]) }

func (s *scaled) dot(x vec.Vector) float64 {
	return float64(s.scale * (x.Dot(s.value) + s.lift.along(s.value)))
}

func (s *scaled) dotSq(x vec.Vector) (vx, xx float64) {
	vx, xx = x.DotSq(s.value)
	return s.scale * (vx + s.lift.along(s.value)), xx + s.lift.square()
}

// clear makes the sum 0, at a cost that the additions to it have paid for.
func (s *scaled) clear() {
	for _, i := range s.list {
		s.value[i], s.held[i] = 0, false
	}
	s.list, s.scale = s.list[:0], 1
}

func (s *scaled) multiply(c float64) {
	if c == 0 {
		s.clear()
		return
	}
	s.scale *= c
	if a := math.Abs(s.scale); a < leastScale || a > 1/leastScale {
		for _, i := range s.list {
			s.value[i] *= s.scale
		}
		s.scale = 1
	}
}

func (s *scaled) add(x vec.Vector, alpha float64) int {
	x.AddTo(s.value, alpha/s.scale)
	s.holdAll(x)
	return len(x.Value)
}

func (s *scaled) sqNorm() float64 {
	var sum float64
	for _, i := range s.list {
		sum += float64(s.at(i) * s.at(i))
	}
	return sum
}

func (s *scaled) size() int { return len(s.list) }

func (s *scaled) copyTo(dst []float64, c float64) {
	clear(dst)
	for _, i := range s.list {
		dst[i] = c * s.at(i)
	}
}

// squares computes ‖s‖², ‖u‖² and ‖s−u‖², the last from differences.
func (s *scaled) squares(other certificate) (ss, uu, dd float64) {
	u := other.(*scaled)
	for _, i := range s.list {
		v := s.at(i)
		d := v - u.at(i)
		ss += float64(v * v)
		dd += float64(d * d)
	}
	for _, i := range u.list {
		v := u.at(i)
		uu += float64(v * v)
		if !s.held[i] {
			dd += float64(v * v)
		}
	}
	return ss, uu, dd
}
