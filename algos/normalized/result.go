package normalized

import (
	"fmt"
	"math"

	"marginlab/internal/num"
)

// Certificate says which side of Gordan's alternative a result is on.
type Certificate string

// The certificates.
const (
	None        Certificate = ""            // none within the limit
	Separator   Certificate = "separator"   // α with Gα > 0
	Combination Certificate = "combination" // p ∈ Δ with ‖p‖_G ≤ ε
)

// Result is what an algorithm found, or how far it got if it found nothing. Its JSON leaves out Image, which can be
// computed again.
type Result struct {
	Certificate Certificate `json:"kind"`
	Weights     []float64   `json:"weights"`       // α ≥ 0 of a separator, p ∈ Δ of a combination
	Image       []float64   `json:"-"`             // G α, or G p
	Least       float64     `json:"least"`         // min_i (Gα)_i; over Norm it is the normalised margin of the separator
	Norm        float64     `json:"norm"`          // ‖α‖_G, or ‖p‖_G
	Epsilon     float64     `json:"eps,omitempty"` // the ε of a combination
	Iterations  int         `json:"iterations"`    // the number of iterates after the first, in all loops
	Loops       int         `json:"loops"`         // calls of SNKPVN by ISNKPVN, else 1
}

// Margin returns the margin of a separator on points that had those lengths before they were normalised; 0 of any
// other result.
func (r Result) Margin(length func(i int) float64) float64 {
	if r.Certificate != Separator {
		return 0
	}
	least := math.Inf(1)
	for i, v := range r.Image {
		least = min(least, v*length(i))
	}
	return least / r.Norm
}

// result returns the result at an iterate, or at one within ε of the origin.
func (c *combination) result(kind Certificate, iterations int, eps float64) Result {
	r := Result{
		Certificate: kind, Weights: c.coef, Image: c.image,
		Least: c.least(), Norm: math.Sqrt(c.sqNorm()), Iterations: iterations, Loops: 1,
	}
	if kind == Combination {
		r.Epsilon = eps
	}
	return r
}

// sumRounding bounds the distance of the weights' sum from 1: convex combinations add a few n·2⁻⁵³ at each of many
// iterations, but these do not accumulate.
const sumRounding = 1e-9

// Verify checks the certificate of r, from the points and the weights alone: α ≥ 0 with (Gα)_i > τ for all i, or p ∈
// Δ with ‖p‖_G² ≤ ε² + τ, where τ is the rounding of the computation. The error says what is false.
func Verify(points Points, r Result) error {
	n := points.Len()
	if len(r.Weights) != n {
		return fmt.Errorf("normalized: %d weights for %d points", len(r.Weights), n)
	}
	var sum float64
	for i, v := range r.Weights {
		if !(v >= 0) || math.IsInf(v, 1) {
			return fmt.Errorf("normalized: weight %d is %v, expected at least 0", i+1, v)
		}
		sum += v
	}
	image := make([]float64, n)
	points.Mul(image, r.Weights)
	tau := points.Rounding()
	switch r.Certificate {
	case Separator:
		for i, v := range image {
			if !(v > tau*sum) {
				return fmt.Errorf("normalized: (Gα)_%d is %.3g, expected above the rounding %.3g: not a separator", i+1, v, tau*sum)
			}
		}
	case Combination:
		if !(math.Abs(sum-1) <= sumRounding) {
			return fmt.Errorf("normalized: the weights sum to %v, expected 1", sum)
		}
		if !(r.Epsilon > math.Sqrt(tau)) || math.IsInf(r.Epsilon, 1) {
			return fmt.Errorf("normalized: ε = %.3g is below what rounding lets see, %.3g, or no number", r.Epsilon,
				math.Sqrt(tau))
		}
		square := num.Dot(r.Weights, image)
		if !(square <= float64(r.Epsilon*r.Epsilon)+tau) {
			return fmt.Errorf("normalized: ‖p‖_G is %.6g, expected at most ε = %.6g", math.Sqrt(square), r.Epsilon)
		}
	default:
		return fmt.Errorf("normalized: no certificate within %d iterations", r.Iterations)
	}
	return nil
}

// LimitError says that an algorithm made all iterations that it was allowed.
type LimitError struct {
	Algorithm   string
	Iterations  int
	Least, Norm float64 // of the last iterate: min_i (Gα)_i (NaN of p), ‖α‖_G or ‖p‖_G
	// Below, if not 0, is a normalised margin: a theorem says that points with it or more are separated within that
	// many iterations.
	Below float64
}

func (e *LimitError) Error() string {
	s := fmt.Sprintf("normalized: %s found no certificate in %d iterations, min (Gα)_i is %.3g, of norm %.3g", e.Algorithm, e.Iterations, e.Least, e.Norm)
	if e.Below > 0 {
		s += fmt.Sprintf(": the normalised margin is below %g, or the points are not separable", e.Below)
	}
	return s
}
