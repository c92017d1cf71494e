package theory_test

import (
	"errors"
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/formula"
	"marginlab/theory/real"
	"marginlab/theory/vec"
)

// The formula of a row is a second writing of its bound, from the text of the theorem. It
// is computed exactly, or in intervals, where the Go function rounds.
func TestFormulasAreTheirBounds(t *testing.T) {
	t.Parallel()
	table := theory.Table()
	seen := map[string]*comparisons{}
	for _, g := range table {
		seen[g.ID] = &comparisons{}
	}
	rapid.Check(t, func(t *rapid.T) {
		for range rapidtest.Count(3, 1, 3) {
			s := settings().Draw(t, "setting")
			for _, n := range []vec.Norm{nil, rapid.SampledFrom(spaces()).Draw(t, "norm")} {
				s.Trace.Space = n
				for _, g := range table {
					if g.Formula == "" || !g.Norms.Include(n) || !g.AnyStream && !s.Separable {
						continue
					}
					seen[g.ID].compare(t, g, s)
					if g.Text(n) != g.Formula { // in ℓ2 both hold
						g.L2 = ""
						seen[g.ID].compare(t, g, s)
					}
				}
			}
		}
	})
	for _, g := range table {
		c := seen[g.ID]
		recursion := g.ID == "omm-s1-recursion" || g.ID == "pumma-p2-recursion" // see TestRecursionsAreTheirMinima
		require.Equal(t, !recursion, c.finite > 0 && c.exact > 0, "%s: no finite bound was drawn", g.ID)
		require.True(t, c.vacuous > 0 || g.Where == "" || g.Quantity.Name == theory.MeanObjective.Name, "%s: always %s", g.ID, g.Where)
	}
}

// comparisons counts those of a row by their outcome.
type comparisons struct {
	finite, exact, vacuous int
	formulas               map[string]*formula.Expr // by their text
	where                  *formula.Expr
}

// compare requires that the bound of the row is its formula at the setting: the least of
// its values where a rival is given, infinite where the row's condition does not hold.
func (c *comparisons) compare(t require.TestingT, g theory.Guarantee, s theory.Setting) {
	if c.formulas == nil {
		var err error
		c.formulas = map[string]*formula.Expr{}
		c.where, err = g.Domain()
		require.NoError(t, err, g.ID)
	}
	e := c.formulas[g.Text(s.Trace.Space)]
	if e == nil {
		var err error
		e, err = g.Expr(s.Trace.Space)
		require.NoError(t, err, g.ID)
		c.formulas[e.String()] = e
	}
	got := g.Bound(s)
	least, any := math.Inf(1), false
	for _, a := range readings(g, e, s) {
		if floats, _ := a.values(c.where.Terms()); c.where.Float(floats) == 1 {
			v, exact := a.value(t, g, e)
			least, any = min(least, v), true
			if exact {
				c.exact++
			}
		}
	}
	if !any {
		c.vacuous++
		require.True(t, math.IsInf(got, 1) && !g.AtLeast || math.IsInf(got, -1) && g.AtLeast, "%s: %v where not %s", g.ID, got, g.Where)
		return
	}
	if got-got == 0 {
		c.finite++
	}
	const slack = 1e-10                                          // beside what is lost where logarithms or powers cancel
	between := g.ID == "perceptron-hinge-printed" && got < least // see TestTheoremTwoAsPrintedIsReadAtItsLeast
	require.True(t, between || got == least || math.IsNaN(got) && math.IsNaN(least) || math.Abs(got-least) <= slack*(1+math.Abs(least)),
		"%s, norm %v: the bound is %v, its formula %s is %v at %+v", g.ID, s.Trace.Space, got, e, least, s)
}

// reading is a setting at which a formula is computed, with a rival's length U and the power h
// of its losses.
type reading struct {
	theory.Setting
	batch bool
	u, h  *big.Rat
}

