package vec

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"marginlab/theory/libm"
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
	diag    []float64         // of a diagonal A, or nil
	upper   blas64.Triangular // else A
	inverse bool              // it is A⁻ᵀ that is meant, of diag or upper
}

// NewWeighted returns the norm (Σ ω_i|x_i|^p)^{1/p} of positive weights ω; A is
// diag(ω^{1/p}). name is its String. It panics where P(p) does.
func NewWeighted(p float64, weights []float64, name string) (*Pullback, error) {
	n := &Pullback{base: P(p), name: name, diag: make([]float64, len(weights))}
	for i, omega := range weights {
		if !(omega > 0 && omega <= math.MaxFloat64) {
			return nil, fmt.Errorf("weight %d is %v, expected a positive number", i+1, omega)
		}
		n.diag[i] = libm.Pow(omega, 1/p)
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
func (n *Pullback) Map(dst, x []float64) { n.apply(dst, x, blas.NoTrans) }

// Adjoint stores Aᵀw in dst, which may be w itself: the classifier here that w is
// on the image.
func (n *Pullback) Adjoint(dst, w []float64) { n.apply(dst, w, blas.Trans) }

func (n *Pullback) apply(dst, x []float64, t blas.Transpose) {
	if d := n.Dim(); len(x) != d || len(dst) != d {
		panic(fmt.Sprintf("vec: vectors of lengths %d and %d in a norm of %d dimensions", len(dst), len(x), d))
	}
	copy(dst, x)
	if n.diag != nil {
		for i, a := range n.diag {
			if n.inverse {
				dst[i] /= a
			} else {
				dst[i] *= a
			}
		}
		return
	}
	v := blas64.Vector{N: n.upper.N, Data: dst, Inc: 1}
	switch {
	case !n.inverse:
		blas64.Trmv(t, n.upper, v)
	case t == blas.NoTrans:
		blas64.Trsv(blas.Trans, n.upper, v)
	default:
		blas64.Trsv(blas.NoTrans, n.upper, v)
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
	lift.upper.N, lift.upper.Stride, lift.upper.Data = d+1, d+1, make([]float64, (d+1)*(d+1))
	for i := range d {
		copy(lift.upper.Data[i*(d+1):][:d], n.upper.Data[i*n.upper.Stride:][:d])
	}
	lift.upper.Data[d*(d+1)+d] = 1
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
