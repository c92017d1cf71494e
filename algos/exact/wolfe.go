package exact

import (
	"math/big"
	"slices"
)

// corral is Wolfe's active set of points, in the search for the point of least norm of the difference of two classes'
// hulls or, through the origin, of the hull of all yx.
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
// The (z, e_g) of the active set are linearly independent, so that there are at most d+2, with positive weights.
type corral struct {
	z      [][]*big.Int
	hull   []int // the hull g of each z
	hulls  int   // 1 or 2
	member []int
	lambda Vector              // of all points, 0 for points that are not members
	gram   map[[2]int]*big.Int // z_i·z_j, for pairs that were members together
}

// nearestPoint returns the weights of the point of least norm, one an example. The examples must have one dimension,
// and both classes unless the hyperplane goes through the origin.
func nearestPoint(examples []Example, origin bool) Vector {
	points, hull := make([]Vector, len(examples)), make([]int, len(examples))
	for i, e := range examples {
		if points[i] = e.X.Times(integer(e.Y)); !origin && e.Y < 0 {
			hull[i] = 1
		}
	}
	_, z := integers(points...)
	c := &corral{z: z, hull: hull, hulls: 1 + slices.Max(hull), lambda: NewVector(len(z)), gram: map[[2]int]*big.Int{}}
	for g := range c.hulls {
		c.member = append(c.member, slices.Index(hull, g))
		c.lambda[c.member[g]].SetInt64(1)
	}
	for {
		w, nu := c.settle()
		i := c.lowest(w, nu)
		if i < 0 || !slices.ContainsFunc(w, func(v *big.Int) bool { return v.Sign() != 0 }) {
			return c.lambda
		}
		c.member = append(c.member, i)
	}
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

// settle moves λ to the least point of the affine hulls of the active set, dropping members as long as that point is
// outside of the hulls. It returns w = Σλz and the ν_g, all times one positive number.
func (c *corral) settle() (w, nu []*big.Int) {
	for {
		numerator, denominator := c.affine()
		mu, theta, inside := make(Vector, len(c.member)), integer(1), true
		for k, i := range c.member {
			if mu[k] = new(big.Rat).SetFrac(numerator[k], denominator); mu[k].Sign() <= 0 {
				inside = false
				step := new(big.Rat).Sub(c.lambda[i], mu[k]) // λ + θ(μ−λ) = 0
				if step.Quo(c.lambda[i], step).Cmp(theta) < 0 {
					theta = step
				}
			}
		}
		for k, i := range c.member {
			step := mu[k].Sub(mu[k], c.lambda[i])
			c.lambda[i].Add(c.lambda[i], step.Mul(step, theta))
		}
		if inside {
			return c.sum(numerator), numerator[len(c.member):]
		}
		c.member = slices.DeleteFunc(c.member, func(i int) bool { return c.lambda[i].Sign() == 0 })
	}
}

// affine returns the weights μ of the least point of the affine hulls, and the
// ν_g, as numerators of one positive denominator:
//
//	Σ_j z_i·z_j μ_j − ν_g(i) = 0,  Σ_g μ = 1
func (c *corral) affine() (numerator []*big.Int, denominator *big.Int) {
	m, n := len(c.member), len(c.member)+c.hulls
	a := make([][]*big.Int, n)
	for i := range a {
		a[i] = make([]*big.Int, n+1)
		for j := range a[i] {
			switch a[i][j] = new(big.Int); {
			case i < m && j < m:
				a[i][j].Set(c.product(c.member[i], c.member[j]))
			case i < m && j < n && c.hull[c.member[i]] == j-m:
				a[i][j].SetInt64(-1)
			case i >= m && j < m && c.hull[c.member[j]] == i-m, i >= m && j == n:
				a[i][j].SetInt64(1)
			}
		}
	}
	return solve(a)
}

// product returns z_i·z_j.
func (c *corral) product(i, j int) *big.Int {
	pair := [2]int{min(i, j), max(i, j)}
	if c.gram[pair] == nil {
		c.gram[pair] = dotInt(c.z[i], c.z[j])
	}
	return c.gram[pair]
}

// sum returns Σ weight·z over the members; weight may have more entries.
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

// solve returns the solution of n linear equations in n unknowns, as numerators of one positive denominator, by
// elimination without fractions (Bareiss, Mathematics of Computation 22 (1968), in Jordan's form): after k pivots every
// number is a minor of order k or k+1, and the divisions have no remainder. It overwrites a, whose row i is the
// equation Σ_{j<n} a_ij x_j = a_in, and panics if it is singular.
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
			// a_ij ← (a_kk a_ij − a_ik a_kj)/previous; the columns up to k are done
			for j := k + 1; i != k && j <= n; j++ {
				a[i][j].Mul(a[i][j], a[k][k])
				a[i][j].Sub(a[i][j], term.Mul(a[i][k], a[k][j]))
				a[i][j].Quo(a[i][j], previous)
			}
		}
		previous = a[k][k]
	}
	for _, row := range a {
		x := row[n] // a_ii would be previous by now
		if previous.Sign() < 0 {
			x.Neg(x)
		}
		numerator = append(numerator, x)
	}
	return numerator, new(big.Int).Abs(previous)
}
