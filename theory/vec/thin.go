package vec

// Inner products with sparse vectors that have the bits of those with the dense ones: a
// coordinate that is not stored would add +0 or −0 to its lane, which changes none, and the
// others go to their lanes in the same order.

// DotThin is [Dot] of a sparse x in len(w) dimensions and w. It panics if x does not fit.
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

// AbreastWidth is how many vectors are abreast.
const AbreastWidth = 8

// Abreast holds [AbreastWidth] vectors of len(Abreast) dimensions, coordinate by coordinate:
// one run over a sparse vector multiplies it with all of them.
type Abreast [][AbreastWidth]float64

// Put makes vector r, which is zero, the sparse x. It panics if x does not fit.
func (a Abreast) Put(r int, x Vector) {
	for k, i := range x.Index {
		a[i][r] = x.Value[k]
	}
}

// Take makes vector r, which is x, zero again.
func (a Abreast) Take(r int, x Vector) {
	for _, i := range x.Index {
		a[i][r] = 0
	}
}

// Dot returns the inner products of a sparse x and each of the vectors, the bits of
// [DotThin]. It panics if x does not fit.
func (a Abreast) Dot(x Vector) (dots [AbreastWidth]float64) {
	if len(a) <= short {
		var w [short]float64
		for r := range dots {
			for i := range a {
				w[i] = a[i][r]
			}
			dots[r] = DotThin(x, w[:len(a)])
		}
		return dots
	}
	count(AbreastWidth, (16+8*AbreastWidth)*len(x.Index))
	var sum [lanes][AbreastWidth]float64
	value := x.Value[:len(x.Index)]
	for k, i := range x.Index {
		v, w, s := value[k], &a[i], &sum[uint(i)%lanes]
		s[0] += float64(v * w[0])
		s[1] += float64(v * w[1])
		s[2] += float64(v * w[2])
		s[3] += float64(v * w[3])
		s[4] += float64(v * w[4])
		s[5] += float64(v * w[5])
		s[6] += float64(v * w[6])
		s[7] += float64(v * w[7])
	}
	for half := lanes / 2; half > 0; half /= 2 {
		for k := range half {
			s, t := &sum[k], &sum[k+half]
			for r := range s {
				s[r] += t[r]
			}
		}
	}
	return sum[0]
}
