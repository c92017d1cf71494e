package vec

// Sums over dense vectors are taken in 16 lanes. Lane k starts at +0 and adds, in order,
// the terms of the coordinates k, k+16, k+32, …; then the lanes are added in halves:
// k+8 to k, k+4 to k, k+2 to k, 1 to 0. Sums over at most 8 coordinates are taken in 4
// lanes, and their last 1, 2 or 3 terms, which fill no round, go to lane 0.
//
// Every product is rounded before it is added. So a sum has the same bits on every
// machine: in the assembly for AVX2 and AVX-512, which asm/main.go writes, and in the Go
// of lanes.go, for other machines and -tags purego. TestKernels and FuzzKernels hold each
// against the other, TestNoFusedMultiplyAdd in cmd/marginlab the Go against compilers that
// would fuse. NaN comes out wherever it should; its payload may differ.

//go:generate go run -C asm . -out ../kernels_amd64.s -stubs ../kernels_amd64.go -pkg vec

// short vectors have no more coordinates: a call of the assembly takes longer.
const short = 8

// Dot returns x·y of dense vectors. It panics if their lengths differ.
func Dot(x, y []float64) float64 {
	sameLength(x, y)
	return dot(x, y)
}

// dot is Dot of x and the first coordinates of y.
func dot(x, y []float64) float64 {
	y = y[:len(x)]
	if len(x) > short {
		return dotLong(x, y)
	}
	count(1, 16*len(x))
	var a, b, c, d float64
	i := 0
	if len(x) >= 4 {
		p, q := (*[4]float64)(x), (*[4]float64)(y)
		a += float64(p[0] * q[0])
		b += float64(p[1] * q[1])
		c += float64(p[2] * q[2])
		d += float64(p[3] * q[3])
		if i = 4; len(x) == 8 {
			p, q := (*[8]float64)(x), (*[8]float64)(y)
			a += float64(p[4] * q[4])
			b += float64(p[5] * q[5])
			c += float64(p[6] * q[6])
			d += float64(p[7] * q[7])
			i = 8
		}
	}
	for ; i < len(x); i++ {
		a += float64(x[i] * y[i])
	}
	return (a + c) + (b + d)
}

// DotLast returns (x, a)·(y, b), the bits of [Dot] of these vectors of one more coordinate.
// It panics if the lengths differ.
func DotLast(x []float64, a float64, y []float64, b float64) float64 {
	sameLength(x, y)
	if len(x) >= short {
		return dotLastLong(x, y, float64(a*b))
	}
	var xa, yb [short]float64
	return Dot(append(append(xa[:0], x...), a), append(append(yb[:0], y...), b))
}

// DotSqLast is [DotSq] of (x, a) and (y, b).
func DotSqLast(x []float64, a float64, y []float64, b float64) (xy, yy float64) {
	sameLength(x, y)
	if len(x) >= short {
		return dotSqLastLong(x, y, float64(a*b), float64(b*b))
	}
	var xa, yb [short]float64
	return DotSq(append(append(xa[:0], x...), a), append(append(yb[:0], y...), b))
}

// DotSq returns x·y and ‖y‖², the bits of two calls of [Dot], from one reading of y. It
// panics if the lengths differ.
func DotSq(x, y []float64) (xy, yy float64) {
	sameLength(x, y)
	if len(x) > short {
		return dotSqLong(x, y)
	}
	count(2, 16*len(x))
	return dotSqShort(x, y)
}

func dotSqShort(x, y []float64) (xy, yy float64) {
	var a, b, c, d, e, f, g, h float64
	i := 0
	if len(x) >= 4 {
		p, q := (*[4]float64)(x), (*[4]float64)(y)
		a += float64(p[0] * q[0])
		b += float64(p[1] * q[1])
		c += float64(p[2] * q[2])
		d += float64(p[3] * q[3])
		e += float64(q[0] * q[0])
		f += float64(q[1] * q[1])
		g += float64(q[2] * q[2])
		h += float64(q[3] * q[3])
		if i = 4; len(x) == 8 {
			p, q := (*[8]float64)(x), (*[8]float64)(y)
			a += float64(p[4] * q[4])
			b += float64(p[5] * q[5])
			c += float64(p[6] * q[6])
			d += float64(p[7] * q[7])
			e += float64(q[4] * q[4])
			f += float64(q[5] * q[5])
			g += float64(q[6] * q[6])
			h += float64(q[7] * q[7])
			i = 8
		}
	}
	for ; i < len(x); i++ {
		a += float64(x[i] * y[i])
		e += float64(y[i] * y[i])
	}
	return (a + c) + (b + d), (e + g) + (f + h)
}

