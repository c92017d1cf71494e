//go:build !amd64 || noasm

package vec

func dotLong(x, y []float64) float64                        { return dotLanes(x, y) }
func dotSqLong(x, y []float64) (xy, yy float64)             { return dotSqLanes(x, y) }
func sqDistLong(x, y []float64) float64                     { return sqDistLanes(x, y) }
func addScaledLong(y []float64, alpha float64, x []float64) { addScaledLoop(y, alpha, x) }
