package vec

import "math"

// width is the relative width of the bracket at which descend stops.
const width = 4e-13

// descend returns the minimum over [0,1] of a strictly convex function, given its descent (minus its slope, up to a
// positive factor) and Newton's step from there to the minimum. It returns 0 if the descent at 0 is not positive, and
// 1 if the descent at 1 is not negative. Otherwise it returns a point of no descent, or one between two points, the
// left with a positive descent, the right with a negative one, that are within width of each other, or neighbours.
//
// A step goes width/2 too far, so that the next one comes from the other side and closes the bracket. descend halves
// the bracket instead if a step leaves it, is not half as long as the move before, or is the thirteenth since the
// last halving. So the bracket of a segment on any scale closes after some hundred evaluations.
func descend(at func(beta float64) (descent, step float64)) float64 {
	d, step := at(0)
	if !(d > 0) {
		return 0
	}
	beta, low, high := 0.0, 0.0, 1.0
	known := false // whether the descent at high has been seen, and is negative
	for move, moves := 2.0, 0; ; moves++ {
		if known && high-low <= width*high {
			if best := beta + step; best > low && best < high {
				return best
			}
			return low + float64((high-low)/2)
		}
		next := beta + step
		next += math.Copysign(width/2*next, next-beta)
		switch {
		case !known && next >= 1:
			next = 1
		case !(next > low && next < high) || math.Abs(next-beta) > move/2 || moves == 12:
			next = middle(low, high)
			if next <= low || next >= high {
				return next
			}
			moves = 0
		}
		move, beta = math.Abs(next-beta), next
		switch d, step = at(beta); {
		case d > 0 && beta == 1:
			return 1
		case d > 0:
			low = beta
		case d < 0:
			high, known = beta, true
		default:
			return beta
		}
	}
}

// middle returns the middle of a bracket: of its length, or of its logarithm where the ends differ much.
func middle(low, high float64) float64 {
	switch {
	case low == 0:
		return min(high/16, high*high)
	case 16*low < high:
		return math.Sqrt(low) * math.Sqrt(high)
	}
	return low + float64((high-low)/2)
}
