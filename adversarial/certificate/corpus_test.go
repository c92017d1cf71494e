package certificate_test

import (
	"bytes"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	. "marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/internal/rapidtest"
)

// item is a statement with a stream that refutes it.
type item struct {
	name       string
	statement  Statement
	stream     []exact.Example
	comparator exact.Vector
}

func point(t testing.TB, coordinates ...string) exact.Vector {
	t.Helper()
	var x exact.Vector
	for _, c := range coordinates {
		v, ok := new(big.Rat).SetString(c)
		require.True(t, ok, c)
		x = append(x, v)
	}
	return x
}

// printedKappa is the m(φ) of HKNS25, Theorem 4.1 with the l2 form of Table 1: its case split is r/(1−φ) < √2.
func printedKappa(phi string) string {
	q := "(1 - " + phi + ")"
	return "log(gamma3/gamma) / -log(r < sqrt(2)*" + q + " ? sqrt(" + phi + " + r^2/4) : sqrt(1 - " + q + "^2/r^2))"
}

// corpus has a certificate for each erratum that it names, and one of each form that a certificate can take.
func corpus(t testing.TB) []item {
	pos := func(x ...string) exact.Example { return exact.Example{X: point(t, x...), Y: +1} }
	neg := func(x ...string) exact.Example { return exact.Example{X: point(t, x...), Y: -1} }
	class := func(y int, x ...string) exact.Example { return exact.Example{X: point(t, x...), Y: y} }
	repeat := func(n int, e ...exact.Example) (all []exact.Example) {
		for range n {
			all = append(all, e...)
		}
		return all
	}
	pair := []exact.Example{pos("1", "0"), neg("-1", "0")}
	return []item{
		{
			name: "plain", statement: Statement{Learner: "e-omm", Quantity: "mistakes", Claim: "2", Where: "r < 3"},
			stream: []exact.Example{neg("0", "0"), pos("2", "2"), neg("2", "0")},
		},
		{
			name: "a strict claim that is attained", statement: Statement{Learner: "perceptron", Quantity: "mistakes", Relation: "<", Claim: "(R/gamma0)^2"},
			stream: []exact.Example{neg("1")},
		},
		{
			name: "functions",
			statement: Statement{
				Learner: "perceptron", Quantity: "mistakes", Where: "fall(R, 0) == 0 && excess(0) == excess_mcp(0)",
				Claim: "excess(1/2) + excess_mcp(R/4) + fall(R, 1/4) + recursion(3*R, 2, 1) + recursion(4/3, 3/2, sqrt(2)) - 10",
			},
			stream: []exact.Example{neg("1")},
		},
		{
			name: "a strict claim that is attained by roots", statement: Statement{Learner: "e-omm", Quantity: "sqrt(8)", Relation: ">", Claim: "Delta"},
			stream: []exact.Example{neg("0", "0"), pos("2", "2"), neg("2", "0")},
		},
		{
			name:      "E0.1 ties",
			statement: Statement{Learner: "omm(rho=0,rule=printed)", Quantity: "m(0)", Claim: printedKappa("0"), Where: "gamma > 0"},
			stream:    append(pair, repeat(4, neg("0", "1"))...),
		},
		{
			name:      "E0.1 ties, by kappa0",
			statement: Statement{Learner: "omm(rho=0,rule=printed)", Quantity: "m(0)", Claim: "log(gamma3/gamma)/-log(kappa0(r/2, 1/2) + 0*kappa0(1, 1/4, 3/2, 2))"},
			stream:    append(pair, repeat(4, neg("0", "1"))...),
		},
		{
			name:      "a tie learned from",
			statement: Statement{Learner: "ce-omm", Against: "omm(rho=1/2)", Quantity: "updates + their_updates", Claim: "3"},
			stream:    append(pair, neg("0", "1"), neg("-1/2", "0")),
		},
		{
			name:      "E0.3 split",
			statement: Statement{Learner: "e-omm", Quantity: "m(0.9)", Claim: printedKappa("0.9"), Where: "r >= 1 - 9/10"},
			stream:    append(pair, pos("9/10", "-1/10")),
		},
		{
			name:      "E0.4 updates that are no mistakes",
			statement: Statement{Learner: "perceptron", Quantity: "mistakes", Relation: ">=", Claim: "updates", Where: "r <= 1/2"},
			stream:    repeat(3, pos("4", "1"), neg("9/2", "-1")),
		},
		{
			name:      "E0.6 dropped",
			statement: Statement{Learner: "n-omm(keep=violating)", Quantity: "errors", Claim: "0", Where: "gamma > 0"},
			stream:    append(pair, pos("1", "5"), pos("1/2", "-2")),
		},
		{
			name:       "E3.1 missing R",
			statement:  Statement{Learner: "perceptron", Quantity: "mistakes - L1", Claim: "R^2*U^2/2 + U*sqrt(R^2*U^2/4 + L1)"},
			stream:     []exact.Example{neg("2", "0", "0", "0"), neg("0", "2", "0", "0"), neg("0", "0", "2", "0"), neg("0", "0", "0", "2")},
			comparator: point(t, "-1/2", "-1/2", "-1/2", "-1/2"),
		},
		{
			name:       "E1.1 not scale covariant",
			statement:  Statement{Learner: "mira", Quantity: "updates", Claim: "(R*U + sqrt(L1*U))^2"},
			stream:     repeat(2, neg("100"), pos("100")),
			comparator: point(t, "-1/7000"),
		},
		{
			name:      "E2.1 step 4",
			statement: Statement{Learner: "naromma(step4=printed)", Against: "a-romma", Quantity: "margin", Relation: ">=", Claim: "their_margin"},
			stream:    []exact.Example{pos("1", "0"), pos("1/2", "0"), pos("3/5", "1")},
		},
		{
			name:      "E3.2 regularizer",
			statement: Statement{Learner: "randomized(psi=printed,R=0.3)", Quantity: "expected_mistakes", Claim: "sqrt(2*T)", Where: "R <= 1"},
			stream:    repeat(12, pos("3/10")),
		},
		{
			name:      "steps near the optimum, with ties",
			statement: Statement{Learner: "e-omm", Against: "a-romma", Quantity: "mbar(1/2) + mbar(1) + mbar(-1/2)", Claim: "5", Where: "their_mbar(1/2) >= 1"},
			stream:    []exact.Example{neg("0", "0"), pos("2", "2"), pos("5/2", "0"), pos("2", "0"), pos("0", "2"), pos("2", "0")},
		},
		{
			name:      "an example at the origin",
			statement: Statement{Learner: "mcp", Against: "a-romma", Quantity: "1 + m(0) + their_m(0) + mbar(0)", Claim: "0"},
			stream:    []exact.Example{pos("1", "0"), pos("0", "0"), pos("1", "1")},
		},
		{
			name:      "at rest",
			statement: Statement{Learner: "pumma(delta=1/10)", Against: "n-omm", Quantity: "last_gamma/gamma", Claim: "9/10", Where: "T >= 6 and their_margin > 0", Passes: 40, AtRest: true, Fixed: "D"},
			stream:    []exact.Example{neg("0", "0"), pos("2", "2"), neg("2", "0")},
		},
		{
			name:       "inseparable, fixed",
			statement:  Statement{Learner: "pa-ii(C=1/2)", Quantity: "mistakes*R", Claim: "gamma0 + gamma + shortest*U", Passes: 3, Fixed: "Delta"},
			stream:     []exact.Example{pos("1", "1"), neg("2", "2"), pos("3", "3"), neg("1", "0"), pos("0", "1")},
			comparator: point(t, "0", "1/3"),
		},
		{
			name:      "a second learner with a bias",
			statement: Statement{Learner: "perceptron", Against: "bias(perceptron,c=2)", Quantity: "mistakes + their_mistakes + their_margin", Claim: "2", Where: "R < 2"},
			stream:    []exact.Example{pos("1"), pos("1"), neg("1/2"), neg("1/2")},
		},
		{
			name:       "many classes",
			statement:  Statement{Learner: "amira-k-best(eps=1/2,k=2)", Quantity: "updates + margin", Claim: "U^2 + k", Where: "gamma0 > 0", Passes: 2, Classes: 4},
			stream:     []exact.Example{class(0, "1", "0"), class(2, "0", "1"), class(3, "-1", "0"), class(2, "1", "2")},
			comparator: point(t, "1", "0", "0", "0", "0", "1/2", "0", "0"),
		},
		{
			name:      "one class",
			statement: Statement{Learner: "romma(eps=1)", Quantity: "updates", Claim: "rho + Dminus + Dplus/R", Where: "d == 2"},
			stream:    []exact.Example{neg("1", "0"), neg("0", "1")},
		},
	}
}

