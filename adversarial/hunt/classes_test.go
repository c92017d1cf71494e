package hunt

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial/certificate"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// classTarget is a claim on the mistakes of a learner of many classes.
func classTarget(t *testing.T, classes int) *target {
	return targetOf(t, certificate.Statement{Learner: "amira-k-best(eps=1/4)", Quantity: "mistakes", Claim: "2", Classes: classes}, span(1, 3), span(2, 9))
}

// What a classifier gives the differences of an example is how much more it gives the right class
// than each wrong one. The foe is the wrong class with the most, the label the class with the most.
func TestDifferencesOfManyClasses(t *testing.T) {
	const classes = 4
	at := classTarget(t, classes)
	g := sourceOf(at, 1)
	for range 100 {
		s := g.fresh()
		d := s.dim()
		c := theory.Classifier{W: make([]float64, classes*d)}
		g.shake(c.W, 1)
		about := at.about(s)
		require.Len(t, about, len(s)*(classes-1))
		for i, e := range s {
			scores := make([]float64, classes)
			for z := range scores {
				for k, v := range e.X.Value {
					scores[z] += c.W[z*d+k] * v
				}
			}
			y, label, foe := int(e.Y), 0, -1
			var more []float64
			for z, score := range scores {
				if score > scores[label] {
					label = z
				}
				if z == y {
					continue
				}
				more = append(more, scores[y]-score)
				if foe < 0 || score > scores[foe] {
					foe = z
				}
				require.InDelta(t, scores[y]-score, at.facing(c, e.Y, theory.Label(z)).Score(e.X), 1e-9*s.size())
			}
			require.Equal(t, theory.Label(foe), at.foeOf(c, e))
			require.Equal(t, theory.Label(label), at.predict(c, e.X))
			for j, want := range more {
				got := 0.0
				for k, v := range about[i*(classes-1)+j].X.Value {
					got += c.W[k] * v
				}
				require.InDelta(t, want, got, 1e-9*s.size())
				require.EqualValues(t, 1, about[i*(classes-1)+j].Y)
			}
		}
	}
}

// A step at an example of class 0 counts as any other.
func TestTheFirstClassIsLearned(t *testing.T) {
	at := classTarget(t, 3)
	s := stream{{X: vec.Dense(1, 0), Y: 2}, {X: vec.Dense(1, 0.5), Y: 0}}
	require.Equal(t, 1., newEvaluator(t.Context(), at).score(s).Ratio, "two mistakes of two")
}

// The classes of a stream are those that there are, and all that there are; the other of one is
// every other one.
func TestClassesThatAreDrawn(t *testing.T) {
	for _, classes := range []int{0, 2, 3, 5} {
		at := targetOf(t, certificate.Statement{Learner: "e-omm", Quantity: "mistakes", Claim: "2"}, span(2, 3), span(2, 9))
		labels := []theory.Label{-1, 1}
		if classes > 0 {
			at, labels = classTarget(t, classes), nil
			for z := range classes {
				labels = append(labels, theory.Label(z))
			}
		}
		g := sourceOf(at, 1)
		label, other, streams := map[theory.Label]int{}, map[string]int{}, map[theory.Label]int{}
		const draws = 2000
		for range draws {
			y := g.label()
			label[y]++
			z := g.other(y)
			require.NotEqual(t, y, z)
			other[fmt.Sprint(y, z)]++
			if foe := g.foe(y); classes == 0 {
				require.Zero(t, foe)
			} else {
				require.NotEqual(t, y, foe)
				require.Contains(t, labels, foe)
			}
			for _, e := range g.fresh() {
				streams[e.Y]++
			}
		}
		pairs := len(labels) * (len(labels) - 1)
		require.Len(t, other, pairs)
		for pair, n := range other { // beyond six times the deviation: one in 10⁸
			require.InDelta(t, draws/pairs, n, 6*math.Sqrt(float64(draws/pairs)), pair)
		}
		for _, seen := range []map[theory.Label]int{label, streams} {
			require.Len(t, seen, len(labels))
			for y := range seen {
				require.True(t, slices.Contains(labels, y))
			}
		}
	}
}
