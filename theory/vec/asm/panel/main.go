// Panel writes the assembly of panel.go for amd64; `go generate ./theory/vec` runs it.
// Products are fused with sums here: what is marked allows for rounding of any kind.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const (
	wide = 16       // vectors in a panel
	row  = 4 * wide // bytes of a row of a panel
)

func main() {
	ConstraintExpr("!purego")
	fartherAVX2()
	fartherAVX512()
	Generate()
}

type arguments struct{ marks, x, y, n GPVirtual }

func begin(level string) arguments {
	TEXT("farther"+level, NOSPLIT, "func(marks *[16]uint16, x, y []float32, t float32)")
	Pragma("noescape")
	Doc("farther" + level + " is [fartherLoop].")
	return arguments{
		Load(Param("marks"), GP64()).(GPVirtual),
		Load(Param("x").Base(), GP64()).(GPVirtual), Load(Param("y").Base(), GP64()).(GPVirtual),
		Load(Param("x").Len(), GP64()).(GPVirtual),
	}
}

// rows goes through row 1 of x and y, which is of residuals, and the coordinates below it.
func rows(x, y, n GPVirtual, label string, body func(at, to Mem, residual bool)) {
	left := GP64()
	MOVQ(n, left)
	ADDQ(I8(row), x)
	ADDQ(I8(row), y)
	body(Mem{Base: x}, Mem{Base: y}, true)
	SUBQ(U32(2*wide), left)
	JEQ(LabelRef(label + "_end"))
	Label(label)
	ADDQ(I8(row), x)
	ADDQ(I8(row), y)
	body(Mem{Base: x}, Mem{Base: y}, false)
	SUBQ(U8(wide), left)
	JNE(LabelRef(label))
	Label(label + "_end")
}

// fartherAVX512 keeps the inner products of 16 by 16 vectors in 16 registers.
func fartherAVX512() {
	a := begin("AVX512")
	var sum [wide]VecVirtual
	for i := range sum {
		sum[i] = ZMM()
		VPXORD(sum[i], sum[i], sum[i])
	}
	x, y, columns := GP64(), GP64(), ZMM()
	MOVQ(a.x, x)
	MOVQ(a.y, y)
	rows(x, y, a.n, "row", func(at, to Mem, residual bool) {
		VMOVUPS(to, columns)
		for i, s := range sum {
			if at.Disp = 4 * i; residual {
				VFNMADD231PS_BCST(at, columns, s)
			} else {
				VFMADD231PS_BCST(at, columns, s)
			}
		}
	})
	t, two, mask := ZMM(), ZMM(), GP32()
	VBROADCASTSS(NewParamAddr("t", 56), t)
	MOVL(U32(0xc0000000), mask) // −2
	VPBROADCASTD(mask, two)
	VMOVUPS(Mem{Base: a.y}, columns)
	for i, s := range sum {
		norms, k := ZMM(), K()
		VADDPS_BCST(Mem{Base: a.x, Disp: 4 * i}, columns, norms)
		VFMADD231PS(two, s, norms)
		VCMPPS(U8(1), norms, t, k) // t < norms
		KMOVW(k, mask)
		MOVW(mask.As16(), Mem{Base: a.marks, Disp: 2 * i})
	}
	VZEROUPPER()
	RET()
}

// fartherAVX2 takes 4 vectors of x at a time.
func fartherAVX2() {
	const high = 4
	a := begin("AVX2")
	t, two := YMM(), YMM()
	VBROADCASTSS(NewParamAddr("t", 56), t)
	mask, lower := GP32(), GP32()
	MOVL(U32(0xc0000000), mask) // −2
	VMOVD(mask, two.AsX())
	VBROADCASTSS(two.AsX(), two)
	groups := GP64()
	MOVQ(U32(wide/high), groups)
	Label("group")
	var sum [high][2]VecVirtual
	for i := range sum {
		for j := range sum[i] {
			sum[i][j] = YMM()
			VXORPS(sum[i][j], sum[i][j], sum[i][j])
		}
	}
	x, y, left, right, one := GP64(), GP64(), YMM(), YMM(), YMM()
	MOVQ(a.x, x)
	MOVQ(a.y, y)
	rows(x, y, a.n, "row", func(at, to Mem, residual bool) {
		VMOVUPS(to, left)
		to.Disp = row / 2
		VMOVUPS(to, right)
		for i, s := range sum {
			at.Disp = 4 * i
			VBROADCASTSS(at, one)
			if residual {
				VFNMADD231PS(left, one, s[0])
				VFNMADD231PS(right, one, s[1])
			} else {
				VFMADD231PS(left, one, s[0])
				VFMADD231PS(right, one, s[1])
			}
		}
	})
	for i, s := range sum {
		VBROADCASTSS(Mem{Base: a.x, Disp: 4 * i}, one)
		for j := range s {
			norms := YMM()
			VADDPS(Mem{Base: a.y, Disp: j * row / 2}, one, norms)
			VFMADD231PS(two, s[j], norms)
			VCMPPS(U8(1), norms, t, norms)
			if j == 0 {
				VMOVMSKPS(norms, lower)
			} else {
				VMOVMSKPS(norms, mask)
			}
		}
		SHLL(U8(8), mask)
		ORL(lower, mask)
		MOVW(mask.As16(), Mem{Base: a.marks, Disp: 2 * i})
	}
	ADDQ(U8(2*high), a.marks)
	ADDQ(U8(4*high), a.x)
	SUBQ(U8(1), groups)
	JNE(LabelRef("group"))
	VZEROUPPER()
	RET()
}
