package algos

import (
	"math"

	"marginlab/theory/vec"
)

// Kind is a row of the registry: a learner's name, its parameters, and how to
// make it.
type Kind struct {
	Name    string
	Params  []Param
	Wraps   bool // its first argument is another learner, as in bias(perceptron,1)
	Default bool // one of the learners that are run when none is named
	Summary string
	Source  string

	// New makes the learner in a norm, which is ℓ2 unless there is a parameter p. It
	// gets the parameters in the order of Params.
	New func(n vec.Norm, dim int, p []float64, inner *Spec) Learner
	// Families are the names under which the table of guarantees speaks of it.
	Families func(p []float64) []string
	// Also are parameters that follow from the name and the others, nil if none:
	// the aggressiveness rho up to which the learner updates at a_t ≤ rho·γ_t.
	Also func(p []float64) map[string]float64
}

// Param is a parameter of a learner: a number or integer in [Low, High], or one of
// Words, whose position is then its value.
type Param struct {
	Name      string
	Default   float64
	From      func(p []float64) float64 // the default, where it depends on parameters before it,
	Formula   string                    // in words
	Low, High float64
	Integer   bool
	Words     []string
}

// maxLift bounds the constant that bias appends: its square is far from
// vec.MaxSqNorm, so that a lifted example passes the check that x did.
const maxLift = 1e100

// maxPositive bounds parameters that may be any positive number, and its
// inverse does from below: their squares do not overflow.
const maxPositive = 1e30