// everyLearner has a statement with many terms, false on a random stream, of each exact learner.
func everyLearner(t testing.TB) []item {
	all := "mistakes + opening_mistakes + later_mistakes + updates + later_updates + errors + margin + T + d + R + L1 + L2 + U"
	own := all + " + m(1/3) + m(1) + mbar(1/3) + mbar(-1/5) + gamma3 + last_gamma"
	theirs := ""
	for _, name := range []string{
		"T", "mistakes", "opening_mistakes", "later_mistakes", "updates", "later_updates", "errors", "margin", "m(2/3)", "gamma3", "last_gamma",
	} {
		theirs += " + their_" + name
	}
	var items []item
	for k, learner := range []struct{ text, quantity string }{
		{"perceptron", all},
		{"pa", all},
		{"pa-i(C=1/5)", all},
		{"pa-ii(C=2)", all},
		{"mira", all + " + eps"},
		{"amira(eps=0.25)", all + " + eps"},
		{"randomized", all + " + expected_mistakes"},
		{"randomized(R=5)", all + " + expected_mistakes"},
		{"randomized-omd", all + " + expected_mistakes"},
		{"randomized-omd(R=5)", all + " + expected_mistakes"},
		{"randomized-omd(R=1/2)", all + " + expected_mistakes"},
		{"randomized(psi=printed)", all + " + expected_mistakes"},
		{"randomized(R=1/2, psi=printed)", all + " + expected_mistakes"},
		{"romma(eps=1)", own + " + eps"},
		{"romma(eps=0.5)", own + " + eps + rho"},
		{"a-romma", own + " + eps + rho"},
		{"naromma", own + " + rho"},
		{"naromma(step4=printed)", own + " + rho"},
		{"pumma(delta=0)", own + " + delta"},
		{"pumma(delta=1/4)", own + " + rho"},
		{"e-omm", own + " + rho"},
		{"ce-omm", own + " + rho"},
		{"omm(rho=2/3)", own + " + rho"},
		{"omm(rule=printed, rho=1/2)", own + " + rho"},
		{"n-omm", own + " + rho"},
		{"n-omm(rho=1/2)", own + " + rho"},
		{"n-omm(keep=violating, rho=0)", own + " + rho"},
		{"mcp", own + " + rho"},
		{"mcp(rho=1/4)", own + " + rho"},
		{"mcp(rule=strict)", own + " + rho"},
		{"mcp(rho=1/3,rule=sharp)", own + " + rho"},
		{"cmcp", own + " + rho"},
		{"n-omm(keep=violating)", own + " + rho"},
		{"arow(a=1/2)", all + " + a"}, // with a tie
		{"arow(a=2)", all + " + a"},
		{"margin-perceptron(beta=3/2)", all + " + gamma0 + beta"},
		{"second-order(a=2)", all + " + a"}, // from +1 on
		{"alma(alpha=1/2)", strings.ReplaceAll(own, "mbar", "0*m") + " + alpha"},
		{"alma(alpha=1,B=1/2,C=2)", strings.ReplaceAll(own, "mbar", "0*m") + " + B + C"},
		{"bias(perceptron,c=3)", all + " + gamma0 + shortest"},
		{"bias(amira(eps=1/4), -0.5)", all + " + eps"},
		{"bias(a-romma,c=1/3)", own},
	} {
		for seed := range uint64(3) {
			if seed != uint64(k%3) && !rapidtest.Long() {
				continue
			}
			s := Statement{Learner: learner.text, Against: "e-omm", Quantity: learner.quantity + theirs, Claim: "-1", Passes: int(seed%2) + 1}
			comparator := point(t, "1/2", "-1/3")
			if strings.HasPrefix(learner.text, "bias") {
				comparator = append(comparator, big.NewRat(1, 5))
			} else {
				s.Quantity += " + their_mbar(2/3)"
			}
			items = append(items, item{learner.text, s, planted(seed), comparator})
		}
	}
	return append(items, manyClasses(t)...)
}

