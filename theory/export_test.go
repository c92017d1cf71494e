package theory

import "iter"

// The functions of claims that are computed in Go.
var (
	Excess                    = excess
	Recursion, RecursionUpper = recursion, closedRecursion
)

// Readings yields the settings of a run at which the condition of g holds, with the value of its quantity,
// where it has one.
func Readings(g Guarantee, tr *Trace, ev Evidence) iter.Seq2[Setting, float64] {
	return func(yield func(Setting, float64) bool) {
		c, s := g.claim, tr.Setting(ev)
		for range c.settings(&s) {
			v, is := c.quantity.value(&s)
			if met, _ := c.where.value(&s); is != NoValue && met == 1 && !yield(s, v) {
				return
			}
		}
	}
}
