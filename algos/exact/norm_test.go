package exact_test

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/exact"
	"marginlab/internal/rapidtest"
	"marginlab/theory/real"
)

// power returns |x|^p for a number that is known to many digits.
func power(t require.TestingT, x real.Interval, p string) real.Interval {
	y, err := x.Pow(real.NewInterval(200, rat(p)))
	require.NoError(t, err)
	return y
}

func enclosed(t require.TestingT, r value) real.Interval {
	x, err := r.Interval(200)
	require.NoError(t, err)
	return x
}

// Each line is a stream, the decision at its last step (the label, an update), the last w, and powers of γ_t after it
// and of the margin of the last classifier. In ℓ2 w is given by its signed squares, and "" means no γ_t; in a norm w is
// given up to a factor.
var enclosedByHand = []struct {
	learner, stream, decided, w, power, gamma, margin string
}{
	{"cmcp", "+0,0", "+ -", "0,0", "2", "", "0"},
	{"cmcp", "+0,0 +2,0", "+ u", "4,0", "2", "4", "0"}, // (0,0) has margin 0
	{"cmcp", "+1,0 +1/4,1", "+ -", "1,0", "2", "1", "1/16"},
	{"cmcp", "+1,0,0,0 +-1/2,1,0,0", "- u", "9/25,16/25,0,0", "2", "5/9", "1/4"}, // τ = 4/5
	{"cmcp", "+1,0,0,0 +-1/2,1,0,0 +0,0,1,0", "+ u", "9/25,16/25,5/9,0", "2", "5/14", "9/56"},
	// τ = √5/3; ‖w‖² = 14/9
	{"cmcp", "+1,0,0,0 +-1/2,1,0,0 -0,0,1,0", "+ u", "9/25,16/25,-5/9,0", "2", "5/14", "9/56"},            // y x
	{"cmcp", "+1,0,0,0 +-1/2,1,0,0 +0,0,0,0", "+ -", "9/25,16/25,0,0", "2", "5/9", "0"},                   // x = 0
	{"cmcp", "+1,0,0,0 +-1/2,1,0,0 +0,0,1,0 +0,0,0,7", "+ u", "9/25,16/25,5/9,5/441", "2", "245/691", ""}, // √5/3/7
	{"mcp", "+1,0 +1/4,1", "+ u", "441/289,256/289", "2", "17/25", ""},
	// η = 1/4, τ = 16/17
	{"mcp", "+1,0 +-1/4,1", "- u", "169/289,256/289", "2", "17/33", ""}, // η = 0
	{"mcp", "+1,0 +1/2,1", "+ u", "49/25,16/25", "2", "1", ""},
	// at the limit: η = 1/2, τ = 4/5
	{"mcp", "+1,0 +5/8,1", "+ -", "1,0", "2", "1", "25/64"},
	{"mcp(rule=strict)", "+1,0 +1/2,1", "+ -", "1,0", "2", "1", "1/4"},
	{"mcp(rule=strict)", "+1,0 +1/4,1", "+ u", "441/289,256/289", "2", "17/25", ""},
	{"mcp(rule=sharp)", "+1,0 +1/2,1", "+ u", "49/25,16/25", "2", "65/81", ""},      // ℓ² = 81/65
	{"mcp(rule=sharp)", "+1,0 +-1/4,1", "- u", "169/289,256/289", "2", "17/33", ""}, // as MCP
	{"mcp", "+1,0 --1/4,-1", "- u", "441/289,256/289", "2", "17/25", ""},            // yx
	{"alma(alpha=1)", "+3,4", "+ u", "9/25,16/25", "2", "4", "25"},                  // w' = √2 x̂
	{"alma(alpha=1)", "+3,4 +4,-3", "+ u", "49/50,1/50", "2", "8/3", "25/2"},        // η = 1: w' = (7/5, 1/5)
	{"alma(alpha=1)", "+3,4 +3,4", "+ -", "9/25,16/25", "2", "4", "25"},
	{"alma(alpha=1/2)", "+3,4 +3,4", "+ u", "9/25,16/25", "2", "32/3", "25"}, // 1 ≤ √32/√2/2
	{"alma(alpha=1/2)", "+3,4 +0,0", "+ -", "9/25,16/25", "2", "16", "0"},
	{"alma(alpha=1/2)", "+1 -1 -1 -1", "- u", "-1", "2", "32/5", "0"}, // w = 1, 0, −√(2/3), and −1 again

	// u = (−1, 5/2), w = (−1, 25/4), A = −31/16; β = 1/2 makes u = (1, 2), ‖u‖³ = 9, whose w
	// has the margin ½‖u‖ on all three.
	{"e-omm(p=3)", "+-1,5/2 -0,0 +3,3/2", "- u", "1,4", "3", "9/8", "9/8"},
	{"omm(rho=1/2,p=3)", "+-1,5/2 -0,0 +3,3/2", "- u", "1,4", "3", "9/8", "9/8"},
	{"ce-omm(p=3)", "--1,5/2 +0,0 -3,3/2", "+ u", "-1,-4", "3", "9/8", "9/8"},
	// A = w·x − 9/2 at x = (13/2, 0) is 2, the target 9/2, and w = (1, 4) as before; through
	// x = (1, 2) itself it is the target.
	{"omm(rho=2/5,p=3)", "+1,2 -0,0 +13/2,0", "+ -", "1,4", "3", "9/8", "8/81"},
	{"omm(rule=printed,rho=0,p=3)", "+1,2 -0,0 -9/2,0", "+ -", "1,4", "3", "9/8", "0"},
	{"e-omm(p=3)", "+1,2 -0,0 +1,2", "+ -", "1,4", "3", "9/8", "9/8"},
	{"e-omm(p=3)", "+1,2 -0,0 +2,2", "+ -", "1,4", "3", "9/8", "9/8"},
	// p = 3/2: u = (1, 4), w = (1, 2), ‖u‖^{3/2} = 9, γ = ½ 9^{2/3}
	{"e-omm(p=3/2)", "+1,4 -0,0", "+ u", "1,2", "3", "81/8", "81/8"},
	// v = (−1, 5/2), z = (3, 3/2), and v ← (1, 2)
	{"pumma(delta=1/10,p=3)", "+-2,5 -0,0 +6,3", "- u", "1,4", "3", "9", "9"},
	{"pumma(delta=1/10,p=3)", "+2,4 -0,0 +3,15/4", "+ -", "1,4", "3", "9", "9"}, // A = 18 − 9
	{"pumma(delta=1/10,p=3)", "+2,4 -0,0 +1,17/4", "+ -", "1,4", "3", "9", "9"}, // A = 9
	{"pumma(delta=0,p=3)", "+2,4 -0,0 +1,4", "+ u", "1,16", "3", "", ""},        // A = 8 < 9, v = z = (1/2, 2)
	{"perceptron(p=3)", "+1,2", "+ u", "1,4", "1", "", ""},
	{"perceptron(p=3)", "+1,2 -4,-1", "+ u", "-9,9", "1", "", ""},    // a tie: θ = (−3, 3)
	{"perceptron(p=3)", "+1,2 +5,-1", "+ -", "1,4", "3", "", "1/81"}, // margin 1/‖w‖∗ = 1/9^{2/3}
	{"perceptron(p=4)", "+0,0 +1,-2 +7,1", "- u", "512,-1", "1", "", ""},
	// η_1 = 1: θ = x̂ = (1, 0); γ_2 = 4/√2 of α = 1; then η_2 = 1/√2 along the second axis, and w ∝ (1, 1/2)
	{"alma(alpha=1,p=3)", "+3,0", "+ u", "1,0", "2", "8", "9"},
	{"alma(alpha=1,p=3)", "+3,0 -0,5", "+ u", "2,-1", "2", "16/3", ""},
	{"alma(alpha=1,p=3)", "+3,0 +1,0", "+ -", "1,0", "2", "8", "1"},
	{"alma(alpha=1/2,p=3)", "+3,0 +1,0", "+ u", "1,0", "2", "64/3", "1"}, // 1 ≤ 8/√2/2
	{"alma(alpha=1/2,p=3,B=3/2,C=1/4)", "+3,0 +0,0", "+ -", "1,0", "2", "9/4", "0"},
	{"alma(alpha=1/2,p=3,B=3/2,C=1/4)", "+3,0", "+ u", "1,0", "2", "9/4", "9"},       // ‖θ‖ = C/√2 < 1; B²·2/2
	{"alma(alpha=1/2,p=3,B=1/5,C=1/4)", "+3,0 +1,0", "+ -", "1,0", "2", "1/25", "1"}, // w·x̂ = ‖θ‖ = 0.18 > γ/2 = 0.1
}

