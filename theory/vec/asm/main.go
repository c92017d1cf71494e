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
		dotLast(l)
		sqDist(l)
		dotSq(l)
		dotSqLast(l)
		residual(l)
		difference(l)
		addScaled(l)
		addDotSq(l)
	}
	Generate()
}

// level is an instruction set. 16 numbers are lanes/width() of its vectors.
type level interface {
	name() string
	width() int
	vector() VecVirtual
	mask(rest GPVirtual)                                     // makes the masks of the first rest < 16 numbers
	move(j int, from, to Op, masked bool)                    // vector j of a round; what is masked out is read as 0
	addTo(lane GPVirtual, term VecVirtual, sum []VecVirtual) // adds the term to that lane, and +0 to the others
	halve(v []VecVirtual, half VecVirtual) VecVirtual        // adds lane k+8 to lane k, then k+4: four are left, in a YMM register
}

// dot is Σxᵢyᵢ.
func dot(l level) {
	k := begin(l, "dot", "dotLanes", "(x, y []float64) float64", "x", "y")
	k.sums(1, product)
}

// dotLast is Σxᵢyᵢ and one more term.
func dotLast(l level) {
	k := begin(l, "dotLast", "dotLastLanes", "(x, y []float64, last float64) float64", "x", "y")
	k.last("last", 48)
	k.sums(1, product)
}

func product(r round) {
	x, y := r.read(0), r.read(1)
	VMULPD(x, y, y)
	r.add(0, y)
}

// sqDist is Σ(xᵢ−yᵢ)².
func sqDist(l level) {
	k := begin(l, "sqDist", "sqDistLanes", "(x, y []float64) float64", "x", "y")
	k.sums(1, func(r round) {
		x, y := r.read(0), r.read(1)
		VSUBPD(y, x, x)
		VMULPD(x, x, x)
		r.add(0, x)
	})
}

// dotSq is Σxᵢyᵢ and Σyᵢ².
func dotSq(l level) {
	k := begin(l, "dotSq", "dotSqLanes", "(x, y []float64) (xy, yy float64)", "x", "y")
	k.sums(2, productAndSquare)
}

// dotSqLast is Σxᵢyᵢ and Σyᵢ², and one more term of each.
func dotSqLast(l level) {
	k := begin(l, "dotSqLast", "dotSqLastLanes", "(x, y []float64, lastXY, lastYY float64) (xy, yy float64)", "x", "y")
	k.last("lastXY", 48)
	k.last("lastYY", 56)
	k.sums(2, productAndSquare)
}

func productAndSquare(r round) {
	x, y := r.read(0), r.read(1)
	VMULPD(y, x, x)
	VMULPD(y, y, y)
	r.add(0, x)
	r.add(1, y)
}

// residual is zᵢ = vᵢ−αxᵢ, Σuᵢzᵢ and Σzᵢ².
func residual(l level) {
	k := begin(l, "residual", "residualLanes", "(z, u, v []float64, alpha float64, x []float64) (uz, zz float64)", "z", "u", "v", "x")
	alpha := k.broadcast("alpha", 72)
	const z, u, v, x = 0, 1, 2, 3
	k.sums(2, func(r round) {
		p, q := r.read(x), r.read(v)
		VMULPD(alpha, p, p)
		VSUBPD(p, q, q)
		r.store(q, z)
		if r.masked {
			r.load(z, q) // an infinite α makes NaN of the 0 that is masked out
		}
		r.load(u, p)
		VMULPD(q, p, p)
		VMULPD(q, q, q)
		r.add(0, p)
		r.add(1, q)
	})
}