// readings are those of a row at a setting: with a rival at several of its lengths.
func readings(g theory.Guarantee, e *formula.Expr, s theory.Setting) []reading {
	alone := reading{Setting: s, batch: g.Task == theory.Batch}
	speaks := func(name string) bool {
		return slices.ContainsFunc(e.Terms(), func(t formula.Term) bool { return t.Name == name })
	}
	if !speaks("U") && !speaks("L1") && !speaks("Lm") {
		return []reading{alone}
	}
	powers := []*big.Rat{nil}
	if speaks("h") {
		powers = []*big.Rat{big.NewRat(1, 1), big.NewRat(3, 2), big.NewRat(2, 1), big.NewRat(3, 1)}
	}
	var lengths []*big.Rat
	margins := s.Rival.Margins
	if speaks("Lm") {
		margins = alone.learned()
	}
	for _, m := range margins {
		if m > 0 {
			lengths = append(lengths, new(big.Rat).Inv(rat(m)))
		}
	}
	if g.Quantity.Name == theory.MeanObjective.Name || g.Quantity.Name == theory.ExpectedMistakes.Name {
		lengths = append(lengths, turns(s)...)
	}
	var all []reading
	for _, u := range lengths {
		for _, h := range powers {
			alone.u, alone.h = u, h
			all = append(all, alone)
		}
	}
	return all
}

// turns are the lengths, beside the inverses of the margins, at which a bound that is
// least over all lengths that are allowed may be least: 0, the longest, and where a slope
// of λ/2‖u‖² + hinge/T is 0.
func turns(s theory.Setting) []*big.Rat {
	lambda, radius := rat(s.Param("lambda")), rat(s.Param("R"))
	if radius.Sign() == 0 {
		radius = rat(s.DBar)
	}
	root := rat(math.Sqrt(s.Param("lambda"))) // of a square
	lengths := []*big.Rat{new(big.Rat), new(big.Rat).Inv(radius), new(big.Rat).Inv(root)}
	scale := new(big.Rat).Mul(lambda, big.NewRat(int64(len(s.Rival.Margins)), 1))
	pull := new(big.Rat)
	for _, m := range slices.Sorted(slices.Values(s.Rival.Margins)) {
		if pull = new(big.Rat).Add(pull, rat(m)); pull.Sign() > 0 {
			lengths = append(lengths, new(big.Rat).Quo(pull, scale))
		}
	}
	return lengths
}

// value computes the formula in intervals, at a precision at which a float64 is told; and
// in float64 where it has no value, or no precision tells a tie.
func (a reading) value(t require.TestingT, g theory.Guarantee, e *formula.Expr) (v float64, exact bool) {
	floats, reals := a.values(e.Terms())
	for prec := uint(128); ; prec *= 4 {
		x, err := e.Interval(prec, reals)
		if err != nil {
			require.True(t, errors.As(err, new(*real.DomainError)), "%s: %v", g.ID, err)
			return e.Float(floats), false
		}
		low, _ := x.Lower().Float64()
		high, _ := x.Upper().Float64()
		if high-low <= 0x1p-40*math.Abs(low) || prec > 1<<10 {
			return low, true
		}
	}
}

// values are those of the terms.
func (a reading) values(terms []formula.Term) (floats []float64, reals []real.Real) {
	for _, term := range terms {
		switch term.Name {
		case "c":
			p := a.exponent()
			if p.Cmp(big.NewRat(2, 1)) >= 0 {
				q := p.Sub(p, big.NewRat(1, 1))
				v, _ := q.Float64()
				floats, reals = append(floats, v), append(reals, real.Rational(q))
				continue
			}
			two, rest := big.NewRat(2, 1), p.Sub(big.NewRat(2, 1), p) // 2^(2-p)
			v, _ := rest.Float64()
			floats, reals = append(floats, math.Exp2(v)), append(reals, powers(two, rest))
		case "Lh":
			var losses []*big.Rat
			for _, l := range a.losses() {
				losses = append(losses, l, a.h)
			}
			sum := powers(losses...)
			x, _ := sum.Interval(64)
			v, _ := x.Lower().Float64()
			floats, reals = append(floats, v), append(reals, sum)
		default:
			q := a.rational(term.Name)
			v, _ := q.Float64()
			floats, reals = append(floats, v), append(reals, exactly(q))
		}
	}
	return floats, reals
}