func TestEnclosedByHand(t *testing.T) {
	t.Parallel()
	for _, c := range enclosedByHand {
		what, inL2 := c.learner+" "+c.stream, !strings.Contains(c.learner, "p=")
		stream := parse(c.stream)
		result, err := runNamed(c.learner, len(stream[0].X), stream, exact.Limit{})
		require.NoError(t, err, what)
		last := result.Steps[len(result.Steps)-1]
		decided := map[int]string{+1: "+", -1: "-"}[last.Predicted] + map[bool]string{true: " u", false: " -"}[last.Updated]
		require.Equal(t, c.decided, decided, what)
		var want []real.Interval
		for _, q := range point(c.w) {
			if want = append(want, real.NewInterval(200, q)); inL2 {
				want[len(want)-1] = root(q)
			}
		}
		w, b := lastOf(t, result, 200)
		for i := range want {
			for j := range want {
				requireSame(t, w[j].Mul(want[i]), w[i].Mul(want[j]), what)
			}
			requireNotLess(t, w[i].Mul(want[i]), root(num(0)), what)
			if inL2 {
				requireSame(t, want[i], w[i], what)
				require.True(t, b.Contains(num(0)))
			}
		}
		if gamma := result.LastGamma(); c.gamma != "" {
			requireSame(t, real.NewInterval(200, rat(c.gamma)), power(t, enclosed(t, gamma), c.power), what+": γ")
		} else if inL2 {
			require.False(t, gamma.Exists(), what)
		}
		if c.margin != "" {
			margin := power(t, enclosed(t, result.Margin(stream)), c.power)
			requireSame(t, real.NewInterval(200, rat(c.margin)), margin, what+": the margin")
		}
	}
}

