package exact_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/exact"
)

// drawn is a stream with a separator: y(u·x + b) ≥ 1.
type drawn struct {
	dim    int
	stream []exact.Example
	u      exact.Vector
	b      *big.Rat
}

func (d drawn) String() string { return showStream(d.stream) }

// GoString returns the text that rapid prints.
func (d drawn) GoString() string { return d.String() }

// streams draws separable streams of small integers, with repeated examples and
// ties, through the origin (b = 0) or not.
func streams(bias bool, longest int) *rapid.Generator[drawn] {
	return rapid.Custom(func(t *rapid.T) drawn {
		dim := rapid.IntRange(1, 3).Draw(t, "dim")
		integers := rapid.SliceOfN(rapid.IntRange(-2, 2), dim, dim)
		d := drawn{dim: dim, u: vector(integers.Draw(t, "u")), b: new(big.Rat)}
		if d.u.IsZero() {
			d.u[0] = num(1)
		}
		if bias {
			// An odd number, so that no example is on the hyperplane.
			d.u = times(num(2), d.u)
			d.b = num(2*rapid.IntRange(-2, 2).Draw(t, "b") + 1)
		}
		n := 1 // a sum is seldom small
		for range 3 {
			n += rapid.IntRange(0, longest/3).Draw(t, "T/3")
		}
		for range n {
			x := vector(integers.Draw(t, "x"))
			score := add(dot(d.u, x), d.b)
			if score.Sign() == 0 {
				x = combine(num(1), x, num(1), d.u)
				score = square(d.u)
			}
			d.stream = append(d.stream, exact.Example{X: x, Y: score.Sign()})
		}
		return d
	})
}

func vector(n []int) exact.Vector {
	x := make(exact.Vector, len(n))
	for i, v := range n {
		x[i] = num(v)
	}
	return x
}

// ratio returns ‖u‖²s for the separator u scaled so that min y(u·x + b) = 1, an upper bound of s/γ*².
func (d drawn) ratio(s *big.Rat) *big.Rat {
	least := leastScore(d.u, d.b, d.stream)
	return quo(mul(s, square(d.u)), mul(least, least))
}

// edges returns the edge cases of a learner's rule, which its test streams must reach.
func (s setting) edges() []string {
	edges := []string{"score 0", "mistake"}
	if !strings.HasPrefix(s.Name, "randomized") && s.Name != "pa-ii" { // its y(w·x) is seldom 1
		edges = append(edges, "at the limit")
	}
	switch s.Name {
	case "romma", "a-romma", "pumma", "e-omm", "ce-omm", "omm":
		edges = append(edges, "interior")
	}
	switch s.learner {
	case "romma(eps=1)", "ce-omm", "mira", "perceptron", "omm(rule=printed,rho=0)", "randomized",
		"randomized(psi=printed,R=4)":
	default:
		edges = append(edges, "margin update")
	}
	switch s.Name {
	case "a-romma", "pumma", "e-omm", "omm":
		edges = append(edges, "end of the segment")
	}
	return edges
}

// The test streams of the properties reach the edge cases of the learners' rules: each within a bounded number of
// streams, most within a few.
func TestStreamsReachTheEdges(t *testing.T) {
	t.Parallel()
	for _, s := range settings() {
		missing := map[string]bool{}
		for _, edge := range s.edges() {
			missing[edge] = true
		}
		for seed := 0; seed < 400 && len(missing) > 0; seed++ {
			d := streams(s.bias, s.longest()).Example(seed)
			l := s.new(d.dim)
			for _, e := range d.stream {
				before, _ := classifier(t, l)
				st := mustTake(t, l, e)
				after, _ := classifier(t, l)
				if st.Opening {
					continue
				}
				if st.Score.Sign() == 0 && !before.IsZero() {
					delete(missing, "score 0")
				}
				if st.Score.Cmp(st.Limit) == 0 {
					delete(missing, "at the limit")
				}
				if st.Mistake() {
					delete(missing, "mistake")
				}
				if !st.Updated || before.IsZero() {
					continue
				}
				if st.Score.Sign() > 0 {
					delete(missing, "margin update")
				}
				if dot(after, before).Cmp(dot(after, after)) == 0 {
					delete(missing, "interior")
				} else {
					delete(missing, "end of the segment")
				}
			}
		}
		require.Empty(t, missing, s.String())
	}
}
