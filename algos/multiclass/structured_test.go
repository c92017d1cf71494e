package multiclass_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/maxmargin"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// This file labels the words of a sentence by k-best AMIRA, as an example of structured outputs, which are the future
// work of ZH13: the proofs of its Theorems 2 and 3 use only the differences ΔΦ of the classes.
//
//	symbol      Go             meaning
//	L, V        labels, words  the numbers of labels and of words
//	x           sentence       words, 0, …, V−1
//	z           tagging        a label, 0, …, L−1, for each word
//	Φ(x,z)      features       counts in ℝ^{LV+L²}: a label at a word, a label after a label
//	w·Φ(x,z)                   the score of a hidden Markov model, of logarithms
type tagger struct{ labels, words int }

type (
	sentence []int
	tagging  []int
)

func (t tagger) dim() int { return t.labels*t.words + t.labels*t.labels }

// emission and transition return the index of the feature of a label at a word, and of a label after another.
func (t tagger) emission(label, word int) int   { return label*t.words + word }
func (t tagger) transition(from, label int) int { return t.labels*t.words + from*t.labels + label }

// features returns Φ(x,z).
func (t tagger) features(x sentence, z tagging) []float64 {
	phi := make([]float64, t.dim())
	for i, label := range z {
		phi[t.emission(label, x[i])]++
		if i > 0 {
			phi[t.transition(z[i-1], label)]++
		}
	}
	return phi
}

// difference returns ΔΦ(x,y,z).
func (t tagger) difference(x sentence, y, z tagging) []float64 {
	delta := t.features(x, y)
	for i, v := range t.features(x, z) {
		delta[i] -= v
	}
	return delta
}

// way is a tagging of the words up to one of them, with its score.
type way struct {
	score float64
	z     tagging
}

// best returns the k best taggings by w·Φ(x,z), the best first; all, if there are fewer. It is Viterbi's algorithm
// with the k best ways to each label in place of one:
//
//	best(i, a) ← the k best of best(i−1, b) + w(b→a) over all b, + w(a, x_i)
func (t tagger) best(w []float64, x sentence, k int) []way {
	ways := [][]way{{{}}} // for each label before, the best first
	for i, word := range x {
		next := make([][]way, t.labels)
		for label := range next {
			for from := range ways {
				for _, before := range ways[from] {
					score := before.score + w[t.emission(label, word)]
					if i > 0 {
						score += w[t.transition(from, label)]
					}
					next[label] = append(next[label], way{score, append(slices.Clone(before.z), label)})
				}
			}
			next[label] = kBest(next[label], k)
		}
		ways = next
	}
	return kBest(slices.Concat(ways...), k)
}

func kBest(all []way, k int) []way {
	slices.SortStableFunc(all, func(a, b way) int { return cmp.Compare(b.score, a.score) })
	return all[:min(k, len(all))]
}

// structured is k-best AMIRA over taggings.
type structured struct {
	tagger
	epsilon float64
	k       int
	w       []float64
}

// candidates returns the ΔΦ of the k best wrong taggings, the best first.
func (l *structured) candidates(x sentence, y tagging) (deltas [][]float64) {
	for _, z := range l.best(l.w, x, l.k+1) {
		if !slices.Equal(z.z, y) && len(deltas) < l.k {
			deltas = append(deltas, l.difference(x, y, z.z))
		}
	}
	return deltas
}

// step makes a step in the stream of differences, all with the label +1. It skips a difference with the features of
// y, which no w separates from y, and an example without others.
func (l *structured) step(x sentence, y tagging) theory.Step {
	step := theory.Step{Score: math.Inf(1), Target: math.NaN(), Norm: vec.L2{}.Of(l.w)}
	var violated [][]float64
	for _, delta := range l.candidates(x, y) {
		score := dot(delta, l.w)
		if dot(delta, delta) == 0 {
			continue
		}
		step.Score = min(step.Score, score)
		if score <= 1-l.epsilon {
			violated = append(violated, delta)
		}
	}
	step.Y, step.Predicted, step.Updated = theory.Positive, theory.Sign(step.Score), len(violated) > 0
	l.project(violated)
	return step
}

// project moves w to the nearest w' with w'·a ≥ 1 for all a. It implements Hildreth (1957) in the order of Gauss and
// Southwell: next comes the constraint a farthest from its KKT conditions, η ← max(0, η + (1 − w·a)/‖a‖²).
func (l *structured) project(constraints [][]float64) {
	eta := make([]float64, len(constraints))
	for range 10000 * (len(constraints) + 1) {
		at, worst := 0, 1e-10
		for i, a := range constraints {
			short := 1 - dot(a, l.w)
			if eta[i] > 0 {
				short = math.Abs(short)
			}
			if short > worst {
				at, worst = i, short
			}
		}
		if worst == 1e-10 {
			return
		}
		a := constraints[at]
		next := max(0, eta[at]+(1-dot(a, l.w))/dot(a, a))
		for j := range l.w {
			l.w[j] += (next - eta[at]) * a[j]
		}
		eta[at] = next
	}
	panic("Hildreth's algorithm does not end")
}

