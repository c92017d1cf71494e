package num

import "math"

// Cholesky replaces the upper triangle of a symmetric M by that of U, with UᵀU = M. It
// returns false, and leaves M spoilt, if M is not positive definite.
func Cholesky(m Upper) bool {
	for i := range m.N {
		row := m.Row(i)
		if !(row[0] > 0) {
			return false
		}
		pivot := math.Sqrt(row[0])
		for j := range row {
			row[j] /= pivot
		}
		for k := 1; k < len(row); k++ {
			AddScaled(m.Row(i+k), -row[k], row[k:])
		}
	}
	return true
}

// InverseNorm returns ‖M⁻¹‖₁ of M = UᵀU, the largest sum of sizes in a column.
func InverseNorm(u Upper) float64 {
	most := 0.0
	column := make([]float64, u.N)
	for j := range column {
		clear(column)
		column[j] = 1
		u.SolveTrans(column)
		u.Solve(column)
		sum := 0.0
		for _, v := range column {
			sum += math.Abs(v)
		}
		most = max(most, sum)
	}
	return most
}
