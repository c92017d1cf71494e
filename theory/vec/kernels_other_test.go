//go:build !amd64 || noasm

package vec

var farthers = map[string]func(marks *[PanelWidth]uint16, x, y []float32, t float32){"go": fartherLoop, "vec": farther}
