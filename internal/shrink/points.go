package shrink

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/linalg"
	"marginlab/internal/num"
)

// points is a stream in float64, on its way from one lattice to another.
type points struct {
	x [][]float64
	y []int
}

func pointsOf(s Stream) points {
	x, y := s.Floats()
	return points{x, y}
}

// snap is the stream on the lattice of so many bits, without the dimensions that are 0 there.
func (p points) snap(bits uint) Stream {
	s := lattice(p.x, p.y, bits)
	for i := s.Dim() - 1; i >= 0 && s.Dim() > 1; i-- {
		if !slices.ContainsFunc(s.Rows, func(r Row) bool { return r.X[i] != 0 }) {
			s = s.withoutDim(i)
		}
	}
	return s
}

func (p points) dim() int { return len(p.x[0]) }

// size is max|x|, or 1 where all is 0.
func (p points) size() float64 {
	var size float64
	for _, x := range p.x {
		size = max(size, floats.Norm(x, math.Inf(1)))
	}
	if size == 0 {
		return 1
	}
	return size
}

func (p points) zero() []float64 { return make([]float64, p.dim()) }

func (p points) centre() []float64 {
	c := p.zero()
	for _, x := range p.x {
		num.AddScaled(c, 1/float64(len(p.x)), x)
	}
	return c
}

// translate moves the point o to the origin.
func (p points) translate(o []float64) {
	for _, x := range p.x {
		floats.Sub(x, o)
	}
}

// onto is the stream in the coordinates of a frame of orthonormal vectors.
func (p points) onto(frame [][]float64) points {
	q := points{make([][]float64, len(p.x)), p.y}
	for t, x := range p.x {
		q.x[t] = make([]float64, max(1, len(frame)))
		for i, axis := range frame {
			q.x[t][i] = num.Dot(axis, x)
		}
	}
	return q
}

// rays are the directions of the points from the origin.
func (p points) rays() [][]float64 { return directions(p.x) }

// chords are the directions from point to point.
func (p points) chords() [][]float64 {
	var chords [][]float64
	for t, x := range p.x {
		for _, from := range p.x[:t] {
			chords = append(chords, floats.SubTo(p.zero(), x, from))
		}
	}
	return directions(chords)
}

// directions are v/‖v‖ of the vectors v that are not 0.
func directions(vectors [][]float64) (units [][]float64) {
	for _, v := range vectors {
		if norm := num.Norm(v); norm != 0 {
			units = append(units, floats.ScaleTo(make([]float64, len(v)), 1/norm, v))
		}
	}
	return units
}

// principal are the principal axes of directions: the frame of the greatest Σ(axis·v)² first, and the share of
// the last axis in the sum over all, between 0 and 1/d.
//
// Directions, not the points themselves: of a stream that goes on at a smaller and
// smaller scale, all but the largest scale would be called flat.
func principal(directions [][]float64, d int) (frame [][]float64, last float64) {
	values, frame := linalg.Eigen(linalg.Moments(directions, d, 1/float64(len(directions))))
	slices.Reverse(frame)
	return frame, values[0]
}

// parallel is the share of a vector outside of the span of others below which it
// is in it: rounding, on the lattices used here, stays below.
const parallel = 1e-9
