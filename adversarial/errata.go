package adversarial

import (
	"embed"
	"fmt"
	"path"

	"marginlab/adversarial/certificate"
)

// Erratum is a statement that is not so as printed, with the certificate that says
// so, and what is true instead.
type Erratum struct {
	Name      string // of the certificate, testdata/Name.json
	Source    string // where it is printed
	Says      string // what is wrong
	Row       string // of package theory's table that is refuted as printed, "" if it has none
	Proved    string // and the row that is proved instead
	Printed   certificate.Statement
	Corrected certificate.Statement
}

//go:embed testdata/*.json testdata/open/*.json
var certificates embed.FS

// Certificate is the erratum's, as it was found and shrunk.
func (e Erratum) Certificate() (*certificate.Certificate, error) {
	file, err := certificates.Open(path.Join("testdata", e.Name+".json"))
	if err != nil {
		return nil, fmt.Errorf("erratum %s: %w", e.Name, err)
	}
	defer file.Close()
	return certificate.Read(file)
}

// The bound of omm.txt, Theorem 4.1, at φ = 0, ½ and 0.9, with the cases of κ(r, φ)
// as they are; and at 0.9 as Section 5.1 prints them.
const (
	theorem41At0        = "r < 1 ? 0 : r^2 < 2 ? 2*log(gamma3/gamma)/-log(r^2/4) : 2*log(gamma3/gamma)/-log(1-1/r^2)"
	theorem41AtHalf     = "r < 1/2 ? 0 : r^2 < 1 ? 2*log(gamma3/gamma)/-log(1/2+r^2/4) : 2*log(gamma3/gamma)/-log(1-1/(2*r)^2)"
	theorem41At9        = "r < 0.1 ? 0 : r^2 < 0.2 ? 2*log(gamma3/gamma)/-log(0.9+r^2/4) : 2*log(gamma3/gamma)/-log(1-(0.1/r)^2)"
	theorem41At9Printed = "r < 0.1 ? 0 : r < 0.1*sqrt(2) ? 2*log(gamma3/gamma)/-log(0.9+r^2/4) : 2*log(gamma3/gamma)/-log(1-(0.1/r)^2)"
)

