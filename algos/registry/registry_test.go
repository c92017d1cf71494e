package registry_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/multiclass"
	"marginlab/algos/normalized"
	"marginlab/algos/registry"
	"marginlab/theory"
)

// Every kind describes itself, can be made, and makes its own expression again; its name is unique.
func TestEveryKindIsWhole(t *testing.T) {
	seen := map[string]bool{}
	r := registry.Learners()
	for _, k := range r.Kinds {
		require.False(t, seen[k.Name], k.Name)
		seen[k.Name] = true
		require.NotEmpty(t, k.Summary, k.Name)
		require.NotEmpty(t, k.Source, k.Name)
		if k.Read != nil { // a program: see package external
			continue
		}
		expr := k.Name
		if k.Wraps != "" {
			expr += "(" + k.Wraps + ")"
		}
		s, err := registry.Parse(expr)
		require.NoError(t, err)
		again, err := registry.Parse(s.String())
		require.NoError(t, err)
		require.Equal(t, s.String(), again.String())
		require.NotNil(t, s.Kind.Families, k.Name)
		switch s.Kind.Task {
		case theory.Online:
			require.NotNil(t, s.Kind.New, k.Name)
		case theory.ManyClasses:
			require.IsType(t, multiclass.Maker(nil), s.Kind.Make, k.Name)
		case theory.Batch:
			require.IsType(t, normalized.Maker(nil), s.Kind.Make, k.Name)
		}
	}
}

func TestTaskIsThatOfTheLearnerWrapped(t *testing.T) {
	for expr, want := range map[string]theory.Task{
		"perceptron": theory.Online, "bias(perceptron)": theory.Online,
		"amira-k-best": theory.ManyClasses, "bias(amira-k-best,2)": theory.ManyClasses,
		"one-vs-rest(bias(perceptron,1))": theory.ManyClasses, "bias(one-vs-rest(perceptron),2)": theory.ManyClasses,
		"nkp": theory.Batch, "bias(nkp,-1)": theory.Batch,
	} {
		s, err := registry.Parse(expr)
		require.NoError(t, err)
		require.Equal(t, want, s.Kind.Task, expr)
	}
	s, err := registry.Parse("bias(snkp(margin=0.5),-2)")
	require.NoError(t, err)
	require.Equal(t, -2., s.Bias)
	require.Equal(t, "snkp(margin=0.5)", s.Lifted(0).String())
	require.Equal(t, []string{"snkp"}, s.Families())
}

// A row of the table applies to each learner that is checked, and each row's family has a checked learner.
func TestCheckedAreTheLearnersOfTheTable(t *testing.T) {
	for _, task := range []theory.Task{theory.Online, theory.ManyClasses, theory.Batch} {
		spoken, families := map[string]bool{}, map[string]bool{}
		for _, g := range theory.Table() {
			if g.Task == task {
				spoken[g.Learner] = true
			}
		}
		for _, s := range registry.Checked(task) {
			of := false
			for _, f := range s.Families() {
				families[f] = true
				of = of || spoken[f]
			}
			ofMany := s.Inner != nil // rows apply to the learners of its classes
			require.True(t, of || ofMany, "no row is about %s", s)
		}
		for f := range spoken {
			require.True(t, families[f], "no learner that is checked is of %s", f)
		}
	}
}

// A caller adds the Kind of their own learner to the registry.
func TestOwnKind(t *testing.T) {
	mine := algos.Kind{
		Name: "mine", Params: []algos.Param{{Name: "R", Default: 2, High: 10, Unit: 1}},
		New: algos.Kinds()[0].New,
	}
	r := registry.Learners()
	r.Kinds = append(r.Kinds, mine)
	s, err := r.Parse("bias(mine(R=1/2),3)")
	require.NoError(t, err)
	require.Equal(t, "bias(mine(R=0.5),3)", s.String())
	require.Equal(t, []string{"mine"}, s.Families())
	require.Equal(t, "1/2", s.Args[0].Text)
	require.Equal(t, "bias(mine(R=1.5),9)", s.Scaled(3).String())
	require.Empty(t, s.Scaled(3).Args[0].Text)
	require.Equal(t, "bias(mine(R=7),3)", s.With("R", 7).String())
}