// Kinds is the registry: every learner of this package, a row each.
func Kinds() []Kind {
	always := func(names ...string) func([]float64) []string {
		return func([]float64) []string { return names }
	}
	rho := func(rho float64) func([]float64) map[string]float64 {
		return func([]float64) map[string]float64 { return map[string]float64{"rho": rho} }
	}
	positive := func(name string, value float64) Param {
		return Param{Name: name, Default: value, Low: 1 / maxPositive, High: maxPositive}
	}
	exponent := func(low float64) Param { return Param{Name: "p", Default: 2, Low: low, High: vec.MaxExponent} }
	unit := func(name string, value float64) Param { return Param{Name: name, Default: value, Low: 0, High: 1} }
	return []Kind{
		{
			Name: "n-omm", Default: true, Also: rho(1),
			Params:  []Param{{Name: "keep", Words: []string{"all", "violating"}}, exponent(vec.MinExponent)},
			Summary: "OMM that keeps the points and solves the offline problem at each update",
			Source:  "omm.txt, Algorithm 1 (naive), rho = 1",
			New:     func(n vec.Norm, dim int, p []float64, _ *Spec) Learner { return NewNaiveOMM(n, dim, p[0] == 1) },
			Families: func(p []float64) []string {
				if p[0] == 1 {
					return []string{"omm", "n-omm(keep=violating)"}
				}
				return []string{"omm", "n-omm"}
			},
		},
		{
			Name: "e-omm", Default: true, Also: rho(1), Params: []Param{exponent(vec.MinExponent)},
			Summary:  "efficient OMM, updating at every point inside its margin (rho = 1)",
			Source:   "omm.txt, Algorithm 1 (efficient), rho = 1",
			New:      func(n vec.Norm, dim int, _ []float64, _ *Spec) Learner { return NewOMM(n, dim, 1) },
			Families: always("omm", "e-omm"),
		},
		{
			Name: "ce-omm", Default: true, Also: rho(0), Params: []Param{exponent(vec.MinExponent)},
			Summary:  "conservative efficient OMM, updating at mistakes and ties (rho = 0)",
			Source:   "omm.txt, Algorithm 1 (efficient), rho = 0",
			New:      func(n vec.Norm, dim int, _ []float64, _ *Spec) Learner { return NewOMM(n, dim, 0) },
			Families: always("omm", "e-omm"),
		},
		{
			Name:    "omm",
			Params:  []Param{{Name: "rho", Default: 1, Low: 0, High: 1}, {Name: "rule", Words: []string{"mended", "printed"}}, exponent(vec.MinExponent)},
			Summary: "efficient OMM with aggressiveness rho; as printed it leaves ties alone",
			Source:  "omm.txt, Algorithm 1 (efficient)",
			New: func(n vec.Norm, dim int, p []float64, _ *Spec) Learner {
				if p[1] == 1 {
					return NewPrintedOMM(n, dim, p[0])
				}
				return NewOMM(n, dim, p[0])
			},
			Families: func(p []float64) []string {
				if p[1] == 1 {
					return []string{"omm(rule=printed)"}
				}
				return []string{"omm", "e-omm"}
			},
		},
		{
			Name: "perceptron", Default: true, Params: []Param{exponent(vec.MinExponent)},
			Summary:  "Perceptron through the origin, the p-norm Perceptron",
			Source:   "omm.txt, Example 5.1; Rosenblatt 1958; Grove, Littlestone, Schuurmans 2001",
			New:      func(n vec.Norm, dim int, _ []float64, _ *Spec) Learner { return NewPerceptron(n, dim) },
			Families: always("perceptron"),
		},
		{
			Name: "averaged-perceptron", Default: true,
			Summary:  "Perceptron whose classifier is the sum of all it had",
			Source:   "Freund and Schapire 1999, Section 5",
			New:      func(_ vec.Norm, dim int, _ []float64, _ *Spec) Learner { return NewAveragedPerceptron(dim) },
			Families: always("perceptron", "averaged-perceptron"),
		},
		{
			Name: "voted-perceptron", Default: true,
			Summary:  "Perceptron that keeps what it had; the vote is the library's Predict",
			Source:   "Freund and Schapire 1999, Fig. 1",
			New:      func(_ vec.Norm, dim int, _ []float64, _ *Spec) Learner { return NewVotedPerceptron(dim) },
			Families: always("perceptron", "voted-perceptron"),
		},
		{
			Name: "romma", Default: true, Params: []Param{unit("eps", 1)},
			Also:     func(p []float64) map[string]float64 { return map[string]float64{"rho": 1 - p[0]} },
			Summary:  "ROMMA, updating at functional margins up to 1-eps",
			Source:   "Li and Long 2002; amira.txt, Section 4.1",
			New:      func(_ vec.Norm, dim int, p []float64, _ *Spec) Learner { return NewROMMA(dim, p[0]) },
			Families: always("romma"),
		},
		{
			Name: "a-romma", Default: true,
			Also:     func([]float64) map[string]float64 { return map[string]float64{"rho": 1, "eps": 0} },
			Summary:  "aggressive ROMMA, updating at functional margins below 1",
			Source:   "Li and Long 2002",
			New:      func(_ vec.Norm, dim int, _ []float64, _ *Spec) Learner { return NewROMMA(dim, 0) },
			Families: always("romma"),
		},
		{
			Name: "naromma", Default: true, Also: rho(1),
			Summary:  "aggressive ROMMA in the maximum cosine framework",
			Source:   "mcp.txt, Fig. 1 without step 4",
			New:      func(_ vec.Norm, dim int, _ []float64, _ *Spec) Learner { return NewNAROMMA(dim) },
			Families: always("naromma"),
		},
		{
			Name: "pumma", Default: true, Params: []Param{{Name: "delta", Default: 0.01, Low: 0, High: math.Nextafter(1, 0)}, exponent(vec.MinExponent)},
			Also:     func(p []float64) map[string]float64 { return map[string]float64{"rho": 1 - p[0]} },
			Summary:  "PUMMA, a p-norm learner with a bias of its own",
			Source:   "Ishibashi, Hatano, Takeda 2008; omm.txt, Section B.5",
			New:      func(n vec.Norm, dim int, p []float64, _ *Spec) Learner { return NewPUMMA(n, dim, p[0]) },
			Families: always("pumma"),
		},
		{
			Name: "alma", Default: true,
			Params: []Param{
				{Name: "alpha", Default: 0.7, Low: 1e-9, High: 1},
				{
					Name: "B", From: func(p []float64) float64 { return math.Sqrt(8) / p[0] },
					Formula: "√8/alpha", Low: 1 / maxPositive, High: maxPositive,
				},
				positive("C", math.Sqrt2), exponent(2),
			},
			Summary:  "ALMA, a p-norm learner on normalised features",
			Source:   "Gentile 2001",
			New:      func(n vec.Norm, dim int, p []float64, _ *Spec) Learner { return NewALMA(n, dim, p[0], p[1], p[2]) },
			Families: always("alma"),
		},
		{
			Name: "pa", Default: true,
			Summary:  "passive-aggressive learner",
			Source:   "Crammer et al. 2006, Fig. 1",
			New:      func(_ vec.Norm, dim int, _ []float64, _ *Spec) Learner { return NewPA(dim) },
			Families: always("pa"),
		},
		{
			Name: "pa-i", Default: true, Params: []Param{positive("C", 1)},
			Summary:  "passive-aggressive learner with steps of at most C",
			Source:   "Crammer et al. 2006, Fig. 1",
			New:      func(_ vec.Norm, dim int, p []float64, _ *Spec) Learner { return NewPA1(dim, p[0]) },
			Families: always("pa-i"),
		},
		{
			Name: "pa-ii", Default: true, Params: []Param{positive("C", 1)},
			Summary:  "passive-aggressive learner with steps softened by 1/2C",
			Source:   "Crammer et al. 2006, Fig. 1",
			New:      func(_ vec.Norm, dim int, p []float64, _ *Spec) Learner { return NewPA2(dim, p[0]) },
			Families: always("pa-ii"),
		},
		{
			Name: "mira", Default: true,
			Also:     func([]float64) map[string]float64 { return map[string]float64{"eps": 1} },
			Summary:  "AMIRA(1): to functional margin 1 at mistakes and ties",
			Source:   "amira.txt, Algorithm 1",
			New:      func(_ vec.Norm, dim int, _ []float64, _ *Spec) Learner { return NewAMIRA(dim, 1) },
			Families: always("amira"),
		},
		{
			Name: "amira", Default: true, Params: []Param{{Name: "eps", Default: 0.1, Low: 1e-9, High: 1}},
			Summary:  "aggressive MIRA: to functional margin 1 wherever it is at most 1-eps",
			Source:   "amira.txt, Algorithm 1",
			New:      func(_ vec.Norm, dim int, p []float64, _ *Spec) Learner { return NewAMIRA(dim, p[0]) },
			Families: always("amira"),
		},
		{
			Name: "cmcp", Default: true, Also: rho(0),
			Summary:  "conservative maximum cosine Perceptron",
			Source:   "mcp.txt, Section 4",
			New:      func(_ vec.Norm, dim int, _ []float64, _ *Spec) Learner { return NewCMCP(dim) },
			Families: always("mcp", "cmcp"),
		},
		{
			Name: "mcp", Default: true, Also: rho(0.5),
			Summary:  "maximum cosine Perceptron",
			Source:   "mcp.txt, Fig. 2",
			New:      func(_ vec.Norm, dim int, _ []float64, _ *Spec) Learner { return NewMCP(dim) },
			Families: always("mcp"),
		},
		{
			Name: "pegasos", Default: true,
			Params: []Param{
				positive("lambda", 1e-4),
				{Name: "project", Words: []string{"no", "yes"}},
				{Name: "classifier", Words: []string{"last", "mean"}},
			},
			Summary: "Pegasos with a mini-batch of one; its classifier is the last w_t or their mean",
			Source:  "Shalev-Shwartz, Singer, Srebro 2007, Fig. 1",
			New: func(_ vec.Norm, dim int, p []float64, _ *Spec) Learner {
				return NewPegasos(dim, p[0], p[1] == 1, p[2] == 1)
			},
			Families: always("pegasos"),
		},
		{
			Name: "randomized", Default: true,
			Params: []Param{
				{Name: "seed", Default: 1, Low: 0, High: 1 << 53, Integer: true},
				{Name: "R", Low: 0, High: maxLift},
				{Name: "psi", Words: []string{"scaled", "printed"}},
			},
			Summary: "randomized linear classifier (FTRL); R bounds the norms, 0: the greatest so far",
			Source:  "online-linear-classification.txt, Section 1",
			New: func(_ vec.Norm, dim int, p []float64, _ *Spec) Learner {
				return NewRandomized(dim, uint64(p[0]), p[1], p[2] == 1)
			},
			Families: func(p []float64) []string {
				if p[2] == 1 {
					return []string{"randomized(printed)"}
				}
				return []string{"randomized"}
			},
		},
		{
			Name: "bias", Wraps: true, Default: true,
			Params:  []Param{{Name: "c", Default: 1, Low: -maxLift, High: maxLift}},
			Summary: "a learner through the origin on features with a constant coordinate c appended",
			Source:  "omm.txt, Section B.3",
			New: func(_ vec.Norm, dim int, p []float64, inner *Spec) Learner {
				return NewBias(inner.New(dim+1), dim, p[0])
			},
			Families: always(),
		},
	}
}
