package algos

import (
	"marginlab/theory"
	"marginlab/theory/vec"
)

// VotedPerceptron learns and predicts as the Perceptron does, and keeps the
// updates, so that its Predict can let every w_t vote, unless its space is Unvoted.
//
//	v_1 = 0, c_1 = 0;  correct: c_k ← c_k+1;  update: v_{k+1} = v_k + y x, c_{k+1} = 1
//	vote: sign(Σ_k c_k sign(v_k·x))
//
// It implements Freund and Schapire, Large Margin Classification Using the
// Perceptron Algorithm (1999), Fig. 1. The vote is no linear classifier:
// Classifier returns the last v_k.
type VotedPerceptron struct {
	Perceptron
	kept  []theory.Example // x of each update
	votes []int            // c_{k+1} of each update
}

// NewVotedPerceptron returns a voted Perceptron. It panics unless the norm is ℓ2.
func NewVotedPerceptron(s Space) *VotedPerceptron {
	s.needs("the voted Perceptron", false)
	return &VotedPerceptron{Perceptron: *NewPerceptron(s)}
}

// Step implements [Learner]. It keeps a copy of x at an update.
func (p *VotedPerceptron) Step(x vec.Vector, y theory.Label) theory.Step {
	step := p.Perceptron.Step(x, y)
	switch k := len(p.votes); {
	case p.space.Unvoted:
	case step.Updated:
		p.kept = append(p.kept, theory.Example{X: x.Clone(), Y: y})
		p.votes = append(p.votes, 1)
	case k > 0:
		p.votes[k-1]++
	}
	return step
}

// Reset implements [Learner].
func (p *VotedPerceptron) Reset() {
	p.Perceptron.Reset()
	p.kept, p.votes = nil, nil
}

// Predict lets every v_k vote on x, in O(k) inner products with the examples
// kept. v_1 = 0 has no vote. It panics if the space is Unvoted.
func (p *VotedPerceptron) Predict(x vec.Vector) theory.Label {
	if p.space.Unvoted {
		panic("algos: a vote where none is kept")
	}
	room := make([]float64, p.space.Dim)
	x.CopyTo(room)
	var score float64
	votes := 0
	for k, e := range p.kept {
		score += float64(float64(e.Y) * e.X.Dot(room))
		votes += p.votes[k] * int(theory.Sign(score))
	}
	return theory.Sign(float64(votes))
}

const votedPerceptronSteps = `k ← 1, v_1 ← 0, c_1 ← 0
for each (x, y):
  predict sign(v_k·x)
  if y(v_k·x) ≤ 0 and x ≠ 0:
    k ← k+1, v_k ← v_{k−1} + y x, c_k ← 1
  else:
    c_k ← c_k + 1
classify by sign(v_k·x), or by the vote sign(Σ_{k>1} c_k sign(v_k·x))`

// votedPerceptronKind describes the voted Perceptron.
func votedPerceptronKind() Kind {
	return Kind{
		Name: "voted-perceptron", Default: true,
		Pseudocode: votedPerceptronSteps,
		Summary:    "Perceptron that keeps what it had; the vote is the library's Predict",
		Source:     "Freund and Schapire 1999, Fig. 1",
		Traits:     Traits{Families: []string{"perceptron", "voted-perceptron"}, Turn: turnsAt(0), Degree: Degree2},
		New:        func(s Space, _ Args) Learner { return NewVotedPerceptron(s) },
	}
}
