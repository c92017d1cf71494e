package vec

// lanes is the number of partial sums; kernels.go has the order of summation.
const lanes = 16

func dotLanes(x, y []float64) float64 {
	var lane [lanes]float64
	for ; len(x) >= lanes; x, y = x[lanes:], y[lanes:] {
		p, q := (*[lanes]float64)(x), (*[lanes]float64)(y)
		for k := range lane {
			lane[k] += float64(p[k] * q[k])
		}
	}
	for k, v := range x {
		lane[k] += float64(v * y[k])
	}
	return tree(&lane)
}

func dotSqLanes(x, y []float64) (xy, yy float64) { return dotLanes(x, y), dotLanes(y, y) }

func sqDistLanes(x, y []float64) float64 {
	var lane [lanes]float64
	for ; len(x) >= lanes; x, y = x[lanes:], y[lanes:] {
		p, q := (*[lanes]float64)(x), (*[lanes]float64)(y)
		for k := range lane {
			e := p[k] - q[k]
			lane[k] += float64(e * e)
		}
	}
	for k, v := range x {
		e := v - y[k]
		lane[k] += float64(e * e)
	}
	return tree(&lane)
}

func addScaledLoop(y []float64, alpha float64, x []float64) {
	y = y[:len(x)]
	for i, v := range x {
		y[i] += float64(alpha * v)
	}
}

// tree adds the upper half of the lanes to the lower one until one is left.
func tree(lane *[lanes]float64) float64 {
	for half := lanes / 2; half > 0; half /= 2 {
		for k := range half {
			lane[k] += lane[k+half]
		}
	}
	return lane[0]
}
