// Asm writes the assembly of theory/vec for amd64; `go generate ./theory/vec` runs it.
// It is a module of its own, so that the product does not depend on the generator.
//
// A sum takes 16 numbers a round, number k into lane k, and the last ones under a mask: it
// reads nothing beyond the slices, and a lane that is masked out adds +0 to a sum that is
// never −0. Products are rounded before they are added: there is no VFMADD.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const lanes = 16

func main() {
	ConstraintExpr("!noasm")
	levels := []level{avx512{}, avx2{masks()}}
	kernel(levels, "dot", "Lanes", "(x, y []float64) float64", func(r round) {
		r.sums(1, func(x, y VecVirtual) []VecVirtual {
			VMULPD(x, y, y)
			return []VecVirtual{y}
		})
	})
	kernel(levels, "sqDist", "Lanes", "(x, y []float64) float64", func(r round) {
		r.sums(1, func(x, y VecVirtual) []VecVirtual {
			VSUBPD(x, y, y)
			VMULPD(y, y, y)
			return []VecVirtual{y}
		})
	})
	kernel(levels, "dotSq", "Lanes", "(x, y []float64) (xy, yy float64)", func(r round) {
		r.sums(2, func(x, y VecVirtual) []VecVirtual {
			VMULPD(y, x, x)
			VMULPD(y, y, y)
			return []VecVirtual{x, y}
		})
	})
	kernel(levels, "addScaled", "Loop", "(y []float64, alpha float64, x []float64)", addScaled)
	Generate()
}

// level is an instruction set. Its vectors have width numbers.
type level interface {
	name() string
	width() int
	vector() VecVirtual
	// masked returns a function that loads the first rest < 16 numbers of vector j, and 0 beyond them.
	masked(rest GPVirtual) func(j int, from, to Op)
	// halve adds lane k+8 to lane k, then lane k+4: the lower half of the first vector keeps the four that are left.
	halve(lane []VecVirtual)
}

// round has the pointers to slices x and y and the number of elements left in them.
type round struct {
	level
	x, y Mem
	left GPVirtual
}

// kernel writes a function of slices x and y of one length: a body for each level, and a jump to the Go version where
// the processor has none of them.
func kernel(levels []level, name, inGo, signature string, body func(round)) {
	TEXT(name+"Long", NOSPLIT, "func"+signature)
	Pragma("noescape")
	Doc(name + "Long is [" + name + inGo + "].")
	for _, l := range levels {
		CMPB(NewDataAddr(Symbol{Name: "·has" + l.name()}, 0), U8(0))
		JNE(LabelRef(l.name()))
	}
	Instruction(&ir.Instruction{Opcode: "JMP", Operands: []Op{NewDataAddr(Symbol{Name: "·" + name + inGo}, 0)}, IsTerminal: true})
	for _, l := range levels {
		Label(l.name())
		x, y := Mem{Base: Load(Param("x").Base(), GP64())}, Mem{Base: Load(Param("y").Base(), GP64())}
		body(round{l, x, y, Load(Param("x").Len(), GP64()).(GPVirtual)})
		RET()
	}
}

// loop takes count numbers a round, as long as that many are left.
func (r round) loop(name string, count int, body func()) {
	name += "_" + r.name()
	CMPQ(r.left, U8(count))
	JLT(LabelRef(name + "_end"))
	Label(name)
	body()
	SUBQ(I8(-8*count), r.x.Base)
	SUBQ(I8(-8*count), r.y.Base)
	SUBQ(U8(count), r.left)
	CMPQ(r.left, U8(count))
	JGE(LabelRef(name))
	Label(name + "_end")
}