// powers is Σ x^y.
func powers(pairs ...*big.Rat) real.Real {
	return real.Real{At: func(prec uint) (real.Interval, error) {
		f := real.NewField(prec)
		sum := f.Int(0)
		for pair := range slices.Chunk(pairs, 2) {
			power, err := f.Rational(pair[0]).Pow(f.Rational(pair[1]))
			if err != nil {
				return real.Interval{}, err
			}
			sum = sum.Add(power)
		}
		return sum.Interval(), nil
	}}
}

// exactly is q, which if negative is short.
func exactly(q *big.Rat) real.Real {
	if q.Sign() >= 0 {
		return real.Rational(q)
	}
	return real.Real{At: func(prec uint) (real.Interval, error) { return real.NewInterval(prec, q), nil }}
}

// exponent is the p of ℓp.
func (a reading) exponent() *big.Rat {
	if lp, ok := (theory.View{Norm: a.Trace.Space}).Base().(vec.Lp); ok {
		return rat(lp.P)
	}
	return big.NewRat(2, 1)
}

// losses are the max(0, 1 − y u·x).
func (a reading) losses() []*big.Rat {
	return a.lossesAt(a.Rival.Margins)
}

// learned are the rival's margins where the learner erred or updated.
func (a reading) learned() []float64 {
	var margins []float64
	for t, s := range a.Trace.Steps {
		if s.Updated || s.Predicted != s.Y {
			margins = append(margins, a.Rival.Margins[t])
		}
	}
	return margins
}

func (a reading) lossesAt(margins []float64) []*big.Rat {
	var all []*big.Rat
	for _, m := range margins {
		l := rat(m)
		if l.Sub(big.NewRat(1, 1), l.Mul(l, a.u)); l.Sign() > 0 {
			all = append(all, l)
		}
	}
	return all
}

