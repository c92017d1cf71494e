package vec

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"marginlab/internal/num"
)

// maxCondition is the largest condition number of a matrix, its diagonal scaled to
// 1, that NewMahalanobis takes: half of the digits of a distance, which is a square
// root, are then still right in every direction.
const maxCondition = 1e14

// NewMahalanobis returns the norm √(xᵀMx) of a positive definite M, by its Cholesky
// factor: M = AᵀA. name is its String. The error says which entry of M is not finite,
// which one on the diagonal is not positive, that M is not positive definite, or that
// it is singular to rounding: M = SRS with S² its diagonal and R of condition above
// 1e14. The units of the coordinates do not matter, only R is factored.
func NewMahalanobis(m mat.Symmetric, name string) (*Pullback, error) {
	d := m.SymmetricDim()
	if d == 0 {
		return nil, errors.New("the matrix has no entries")
	}
	unit := make([]float64, d) // S
	for i := range d {
		for j := range d {
			if v := m.At(i, j); math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("entry (%d, %d) of the matrix is %v, expected a finite number", i+1, j+1, v)
			}
		}
		v := m.At(i, i)
		if !(v > 0) {
			return nil, fmt.Errorf("the matrix is not positive definite: entry (%d, %d) is %v, expected a positive number", i+1, i+1, v)
		}
		unit[i] = math.Sqrt(v)
	}
	upper := num.NewUpper(d) // R, then its factor
	columns := make([]float64, d)
	for i := range d {
		for j := i; j < d; j++ {
			v := m.At(i, j) / unit[i] / unit[j]
			upper.Row(i)[j-i] = v
			columns[j] += math.Abs(v)
			if i < j {
				columns[i] += math.Abs(v)
			}
		}
	}
	if !num.Cholesky(upper) {
		return nil, errors.New("the matrix is not positive definite")
	}
	if c := slices.Max(columns) * num.InverseNorm(upper); !(c <= maxCondition) {
		return nil, fmt.Errorf("the matrix is singular to rounding: its condition number, with the diagonal scaled to 1, is %.3g, expected at most %.0e", c, maxCondition)
	}
	for i := range d {
		for j, v := range upper.Row(i) {
			upper.Row(i)[j] = v * unit[i+j]
		}
	}
	return &Pullback{base: L2{}, name: name, upper: upper}, nil
}