// difference is uᵢ = pᵢ−xᵢ, Σuᵢ², Σuᵢpᵢ and Σuᵢxᵢ.
func difference(l level) {
	k := begin(l, "difference", "differenceLanes", "(u, p, x []float64) (uu, up, ux float64)", "u", "p", "x")
	k.sums(3, func(r round) {
		p, x, u := r.read(1), r.read(2), r.vector()
		VSUBPD(x, p, u)
		r.store(u, 0)
		VMULPD(u, p, p)
		VMULPD(u, x, x)
		VMULPD(u, u, u)
		r.add(1, p)
		r.add(2, x)
		r.add(0, u)
	})
}

// addScaled is yᵢ += αxᵢ. The rest goes 4 by 4, then 1 by 1: memory that was stored under
// a mask is slow to load soon after.
func addScaled(l level) {
	k := begin(l, "addScaled", "addScaledLoop", "(y []float64, alpha float64, x []float64)", "y", "x")
	y, x := Mem{Base: k.slices[0]}, Mem{Base: k.slices[1]}
	n := k.length()
	alpha := k.broadcast("alpha", 24)
	k.loop("sixteen", n, lanes, func() {
		for j := range lanes / l.width() {
			r := round{kernel: k, j: j}
			q, p := r.read(1), r.read(0)
			VMULPD(q, alpha, q)
			VADDPD(q, p, p)
			r.store(p, 0)
		}
	})
	k.loop("four", n, 4, func() {
		p := YMM()
		VMULPD(x, alpha.AsY(), p)
		VADDPD(y, p, p)
		VMOVUPD(p, y)
	})
	k.loop("one", n, 1, func() {
		p := XMM()
		VMULSD(x, alpha.AsX(), p)
		VADDSD(y, p, p)
		VMOVSD(p, y)
	})
	VZEROUPPER()
	RET()
}

// addDotSq is Σyᵢxᵢ and Σxᵢ², then yᵢ += αxᵢ.
func addDotSq(l level) {
	k := begin(l, "addDotSq", "addDotSqLanes", "(y []float64, alpha float64, x []float64) (xy, xx float64)", "y", "x")
	alpha := k.broadcast("alpha", 24)
	k.sums(2, func(r round) {
		y, x, p := r.read(0), r.read(1), r.vector()
		VMULPD(y, x, p)
		r.add(0, p)
		VMULPD(x, alpha, p)
		VADDPD(p, y, y)
		r.store(y, 0)
		VMULPD(x, x, x)
		r.add(1, x)
	})
}

// kernel is a function of slices of one length, that of x.
type kernel struct {
	level
	slices []GPVirtual
	lasts  []VecVirtual // of each sum one more term, in all lanes; none if there is none
}

// begin begins the function that is in Go the one called is.
func begin(l level, name, is, signature string, slices ...string) kernel {
	TEXT(name+l.name(), NOSPLIT, "func"+signature)
	Pragma("noescape")
	Doc(name + l.name() + " is [" + is + "].")
	k := kernel{level: l}
	for _, s := range slices {
		k.slices = append(k.slices, Load(Param(s).Base(), GP64()).(GPVirtual))
	}
	return k
}

func (kernel) length() GPVirtual { return Load(Param("x").Len(), GP64()).(GPVirtual) }

// broadcast fills a vector with an argument.
func (k kernel) broadcast(name string, at int) VecVirtual {
	v := k.vector()
	VBROADCASTSD(NewParamAddr(name, at), v)
	return v
}

// last gives the next sum one more term, an argument. It goes to the lane after that of the
// sum's last one.
func (k *kernel) last(name string, at int) { k.lasts = append(k.lasts, k.broadcast(name, at)) }

// loop takes count numbers a round, as long as so many are left.
func (k kernel) loop(name string, left Register, count int, body func()) {
	CMPQ(left, U8(count))
	JLT(LabelRef(name + "_end"))
	Label(name)
	body()
	for _, p := range k.slices {
		SUBQ(I8(-8*count), p)
	}
	SUBQ(U8(count), left)
	CMPQ(left, U8(count))
	JGE(LabelRef(name))
	Label(name + "_end")
}

