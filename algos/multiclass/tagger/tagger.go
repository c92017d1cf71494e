// Package tagger labels the words of a sentence by k-best AMIRA, as an example of outputs with a
// structure; see [multiclass.Structured].
//
//	symbol      Go             meaning
//	L, V        Labels, Words  the numbers of labels and of words
//	x           Sentence       words, 0, …, V−1
//	z           Tagging        a label, 0, …, L−1, for each word
//	Φ(x,z)      Features       counts in ℝ^{LV+L²}: a label at a word, a label after a label
//	w·Φ(x,z)    Score          the score of a hidden Markov model, of logarithms
//
// The k best taggings are Viterbi's, in O(T·L²·k) additions of a sentence of T words.
package tagger

import (
	"cmp"
	"math"
	"slices"

	"marginlab/algos/multiclass"
	"marginlab/theory/vec"
)

// Tagger is the space of the taggings.
type Tagger struct{ Labels, Words int }

// Sentence is a sequence of words.
type Sentence []int

// Tagging is a label for each word.
type Tagging []int

// Dim is the number of features.
func (t Tagger) Dim() int { return t.Labels*t.Words + t.Labels*t.Labels }

// emission and transition are the features of a label at a word, and of a label after another.
func (t Tagger) emission(label, word int) int   { return label*t.Words + word }
func (t Tagger) transition(from, label int) int { return t.Labels*t.Words + from*t.Labels + label }

// Features is Φ(x,z).
func (t Tagger) Features(x Sentence, z Tagging) []float64 {
	phi := make([]float64, t.Dim())
	for i, label := range z {
		phi[t.emission(label, x[i])]++
		if i > 0 {
			phi[t.transition(z[i-1], label)]++
		}
	}
	return phi
}

// Tagged is a sentence with its right tagging. It implements [multiclass.Structure].
type Tagged struct {
	Tagger
	X Sentence
	Y Tagging
	// Loss is the margin asked of a wrong tagging; nil asks for 1 of all, as ZH13 does.
	Loss func(y, z Tagging) float64
}

// Candidates implements [multiclass.Structure]: of equal scores the tagging that is less is the
// better, compared from the last word on.
func (e Tagged) Candidates(w []float64, k int) (all []multiclass.Candidate) {
	y := e.Features(e.X, e.Y)
	wins := true // until y is passed
	for _, z := range e.Best(w, e.X, k+1) {
		if slices.Equal(z, e.Y) {
			wins = false
			continue
		}
		if len(all) == k {
			break
		}
		delta := e.Features(e.X, z)
		for i := range delta {
			delta[i] = y[i] - delta[i]
		}
		c := multiclass.Candidate{Delta: vec.Dense(delta...), Loss: 1, Wins: wins}
		if e.Loss != nil {
			c.Loss = e.Loss(e.Y, z)
		}
		all = append(all, c)
	}
	return all
}

// Hamming is the number of words whose label is wrong.
func Hamming(y, z Tagging) float64 {
	wrong := 0.
	for i := range y {
		if y[i] != z[i] {
			wrong++
		}
	}
	return wrong
}

// Best returns the k best taggings z of the sentence by w·Φ(x,z), the best first; all, if there
// are fewer. Of equal scores the lesser is first, compared from the last word on.
//
// It is Viterbi's algorithm with the k best ways to each label in the place of one:
//
//	best(i, a) ← the k best of best(i−1, b) + w(b→a) over all b, + w(a, x_i)
func (t Tagger) Best(w []float64, x Sentence, k int) []Tagging {
	if len(x) == 0 {
		return nil
	}
	ways := make([][][]way, len(x)) // of each word and label, the best first
	for i, word := range x {
		ways[i] = make([][]way, t.Labels)
		for label := range t.Labels {
			here := w[t.emission(label, word)]
			if i == 0 {
				ways[i][label] = []way{{score: here, label: label}}
				continue
			}
			for from := range t.Labels {
				step := w[t.transition(from, label)]
				for rank, before := range ways[i-1][from] {
					ways[i][label] = append(ways[i][label], way{before.score + step + here, label, from, rank})
				}
			}
			ways[i][label] = best(ways[i][label], k)
		}
	}
	var all []Tagging
	for _, end := range best(slices.Concat(ways[len(x)-1]...), k) {
		z := make(Tagging, len(x))
		for i := len(x) - 1; ; i-- {
			z[i] = end.label
			if i == 0 {
				break
			}
			end = ways[i-1][end.from][end.rank]
		}
		all = append(all, z)
	}
	return all
}

// way is a tagging of the words up to one: the label there, and the way to the word before.
type way struct {
	score      float64
	label      int
	from, rank int
}

// best are the k best, of equal ones those that came first.
func best(all []way, k int) []way {
	slices.SortStableFunc(all, func(a, b way) int { return cmp.Compare(b.score, a.score) })
	return all[:min(k, len(all))]
}

// Score is w·Φ(x,z).
func (t Tagger) Score(w []float64, x Sentence, z Tagging) float64 {
	score := 0.
	for i, v := range t.Features(x, z) {
		score += float64(w[i] * v)
	}
	return score
}

// Accuracy is the share of the words that the best tagging by w has right, NaN of no words.
func Accuracy(w []float64, examples []Tagged) float64 {
	right, all := 0., 0
	for _, e := range examples {
		if len(e.X) == 0 {
			continue
		}
		right += float64(len(e.X)) - Hamming(e.Y, e.Best(w, e.X, 1)[0])
		all += len(e.X)
	}
	if all == 0 {
		return math.NaN()
	}
	return right / float64(all)
}
