package diameter

import "marginlab/theory/vec"

// Distance returns ‖x−y‖.
func Distance(n vec.Norm, x, y vec.Vector) float64 { return distance(exponent(n), x, y) }

// Enclose searches x, and y unless nil, for the largest distance in that many steps.
func Enclose(n vec.Norm, x, y []vec.Vector, steps int) Interval {
	return span(exponent(n), x, y, steps, &progress{})
}

const Exact = exact

var Tasks = &tasks

// ToTheDigit makes searches skip no ties until the test ends, so that they find the largest distance to the last
// digit. The test must not be parallel to others; its own subtests may be parallel to each other.
func ToTheDigit(t interface{ Cleanup(func()) }) {
	t.Cleanup(func() { tied = 2 * Rounding })
	tied = 0
}

// Classes calls [Search.Of] with the points of each class.
func (s Search) Classes(n vec.Norm, plus, minus []vec.Vector, watch func(part float64) (on bool)) Diameters {
	return s.Of(n, len(plus)+len(minus), func(i int) (*vec.Vector, bool) {
		if i < len(plus) {
			return &plus[i], true
		}
		return &minus[i-len(plus)], false
	}, watch)
}

// Tied returns the part of a square that searches skip.
func Tied() float64 { return tied }