// sums goes through the slices, 16 numbers at a time, and then through the rest. It returns
// so many sums, and ends the function.
func (k kernel) sums(count int, body func(round)) {
	sums := make([][]VecVirtual, count)
	for i := range sums {
		for range lanes / k.width() {
			zero := k.vector()
			VXORPD(zero.AsY(), zero.AsY(), zero.AsY()) // clears a ZMM register, too
			sums[i] = append(sums[i], zero)
		}
	}
	n := k.length()
	k.loop("sixteen", n, lanes, func() {
		for j := range lanes / k.width() {
			body(round{k, sums, j, false})
		}
	})
	TESTQ(n, n)
	JEQ(LabelRef("done"))
	k.mask(n)
	for j := range lanes / k.width() {
		if j > 0 {
			CMPQ(n, U8(j*k.width()))
			JLE(LabelRef("done"))
		}
		body(round{k, sums, j, true})
	}
	Label("done")
	for i, term := range k.lasts {
		k.addTo(n, term, sums[i])
	}
	var trees []VecVirtual
	for _, s := range sums {
		trees = append(trees, tree(k.level, s))
	}
	VZEROUPPER() // leaves the lowest lanes as they are
	for i, sum := range trees {
		Store(sum.AsX(), ReturnIndex(i))
	}
	RET()
}

// round is vector j of 16 numbers of each slice.
type round struct {
	kernel
	into   [][]VecVirtual // the vectors of each sum
	j      int
	masked bool
}

func (r round) at(i int) Mem { return Mem{Base: r.slices[i], Disp: 8 * r.width() * r.j} }

func (r round) load(i int, to VecVirtual)    { r.move(r.j, r.at(i), to, r.masked) }
func (r round) store(from VecVirtual, i int) { r.move(r.j, from, r.at(i), r.masked) }
func (r round) add(i int, v VecVirtual)      { VADDPD(v, r.into[i][r.j], r.into[i][r.j]) }

// read loads the numbers of slice i into a register of their own.
func (r round) read(i int) VecVirtual {
	v := r.vector()
	r.load(i, v)
	return v
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

func (l avx2) move(j int, from, to Op, masked bool) {
	if !masked {
		VMOVUPD(from, to)
		return
	}
	mask := YMM()
	VMOVUPD(Mem{Base: *l.masks, Disp: 32 * j}, mask)
	VMASKMOVPD(from, mask, to)
}

func (l avx2) addTo(lane GPVirtual, term VecVirtual, sum []VecVirtual) {
	l.mask(lane)
	for j, v := range sum {
		one := YMM()
		VMOVUPD(Mem{Base: *l.masks, Disp: 32 * j}, one)        // the lanes before it
		VANDNPD(Mem{Base: *l.masks, Disp: 32*j - 8}, one, one) // up to it, without those
		VANDPD(term, one, one)
		VADDPD(one, v, v)
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

func (l avx512) move(j int, from, to Op, masked bool) {
	_, storing := to.(Mem)
	switch {
	case !masked:
		VMOVUPD(from, to)
	case storing:
		VMOVUPD(from, l.masks[j], to)
	default:
		VMOVUPD_Z(from, l.masks[j], to)
	}
}

func (avx512) addTo(lane GPVirtual, term VecVirtual, sum []VecVirtual) {
	bit := GP32()
	MOVL(U32(1), bit)
	SHLXL(lane.As32(), bit, bit)
	for j, v := range sum {
		one, masked := K(), ZMM()
		KMOVW(bit, one)
		if j == 1 {
			KSHIFTRW(U8(8), one, one)
		}
		VMOVUPD_Z(term, one, masked)
		VADDPD(masked, v, v)
	}
}

func (avx512) halve(v []VecVirtual, half VecVirtual) VecVirtual {
	VADDPD(v[1], v[0], v[0])
	VEXTRACTF64X4(U8(1), v[0], half)
	VADDPD(half, v[0].AsY(), v[0].AsY())
	return v[0]
}