// SqDistDense is [SqDist] of dense vectors. The coordinates that the longer one has more
// are summed apart.
func SqDistDense(x, y []float64) float64 {
	if len(x) != len(y) {
		n := min(len(x), len(y))
		return SqDistDense(x[:n], y[:n]) + Dot(x[n:], x[n:]) + Dot(y[n:], y[n:])
	}
	if len(x) > short {
		return sqDistLong(x, y)
	}
	count(1, 16*len(x))
	var a, b, c, d float64
	i := 0
	if len(x) >= 4 {
		p, q := (*[4]float64)(x), (*[4]float64)(y)
		e, f, g, h := p[0]-q[0], p[1]-q[1], p[2]-q[2], p[3]-q[3]
		a += float64(e * e)
		b += float64(f * f)
		c += float64(g * g)
		d += float64(h * h)
		if i = 4; len(x) == 8 {
			p, q := (*[8]float64)(x), (*[8]float64)(y)
			e, f, g, h := p[4]-q[4], p[5]-q[5], p[6]-q[6], p[7]-q[7]
			a += float64(e * e)
			b += float64(f * f)
			c += float64(g * g)
			d += float64(h * h)
			i = 8
		}
	}
	for ; i < len(x) && i < len(y); i++ {
		e := x[i] - y[i]
		a += float64(e * e)
	}
	return (a + c) + (b + d)
}

// Residual makes z ← v − αx, and returns u·z and ‖z‖², the bits of [DotSq]. It panics if
// the lengths differ. z may be x or v, and is apart from u.
func Residual(z, u, v []float64, alpha float64, x []float64) (uz, zz float64) {
	sameLength(z, x)
	sameLength(u, x)
	sameLength(v, x)
	if len(x) > short {
		return residualLong(z, u, v, alpha, x)
	}
	count(2, 24*len(x))
	for i, a := range x {
		z[i] = v[i] - float64(alpha*a)
	}
	return dotSqShort(u, z)
}

// Difference makes u ← p − x, and returns ‖u‖², u·p and u·x, the bits of three calls of
// [Dot]. It panics if the lengths differ. u is apart from the others.
func Difference(u, p, x []float64) (uu, up, ux float64) {
	sameLength(u, x)
	sameLength(p, x)
	if len(x) > short {
		return differenceLong(u, p, x)
	}
	count(3, 16*len(x))
	var u0, u1, u2, u3, p0, p1, p2, p3, x0, x1, x2, x3 float64
	i := 0
	for ; i+4 <= len(x); i += 4 {
		to, q, y := (*[4]float64)(u[i:i+4]), (*[4]float64)(p[i:i+4]), (*[4]float64)(x[i:i+4])
		a, b, c, d := q[0]-y[0], q[1]-y[1], q[2]-y[2], q[3]-y[3]
		to[0], to[1], to[2], to[3] = a, b, c, d
		u0 += float64(a * a)
		u1 += float64(b * b)
		u2 += float64(c * c)
		u3 += float64(d * d)
		p0 += float64(a * q[0])
		p1 += float64(b * q[1])
		p2 += float64(c * q[2])
		p3 += float64(d * q[3])
		x0 += float64(a * y[0])
		x1 += float64(b * y[1])
		x2 += float64(c * y[2])
		x3 += float64(d * y[3])
	}
	for ; i < len(x); i++ {
		a := p[i] - x[i]
		u[i] = a
		u0 += float64(a * a)
		p0 += float64(a * p[i])
		x0 += float64(a * x[i])
	}
	return (u0 + u2) + (u1 + u3), (p0 + p2) + (p1 + p3), (x0 + x2) + (x1 + x3)
}

// AddScaled adds alpha·x to y in place. It panics if the lengths differ. x and y may be
// one slice, but not overlap otherwise.
func AddScaled(y []float64, alpha float64, x []float64) {
	sameLength(x, y)
	addScaled(y, alpha, x)
}

// addScaled is AddScaled of the first coordinates of y.
func addScaled(y []float64, alpha float64, x []float64) {
	y = y[:len(x)]
	if len(x) > short {
		addScaledLong(y, alpha, x)
		return
	}
	count(0, 16*len(x))
	i := 0
	if len(x) >= 4 {
		p, q := (*[4]float64)(x), (*[4]float64)(y)
		q[0] += float64(alpha * p[0])
		q[1] += float64(alpha * p[1])
		q[2] += float64(alpha * p[2])
		q[3] += float64(alpha * p[3])
		i = 4
	}
	for ; i < len(x); i++ {
		y[i] += float64(alpha * x[i])
	}
}

// AddScaledSq is [AddScaled] and returns the ‖y‖² that this makes, the bits of [Dot].
func AddScaledSq(y []float64, alpha float64, x []float64) (yy float64) {
	_, yy = Residual(y, x, y, -alpha, x)
	return yy
}

// AddDotSq adds alpha·x to y in place, and returns what x·y was before, and ‖x‖², the bits of
// [DotSq]. It panics if the lengths differ. x and y are apart.
func AddDotSq(y []float64, alpha float64, x []float64) (xy, xx float64) {
	sameLength(x, y)
	if len(x) > short {
		return addDotSqLong(y, alpha, x)
	}
	count(2, 16*len(x))
	xy, xx = dotSqShort(y, x)
	for i, v := range x {
		y[i] += float64(alpha * v)
	}
	return xy, xx
}

func sameLength(x, y []float64) {
	if len(x) != len(y) {
		panic("vec: vectors of different lengths")
	}
}
