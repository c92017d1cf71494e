package adversarial

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial/certificate"
)

// The range of r is the same, however the domain says it.
func TestRangeOfR(t *testing.T) {
	all := Range[float64]{}
	for where, want := range map[string]Range[float64]{
		"":                                  all,
		"gamma > 0":                         all,
		"1.2 <= r <= 1.995":                 {1.2, 1.995},
		"r >= 2":                            {2, math.MaxFloat64},
		"r<8 and d == 2 && 1.5 <= r":        {1.5, 8},
		"r <= 3 && (r >= 1)":                {0, 3},
		"r <= 3 || d == 1":                  all,
		"d == 1 ? r <= 3 : r <= 4":          all,
		"3 <= r && r <= 2":                  all,
		"3 <= r && r <= 3":                  {3, 3},
		"r < sqrt(3) && 1 <= r && rho <= 2": {1, math.MaxFloat64},
	} {
		require.Equal(t, want, Conjecture{Statement: certificate.Statement{Where: where}}.rangeOfR(), where)
	}
	c := Conjecture{Statement: certificate.Statement{Where: "d == 2"}, R: Range[float64]{1, 8}}
	require.Equal(t, c.R, c.rangeOfR())
	require.Equal(t, "1 <= r <= 8 && (d == 2)", c.Whole().Where)
	c.R = Range[float64]{High: math.MaxFloat64}
	require.Equal(t, "d == 2", c.Whole().Where)
}

// What a target knows of its statement: its terms, each once; whether translations change nothing that it
// speaks of; and whose gamma* the violations of m̄(phi) are measured in.
func TestWhatATargetKnows(t *testing.T) {
	require.Len(t, targetOf(t, certificate.Statement{Learner: "e-omm", Quantity: "mistakes + T", Claim: "T + mistakes"}, Range[int]{}, Range[int]{}).terms, 2)
	for _, c := range []struct {
		certificate.Statement
		translates, gamma, gamma0 bool
	}{
		{Statement: certificate.Statement{Learner: "e-omm", Quantity: "mistakes", Claim: "r^2"}, translates: true},
		{Statement: certificate.Statement{Learner: "e-omm", Quantity: "D", Claim: "1", Fixed: "gamma"}, translates: true},
		{Statement: certificate.Statement{Learner: "e-omm", Quantity: "D", Claim: "1", Fixed: "Dbar"}},
		{Statement: certificate.Statement{Learner: "e-omm", Quantity: "D", Claim: "1", Fixed: "R"}},
		{Statement: certificate.Statement{Learner: "e-omm", Quantity: "mistakes", Claim: "gamma0"}},
		{Statement: certificate.Statement{Learner: "e-omm", Quantity: "mistakes", Claim: "U"}},
		{Statement: certificate.Statement{Learner: "perceptron", Quantity: "mistakes", Claim: "r^2"}},
		{Statement: certificate.Statement{Learner: "e-omm", Against: "n-omm", Quantity: "mistakes", Claim: "r"}},
		{Statement: certificate.Statement{Learner: "e-omm", Quantity: "mbar(1/2)", Claim: "r"}, translates: true, gamma: true},
		{Statement: certificate.Statement{Learner: "romma", Quantity: "mbar(1/2)", Claim: "r"}, gamma0: true},
		{Statement: certificate.Statement{Learner: "e-omm", Against: "romma", Quantity: "mbar(1/2)", Claim: "r"}, gamma: true},
		{Statement: certificate.Statement{Learner: "e-omm", Against: "romma", Quantity: "their_mbar(1/2)", Claim: "r"}, gamma0: true},
		{Statement: certificate.Statement{Learner: "romma", Against: "e-omm", Quantity: "their_mbar(1/2)", Claim: "r"}, gamma: true},
	} {
		at := targetOf(t, c.Statement, Range[int]{}, Range[int]{})
		got := []bool{at.translates(), at.bounds("gamma"), at.bounds("gamma0")}
		require.Equal(t, []bool{c.translates, c.gamma, c.gamma0}, got, c.Statement.String())
	}
}
