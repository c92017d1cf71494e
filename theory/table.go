package theory

import (
	"slices"
	"strings"
	"sync"
)

// Table is the table of guarantees: every theorem the project holds its
// learners against, a row each. Tests, `marginlab check` and the README's table
// read it, and nothing else states a theorem.
func Table() []Guarantee { return slices.Clone(table()) }

// table is read once: a row whose claim cannot be read panics.
var table = sync.OnceValue(func() (all []Guarantee) {
	for _, rows := range [][]Guarantee{
		tableOMM(), tablePerceptron(), tableROMMA(), tablePUMMA(), tableALMA(), tablePassiveAggressive(),
		tableConvex(), tableSecondOrder(), tableManyClasses(), tableNormalized(), tableCosine(), tableEveryMistake(),
	} {
		for _, g := range rows {
			g.Claim, g.L2 = strings.Join(strings.Fields(g.Claim), " "), strings.Join(strings.Fields(g.L2), " ")
			all = append(all, g.Read())
		}
	}
	return all
})

// Row returns the row of that ID. It panics if there is none.
func Row(id string) Guarantee {
	all := table()
	i := slices.IndexFunc(all, func(g Guarantee) bool { return g.ID == id })
	if i < 0 {
		panic("theory: no row " + id)
	}
	return all[i]
}
