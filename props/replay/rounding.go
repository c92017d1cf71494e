package replay

import (
	"marginlab/props/measure"
	"marginlab/props/stream"
)

// Rounding says how far a length that a learner computes may be from its true
// value. From differences of points as long as Reach it is so many units in the
// last place of it: every sum has d terms, and each of w̃, c and the score adds a
// few. A learner that keeps sums of squares, as the sparse form does, has the
// rounding of Reach² in a_t‖w̃‖ and in ‖w̃‖², so that of Reach²/γ in a_t and γ_t. One
// that solves the offline problem is asked to solve it to a relative 1e-9.
type Rounding struct {
	Reach  float64
	dim    int
	in     measure.Metric
	sparse bool
	solved bool
}

// NewRounding returns the rounding of lengths on the stream of c by its learner.
func NewRounding(c stream.Case, reach float64) Rounding {
	return Rounding{Reach: reach, dim: c.Dim, in: c.Metric(), sparse: c.Sparse(), solved: c.Solves()}
}

// Of returns how far rounding may have moved a margin of γ.
func (r Rounding) Of(gamma float64) float64 {
	if r.Reach == 0 {
		return 0
	}
	noise := 2 * float64(r.dim+4) * 0x1p-52 * r.Reach
	if !r.in.Euclidean() { // a power of a coordinate has p times its rounding
		noise *= 2 * r.in.P
	} else if r.sparse {
		noise *= 4 * max(1, r.Reach/gamma)
	}
	if r.solved {
		noise += 4e-9 * gamma
		if r.in.P != 2 { // to 1e-8
			noise += 4e-8 * gamma
		}
	}
	return noise + 4e-12*gamma // and the learners' own tolerance at ties is 1e-12
}

// memory is how long the vectors were whose rounding a learner's running sums may still
// hold: the sparse form renews them when the moves since the last time have touched as
// many coordinates as it keeps, most of them.
type memory struct {
	most    int
	reach   []float64 // of the steps
	touched []int     // coordinates moved in them
}

// longest adds a step that moves so many coordinates, and returns the greatest reach of
// those remembered.
func (m *memory) longest(reach float64, moves int) float64 {
	m.reach, m.touched = append(m.reach, reach), append(m.touched, 0)
	longest, sum := 0.0, 0
	for t := len(m.reach) - 1; t >= 0 && sum <= m.most; t-- {
		longest = max(longest, m.reach[t])
		sum += m.touched[t]
	}
	m.touched[len(m.touched)-1] = moves
	return longest
}
