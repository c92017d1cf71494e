package exact

import "marginlab/theory/real"

// box is a point of ℝ^d in intervals.
type box []real.Interval

func boxOf(prec uint, x Vector) box {
	b := make(box, len(x))
	for i, v := range x {
		b[i] = real.NewInterval(prec, v)
	}
	return b
}

// minus is x − y.
func (x box) minus(y box) box {
	z := make(box, len(x))
	for i := range x {
		z[i] = x[i].Sub(y[i])
	}
	return z
}

// plus is x + αy.
func (x box) plus(alpha real.Interval, y box) box {
	z := make(box, len(x))
	for i := range x {
		z[i] = x[i].Add(alpha.Mul(y[i]))
	}
	return z
}

// between is (1−β)x + βy, no wider than x and y where β is one number of [0, 1].
func (x box) between(y box, beta real.Interval) box {
	rest := real.NewInterval(beta.Prec(), integer(1)).Sub(beta)
	z := make(box, len(x))
	for i := range x {
		z[i] = rest.Mul(x[i]).Add(beta.Mul(y[i]))
	}
	return z
}

// dot is x·y.
func (x box) dot(y box) real.Interval {
	sum := x[0].Mul(y[0])
	for i := range x[1:] {
		sum = sum.Add(x[i+1].Mul(y[i+1]))
	}
	return sum
}

// quotient is x/y by what is known to be other than 0.
func quotient(x, y real.Interval) real.Interval {
	z, err := x.Quo(y)
	if err != nil {
		panic(err)
	}
	return z
}
