package multiclass

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"marginlab/algos"
	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// This file labels the words of a sentence by k-best AMIRA, as an example of outputs with a
// structure.
//
//	symbol      Go             meaning
//	L, V        Labels, Words  the numbers of labels and of words
//	x           Sentence       words, 0, …, V−1
//	z           Tagging        a label, 0, …, L−1, for each word
//	Φ(x,z)      Features       counts in ℝ^{LV+L²}: a label at a word, a label after a label
//	w·Φ(x,z)    Score          the score of a hidden Markov model, of logarithms
//
// The k best taggings are Viterbi's, in O(T·L²·k) additions of a sentence of T words.

// Structured is k-best AMIRA over outputs of any structure, such as the taggings of a sentence.
// It is Algorithm 3 of ZH13, whose extension to structured problems is that paper's future work:
// the proofs of its Theorems 2 and 3 use nothing of the classes but their differences ΔΦ.
//
// With a loss ℓ(z) other than 1 it is AMIRA on ΔΦ/ℓ: it updates where w·ΔΦ ≤ (1−ε)ℓ, to
// w·ΔΦ ≥ ℓ. The bounds on updates and ‖w‖ speak of these vectors: [theory.UpdatesAMIRA],
// [theory.WeightedUpdatesAMIRA], [theory.NormAMIRA]. So does that on the margin at rest,
// [theory.RestAMIRA], where the first candidate is always the one with the least w·ΔΦ/ℓ, as it
// is if all losses are equal.
type Structured struct {
	epsilon float64
	k       int
	w       []float64
	norm    float64
	z       []Candidate // of the present example, ΔΦ over the loss
	err     error
}

// Structure is an example x with its right output y.
type Structure interface {
	// Candidates are the k best wrong outputs z by w·Φ(x,z), the best first; fewer where there
	// are fewer. w is not to be changed.
	Candidates(w []float64, k int) []Candidate
}

// Candidate is a wrong output z of an example.
type Candidate struct {
	Delta vec.Vector // ΔΦ(x,y,z) = Φ(x,y) − Φ(x,z)
	Loss  float64    // the w·ΔΦ that is asked for, above 0; 1 in ZH13
	Wins  bool       // at w·ΔΦ = 0 it is predicted, and not y
}

// NewStructured returns a k-best AMIRA(ε) learner of features Φ in dim dimensions, 0 < ε ≤ 1
// and k ≥ 1.
func NewStructured(dim int, epsilon float64, k int) *Structured {
	return &Structured{epsilon: epsilon, k: k, w: make([]float64, dim)}
}

// Step predicts the output of an example, then learns from the right one. Its Score is the least
// w·ΔΦ/ℓ of the candidates. A candidate with the features of y, which no w tells from y, is
// passed over, and so is an example without others. It panics on a loss that is not positive.
func (l *Structured) Step(e Structure) theory.Step {
	step := theory.Step{Score: math.Inf(1), Target: math.NaN(), Norm: l.norm}
	step.Y, step.Predicted = theory.Positive, theory.Positive
	l.z = l.z[:0]
	for _, c := range e.Candidates(l.w, l.k) {
		if !(c.Loss > 0) {
			panic("multiclass: a loss is not positive")
		}
		if c.Delta.SqNorm() == 0 {
			continue
		}
		score := c.Delta.Dot(l.w)
		if score < 0 || score == 0 && c.Wins {
			step.Predicted = theory.Negative
		}
		if c.Loss != 1 {
			c.Delta = c.Delta.Clone()
			for i := range c.Delta.Value {
				c.Delta.Value[i] /= c.Loss
			}
		}
		l.z = append(l.z, c)
		step.Score = min(step.Score, score/c.Loss)
	}
	step.Updated = l.learn()
	return step
}

// learn makes the update of an example, and reports whether there is one.
func (l *Structured) learn() bool {
	l.z = slices.DeleteFunc(l.z, func(c Candidate) bool { return c.Delta.Dot(l.w) > 1-l.epsilon })
	n := len(l.z)
	f, gram, eta, r := make([]float64, n), make([]float64, n*n), make([]float64, n), make([]float64, n)
	for i, c := range l.z {
		f[i] = 1 - c.Delta.Dot(l.w)
		dense := make([]float64, len(l.w))
		c.Delta.AddTo(dense, 1)
		for j, other := range l.z {
			gram[i*n+j] = other.Delta.Dot(dense)
		}
	}
	if _, err := Hildreth(eta, r, gram, f); err != nil {
		l.err = err
		return false
	}
	for i, c := range l.z {
		c.Delta.AddTo(l.w, eta[i])
	}
	l.norm = vec.L2{}.Of(l.w)
	return n > 0
}

// Classifier is the present w, of the differences ΔΦ with the label +1.
func (l *Structured) Classifier() theory.Classifier {
	return theory.Classifier{W: append([]float64(nil), l.w...)}
}

// RunStructured lets the learner learn from the examples in the order given (nil: each once), as
// [algos.Run] does. The trace is one over the stream of all differences.
func RunStructured(ctx context.Context, l *Structured, examples []Structure, order []int) (theory.Trace, error) {
	if order == nil {
		for i := range examples {
			order = append(order, i)
		}
	}
	tr, err := algos.Drive(ctx, slices.Values(order), true, func(_, i int, s *theory.Step) error {
		*s = l.Step(examples[i])
		return l.err
	})
	tr.Learner, tr.Families = "structured amira-k-best", []string{"amira-k-best"}
	tr.Params = map[string]float64{"eps": l.epsilon, "k": float64(l.k)}
	tr.Classifier, tr.Norm = l.Classifier(), l.norm
	return tr, err
}

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

// Tagged is a sentence with its right tagging. It implements [Structure].
type Tagged struct {
	Tagger
	X Sentence
	Y Tagging
	// Loss is the margin asked of a wrong tagging; nil asks for 1 of all, as ZH13 does.
	Loss func(y, z Tagging) float64
}

// Candidates implements [Structure]: of equal scores the tagging that is less is the
// better, compared from the last word on.
func (e Tagged) Candidates(w []float64, k int) (all []Candidate) {
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
		c := Candidate{Delta: vec.Dense(delta...), Loss: 1, Wins: wins}
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

// accuracy is the share of the words that the best tagging by w has right, NaN of no words.
func accuracy(w []float64, examples []Tagged) float64 {
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
		v := num.Normal(random)
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

// A learner of taggings sees the right one, and the k best wrong ones, of a sentence at a time,
// here until a whole pass changes nothing.
func Example_structured() {
	planted := Planted{Tagger: Tagger{Labels: 3, Words: 6}, Sentences: 40, Length: 7, Margin: 0.1, Seed: 1}
	sentences, _, err := planted.Generate()
	if err != nil {
		fmt.Println(err)
		return
	}
	var examples []Structure
	for _, s := range sentences {
		examples = append(examples, s)
	}
	learner := NewStructured(planted.Dim(), 0.5, 4)
	for pass := 1; pass <= 100; pass++ {
		run, err := RunStructured(context.Background(), learner, examples, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		if pass == 1 || run.Updates == 0 {
			share := accuracy(learner.Classifier().W, sentences)
			fmt.Printf("pass %d: %d of %d sentences wrong, %d updates, then %.1f %% of the words right\n",
				pass, run.Mistakes, len(run.Steps), run.Updates, 100*share)
		}
		if run.Updates == 0 {
			return
		}
	}
	// Output:
	// pass 1: 15 of 40 sentences wrong, 28 updates, then 95.0 % of the words right
	// pass 16: 0 of 40 sentences wrong, 0 updates, then 100.0 % of the words right
}