// manyClasses are items on the learners of many classes, which err and update often.
func manyClasses(t testing.TB) (items []item) {
	const all = "mistakes + later_mistakes + updates + margin + errors + T + d + R + shortest + gamma0 + L1 + L2 + U + eps + k + their_errors + their_mistakes + their_updates + their_margin"
	for seed, of := range []struct {
		learner string
		classes int
	}{
		{"amira-1-best(eps=1)", 3}, {"amira-k-best(eps=1/4)", 3}, {"amira-k-best(eps=0.5,k=2)", 4}, {"bias(amira-k-best(eps=1/2,k=7),1/2)", 4}, {"amira-k-best(eps=1)", 2},
		{"multiclass-perceptron", 3}, {"bias(multiclass-perceptron,2)", 4},
	} {
		random := rand.New(rand.NewPCG(uint64(seed), 5))
		var stream []exact.Example
		for range 6 {
			x, y := random.Int64N(7)-3, random.Int64N(7)-3
			stream = append(stream, exact.Example{X: exact.Vector{big.NewRat(x, 2), big.NewRat(y, 2)}, Y: random.IntN(of.classes)})
		}
		quantity := all
		if strings.Contains(of.learner, "perceptron") {
			quantity = strings.Replace(all, " + eps + k", "", 1)
		}
		s := Statement{
			Learner: of.learner, Against: "amira-k-best(eps=1/3,k=2)", Quantity: quantity, Claim: "-1",
			Passes: 1 + seed%2, Classes: of.classes,
		}
		d := 2
		if strings.HasPrefix(of.learner, "bias") {
			d = 3
		}
		var comparator exact.Vector
		for range d * of.classes {
			comparator = append(comparator, big.NewRat(random.Int64N(5)-2, 3))
		}
		items = append(items, item{s.Learner, s, stream, comparator})
	}
	return items
}

