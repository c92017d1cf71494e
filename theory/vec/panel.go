package vec

//go:generate go run -C asm ./panel -out ../panel_amd64.s -stubs ../panel_amd64.go -pkg vec

// PanelWidth is the number of vectors in a panel, in which many vectors are compared with
// many at once. A panel holds of each vector x a number n, then its residual r, then its
// coordinates: row by row, PanelWidth numbers a row.
const PanelWidth = 16

// Farther marks, as bit j of marks[i], the pairs of vector i of panel x and vector j of
// panel y for which
//
//	n_i + n_j − 2(x_i·y_j − r_i r_j) > t.
//
// The sum has no fixed order: which pairs near t are marked differs from machine to
// machine. With u = 2⁻²⁴ and k coordinates it is off by at most (2k+12)u times the
// largest n, where ‖x‖² + r² ≤ n for all vectors. A vector with n = −Inf and else 0 is
// in no pair. It panics if the panels differ in size or have no residuals.
func Farther(marks *[PanelWidth]uint16, x, y []float32, t float32) {
	if len(x) != len(y) || len(x) < 2*PanelWidth || len(x)%PanelWidth != 0 {
		panic("vec: panels of different sizes, or of no size for a panel")
	}
	count(PanelWidth*PanelWidth, 4*(len(x)+len(y)))
	farther(marks, x, y, t)
}

func fartherLoop(marks *[PanelWidth]uint16, x, y []float32, t float32) {
	rows := func(x []float32, k int) *[PanelWidth]float32 { return (*[PanelWidth]float32)(x[k*PanelWidth:]) }
	n, residual := rows(y, 0), rows(y, 1)
	for i := range PanelWidth {
		var inner [PanelWidth]float32
		for j, r := range residual {
			inner[j] = -float32(x[PanelWidth+i] * r)
		}
		for k := 2; k < len(x)/PanelWidth; k++ {
			a := x[k*PanelWidth+i]
			for j, b := range rows(y, k) {
				inner[j] += float32(a * b)
			}
		}
		marks[i] = 0
		for j, product := range inner {
			if x[i]+n[j]-float32(2*product) > t {
				marks[i] |= 1 << j
			}
		}
	}
}
