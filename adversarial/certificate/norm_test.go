package certificate

import (
	"bytes"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/exact"
	"marginlab/theory/real"
)

// inNorms has statements on learners in norms other than ℓ₂, with streams that refute
// them, and every kind of term.
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
			stream: []exact.Example{neg("0", "0"), pos("2", "2"), neg("2", "0"), pos("3", "5/2")},
			rival:  point(t, "1/2", "-1/3"),
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

func TestCertificatesInNorms(t *testing.T) {
	t.Parallel()
	for _, i := range inNorms(t) {
		c := certify(t, i)
		require.NoError(t, c.Verify(Limit{}), i.name)
		text := written(t, c)
		again, err := Read(bytes.NewReader(text))
		require.NoError(t, err, i.name)
		require.NoError(t, again.Verify(Limit{}), i.name)
		require.Equal(t, string(text), string(written(t, again)))
	}
}

// power is the p-th power of the middle of an enclosure.
func power(e *Enclosure, p int) float64 {
	middle := new(big.Rat).Add(e[0], e[1])
	f, _ := middle.Mul(middle, big.NewRat(1, 2)).Float64()
	result := 1.0
	for range p {
		result *= f
	}
	return result
}

// What the certificates state, by hand.
func TestTermsInNormsByHand(t *testing.T) {
	t.Parallel()
	items := inNorms(t)
	s1 := certify(t, items[0])
	// γ∗ is half the distance of (2, −2) from (0, 1), Σ|·|³ = 8 + 27, and D that of (−3, 0) from
	// (0, 1), 27 + 1: the point of the segment nearest to (2, −2) is its end, as the slope there
	// is −4·3 − 9·1.
	require.InDelta(t, 35./8, power(s1.Geometry.Gamma.Between, 3), 1e-12)
	require.InDelta(t, 28./(35./8), power(s1.Terms[1].Between, 3), 1e-12)
	require.Nil(t, s1.Geometry.Gamma.Square)
	require.Equal(t, "r", s1.Terms[1].Name)

	novikoff := certify(t, items[1])
	require.Equal(t, []string{"updates", "R", "gamma0", "p"}, []string{novikoff.Terms[0].Name, novikoff.Terms[1].Name, novikoff.Terms[2].Name, novikoff.Terms[3].Name})
	require.InDelta(t, 2, power(novikoff.Terms[1].Between, 3), 1e-12)
	require.Equal(t, "1", novikoff.Terms[2].Value.RatString(), "of one coordinate: exactly")

	both := certify(t, items[3])
	values := map[string]Term{}
	for _, term := range both.Terms {
		values[term.Name] = term
	}
	// ‖u‖∗ is that of 4/3: ((1/2)^{4/3} + (1/3)^{4/3})^{3/4}
	require.InDelta(t, 0.70543, power(values["U"].Between, 1), 1e-5)
	require.InDelta(t, 1+1./16, power(values["Dplus"].Between, 4), 1e-12)
	require.Equal(t, "2", values["Dminus"].Value.RatString())
	require.Equal(t, "0", values["shortest"].Value.RatString())

	flat := certify(t, items[4])
	require.Zero(t, flat.Geometry.Gamma.Square.Sign(), "inseparable in every norm")
	require.Nil(t, certify(t, items[5]).Geometry.Gamma)
	// conv{(1,2), (2,1/2)} in the norm of 3/2: the slope at (1,2) toward the other is
	// 1·1 − √2·3/2 < 0, at (2,1/2) it is √2 − √½·3/2 > 0.
	gamma0 := power(certify(t, items[5]).Geometry.Gamma0.Between, 1)
	least := 10.0
	for k := range 1001 {
		s := float64(k) / 1000
		x, y := 1+s, 2-1.5*s
		least = min(least, math.Pow(math.Pow(x, 1.5)+math.Pow(y, 1.5), 2./3))
	}
	require.InDelta(t, least, gamma0, 1e-6)
}

// The margin that multipliers prove is between the ends, and the ends are close for those
// of the solver.
func TestMarginsInNormsAreClose(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		stream := planted(seed)
		for _, p := range []string{"3/2", "3", "10"} {
			exponent, _ := new(big.Rat).SetString(p)
			for _, origin := range []bool{false, true} {
				m, err := solve(exponent, stream, origin)
				require.NoError(t, err)
				if m.Between == nil {
					require.True(t, origin && m.Square.Sign() == 0)
					continue
				}
				width := new(big.Rat).Sub(m.Between[1], m.Between[0])
				gap, _ := width.Quo(width, m.Between[1]).Float64()
				require.Less(t, gap, 1e-7, "p = %s, seed %d, origin %v: %v", p, seed, origin, m.Between)
				fine, err := exact.MarginIn(exponent, stream, m.Multipliers, origin, 600)
				require.NoError(t, err)
				require.True(t, m.Between[0].Cmp(fine.Lower()) <= 0 && fine.Upper().Cmp(m.Between[1]) <= 0, "%v does not hold %v", m.Between, fine)
				proven, err := m.prove(exponent, stream, origin)
				require.NoError(t, err)
				require.Equal(t, m, proven)
			}
		}
	}
}

