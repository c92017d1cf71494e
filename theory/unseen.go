package theory

import (
	"slices"
	"strings"
	"unicode"
)

// Unseen is what a learner that is a program does not show of its run: a theorem that reads it
// is silent. The zero value hides nothing.
type Unseen struct {
	Classifier bool // the steps have no norms, and may have no scores
	Margin     bool // γ_t, which the learner has: the steps have no targets
	Opening    bool // the initialisation phase, which the learner has: no step is of it
	LogDet     bool // log det(A/a), which the learner has
}

// Hides says why a text in the language of package formula has no value, "" if it has one.
func (u Unseen) Hides(text string) string {
	if u == (Unseen{}) {
		return ""
	}
	words := strings.FieldsFunc(text, func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	for _, hidden := range []struct {
		is        bool
		what, why string
	}{
		{u.Classifier, "a_t score_t norm_t gamma_t m m_phi mbar gamma3 last_gamma last_norm gains multipliers margin errors expected_mistakes Uplus Uzero", "the program shows no classifier"},
		{u.Margin, "gamma_t gains m m_phi mbar gamma3 last_gamma", "the program shows no margin of its own"},
		{u.Opening, "later_mistakes later_updates opening_mistakes m m_phi mbar gamma3", "the program does not show which steps are of its opening"},
		{u.LogDet, "logdet", "programs show no log det(A/a)"},
	} {
		if hidden.is && slices.ContainsFunc(strings.Fields(hidden.what), func(name string) bool { return slices.Contains(words, name) }) {
			return hidden.why
		}
	}
	return ""
}

// Hidden says what a program hides that the guarantee reads, "" if nothing. A quantity that
// does not say what it reads reads all.
func (g Guarantee) Hidden(u Unseen) string {
	quantity := g.Quantity.Term + " " + g.Quantity.Reads
	if quantity == " " {
		quantity = "norm_t gamma_t opening_mistakes"
	}
	return u.Hides(quantity + " " + g.Formula + " " + g.Where)
}
