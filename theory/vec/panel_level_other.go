//go:build !amd64 || purego

package vec

func farther(marks *[PanelWidth]uint16, x, y []float32, t float32) { fartherLoop(marks, x, y, t) }