// Multipliers that are not the best prove wider ends: a certificate with them is valid
// only if it states these, and refutes with them.
func TestWorseMultipliersProveLess(t *testing.T) {
	t.Parallel()
	i := inNorms(t)[0]
	c := certify(t, i)
	worse := *c
	worse.Geometry.Gamma = &Margin{Multipliers: point(t, "1/2", "1", "1/2"), Between: c.Geometry.Gamma.Between}
	err := worse.Verify(Limit{})
	require.Error(t, err, "r < 2 is not proved any more")
	var refused *RefusedError
	if !isRefused(err, &refused) {
		var undecided *real.UndecidedError
		require.ErrorAs(t, err, &undecided)
	}
	for _, lambda := range []exact.Vector{point(t, "0", "1", "2"), point(t, "-1", "1", "2"), point(t, "0", "1"), point(t, "1/2", "1/2", "1/2")} {
		worse.Geometry.Gamma = &Margin{Multipliers: lambda, Between: c.Geometry.Gamma.Between}
		require.ErrorContains(t, worse.Verify(Limit{}), "geometry.gamma.multipliers")
	}
	worse.Geometry.Gamma = nil
	require.ErrorContains(t, worse.Verify(Limit{}), "geometry.gamma.multipliers")
	// In the norm of 3 ‖u‖ is less than in ℓ₂: a margin that is stated as ℓ₂'s is refused.
	worse.Geometry.Gamma = &Margin{Multipliers: c.Geometry.Gamma.Multipliers, Square: big.NewRat(13, 4)}
	require.ErrorContains(t, worse.Verify(Limit{}), "geometry.gamma.square")
}

func isRefused(err error, into **RefusedError) bool {
	refused, ok := err.(*RefusedError)
	*into = refused
	return ok
}

// In a norm with p = 2 all is as without p.
func TestTheNormOfTwoIsL2(t *testing.T) {
	i := corpus(t)[0]
	plain := certify(t, i)
	i.statement.Learner = "e-omm(p=2)"
	two := certify(t, i)
	require.NoError(t, two.Verify(Limit{}))
	require.Equal(t, plain.Geometry, two.Geometry)
	require.Equal(t, plain.Terms, two.Terms)
	require.Equal(t, plain.Runs, two.Runs)
}

func TestNormsOfStatements(t *testing.T) {
	for learner, want := range map[string]string{
		"e-omm(p=1)":                "learner \"e-omm(p=1)\": learner \"e-omm\": parameter p is 1, expected it in [1.02, 100]",
		"pa(p=3)":                   "learner \"pa(p=3)\": learner \"pa\": 1 parameters given, expected none",
		"alma(alpha=1/2,p=3/2)":     "learner \"alma(alpha=1/2,p=3/2)\": learner \"alma\": parameter p is 3/2, expected it in [2, 100]",
		"e-omm(p=3), against e-omm": "against \"e-omm\", expected a learner in the norm of e-omm(p=3): there is one geometry",
	} {
		s := Statement{Quantity: "mistakes", Claim: "1"}
		s.Learner, s.Against, _ = strings.Cut(learner, ", against ")
		_, err := Compile(s)
		require.EqualError(t, err, want)
	}
	p, err := Compile(Statement{Learner: "n-omm(p=3)", Quantity: "mistakes", Claim: "1"})
	require.NoError(t, err)
	require.EqualError(t, p.Provable(), `learner "n-omm": there is no exact model of it in the norm of p = 3, expected p = 2`)
	_, err = p.Refuted([]exact.Example{{X: point(t, "1"), Y: 1}}, nil, Limit{})
	require.ErrorContains(t, err, "there is no exact model")
	for _, learner := range []string{"n-omm", "e-omm(p=3)", "alma(alpha=1/2,p=3)"} {
		p, err := Compile(Statement{Learner: learner, Quantity: "mistakes", Claim: "1"})
		require.NoError(t, err)
		require.NoError(t, p.Provable())
	}
}

// A tie of roots ends in doubt, not in a verdict.
func TestTiesInNormsAreUndecided(t *testing.T) {
	stream := []exact.Example{{X: point(t, "1", "1"), Y: 1}, {X: point(t, "-1", "-1"), Y: -1}}
	p, err := Compile(Statement{Learner: "perceptron(p=3)", Quantity: "R/gamma0", Claim: "1"})
	require.NoError(t, err)
	_, err = p.Refuted(stream, nil, Limit{Prec: 256})
	var undecided *real.UndecidedError
	require.ErrorAs(t, err, &undecided)
}
