package multiclass

import (
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/theory/vec"
)

// weights holds the w^(z) of a learner of many classes, through the origin, with the buffers of a step.
type weights struct {
	space  algos.Space
	w      []*algos.Comb
	norm   float64   // ‖w‖
	scores []float64 // of the present example: s of all classes
}

func newWeights(s algos.Space, classes int) weights {
	checkClasses(classes)
	l := weights{space: s, scores: make([]float64, classes)}
	for range classes {
		l.w = append(l.w, s.Zero())
	}
	return l
}

func (l *weights) Classes() int { return len(l.w) }

func (l *weights) Scores(dst []float64, x vec.Vector) []float64 {
	for z, w := range l.w {
		dst[z] = w.Dot(x)
	}
	return dst
}

// Score implements [algos.Learner]: the score of the predicted class.
func (l *weights) Score(x vec.Vector) float64 { return slices.Max(l.Scores(l.scores, x)) }

// measure computes ‖w‖ after an update.
func (l *weights) measure() {
	ww := 0.0
	for _, w := range l.w {
		ww += w.SqNorm()
	}
	l.norm = math.Sqrt(ww)
}

func (l *weights) ByClass() Classifier {
	c := make(Classifier, len(l.w))
	for z, w := range l.w {
		c[z].W = w.Coordinates()
	}
	return c
}

func (l *weights) State() algos.State {
	return algos.State{Classifier: l.ByClass().Concatenated(), Gamma: math.NaN(), Norm: l.norm}
}

func (l *weights) Reset() {
	for _, w := range l.w {
		w.Clear()
	}
	l.norm = 0
}
