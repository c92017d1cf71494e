package normalized

// nvn is the Von Neumann–Gilbert algorithm on normalised points: p moves to the point of the segment from p to a_j
// nearest the origin. Unlike in RP14, it also halts at a separator. An iteration takes a row of G; ⌈1/ε²⌉ of them are
// enough, unless rounding hides the end.
type nvn struct {
	p   *combination
	eps float64
}

func (m *nvn) certificate() (Certificate, *combination) {
	if m.p.within(m.eps, m.p.G.Rounding()) {
		return Combination, m.p
	}
	return m.p.separator()
}

func (m *nvn) step(k int) {
	j := m.p.argmin()
	// ‖(1−λ)w + λa_j‖² = (1−λ)²s + 2λ(1−λ)c + λ², s = ‖w‖², c = w·a_j, ‖a_j‖ = 1
	s, c := m.p.sqNorm(), m.p.image[j]
	m.p.toward(min(1, max(0, (s-c)/(s-2*c+1))), j, k)
}

func (m *nvn) state() State { return stateOf(nil, m.p) }