// rational is the value of a term that is rational.
func (a reading) rational(name string) *big.Rat {
	step, it := a.Step, a.Iterate
	known := func(v float64, known bool) float64 {
		if known {
			return v
		}
		return 0
	}
	switch name {
	case "s", "q":
		s := a.exponent()
		if two := big.NewRat(2, 1); s.Cmp(two) > 0 {
			s = two
		}
		if name == "q" {
			s.Quo(s, new(big.Rat).Sub(s, big.NewRat(1, 1)))
		}
		return s
	case "U":
		return a.u
	case "h":
		return a.h
	case "L1", "L2":
		sum := new(big.Rat)
		for _, l := range a.losses() {
			if name == "L2" {
				l = new(big.Rat).Mul(l, l)
			}
			sum.Add(sum, l)
		}
		return sum
	case "Lm":
		sum := new(big.Rat)
		for _, l := range a.lossesAt(a.learned()) {
			sum.Add(sum, l)
		}
		return sum
	case "Xm":
		sum := new(big.Rat)
		for t := range a.Trace.Learned() {
			sum.Add(sum, new(big.Rat).Mul(rat(a.Lengths[t]), rat(a.Lengths[t])))
		}
		return sum
	case "Vm":
		sum := new(big.Rat)
		for _, m := range a.learned() {
			um := new(big.Rat).Mul(a.u, rat(m))
			sum.Add(sum, um.Mul(um, um))
		}
		return sum
	case "Uplus", "Uzero":
		n := 0
		for _, s := range a.Trace.Steps {
			if s.Updated && (s.Score > 0) == (name == "Uplus") {
				n++
			}
		}
		return rat(float64(n))
	case "m_phi":
		return rat(float64(a.Trace.Violations(a.Phi)))
	case "gains", "multipliers":
		sum := new(big.Rat)
		for t, s := range a.Trace.Steps {
			if s.Updated {
				of := rat(1 - s.Score)
				if name == "gains" {
					of.SetFloat64(1 - 2*max(0, s.Score/s.Target))
				}
				sum.Add(sum, of.Quo(of, rat(float64(a.Lengths[t]*a.Lengths[t]))))
			}
		}
		return sum
	case "margin_errors":
		return rat(float64(len(a.learned()) - a.Trace.Mistakes))
	case "r":
		return quotient(a.D, a.Gamma)
	case "a_t":
		return quotient(step.Score, step.Norm)
	case "gamma_t":
		return quotient(step.Target, step.Norm)
	case "gamma":
		if a.batch {
			return rat(a.Param("gamma"))
		}
		return rat(a.Gamma)
	case "k":
		if a.batch {
			return rat(float64(it.K))
		}
	case "rho":
		if !a.batch {
			return rat(a.Rho)
		}
	}
	diameter := map[theory.Label]float64{theory.Positive: a.DPlus, theory.Negative: a.DMinus}[step.Y]
	radius := a.Param("R")
	if radius == 0 {
		radius = a.DBar
	}
	if v, ok := map[string]float64{
		"T": float64(len(a.Trace.Steps)), "d": float64(a.Dim), "updates": float64(a.Trace.Updates), "mistakes": float64(a.Trace.Mistakes), "logdet": a.Trace.LogDet, "R": a.DBar, "shortest": a.Shortest, "Dplus": a.DPlus, "Dminus": a.DMinus, "D": a.D, "Delta": a.Delta,
		"lift": a.Trace.Lift, "last_norm": a.Trace.Norm, "gamma0": a.Gamma, "gamma3": a.Gamma3, "last_gamma": a.Trace.Gamma, "phi": a.Phi, "radius": radius, "score_t": step.Score, "norm_t": step.Norm,
		"updated_t": known(1, step.Updated), "updates_t": float64(a.Updates), "D_t": diameter,
		"rho": known(a.Gamma, a.Separable), "inradius": known(a.Inradius, !a.Separable),
		"mu_k": it.Mu, "Lmu_k": it.LMu, "last_k": known(1, it.Last), "start_k": it.Start, "least_k": it.Least, "delta_k": it.Delta,
	}[name]; ok {
		return rat(v)
	}
	return rat(a.Param(name))
}

// rat is the very number of a float64.
func rat(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }

func quotient(v, w float64) *big.Rat { return new(big.Rat).Quo(rat(v), rat(w)) }

// spaces are norms with s = 2 and c above 1, and with s < 2.
func spaces() []vec.Norm {
	return []vec.Norm{vec.P(3), vec.P(2.5), vec.P(10), vec.P(1.875), vec.P(1.5), vec.P(1.125)}
}