// sums returns count sums of the terms of vectors of x and y.
func (r round) sums(count int, terms func(x, y VecVirtual) []VecVirtual) {
	sums := make([][]VecVirtual, count)
	for s := range sums {
		for range lanes / r.width() {
			zero := r.vector()
			VXORPD(zero.AsY(), zero.AsY(), zero.AsY()) // clears a ZMM register, too
			sums[s] = append(sums[s], zero)
		}
	}
	add := func(j int, move func(j int, from, to Op)) {
		x, y := r.vector(), r.vector()
		move(j, r.x.Offset(8*r.width()*j), x)
		move(j, r.y.Offset(8*r.width()*j), y)
		for s, term := range terms(x, y) {
			VADDPD(term, sums[s][j], sums[s][j])
		}
	}
	r.loop("sixteen", lanes, func() {
		for j := range lanes / r.width() {
			add(j, func(_ int, from, to Op) { VMOVUPD(from, to) })
		}
	})
	done := LabelRef("done_" + r.name())
	TESTQ(r.left, r.left)
	JEQ(done)
	move := r.masked(r.left)
	for j := range lanes / r.width() {
		if j > 0 {
			CMPQ(r.left, U8(j*r.width()))
			JLE(done)
		}
		add(j, move)
	}
	Label(string(done))
	for _, lane := range sums { // then k+2 to k, and 1 to 0
		r.halve(lane)
		four, half := lane[0], XMM()
		VEXTRACTF128(U8(1), four.AsY(), half)
		VADDPD(half, four.AsX(), four.AsX())
		VUNPCKHPD(four.AsX(), four.AsX(), half)
		VADDSD(half, four.AsX(), four.AsX())
	}
	VZEROUPPER() // leaves the lowest lanes unchanged
	for s, lane := range sums {
		Store(lane[0].AsX(), ReturnIndex(s))
	}
}

// addScaled writes yᵢ += αxᵢ. The rest goes 4 by 4, then 1 by 1: memory that was stored under a mask is slow to load
// soon after.
func addScaled(r round) {
	alpha := r.vector()
	VBROADCASTSD(NewParamAddr("alpha", 24), alpha)
	r.loop("sixteen", lanes, func() {
		for j := 0; j < lanes; j += r.width() {
			p := r.vector()
			VMULPD(r.x.Offset(8*j), alpha, p)
			VADDPD(r.y.Offset(8*j), p, p)
			VMOVUPD(p, r.y.Offset(8*j))
		}
	})
	r.loop("four", 4, func() {
		p := YMM()
		VMULPD(r.x, alpha.AsY(), p)
		VADDPD(r.y, p, p)
		VMOVUPD(p, r.y)
	})
	r.loop("one", 1, func() {
		p := XMM()
		VMULSD(r.x, alpha.AsX(), p)
		VADDSD(r.y, p, p)
		VMOVSD(p, r.y)
	})
	VZEROUPPER()
}

type avx2 struct{ masks Mem }

// masks returns a table: from 16−r on there are r ones and 16−r zeros.
func masks() Mem {
	table := GLOBL("masks", RODATA|NOPTR)
	for i := range 2 * lanes {
		var mask U64
		if i < lanes {
			mask = ^mask
		}
		DATA(8*i, mask)
	}
	return table
}

func (avx2) name() string       { return "AVX2" }
func (avx2) width() int         { return 4 }
func (avx2) vector() VecVirtual { return YMM() }

func (l avx2) masked(rest GPVirtual) func(j int, from, to Op) {
	at, skip := GP64(), GP64()
	LEAQ(l.masks, at)
	MOVQ(U32(lanes), skip)
	SUBQ(rest, skip)
	LEAQ(Mem{Base: at, Index: skip, Scale: 8}, at)
	return func(j int, from, to Op) {
		mask := YMM()
		VMOVUPD(Mem{Base: at, Disp: 32 * j}, mask)
		VMASKMOVPD(from, mask, to)
	}
}

func (avx2) halve(lane []VecVirtual) {
	VADDPD(lane[2], lane[0], lane[0])
	VADDPD(lane[3], lane[1], lane[1])
	VADDPD(lane[1], lane[0], lane[0])
}

type avx512 struct{}

func (avx512) name() string       { return "AVX512" }
func (avx512) width() int         { return 8 }
func (avx512) vector() VecVirtual { return ZMM() }

func (avx512) masked(rest GPVirtual) func(j int, from, to Op) {
	ones, masks := GP32(), [2]OpmaskVirtual{K(), K()}
	MOVL(U32(1), ones)
	SHLXL(rest.As32(), ones, ones)
	DECL(ones)
	KMOVW(ones, masks[0])
	KSHIFTRW(U8(8), masks[0], masks[1])
	return func(j int, from, to Op) {
		VMOVUPD_Z(from, masks[j], to)
	}
}

func (avx512) halve(lane []VecVirtual) {
	half := YMM()
	VADDPD(lane[1], lane[0], lane[0])
	VEXTRACTF64X4(U8(1), lane[0], half)
	VADDPD(half, lane[0].AsY(), lane[0].AsY())
}
