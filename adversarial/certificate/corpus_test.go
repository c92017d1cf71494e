package certificate_test

import (
	"bytes"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
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

// printedKappa returns the bound on m(φ) of HKNS25, Theorem 4.1 with the l2 form of Table 1: its case split is r/(1−φ)
// < √2.
func printedKappa(phi string) string {
	q := "(1 - " + phi + ")"
	return "log(gamma3/gamma) / -log(r < sqrt(2)*" + q + " ? sqrt(" + phi + " + r^2/4) : sqrt(1 - " + q + "^2/r^2))"
}

// streamOf parses "+1,0 -0,1/2", or with many classes "0:1,0 2:0,1/2".
func streamOf(t testing.TB, text string) (all []exact.Example) {
	t.Helper()
	for e := range strings.FieldsSeq(text) {
		label, x, many := strings.Cut(e, ":")
		if !many {
			label, x = e[:1]+"1", e[1:]
		}
		y, err := strconv.Atoi(label)
		require.NoError(t, err)
		all = append(all, exact.Example{X: point(t, strings.Split(x, ",")...), Y: y})
	}
	return all
}

// itemsOf parses items from names, statements in a line, streams, and comparators of coordinates, "" for none.
func itemsOf(t testing.TB, texts [][4]string) (all []item) {
	t.Helper()
	for _, text := range texts {
		s, err := adversarial.ParseStatement(text[1])
		require.NoError(t, err, text[0])
		i := item{name: text[0], statement: s, stream: streamOf(t, text[2])}
		if text[3] != "" {
			i.comparator = point(t, strings.Split(text[3], ",")...)
		}
		all = append(all, i)
	}
	return all
}

// corpus returns a certificate for each erratum that it names, and one of each form that a certificate can take.
func corpus(t testing.TB) []item {
	const triangle, pair = "-0,0 +2,2 -2,0", "+1,0 --1,0 "
	return itemsOf(t, [][4]string{
		{"plain", "e-omm: mistakes <= 2 where r < 3", triangle},
		{"a strict claim that is attained", "perceptron: mistakes < (R/gamma0)^2", "-1"},
		{"functions", "perceptron: mistakes <= excess(1/2) + excess_mcp(R/4) + fall(R, 1/4) + recursion(3*R, 2, 1) + " +
			"recursion(4/3, 3/2, sqrt(2)) - 10 where fall(R, 0) == 0 && excess(0) == excess_mcp(0)", "-1"},
		{"a strict claim that is attained by roots", "e-omm: sqrt(8) > Delta", triangle},
		{"E0.1 ties", "omm(rho=0,rule=printed): m(0) <= " + printedKappa("0") + " where gamma > 0",
			pair + "-0,1 -0,1 -0,1 -0,1"},
		{"E0.1 ties, by kappa0", "omm(rho=0,rule=printed): m(0) <= log(gamma3/gamma)/" +
			"-log(kappa0(r/2, 1/2) + 0*kappa0(1, 1/4, 3/2, 2))", pair + "-0,1 -0,1 -0,1 -0,1"},
		{"a tie learned from", "ce-omm against omm(rho=1/2): updates + their_updates <= 3", pair + "-0,1 --1/2,0"},
		{"E0.3 split", "e-omm: m(0.9) <= " + printedKappa("0.9") + " where r >= 1 - 9/10", pair + "+9/10,-1/10"},
		{"E0.4 updates that are no mistakes", "perceptron: mistakes >= updates where r <= 1/2",
			"+4,1 -9/2,-1 +4,1 -9/2,-1 +4,1 -9/2,-1"},
		{"E0.6 dropped", "n-omm(keep=violating): errors <= 0 where gamma > 0", pair + "+1,5 +1/2,-2"},
		{"E3.1 missing R", "perceptron: mistakes - L1 <= R^2*U^2/2 + U*sqrt(R^2*U^2/4 + L1)",
			"-2,0,0,0 -0,2,0,0 -0,0,2,0 -0,0,0,2", "-1/2,-1/2,-1/2,-1/2"},
		{"E1.1 not scale covariant", "mira: updates <= (R*U + sqrt(L1*U))^2", "-100 +100 -100 +100", "-1/7000"},
		{"E2.1 step 4", "naromma(step4=printed) against a-romma: margin >= their_margin", "+1,0 +1/2,0 +3/5,1"},
		{"E3.2 regularizer", "randomized(psi=printed,R=0.3): expected_mistakes <= sqrt(2*T) where R <= 1",
			strings.Repeat("+3/10 ", 12)},
		{"steps near the optimum, with ties", "e-omm against a-romma: mbar(1/2) + mbar(1) + mbar(-1/2) <= 5 " +
			"where their_mbar(1/2) >= 1", "-0,0 +2,2 +5/2,0 +2,0 +0,2 +2,0"},
		{"a tie of the strict rule", "mcp(rule=strict): updates >= 2", "+1,0 +1/2,1", ""},
		{"an example at the origin", "mcp against a-romma: 1 + m(0) + their_m(0) + mbar(0) <= 0", "+1,0 +0,0 +1,1"},
		{"at rest", "pumma(delta=1/10) against n-omm at rest within 40 passes: last_gamma/gamma <= 9/10 " +
			"where T >= 6 and their_margin > 0 in units of D", triangle},
		{"inseparable, fixed", "pa-ii(C=1/2) in 3 passes: mistakes*R <= gamma0 + gamma + shortest*U in units of Delta",
			"+1,1 -2,2 +3,3 -1,0 +0,1", "0,1/3"},
		{"a second learner with a bias", "perceptron against bias(perceptron,c=2): " +
			"mistakes + their_mistakes + their_margin <= 2 where R < 2", "+1 +1 -1/2 -1/2"},
		{"many classes", "amira-k-best(eps=1/2,k=2) of 4 classes in 2 passes: updates + margin <= U^2 + k where gamma0 > 0",
			"0:1,0 2:0,1 3:-1,0 2:1,2", "1,0,0,0,0,1/2,0,0"},
		{"one class", "romma(eps=1): updates <= rho + Dminus + Dplus/R where d == 2", "-1,0 -0,1"},
	})
}

// everyLearner returns, for each exact learner, a statement with many terms, including its parameters, that is false on
// a random stream. One of arow has a tie, and second-order learns from +1 on.
func everyLearner(t testing.TB) []item {
	const all = "mistakes + opening_mistakes + later_mistakes + updates + later_updates + errors" +
		" + margin + T + d + R + L1 + L2 + U + gamma0 + shortest"
	theirs := ""
	for _, name := range []string{
		"T", "mistakes", "opening_mistakes", "later_mistakes", "updates", "later_updates", "errors", "margin", "m(2/3)", "gamma3", "last_gamma",
	} {
		theirs += " + their_" + name
	}
	var items []item
	for k, learner := range []string{
		"perceptron", "pa", "pa-i(C=1/5)", "pa-ii(C=2)", "mira", "amira(eps=0.25)", "randomized", "randomized(R=5)",
		"randomized-omd", "randomized-omd(R=5)", "randomized-omd(R=1/2)", "randomized(psi=printed)",
		"randomized(R=1/2, psi=printed)", "romma(eps=1)", "romma(eps=0.5)", "a-romma", "naromma", "naromma(step4=printed)",
		"pumma(delta=0)", "pumma(delta=1/4)", "e-omm", "ce-omm", "omm(rho=2/3)", "omm(rule=printed, rho=1/2)", "n-omm",
		"n-omm(rho=1/2)", "n-omm(keep=violating, rho=0)", "mcp", "mcp(rho=1/4)", "mcp(rule=strict)",
		"mcp(rho=1/3,rule=sharp)",
		"cmcp", "n-omm(keep=violating)", "arow(a=1/2)", "arow(a=2)", "margin-perceptron(beta=3/2)", "second-order(a=2)",
		"alma(alpha=1/2)", "alma(alpha=1,B=1/2,C=2)", "bias(perceptron,c=3)", "bias(amira(eps=1/4), -0.5)",
		"bias(a-romma,c=1/3)",
	} {
		spec, err := exact.Parse(learner)
		require.NoError(t, err)
		quantity := all
		if spec.Has(exact.OwnMargin) {
			quantity += " + m(1/3) + m(1) + gamma3 + last_gamma"
		}
		if spec.Has(exact.OwnMargin) && !spec.Has(exact.Normalises) {
			quantity += " + mbar(1/3) + mbar(-1/5)"
		}
		if spec.Has(exact.DrawsLabels) {
			quantity += " + expected_mistakes"
		}
		for _, name := range slices.Sorted(maps.Keys(spec.Params)) {
			quantity += " + " + name
		}
		for seed := range uint64(3) {
			if seed != uint64(k%3) && !rapidtest.Long() {
				continue
			}
			s := Statement{
				Learner: learner, Against: "e-omm", Quantity: quantity + theirs, Claim: "-1", Passes: int(seed%2) + 1,
			}
			comparator := point(t, "1/2", "-1/3")
			if spec.Lift != nil {
				comparator = append(comparator, big.NewRat(1, 5))
			} else {
				s.Quantity += " + their_mbar(2/3)"
			}
			items = append(items, item{learner, s, planted(seed), comparator})
		}
	}
	return append(items, manyClasses(t)...)
}

// manyClasses returns items on the learners of many classes, which err and update often.
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

// planted returns a separable stream in the plane with integer coordinates, so that ties are frequent.
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

// compile compiles a statement, which proposes multipliers in norms as hunts do.
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

// requireVerdict returns the verdict on a certificate, which must be valid.
func requireVerdict(t testing.TB, c *Certificate, own ...Own) *Verdict {
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

// inNorms returns statements on learners in norms other than ℓ₂, with streams that refute them, and every kind of term.
func inNorms(t testing.TB) []item {
	const four = "-0,0 +2,2 -2,0 +3,5/2"
	return itemsOf(t, [][4]string{
		{"S1 in the norm of 3", "e-omm(p=3): later_mistakes <= r < 2 ? 0 : (r-2/r)^2", "--3,0 +2,-2 -0,1"},
		{"Novikoff in the norm of 3", "perceptron(p=3): updates <= (R/gamma0)^2 where gamma0 > 0 && p == 3", "+1,1 --1,1"},
		{"half-integers", "pumma(delta=1/10, p=5/2) in 2 passes: T <= " +
			"last_gamma/gamma + margin + m(1/2) + mbar(1/2) + gamma3/gamma in units of Delta", four},
		{"against, from below", "omm(rho=1/3,p=4) against perceptron(p=4): mistakes + their_margin >= " +
			"10 + U + L1 + shortest + Dplus + Dminus + errors where r <= 3 || d == 2", four, "1/2,-1/3"},
		{"ALMA, inseparable", "alma(alpha=1/2,p=3): updates + (p-1) <= gamma + gamma0 + 0*R", "+1,0 -2,0 +3,0"},
		{"one class", "perceptron(p=3/2): updates <= gamma0/R", "+1,2 +2,1/2"},
	})
}

// integers returns n points of ℤ^dim in [−9, 9]^dim beside a hyperplane, which may be near.
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

// longItems returns items with runs of some sixty updates in 3 passes, and of more than five hundred in 60, whose
// numbers no computer could write down as fractions.
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

// contradict returns points near multiples of the unit vectors, each with the label that e-OMM does not predict: a
// mistake at every step, as on the simplex of HKNS25, Appendix A. They are independent, and so separable.
func contradict(t testing.TB, d int) []exact.Example {
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
