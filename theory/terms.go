package theory

import (
	"reflect"
	"runtime"
	"strings"
	"sync"

	"marginlab/theory/formula"
	"marginlab/theory/vec"
)

// Terms are what the formulas of the table speak of beside the [Vocabulary] and the parameters
// of learners. With _t they are of a step, with _k of an iterate of a batch algorithm. In rows
// on batch algorithms gamma is the parameter of that name.
func Terms() []formula.Word {
	return []formula.Word{
		{Name: "s", Help: "of the norm: ‖u−z‖^s ≤ ‖u‖^s − s‖u‖^(s−1)ℓ(u)·z + c‖z‖^s; 2 in ℓ2"},
		{Name: "c", Help: "of the norm, see s; 1 in ℓ2"},
		{Name: "q", Help: "1/s + 1/q = 1; 2 in ℓ2"},
		{Name: "phi", Help: "φ of m(φ)"},
		{Name: ofRun, Help: "m(φ) of the run, at the φ of m̄(φ)"},
		{Name: "h", Help: "the power of the losses in Lh, at least 1"},
		{Name: "Lh", Help: "Σ max(0, 1 − y u·x)^h over the steps of the run"},
		{Name: "Lm", Help: "Σ max(0, 1 − y u·x) over the mistakes and updates of the run"},
		{Name: "Xm", Help: "Σ ‖x‖² over the mistakes and updates of the run"},
		{Name: "Vm", Help: "Σ (u·x)² over the mistakes and updates of the run"},
		{Name: "margin_errors", Help: "the updates that were no mistakes"},
		{Name: "Uplus", Help: "U₊, the updates at y(w·x) > 0"},
		{Name: "Uzero", Help: "U₀, the updates at y(w·x) ≤ 0"},
		{Name: "logdet", Help: "log det(A/a) of a second-order learner, A = aI + Σxxᵀ over its updates"},
		{Name: "radius", Help: "the parameter R of the randomized learner, R where it is 0"},
		{Name: "a_t", Help: "the distance y(w_t·x_t + b_t)/‖w_t‖"},
		{Name: "gamma_t", Help: "the learner's own margin γ_t"},
		{Name: "score_t", Help: "y(w_t·x_t + b_t)"},
		{Name: "norm_t", Help: "‖w_t‖"},
		{Name: "updated_t", Help: "1 where the step was an update, else 0"},
		{Name: "updates_t", Help: "the updates before the step"},
		{Name: "D_t", Help: "the diameter of the class of x_t"},
		{Name: "lift", Help: "the constant coordinate that the learner appends to every x"},
		{Name: "last_norm", Help: "‖w‖ after the last step"},
		{Name: "gains", Help: "Σ (1−2η)/‖x‖² over the updates, η = max(0, a_t/γ_t), 0 at the first"},
		{Name: "multipliers", Help: "Σ (1 − y(w·x))/‖x‖² over the updates"},
		{Name: "rho", Help: "of a batch algorithm: γ* of the normalised features, 0 where inseparable"},
		{Name: "inradius", Help: "|ρ|, how far the origin is inside the hull of the normalised yx; 0 if unknown"},
		{Name: "k", Help: "the number of the iterate; of k-best AMIRA its k"},
		{Name: "mu_k", Help: "μ_k"},
		{Name: "Lmu_k", Help: "L_μ(α_k)"},
		{Name: "last_k", Help: "1 where the iterate ends the call, else 0"},
		{Name: "start_k", Help: "‖q‖ of the point that the call starts from"},
		{Name: "least_k", Help: "min q_i there"},
		{Name: "delta_k", Help: "δ of the call"},
	}
}

// The formulas of bounds that are themselves counts of the run.
const (
	ofRun      = "m_phi"
	updatesRun = "updates"
)

// parameters are those of the learners that formulas speak of.
const parameters = "delta eps alpha a B C lambda project n"

// Text is the row's formula as it reads in the norm n, nil for ℓ2; "" for a bound that Go
// alone computes.
func (g Guarantee) Text(n vec.Norm) string {
	if g.L2 != "" && Euclidean.Include(n) {
		return g.L2
	}
	return g.Formula
}

// Expr is the row's formula, as it reads in the norm n, nil for ℓ2.
func (g Guarantee) Expr(n vec.Norm) (*formula.Expr, error) {
	return formula.Parse(g.Text(n), rowWords())
}

// Domain is the condition, beside the view, under which the row speaks.
func (g Guarantee) Domain() (*formula.Expr, error) {
	conditions := []string{"0 == 0"}
	for _, where := range []string{g.Quantity.Where, g.Where} {
		if where != "" {
			conditions = append(conditions, "("+where+")")
		}
	}
	return formula.ParseCondition(strings.Join(conditions, " && "), rowWords())
}

// BoundsCount reports whether the row bounds a count, by more than another count of the same run.
func (g Guarantee) BoundsCount() bool {
	return !g.Quantity.Real && g.Formula != ofRun && g.Formula != updatesRun
}

// Function is the name of Bound, for `go doc`.
func (g Guarantee) Function() string {
	name := runtime.FuncForPC(reflect.ValueOf(g.Bound).Pointer()).Name()
	return name[strings.LastIndex(name, ".")+1:]
}

// Proof is where a proved row is proved: the section of PROOFS.md, in this package, that
// has its ID for a heading. It is "" for other rows.
func (g Guarantee) Proof() string {
	if g.Status != Proved {
		return ""
	}
	return "PROOFS.md#" + strings.ReplaceAll(g.ID, ".", "") // GitHub drops the dots of a heading
}

// rowWords are what the formulas of rows speak of.
var rowWords = sync.OnceValue(func() formula.Words { return wordsWith(Terms()...).With(strings.Fields(parameters)...) })

// claim is the inequality in the language of package formula, with its condition.
func (g Guarantee) claim() string {
	relation, side := " "+g.Relation()+" ", g.Quantity.Term
	if side == "" || g.Quantity.AtRest {
		side = g.Quantity.Name
	}
	whole := func(text string) string { // a choice in parentheses
		depth := 0
		for _, c := range text {
			switch {
			case c == '(':
				depth++
			case c == ')':
				depth--
			case c == '?' && depth == 0:
				return "(" + text + ")"
			}
		}
		return text
	}
	text := side + relation + whole(g.Formula)
	if g.L2 != "" {
		text += ", in l2 " + whole(g.L2)
	}
	if g.Where != "" {
		text += " where " + g.Where
	}
	return text
}
