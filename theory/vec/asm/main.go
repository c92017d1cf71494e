// Asm writes the assembly of theory/vec for amd64; `go generate ./theory/vec` runs it.
// It is a module of its own, so that the product does not depend on the generator.
//
// A kernel takes 16 numbers a round, number k into lane k, and the last ones under a
// mask: it reads nothing beyond the slices, and what a lane that is masked out adds is
// +0, to a sum that is never −0. Products are rounded before they are added: there is
// no VFMADD.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const lanes = 16

func main() {
	ConstraintExpr("!purego")
	for _, l := range []level{newAVX2(), newAVX512()} {
		dot(l)
		sqDist(l)
		dotSq(l)
		residual(l)
		difference(l)
		addScaled(l)
	}
	Generate()
}

// level is an instruction set. 16 numbers are lanes/width() of its vectors.
type level interface {
	name() string
	width() int
	vector() VecVirtual
	mask(rest GPVirtual)                              // makes the masks of the first rest < 16 numbers
	load(j int, from Mem, to VecVirtual, masked bool) // vector j of a round
	store(j int, from VecVirtual, to Mem, masked bool)
	halve(v []VecVirtual, to VecVirtual) (four VecVirtual) // adds lane k+8 to lane k, then k+4: four are left, in a YMM register
}

// dot is Σxᵢyᵢ.
func dot(l level) {
	TEXT("dot"+l.name(), NOSPLIT, "func(x, y []float64) float64")
	Pragma("noescape")
	Doc("dot" + l.name() + " is [dotLanes].")
	x, y := slice("x"), slice("y")
	sum := zeros(l)
	rounds(l, []GPVirtual{x, y}, func(j int, masked bool) {
		p, q := l.vector(), l.vector()
		l.load(j, Mem{Base: x}, p, masked)
		l.load(j, Mem{Base: y}, q, masked)
		VMULPD(p, q, q)
		VADDPD(q, sum[j], sum[j])
	})
	results(tree(l, sum))
}

// sqDist is Σ(xᵢ−yᵢ)².
func sqDist(l level) {
	TEXT("sqDist"+l.name(), NOSPLIT, "func(x, y []float64) float64")
	Pragma("noescape")
	Doc("sqDist" + l.name() + " is [sqDistLanes].")
	x, y := slice("x"), slice("y")
	sum := zeros(l)
	rounds(l, []GPVirtual{x, y}, func(j int, masked bool) {
		p, q := l.vector(), l.vector()
		l.load(j, Mem{Base: x}, p, masked)
		l.load(j, Mem{Base: y}, q, masked)
		VSUBPD(q, p, p)
		VMULPD(p, p, p)
		VADDPD(p, sum[j], sum[j])
	})
	results(tree(l, sum))
}

// dotSq is Σxᵢyᵢ and Σyᵢ².
func dotSq(l level) {
	TEXT("dotSq"+l.name(), NOSPLIT, "func(x, y []float64) (xy, yy float64)")
	Pragma("noescape")
	Doc("dotSq" + l.name() + " is [dotSqLanes].")
	x, y := slice("x"), slice("y")
	xy, yy := zeros(l), zeros(l)
	rounds(l, []GPVirtual{x, y}, func(j int, masked bool) {
		p, q := l.vector(), l.vector()
		l.load(j, Mem{Base: x}, p, masked)
		l.load(j, Mem{Base: y}, q, masked)
		VMULPD(q, p, p)
		VMULPD(q, q, q)
		VADDPD(p, xy[j], xy[j])
		VADDPD(q, yy[j], yy[j])
	})
	results(tree(l, xy), tree(l, yy))
}

// residual is zᵢ = vᵢ−αxᵢ, Σuᵢzᵢ and Σzᵢ².
func residual(l level) {
	TEXT("residual"+l.name(), NOSPLIT, "func(z, u, v []float64, alpha float64, x []float64) (uz, zz float64)")
	Pragma("noescape")
	Doc("residual" + l.name() + " is [residualLanes].")
	z, u, v, x := slice("z"), slice("u"), slice("v"), slice("x")
	a := l.vector()
	VBROADCASTSD(NewParamAddr("alpha", 72), a)
	uz, zz := zeros(l), zeros(l)
	rounds(l, []GPVirtual{z, u, v, x}, func(j int, masked bool) {
		p, q := l.vector(), l.vector()
		l.load(j, Mem{Base: x}, p, masked)
		l.load(j, Mem{Base: v}, q, masked)
		VMULPD(a, p, p)
		VSUBPD(p, q, q)
		l.store(j, q, Mem{Base: z}, masked)
		if masked {
			l.load(j, Mem{Base: z}, q, true) // an infinite α makes NaN of the 0 that is masked out
		}
		l.load(j, Mem{Base: u}, p, masked)
		VMULPD(q, p, p)
		VMULPD(q, q, q)
		VADDPD(p, uz[j], uz[j])
		VADDPD(q, zz[j], zz[j])
	})
	results(tree(l, uz), tree(l, zz))
}

