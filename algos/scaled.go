package algos

import (
	"math"

	"marginlab/theory/vec"
)

// scaledSum is a vector scale·value whose coordinates outside support are zero:
// it is multiplied by a number in O(1), and a sparse x is added in O(nnz(x)).
type scaledSum struct {
	scale   float64
	value   []float64
	support []int
	held    []bool // held[i]: i is in support
}

// The scale is multiplied into the coordinates when it leaves [leastScale,
// 1/leastScale], long before value = x/scale loses digits to the range of
// float64.
const leastScale = 1e-60

func newScaledSum(dim int) scaledSum {
	return scaledSum{scale: 1, value: make([]float64, dim), held: make([]bool, dim)}
}

func (s *scaledSum) at(i int) float64 { return s.scale * s.value[i] }

func (s *scaledSum) dot(x vec.Vector) float64 { return s.scale * x.Dot(s.value) }

// clear makes the sum 0, at a cost that the additions to it have paid for.
func (s *scaledSum) clear() {
	for _, i := range s.support {
		s.value[i], s.held[i] = 0, false
	}
	s.support, s.scale = s.support[:0], 1
}

// multiply makes the sum c times what it was.
func (s *scaledSum) multiply(c float64) {
	if c == 0 {
		s.clear()
		return
	}
	s.scale *= c
	if a := math.Abs(s.scale); a < leastScale || a > 1/leastScale {
		for _, i := range s.support {
			s.value[i] *= s.scale
		}
		s.scale = 1
	}
}

// add makes the sum v + αx.
func (s *scaledSum) add(x vec.Vector, alpha float64) {
	x.AddTo(s.value, alpha/s.scale)
	if len(s.support) == len(s.value) {
		return
	}
	if x.IsSparse() {
		for _, i := range x.Index {
			s.hold(i)
		}
		return
	}
	for i := range x.Value {
		s.hold(i)
	}
}

// set makes the sum αx.
func (s *scaledSum) set(x vec.Vector, alpha float64) {
	s.clear()
	s.add(x, alpha)
}

func (s *scaledSum) hold(i int) {
	if !s.held[i] {
		s.held[i] = true
		s.support = append(s.support, i)
	}
}

// sqNorm computes the squared norm from the coordinates, in O(len(support)).
func (s *scaledSum) sqNorm() float64 {
	var sum float64
	for _, i := range s.support {
		sum += s.at(i) * s.at(i)
	}
	return sum
}

// copyTo overwrites dst with c times the sum.
func (s *scaledSum) copyTo(dst []float64, c float64) {
	clear(dst)
	for _, i := range s.support {
		dst[i] = c * s.at(i)
	}
}
