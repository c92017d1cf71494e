package exact

import (
	"slices"

	"marginlab/theory/real"
)

// Point has the coordinates of a point of ℝ^d in numbers, which are rational as long as they can be.
type Point []real.Number

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

// point is q + Σ α z: a rational point plus multiples of rational directions, with coefficients that are not known to
// be rational. So a vector orthogonal to all of them is known to be so, whatever the coefficients. Otherwise the point
// is known only by its coordinates x.
type point struct {
	q    Vector
	rest []multiple // no direction is a multiple of another
	x    Point
}

type multiple struct {
	alpha real.Number
	z     Vector
}

// at returns the rational point x.
func at(x Vector) point { return point{q: x} }

func (p point) dim() int { return max(len(p.q), len(p.x)) }

// isRational reports whether p is known to be rational.
func (p point) isRational() bool { return p.q != nil && len(p.rest) == 0 }

// plus returns p + ax in the field of a, rational where all three are.
func (p point) plus(a real.Number, x point) point {
	f := a.Field()
	if q, rational := a.Rational(); rational && p.isRational() && x.isRational() {
		return at(p.q.Plus(q, x.q)).in(f)
	}
	sum := slices.Clone(p.coordinates(f))
	for k, v := range x.coordinates(f) {
		sum[k] = sum[k].Add(v.Mul(a))
	}
	return point{x: sum}
}

// in returns a rational point in a field. It stays rational as long as numbers of twice its bits are exact, as products
// of points have that many. Otherwise it is known only by its coordinates.
func (p point) in(f real.Field) point {
	if longest(p.q...) <= f.Exact/2 {
		return p
	}
	return point{x: p.coordinates(f)}
}

// add returns p + az, which keeps all its directions.
func (p point) add(a real.Number, z Vector) point {
	switch {
	case z.IsZero():
		return p
	case p.x != nil:
		return p.plus(a, at(z))
	}
	i := slices.IndexFunc(p.rest, func(m multiple) bool { return z.over(m.z) != nil })
	if q, rational := a.Rational(); rational && i < 0 {
		p.q = p.q.Plus(q, z)
		return p
	}
	switch c := p.q.over(z); {
	case i >= 0:
		m := p.rest[i]
		a, z = m.alpha.Add(a.Times(z.over(m.z))), m.z
		p.rest = slices.Delete(slices.Clone(p.rest), i, i+1)
		if isRational(a) {
			return p.add(a, z)
		}
	case c != nil:
		a, p.q = a.Add(a.Field().Rational(c)), NewVector(len(z))
	}
	p.rest = append(p.rest[:len(p.rest):len(p.rest)], multiple{a, z})
	return p
}

// minus returns p − x.
func (p point) minus(f real.Field, x point) point { return p.plus(f.Int(-1), x) }

// times returns ap.
func (p point) times(a real.Number) point { return at(NewVector(p.dim())).plus(a, p) }

// dot returns p·x in a field.
func (p point) dot(f real.Field, x point) real.Number {
	mustMatch(p.dim(), x.dim())
	if p.x != nil || x.x != nil {
		sum, y := f.Int(0), x.coordinates(f)
		for k, v := range p.coordinates(f) {
			sum = sum.Add(v.Mul(y[k]))
		}
		return sum
	}
	sum := f.Rational(p.q.Dot(x.q))
	for _, m := range p.rest {
		sum = sum.Add(m.alpha.Times(m.z.Dot(x.q)))
		for _, n := range x.rest {
			sum = sum.Add(m.alpha.Mul(n.alpha).Times(m.z.Dot(n.z)))
		}
	}
	for _, n := range x.rest {
		sum = sum.Add(n.alpha.Times(p.q.Dot(n.z)))
	}
	return sum
}

// coordinates returns the coordinates of p.
func (p point) coordinates(f real.Field) Point {
	if p.x != nil {
		return p.x
	}
	all := make(Point, len(p.q))
	for k := range all {
		all[k] = f.Rational(p.q[k])
		for _, m := range p.rest {
			all[k] = all[k].Add(m.alpha.Times(m.z[k]))
		}
	}
	return all
}

func isRational(a real.Number) bool { _, rational := a.Rational(); return rational }
