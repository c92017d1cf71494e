package term

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"marginlab/algos/trial"
	"marginlab/theory"
)

// VerdictRow is the verdict of a guarantee on a run, as it is printed. It keeps no reference to the run.
type VerdictRow struct {
	Learner    string        `json:"learner"`
	Claim      string        `json:"claim"`
	Source     string        `json:"source"`
	Status     theory.Status `json:"status"`
	Quantity   string        `json:"quantity"`
	Bound      Number        `json:"bound"`
	Ratio      Number        `json:"ratio"`
	Holds      *bool         `json:"holds"`
	ID         string        `json:"id"`
	Value      Number        `json:"value"`
	Relation   string        `json:"relation"`
	At         string        `json:"at"`
	Phi        Number        `json:"phi"`
	Reason     *string       `json:"reason"`
	View       string        `json:"view"`
	Assumption string        `json:"assumption"`
	Tight      string        `json:"tight"`
	Data       string        `json:"data"`
	Norm       string        `json:"norm"`

	Kind  string        `json:"-"` // of the learner
	Count bool          `json:"-"` // the quantity is a count
	Fixed bool          `json:"-"` // the bound is a constant
	Why   theory.Reason `json:"-"`
}

// VerdictRowOf returns the row for a verdict on a run of a learner of this kind.
func VerdictRowOf(kind, learner string, v trial.Verdict, data *trial.Data) VerdictRow {
	g, none := v.Guarantee, Missing()
	_, number := strconv.ParseFloat(g.Text(nil), 64)
	row := VerdictRow{
		Learner: learner, ID: g.ID, Claim: g.String(), Source: g.Source, Status: g.Status,
		Quantity: g.Quantity, At: g.Quantity, Phi: none, Value: none, Bound: none, Ratio: none,
		Relation: g.Relation, View: DescribeView(g.Task, v.View), Assumption: g.Assumption(), Tight: g.Tight,
		Data: data.Name, Norm: data.NameOf(v.View.Norm),
		Kind: kind, Count: g.BoundsCount(), Fixed: number == nil, Why: v.Reason,
	}
	if !v.Applies() {
		row.Reason = new(v.Reason.String())
		return row
	}
	row.Value, row.Bound, row.Ratio, row.Holds = Number(v.Value), Number(v.Bound), Number(v.Ratio), new(v.Holds)
	if row.At = g.At(v.Setting); row.At != row.Quantity {
		row.Phi = Number(v.Setting.Phi)
	}
	return row
}

// Applies reports whether the guarantee applies to the run.
func (r VerdictRow) Applies() bool { return r.Reason == nil }

// Fails reports whether the guarantee applies to the run and fails.
func (r VerdictRow) Fails() bool { return r.Applies() && !*r.Holds }

// Measured returns the value, the bound and the ratio of a guarantee that applies. If it fails, they have enough digits
// to show that.
func (r VerdictRow) Measured() (value, bound, ratio string) {
	if !r.Fails() {
		return r.Value.String(), r.Bound.String(), r.Ratio.String()
	}
	value, bound = Apart(r.Value, r.Bound)
	ratio, _ = Apart(r.Ratio, 1)
	return value, bound, ratio
}

// Tally sorts guarantees by their outcome.
type Tally struct{ Hold, Fail, NotApplying []VerdictRow }

// TallyOf sorts the guarantees with these statuses by their outcome.
func TallyOf(rows []VerdictRow, statuses ...theory.Status) (t Tally) {
	for _, r := range rows {
		switch {
		case !slices.Contains(statuses, r.Status):
		case !r.Applies():
			t.NotApplying = append(t.NotApplying, r)
		case r.Fails():
			t.Fail = append(t.Fail, r)
		default:
			t.Hold = append(t.Hold, r)
		}
	}
	return t
}

