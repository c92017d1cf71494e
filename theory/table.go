package theory

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// Table returns the table of guarantees: every theorem that the project checks its learners against, a row each.
// Tests, `marginlab check` and the README's table read it, and nothing else states a theorem.
func Table() []Guarantee { return slices.Clone(table()) }

// table reads the rows once. A row whose claim cannot be read panics.
var table = sync.OnceValue(func() []Guarantee {
	all := slices.Concat(tableOMM, tablePerceptron, tableMarginPerceptron, tableROMMA, tablePUMMA, tableALMA,
		tablePassiveAggressive, tableAMIRA, tableConvex, tableSecondOrder, tableManyPerceptron, tableManyClasses,
		tableNormalized, tableCosine, tableEveryMistake)
	for i := range all {
		all[i] = all[i].Read()
	}
	return all
})

// A row is made by one of these and the methods below, as in
//
//	proved("omm-rest", "rest_margin >= rho*gamma", "HKNS25, Table 1, second column").in(AnyNorm)
var proved, refuted, refutedAsPrinted = stated(Proved), stated(Refuted), stated(RefutedAsPrinted)

// stated returns a function that makes rows of a status.
func stated(status Status) func(id, claim, source string) Guarantee {
	return func(id, claim, source string) Guarantee {
		return Guarantee{ID: id, Claim: oneLine(claim), Source: source, Status: status}
	}
}

func (g Guarantee) of(family string) Guarantee       { g.Learner = family; return g }
func (g Guarantee) in(norms Norms) Guarantee         { g.Norms = norms; return g }
func (g Guarantee) inL2(bound string) Guarantee      { g.L2 = oneLine(bound); return g }
func (g Guarantee) note(hypothesis string) Guarantee { g.Note = hypothesis; return g }

// tight names the trap that reaches the bound, at every value of the parameters.
func (g Guarantee) tight(trap string, params ...string) Guarantee {
	g.Tight, g.TightAt = trap, strings.Join(params, " ")
	return g
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// on returns the rows with the fields of shared where they leave them out.
func on(shared Guarantee, rows ...Guarantee) []Guarantee {
	for i := range rows {
		g := &rows[i]
		g.Learner, g.Norms = cmp.Or(g.Learner, shared.Learner), cmp.Or(g.Norms, shared.Norms)
		g.Task, g.Normalised = cmp.Or(g.Task, shared.Task), g.Normalised || shared.Normalised
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

// tableEveryMistake has the rows on every family whose rule updates at every mistake. A learner whose classifier
// never changes keeps every bound on updates, and breaks these rows. The randomized learners have none: they err by
// chance, also where the projection onto the ball leaves w unchanged. Through the origin x = 0 counts as positive,
// and teaches nothing; on an inseparable stream ROMMA may have no w' to go to.
var tableEveryMistake = []Guarantee{
	everyMistake("perceptron", "shortest > 0").in(AnyNorm).tight("UnitVectors", "p"),
	everyMistake("romma", "gamma0 > 0").tight("UnitVectors", "eps"),
	everyMistake("cosine", "shortest > 0").tight("UnitVectors"),
	everyMistake("alma", "shortest > 0").in(SquareSmooth).tight("UnitVectors", "alpha", "C"),
	everyMistake("passive-aggressive", "shortest > 0").tight("UnitVectors", "eps"),
	everyMistake("pegasos", "shortest > 0").tight("UnitVectors", "lambda"),
	everyMistake("second-order", "shortest > 0").tight("UnitVectors"),
	everyMistake("arow", "shortest > 0").tight("UnitVectors"),
	everyMistake("omm", "gamma > 0").in(AnyNorm).tight("OneMistake", "rho", "p"),
	everyMistake("pumma", "gamma > 0").in(AnyNorm).tight("OneMistake", "delta", "p"),
}

func everyMistake(family, where string) Guarantee {
	claim := "mistakes <= updates where " + where
	return proved(family+"-every-mistake", claim, "the learner's update rule").of(family)
}
