//go:build !amd64 || purego

package vec

var kernels = []kernel{inGo}

var farthers = map[string]func(marks *[PanelWidth]uint16, x, y []float32, t float32){"go": fartherLoop, "vec": farther}
