package measure

// times returns Mx, and x itself in ℓ2.
func (m Metric) times(x Vector) Vector {
	y := x.Times(1)
	for i, row := range m.M {
		y[i] = row.Dot(x[:len(row)])
	}
	return y
}

// Image returns Lᵀx, the point whose ℓ2 length is that of x where there is an M = LLᵀ.
func (m Metric) Image(x Vector) Vector {
	y := x.Times(1)
	clear(y[:len(m.M)])
	for j, row := range m.root {
		for i := range j + 1 {
			y[i] += row[i] * x[j]
		}
	}
	return y
}

// adjoint returns Lw, the w here that w is on the images.
func (m Metric) adjoint(w Vector) Vector {
	y := w.Times(1)
	for i, row := range m.root {
		y[i] = row[:i+1].Dot(w[:i+1])
	}
	return y
}

// forward returns L⁻¹w.
func (m Metric) forward(w Vector) Vector {
	y := w.Times(1)
	for i, row := range m.root {
		y[i] = (y[i] - row[:i].Dot(y[:i])) / row[i]
	}
	return y
}

// back returns L⁻ᵀy.
func (m Metric) back(y Vector) Vector {
	x := y.Times(1)
	for i := len(m.root) - 1; i >= 0; i-- {
		for j := i + 1; j < len(m.root); j++ {
			x[i] -= m.root[j][i] * x[j]
		}
		x[i] /= m.root[i][i]
	}
	return x
}
