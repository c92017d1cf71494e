package theory

import "strings"

// A LowerBound says that some streams make a learner reach at least the claimed value, however large the measure in
// it is. It stands beside the guarantee that bounds the same quantity from above. Package adversarial has the
// streams, and PROOFS.md the proof, under that guarantee. For e-OMM it takes a longer stream than Arc, whose mistakes
// are measured.
type LowerBound struct {
	Row          string // the guarantee from above
	Learner      string // an expression, or "every learner" for all deterministic ones
	Claim        string // QUANTITY >= EXPRESSION where CONDITION, in the language of claims
	InTheLimit   bool   // true of each factor below 1 times EXPRESSION
	Gap          string // the bound from above over this one, where both are large
	Construction string // a function of package adversarial
	Certificate  string // a file of adversarial/testdata without .json: one stream that reaches the claim
	Source       string
}

// String returns the bound in a line.
func (b LowerBound) String() string {
	text := b.Learner + ": " + b.Claim
	if b.InTheLimit {
		text = strings.Replace(text, ">= ", ">= f*", 1) + ", for each f < 1"
	}
	return text
}

// LowerBounds returns the known lower bounds, in the order of the table of guarantees.
func LowerBounds() []LowerBound {
	return []LowerBound{
		{Row: "omm-s1", Learner: "every learner", Claim: "later_mistakes >= r^2/2 - 2", Gap: "2",
			Construction: "Simplex", Source: "HKNS25, Appendix A", Certificate: "omm-half"},
		{Row: "omm-s1", Learner: "e-omm", Claim: "later_mistakes >= r^2", InTheLimit: true, Gap: "1",
			Construction: "Arc", Source: "this project", Certificate: "omm-half"},
		{Row: "perceptron-novikoff", Learner: "every learner", Claim: "mistakes >= (R/gamma0)^2", Gap: "1",
			Construction: "Simplex", Source: "Novikoff 1962; HKNS25, Appendix A", Certificate: "perceptron-strict"},
		{Row: "perceptron-novikoff", Learner: "perceptron(p=3)", Claim: "mistakes >= (p-1)*(R/gamma0)^2",
			InTheLimit: true, Gap: "1", Construction: "NormTrap", Source: "this project, for every p >= 2",
			Certificate: "perceptron-norm-3-eight-fifths"},
		{Row: "margin-perceptron-updates", Learner: "margin-perceptron(beta=3)", // R² = 3, up to rounding
			Claim: "updates >= (R^2 + 2*beta)/gamma0^2 where R^2 <= 3.01", InTheLimit: true, Gap: "1",
			Construction: "SlidingWindows", Source: "this project, for each integer 2*beta/R^2",
			Certificate: "margin-perceptron-nine-tenths"},
		{Row: "romma-close", Learner: "romma", Claim: "mistakes >= (R/gamma0)^2/210 where D <= 4*gamma0",
			InTheLimit: true, Gap: "210", Construction: "ROMMATrap", Source: "this project",
			Certificate: "romma-by-diameter"},
		{Row: "alma-updates", Learner: "alma(alpha=1/100)", Gap: "of the order 1/(alpha*gamma0^2)",
			Claim: "mistakes >= (8*(1-alpha)/alpha - 2*sqrt(2))/(1/(1 - 2*gamma0^2) + sqrt(2)) - 1 " +
				"where 2*gamma0^2 < 1",
			Construction: "ALMATrap", Source: "this project", Certificate: "alma-by-margin"},
		{Row: "pumma-p2", Learner: "pumma(delta=0)", Claim: "later_mistakes >= 4*r^2", InTheLimit: true, Gap: "1",
			Construction: "PUMMATrap", Source: "this project", Certificate: "pumma-three-halves"},
		{Row: "pumma-p2", Learner: "pumma(delta=1/2)", Claim: "later_mistakes >= 2*r^2", InTheLimit: true, Gap: "2",
			Construction: "PUMMASimplex", Source: "this project, for every delta below 1",
			Certificate: "long/pumma-half"},
		{Row: "amira-updates", Learner: "amira(eps=1/2)", Claim: "updates >= (2-eps)/eps*(R/gamma0)^2",
			InTheLimit: true, Gap: "1", Construction: "Spiral", Source: "this project, for every eps",
			Certificate: "amira-five-halves"},
		{Row: "amira-k-best-updates", Learner: "amira-k-best(eps=1/2)", Claim: "updates >= (2-eps)/eps*(R/gamma0)^2",
			InTheLimit: true, Gap: "1", Construction: "SpiralOfClasses",
			Source: "this project, for every eps and three classes or more", Certificate: "amira-k-best-near-three"},
	}
}
