//go:build !amd64 || purego

package vec

func useAssembly(bool) {}

func dotLong(x, y []float64) float64 {
	count(1, 16*len(x))
	return dotLanes(x, y)
}

func dotLastLong(x, y []float64, last float64) float64 {
	count(1, 16*len(x)+16)
	return dotLastLanes(x, y, last)
}

func sqDistLong(x, y []float64) float64 {
	count(1, 16*len(x))
	return sqDistLanes(x, y)
}

func dotSqLong(x, y []float64) (xy, yy float64) {
	count(2, 16*len(x))
	return dotSqLanes(x, y)
}

func dotSqLastLong(x, y []float64, lastXY, lastYY float64) (xy, yy float64) {
	count(2, 16*len(x)+16)
	return dotSqLastLanes(x, y, lastXY, lastYY)
}

func residualLong(z, u, v []float64, alpha float64, x []float64) (uz, zz float64) {
	count(2, 24*len(x))
	return residualLanes(z, u, v, alpha, x)
}

func differenceLong(u, p, x []float64) (uu, up, ux float64) {
	count(3, 16*len(x))
	return differenceLanes(u, p, x)
}

func addScaledLong(y []float64, alpha float64, x []float64) {
	count(0, 16*len(x))
	addScaledLoop(y, alpha, x)
}

func addDotSqLong(y []float64, alpha float64, x []float64) (xy, xx float64) {
	count(2, 16*len(x))
	return addDotSqLanes(y, alpha, x)
}