// The error of an invalid expression says what was typed and what was expected.
func TestExpressionsThatAreRefused(t *testing.T) {
	for expr, want := range map[string]string{
		"bias(snkp":                       `learner "bias(snkp": expected a closing parenthesis at the end`,
		"bias(snkp,0)":                    `learner "bias(snkp,0)": parameter c is 0, expected the constant of the coordinate to append`,
		"bias(snkp,x=1)":                  `learner "bias(snkp,x=1)": bias has no parameter for "x=1", expected c=1`,
		"bias(snkp,1,2)":                  `bias has no parameter for "2", expected c=1`,
		"bias(snkp,inf)":                  `parameter c is "inf"`,
		"bias(x=nkp)":                     "expected a learner to wrap, as in bias(perceptron,1)",
		"bias(bias(nkp))":                 `bias(nkp,1) has a bias of its own`,
		"bias(pumma)":                     "pumma has a bias of its own",
		"one-vs-rest":                     "expected a learner to wrap, as in one-vs-rest(perceptron)",
		"one-vs-rest()":                   "expected a learner to wrap",
		"one-vs-rest(perceptron":          "expected a closing parenthesis",
		"one-vs-rest(one-vs-rest(romma)":  "expected a closing parenthesis at the end",
		"one-vs-rest(one-vs-rest(romma))": `no learner is called "one-vs-rest"`,
		"one-vs-rest(amira-k-best)":       `no learner is called "amira-k-best"`,
		"one-vs-rest(nobody)":             `no learner is called "nobody"`,
		"one-vs-rest(nkp)":                `no learner is called "nkp"`,
		"one-vs-rest(bias(nkp,1))":        `no learner is called "nkp"`,
		"one-vs-rest(perceptron,romma)":   `one-vs-rest has no parameter for "romma", expected none`,
		"one-vs-rest(romma,)":             `one-vs-rest has no parameter for ""`,
		"amira-1-best(0)":                 `parameter eps is "0", expected a number in [1e-09, 1]`,
		"amira-1-best(0.5,2)":             `has no parameter for "2"`,
		"amira-1-best(0.5":                "expected a closing parenthesis",
		"amira-2-best":                    `no learner is called "amira-2-best", did you mean amira-1-best or amira-k-best?`,
		"amira-k-best(0.5,0)":             `parameter k is "0", expected an integer in [1, 1000000]`,
		"amira-k-best(0.5,1.5)":           `parameter k is "1.5"`,
		"nkp(x=2)":                        `nkp has no parameter for "x=2"`,
		"np(rule=as-printed)":             "expected mended or printed",
		"nvn(eps=1e-9)":                   "parameter eps",
		"snkp-vn(gamma=2)":                "snkp-vn has no parameter",
		"snkp-vn(ratio=1.5)":              "parameter ratio",
		"isnkp-vn(gamma=1)":               "parameter gamma",
		"svm": "bias, exec, multiclass-perceptron, amira-1-best, amira-k-best, one-vs-rest, " +
			"np, nkp, snkp, nvn, snkp-vn, isnkp-vn, isnkp",
	} {
		_, err := registry.Parse(expr)
		require.ErrorContains(t, err, want, expr)
	}
}

// The text of an expression makes the same learner again.
func TestExpressionsComeBack(t *testing.T) {
	for expr, want := range map[string]string{
		" bias (snkp, c=2) ":            "bias(snkp,2)",
		"bias(amira-k-best(eps=0.5))":   "bias(amira-k-best(eps=0.5),1)",
		"one-vs-rest(bias(perceptron))": "one-vs-rest(bias(perceptron,1))",
		"omm(0.5)":                      "omm(rho=0.5)",
		"np(rule=printed)":              "np(rule=printed)",
		"nkp":                           "nkp",
		"snkp(margin=0.25)":             "snkp(margin=0.25)",
		" nvn( eps = 0.5 ) ":            "nvn(eps=0.5)",
		"snkp-vn(delta=0.000001)":       "snkp-vn(delta=1e-06)",
		"snkp-vn(ratio=0.50)":           "snkp-vn(ratio=0.5)",
		"isnkp-vn(3)":                   "isnkp-vn(gamma=3)",
		"isnkp-vn(3,0.01)":              "isnkp-vn(gamma=3,eps=0.01)",
		"isnkp-vn(gamma=2)":             "isnkp-vn",
	} {
		s, err := registry.Parse(expr)
		require.NoError(t, err)
		require.Equal(t, want, s.String())
		again, err := registry.Parse(s.String())
		require.NoError(t, err)
		require.Equal(t, s.String(), again.String())
	}
}