// planted is a separable stream in the plane, of integers, so that ties are many.
func planted(seed uint64) []exact.Example {
	random := rand.New(rand.NewPCG(seed, 4))
	var stream []exact.Example
	for len(stream) < 7 {
		x, y := random.Int64N(9)-4, random.Int64N(9)-4
		side := 2*x - y + int64(seed%2) // half of them have a bias
		if side == 0 {
			continue
		}
		e := exact.Example{X: exact.Vector{big.NewRat(x, 2), big.NewRat(y, 2)}, Y: 1}
		if side < 0 {
			e.Y = -1
		}
		stream = append(stream, e)
	}
	return stream
}

// compile reads a statement; multipliers in norms are proposed as hunts do it.
func compile(t testing.TB, s Statement) *adversarial.Problem {
	t.Helper()
	p, err := adversarial.Compile(s)
	require.NoError(t, err, s.String())
	return p
}

func certify(t testing.TB, i item) *Certificate {
	t.Helper()
	c, err := compile(t, i.statement).Certify(i.stream, i.comparator, Limit{})
	require.NoError(t, err, i.name)
	return c
}

// verified is the verdict on a certificate that is valid.
func verified(t testing.TB, c *Certificate, own ...Own) *Verdict {
	t.Helper()
	v, err := c.Verify(Limit{}, own...)
	require.NoError(t, err, c.Statement)
	return v
}

func written(t testing.TB, c *Certificate) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, c.Write(&b))
	return b.Bytes()
}

