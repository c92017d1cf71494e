package multiclass

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/maxmargin"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// taggings are all of a sentence, in the order of ties: the label of the last word counts most.
func taggings(labels, words int) []Tagging {
	all := []Tagging{{}}
	for range words {
		var longer []Tagging
		for label := range labels {
			for _, z := range all {
				longer = append(longer, append(slices.Clone(z), label))
			}
		}
		all = longer
	}
	return all
}

// score adds the weights up, a word after the other: L·V of labels at words, then L² of labels
// after labels.
func score(t Tagger, w []float64, x Sentence, z Tagging) (sum float64) {
	for i := range x {
		sum += w[z[i]*t.Words+x[i]]
		if i > 0 {
			sum += w[t.Labels*t.Words+z[i-1]*t.Labels+z[i]]
		}
	}
	return sum
}

// The k best taggings are those of an enumeration, ties in their order, and so are the candidates:
// without the right tagging, each with Φ(x,y) − Φ(x,z), its loss and who wins a tie.
func TestBestOfAll(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 19))
	ties := 0
	for run := range 400 {
		space := Tagger{Labels: 2 + random.IntN(2), Words: 1 + random.IntN(3)}
		w := make([]float64, space.Dim())
		for i := range w {
			w[i] = float64(random.IntN(1+run%4) - 1) // small integers, so that sums are exact and ties many
		}
		x := make(Sentence, 1+random.IntN(4))
		for i := range x {
			x[i] = random.IntN(space.Words)
		}
		all := taggings(space.Labels, len(x))
		y := all[random.IntN(len(all))]
		slices.SortStableFunc(all, func(a, b Tagging) int { return int(score(space, w, x, b) - score(space, w, x, a)) })
		k := 1 + random.IntN(len(all)+1)
		require.Equal(t, all[:min(k, len(all))], space.Best(w, x, k), "%d best of %v by %v", k, x, w)

		wins := true
		var want []Tagging
		var before []bool
		for _, z := range all {
			if slices.Equal(z, y) {
				wins = false
			} else if len(want) < k {
				want, before = append(want, z), append(before, wins)
			}
		}
		example := Tagged{Tagger: space, X: x, Y: y}
		if run%2 == 0 {
			example.Loss = Hamming
		}
		candidates := example.Candidates(w, k)
		require.Len(t, candidates, len(want))
		for i, c := range candidates {
			ahead := score(space, w, x, y) - score(space, w, x, want[i])
			require.Equal(t, ahead, c.Delta.Dot(w), "w·ΔΦ")
			phi := make([]float64, space.Dim())
			c.Delta.AddTo(phi, -1)
			for j, v := range space.Features(x, y) {
				phi[j] += v
			}
			require.Equal(t, space.Features(x, want[i]), phi, "Φ(x,y) − ΔΦ")
			loss := 1.
			if example.Loss != nil {
				loss = 0
				for j := range y {
					if y[j] != want[i][j] {
						loss++
					}
				}
			}
			require.Equal(t, loss, c.Loss)
			if ahead == 0 {
				ties++
				require.Equal(t, before[i], c.Wins, "%v beside %v at a tie", want[i], y)
			}
		}
	}
	require.Greater(t, ties, 200)
}

