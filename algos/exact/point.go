package exact

import "marginlab/theory/real"

// Point is a point of ℝ^d in numbers, which are rational as long as they can be.
type Point []real.Number

// pointOf is x in a field.
func pointOf(f real.Field, x Vector) Point {
	z := make(Point, len(x))
	for i, v := range x {
		z[i] = f.Rational(v)
	}
	return z
}

// Rational returns x where all its coordinates are known to be rational.
func (x Point) Rational() (Vector, bool) {
	z := make(Vector, len(x))
	for i, v := range x {
		q, ok := v.Rational()
		if !ok {
			return nil, false
		}
		z[i] = q
	}
	return z, true
}

// in is x in another field.
func (x Point) in(f real.Field) Point {
	z := make(Point, len(x))
	for i := range x {
		z[i] = x[i].In(f)
	}
	return z
}

// times is αx.
func (x Point) times(alpha real.Number) Point {
	z := make(Point, len(x))
	for i := range x {
		z[i] = alpha.Mul(x[i])
	}
	return z
}

// plus is x + αy.
func (x Point) plus(alpha real.Number, y Point) Point {
	z := make(Point, len(x))
	for i := range x {
		z[i] = x[i].Add(alpha.Mul(y[i]))
	}
	return z
}

// minus is x − y.
func (x Point) minus(y Point) Point {
	z := make(Point, len(x))
	for i := range x {
		z[i] = x[i].Sub(y[i])
	}
	return z
}

// between is (1−β)x + βy, no wider than x and y where β is one number of [0, 1].
func (x Point) between(y Point, beta real.Number) Point {
	rest := beta.Field().Int(1).Sub(beta)
	z := make(Point, len(x))
	for i := range x {
		z[i] = rest.Mul(x[i]).Add(beta.Mul(y[i]))
	}
	return z
}

// dot is x·y in a field. It panics if the dimensions differ, as the products of
// vectors do.
func dot(f real.Field, x, y Point) real.Number {
	if p, ok := x.Rational(); ok {
		if q, ok := y.Rational(); ok {
			if product := p.dot(q, f.Exact); product != nil {
				return f.Rational(product)
			}
		}
	}
	mustMatch(len(x), len(y))
	sum := f.Int(0)
	for i := range x {
		sum = sum.Add(x[i].Mul(y[i]))
	}
	return sum
}
