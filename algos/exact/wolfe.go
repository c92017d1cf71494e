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
// The (z, e_g) of the active set are linearly independent, so that there are at most d+2, with positive weights.
type corral struct {
	z      [][]*big.Int // with (1), or (1, 0) and (0, 1), after the coordinates: the e_g
	dim    int          // without these
	member []int
	lambda Vector // of all points, 0 of those that are no members
}

// nearestPoint returns the weights of the point of least norm, one an example. The examples are of
// one dimension, and of both classes unless the hyperplane is to go through the origin.
func nearestPoint(examples []Example, origin bool) Vector {
	points := make([]Vector, len(examples))
	for i, e := range examples {
		points[i] = e.X.Times(integer(e.Y))
	}
	_, z := integers(points...)
	c := &corral{z: z, dim: len(z[0]), lambda: NewVector(len(z))}
	for i, e := range examples {
		if z[i] = append(z[i], big.NewInt(1)); !origin {
			z[i] = append(z[i][:c.dim], big.NewInt(int64(1+e.Y)/2), big.NewInt(int64(1-e.Y)/2))
		}
	}
	for g := c.dim; g < len(z[0]); g++ {
		i := slices.IndexFunc(z, func(z []*big.Int) bool { return z[g].Sign() > 0 })
		c.member = append(c.member, i)
		c.lambda[i].SetInt64(1)
	}
	for {
		w, nu := c.settle()
		i := c.lowest(w, nu)
		if i < 0 || !slices.ContainsFunc(w[:c.dim], func(v *big.Int) bool { return v.Sign() != 0 }) {
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
		if slack.Sub(slack, dotInt(z[c.dim:], nu)).Cmp(least) < 0 {
			lowest, least = i, slack
		}
	}
	return lowest
}

// settle moves λ to the least point of the affine hulls of the active set, or of what is left of it where that is
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
//
// With the e_g after the coordinates, w and the ν_g have one more each, and all leading minors are positive.
func (c *corral) affine() (numerator []*big.Int, denominator *big.Int) {
	m, n := len(c.member), len(c.member)+len(c.z[0])-c.dim
	a := make([][]*big.Int, n)
	for k := range a {
		for j := range n + 1 {
			v := new(big.Int)
			switch {
			case k < m && j < m:
				v = dotInt(c.z[c.member[k]], c.z[c.member[j]])
			case k < m && j < n:
				v.Neg(c.z[c.member[k]][c.dim+j-m])
			case j < m:
				v.Set(c.z[c.member[j]][c.dim+k-m])
			case k >= m && j == n:
				v.SetInt64(1)
			}
			a[k] = append(a[k], v)
		}
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

// solve returns the solution of n linear equations in n unknowns, as numerators of one denominator, by elimination
// without fractions (Bareiss, Mathematics of Computation 22 (1968), in Jordan's form): after k pivots every number is a
// minor of order k or k+1, and the divisions have no remainder. It overwrites a, whose row i is the equation Σ_{j<n}
// a_ij x_j = a_in, and whose leading minors are positive.
func solve(a [][]*big.Int) (numerator []*big.Int, denominator *big.Int) {
	n := len(a)
	denominator, term := big.NewInt(1), new(big.Int)
	for k := range n {
		for i := range a {
			// a_ij ← (a_kk a_ij − a_ik a_kj)/a_{k−1,k−1}; the columns up to k are done
			for j := k + 1; i != k && j <= n; j++ {
				a[i][j].Mul(a[i][j], a[k][k])
				a[i][j].Sub(a[i][j], term.Mul(a[i][k], a[k][j]))
				a[i][j].Quo(a[i][j], denominator)
			}
		}
		denominator = a[k][k]
	}
	for _, row := range a {
		numerator = append(numerator, row[n])
	}
	return numerator, denominator
}
