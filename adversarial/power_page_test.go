package adversarial

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// seeds is how many seeds a search was measured with on all claims.
func (all power) seeds(claims []string, search string) int {
	least := math.MaxInt
	for _, claim := range claims {
		least = min(least, len(all[claim][search]))
	}
	return least
}

// runs are the streams to refutation by seed, 0 for none.
type runs []int

func (all power) runs(claims []string, claim, search string) runs {
	return all[claim][search][:all.seeds(claims, search)]
}

// refuted are the runs that refuted, the shortest first.
func (r runs) refuted() runs {
	return slices.DeleteFunc(slices.Sorted(slices.Values(r)), func(n int) bool { return n == 0 })
}

// String says how many refuted, and the median of the streams that they took where that is known.
func (r runs) String() string {
	ended, middle := r.refuted(), (len(r)-1)/2
	if middle < len(ended) {
		return fmt.Sprintf("%d · %d", len(ended), ended[middle])
	}
	return fmt.Sprint(len(ended))
}

// effort is the mean logarithm of the streams, where a run that does not refute has powerStreams.
func (r runs) effort() (mean float64) {
	for _, n := range r {
		mean += math.Log(float64(cmp.Or(n, powerStreams))) / float64(len(r))
	}
	return mean
}

// powerTable has a row for each claim and a column for each search.
func powerTable(t *testing.T) string {
	all, claims := readPower(t), falseClaims(t)
	columns := []string{"random", "cma-es", "before", "patterns", "all"}
	var b strings.Builder
	line := func(first string, cell func(search string) any) {
		fmt.Fprintf(&b, "| %s |", first)
		for _, search := range columns {
			fmt.Fprintf(&b, " %v |", cell(search))
		}
		b.WriteString("\n")
	}
	line("claim", func(search string) any { return search })
	line("---", func(string) any { return "---" })
	line("seeds", func(search string) any { return all.seeds(claims, search) })
	line("refuted, of all runs", func(search string) any {
		n := 0
		for _, claim := range claims {
			n += len(all.runs(claims, claim, search).refuted())
		}
		return fmt.Sprintf("%.0f %%", 100*float64(n)/float64(all.seeds(claims, search)*len(claims)))
	})
	for _, claim := range claims {
		line("`"+strings.ReplaceAll(claim, "||", "or")+"`", func(search string) any { return all.runs(claims, claim, search) })
	}
	return b.String()
}

// movesTable says what the hunt lacks without each of its moves, on the half of the claims
// that all searches together find hardest and the seeds that all have.
func movesTable(t *testing.T) string {
	all, claims := readPower(t), falseClaims(t)
	seeds := movesSeeds
	for _, s := range searches() {
		seeds = min(seeds, all.seeds(claims, s.name))
	}
	slices.SortStableFunc(claims, func(a, b string) int {
		var easier float64
		for _, s := range searches() {
			easier += all[b][s.name][:seeds].effort() - all[a][s.name][:seeds].effort()
		}
		return cmp.Compare(easier, 0)
	})
	hard := claims[:len(claims)/2]
	var b strings.Builder
	b.WriteString("| moves | refuted, of runs | streams to refutation, geometric mean |\n| --- | --- | --- |\n")
	for _, s := range searches() {
		refuted, effort := 0, 0.
		for _, claim := range hard {
			r := all.runs(claims, claim, s.name)[:seeds]
			refuted += len(r.refuted())
			effort += r.effort() / float64(len(hard))
		}
		fmt.Fprintf(&b, "| %s | %d of %d | %.0f |\n", s.name, refuted, seeds*len(hard), math.Exp(effort))
	}
	return b.String()
}
