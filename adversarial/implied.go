package adversarial

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"marginlab/algos/external"
	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/formula"
)

// Proof names a proved row of the table that agrees with a conjecture, or is sharper, wherever they were compared. It
// does not prove the conjecture: they may differ elsewhere, or by little. The zero value means that there is no such
// row.
type Proof struct {
	Row  theory.Guarantee
	Same bool   // they agree; otherwise the row is at least as sharp
	With string // the ID of the row that turns its updates into mistakes, "" if none is needed
}

func (p Proof) String() string {
	if p.Row.ID == "" {
		return ""
	}
	at := fmt.Sprintf("At each of %d drawn settings", drawnSettings)
	row := fmt.Sprintf("row %s, proved in theory/%s", p.Row.ID, p.Row.Proof())
	switch {
	case p.Same:
		return fmt.Sprintf("%s the claim is that of %s (%s).", at, row, p.Row.Source)
	case p.With != "":
		return fmt.Sprintf("%s %s, is at least as sharp on updates, and by row %s every mistake is one.", at, row, p.With)
	}
	return fmt.Sprintf("%s %s, is at least as sharp.", at, row)
}

// drawnSettings is the number of settings of its domain at which a claim is compared with a row.
const drawnSettings = 2000

// Proved looks for a proved row about the learner and its parameters that says the same as the conjecture, or else for
// one that implies it. It compares formulas by their values at settings drawn from a fixed seed; a stream may have the
// geometry of each setting. Rows on another view of the stream have no statement and are skipped. Nothing is proved
// about a program, a user's own learner, or two learners.
func (c Conjecture) Proved() (proof Proof, err error) {
	whole := c.Statement
	spec, learner, err := ParseLearner(whole.Learner, c.Own...)
	if err != nil {
		return proof, err
	}
	if _, program := external.Of(spec); program || spec.Kind.Code != nil || whole.Against != "" {
		return proof, nil
	}
	whole.Learner = learner
	claim, err := Compile(whole, c.Own...)
	if err != nil {
		return proof, err
	}
	at := map[string]string{"h": "1", "Lh": "L1"}
	for _, t := range claim.Float.Quantity.Terms() {
		if t.Arg != nil {
			at["phi"] = t.Arg.RatString()
		}
	}
	rows := c.rows(at)
	mistakes := slices.IndexFunc(rows, func(r RowClaim) bool {
		return r.Conjecture.Quantity == "mistakes" && r.Conjecture.Claim == "updates"
	})
	for _, r := range rows {
		s := r.Conjecture.Statement
		if s.AtRest && !whole.AtRest {
			continue
		}
		with := ""
		if s.Quantity == "updates" && whole.Quantity == "mistakes" && mistakes >= 0 {
			s.Quantity, with = "mistakes", rows[mistakes].Row
			s.Where = strings.TrimPrefix(s.Where+" && shortest > 0", " && ") // where every mistake is an update
		}
		row, err := Compile(s)
		if err != nil {
			return proof, err
		}
		switch implies, same := compare(row, claim, spec.Params()); {
		case same && with == "" && s.Strict() == whole.Strict() && s.AtRest == whole.AtRest:
			return Proof{theory.Row(r.Row), true, ""}, nil
		case implies && proof.Row.ID == "":
			proof = Proof{theory.Row(r.Row), false, with}
		}
	}
	return proof, nil
}

// rows are the proved rows that bound from the same side as the conjecture, each as it is stated of its learner, with
// the values of at for the names that they leave open.
func (c Conjecture) rows(at map[string]string) (all []RowClaim) {
	for _, g := range theory.Table() {
		s, err := Statement(g, c.Learner, at, c.Own...)
		if err == nil && g.Status == theory.Proved && c.Against == "" && s.FromBelow() == c.FromBelow() {
			all = append(all, RowClaim{g.ID, Conjecture{Statement: s, Own: c.Own}})
		}
	}
	return all
}