// difference is uᵢ = pᵢ−mᵢ, Σuᵢ², Σuᵢpᵢ and Σuᵢmᵢ.
func difference(l level) {
	TEXT("difference"+l.name(), NOSPLIT, "func(u, p, x []float64) (uu, up, ux float64)")
	Pragma("noescape")
	Doc("difference" + l.name() + " is [differenceLanes].")
	u, p, x := slice("u"), slice("p"), slice("x")
	uu, up, ux := zeros(l), zeros(l), zeros(l)
	rounds(l, []GPVirtual{u, p, x}, func(j int, masked bool) {
		plus, minus, d := l.vector(), l.vector(), l.vector()
		l.load(j, Mem{Base: p}, plus, masked)
		l.load(j, Mem{Base: x}, minus, masked)
		VSUBPD(minus, plus, d)
		l.store(j, d, Mem{Base: u}, masked)
		VMULPD(d, plus, plus)
		VMULPD(d, minus, minus)
		VMULPD(d, d, d)
		VADDPD(plus, up[j], up[j])
		VADDPD(minus, ux[j], ux[j])
		VADDPD(d, uu[j], uu[j])
	})
	results(tree(l, uu), tree(l, up), tree(l, ux))
}

// addScaled is yᵢ += αxᵢ. The rest goes 4 by 4, then 1 by 1: memory that was stored under
// a mask is slow to load soon after.
func addScaled(l level) {
	TEXT("addScaled"+l.name(), NOSPLIT, "func(y []float64, alpha float64, x []float64)")
	Pragma("noescape")
	Doc("addScaled" + l.name() + " is [addScaledLoop].")
	y, x := slice("y"), slice("x")
	n := Load(Param("x").Len(), GP64())
	a := l.vector()
	VBROADCASTSD(NewParamAddr("alpha", 24), a)
	loop("sixteen", n, lanes, []GPVirtual{x, y}, func() {
		for j := range lanes / l.width() {
			p, q := l.vector(), l.vector()
			l.load(j, Mem{Base: x}, p, false)
			l.load(j, Mem{Base: y}, q, false)
			VMULPD(p, a, p)
			VADDPD(p, q, q)
			l.store(j, q, Mem{Base: y}, false)
		}
	})
	loop("four", n, 4, []GPVirtual{x, y}, func() {
		p := YMM()
		VMULPD(Mem{Base: x}, a.AsY(), p)
		VADDPD(Mem{Base: y}, p, p)
		VMOVUPD(p, Mem{Base: y})
	})
	loop("one", n, 1, []GPVirtual{x, y}, func() {
		p := XMM()
		VMULSD(Mem{Base: x}, a.AsX(), p)
		VADDSD(Mem{Base: y}, p, p)
		VMOVSD(p, Mem{Base: y})
	})
	VZEROUPPER()
	RET()
}

// loop takes count numbers a round, as long as so many are left.
func loop(name string, left Register, count int, pointers []GPVirtual, body func()) {
	CMPQ(left, U8(count))
	JLT(LabelRef(name + "_end"))
	Label(name)
	body()
	for _, p := range pointers {
		SUBQ(I8(-8*count), p)
	}
	SUBQ(U8(count), left)
	CMPQ(left, U8(count))
	JGE(LabelRef(name))
	Label(name + "_end")
}

func slice(name string) GPVirtual { return Load(Param(name).Base(), GP64()).(GPVirtual) }

func zeros(l level) (v []VecVirtual) {
	for range lanes / l.width() {
		z := l.vector()
		VXORPD(z.AsY(), z.AsY(), z.AsY()) // clears a ZMM register, too
		v = append(v, z)
	}
	return v
}