// Nearest returns the proved guarantee that comes nearest to its bound, among those that do not fail if none
// does. Steps of proofs are met with equality, and constant bounds are often reached, so that bounds on counts that
// depend on the data come first, and then other bounds that depend on the data.
func Nearest(rows []VerdictRow) (near VerdictRow, ok bool) {
	rank := func(r VerdictRow) int {
		switch {
		case r.Fails():
			return 3
		case r.Fixed:
			return 0
		case r.Count:
			return 2
		}
		return 1
	}
	for _, r := range rows {
		if r.Applies() && r.Status == theory.Proved && (!ok || cmp.Or(cmp.Compare(rank(r), rank(near)),
			cmp.Compare(r.Ratio, near.Ratio)) > 0) {
			near, ok = r, true
		}
	}
	return near, ok
}

// Failed returns the finding that proved guarantees fail, nil if none does.
func Failed(rows []VerdictRow) error {
	fail := TallyOf(rows, theory.Proved).Fail
	if len(fail) == 0 {
		return nil
	}
	return Found(fmt.Errorf("%s: %s", Count(len(fail), "proved guarantee fails", "proved guarantees fail"), list(fail)))
}

// Verdict returns the verdict in short: how many proved guarantees apply, why the others do
// not, and the outcome of refuted and conjectured ones.
func Verdict(rows []VerdictRow) string {
	proved := TallyOf(rows, theory.Proved)
	parts := []string{"NO VERDICT: no proved guarantee applies to these runs."}
	switch err := Failed(rows); {
	case err != nil:
		parts[0] = fmt.Sprintf("FAIL: %v. %d hold.", err, len(proved.Hold))
	case len(proved.Hold) > 0:
		parts[0] = fmt.Sprintf("PASS: %s.", Count(len(proved.Hold),
			"proved guarantee applies to these runs, and holds", "proved guarantees apply to these runs, and all hold"))
	}
	if len(proved.NotApplying) > 0 {
		parts = append(parts, notApplying(proved.NotApplying))
	}
	holding := 0
	for _, of := range []theory.Status{theory.RefutedAsPrinted, theory.Refuted, theory.Conjectured} {
		t := TallyOf(rows, of)
		if len(t.Fail) == 0 {
			holding += len(t.Hold)
			continue
		}
		parts = append(parts, fmt.Sprintf("Of %d %s, %s here: %s.", len(t.Hold)+len(t.Fail), of,
			Count(len(t.Fail), "fails", "fail"), list(t.Fail)))
	}
	if holding > 0 {
		parts = append(parts, Count(holding, "that is refuted or conjectured holds here.",
			"that are refuted or conjectured hold here."))
	}
	return strings.Join(parts, " ")
}

// notApplying returns how many guarantees do not apply, and the most frequent reasons.
func notApplying(others []VerdictRow) string {
	reasons := Grouped(others, func(r VerdictRow) string { return r.Why.Brief() })
	slices.SortStableFunc(reasons, func(a, b Group[VerdictRow]) int { return len(b.Rows) - len(a.Rows) })
	const most = 2
	other := len(others)
	var parts []string
	for _, why := range reasons[:min(most, len(reasons))] {
		parts = append(parts, fmt.Sprintf("%s (%d)", why.Key, len(why.Rows)))
		other -= len(why.Rows)
	}
	if other > 0 {
		parts = append(parts, fmt.Sprintf("other reasons (%d)", other))
	}
	return fmt.Sprintf("%s not apply: %s.", Count(len(others), "does", "do"), strings.Join(parts, "; "))
}

// list names guarantees with the learners for which they fail.
func list(rows []VerdictRow) string {
	var names []string
	for _, r := range rows {
		names = append(names, fmt.Sprintf("%s (%s)", r.ID, r.Learner))
	}
	return strings.Join(names, ", ")
}

// Group has the rows with a common key.
type Group[R any] struct {
	Key  string
	Rows []R
}

// Grouped groups rows by a key, in the order of the first row of each.
func Grouped[R any](rows []R, key func(R) string) (all []Group[R]) {
	at := map[string]int{}
	for _, r := range rows {
		k := key(r)
		i, ok := at[k]
		if !ok {
			i = len(all)
			at[k], all = i, append(all, Group[R]{Key: k})
		}
		all[i].Rows = append(all[i].Rows, r)
	}
	return all
}
