package adversarial_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/adversarial/hunt"
	"marginlab/algos/exact"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// A stream made by hand is read exactly, and so is a decimal of up to 15 digits from float64.
func TestStreamsByHandAreReadExactly(t *testing.T) {
	got, err := adversarial.ReadByHand(strings.NewReader(`{"stream": [{"x": [0.1, "1/3"], "y": 1}, {"x": ["-2", 1E-20], "y": -1}]}`))
	require.NoError(t, err)
	require.Equal(t, "[1/10 1/3] 1 [-2 1/100000000000000000000] -1", inRatios(got))
	for text, fault := range map[string]string{
		`{"stream": [{"x": [1], "y": 1}]`:                                    "unexpected EOF",
		`{"stream": [{"x": [1], "y": 1}]} 2`:                                 "expected the end of the file",
		`{"stream": [{"x": ["1/0"], "y": 1}]}`:                               "expected a denominator other than 0",
		`{"stream": [{"x": ["one"], "y": 1}]}`:                               "expected a decimal number or a ratio of integers",
		`{"stream": [{"x": [null], "y": 1}]}`:                                "expected a decimal number or a ratio of integers",
		`{"stream": [{"x": [1], "y": 1, "weight": 2}]}`:                      "unknown field",
		`{"stream": [{"x": [` + strings.Repeat("9", 70_000) + `], "y": 1}]}`: "a coordinate of 70000 characters, expected at most 65536",
	} {
		_, err := adversarial.ReadByHand(strings.NewReader(text))
		require.ErrorContains(t, err, fault, text)
	}
	decimals := adversarial.Decimals([]theory.Example{{X: vec.Sparse([]int{1}, []float64{123456.789012345}), Y: 1}, {X: vec.Dense(0.1, -3e-9), Y: -1}})
	require.Equal(t, "[0 24691357802469/200000000] 1 [1/10 -3/1000000000] -1", inRatios(decimals))
}

// inRatios writes a stream.
func inRatios(stream []exact.Example) string {
	var all []string
	for _, e := range stream {
		var x []string
		for _, v := range e.X {
			x = append(x, v.RatString())
		}
		all = append(all, fmt.Sprint(x, e.Y))
	}
	return strings.Join(all, " ")
}

// The stream of a certificate refutes its statement again, with a comparator that is found anew.
func TestStreamsOfCertificatesAreCertified(t *testing.T) {
	for _, name := range []string{"wrong-split", "lecture-without-R", "naromma-step-4", "amira-at-rest", "tie-rho-half"} {
		known, err := adversarial.Erratum{Name: name}.Certificate()
		require.NoError(t, err)
		c, err := hunt.Certify(adversarial.Conjecture{Statement: known.Statement}, known.Stream)
		if name == "naromma-step-4" { // which is printed, and no learner of package algos
			require.Error(t, err)
			continue
		}
		require.NoError(t, err, name)
		adversarial.RequireValid(t, c)
		require.Equal(t, known.Stream, c.Stream)
	}
	_, err := hunt.Certify(adversarial.Conjecture{Statement: certificate.Statement{Learner: "e-omm", Quantity: "mistakes", Claim: "2 + d/2"}}, []exact.Example{{X: exact.Floats(1), Y: 1}, {X: exact.Floats(2), Y: -1}})
	var refused *certificate.RefusedError
	require.ErrorAs(t, err, &refused)
	require.Equal(t, "mistakes <= 2 + d/2 holds of the stream: 1 <= 2.5", refused.Reason)
}