// What is proved of k-best AMIRA on classes holds on taggings, with all their differences, over
// the loss, in the place of those of classes; and so do the inequalities of the proof at each
// update: with d = Ση = (w'−w)·w', ‖w'‖² − ‖w‖² ≤ (2−ε)d, u·(w'−w) ≥ γd and d ≥ ε/R². After it
// every candidate that was violated has its margin.
func TestRowsHoldOnTaggings(t *testing.T) {
	t.Parallel()
	spoke := map[string]bool{}
	most := 0. // the greatest share of the bound on updates
	for seed := range uint64(12) {
		planted := Planted{Tagger: Tagger{Labels: 2 + int(seed%2), Words: 4}, Sentences: 8, Length: 3, Margin: 0.05, Seed: seed}
		sentences, _, err := planted.Generate()
		require.NoError(t, err)
		hamming := seed%3 == 2
		var examples []Structure
		var differences []theory.Example
		for _, s := range sentences {
			if hamming {
				s.Loss = Hamming
			}
			examples = append(examples, s)
			for _, z := range taggings(planted.Labels, planted.Length) {
				if slices.Equal(z, s.Y) {
					continue
				}
				delta := s.Features(s.X, s.Y)
				for i, v := range s.Features(s.X, z) {
					delta[i] -= v
				}
				if hamming {
					for i := range delta {
						delta[i] /= Hamming(s.Y, z)
					}
				}
				differences = append(differences, theory.Example{X: vec.Dense(delta...), Y: theory.Positive})
			}
		}
		best, err := maxmargin.Solve(t.Context(), differences, planted.Dim(), maxmargin.Options{Origin: true})
		require.NoError(t, err)
		geometry, u := theory.Diameters(differences, planted.Dim()), best.Classifier.W
		geometry.Gamma, geometry.Lower, geometry.Separable = best.Gamma, best.Lower, true
		eps, k := []float64{0.1, 0.5, 1}[seed%3], 1+int(seed%4)
		learner := NewStructured(planted.Dim(), eps, k)
		var tr theory.Trace
		rest := false
		for pass := 0; !rest; pass++ {
			require.Less(t, pass, 2000)
			rest = true
			for _, e := range examples {
				before := learner.Classifier().W
				candidates := e.Candidates(before, k)
				step := learner.Step(e)
				require.NoError(t, learner.err)
				after := learner.Classifier().W
				tr.Add(step)
				if !step.Updated {
					require.Equal(t, before, after)
					continue
				}
				rest = false
				d, grown, ahead := 0., 0., 0.
				for i := range after {
					d += (after[i] - before[i]) * after[i]
					grown += after[i]*after[i] - before[i]*before[i]
					ahead += u[i] * (after[i] - before[i])
				}
				ahead /= vec.L2{}.Of(u)
				const rounding = 1e-7 // Hildreth's algorithm ends at 1e-10 of the greatest residual
				require.LessOrEqual(t, grown, (2-eps)*d+rounding)
				require.GreaterOrEqual(t, ahead, geometry.Gamma*d-rounding)
				require.GreaterOrEqual(t, d, eps/(geometry.DBar*geometry.DBar)-rounding)
				for _, c := range candidates {
					if c.Delta.Dot(before) <= (1-eps)*c.Loss {
						require.GreaterOrEqual(t, c.Delta.Dot(after), c.Loss-rounding)
					}
				}
			}
		}
		tr.Families, tr.Params = []string{"amira-k-best"}, map[string]float64{"eps": eps, "k": float64(k)}
		if k == 1 {
			tr.Families = append(tr.Families, "amira-1-best")
		}
		tr.Classifier, tr.Norm = learner.Classifier(), vec.L2{}.Of(learner.Classifier().W)
		evidence := theory.Evidence{Geometry: geometry, Margin: tr.Classifier.Margin(differences), AtRest: true}
		for _, g := range theory.Table() {
			if !g.Applies(&tr) || g.Status != theory.Proved || hamming && g.Names("rest_margin") {
				continue // with losses that differ the first candidate need not be the worst
			}
			v := g.Check(&tr, evidence)
			require.True(t, v.Holds, "%s, seed %d: %v of %v", g.ID, seed, v.Value, v.Bound)
			spoke[g.ID] = spoke[g.ID] || !v.Silent()
			if g.ID == "amira-k-best-updates" {
				most = max(most, v.Ratio)
			}
		}
	}
	for _, id := range []string{"amira-k-best-updates", "amira-k-best-weighted-updates", "amira-k-best-norm", "amira-k-best-rest", "amira-1-best-mistakes"} {
		require.True(t, spoke[id], id)
	}
	require.Greater(t, most, 0.05)
}

// A w of length 1 tags all planted sentences as they are, by more than the margin.
func TestPlanted(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		p := Planted{
			Tagger:    Tagger{Labels: 2 + int(seed%2), Words: 1 + int(seed%3)},
			Sentences: int(seed % 4), Length: 1 + int(seed%5), Margin: []float64{0, 0, 0.01}[seed%3], Seed: seed,
		}
		sentences, w, err := p.Generate()
		require.NoError(t, err)
		require.Len(t, sentences, p.Sentences)
		require.InDelta(t, 1, vec.L2{}.Of(w), 1e-15)
		for _, s := range sentences {
			require.Len(t, s.X, p.Length)
			for _, z := range taggings(p.Labels, p.Length) {
				if !slices.Equal(z, s.Y) {
					require.Greater(t, score(p.Tagger, w, s.X, s.Y)-score(p.Tagger, w, s.X, z), p.Margin-1e-15)
				}
			}
		}
	}
}

// A planted problem that cannot be is refused.
func TestPlantedIsChecked(t *testing.T) {
	two := Tagger{Labels: 2, Words: 2}
	for _, p := range []Planted{
		{Tagger: Tagger{Labels: 1, Words: 2}, Sentences: 1, Length: 1},
		{Tagger: Tagger{Labels: 2}, Sentences: 1, Length: 1},
		{Tagger: two, Sentences: -1, Length: 1},
		{Tagger: two, Sentences: 1},
		{Tagger: two, Sentences: 1, Length: 1, Margin: math.NaN()},
		{Tagger: two, Sentences: 1, Length: 1, Margin: -1},
	} {
		_, _, err := p.Generate()
		require.ErrorContains(t, err, "expected at least 2 labels")
	}
	_, _, err := Planted{Tagger: two, Sentences: 2, Length: 2, Margin: 10}.Generate()
	require.ErrorContains(t, err, "0 of 2 sentences have a margin beyond 10, and none of 10000 more draws")
	require.True(t, math.IsNaN(accuracy(nil, nil)))
}
