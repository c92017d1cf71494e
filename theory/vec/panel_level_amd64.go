//go:build !purego

package vec

import "golang.org/x/sys/cpu"

func farther(marks *[PanelWidth]uint16, x, y []float32, t float32) {
	switch {
	case hasAVX512:
		fartherAVX512(marks, x, y, t)
	case hasAVX2 && cpu.X86.HasFMA:
		fartherAVX2(marks, x, y, t)
	default:
		fartherLoop(marks, x, y, t)
	}
}
