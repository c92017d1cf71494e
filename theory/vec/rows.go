package vec

// Rows of a matrix, one after the other in memory. Of short rows the calls take longer than
// the sums: here one call does for all of them.

// DotRows stores x·w in dst for each row x of rows, with the bits of [Dot]. It panics if
// rows are not len(dst) rows as long as w.
func DotRows(dst, rows, w []float64) {
	d := len(w)
	sameLength(rows, rows[:len(dst)*d])
	if d > short || counting.Load() {
		for i := range dst {
			dst[i] = dot(rows[i*d:(i+1)*d], w)
		}
		return
	}
	for i := range dst {
		x := rows[:d]
		rows = rows[d:]
		var a, b, c, e float64
		k := 0
		if len(x) >= 4 && len(w) >= 4 {
			p, q := (*[4]float64)(x), (*[4]float64)(w)
			a += float64(p[0] * q[0])
			b += float64(p[1] * q[1])
			c += float64(p[2] * q[2])
			e += float64(p[3] * q[3])
			if k = 4; len(x) == 8 && len(w) == 8 {
				p, q := (*[8]float64)(x), (*[8]float64)(w)
				a += float64(p[4] * q[4])
				b += float64(p[5] * q[5])
				c += float64(p[6] * q[6])
				e += float64(p[7] * q[7])
				k = 8
			}
		}
		for ; k < len(x) && k < len(w); k++ {
			a += float64(x[k] * w[k])
		}
		dst[i] = (a + c) + (b + e)
	}
}

// MostSqDist returns the largest of the squared distances of x from each row of rows, with
// the bits of [SqDistDense], and 0 of no rows. Those that are NaN do not count. It panics if rows are not rows as long as x.
func MostSqDist(x, rows []float64) (most float64) {
	d := len(x)
	if d == 0 {
		sameLength(x, rows)
		return 0
	}
	if len(rows)%d != 0 {
		panic("vec: vectors of different lengths")
	}
	if d > short || counting.Load() {
		for ; len(rows) > 0; rows = rows[d:] {
			if sum := SqDistDense(x, rows[:d]); sum > most {
				most = sum
			}
		}
		return most
	}
	for ; len(rows) >= d; rows = rows[d:] {
		y := rows[:d]
		var a, b, c, e float64
		k := 0
		for ; k+4 <= len(x) && k+4 <= len(y); k += 4 {
			p, q := (*[4]float64)(x[k:]), (*[4]float64)(y[k:])
			s, t, u, v := p[0]-q[0], p[1]-q[1], p[2]-q[2], p[3]-q[3]
			a += float64(s * s)
			b += float64(t * t)
			c += float64(u * u)
			e += float64(v * v)
		}
		for ; k < len(x) && k < len(y); k++ {
			s := x[k] - y[k]
			a += float64(s * s)
		}
		if sum := (a + c) + (b + e); sum > most {
			most = sum
		}
	}
	return most
}
