package multiclass

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
)

// kktTolerance is the KKT residual at which [Hildreth] ends, relative to the
// greatest |F_i|. maxHildreth bounds its iterations, for each constraint.
const (
	kktTolerance = 1e-10
	maxHildreth  = 10000
)

// Hildreth solves a quadratic program by its dual, a coordinate at a time:
//
//	min ½‖w'−w‖²  s.t.  a_i·w' ≥ b_i,  i = 1, …, n
//
// Given:
//
//	gram   A_ij = a_i·a_j, n×n, row by row
//	f      F_i = b_i − a_i·w
//
// it stores in eta the η ≥ 0 with w' = w + Σ η_i a_i, and in r, computed afresh from
// them, b_i − a_i·w' = F − Aη. It returns the KKT residual, the greatest of
//
//	|r_i| where η_i > 0,  max(0, r_i) where η_i = 0.
//
// It ends when that is at most 1e-10·max|F_i|. If it is not so after 10000n iterations, because the constraints
// contradict each other or nearly do, or because F is not finite, that is an error.
//
// It implements Hildreth (1957) in the order of Gauss and Southwell: the
// coordinate of the greatest residual next, the first of several.
//
//	η_i ← max(0, η_i + r_i/A_ii)
//
// The multipliers of linearly dependent a_i are not unique; w' is.
func Hildreth(eta, r, gram, f []float64) (residual float64, err error) {
	n := len(f)
	if len(eta) != n || len(r) != n || len(gram) != n*n {
		panic("multiclass: Hildreth needs n multipliers, n values and n×n products")
	}
	clear(eta)
	tol := kktTolerance * floats.Norm(f, math.Inf(1))
	if math.IsNaN(tol) || math.IsInf(tol, 0) {
		return math.NaN(), fmt.Errorf("multiclass: Hildreth's algorithm was given %v, expected finite numbers", f)
	}
	copy(r, f)
	fresh := true // r was computed from eta, not followed
	for range maxHildreth*n + 1 {
		i, worst := 0, 0.
		for j := range r {
			if v := kkt(eta[j], r[j]); v > worst {
				i, worst = j, v
			}
		}
		residual = worst
		switch {
		case worst <= tol && fresh:
			return residual, nil
		case worst <= tol:
			for j := range r {
				r[j] = f[j] - num.Dot(gram[j*n:(j+1)*n], eta)
			}
			fresh = true
			continue
		}
		row := gram[i*n : (i+1)*n]
		if row[i] == 0 { // a_i = 0 reaches nothing
			break
		}
		next := max(0, eta[i]+r[i]/row[i])
		num.AddScaled(r, eta[i]-next, row)
		eta[i], fresh = next, false
	}
	return residual, fmt.Errorf("multiclass: Hildreth's algorithm is at a KKT residual of %.3g with %d constraints, expected at most %.3g: they contradict each other, or nearly", residual, n, tol)
}

// kkt is how far a constraint with the multiplier η, short of its bound by r, is from its KKT conditions.
func kkt(eta, r float64) float64 {
	if eta > 0 {
		return math.Abs(r)
	}
	return max(0, r)
}
