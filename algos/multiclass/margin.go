package multiclass

import "math"

// Margin returns the least score by which the right class is ahead of all others, over
// the norm of the classifiers of all classes together; 0 if somewhere it is not ahead.
// scores returns the scores of the example i, whose class is class[i].
func Margin(class []int, scores func(i int) []float64, norm float64) float64 {
	least := math.Inf(1)
	for i, y := range class {
		least = min(least, Judge(scores(i), y, norm).Score)
	}
	if least > 0 && norm > 0 && len(class) > 0 {
		return least / norm
	}
	return 0
}
