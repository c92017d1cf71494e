package algos

import (
	"math"
	"slices"
	"sync"

	"marginlab/theory/vec"
)

// maxLift bounds the constant that bias appends: its square is far from
// vec.MaxSqNorm, so that a lifted example passes the check that x did.
const maxLift = 1e100

// maxPositive bounds parameters that may be any positive number, and its inverse bounds them from below: their
// squares do not overflow.
const maxPositive = 1e30

// positive returns a parameter that may be any positive number.
func positive(name string, value float64, unit int) Param {
	return Param{Name: name, Default: value, Low: 1 / maxPositive, High: maxPositive, Unit: unit}
}

// exponent returns the parameter p of a learner that has forms in ‖·‖_p, from a least p on.
func exponent(least float64) Param {
	return Param{Name: "p", Default: 2, Low: least, High: vec.MaxExponent}
}

// fixed returns a parameter that is part of the name's meaning.
func fixed(name string, value float64) Param { return Param{Name: name, Default: value, Fixed: true} }

// below1 is the greatest float64 below 1.
var below1 = math.Nextafter(1, 0)

// Kinds returns the online learners of two classes of this package, in the order of lists.
func Kinds() []Kind { return slices.Clone(kinds()) }

var kinds = sync.OnceValue(func() []Kind {
	turnsAt := func(s float64) func(Args, float64) float64 { return func(Args, float64) float64 { return s } }
	turnsAtRho := func(a Args, _ float64) float64 { return a.Num("rho") }
	oneLess := func(name string) Param { // ρ
		return Param{Name: "rho", From: func(a Args) float64 { return 1 - a.Num(name) }, Fixed: true}
	}
	within := func(name string, value, low, high float64) Param {
		return Param{Name: name, Default: value, Low: low, High: high}
	}
	words := func(name string, words ...string) Param { return Param{Name: name, Words: words} }
	norm := exponent(vec.MinExponent)
	is := func(name, word string) func(Args) bool { return func(a Args) bool { return a.Is(name, word) } }

	violating, printed := is("keep", "violating"), is("rule", "printed")
	naive := Kind{
		Name: "n-omm", Default: true, Checked: []string{"keep=violating"},
		Params: []Param{words("keep", "all", "violating"), within("rho", 1, 0, 1), norm},
		Traits: Traits{Kernel: true, OwnBias: true, OwnMargin: true, Degree: Degree1, UnitNorm: true, Solves: true},
		Given: func(a Args, t *Traits) {
			t.KeepsAll = !violating(a)
			t.OnePass = t.KeepsAll && a.Num("rho") == 1
			switch {
			case a.Num("rho") < 1:
				t.Families = []string{"omm"}
			case violating(a):
				t.Families = []string{"omm", "n-omm(keep=violating)"}
			default:
				t.Families = []string{"omm", "n-omm"}
			}
		},
		New: func(s Space, a Args) Learner {
			o := &NaiveOMM{space: &s, rho: a.Num("rho"), violatingOnly: violating(a), tie: tie(s.in())}
			o.Reset()
			return o
		},
	}
	omm := Kind{
		Name: "omm", Checked: []string{"rho=0.5,rule=printed"},
		Params: []Param{{Name: "rho", Default: 1, Low: 0, High: 1, Named: true}, words("rule", "mended", "printed"),
			norm},
		Traits: Traits{Kernel: true, OwnBias: true, OwnMargin: true, Degree: Degree1, UnitNorm: true},
		Given: func(a Args, t *Traits) {
			t.Kernel = !printed(a)
			switch {
			case printed(a):
				t.Families = []string{"omm(rule=printed)"}
			case a.Num("rho") < 1:
				t.Families = []string{"omm", "e-omm", "omm(rho<1)"}
			default:
				t.Families = []string{"omm", "e-omm"}
			}
		},
		New: func(s Space, a Args) Learner {
			return &OMM{space: &s, tie: tie(s.in()), rho: a.Num("rho"), printed: printed(a)}
		},
	}
	perceptron := func(name, family string, kernel bool, new func(s Space) Learner, params ...Param) Kind {
		return Kind{
			Name: name, Default: true, Params: params,
			Traits: Traits{Families: []string{"perceptron", family}, Turn: turnsAt(0), Kernel: kernel, Degree: Degree2},
			New:    func(s Space, _ Args) Learner { return new(s) },
		}
	}
	plain := func(s Space) Learner { return &Perceptron{newLinear(s, 0)} }
	romma := Kind{
		Name: "romma", Default: true, Params: []Param{within("eps", 1, 0, 1), oneLess("eps")},
		Traits: Traits{Families: []string{"romma"}, Turn: turnsAtRho, Kernel: true, OwnMargin: true, Degree: Degree1},
		New: func(s Space, a Args) Learner {
			v := s.Zero()
			v.careful = s.Gram == nil // a Gram matrix has already lost the digits
			return &ROMMA{v.space, min(1-a.Num("eps"), below1), v}
		},
	}
	cosine := func(t Traits, name string, rule func(a Args) CosineRule, params ...Param) Kind {
		t.OwnMargin, t.Degree = true, Degree1
		return Kind{Name: name, Default: true, Params: params, Traits: t,
			New: func(s Space, a Args) Learner { return newCosine(s, rule(a)) }}
	}
	const most = 0.5 // of MCP's ρ: up to it ℓ does not fall
	mcp := cosine(Traits{}, "mcp",
		func(a Args) CosineRule { return mcpRule(a.Num("rho"), a.Is("rule", "strict"), a.Is("rule", "sharp")) },
		within("rho", most, 0, most), words("rule", "printed", "strict", "sharp"))
	mcp.Checked = []string{"rule=strict", "rule=sharp", "rho=0.25"}
	mcp.Given = func(a Args, t *Traits) {
		t.Families = []string{"mcp", "cosine", "mcf"}
		if a.Num("rho") < most {
			t.Families = append(t.Families, "mcp(rho<1/2)")
		}
		if word := a.named("rule").Word(); word != "printed" {
			t.Families = append(t.Families, "mcp(rule="+word+")")
		}
	}
	additive := func(turn func(Args, float64) float64, name string) Traits {
		return Traits{Families: []string{name, "passive-aggressive"}, Turn: turn, Kernel: true, Degree: Degree0}
	}
	pa := func(name string, of func(c float64) (c1, soft float64), params ...Param) Kind {
		return Kind{
			Name: name, Default: true, Params: params, Traits: additive(turnsAt(1), name),
			New: func(s Space, a Args) Learner {
				c, soft := of(a.Num("C"))
				return &PassiveAggressive{newLinear(s, below1), c, soft}
			},
		}
	}
	amira := Kind{
		Name: "amira", Default: true, Params: []Param{within("eps", 0.1, 0, 1)},
		Traits: additive(func(a Args, _ float64) float64 { return 1 - a.Num("eps") }, "amira"),
		New: func(s Space, a Args) Learner {
			return &PassiveAggressive{newLinear(s, min(1-a.Num("eps"), below1)), math.Inf(1), 0}
		},
	}
	// randomized has a family of its own where given holds.
	randomized := func(name, family string, given func(Args) bool, descends bool, checked []string,
		params ...Param) Kind {
		return Kind{
			Name: name, Default: !descends, Checked: checked, Traits: Traits{Random: true, Degree: Degree0},
			Params: append([]Param{{Name: "seed", Default: 1, Low: 0, High: 1 << 53, Integer: true},
				{Name: "R", Low: 0, High: maxLift, Unit: 1}}, append(params, norm)...),
			Given: func(a Args, t *Traits) {
				if t.Families = []string{name}; given(a) {
					t.Families = []string{family}
				}
			},
			New: func(s Space, a Args) Learner { return newRandomized(s, a, descends) },
		}
	}
	ridge := func(name string, limit float64) Kind {
		return Kind{
			Name: name, Default: true, Params: []Param{positive("a", 1, 2)},
			Traits: Traits{
				Turn: turnsAt(limit), Degree: Degree0,
				Condition: func(a Args, squares float64) float64 { return math.Sqrt(1 + squares/a.Num("a")) }, // of S
			},
			New: func(s Space, a Args) Learner {
				row := func() []float64 { return make([]float64, s.Dim) }
				return &SecondOrder{limit: limit, dim: s.Dim, a: a.Num("a"), v: row(), w: row(), f: row(), g: row()}
			},
		}
	}
	return append(Described(learners,
		naive, omm.Alias("e-omm", fixed("rho", 1)), omm.Alias("ce-omm", fixed("rho", 0)), omm,
		perceptron("perceptron", "perceptron(last)", true, plain, norm),
		perceptron("averaged-perceptron", "averaged-perceptron", true,
			func(s Space) Learner { return &AveragedPerceptron{Perceptron{newLinear(s, 0)}, newMean(s)} }),
		perceptron("voted-perceptron", "voted-perceptron", false, plain),
		Kind{
			Name: "margin-perceptron", Default: true,
			Params: []Param{{Name: "beta", Default: 1, Low: 0, High: maxPositive, Unit: 2}},
			Traits: Traits{Kernel: true, Degree: Degree2,
				Turn: func(a Args, _ float64) float64 { return a.Num("beta") }},
			New: func(s Space, a Args) Learner { return &Perceptron{newLinear(s, a.Num("beta"))} },
		},
		romma, romma.Alias("a-romma", fixed("eps", 0)),
		cosine(Traits{Families: []string{"naromma", "cosine", "mcf"}, Falls: "a-romma"}, "naromma",
			func(Args) CosineRule { return NAROMMARule }, fixed("rho", 1)),
		Kind{
			Name: "pumma", Default: true, Params: []Param{within("delta", 0.01, 0, below1), oneLess("delta"), norm},
			Traits: Traits{Turn: turnsAtRho, OwnBias: true, OwnMargin: true, Degree: Degree1},
			New:    func(s Space, a Args) Learner { return &PUMMA{space: &s, delta: a.Num("delta"), v: s.Zero()} },
		}, Kind{
			// With the B and C that Checked names, C² + 2(1−α)BC = 1, as Theorem 3 (3) of Gentile (2001) needs.
			Name: "alma", Default: true, Checked: []string{"0.7,2.5,0.5"},
			Params: []Param{within("alpha", 0.7, 1e-9, 1), {Name: "B", Low: 1 / maxPositive, High: maxPositive,
				From: func(a Args) float64 { return math.Sqrt(8) / a.Num("alpha") }, Formula: "√8/alpha"},
				positive("C", math.Sqrt2, 0), exponent(2)},
			Traits: Traits{
				Kernel: true, OwnMargin: true, Normalises: true, Degree: Degree0,
				Turn: func(a Args, gamma float64) float64 { return (1 - a.Num("alpha")) * gamma },
			},
			New: newALMA,
		},
		pa("pa", func(float64) (c1, soft float64) { return math.Inf(1), 0 }),
		pa("pa-i", func(c float64) (c1, soft float64) { return c, 0 }, positive("C", 1, -2)),
		pa("pa-ii", func(c float64) (c1, soft float64) { return math.Inf(1), 1 / (2 * c) }, positive("C", 1, -2)),
		amira.Alias("mira", fixed("eps", 1)), amira,
		cosine(Traits{Families: []string{"mcp", "cmcp", "mcp(rho<1/2)", "cosine", "mcf"}}, "cmcp",
			func(Args) CosineRule { return mcpRule(0, false, false) }, fixed("rho", 0)),
		mcp,
		Kind{
			Name: "pegasos", Default: true, Checked: []string{"project=yes"},
			Params: []Param{positive("lambda", 1e-4, 2), words("project", "no", "yes"),
				words("classifier", "last", "mean")},
			Traits: Traits{Turn: turnsAt(1), Kernel: true, Restless: true, Degree: Degree0},
			New:    newPegasos,
		},
		randomized("randomized", "randomized(printed)", is("psi", "printed"), false, []string{"psi=printed"},
			words("psi", "scaled", "printed")),
		randomized("randomized-omd", "randomized-omd(R)", func(a Args) bool { return a.Num("R") != 0 }, true,
			[]string{"R=0", "R=100"}),
		ridge("second-order", 0), ridge("arow", 1),
	), BiasKind())
})
