//go:build !purego

package vec

import "golang.org/x/sys/cpu"

// The instruction sets that the processor and the operating system have, none while the
// kernels are counted. GODEBUG=cpu.avx512f=off,cpu.avx2=off turns them off.
var hasAVX2, hasAVX512 = levels()

func levels() (avx2, avx512 bool) {
	return cpu.X86.HasAVX2, cpu.X86.HasAVX512F && cpu.X86.HasBMI2
}

// useAssembly turns the instruction sets on, or off.
func useAssembly(yes bool) {
	if hasAVX2, hasAVX512 = levels(); !yes {
		hasAVX2, hasAVX512 = false, false
	}
}

func dotLong(x, y []float64) float64 {
	switch {
	case hasAVX512:
		return dotAVX512(x, y)
	case hasAVX2:
		return dotAVX2(x, y)
	}
	count(1, 16*len(x))
	return dotLanes(x, y)
}

func dotLastLong(x, y []float64, last float64) float64 {
	switch {
	case hasAVX512:
		return dotLastAVX512(x, y, last)
	case hasAVX2:
		return dotLastAVX2(x, y, last)
	}
	count(1, 16*len(x)+16)
	return dotLastLanes(x, y, last)
}

func sqDistLong(x, y []float64) float64 {
	switch {
	case hasAVX512:
		return sqDistAVX512(x, y)
	case hasAVX2:
		return sqDistAVX2(x, y)
	}
	count(1, 16*len(x))
	return sqDistLanes(x, y)
}

func dotSqLong(x, y []float64) (xy, yy float64) {
	switch {
	case hasAVX512:
		return dotSqAVX512(x, y)
	case hasAVX2:
		return dotSqAVX2(x, y)
	}
	count(2, 16*len(x))
	return dotSqLanes(x, y)
}

func dotSqLastLong(x, y []float64, lastXY, lastYY float64) (xy, yy float64) {
	switch {
	case hasAVX512:
		return dotSqLastAVX512(x, y, lastXY, lastYY)
	case hasAVX2:
		return dotSqLastAVX2(x, y, lastXY, lastYY)
	}
	count(2, 16*len(x)+16)
	return dotSqLastLanes(x, y, lastXY, lastYY)
}

func residualLong(z, u, v []float64, alpha float64, x []float64) (uz, zz float64) {
	switch {
	case hasAVX512:
		return residualAVX512(z, u, v, alpha, x)
	case hasAVX2:
		return residualAVX2(z, u, v, alpha, x)
	}
	count(2, 24*len(x))
	return residualLanes(z, u, v, alpha, x)
}

func differenceLong(u, p, x []float64) (uu, up, ux float64) {
	switch {
	case hasAVX512:
		return differenceAVX512(u, p, x)
	case hasAVX2:
		return differenceAVX2(u, p, x)
	}
	count(3, 16*len(x))
	return differenceLanes(u, p, x)
}

func addScaledLong(y []float64, alpha float64, x []float64) {
	switch {
	case hasAVX512:
		addScaledAVX512(y, alpha, x)
	case hasAVX2:
		addScaledAVX2(y, alpha, x)
	default:
		count(0, 16*len(x))
		addScaledLoop(y, alpha, x)
	}
}

func addDotSqLong(y []float64, alpha float64, x []float64) (xy, xx float64) {
	switch {
	case hasAVX512:
		return addDotSqAVX512(y, alpha, x)
	case hasAVX2:
		return addDotSqAVX2(y, alpha, x)
	}
	count(2, 16*len(x))
	return addDotSqLanes(y, alpha, x)
}
