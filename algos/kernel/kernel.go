package kernel

import (
	"marginlab/algos"
	"marginlab/internal/num"
)

// Kernel is a positive semidefinite K(x,x') of x·x' or of ‖x−x'‖², and a ridge λ. λ is added to K(x,x') where the two
// are the same point of the data, so that the kernel separates points that noise has mixed.
type Kernel struct {
	spec   *algos.Spec
	of     func(s float64) float64 // of ‖x−x'‖² if radial, else of x·x'
	ridge  float64
	radial bool
}

// String returns the expression that makes the kernel again, such as gaussian(sigma=3.5).
func (k Kernel) String() string { return k.spec.String() }

// Parse makes a kernel from an expression such as poly(degree=4,scale=65025).
// The error says which part of it is wrong and what was expected.
func Parse(expr string) (Kernel, error) {
	spec, err := algos.Registry{Noun: "kernel", Kinds: Kernels()}.Parse(expr)
	if err != nil {
		return Kernel{}, err
	}
	k := spec.Kind.Make.(maker)(spec.Args)
	k.spec = spec
	return k, nil
}

// maker makes a kernel from the parameters of its Kind.
type maker func(a algos.Args) Kernel

// most bounds the parameters of kernels.
const most = 1e15

// ridge returns the parameter λ.
func ridge(value float64) algos.Param {
	return algos.Param{Name: "ridge", Default: value, Low: 0, High: most}
}

// Kernels lists the kernels with their parameters.
//
//	linear(ridge)                        x·x' + λδ
//	gaussian(sigma, ridge)               exp(−‖x−x'‖²/(2σ²)) + λδ
//	poly(degree, offset, scale, ridge)   (x·x'/scale + offset)^degree + λδ
//	mnist                                poly with the numbers of ZH13, Section 4.3
//
// δ is 1 for a point and itself, else 0.
func Kernels() []algos.Kind {
	return []algos.Kind{
		{
			Name: "linear", Summary: "x·x'", Params: []algos.Param{ridge(0)},
			Make: maker(func(a algos.Args) Kernel {
				return Kernel{of: func(xz float64) float64 { return xz }, ridge: a.Num("ridge")}
			}),
		},
		{
			Name: "gaussian", Summary: "exp(−‖x−x'‖²/(2 sigma²))",
			Params: []algos.Param{{Name: "sigma", Default: 1, Low: 1 / most, High: most}, ridge(0)},
			Make: maker(func(a algos.Args) Kernel {
				return Kernel{of: gaussian(a.Num("sigma")), radial: true, ridge: a.Num("ridge")}
			}),
		},
		poly("poly", 2, 1, 1, 0, "(x·x'/scale + offset)^degree"),
		poly("mnist", 4, 1, 255*255, 5e5, "the polynomial kernel of ZH13 for MNIST's pixels"),
	}
}

// poly describes a polynomial kernel by its defaults.
func poly(name string, degree, offset, scale, lambda float64, summary string) algos.Kind {
	return algos.Kind{
		Name: name, Summary: summary,
		Params: []algos.Param{
			{Name: "degree", Default: degree, Low: 1, High: 20, Integer: true},
			{Name: "offset", Default: offset, Low: 0, High: most},
			{Name: "scale", Default: scale, Low: 1 / most, High: most},
			ridge(lambda),
		},
		Make: maker(func(a algos.Args) Kernel {
			return Kernel{of: polynomial(int(a.Num("degree")), a.Num("offset"), a.Num("scale")), ridge: a.Num("ridge")}
		}),
	}
}

// gaussian implements exp(−‖x−x'‖²/(2σ²)) (ZH13, Section 4.2).
func gaussian(sigma float64) func(dd float64) float64 {
	return func(dd float64) float64 { return num.Exp(-dd / (2 * sigma * sigma)) }
}

// polynomial implements (x·x'/scale + offset)^degree (ZH13, Section 4.3).
func polynomial(degree int, offset, scale float64) func(xz float64) float64 {
	return func(xz float64) float64 {
		base, power := xz/scale+offset, 1.0
		for range degree {
			power *= base
		}
		return power
	}
}

// UnmarshalText implements [encoding.TextUnmarshaler], as [Parse] does.
func (k *Kernel) UnmarshalText(text []byte) (err error) {
	*k, err = Parse(string(text))
	return err
}
