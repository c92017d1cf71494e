package diameter

import "marginlab/theory/vec"

// Distance is ‖x−y‖.
func Distance(n vec.Norm, x, y vec.Vector) float64 { return distance(exponent(n), x, y) }

// Enclose searches x, and y if it is not nil, for the largest distance in so many steps.
func Enclose(n vec.Norm, x, y []vec.Vector, steps int) Interval {
	return span(exponent(n), x, y, steps, &progress{})
}

const Exact = exact
