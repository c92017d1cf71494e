package exact

import (
	"math/big"
	"slices"
)

// corral is an active set of points, of the difference of the hulls of two classes or, through
// the origin, of the hull of all yx, whose point of least norm is wanted.
//
//	Problem     min ½‖Σλz‖² subject to λ ≥ 0 and Σ_g λ = 1 for each hull g
//	Given       z = yx, times a positive integer so that all are integers
//	Returns     λ, exact
//	Algorithm   Wolfe, Finding the nearest point in a polytope, Mathematical
//	            Programming 11 (1976): go towards the least point of the affine
//	            hulls of the active set, drop the points whose weight gets 0 on the way;
//	            there, enter the point of the least z·w − ν_g < 0 (ties: the first)
//	Stops       at w = 0, or when z·w ≥ ν_g for all points: no tolerance
//	Finite      as the points of the active set share z·w = ν_g, one with less is
//	            independent of them, gets a positive weight, and ‖w‖ falls. As w is
//	            a function of the active set, none comes twice
//
// The (z, e_g) of the active set are linearly independent, so that there are at most d+2, with
// positive weights.
type corral struct {
	z      [][]*big.Int
	hull   []int // the hull g of each z
	hulls  int   // 1 or 2
	member []int
	lambda []*big.Rat   // of the members
	gram   [][]*big.Int // z_i·z_j of all that were members
}

// nearestPoint returns the weights of the point of least norm, one an example. The examples are of
// one dimension, and of both classes unless the hyperplane is to go through the origin.
func nearestPoint(examples []Example, origin bool) []*big.Rat {
	c := &corral{hulls: 2, hull: make([]int, len(examples)), gram: make([][]*big.Int, len(examples))}
	if origin {
		c.hulls = 1
	}
	points := make([]Vector, len(examples))
	for i, e := range examples {
		if points[i] = e.X.Times(integer(e.Y)); !origin && e.Y < 0 {
			c.hull[i] = 1
		}
	}
	_, c.z = integers(points...)
	for g := range c.hulls {
		c.enter(slices.Index(c.hull, g))
		c.lambda[g].SetInt64(1)
	}
	for {
		w, nu := c.settle()
		i := c.lowest(w, nu)
		if i < 0 || !slices.ContainsFunc(w, func(v *big.Int) bool { return v.Sign() != 0 }) {
			break
		}
		c.enter(i)
	}
	lambda := NewVector(len(c.z))
	for k, i := range c.member {
		lambda[i] = c.lambda[k]
	}
	return lambda
}

// lowest returns the first of the points with the least z·w − ν_g < 0, or −1.
func (c *corral) lowest(w, nu []*big.Int) int {
	lowest, least := -1, new(big.Int)
	for i, z := range c.z {
		slack := dotInt(z, w)
		if slack.Sub(slack, nu[c.hull[i]]).Cmp(least) < 0 {
			lowest, least = i, slack
		}
	}
	return lowest
}

// enter adds z_i with weight 0.
func (c *corral) enter(i int) {
	c.member, c.lambda = append(c.member, i), append(c.lambda, new(big.Rat))
	if c.gram[i] == nil {
		c.gram[i] = make([]*big.Int, len(c.z))
	}
	for _, j := range c.member {
		if c.gram[i][j] == nil {
			c.gram[i][j] = dotInt(c.z[i], c.z[j])
			c.gram[j][i] = c.gram[i][j]
		}
	}
}

// settle moves λ to the least point of the affine hulls of the active set, or of what
// is left of it where that is outside of the hulls. It returns w = Σλz and the ν_g,
// all times one positive number.
func (c *corral) settle() (w, nu []*big.Int) {
	for {
		numerator, denominator := c.affine()
		mu := make([]*big.Rat, len(c.lambda))
		theta, step := integer(1), new(big.Rat)
		inside := true
		for k, lambda := range c.lambda {
			if mu[k] = new(big.Rat).SetFrac(numerator[k], denominator); mu[k].Sign() > 0 {
				continue
			}
			inside = false
			// λ + θ(μ−λ) = 0
			if step.Quo(lambda, step.Sub(lambda, mu[k])).Cmp(theta) < 0 {
				theta.Set(step)
			}
		}
		if inside {
			c.lambda = mu
			return c.sum(numerator), numerator[len(c.member):]
		}
		for k := len(c.lambda) - 1; k >= 0; k-- {
			step.Mul(theta, step.Sub(mu[k], c.lambda[k]))
			if c.lambda[k].Add(c.lambda[k], step).Sign() == 0 {
				c.member, c.lambda = slices.Delete(c.member, k, k+1), slices.Delete(c.lambda, k, k+1)
			}
		}
	}
}

// affine returns the weights μ of the least point of the affine hulls, and the
// ν_g, as numerators of one positive denominator:
//
//	Σ_j z_i·z_j μ_j − ν_g(i) = 0,  Σ_g μ = 1
func (c *corral) affine() (numerator []*big.Int, denominator *big.Int) {
	m := len(c.member)
	a := make([][]*big.Int, m+c.hulls)
	for i := range a {
		a[i] = make([]*big.Int, m+c.hulls+1)
		for j := range a[i] {
			a[i][j] = new(big.Int)
		}
	}
	for i, member := range c.member {
		for j, other := range c.member {
			a[i][j].Set(c.gram[member][other])
		}
		g := m + c.hull[member]
		a[i][g].SetInt64(-1)
		a[g][i].SetInt64(1)
	}
	for g := range c.hulls {
		a[m+g][m+c.hulls].SetInt64(1)
	}
	return solve(a)
}

// sum returns Σ weight·z over the members; weight may be longer than that.
func (c *corral) sum(weight []*big.Int) []*big.Int {
	sum, term := make([]*big.Int, len(c.z[0])), new(big.Int)
	for k := range sum {
		sum[k] = new(big.Int)
		for j, i := range c.member {
			sum[k].Add(sum[k], term.Mul(weight[j], c.z[i][k]))
		}
	}
	return sum
}

// solve returns the solution of n linear equations in n unknowns, as numerators of
// one positive denominator, by elimination without fractions (Bareiss, Mathematics
// of Computation 22 (1968), in Jordan's form): after k pivots every number is a
// minor of order k or k+1, and the divisions have no remainder. It overwrites a,
// whose row i is the equation Σ_{j<n} a_ij x_j = a_in, and panics if it is singular.
func solve(a [][]*big.Int) (numerator []*big.Int, denominator *big.Int) {
	n := len(a)
	previous, term := big.NewInt(1), new(big.Int)
	for k := range n {
		pivot := k + slices.IndexFunc(a[k:], func(row []*big.Int) bool { return row[k].Sign() != 0 })
		if pivot < k {
			panic("exact: singular equations")
		}
		a[k], a[pivot] = a[pivot], a[k]
		for i := range a {
			if i == k {
				continue
			}
			// a_ij ← (a_kk a_ij − a_ik a_kj)/previous; the columns up to k are done
			for j := k + 1; j <= n; j++ {
				a[i][j].Mul(a[i][j], a[k][k])
				a[i][j].Sub(a[i][j], term.Mul(a[i][k], a[k][j]))
				a[i][j].Quo(a[i][j], previous)
			}
		}
		previous = a[k][k]
	}
	denominator = new(big.Int).Abs(previous)
	for i := range a {
		x := a[i][n] // a_ii would be previous by now
		if previous.Sign() < 0 {
			x.Neg(x)
		}
		numerator = append(numerator, x)
	}
	return numerator, denominator
}
