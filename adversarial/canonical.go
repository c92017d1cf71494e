package adversarial

import "math"

// canonical is the stream, if translations change nothing, with its first example at the
// origin and, if rotations change nothing, with the same inner products: rotated so that
// example i has its last coordinates 0, as the rows of the Cholesky factor of the Gram
// matrix.
func canonical(s stream, translates, rotates bool) stream {
	c := s.clone()
	if translates {
		origin := append([]float64(nil), c[0].X.Value...)
		for _, e := range c {
			for k := range e.X.Value {
				e.X.Value[k] -= origin[k]
			}
		}
	}
	if !rotates {
		return c
	}
	// A Householder reflection for each coordinate takes what an example has beyond
	// it into it, in all examples after.
	d, pivot := c.dim(), 0
	for i := 0; i < len(c) && pivot < d-1; i++ {
		x := c[i].X.Value
		v := make([]float64, d)
		var sq float64
		for k := pivot; k < d; k++ {
			v[k] = x[k]
			sq += float64(x[k] * x[k])
		}
		norm := math.Sqrt(sq)
		if norm <= 1e-9*c.size() {
			continue
		}
		v[pivot] -= norm
		reflect(c[i:], v)
		for k := pivot + 1; k < d; k++ {
			x[k] = 0
		}
		pivot++
	}
	return c
}

// reflect reflects the examples at the hyperplane orthogonal to v.
func reflect(s stream, v []float64) {
	var vv float64
	for _, u := range v {
		vv += float64(u * u)
	}
	if vv == 0 {
		return
	}
	for _, e := range s {
		f := 2 * e.X.Dot(v) / vv
		for k, u := range v {
			e.X.Value[k] -= float64(f * u)
		}
	}
}

// free are the coordinates of a canonical stream that may be anything: example and
// index.
func (s stream) free(translates, rotates bool) [][2]int {
	var at [][2]int
	for i, e := range s {
		end := s.dim()
		switch {
		case !rotates && translates && i == 0:
			end = 0
		case rotates && i < end:
			end = i + 1
			if translates {
				end = i
			}
		}
		for k := range e.X.Value[:end] {
			at = append(at, [2]int{i, k})
		}
	}
	return at
}
