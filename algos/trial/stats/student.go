package stats

import (
	"math"

	"marginlab/theory/libm"
)

// within returns the t for which Student's distribution with n degrees of freedom gives
// the probability p to |T| ≤ t. n is whole: the formulas are 26.7.3 and 26.7.4 of
// Abramowitz and Stegun, Handbook of Mathematical Functions, with t = √n·tan θ.
func within(p float64, n int) float64 {
	low, high := 0.0, math.Pi/2
	for range 60 {
		at := (low + high) / 2
		if inAngle(at, n) < p {
			low = at
		} else {
			high = at
		}
	}
	return math.Sqrt(float64(n)) * libm.Sin(low) / libm.Cos(low)
}

// inAngle is the probability of |T| ≤ √n·tan θ.
func inAngle(theta float64, n int) float64 {
	sin, cos := libm.Sin(theta), libm.Cos(theta)
	term, sum := 1.0, 0.0
	if n%2 == 1 {
		term = cos
	}
	for k := n % 2; k <= n-2; k += 2 {
		sum += term
		term *= float64(k+1) / float64(k+2) * cos * cos
	}
	if n%2 == 0 {
		return sin * sum
	}
	return 2 / math.Pi * (theta + float64(sin*sum))
}