// learnersInNorms are expressions without p.
var learnersInNorms = []string{
	"e-omm(p=%s)", "ce-omm(p=%s)", "omm(rho=1/2,p=%s)", "pumma(delta=1/10,p=%s)", "perceptron(p=%s)",
	"alma(alpha=1/2,p=%s)",
}

// The models in a norm decide as the floating-point learners do, until a tie within
// rounding, and come to the same classifier.
func TestModelsInNormsDecideAsFloats(t *testing.T) {
	t.Parallel()
	all, agreed := 0, 0
	for _, learner := range learnersInNorms {
		for p, n := range map[string]int{"11/10": 1, "3/2": 6, "7/3": 1, "3": 25, "10": 10} {
			if strings.HasPrefix(learner, "alma") && rat(p).Cmp(num(2)) < 0 {
				continue
			}
			n = rapidtest.Count(n/5, min(n, 6), n)
			spec, compared := find(t, fmt.Sprintf(learner, p)), 0
			for seed := range n {
				d := streams(spec.Has(exact.OwnBias), 18).Example(seed)
				if !rat(p).IsInt() {
					d = d.withoutTies()
				}
				result, err := runOf(spec, d.dim, d.stream, exact.Repeat{}, exact.Limit{Prec: 256})
				if err != nil { // OMM updates up to a tie of what it has learned
					var undecided *real.UndecidedError
					require.ErrorAs(t, err, &undecided)
					continue
				}
				compared += agree(t, d, result, spec, fmt.Sprintf(learner, p))
			}
			all, agreed = all+n, agreed+compared
		}
	}
	require.Greater(t, 3*agreed, 2*all, "compared to the end")
}