// Errata are the statements of the papers that a stream refutes.
func Errata() []Erratum {
	says := func(learner, quantity, claim, where string) certificate.Statement {
		return certificate.Statement{Learner: learner, Quantity: quantity, Relation: "<=", Claim: claim, Where: where, Passes: 1}
	}
	against := func(s certificate.Statement, other string) certificate.Statement {
		s.Against = other
		return s
	}
	// The rival u of the papers has length 1 and a margin g; here it is u/g, so that
	// U = 1/g, L1 = Σe/g and L2 = Σe²/g², with e = max(0, g − y u·x).
	const (
		lecture          = "L1 + R^2*U^2/2 + R*U*sqrt(R^2*U^2/4 + L1)"
		lecturePrinted   = "L1 + R^2*U^2/2 + U*sqrt(R^2*U^2/4 + L1)"
		inseparable      = "sqrt(L2) <= R*U ? (R*U + sqrt(L2))^2 : 2*(R^2*U^2 + L2)"
		inseparableSum   = "(R*U + sqrt(U*L1))^2"
		inseparableRoots = "(R*U + sqrt(L2))^2"
	)
	return []Erratum{
		{
			Name: "tie-rho-0", Source: "omm.txt, Theorem 4.1",
			Row: "omm-theorem-4.1-printed", Proved: "omm-theorem-4.1",
			Says:      "Algorithm 1 updates at a_t < rho gamma_t, the theorem counts a_t <= phi gamma_t: at rho = 0 a point on the hyperplane is mistaken for ever.",
			Printed:   says("omm(rho=0,rule=printed)", "m(0)", theorem41At0, ""),
			Corrected: says("omm(rho=0)", "m(0)", theorem41At0, ""),
		},
		{
			Name: "tie-rho-half", Source: "omm.txt, Theorem 4.1",
			Row: "omm-theorem-4.1-printed", Proved: "omm-theorem-4.1",
			Says:      "The same at rho = 1/2.",
			Printed:   says("omm(rho=1/2,rule=printed)", "m(1/2)", theorem41AtHalf, ""),
			Corrected: says("omm(rho=1/2)", "m(1/2)", theorem41AtHalf, ""),
		},
		{
			Name: "violations-are-not-mistakes", Source: "omm.txt, Section 4",
			Says:      "m(0) is not the number of mistakes: a tie with label +1 is predicted right. It is not less.",
			Printed:   says("e-omm", "m(0)", "later_mistakes", ""),
			Corrected: says("e-omm", "later_mistakes", "m(0)", ""),
		},
		{
			Name: "wrong-split", Source: "omm.txt, Section 5.1",
			Row: "omm-theorem-4.1-l2-printed", Proved: "omm-theorem-4.1",
			Says:      "The middle case of kappa ends at r^2 = 2(1-phi), not at r = sqrt(2)(1-phi).",
			Printed:   says("e-omm", "m(0.9)", theorem41At9Printed, ""),
			Corrected: says("e-omm", "m(0.9)", theorem41At9, ""),
		},
		{
			Name: "wrong-split-table-1", Source: "omm.txt, Table 1, second column",
			Row: "omm-table-1-iterations-printed", Proved: "omm-table-1-iterations",
			Says:      "Table 1 inherits the split.",
			Printed:   says("e-omm", "opening_mistakes + m(0.9)", "2 + ("+theorem41At9Printed+")", ""),
			Corrected: says("e-omm", "opening_mistakes + m(0.9)", "2 + ("+theorem41At9+")", ""),
		},
		{
			Name: "updates-are-not-mistakes", Source: "omm.txt, Example 5.1",
			Says:      "With c r = 2 every second inner product is 0: an update, but no mistake.",
			Printed:   says("perceptron", "updates", "mistakes", "gamma0 > 0"),
			Corrected: says("perceptron", "mistakes", "updates", "gamma0 > 0"),
		},
		{
			Name: "n-omm-forgets", Source: "omm.txt, Algorithm 1 (naive)",
			Row: "n-omm-printed-optimal", Proved: "n-omm-optimal",
			Says:      "A point that is not violating is dropped, and the last classifier can be wrong on it.",
			Printed:   says("n-omm(keep=violating)", "errors", "0", "gamma > 0"),
			Corrected: says("n-omm", "errors", "0", "gamma > 0"),
		},
		{
			Name: "amira-sum-of-errors", Source: "amira.txt, Theorem 4",
			Row: "amira-inseparable-printed", Proved: "amira-inseparable",
			Says:      "D = sqrt(sum e) does not scale with the features.",
			Printed:   says("mira", "mistakes", inseparableSum, ""),
			Corrected: says("mira", "updates", inseparable, "shortest == R"),
		},
		{
			Name: "amira-norms", Source: "amira.txt, Theorem 4, with D = sqrt(sum e^2)",
			Row: "amira-inseparable-printed", Proved: "amira-inseparable",
			Says:      "A short example makes a long step, so that the norms have to be equal.",
			Printed:   says("mira", "mistakes", inseparableRoots, ""),
			Corrected: says("mira", "updates", inseparable, "shortest == R"),
		},
		{
			Name: "amira-theorem-2", Source: "amira.txt, Theorem 2 (for two classes)",
			Proved:    "amira-updates",
			Says:      "\"(2-eps)/gamma\" is (2-eps)/eps: as printed the bound does not scale with the features.",
			Printed:   says("amira(eps=1/2)", "updates", "(2-eps)/gamma0*(R/gamma0)^2", "gamma0 > 0"),
			Corrected: says("amira(eps=1/2)", "updates", "(2-eps)/eps*(R/gamma0)^2", "gamma0 > 0"),
		},
		{
			Name: "naromma-step-4", Source: "mcp.txt, Theorem 7",
			Proved:    "naromma-mistakes",
			Says:      "With step 4 of Fig. 1 NAROMMA is not aggressive ROMMA: they err at different examples.",
			Printed:   against(says("a-romma", "mistakes", "their_mistakes", "gamma0 > 0"), "naromma(step4=printed)"),
			Corrected: against(says("a-romma", "mistakes", "their_mistakes", "gamma0 > 0"), "naromma"),
		},
		{
			Name: "mcp-margin", Source: "mcp.txt, after Lemma 9",
			Proved:    "mcp-ell",
			Says:      "An example that MCP leaves is beyond 1/(2 ell_i), not 1/ell_i.",
			Printed:   says("mcp", "m(1)", "updates", "gamma0 > 0"),
			Corrected: says("mcp", "m(1/2)", "updates", "gamma0 > 0"),
		},
		{
			Name: "lecture-without-R", Source: "online-linear-classification.txt, Theorem 2",
			Row: "perceptron-hinge-printed", Proved: "perceptron-hinge",
			Says:      "The last term lacks the factor R (q = 1).",
			Printed:   says("perceptron", "updates", lecturePrinted, ""),
			Corrected: says("perceptron", "updates", lecture, ""),
		},
		{
			Name: "randomized-short", Source: "online-linear-classification.txt, Theorem 1",
			Row: "randomized-regret-printed", Proved: "randomized-regret",
			Says:      "With psi as printed the regret exceeds sqrt(2T) where the features are short.",
			Printed:   says("randomized(R=1/10,psi=printed)", "expected_mistakes", "L1/2 + sqrt(2*T)", "R <= 1/10 && U <= 10"),
			Corrected: says("randomized(R=1/10)", "expected_mistakes", "L1/2 + sqrt(2*T)/2", "R <= 1/10 && U <= 10"),
		},
		{
			Name: "randomized-long", Source: "online-linear-classification.txt, Theorem 1",
			Row: "randomized-regret-printed", Proved: "randomized-regret",
			Says:      "And where they are long.",
			Printed:   says("randomized(R=10,psi=printed)", "expected_mistakes", "L1/2 + sqrt(2*T)", "R <= 10 && U <= 1/10"),
			Corrected: says("randomized(R=10)", "expected_mistakes", "L1/2 + sqrt(2*T)/2", "R <= 10 && U <= 1/10"),
		},
	}
}
