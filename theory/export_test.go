package theory

import (
	"iter"
	"math"
)

// Readings yields the settings of a run at which the condition of g holds, with the value of its quantity,
// where it has one.
func Readings(g Guarantee, tr *Trace, ev Evidence) iter.Seq2[Setting, float64] {
	return func(yield func(Setting, float64) bool) {
		c, s := g.parsed(), tr.Setting(ev)
		for range c.settings(&s) {
			if v := c.quantity.value(&s); !math.IsNaN(v) && c.where.value(&s) == 1 && !yield(s, v) {
				return
			}
		}
	}
}

// Read is g with its claim read once, as a row of the table has it.
func Read(g Guarantee) Guarantee {
	g.claim = g.parsed()
	return g
}
