package hunt

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
)

// descent minimises a function that need not be smooth where it is least: the
// quasi-Newton method of Broyden, Fletcher, Goldfarb and Shanno with a line search for
// the weak Wolfe conditions, which is known to work there (Lewis and Overton 2013,
// Algorithms 2.1 and 2.6). Gradients are quotients of differences.
type descent struct {
	f     func(z []float64) float64
	calls int // that are left
	z     []float64
	value float64
	grad  []float64
	inv   [][]float64 // of the Hessian, nil for a multiple of the identity that is not known yet
}

const (
	difference = 1e-7 // relative to the size of points, 1: rounding is 1e-16, the margin is known to 1e-10
	firstMove  = 0.1
	sufficient = 1e-4 // the share of the decrease that the slope promises
	flatter    = 0.9  // the share of the slope that may be left
	bisections = 25
	patience   = 8    // iterations without
	progress   = 1e-6 // this progress before it is given up: values are logarithms
)

// descend minimises f from z with so many calls of f at most. It leaves in z the best
// that the line searches came to.
func descend(f func(z []float64) float64, z []float64, calls int) {
	d := &descent{f: f, calls: calls, z: z, grad: make([]float64, len(z))}
	d.value = d.at(z)
	d.gradient(z, d.value, d.grad)
	mark, since := d.value, 0
	for d.calls > 0 {
		if !d.iterate() {
			if d.inv == nil {
				return
			}
			d.inv = nil // once more by the steepest descent
		}
		if since++; mark-d.value > progress {
			mark, since = d.value, 0
		} else if since == patience {
			return
		}
	}
}

func (d *descent) at(z []float64) float64 {
	d.calls--
	return d.f(z)
}

func (d *descent) gradient(z []float64, value float64, into []float64) {
	for i, v := range z {
		z[i] = v + difference
		into[i] = (d.at(z) - value) / difference
		z[i] = v
	}
}

// iterate goes to a lower point, unless the line search finds none.
func (d *descent) iterate() bool {
	n := len(d.z)
	way := make([]float64, n)
	for i := range way {
		if d.inv == nil {
			way[i] = -d.grad[i]
		} else {
			way[i] = -num.Dot(d.inv[i], d.grad)
		}
	}
	slope, step := num.Dot(way, d.grad), 1.
	if d.inv == nil {
		step = firstMove / math.Sqrt(-slope)
	}
	if !(slope < 0) || math.IsInf(slope, 0) {
		return false
	}
	z, value, ok := d.search(way, slope, step)
	if !ok {
		return false
	}
	grad := make([]float64, n)
	d.gradient(z, value, grad)
	move, turn := make([]float64, n), make([]float64, n)
	floats.SubTo(move, z, d.z)
	floats.SubTo(turn, grad, d.grad)
	if along := num.Dot(move, turn); along > 0 {
		d.update(move, turn, along)
	}
	copy(d.z, z)
	d.value, d.grad = value, grad
	return true
}

// search finds a point on the way that is low enough and flat enough, or, when it runs
// out of bisections, low enough.
func (d *descent) search(way []float64, slope, step float64) (z []float64, value float64, ok bool) {
	low, high, lowest := 0., math.Inf(1), d.value
	z, next := make([]float64, len(way)), make([]float64, len(way))
	for i := 0; i < bisections && d.calls > 0; i++ {
		num.AddScaledTo(next, d.z, step, way)
		v := d.at(next)
		if !(v < d.value+float64(sufficient*step*slope)) {
			high = step
		} else {
			copy(z, next)
			low, lowest, ok = step, v, true
			num.AddScaledTo(next, d.z, step+difference, way)
			if (d.at(next)-v)/difference >= flatter*slope {
				break
			}
		}
		if math.IsInf(high, 1) {
			step = 2 * low
		} else {
			step = (low + high) / 2
		}
	}
	return z, lowest, ok
}

// update is the formula of the method, from a multiple of the identity at first.
func (d *descent) update(move, turn []float64, along float64) {
	n := len(move)
	if d.inv == nil {
		d.inv = make([][]float64, n)
		for i := range d.inv {
			d.inv[i] = make([]float64, n)
			d.inv[i][i] = along / num.Dot(turn, turn)
		}
	}
	turned := make([]float64, n)
	for i := range turned {
		turned[i] = num.Dot(d.inv[i], turn)
	}
	scale := (along + num.Dot(turn, turned)) / (along * along)
	for i, row := range d.inv {
		num.AddScaled(row, float64(scale*move[i])-turned[i]/along, move)
		num.AddScaled(row, -move[i]/along, turned)
	}
}