// compare reports whether the row bounds the same quantity at least as sharply wherever the claim says something, and
// whether it says exactly the same.
func compare(row, claim *Problem, params map[string]float64) (implies, same bool) {
	rng := rand.New(rand.NewPCG(1, 2))
	same = true
	met := 0
	for tries := 0; met < drawnSettings && tries < 20*drawnSettings; tries++ {
		s := DrawSetting(rng, params)
		near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-12*max(math.Abs(a), math.Abs(b)) }
		said, speaks := s.bound(claim)
		proved, rowSpeaks := s.bound(row)
		if speaks != rowSpeaks || speaks && !near(said, proved) {
			same = false
		}
		if !speaks {
			continue
		}
		met++
		if claim.FromBelow() {
			said, proved = -said, -proved
		}
		sharper := proved < said && !near(proved, said) || !claim.Strict() && near(proved, said)
		if !rowSpeaks || !sharper || !near(s.Of(claim.Float.Quantity), s.Of(row.Float.Quantity)) {
			return false, false
		}
	}
	return met == drawnSettings, same && met == drawnSettings
}

// Setting maps terms and parameters, as they are written, to values.
type Setting struct {
	known map[string]float64
	rng   *rand.Rand
}

// DrawSetting draws the geometry of a stream, separable or not: the margins are at most Δ/2, and γ₀ is at most γ and at
// most the length of the shortest example. Every other term is drawn when it is first asked for.
func DrawSetting(rng *rand.Rand, params map[string]float64) Setting {
	decades := func(most float64) float64 { // 1, or from 1 on
		if rng.IntN(8) == 0 {
			return 1
		}
		return num.Pow(10, most*rng.Float64()*rng.Float64())
	}
	s := Setting{map[string]float64{}, rng}
	for name, v := range params {
		s.known[name] = v
	}
	gamma0 := num.Pow(10, float64(4*rng.Float64())-2)
	shortest := gamma0 * decades(3)
	longest := shortest * decades(3)
	if rng.IntN(8) == 0 {
		gamma0 = 0
	}
	gamma := gamma0 + float64((longest-gamma0)*rng.Float64())
	if gamma0 == 0 && rng.IntN(2) == 0 {
		gamma, shortest = 0, shortest*float64(rng.IntN(2))
	}
	wide := 2 * longest * rng.Float64()
	narrow := wide * float64(rng.IntN(3)) / 2
	s.known["R"], s.known["Dbar"], s.known["shortest"] = longest, longest, shortest
	s.known["gamma0"], s.known["gamma"], s.known["D"], s.known["r"] = gamma0, gamma, wide, wide/gamma
	s.known["Dplus"], s.known["Dminus"] = wide, narrow
	if rng.IntN(2) == 0 {
		s.known["Dplus"], s.known["Dminus"] = narrow, wide
	}
	s.known["Delta"] = 2 * (gamma + float64((longest-gamma)*rng.Float64()))
	s.known["d"], s.known["T"] = float64(1+rng.IntN(64)), float64(1+rng.IntN(1000))
	return s
}

// bound is that of a problem, and whether it says something: its condition is met, and its bound
// is a number, and not one of 0 from below on a term, which is 0 at least.
func (s Setting) bound(p *Problem) (bound float64, speaks bool) {
	if p.Float.Where != nil && s.Of(p.Float.Where) != 1 {
		return 0, false
	}
	bound = s.Of(p.Float.Bound)
	terms := p.Float.Quantity.Terms()
	isTerm := len(terms) == 1 && terms[0].String() == p.Float.Quantity.String()
	trivial := p.FromBelow() && !p.Strict() && bound <= 0 && isTerm
	return bound, bound-bound == 0 && !trivial
}

// Of returns the value of an expression. Terms of the run are counts or lengths that nothing bounds.
func (s Setting) Of(e *formula.Expr) float64 {
	var at []float64
	for _, t := range e.Terms() {
		key := strings.TrimSpace(t.String())
		if _, ok := s.known[key]; !ok {
			s.known[key] = math.Floor(num.Pow(10, 4*s.rng.Float64())) - 1 + float64(s.rng.IntN(2))
		}
		at = append(at, s.known[key])
	}
	return e.Float(at)
}