// withoutTies returns the stream with its points moved a little.
func (d drawn) withoutTies() drawn {
	moved := d
	moved.stream = nil
	for i, e := range d.stream {
		x := make(exact.Vector, d.dim)
		for k := range x {
			x[k] = add(e.X[k], quo(num(7*i-3*k+1), num(2048)))
		}
		moved.stream = append(moved.stream, exact.Example{X: x, Y: e.Y})
	}
	return moved
}

// agree returns 1 if the floating-point learner decides like the model to the end; where it does not, there must be a
// tie within rounding.
func agree(t *testing.T, d drawn, result *result, model *exact.Spec, learner string) int {
	spec, err := algos.Parse(learner)
	require.NoError(t, err)
	twin := spec.New(d.dim)
	if sameDecisions(t, model, twin, result.Steps, d.stream, 40*1e-7, 1) < len(d.stream) {
		return 0
	}
	w, b := lastOf(t, result, 128)
	c := twin.State().Classifier
	// both in the scale of the greatest coordinate
	scale, own := math.Abs(c.B), math.Abs(middle(b))
	for k := range w {
		scale, own = max(scale, math.Abs(c.W[k])), max(own, math.Abs(middle(w[k])))
	}
	sensitive := model.Params["p"].Cmp(rat("3/2")) < 0 // w has powers of 1/10 of u
	if scale > 0 && !sensitive {
		for k := range w {
			require.InDelta(t, middle(w[k])/own, c.W[k]/scale, 1e-5, "w of %v", d)
		}
		require.InDelta(t, middle(b)/own, c.B/scale, 1e-5, "b of %v", d)
	}
	if own := twin.State().Gamma; !math.IsNaN(own) && result.LastGamma().Exists() {
		require.InEpsilon(t, own, middle(enclosed(t, result.LastGamma())), 1e-7, "γ_t")
	}
	margin := max(0, c.MarginIn(spec.Norm, floats(d.stream)))
	require.InDelta(t, margin, middle(enclosed(t, result.Margin(d.stream))), 1e-5*6, "the margin of the last classifier")
	return 1
}

// middle returns roughly the middle of an interval.
func middle(x real.Interval) float64 {
	low, _ := x.Lower().Float64()
	high, _ := x.Upper().Float64()
	return (low + high) / 2
}

// In a norm of p, ALMA's w is as long as its θ, which is η x̂ after the only example, η² = C²/(p−1):
// the classifier shown has w·x̂ = η, and is no other multiple of w.
func TestClassifierOfALMAInANorm(t *testing.T) {
	result, err := runNamed("alma(alpha=1/2,p=3,C=1)", 3, parse("+1,-2,2"), exact.Limit{})
	require.NoError(t, err)
	w, b := lastOf(t, result, 200)
	require.True(t, b.Contains(num(0)))
	product := real.NewInterval(200, num(0))
	for k, v := range []int{1, -2, 2} {
		product = product.Add(w[k].Mul(real.NewInterval(200, num(v))))
	}
	cube := product.Mul(product).Mul(product) // (η‖x‖)³, whose square is 17²/8
	requireSame(t, real.NewInterval(200, rat("289/8")), cube.Mul(cube), "(w·x)⁶")
}

// A coordinate of 2¹⁵ binary digits is taken where numbers are not rational; of one that has a
// digit more the example is named.
func TestLongCoordinatesAreRefused(t *testing.T) {
	for more, fits := range []bool{true, false} {
		long := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 1<<15-1+uint(more)))
		stream := []exact.Example{{X: exact.Vector{num(1)}, Y: 1}, {X: exact.Vector{long}, Y: 1}}
		_, err := runNamed("alma(alpha=1/2)", 1, stream, exact.Limit{})
		if fits {
			require.NoError(t, err)
			continue
		}
		require.Equal(t, &exact.TooLongError{Step: 2, Bits: 1<<15 + 1, Limit: 1 << 15}, err)
	}
}
