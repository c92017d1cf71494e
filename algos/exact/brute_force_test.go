package exact_test

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/exact"
)

// clouds draws examples of small integers that need not be separable.
func clouds(n, dim int) *rapid.Generator[[]exact.Example] {
	return rapid.Custom(func(t *rapid.T) []exact.Example {
		d := rapid.IntRange(1, dim).Draw(t, "dim")
		spread := rapid.IntRange(1, 4).Draw(t, "spread")
		apart := rapid.IntRange(0, 4).Draw(t, "apart")
		var examples []exact.Example
		for i := range rapid.IntRange(2, n).Draw(t, "n") {
			x := vector(rapid.SliceOfN(rapid.IntRange(-spread, spread), d, d).Draw(t, "x"))
			y := rapid.SampledFrom([]int{1, -1}).Draw(t, "y")
			if i < 2 {
				y = 1 - 2*i
			}
			x[0] = add(x[0], num(y*apart))
			examples = append(examples, exact.Example{X: x, Y: y})
		}
		return examples
	})
}

// bruteForce is the least ‖Σλz‖² over all sets of examples on whose affine hulls the
// least point is unique and has λ ≥ 0.
func bruteForce(examples []exact.Example, origin bool) *big.Rat {
	var least *big.Rat
	for set := 1; set < 1<<len(examples); set++ {
		var a [][]*big.Rat
		var z []exact.Vector
		var classes [2]int
		for i, e := range examples {
			if set>>i&1 == 1 {
				z = append(z, times(num(e.Y), e.X))
				classes[(1-e.Y)/2]++
			}
		}
		if !origin && classes[0]*classes[1] == 0 {
			continue
		}
		// Σ_j z_i·z_j λ_j + ν_{g(i)} = 0, Σ_g λ = 1
		k := len(z)
		for i := range k + 2 {
			a = append(a, vector(make([]int, k+3)))
			for j := range k {
				if i < k {
					a[i][j] = dot(z[i], z[j])
				}
			}
		}
		row := 0
		for i, e := range examples {
			if set>>i&1 == 1 {
				g := k
				if !origin && e.Y < 0 {
					g = k + 1
				}
				a[row][g], a[g][row] = num(1), num(1)
				row++
			}
		}
		a[k][k+2], a[k+1][k+2] = num(1), num(1)
		if origin {
			a[k+1][k+1] = num(1) // an idle unknown
		}
		lambda, ok := gauss(a)
		if !ok || slices.ContainsFunc(lambda[:k], func(v *big.Rat) bool { return v.Sign() < 0 }) {
			continue
		}
		w := times(num(0), z[0])
		for i := range z {
			w = combine(num(1), w, lambda[i], z[i])
		}
		if n := square(w); least == nil || n.Cmp(least) < 0 {
			least = n
		}
	}
	return least
}

// gauss solves n equations, with the right-hand sides in column n, unless they are singular.
func gauss(a [][]*big.Rat) (x []*big.Rat, ok bool) {
	n := len(a)
	for k := range n {
		p := slices.IndexFunc(a[k:], func(row []*big.Rat) bool { return row[k].Sign() != 0 })
		if p < 0 {
			return nil, false
		}
		a[k], a[k+p] = a[k+p], a[k]
		for i := range a {
			if i != k {
				a[i] = combine(num(1), a[i], quo(sub(num(0), a[i][k]), a[k][k]), a[k])
			}
		}
	}
	for i := range a {
		x = append(x, quo(a[i][n], a[i][i]))
	}
	return x, true
}

func TestMarginIsThatOfBruteForce(t *testing.T) {
	t.Parallel()
	for _, origin := range []bool{false, true} {
		t.Run(fmt.Sprintf("origin=%v", origin), rapid.MakeCheck(func(t *rapid.T) {
			examples := clouds(6, 3).Draw(t, "examples")
			want := bruteForce(examples, origin)
			if !origin {
				want = mul(want, rat("1/4"))
			}
			s, ok := exact.MaxMargin(examples, origin)
			require.True(t, ok)
			equal(t, want, s.SqGamma, "γ²")
			requireProved(t, s, examples, origin)
		}))
	}
}

// The generator has to reach both answers, and the degenerate cases.
func TestCloudsReachTheirEdges(t *testing.T) {
	t.Parallel()
	found := map[string]int{}
	for seed := range 300 {
		examples := clouds(6, 3).Example(seed)
		s, _ := exact.MaxMargin(examples, false)
		if s.W.IsZero() {
			found["inseparable"]++
			continue
		}
		found["separable"]++
		tight := 0 // examples on the margin
		for _, e := range examples {
			a := mul(num(2*e.Y), add(dot(s.W, e.X), s.B))
			if a.Cmp(square(s.W)) == 0 {
				tight++
			}
		}
		support := len(examples)
		for _, l := range s.Lambda {
			if l.Sign() == 0 {
				support--
			}
		}
		if tight > support {
			found["degenerate"]++
		}
		if support > 2 {
			found["three or more in the support"]++
		}
	}
	for _, edge := range []string{"inseparable", "separable", "degenerate", "three or more in the support"} {
		require.Greater(t, found[edge], 15, edge)
	}
}