// settings draws what a bound may depend on: numbers of few binary digits, so that what
// is a tie for the formula is one in float64. Ties are drawn on purpose: φ = 1−r, where κ
// changes its case, equal norms, ε = 1, no loss at all.
func settings() *rapid.Generator[theory.Setting] {
	return rapid.Custom(func(t *rapid.T) theory.Setting {
		number := func(name string, low, high int) float64 {
			return float64(rapid.IntRange(low, high).Draw(t, name)) / rapid.SampledFrom([]float64{1, 2, 8}).Draw(t, "over")
		}
		eighths := func(name string, low, high int) float64 { return float64(rapid.IntRange(low, high).Draw(t, name)) / 8 }
		pick := func(name string, of ...float64) float64 { return rapid.SampledFrom(of).Draw(t, name) }
		yes := func(name string) bool { return rapid.Bool().Draw(t, name) }

		var s theory.Setting
		gamma, r := number("gamma*", 1, 16), pick("r", number("r", 0, 40), number("r", 0, 40), 3./8, 1, 9./8, 3./2, 2) // with ends of cases, and what is between them
		s.Gamma, s.Lower, s.D, s.Separable = gamma, gamma, r*gamma, rapid.IntRange(0, 3).Draw(t, "separable") > 0
		s.DPlus, s.DMinus = s.D, s.D*eighths("other class", 0, 8)
		s.DBar, s.Delta = gamma*number("R/gamma*", 1, 40), gamma*number("Delta/gamma*", 1, 40)
		missed := pick("1 - phi", number("1 - phi", 1, 20), r, r*r/2, 1, 2, 0x1p-30)
		if missed == 0 {
			missed = 1
		}
		if s.Phi, s.Rho = 1-missed, 1; s.Phi < 0 {
			s.Rho = pick("rho", 0, 1./4, 1./2, 5./8, 7./8, 1)
		}
		own := gamma * (1 + number("gamma_t/gamma* - 1", 0, 16))
		s.Gamma3 = own * (1 + number("gamma_3/gamma_t - 1", 0, 16))
		s.Updates = rapid.IntRange(0, 40).Draw(t, "updates")

		eps, c := eighths("eps", 0, 8), number("C", 1, 16)
		alpha := max(eps, 1./8)
		root := pick("root of lambda", 1./2, 1, 3)
		s.Trace = &theory.Trace{Gamma: own, Params: map[string]float64{
			"eps": eps, "delta": eps, "alpha": alpha, "a": number("a", 1, 16), "C": c, "B": 1, "lambda": root * root, "project": pick("project", 0, 1),
			"R": s.DBar * pick("radius", 0, 1./2, 1, 2), "k": float64(rapid.IntRange(1, 9).Draw(t, "k")),
			"n": float64(rapid.IntRange(1, 40).Draw(t, "n")), "gamma": 1 + eighths("gamma - 1", 1, 16),
		}}
		p := s.Trace.Params
		switch rapid.IntRange(0, 2).Draw(t, "parameters of ALMA") {
		case 1: // of its Theorem 3 (1)
			p["B"], p["C"] = math.Sqrt(8)/alpha, math.Sqrt2
		case 2: // of its Theorem 3 (3): C² + 2(1−α)BC = 1 in float64, too
			p["alpha"], p["C"] = 1./2, pick("C", 1./8, 1./4, 1./2)
			p["B"] = (1 - p["C"]*p["C"]) / p["C"]
		}
		if s.Shortest = s.DBar; yes("norms differ") {
			s.Shortest *= eighths("shortest", 0, 7)
		}

		var margins []float64
		for range rapid.IntRange(1, 4).Draw(t, "T") {
			margins = append(margins, s.DBar*eighths("m", -8, 8))
			step := theory.Step{Decision: theory.Decision{Y: theory.Positive, Predicted: theory.Label(pick("predicted", -1, 1)), Updated: yes("learned")}, Score: pick("score", -1, 0, 1./2), Target: pick("target", 1, 4)}
			s.Trace.Steps = append(s.Trace.Steps, step)
			s.Lengths = append(s.Lengths, s.DBar*eighths("length", 1, 8))
			s.Trace.Count(&step)
		}
		s.Rival = theory.NewRival(margins)
		s.Dim, s.Trace.LogDet = rapid.IntRange(1, 9).Draw(t, "d"), eighths("log det", 0, 80)
		const w = 4 // ‖w‖, to tell a_t from a_t‖w‖
		below := pick("gamma_t - a_t", own*number("1 - a_t/gamma_t", -4, 20), s.D, s.D*s.D/(2*own))
		s.Step = theory.Step{Score: (own - below) * w, Target: own * w, Norm: w, Decision: theory.Decision{Y: theory.Label(pick("y", -1, 1)), Updated: yes("updated")}}
		s.Iterate = theory.Iterate{
			K: rapid.IntRange(0, 40).Draw(t, "K"), Mu: number("mu", 0, 16), LMu: -number("-L_mu", 0, 16),
			Start: eighths("start", 0, 8), Least: eighths("least", 1, 8), Delta: eighths("delta", 1, 8), Last: yes("last"),
		}
		s.Trace.Lift, s.Trace.Norm = pick("lift", -2, 0, 1), number("norm", 1, 16)
		s.Inradius = eighths("inradius", 0, 8) * pick("known", 0, 1)
		return s
	})
}
