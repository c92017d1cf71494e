package adversarial

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"marginlab/adversarial/certificate"
	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/formula"
	"marginlab/theory/vec"
)

// restPasses limits how often a stream is repeated for a claim about a learner at rest.
const restPasses = 100

// Statement turns a row of the table of guarantees into a statement about a learner that can be hunted and certified.
// The row and the learner may be the user's own. The names that the row leaves open take the values of at: phi, the
// power h with its losses Lh, the radius of the randomized learner. A row on normalised examples becomes a statement
// about examples of length 1; a row on features without the learner's constant coordinate gets their R from the R of
// the features with it. The error says why there is no such statement.
func Statement(g theory.Guarantee, learner string, at map[string]string, own ...Own) (certificate.Statement, error) {
	s, err := stated(g, learner, at, own)
	if err == nil {
		_, err = Compile(s, own...)
	}
	if err != nil {
		return certificate.Statement{}, fmt.Errorf("row %s of %s: %w", g.ID, learner, err)
	}
	return s, nil
}

// LearnerOf returns the learner that a row of the table is about where that is obvious: the one with the name of the
// row's family, else the only one of the family. The error lists the candidates.
func LearnerOf(g theory.Guarantee) (string, error) {
	var all []string
	for _, s := range learnersOf(g) {
		text := s.String()
		if g.Unlifted {
			text = "bias(" + text + ",1)"
		}
		if s.Kind.Name == g.Learner {
			return text, nil
		}
		all = append(all, text)
	}
	switch len(all) {
	case 0:
		return "", fmt.Errorf("row %s: expected a row of a learner of this project, not of %s", g.ID, g.Learner)
	case 1:
		return all[0], nil
	}
	return "", fmt.Errorf("row %s is about several learners, expected one of %s", g.ID, strings.Join(all, ", "))
}

// learnersOf returns the learners that a row is about, with their defaults, without a constant coordinate.
func learnersOf(g theory.Guarantee) []*algos.Spec {
	return slices.DeleteFunc(Learners(nil).Checked(), func(s *algos.Spec) bool {
		return s.Bias != 0 || s.Inner != nil || !slices.Contains(s.Families(), g.Learner)
	})
}

func stated(g theory.Guarantee, learner string, at map[string]string, own []Own) (certificate.Statement, error) {
	spec, learner, err := ParseLearner(learner, own...)
	switch {
	case err != nil:
		return certificate.Statement{}, err
	case !g.Huntable():
		return certificate.Statement{}, errors.New("expected a row whose quantity is one number a run, " +
			"and whose terms can be hunted")
	case !slices.Contains(spec.Families(), g.Learner):
		return certificate.Statement{}, fmt.Errorf("expected a learner of the family %s", g.Learner)
	case g.Unlifted && spec.Bias == 0:
		return certificate.Statement{}, fmt.Errorf("expected a learner that appends a constant coordinate, "+
			"as bias(%s,1)", learner)
	case !g.Norms.Include(spec.Norm):
		return certificate.Statement{}, fmt.Errorf("expected a learner in a norm of the row: %s",
			cmp.Or(string(g.Norms), "l2"))
	}
	values := smoothness(spec.Norm)
	if g.Unlifted { // R is of the features without the constant, in a statement on the learner with it
		lift := strconv.FormatFloat(spec.Bias, 'g', -1, 64)
		values["lift"], values["R"] = lift, "sqrt(R^2-("+lift+")^2)"
	}
	maps.Copy(values, at)
	values["rest_margin"] = "margin"
	s := certificate.Statement{
		Learner: learner, Quantity: substitute(g.Quantity, values), Relation: g.Relation,
		Claim: substitute(g.Text(spec.Norm), values), Passes: 1,
	}
	if g.Task == theory.ManyClasses {
		s.Classes = certificate.DefaultClasses
	}
	if g.Names("rest_margin") {
		s.AtRest, s.Passes = true, restPasses
	}
	var where []string
	if g.Normalised { // on examples that are normalised already
		where = append(where, "R == 1 && shortest == 1")
	}
	conditions := strings.Split(g.Where, " && ")
	if positive := separable(g); positive != "" && !slices.Contains(conditions, positive) {
		where = append(where, positive)
	}
	for _, condition := range conditions {
		holds, decided := ofParameters(spec, substitute(condition, values))
		switch {
		case condition == "" || decided && holds:
		case decided:
			return s, fmt.Errorf("expected %s", condition)
		default:
			where = append(where, substitute(condition, values))
		}
	}
	s.Where = strings.Join(where, " && ")
	return s, nil
}

