package theory

import (
	"math"

	"marginlab/theory/vec"
)

// Diameters is [DiametersIn] the Euclidean norm.
func Diameters(examples []Example, dim int) Geometry { return DiametersIn(vec.L2{}, examples, dim) }

// DiametersIn measures the lengths of a finite stream in dim dimensions, in a norm
// that [Distance] knows: D₊, D₋, D, D̄, Δ and the shortest ‖x‖ of [Geometry], with
// the counts. They are exact, the float64 distance of the pair that has the
// largest, and 0 where a class is missing; the margin is left out. The examples are
// taken as checked. Of few examples all pairs are compared, else [Diameter] and
// [Farthest] look for the largest.
func DiametersIn(n vec.Norm, examples []Example, dim int) Geometry {
	return Lengths{Norms: true, Within: true, Across: true}.In(n, examples, dim)
}

// Lengths says which lengths are measured; the others are 0.
type Lengths struct {
	Norms  bool // D̄ and the shortest ‖x‖
	Within bool // D₊, D₋ and D
	Across bool // Δ
	// Most is the number of examples, 0 for any, of which the diameters are always exact. Of
	// more of them the search for the farthest pairs ends after some steps, the same on every
	// machine. If pairs are left then, [Geometry] has the ends of an interval.
	Most int
}

// coverSteps is how long pairs of more than Most examples are searched, some seconds.
const coverSteps = 1 << 14

// In is [DiametersIn] of these lengths alone.
func (l Lengths) In(n vec.Norm, examples []Example, dim int) Geometry {
	return l.Watched(n, examples, dim, func(float64) bool { return true })
}

// Watched is [Lengths.In] that tells now and then which part of the pairs is settled. Where
// watch returns false it stops, and what it returns is of no use.
func (l Lengths) Watched(n vec.Norm, examples []Example, dim int, watch func(part float64) (on bool)) Geometry {
	g := Geometry{Examples: len(examples), Dim: dim}
	for i := range examples {
		if examples[i].Y == Positive {
			g.Positives++
		}
	}
	if l.Norms {
		g.Shortest, g.DBar = norms(n, examples)
	}
	if len(examples) <= few {
		l.pairwise(&g, n, examples)
	} else {
		l.search(&g, n, examples, watch)
	}
	g.D = max(g.DPlus, g.DMinus)
	return g
}

// few is how many examples are compared pair by pair, without allocating.
const few = 48

func (l Lengths) pairwise(g *Geometry, n vec.Norm, examples []Example) {
	if l.euclidean(g, n, examples) {
		return
	}
	var positions [few]uint8 // of the positives, then of the negatives
	plus, minus := positions[:g.Positives], positions[g.Positives:len(examples)]
	p, m := 0, 0
	for i := range examples {
		if examples[i].Y == Positive {
			plus[p] = uint8(i)
			p++
		} else {
			minus[m] = uint8(i)
			m++
		}
	}
	if l.Within {
		for k, i := range plus {
			g.DPlus = max(g.DPlus, farthest(n, examples, i, plus[:k]))
		}
		for k, i := range minus {
			g.DMinus = max(g.DMinus, farthest(n, examples, i, minus[:k]))
		}
	}
	if l.Across {
		for _, i := range plus {
			g.Delta = max(g.Delta, farthest(n, examples, i, minus))
		}
	}
	if euclidean(n) {
		g.DPlus, g.DMinus, g.Delta = math.Sqrt(g.DPlus), math.Sqrt(g.DMinus), math.Sqrt(g.Delta)
	}
}

// compact is how many coordinates examples may have in all to be copied to where they lie
// together.
const compact = 128

