package theory

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// Table is the table of guarantees: every theorem the project holds its
// learners against, a row each. Tests, `marginlab check` and the README's table
// read it, and nothing else states a theorem.
func Table() []Guarantee { return slices.Clone(table()) }

// table is read once: a row whose claim cannot be read panics.
var table = sync.OnceValue(func() []Guarantee {
	all := slices.Concat(tableOMM, tablePerceptron, tableROMMA, tablePUMMA, tableALMA, tablePassiveAggressive,
		tableAMIRA, tableConvex, tableSecondOrder, tableManyClasses, tableNormalized, tableCosine, tableEveryMistake)
	for i, g := range all {
		g.Claim, g.L2 = strings.Join(strings.Fields(g.Claim), " "), strings.Join(strings.Fields(g.L2), " ")
		all[i] = g.Read()
	}
	return all
})

// on are rows, proved unless they say otherwise, that leave out what is the same in most of them.
func on(shared Guarantee, rows []Guarantee) []Guarantee {
	for i := range rows {
		g := &rows[i]
		g.Learner, g.Task = cmp.Or(g.Learner, shared.Learner), cmp.Or(g.Task, shared.Task)
		g.Claim, g.Source = cmp.Or(g.Claim, shared.Claim), cmp.Or(g.Source, shared.Source)
		g.Norms, g.Normalised = cmp.Or(g.Norms, shared.Norms), shared.Normalised
		g.Status = cmp.Or(g.Status, Proved)
	}
	return rows
}

// Row returns the row of that ID. It panics if there is none.
func Row(id string) Guarantee {
	all := table()
	i := slices.IndexFunc(all, func(g Guarantee) bool { return g.ID == id })
	if i < 0 {
		panic("theory: no row " + id)
	}
	return all[i]
}

// tableEveryMistake are the rows on every family whose rule updates at every mistake.
// A learner whose classifier never changes keeps every bound on updates, and breaks these rows. The
// randomized learners have none: they err by chance, also where the projection onto the ball leaves w
// where it is. Through the origin x = 0 counts as positive, and is nothing to learn from; ROMMA may
// have no w' to go to where the stream is inseparable.
var tableEveryMistake = on(Guarantee{
	Claim: "mistakes <= updates where shortest > 0", Source: "the learner's update rule",
}, []Guarantee{
	{ID: "perceptron-every-mistake", Learner: "perceptron", Norms: AnyNorm, Tight: "UnitVectors", TightAt: "p"},
	{ID: "romma-every-mistake", Learner: "romma", Claim: "mistakes <= updates where gamma0 > 0",
		Tight: "UnitVectors", TightAt: "eps"},
	{ID: "cosine-every-mistake", Learner: "cosine", Tight: "UnitVectors"},
	{ID: "alma-every-mistake", Learner: "alma", Norms: SquareSmooth, Tight: "UnitVectors", TightAt: "alpha"},
	{ID: "passive-aggressive-every-mistake", Learner: "passive-aggressive", Tight: "UnitVectors", TightAt: "eps"},
	{ID: "pegasos-every-mistake", Learner: "pegasos", Tight: "UnitVectors", TightAt: "lambda"},
	{ID: "second-order-every-mistake", Learner: "second-order", Tight: "UnitVectors"},
	{ID: "arow-every-mistake", Learner: "arow", Tight: "UnitVectors"},
	{ID: "amira-k-best-every-mistake", Learner: "amira-k-best", Task: ManyClasses},
	{ID: "omm-every-mistake", Learner: "omm", Norms: AnyNorm, Claim: "mistakes <= updates where gamma > 0",
		Tight: "OneMistake", TightAt: "rho p"},
	{ID: "pumma-every-mistake", Learner: "pumma", Norms: AnyNorm, Claim: "mistakes <= updates where gamma > 0",
		Tight: "OneMistake", TightAt: "delta p"},
})
