package vec

// Inner products with a sparse vector are summed in 4 lanes. Of the stored coordinates lane k adds, in order, the
// terms k, k+4, k+8, …; the last 1, 2 or 3 terms, which fill no round, go to lane 0. The sum is (0+2)+(1+3). There is
// no assembly: each term needs a load from anywhere in w, and those take as long one by one as gathered.

// Dot returns w·x. It panics if x does not fit in len(w) dimensions.
func (x Vector) Dot(w []float64) float64 {
	if x.Index == nil {
		return dot(x.Value, w)
	}
	count(1, 24*len(x.Value))
	index, value := x.Index, x.Value[:len(x.Index)]
	var a, b, c, d float64
	k := 0
	for ; k+4 <= len(index) && k+4 <= len(value); k += 4 {
		i, v := (*[4]int)(index[k:k+4]), (*[4]float64)(value[k:k+4])
		a += float64(w[i[0]] * v[0])
		b += float64(w[i[1]] * v[1])
		c += float64(w[i[2]] * v[2])
		d += float64(w[i[3]] * v[3])
	}
	for ; k < len(index) && k < len(value); k++ {
		a += float64(w[index[k]] * value[k])
	}
	return (a + c) + (b + d)
}

// Dots returns the inner products with two vectors, with the bits of [Vector.Dot], but reads a sparse x once.
func (x Vector) Dots(v, w []float64) (xv, xw float64) {
	if x.Index == nil {
		return dot(x.Value, v), dot(x.Value, w)
	}
	count(2, 32*len(x.Value))
	index, value := x.Index, x.Value[:len(x.Index)]
	var a, b, c, d, e, f, g, h float64
	k := 0
	for ; k+4 <= len(index) && k+4 <= len(value); k += 4 {
		i, at := (*[4]int)(index[k:k+4]), (*[4]float64)(value[k:k+4])
		a, e = a+float64(v[i[0]]*at[0]), e+float64(w[i[0]]*at[0])
		b, f = b+float64(v[i[1]]*at[1]), f+float64(w[i[1]]*at[1])
		c, g = c+float64(v[i[2]]*at[2]), g+float64(w[i[2]]*at[2])
		d, h = d+float64(v[i[3]]*at[3]), h+float64(w[i[3]]*at[3])
	}
	for ; k < len(index) && k < len(value); k++ {
		a, e = a+float64(v[index[k]]*value[k]), e+float64(w[index[k]]*value[k])
	}
	return (a + c) + (b + d), (e + g) + (f + h)
}

// DotThin is [Dot] of a sparse x in len(w) dimensions and w, with the same bits: a coordinate that is not stored
// would add +0 or −0 to its lane, which changes nothing. It panics if x does not fit.
func DotThin(x Vector, w []float64) float64 {
	if len(w) <= short {
		var room [short]float64
		x.CopyTo(room[:len(w)])
		return dot(room[:len(w)], w)
	}
	count(1, 24*len(x.Index))
	var sum [lanes]float64
	value := x.Value[:len(x.Index)]
	for k, i := range x.Index {
		sum[uint(i)%lanes] += float64(value[k] * w[i])
	}
	return tree(&sum)
}

// addSparse adds alpha·x to w; x stores no coordinate twice.
func (x Vector) addSparse(w []float64, alpha float64) {
	count(0, 24*len(x.Value))
	value := x.Value[:len(x.Index)]
	for k, i := range x.Index {
		w[i] += float64(alpha * value[k])
	}
}
