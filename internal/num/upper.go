package num

// Upper is an upper triangular matrix A, N×N. Data holds its rows, Stride numbers each;
// what is there below the diagonal is not used.
type Upper struct {
	N, Stride int
	Data      []float64
}

// NewUpper returns the matrix of zeros.
func NewUpper(n int) Upper { return Upper{n, n, make([]float64, n*n)} }

// Row is row i from the diagonal on.
func (a Upper) Row(i int) []float64 { return a.Data[i*a.Stride+i : i*a.Stride+a.N] }

// Solve replaces x by A⁻¹x.
func (a Upper) Solve(x []float64) {
	for i := a.N - 1; i >= 0; i-- {
		row := a.Row(i)
		x[i] = (x[i] - Dot(row[1:], x[i+1:])) / row[0]
	}
}

// SolveTrans replaces x by A⁻ᵀx.
func (a Upper) SolveTrans(x []float64) {
	for i := range a.N {
		row := a.Row(i)
		x[i] /= row[0]
		AddScaled(x[i+1:], -x[i], row[1:])
	}
}
