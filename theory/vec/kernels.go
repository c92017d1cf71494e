package vec

// Sums over dense vectors are taken in 16 lanes. Lane k starts at +0 and adds, in order, the terms of the coordinates
// k, k+16, k+32, …; then the lanes are added in halves: k+8 to k, k+4 to k, k+2 to k, 1 to 0. Sums over at most 8
// coordinates are taken in 4 lanes, and their last 1, 2 or 3 terms, which fill no round, go to lane 0.
//
// Every product is rounded before it is added. So a sum has the same bits on every machine: in the assembly for AVX2
// and AVX-512, which asm/main.go writes, and in the Go of lanes.go, for other machines and -tags noasm, which turns
// off the assembly of gonum too. TestKernels and FuzzKernels hold each against the other, TestNoFusedMultiplyAdd in
// cmd/marginlab the Go against compilers that would fuse. NaN comes out wherever it should; its payload may differ.

//go:generate go run -C asm . -out ../kernels_amd64.s -stubs ../kernels_amd64.go -pkg vec

// short is the greatest length of vectors for which a call of the assembly takes longer than Go.
const short = 8

// Dot returns x·y of dense vectors. It panics if their lengths differ.
func Dot(x, y []float64) float64 {
	sameLength(x, y)
	return dot(x, y)
}

// dot returns the inner product of x with the first coordinates of y.
func dot(x, y []float64) float64 {
	y = y[:len(x)]
	count(1, 16*len(x))
	if len(x) > short {
		return dotLong(x, y)
	}
	return dotShort(x, y)
}

func dotShort(x, y []float64) float64 {
	var a, b, c, d float64
	i := 0
	if len(x) >= 4 && len(y) >= 4 {
		p, q := (*[4]float64)(x), (*[4]float64)(y)
		a += float64(p[0] * q[0])
		b += float64(p[1] * q[1])
		c += float64(p[2] * q[2])
		d += float64(p[3] * q[3])
		if i = 4; len(x) == 8 && len(y) == 8 {
			p, q := (*[8]float64)(x), (*[8]float64)(y)
			a += float64(p[4] * q[4])
			b += float64(p[5] * q[5])
			c += float64(p[6] * q[6])
			d += float64(p[7] * q[7])
			i = 8
		}
	}
	for ; i < len(x) && i < len(y); i++ {
		a += float64(x[i] * y[i])
	}
	return (a + c) + (b + d)
}

// DotSq returns x·y and ‖y‖², with the bits of two calls of [Dot], but reads y once. It panics if the lengths differ.
func DotSq(x, y []float64) (xy, yy float64) {
	sameLength(x, y)
	count(2, 16*len(x))
	if len(x) > short {
		return dotSqLong(x, y)
	}
	return dotShort(x, y), dotShort(y, y)
}

// SqDistDense is [SqDist] of dense vectors. It sums the extra coordinates of the longer one separately.
func SqDistDense(x, y []float64) float64 {
	if len(x) != len(y) {
		n := min(len(x), len(y))
		return SqDistDense(x[:n], y[:n]) + Dot(x[n:], x[n:]) + Dot(y[n:], y[n:])
	}
	count(1, 16*len(x))
	if len(x) > short {
		return sqDistLong(x, y)
	}
	return sqDistShort(x, y)
}

func sqDistShort(x, y []float64) float64 {
	var a, b, c, d float64
	for len(x) >= 4 && len(y) >= 4 {
		p, q := (*[4]float64)(x), (*[4]float64)(y)
		e, f, g, h := p[0]-q[0], p[1]-q[1], p[2]-q[2], p[3]-q[3]
		a += float64(e * e)
		b += float64(f * f)
		c += float64(g * g)
		d += float64(h * h)
		x, y = x[4:], y[4:]
	}
	for i := 0; i < len(x) && i < len(y); i++ {
		e := x[i] - y[i]
		a += float64(e * e)
	}
	return (a + c) + (b + d)
}

// AddScaled adds alpha·x to y in place. It panics if the lengths differ. x and y may be
// one slice, but not overlap otherwise.
func AddScaled(y []float64, alpha float64, x []float64) {
	sameLength(x, y)
	addScaled(y, alpha, x)
}

// addScaled is AddScaled for the first coordinates of y.
func addScaled(y []float64, alpha float64, x []float64) {
	y = y[:len(x)]
	count(0, 16*len(x))
	if len(x) > short {
		addScaledLong(y, alpha, x)
		return
	}
	addScaledLoop(y, alpha, x)
}

func sameLength(x, y []float64) {
	if len(x) != len(y) {
		panic("vec: vectors of different lengths")
	}
}
