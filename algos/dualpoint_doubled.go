package algos

import "marginlab/theory/vec"

// doubledDualPoint keeps v in ℓ2 in twice the digits. ROMMA and PUMMA go over to it at a
// step that would make v so short, beside z, that few of the digits it had would be left.
type doubledDualPoint struct {
	v    *doubled
	vv   vec.Double
	c    vec.Double // ½w̃·(x₊+x₋)
	lift *lift

	room, less []float64
}

// doubleDual returns the same point in twice the digits.
func doubleDual(p dualPoint, s Space) *doubledDualPoint {
	point := make([]float64, s.Dim)
	p.copyTo(point)
	d := &doubledDualPoint{v: newDoubled(s.Dim), lift: s.lift, room: point, less: make([]float64, s.Dim)}
	d.v.set(point)
	d.vv = d.v.sqNorm()
	return d
}

func (p *doubledDualPoint) dot(x vec.Vector) float64 { return p.v.dot(p.lift.of(x)).Hi }

func (p *doubledDualPoint) sqNorm() float64 { return p.vv.Hi }

func (p *doubledDualPoint) exceeded() bool { return false }

func (p *doubledDualPoint) set(z multiple) {
	p.v.clear()
	p.add(vec.Double{Hi: 1}, z)
	p.vv = p.v.sqNorm()
	p.vanish()
}

// add makes v ← v + βz.
func (p *doubledDualPoint) add(beta vec.Double, z multiple) {
	p.v.add(z.x, beta.Times(z.alpha))
	p.v.add(z.less, beta.Times(-z.alpha))
}

// vanish makes v exactly 0 where it counts as 0.
func (p *doubledDualPoint) vanish() {
	if p.vv.Hi < leastDualSqNorm {
		p.v.clear()
		p.vv = vec.Double{}
	}
}

func (p *doubledDualPoint) towards(_ float64, z multiple) bool {
	vz, zz := p.inner(z)
	uz, dd := p.vv.Sub(vz), p.vv.Sub(vz.Times(2)).Add(zz) // v·(v−z) and ‖v−z‖²
	switch {
	case uz.Hi <= 0:
		return false
	case !uz.Less(dd):
		p.set(z)
		return true
	}
	beta := uz.Quo(dd)
	p.v.multiply(vec.Double{Hi: 1}.Sub(beta))
	p.add(beta, z)
	if p.vv = p.vv.Sub(beta.Mul(uz)); p.vv.Hi <= vanishing*zz.Hi {
		p.vv = vec.Double{} // no digit is left of it
	}
	p.vanish()
	return true
}

// inner returns v·z and ‖z‖², by the coordinates of z: x and x' may be so much longer that not even
// twice the digits of their squares would say it.
func (p *doubledDualPoint) inner(z multiple) (vz, zz vec.Double) {
	z.x.CopyTo(p.room)
	z.less.CopyTo(p.less)
	for i, x := range p.room {
		u := vec.Double{Hi: x}.Sub(vec.Double{Hi: p.less[i]})
		vz, zz = vz.Add(p.v.at(i).Mul(u)), zz.Add(u.Mul(u))
	}
	return vz.Times(z.alpha), zz.Times(z.alpha * z.alpha)
}

func (p *doubledDualPoint) settle(plus, minus vec.Vector) (alongPlus, alongMinus float64) {
	a, b := p.v.dot(plus), p.v.dot(minus)
	p.c = a.Add(b).Times(0.5)
	return a.Hi, b.Hi
}

func (p *doubledDualPoint) score(x vec.Vector) (s, along float64) {
	vx := p.v.dot(x)
	return vx.Sub(p.c).Hi, vx.Hi
}

func (p *doubledDualPoint) copyTo(dst []float64) {
	for i := range dst {
		dst[i] = p.v.at(i).Hi
	}
}

func (p *doubledDualPoint) w(dst []float64) {
	inverse := vec.Double{}
	if p.vv.Hi != 0 {
		inverse = vec.Double{Hi: 1}.Quo(p.vv)
	}
	for i := range dst {
		dst[i] = p.v.at(i).Mul(inverse).Hi
	}
}