// planted draws sentences that a w of length 1 tags rightly, each by more than a margin.
func (t tagger) planted(n, length int, margin float64, seed uint64) (xs []sentence, ys []tagging) {
	random := rand.New(rand.NewPCG(seed, 0))
	w := rapidtest.Normal(random, t.dim(), 1)
	for norm := math.Sqrt(dot(w, w)); len(xs) < n; {
		x := make(sentence, length)
		for i := range x {
			x[i] = random.IntN(t.words)
		}
		if two := t.best(w, x, 2); (two[0].score-two[1].score)/norm > margin {
			xs, ys = append(xs, x), append(ys, two[0].z)
		}
	}
	return xs, ys
}

// A learner of taggings sees the right tagging and the k best wrong ones, a sentence at a time, here until a whole
// pass changes nothing.
func Example_structured() {
	space := tagger{labels: 3, words: 6}
	xs, ys := space.planted(40, 7, 0.1, 1)
	learner := structured{tagger: space, epsilon: 0.5, k: 4, w: make([]float64, space.dim())}
	for pass := 1; ; pass++ {
		var run theory.Trace
		for i, x := range xs {
			run.Add(learner.step(x, ys[i]))
		}
		if pass == 1 || run.Updates == 0 {
			fmt.Printf("pass %d: %d of %d sentences wrong, %d updates\n", pass, run.Mistakes, len(xs), run.Updates)
		}
		if run.Updates == 0 {
			return
		}
	}
	// Output:
	// pass 1: 14 of 40 sentences wrong, 28 updates
	// pass 13: 0 of 40 sentences wrong, 0 updates
}

// all returns the taggings of that many words.
func (t tagger) all(words int) []tagging {
	all := []tagging{{}}
	for range words {
		var longer []tagging
		for _, z := range all {
			for label := range t.labels {
				longer = append(longer, append(slices.Clone(z), label))
			}
		}
		all = longer
	}
	return all
}

// The theorems on k-best AMIRA for classes hold on taggings, with all their differences in place of those of classes.
// The candidates are the best of all, and after an update each violated one has its margin.
func TestRowsHoldOnTaggings(t *testing.T) {
	t.Parallel()
	ratios := map[string]float64{}
	for seed := range uint64(12) {
		space, length := tagger{labels: 2 + int(seed%2), words: 4}, 3
		xs, ys := space.planted(8, length, 0.05, seed)
		var differences []theory.Example
		for i, x := range xs {
			for _, z := range space.all(length) {
				if !slices.Equal(z, ys[i]) {
					delta := vec.Dense(space.difference(x, ys[i], z)...)
					differences = append(differences, theory.Example{X: delta, Y: theory.Positive})
				}
			}
		}
		best, err := maxmargin.Solve(t.Context(), differences, space.dim(), maxmargin.Options{Origin: true})
		require.NoError(t, err)
		geometry := theory.Diameters(differences, space.dim())
		geometry.Gamma, geometry.Lower, geometry.Separable = best.Gamma, best.Lower, true
		eps, k := []float64{0.1, 0.5, 1}[seed%3], 1+int(seed%4)
		learner := structured{tagger: space, epsilon: eps, k: k, w: make([]float64, space.dim())}
		var tr theory.Trace
		for updates := -1; updates < tr.Updates; {
			updates = tr.Updates
			for i, x := range xs {
				before, candidates := slices.Clone(learner.w), learner.candidates(x, ys[i])
				var scores []float64 // w·ΔΦ of all
				for _, delta := range differences[i*len(differences)/len(xs):][:len(differences)/len(xs)] {
					scores = append(scores, delta.X.Dot(before))
				}
				slices.Sort(scores)
				for rank, delta := range candidates {
					require.InDelta(t, scores[rank], dot(delta, before), 1e-9)
				}
				step := learner.step(x, ys[i])
				tr.Add(step)
				for _, delta := range candidates {
					if step.Updated && dot(delta, before) <= 1-eps && dot(delta, delta) > 0 {
						require.GreaterOrEqual(t, dot(delta, learner.w), 1-1e-7) // Hildreth's algorithm ends at 1e-10
					}
				}
			}
		}
		tr.Families, tr.Params = []string{"amira-k-best"}, map[string]float64{"eps": eps, "k": float64(k)}
		if k == 1 {
			tr.Families = append(tr.Families, "amira-1-best")
		}
		tr.Classifier, tr.Norm = theory.Classifier{W: learner.w}, vec.L2{}.Of(learner.w)
		evidence := theory.Evidence{Geometry: geometry, Margin: tr.Classifier.Margin(differences), AtRest: true}
		for _, g := range theory.Table() {
			if g.Applies(&tr) && g.Status == theory.Proved {
				v := g.Check(&tr, evidence)
				require.True(t, v.Holds, "%s, seed %d: %v of %v", g.ID, seed, v.Value, v.Bound)
				if v.Applies() {
					ratios[g.ID] = max(ratios[g.ID], v.Ratio)
				}
			}
		}
	}
	for _, id := range []string{
		"amira-k-best-updates", "amira-k-best-weighted-updates", "amira-k-best-norm", "amira-k-best-rest",
		"amira-1-best-mistakes",
	} {
		require.Contains(t, ratios, id)
	}
	require.Greater(t, ratios["amira-k-best-updates"], 0.05)
}
