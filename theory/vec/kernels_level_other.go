//go:build !amd64 || purego

package vec

func useAssembly(bool) {}

func dotLong(x, y []float64) float64 {
	count(1, 16*len(x))
	return dotLanes(x, y)
}

func sqDistLong(x, y []float64) float64 {
	count(1, 16*len(x))
	return sqDistLanes(x, y)
}

func dotSqLong(x, y []float64) (xy, yy float64) {
	count(2, 16*len(x))
	return dotSqLanes(x, y)
}

func addScaledLong(y []float64, alpha float64, x []float64) {
	count(0, 16*len(x))
	addScaledLoop(y, alpha, x)
}
