package viewer

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
)

// Loss is how much of the distances between examples a projection loses. Those from the
// hyperplane are true.
type Loss struct {
	Mean  float64 `json:"mean"`           // the part of the squared distances that is drawn, over all pairs
	Pair  []int   `json:"pair,omitempty"` // the two examples that are drawn nearest for their distance
	True  float64 `json:"true"`
	Drawn float64 `json:"drawn"`
}

// projection draws points of many dimensions upright to a hyperplane: one axis is the
// distance from it, the other the main direction of what is left of the points. All is
// in ℓ2.
type projection struct {
	x      [][]float64 // one of each place
	number []int       // of these the examples
	far    [][]float64 // their squared distances, nil where there are too many pairs
	before []float64   // the direction of the last call, which the next one is not to turn around
}

// mostPairs bounds the examples whose distances are compared pair by pair.
const mostPairs = 1000

func newProjection(x [][]float64, first []int) *projection {
	p := &projection{}
	for i := range x {
		if first[i] == i {
			p.x, p.number = append(p.x, x[i]), append(p.number, i)
		}
	}
	if len(p.x) > mostPairs {
		return p
	}
	p.far = make([][]float64, len(p.x))
	for i := range p.x {
		p.far[i] = make([]float64, i)
		for j := range i {
			d := num.Distance(p.x[i], p.x[j])
			p.far[i][j] = d * d
		}
	}
	return p
}

// side returns the main direction of the points beside w, of length 1 and orthogonal to w,
// and what a picture with these axes loses.
func (p *projection) side(w []float64) ([]float64, *Loss) {
	d := len(w)
	normal := make([]float64, d)
	if size := num.Norm(w); size > 0 {
		floats.ScaleTo(normal, 1/size, w)
	}
	mean := make([]float64, d)
	for _, x := range p.x {
		num.AddScaled(mean, 1/float64(len(p.x)), x)
	}
	rest := make([][]float64, len(p.x)) // the points about their mean, beside the normal
	total, along := 0.0, 0.0
	for i, x := range p.x {
		z := floats.SubTo(make([]float64, d), x, mean)
		total += num.Dot(z, z)
		height := num.Dot(z, normal)
		along += float64(height * height)
		num.AddScaled(z, -height, normal)
		rest[i] = z
	}
	moments, axes := num.Eigen(num.Moments(rest, d, 1))
	side := axes[d-1]
	num.AddScaled(side, -num.Dot(side, normal), normal)
	size := num.Norm(side)
	if size < 0.5 { // all that is left of the points is along the normal: any direction will do
		side, size = num.Beside([][]float64{normal}, d), 1
	}
	floats.Scale(1/size, side)
	if p.before != nil && num.Dot(side, p.before) < 0 || p.before == nil && largest(side) < 0 {
		floats.Scale(-1, side)
	}
	p.before = side
	loss := &Loss{Mean: 1}
	if total > 0 {
		loss.Mean = math.Min(1, (along+max(0, moments[d-1]))/total)
	}
	p.worst(normal, side, loss)
	return side, loss
}

// main is the main direction of the points.
func (p *projection) main() []float64 {
	side, _ := p.side(make([]float64, len(p.x[0])))
	return side
}

// largest is the coordinate of the largest size.
func largest(x []float64) float64 {
	most := 0.0
	for _, v := range x {
		if math.Abs(v) > math.Abs(most)*(1+1e-9) {
			most = v
		}
	}
	return most
}

// worst finds the pair that is drawn nearest for its distance.
func (p *projection) worst(normal, side []float64, loss *Loss) {
	least := 1.0
	u, v := make([]float64, len(p.x)), make([]float64, len(p.x))
	for i, x := range p.x {
		u[i], v[i] = num.Dot(x, normal), num.Dot(x, side)
	}
	for i, row := range p.far {
		for j, far := range row {
			drawn := float64((u[i]-u[j])*(u[i]-u[j])) + float64((v[i]-v[j])*(v[i]-v[j]))
			if share := drawn / far; share < least*(1-1e-9) {
				least = share
				loss.Pair, loss.True, loss.Drawn = []int{p.number[j], p.number[i]}, math.Sqrt(far), math.Sqrt(drawn)
			}
		}
	}
}

// Matrix are the distances of the examples, one of each place: a table beside the
// projection.
type Matrix struct {
	Of     []int      `json:"of"`     // the examples
	Values [][]number `json:"values"` // the lower triangle
}

// mostCells bounds the examples of a matrix.
const mostCells = 240

// matrix are the distances between the points, nil where there are too many.
func (p *projection) matrix() *Matrix {
	if len(p.x) > mostCells {
		return nil
	}
	m := &Matrix{Of: p.number}
	for _, row := range p.far {
		values := []number{}
		for _, far := range row {
			values = append(values, number(math.Sqrt(far)))
		}
		m.Values = append(m.Values, values)
	}
	return m
}