// rounds goes through x, 16 numbers at a time, and then through the rest.
func rounds(l level, pointers []GPVirtual, body func(j int, masked bool)) {
	n := Load(Param("x").Len(), GP64()).(GPVirtual)
	loop("sixteen", n, lanes, pointers, func() {
		for j := range lanes / l.width() {
			body(j, false)
		}
	})
	TESTQ(n, n)
	JEQ(LabelRef("done"))
	l.mask(n)
	for j := range lanes / l.width() {
		if j > 0 {
			CMPQ(n, U8(j*l.width()))
			JLE(LabelRef("done"))
		}
		body(j, true)
	}
	Label("done")
}

// tree adds lane k+8 to lane k, then k+4, k+2 and k+1.
func tree(l level, v []VecVirtual) VecVirtual {
	half := YMM()
	four := l.halve(v, half)
	VEXTRACTF128(U8(1), four.AsY(), half.AsX())
	VADDPD(half.AsX(), four.AsX(), four.AsX())
	VUNPCKHPD(four.AsX(), four.AsX(), half.AsX())
	VADDSD(half.AsX(), four.AsX(), four.AsX())
	return four
}

func results(sums ...VecVirtual) {
	VZEROUPPER() // leaves the lowest lanes as they are
	for i, sum := range sums {
		Store(sum.AsX(), ReturnIndex(i))
	}
	RET()
}

type avx2 struct {
	table Mem
	masks *GPVirtual // where the masks are
}

func newAVX2() avx2 {
	table := GLOBL("masks", RODATA|NOPTR) // from 16−r on there are r ones and 16−r zeros
	for i := range 2 * lanes {
		var mask U64
		if i < lanes {
			mask = ^mask
		}
		DATA(8*i, mask)
	}
	return avx2{table, new(GPVirtual)}
}

func (avx2) name() string       { return "AVX2" }
func (avx2) width() int         { return 4 }
func (avx2) vector() VecVirtual { return YMM() }

func (l avx2) mask(rest GPVirtual) {
	at, skip := GP64(), GP64()
	LEAQ(l.table, at)
	MOVQ(U32(lanes), skip)
	SUBQ(rest, skip)
	LEAQ(Mem{Base: at, Index: skip, Scale: 8}, at)
	*l.masks = at
}

// masked is the mask of vector j.
func (l avx2) masked(j int) VecVirtual {
	mask := YMM()
	VMOVUPD(Mem{Base: *l.masks, Disp: 32 * j}, mask)
	return mask
}

func (l avx2) load(j int, from Mem, to VecVirtual, masked bool) {
	if from.Disp = 32 * j; masked {
		VMASKMOVPD(from, l.masked(j), to)
	} else {
		VMOVUPD(from, to)
	}
}

func (l avx2) store(j int, from VecVirtual, to Mem, masked bool) {
	if to.Disp = 32 * j; masked {
		VMASKMOVPD(from, l.masked(j), to)
	} else {
		VMOVUPD(from, to)
	}
}

func (avx2) halve(v []VecVirtual, _ VecVirtual) VecVirtual {
	VADDPD(v[2], v[0], v[0])
	VADDPD(v[3], v[1], v[1])
	VADDPD(v[1], v[0], v[0])
	return v[0]
}

type avx512 struct{ masks *[2]OpmaskVirtual }

func newAVX512() avx512 { return avx512{new([2]OpmaskVirtual)} }

func (avx512) name() string       { return "AVX512" }
func (avx512) width() int         { return 8 }
func (avx512) vector() VecVirtual { return ZMM() }

func (l avx512) mask(rest GPVirtual) {
	ones := GP32()
	MOVL(U32(1), ones)
	SHLXL(rest.As32(), ones, ones)
	DECL(ones)
	l.masks[0], l.masks[1] = K(), K()
	KMOVW(ones, l.masks[0])
	KSHIFTRW(U8(8), l.masks[0], l.masks[1])
}

func (l avx512) load(j int, from Mem, to VecVirtual, masked bool) {
	if from.Disp = 64 * j; masked {
		VMOVUPD_Z(from, l.masks[j], to)
	} else {
		VMOVUPD(from, to)
	}
}

func (l avx512) store(j int, from VecVirtual, to Mem, masked bool) {
	if to.Disp = 64 * j; masked {
		VMOVUPD(from, l.masks[j], to)
	} else {
		VMOVUPD(from, to)
	}
}

func (avx512) halve(v []VecVirtual, half VecVirtual) VecVirtual {
	VADDPD(v[1], v[0], v[0])
	VEXTRACTF64X4(U8(1), v[0], half)
	VADDPD(half, v[0].AsY(), v[0].AsY())
	return v[0]
}
