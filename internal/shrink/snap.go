package shrink

import "math"

// Snap returns the stream on the coarsest lattice on which it violates, of those of
// few bits and of 53 (see [FromFloats]). It returns false if there is none, as of no
// points, or if a coordinate is beyond the range of the lattices.
func Snap(x [][]float64, y []int, violates Predicate) (Stream, bool) {
	if len(x) == 0 {
		return Stream{}, false
	}
	for _, point := range x {
		for _, v := range point {
			if !(math.Abs(v) < 1<<62) {
				return Stream{}, false
			}
		}
	}
	for _, bits := range []uint{4, 6, 8, 12, 16, 24, 32, 48, 53} {
		if s := FromFloats(x, y, bits); violates(s) {
			return s, true
		}
	}
	return Stream{}, false
}
