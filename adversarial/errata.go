package adversarial

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"marginlab/adversarial/certificate"
	"marginlab/theory"
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

	printed, corrected string            // in a line, or the learner of what the row says
	at                 map[string]string // the names that the rows leave open
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

// Errata are the statements of the papers that a stream refutes.
func Errata() []Erratum { return slices.Clone(errata()) }

// The comparator u of the papers has length 1 and a margin g; here it is u/g, so that U = 1/g, L1 = Σe/g and
// L2 = Σe²/g², with e = max(0, g − y u·x).
var errata = sync.OnceValue(func() []Erratum {
	all := []Erratum{
		{Name: "tie-rho-0", Source: "HKNS25, Theorem 4.1", Row: "omm-theorem-4.1-printed", Proved: "omm-theorem-4.1",
			Says:    "Algorithm 1 updates where a_t < rho gamma_t, and the theorem counts where a_t <= phi gamma_t. At rho = 0 the learner errs forever on a point on its hyperplane.",
			printed: "omm(rho=0,rule=printed)", corrected: "omm(rho=0)", at: map[string]string{"phi": "0"}},
		{Name: "tie-rho-half", Source: "HKNS25, Theorem 4.1", Row: "omm-theorem-4.1-printed", Proved: "omm-theorem-4.1",
			Says:    "At rho = 1/2 a point at a_t = gamma_t/2 is counted forever.",
			printed: "omm(rho=1/2,rule=printed)", corrected: "omm(rho=1/2)", at: map[string]string{"phi": "0.5"}},
		{Name: "violations-are-not-mistakes", Source: "HKNS25, Section 4",
			Says:    "m(0) is not the number of mistakes, because a tie with the label +1 is predicted right. It is never less.",
			printed: "e-omm: m(0) <= later_mistakes", corrected: "e-omm: later_mistakes <= m(0)"},
		{Name: "wrong-split", Source: "HKNS25, Section 5.1", Row: "omm-theorem-4.1-l2-printed", Proved: "omm-theorem-4.1",
			Says:    "The middle case of kappa ends at r^2 = 2(1-phi), not at r = sqrt(2)(1-phi).",
			printed: "e-omm", corrected: "e-omm", at: map[string]string{"phi": "0.9"}},
		{Name: "wrong-split-table-1", Source: "HKNS25, Table 1, second column", Row: "omm-table-1-iterations-printed", Proved: "omm-table-1-iterations",
			Says:    "Table 1 has the same wrong split.",
			printed: "e-omm", corrected: "e-omm", at: map[string]string{"phi": "0.9"}},
		{Name: "updates-are-not-mistakes", Source: "HKNS25, Example 5.1",
			Says:      "With c r = 2 every second inner product is 0, which makes an update but no mistake.",
			printed:   "perceptron: updates <= mistakes where gamma0 > 0",
			corrected: "perceptron: mistakes <= updates where gamma0 > 0"},
		{Name: "n-omm-forgets", Source: "HKNS25, Algorithm 1 (naive)", Row: "n-omm-printed-optimal", Proved: "n-omm-optimal",
			Says:      "The algorithm drops a point that does not violate the margin, and the last classifier can be wrong on it.",
			printed:   "n-omm(keep=violating): errors <= 0 where gamma > 0",
			corrected: "n-omm: errors <= 0 where gamma > 0"},
		{Name: "amira-sum-of-errors", Source: "ZH13, Theorem 4", Row: "amira-inseparable-printed", Proved: "amira-inseparable",
			Says:    "D = sqrt(sum e) does not scale with the features.",
			printed: "mira", corrected: "mira"},
		{Name: "amira-norms", Source: "ZH13, Theorem 4, with D = sqrt(sum e^2)", Row: "amira-inseparable-printed", Proved: "amira-inseparable",
			Says:    "A short example makes a long step, so the bound needs equal norms.",
			printed: "mira: mistakes <= (R*U + sqrt(L2))^2", corrected: "mira"},
		{Name: "amira-theorem-2", Source: "ZH13, Theorem 2 (for two classes)", Proved: "amira-updates",
			Says:      "The factor \"(2-eps)/gamma\" should be (2-eps)/eps. The printed bound does not scale with the features.",
			printed:   "amira(eps=1/2): updates <= (2-eps)/gamma0*(R/gamma0)^2 where gamma0 > 0",
			corrected: "amira(eps=1/2)"},
		{Name: "amira-one-over-eps", Source: "ZH13, Section 4.1", Proved: "amira-updates",
			Says:    "The bound is quoted there as 1/eps (R/gamma)^2, without the factor 2-eps of Theorem 1, which is needed.",
			printed: "amira(eps=1/2): updates <= 1/eps*(R/gamma0)^2 where gamma0 > 0", corrected: "amira(eps=1/2)"},
		{Name: "amira-k-best-theorem-2", Source: "ZH13, Theorem 2", Row: "amira-k-best-updates-printed", Proved: "amira-k-best-updates",
			Says:    "The same of many classes: the first update is one too many where gamma is large.",
			printed: "amira-k-best(eps=1/2)", corrected: "amira-k-best(eps=1/2)"},
		{Name: "amira-k-best-sum-of-errors", Source: "ZH13, Theorem 5", Row: "amira-k-best-inseparable-printed", Proved: "amira-k-best-inseparable",
			Says:    "D = sqrt(sum e) does not scale with the features of many classes either.",
			printed: "amira-k-best(eps=1/2)", corrected: "amira-k-best(eps=1/2)"},
		{Name: "naromma-step-4", Source: "BH16, Theorem 7", Proved: "naromma-mistakes",
			Says:      "With step 4 of Fig. 1 NAROMMA is not aggressive ROMMA. The two err at different examples.",
			printed:   "a-romma against naromma(step4=printed): mistakes <= their_mistakes where gamma0 > 0",
			corrected: "a-romma against naromma: mistakes <= their_mistakes where gamma0 > 0"},
		{Name: "mcp-margin", Source: "BH16, after Lemma 9", Proved: "mcp-rest",
			Says:    "An example that MCP does not learn from is beyond 1/(2 ell_i), but not always beyond 1/ell_i.",
			printed: "mcp: m(1) <= updates where gamma0 > 0", corrected: "mcp: m(1/2) <= updates where gamma0 > 0"},
		{Name: "mcp-tie", Source: "BH16, before Lemma 9 and in the proof of Theorem 10", Proved: "mcp-updates",
			Says:      "1-2 eta is not always positive: at a tie, y(w.x) = |w|/(2 ell), it is 0, and the update adds nothing to ell. MCP then updates at this example in every pass.",
			printed:   "mcp(rho=0.5): updates <= 1 where last_gamma >= gamma3 && gamma0 > 0",
			corrected: "mcp(rho=0.5,rule=strict): updates <= 1 where last_gamma >= gamma3 && gamma0 > 0"},
		{Name: "lecture-without-R", Source: "O19, Theorem 2", Row: "perceptron-hinge-printed", Proved: "perceptron-hinge",
			Says:    "The last term lacks the factor R (q = 1).",
			printed: "perceptron", corrected: "perceptron", at: map[string]string{"h": "1", "Lh": "L1"}},
		{Name: "randomized-short", Source: "O19, Theorem 1", Row: "randomized-regret-printed", Proved: "randomized-regret",
			Says:      "With psi as printed the regret exceeds sqrt(2T) on short features.",
			printed:   "randomized(R=1/10,psi=printed)",
			corrected: "randomized(R=1/10)", at: map[string]string{"radius": "0.1"}},
		{Name: "randomized-long", Source: "O19, Theorem 1", Row: "randomized-regret-printed", Proved: "randomized-regret",
			Says:      "With psi as printed the regret exceeds sqrt(2T) on long features too.",
			printed:   "randomized(R=10,psi=printed)",
			corrected: "randomized(R=10)", at: map[string]string{"radius": "10"}},
	}
	for i := range all {
		e := &all[i]
		e.Printed, e.Corrected = lineOf(e.printed, e.Row, e.at), lineOf(e.corrected, e.Proved, e.at)
	}
	return all
})

// lineOf reads a statement from a line, or is what a row says of a learner. It panics if it cannot: a test reads them
// all.
func lineOf(text, row string, at map[string]string) certificate.Statement {
	s, err := ParseStatement(text)
	if !strings.Contains(text, ":") {
		s, err = Statement(theory.Row(row), text, at)
	}
	if err != nil {
		panic("adversarial: " + err.Error())
	}
	return s
}
