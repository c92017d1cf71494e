package tagger

import (
	"fmt"
	"math"
	"math/rand/v2"

	"marginlab/theory/libm"
)

// Planted describes sentences that are tagged by a planted w, which separates them.
type Planted struct {
	Tagger
	Sentences, Length int
	// Margin is what each w·ΔΦ/‖w‖ of the planted w is greater than. Sentences of which one is not
	// are drawn again: a Margin of more than a few tenths takes long.
	Margin float64
	Seed   uint64
}

// Generate draws the sentences, and the w that tags them, of length 1. The same Planted gives the
// same. The error says what of it is wrong, or that no sentences have the margin.
func (p Planted) Generate() (examples []Tagged, w []float64, err error) {
	if p.Labels < 2 || p.Words < 1 || p.Sentences < 0 || p.Length < 1 || !(p.Margin >= 0) {
		return nil, nil, fmt.Errorf("tagger: planted are %d labels, %d words, %d sentences of %d, margin %v; expected at least 2 labels, a word, sentences of a word, and a margin of at least 0",
			p.Labels, p.Words, p.Sentences, p.Length, p.Margin)
	}
	random := rand.New(rand.NewPCG(p.Seed, 0))
	var square float64
	for range p.Dim() {
		v := libm.Normal(random)
		w, square = append(w, v), square+float64(v*v)
	}
	for i := range w {
		w[i] /= math.Sqrt(square)
	}
	const most = 10_000 // draws of a sentence
	for tries := 0; len(examples) < p.Sentences; {
		if tries == most {
			return nil, nil, fmt.Errorf("tagger: %d of %d sentences have a margin beyond %v, and none of %d more draws, expected a smaller margin", len(examples), p.Sentences, p.Margin, tries)
		}
		tries++
		x := make(Sentence, p.Length)
		for i := range x {
			x[i] = random.IntN(p.Words)
		}
		two := p.Best(w, x, 2)
		if ahead := p.Score(w, x, two[0]) - p.Score(w, x, two[1]); ahead > p.Margin {
			examples = append(examples, Tagged{Tagger: p.Tagger, X: x, Y: two[0]})
			tries = 0
		}
	}
	return examples, w, nil
}
