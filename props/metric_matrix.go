package props

import "math"

// times is Mx, and x itself in ℓ2.
func (m metric) times(x []float64) []float64 {
	y := along(make([]float64, len(x)), 1, x)
	for i, row := range m.m {
		y[i] = dot(row, x[:len(row)])
	}
	return y
}

// root is the lower triangular L of M = LLᵀ, without rows in ℓ2.
func (m metric) root() [][]float64 {
	l := make([][]float64, len(m.m))
	for i := range l {
		l[i] = make([]float64, len(m.m))
		for j := range i {
			l[i][j] = (m.m[i][j] - dot(l[i][:j], l[j][:j])) / l[j][j]
		}
		l[i][i] = math.Sqrt(m.m[i][i] - dot(l[i][:i], l[i][:i]))
	}
	return l
}

// definite reports whether M is a symmetric positive definite matrix of d rows.
func (m metric) definite(d int) bool {
	if len(m.m) != d {
		return false
	}
	for i, row := range m.m {
		if len(row) != d {
			return false
		}
		for j := range i {
			if row[j] != m.m[j][i] {
				return false
			}
		}
	}
	for i, row := range m.root() {
		if !(row[i]*row[i] > 1e-9*m.m[i][i]) {
			return false
		}
	}
	return true
}

// image is Lᵀx, the point whose ℓ2 length is that of x where there is an M.
func (m metric) image(x []float64) []float64 {
	y := along(make([]float64, len(x)), 1, x)
	for i := range m.m {
		y[i] = 0
	}
	for j, row := range m.root() {
		for i := range j + 1 {
			y[i] += row[i] * x[j]
		}
	}
	return y
}

// adjoint is Lw, the w here that w is on the images.
func (m metric) adjoint(w []float64) []float64 {
	y := along(make([]float64, len(w)), 1, w)
	for i, row := range m.root() {
		y[i] = dot(row[:i+1], w[:i+1])
	}
	return y
}

// forward and back are L⁻¹w and L⁻ᵀy.
func (m metric) forward(w []float64) []float64 {
	y := along(make([]float64, len(w)), 1, w)
	for i, row := range m.root() {
		y[i] = (y[i] - dot(row[:i], y[:i])) / row[i]
	}
	return y
}

func (m metric) back(y []float64) []float64 {
	x := along(make([]float64, len(y)), 1, y)
	l := m.root()
	for i := len(l) - 1; i >= 0; i-- {
		for j := i + 1; j < len(l); j++ {
			x[i] -= l[j][i] * x[j]
		}
		x[i] /= l[i][i]
	}
	return x
}