// euclidean is pairwise in ℓ2 of few dense examples of the same dimension.
// It reports false where they are not.
func (l Lengths) euclidean(g *Geometry, n vec.Norm, examples []Example) bool {
	if !euclidean(n) || len(examples) == 0 {
		return false
	}
	d := len(examples[0].X.Value)
	if d*len(examples) > compact {
		return false
	}
	var rows [compact]float64
	plus, minus := rows[:g.Positives*d], rows[g.Positives*d:len(examples)*d]
	p, m := plus, minus
	for i := range examples {
		x := &examples[i].X
		if x.Index != nil || len(x.Value) != d {
			return false
		}
		if examples[i].Y == Positive {
			p = p[copy(p, x.Value):]
		} else {
			m = m[copy(m, x.Value):]
		}
	}
	if l.Within {
		for at := d; at < len(plus); at += d {
			g.DPlus = max(g.DPlus, vec.MostSqDist(plus[at:at+d], plus[:at]))
		}
		for at := d; at < len(minus); at += d {
			g.DMinus = max(g.DMinus, vec.MostSqDist(minus[at:at+d], minus[:at]))
		}
	}
	if l.Across {
		for at := 0; at < len(plus); at += d {
			g.Delta = max(g.Delta, vec.MostSqDist(plus[at:at+d], minus))
		}
	}
	g.DPlus, g.DMinus, g.Delta = math.Sqrt(g.DPlus), math.Sqrt(g.DMinus), math.Sqrt(g.Delta)
	return true
}

// farthest is the largest distance of example i from the others, in ℓ2 its square.
func farthest(n vec.Norm, examples []Example, i uint8, others []uint8) (most float64) {
	x := examples[i].X
	if !euclidean(n) {
		for _, j := range others {
			most = max(most, Distance(n, x, examples[j].X))
		}
		return most
	}
	for _, j := range others {
		y := &examples[j].X
		var sq float64
		if x.Index == nil && y.Index == nil {
			sq = vec.SqDistDense(x.Value, y.Value)
		} else {
			sq = vec.SqDist(x, *y)
		}
		if sq > most {
			most = sq
		}
	}
	return most
}

func euclidean(n vec.Norm) bool { return n == nil || n == vec.L2{} }

func (l Lengths) search(g *Geometry, n vec.Norm, examples []Example, watch func(part float64) bool) {
	var plus, minus []vec.Vector
	for _, e := range examples {
		if e.Y == Positive {
			plus = append(plus, e.X)
		} else {
			minus = append(minus, e.X)
		}
	}
	var all, settled float64
	within, across := float64(float64(len(plus))*float64(len(plus))/2)+float64(float64(len(minus))*float64(len(minus))/2), float64(float64(len(plus))*float64(len(minus)))
	if l.Within {
		all += within
	}
	if l.Across {
		all += across
	}
	const often = 1 << 4 // times that pairs are settled, a box with a box
	times := 0
	on := true
	count := func(pairs float64) bool {
		settled += pairs
		if times++; pairs == 0 || times%often == 0 {
			on = on && watch(settled/all)
		}
		return on
	}
	measure := func(x, y []vec.Vector) (found, cover float64) {
		s := span(n, x, y, l.steps(len(examples)), count)
		return s.length, s.cover
	}
	if l.Within && len(plus) > 0 {
		g.Found.DPlus, g.DPlus = measure(plus, nil)
	}
	if l.Within && len(minus) > 0 && on {
		g.Found.DMinus, g.DMinus = measure(minus, nil)
	}
	if l.Across && len(plus) > 0 && len(minus) > 0 && on {
		g.Found.Delta, g.Delta = measure(plus, minus)
	}
	g.Found.D = max(g.Found.DPlus, g.Found.DMinus)
	if g.Found == (Diametric{g.DPlus, g.DMinus, max(g.DPlus, g.DMinus), g.Delta}) {
		g.Found = Diametric{}
	}
}

// steps is how long pairs of so many examples are searched.
func (l Lengths) steps(examples int) int {
	if l.Most > 0 && examples > l.Most {
		return coverSteps
	}
	return exact
}

// norms returns the least and the largest ‖x‖, 0 and 0 of no examples.
func norms(n vec.Norm, examples []Example) (shortest, longest float64) {
	for i := range examples {
		x := &examples[i].X
		var norm float64
		switch n := n.(type) {
		case nil, vec.L2:
			norm = x.SqNorm()
		default:
			norm = n.Of(x.Value)
		}
		if i == 0 || norm < shortest {
			shortest = norm
		}
		longest = max(longest, norm)
	}
	if euclidean(n) {
		return math.Sqrt(shortest), math.Sqrt(longest)
	}
	return shortest, longest
}