// inNorms has statements on learners in norms other than ℓ₂, with streams that refute them, and every kind of term.
func inNorms(t testing.TB) []item {
	pos := func(x ...string) exact.Example { return exact.Example{X: point(t, x...), Y: +1} }
	neg := func(x ...string) exact.Example { return exact.Example{X: point(t, x...), Y: -1} }
	return []item{
		{
			name:      "S1 in the norm of 3",
			statement: Statement{Learner: "e-omm(p=3)", Quantity: "later_mistakes", Claim: "r < 2 ? 0 : (r-2/r)^2"},
			stream:    []exact.Example{neg("-3", "0"), pos("2", "-2"), neg("0", "1")},
		},
		{
			name:      "Novikoff in the norm of 3",
			statement: Statement{Learner: "perceptron(p=3)", Quantity: "updates", Claim: "(R/gamma0)^2", Where: "gamma0 > 0 && p == 3"},
			stream:    []exact.Example{pos("1", "1"), neg("-1", "1")},
		},
		{
			name: "half-integers",
			statement: Statement{
				Learner: "pumma(delta=1/10, p=5/2)", Quantity: "T", Claim: "last_gamma/gamma + margin + m(1/2) + mbar(1/2) + gamma3/gamma", Passes: 2, Fixed: "Delta",
			},
			stream: []exact.Example{neg("0", "0"), pos("2", "2"), neg("2", "0"), pos("3", "5/2")},
		},
		{
			name: "against, from below",
			statement: Statement{
				Learner: "omm(rho=1/3,p=4)", Against: "perceptron(p=4)", Quantity: "mistakes + their_margin", Relation: ">=",
				Claim: "10 + U + L1 + shortest + Dplus + Dminus + errors", Where: "r <= 3 || d == 2",
			},
			stream:     []exact.Example{neg("0", "0"), pos("2", "2"), neg("2", "0"), pos("3", "5/2")},
			comparator: point(t, "1/2", "-1/3"),
		},
		{
			name:      "ALMA, inseparable",
			statement: Statement{Learner: "alma(alpha=1/2,p=3)", Quantity: "updates + (p-1)", Claim: "gamma + gamma0 + 0*R"},
			stream:    []exact.Example{pos("1", "0"), neg("2", "0"), pos("3", "0")},
		},
		{
			name:      "one class",
			statement: Statement{Learner: "perceptron(p=3/2)", Quantity: "updates", Claim: "gamma0/R"},
			stream:    []exact.Example{pos("1", "2"), pos("2", "1/2")},
		},
	}
}

// integers are n points of ℤ^dim in [−9, 9]^dim beside a hyperplane, which may be near.
func integers(dim, n int) []exact.Example {
	random := rand.New(rand.NewPCG(3, uint64(dim)))
	u := make([]int64, dim)
	for i := range u {
		u[i] = random.Int64N(7) - 3
	}
	var stream []exact.Example
	for len(stream) < n {
		x, score := make(exact.Vector, dim), int64(3)
		for i := range x {
			v := random.Int64N(19) - 9
			x[i], score = big.NewRat(v, 1), score+u[i]*v
		}
		if score*score >= 4 {
			stream = append(stream, exact.Example{X: x, Y: big.NewRat(score, 1).Sign()})
		}
	}
	return stream
}

// longItems have runs of some sixty updates in 3 passes, and of more than five hundred in
// 60, whose numbers no computer could write down as fractions.
func longItems(passes int) []item {
	own := "later_updates + mistakes + last_gamma/gamma + gamma3 + margin + m(1) + m(1/2) + errors"
	var items []item
	for _, learner := range []string{"e-omm", "a-romma", "naromma", "pumma(delta=1/100)"} {
		items = append(items, item{
			name: learner, stream: integers(12, 60),
			statement: Statement{Learner: learner, Quantity: own, Claim: "100", Passes: passes},
		})
	}
	return items
}

// contradicted are points near multiples of the unit vectors, each with the label that e-OMM does not predict: a
// mistake at every step, as on the simplex of HKNS25, Appendix A, and separable, as they are independent.
func contradicted(t testing.TB, d int) []exact.Example {
	eOMM, err := exact.Parse("e-omm")
	require.NoError(t, err)
	random := rand.New(rand.NewPCG(1, 2))
	var stream []exact.Example
	for i := range d {
		x := make(exact.Vector, d)
		for k := range x {
			x[k] = big.NewRat(random.Int64N(3)-1, 1)
		}
		x[i].Add(x[i], big.NewRat(int64(2*d), 1))
		stream = append(stream, exact.Example{X: x, Y: 1})
		var r *exact.Run
		require.NoError(t, exact.Decide(exact.Limit{}, func(prec uint) { r = eOMM.Run(prec, d, stream, exact.Repeat{}, exact.Limit{}) }))
		stream[i].Y = -r.Steps[i].Predicted
	}
	return stream
}
