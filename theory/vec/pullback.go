package vec

import (
	"fmt"
	"math"
	"slices"

	"marginlab/internal/num"
)

// Pullback is the norm ‖x‖ = ‖Ax‖_base of the image under an invertible A, with
//
//	ℓ(x) = Aᵀℓ_base(Ax)  and the dual  ‖w‖∗ = ‖A⁻ᵀw‖_base∗.
//
// What is measured of points x in it is what is measured of the points Ax in the
// base norm; a classifier w there is Aᵀw here. A is diagonal, or upper triangular.
// Two of them are the same norm if they are the same pointer. All vectors are of
// length Dim; others panic.
type Pullback struct {
	base    Norm
	name    string
	diag    []float64 // of a diagonal A, or nil
	upper   num.Upper // else A
	inverse bool      // it is A⁻ᵀ that is meant, of diag or upper
}

// NewWeighted returns the norm (Σ ω_i|x_i|^p)^{1/p} of positive weights ω; A is
// diag(ω^{1/p}). name is its String. It panics where P(p) does.
func NewWeighted(p float64, weights []float64, name string) (*Pullback, error) {
	n := &Pullback{base: P(p), name: name, diag: make([]float64, len(weights))}
	for i, omega := range weights {
		if !(omega > 0 && omega <= math.MaxFloat64) {
			return nil, fmt.Errorf("weight %d is %v, expected a positive number", i+1, omega)
		}
		n.diag[i] = num.Pow(omega, 1/p)
	}
	return n, nil
}

// Base is the norm of the image.
func (n *Pullback) Base() Norm { return n.base }

// Dim is the dimension of the space.
func (n *Pullback) Dim() int {
	if n.diag != nil {
		return len(n.diag)
	}
	return n.upper.N
}

// Map stores Ax in dst, which may be x itself.
func (n *Pullback) Map(dst, x []float64) { n.apply(dst, x, num.Upper.Mul, num.Upper.SolveTrans) }

// Adjoint stores Aᵀw in dst, which may be w itself: the classifier here that w is
// on the image.
func (n *Pullback) Adjoint(dst, w []float64) {
	n.apply(dst, w, num.Upper.MulTrans, num.Upper.Solve)
}

// apply stores in dst what of, or inverse if A⁻ᵀ is meant, makes of x by an upper A.
func (n *Pullback) apply(dst, x []float64, of, inverse func(num.Upper, []float64)) {
	if d := n.Dim(); len(x) != d || len(dst) != d {
		panic(fmt.Sprintf("vec: vectors of lengths %d and %d in a norm of %d dimensions", len(dst), len(x), d))
	}
	copy(dst, x)
	switch {
	case n.diag != nil:
		for i, a := range n.diag {
			if n.inverse {
				dst[i] /= a
			} else {
				dst[i] *= a
			}
		}
	case n.inverse:
		inverse(n.upper, dst)
	default:
		of(n.upper, dst)
	}
}

// Of returns ‖Ax‖_base. It allocates room for Ax; Grad does not.
func (n *Pullback) Of(x []float64) float64 {
	image := make([]float64, len(x))
	n.Map(image, x)
	return n.base.Of(image)
}

// Grad stores Aᵀℓ_base(Ax) in dst.
func (n *Pullback) Grad(dst, x []float64) {
	n.Map(dst, x)
	n.base.Grad(dst, dst)
	n.Adjoint(dst, dst)
}

// Dual returns the pullback of the base's dual by A⁻ᵀ, a new one each time.
func (n *Pullback) Dual() Norm {
	dual := *n
	dual.base, dual.inverse = n.base.Dual(), !n.inverse
	return &dual
}

// Lift returns the norm ‖(x, c)‖ = ‖(Ax, c)‖_base of one coordinate more: A is
// extended by a 1. It is a new one each time.
func (n *Pullback) Lift() *Pullback {
	lift := *n
	if n.diag != nil {
		lift.diag = append(slices.Clone(n.diag), 1)
		return &lift
	}
	d := n.upper.N
	lift.upper = num.NewUpper(d + 1)
	for i := range d {
		copy(lift.upper.Row(i), n.upper.Row(i))
	}
	lift.upper.Row(d)[0] = 1
	return &lift
}

// Smoothness is that of the base.
func (n *Pullback) Smoothness() (s, c float64) { return n.base.Smoothness() }

// String is the name that the norm was given, "dual of" it for the dual.
func (n *Pullback) String() string {
	if n.inverse {
		return "dual of " + n.name
	}
	return n.name
}