// separable returns the condition that the stream of a row is separable. It is "" for a row on any stream, and for a
// batch algorithm, whose rows state the condition themselves.
func separable(g theory.Guarantee) string {
	switch needs := g.Needs; {
	case needs&theory.Separates != 0:
		return "gamma > 0"
	case needs&theory.SeparatesOrigin != 0:
		return "gamma0 > 0"
	}
	return ""
}

// smoothness returns the s, c and q of a norm ‖·‖_p, as expressions in p.
func smoothness(n vec.Norm) map[string]string {
	switch lp, ok := n.(vec.Lp); {
	case !ok:
		return map[string]string{"s": "2", "c": "1", "q": "2"}
	case lp.P < 2:
		return map[string]string{"s": "p", "c": "2^(2-p)", "q": "p/(p-1)"}
	}
	return map[string]string{"s": "2", "c": "p-1", "q": "2"}
}

// name matches a name, or a name alone in parentheses.
var name = regexp.MustCompile(`\([\pL_][\pL\p{Nd}_]*\)|[\pL_][\pL\p{Nd}_]*`)

// substitute replaces names by values.
func substitute(text string, values map[string]string) string {
	return name.ReplaceAllStringFunc(text, func(found string) string {
		v, ok := values[strings.Trim(found, "()")]
		switch {
		case !ok:
			return found
		case found[0] == '(' || strings.ContainsAny(v, "+-*/^"):
			return "(" + v + ")"
		}
		return v
	})
}

// ofParameters decides a condition that names only the learner's parameters.
func ofParameters(spec *algos.Spec, condition string) (holds, decided bool) {
	params := spec.Params()
	maps.DeleteFunc(params, func(name string, _ float64) bool { return theory.Words().Has(name) })
	e, err := formula.ParseCondition(condition, formula.Words{}.With(slices.Collect(maps.Keys(params))...))
	if err != nil {
		return false, false
	}
	return Setting{known: params}.Of(e) == 1, true
}

// RowClaim is a row of the table of guarantees, stated for one learner.
type RowClaim struct {
	Row        string // its ID
	Conjecture Conjecture
}

// ProvedRows returns the proved rows that can be stated as a conjecture and certified, each for all learners that it is
// about, with their defaults: hunt --claims rows hunts these. The names that a row leaves open take the first values at
// which the row says something; a row that says nothing in ℓ₂ is stated in the norm with p = 3/2.
func ProvedRows() []RowClaim {
	var all []RowClaim
	for _, g := range theory.Table() {
		if g.Status != theory.Proved {
			continue
		}
		for _, s := range learnersOf(g) {
			if c, ok := anyStatement(g, s); ok {
				all = append(all, RowClaim{g.ID, c})
			}
		}
	}
	return all
}

// anyStatement states a row for a learner, at the first values of the row's open names at which that is possible.
func anyStatement(g theory.Guarantee, s *algos.Spec) (Conjecture, bool) {
	learners := []*algos.Spec{s}
	if other, err := s.In(vec.Lp{P: 1.5}); err == nil {
		learners = append(learners, other)
	}
	for _, s := range learners {
		for _, phi := range []string{"1/2", "1/4", "0"} {
			at := map[string]string{"phi": phi, "h": "1", "Lh": "L1", "radius": "1"}
			statement, err := Statement(g, s.String(), at)
			c := Conjecture{Statement: statement}
			if err == nil && c.Provable() == nil {
				return c, true
			}
		}
	}
	return Conjecture{}, false
}
