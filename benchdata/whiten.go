package benchdata

import (
	"fmt"
	"math"

	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Norm is the norm ‖Ax‖_p of examples x. They are mapped to Ax when they are read: all that is
// learned and measured then is learned and measured of the points Ax in ℓp, and a classifier w of
// theirs is Aᵀw of the examples.
type Norm struct {
	In   vec.Norm // ℓp
	name string
	rows [][]float64 // of an upper triangular A, from the diagonal to the last number that is not 0; nil if A is 1
}

// String is the text that the norm was parsed from.
func (n *Norm) String() string { return n.name }

// Dim is the number of features that A maps, 0 if A is 1, which maps any number.
func (n *Norm) Dim() int { return len(n.rows) }

// Map returns the points Ax, dense unless A is 1. The error says that the examples do not have the
// features that A maps, or that a point is out of range.
func (n *Norm) Map(examples []theory.Example, dim int) ([]theory.Example, error) {
	switch n.Dim() {
	case 0:
		return examples, nil
	case dim:
	case 1:
		return nil, fmt.Errorf("norm %s is of 1 feature, the examples have %d", n, dim)
	default:
		return nil, fmt.Errorf("norm %s is of %d features, the examples have %d", n, n.Dim(), dim)
	}
	mapped := densify(examples, dim)
	for _, e := range mapped {
		x := e.X.Value
		for i, row := range n.rows { // later rows do not read x_i
			x[i] = num.Dot(row, x[i:i+len(row)])
		}
	}
	if err := theory.CheckAll(mapped, dim); err != nil {
		return nil, fmt.Errorf("as the norm %s sees it: %w", n, err)
	}
	return mapped, nil
}

// Original returns the classifier that gives x the score that c gives Ax.
func (n *Norm) Original(c theory.Classifier) theory.Classifier {
	if n.rows == nil {
		return c
	}
	w := make([]float64, n.Dim())
	for i, row := range n.rows {
		num.AddScaled(w[i:i+len(row)], c.W[i], row)
	}
	return theory.Classifier{W: w, B: c.B}
}

// cholesky returns the rows of the upper triangular A of a symmetric M = AᵀA with a positive
// diagonal. Of an M that is not positive definite, or singular to rounding, it returns the number
// of rows that show it. The units of the features do not matter: M with its diagonal scaled to 1
// is what is factored.
func cholesky(m [][]float64) (rows [][]float64, singular int) {
	const least = 1e-14 // half of the digits of a length, which is a square root, are right
	rows = make([][]float64, len(m))
	for i := range m {
		rows[i] = make([]float64, len(m)-i)
		for j := i; j < len(m); j++ {
			rows[i][j-i] = m[i][j] / math.Sqrt(m[i][i]) / math.Sqrt(m[j][j])
		}
	}
	for i, row := range rows {
		if !(row[0] > least) {
			return nil, i + 1
		}
		pivot := math.Sqrt(row[0])
		for j := range row {
			row[j] /= pivot
		}
		for k := 1; k < len(row); k++ {
			num.AddScaled(rows[i+k], -row[k], row[k:])
		}
		for j := range row {
			row[j] *= math.Sqrt(m[i+j][i+j])
		}
	}
	return rows, 0
}
