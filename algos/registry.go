package algos

// Kind is a row of the registry: a learner's name, its parameters, and how to
// make it.
type Kind struct {
	Name    string
	Params  []Param
	Fixed   map[string]float64 // parameters that the name stands for
	Wraps   bool               // its first argument is another learner, as in bias(perceptron,1)
	Default bool               // one of the learners that are run when none is named
	Summary string
	Source  string

	// New makes the learner. It gets the parameters in the order of Params.
	New func(dim int, p []float64, inner *Spec) Learner
	// Families are the names under which the table of guarantees speaks of it.
	Families func(p []float64) []string
}

// Param is a parameter of a learner: a number in [Low, High], or one of Words,
// whose position is then its value.
type Param struct {
	Name      string
	Default   float64
	Low, High float64
	Words     []string
}

// maxLift bounds the constant that bias appends: its square is far from
// vec.MaxSqNorm, so that a lifted example passes the check that x did.
const maxLift = 1e100

// Kinds is the registry: every learner of this package, a row each.
func Kinds() []Kind {
	always := func(names ...string) func([]float64) []string {
		return func([]float64) []string { return names }
	}
	return []Kind{
		{
			Name: "n-omm", Default: true, Fixed: map[string]float64{"rho": 1},
			Params:  []Param{{Name: "keep", Words: []string{"all", "violating"}}},
			Summary: "OMM that keeps the points and solves the offline problem at each update",
			Source:  "omm.txt, Algorithm 1 (naive), rho = 1",
			New:     func(dim int, p []float64, _ *Spec) Learner { return NewNaiveOMM(dim, p[0] == 1) },
			Families: func(p []float64) []string {
				if p[0] == 1 {
					return []string{"omm", "n-omm(keep=violating)"}
				}
				return []string{"omm", "n-omm"}
			},
		},
		{
			Name: "e-omm", Default: true, Fixed: map[string]float64{"rho": 1},
			Summary:  "efficient OMM, updating at every point inside its margin (rho = 1)",
			Source:   "omm.txt, Algorithm 1 (efficient), rho = 1",
			New:      func(dim int, _ []float64, _ *Spec) Learner { return NewOMM(dim, 1) },
			Families: always("omm", "e-omm"),
		},
		{
			Name: "ce-omm", Default: true, Fixed: map[string]float64{"rho": 0},
			Summary:  "conservative efficient OMM, updating at mistakes and ties (rho = 0)",
			Source:   "omm.txt, Algorithm 1 (efficient), rho = 0",
			New:      func(dim int, _ []float64, _ *Spec) Learner { return NewOMM(dim, 0) },
			Families: always("omm", "e-omm"),
		},
		{
			Name:     "omm",
			Params:   []Param{{Name: "rho", Default: 1, Low: 0, High: 1}},
			Summary:  "efficient OMM with aggressiveness rho",
			Source:   "omm.txt, Algorithm 1 (efficient)",
			New:      func(dim int, p []float64, _ *Spec) Learner { return NewOMM(dim, p[0]) },
			Families: always("omm", "e-omm"),
		},
		{
			Name: "perceptron", Default: true,
			Summary:  "Perceptron through the origin",
			Source:   "omm.txt, Example 5.1; Rosenblatt 1958",
			New:      func(dim int, _ []float64, _ *Spec) Learner { return NewPerceptron(dim) },
			Families: always("perceptron"),
		},
		{
			Name: "bias", Wraps: true, Default: true,
			Params:   []Param{{Name: "c", Default: 1, Low: -maxLift, High: maxLift}},
			Summary:  "a learner through the origin on features with a constant coordinate c appended",
			Source:   "omm.txt, Section B.3",
			New:      func(dim int, p []float64, inner *Spec) Learner { return NewBias(inner.New(dim+1), dim, p[0]) },
			Families: always(),
		},
	}
}
