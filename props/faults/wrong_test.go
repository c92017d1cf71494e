package faults_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/internal/rapidtest"
	"marginlab/props"
	"marginlab/props/measure"
)

// vector is a point, or a w.
type vector = measure.Vector

// formula returns how far w moves along yx, 0 for no move, given s = y(w·x), ‖x‖² > 0 and a parameter.
type formula func(s, xx, param float64) float64

// additive returns a learner of a family, w ← w + τyx, by its formula.
func additive(tau formula, param string, families ...string) *algos.Spec {
	return rule(param, func(c float64) algos.Rule {
		return func(w, x []float64, y float64) bool {
			xx := vector(x).Dot(x)
			if xx == 0 {
				return false
			}
			alpha := tau(y*vector(w).Dot(x), xx, c)
			copy(w, vector(w).Plus(alpha*y, x))
			return alpha != 0
		}
	}, families...)
}

// rule returns a learner of a family with one parameter, "" for none.
func rule(param string, make func(c float64) algos.Rule, families ...string) *algos.Spec {
	k := algos.Own("wrong", nil)
	k.Families = families
	if param != "" {
		k.Params = []algos.Param{{Name: param, Default: 1, Low: 0, High: 1e300}}
	}
	k.Normalises = families[0] == "alma"
	k.New = func(s algos.Space, a algos.Args) algos.Learner {
		return algos.Own("wrong", func(int) algos.Rule { return make(a.Num(param)) }).New(s, nil)
	}
	return k.Spec()
}

// loss returns 1−s where s is below the limit, else 0.
func loss(s, limit float64) float64 {
	if s < limit {
		return 1 - s
	}
	return 0
}

// onlyIf returns 1 for true, else 0.
func onlyIf(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// alma returns ALMA with α = 1, by its treatment of ‖x‖, and of θ after the update of number k at example t.
func alma(length func(x vector) float64, project func(theta, x vector) vector, count func(k, t float64) float64) *algos.Spec {
	return rule("alpha", func(alpha float64) algos.Rule {
		k, t := 1.0, 0.0
		return func(w, x []float64, y float64) bool {
			t++
			if vector(x).Dot(x) == 0 {
				return false
			}
			size := length(x)
			if n := count(k, t); y*vector(w).Dot(x)/size <= (1-alpha)*math.Sqrt(8)/alpha/math.Sqrt(n) {
				copy(w, project(vector(w).Plus(y*math.Sqrt2/math.Sqrt(n)/size, x), x))
				k++
				return true
			}
			return false
		}
	}, "alma")
}

func toBall(theta, _ vector) vector {
	return theta.Times(1 / max(1, theta.Norm()))
}

func updatesMade(k, _ float64) float64 { return k }

// romma returns ROMMA by its new w at an update, and the greatest y(w·x) at which it makes one.
func romma(limit float64, next func(w, z vector) vector) *algos.Spec {
	return rule("eps", func(float64) algos.Rule {
		return func(w, x []float64, y float64) bool {
			z := vector(x).Times(y)
			switch {
			case z.Dot(z) == 0 || vector(w).Dot(w) > 0 && vector(w).Dot(z) > limit:
				return false
			case vector(w).Dot(w) == 0:
				copy(w, z.Times(1/z.Dot(z)))
			default:
				copy(w, next(w, z))
			}
			return true
		}
	}, "romma")
}

// least returns the w of least norm with w'·z ≥ 1 and w'·w ≥ ‖w‖².
func least(w, z vector) vector {
	ww, zz, wz := w.Dot(w), z.Dot(z), w.Dot(z)
	d := ww*zz - wz*wz
	if d <= 0 || wz >= ww*zz {
		return z.Times(1 / zz)
	}
	return w.Times((ww*zz-wz)/d).Plus(ww*(1-wz)/d, z)
}

// wrongLearners returns learners with the mistakes of published code, or possible ones, each named. Mistakes in OMM
// are planted in its source: learners_test.go.
func wrongLearners() map[string]*algos.Spec {
	pa := func(s, xx, _ float64) float64 { return loss(s, 1) / xx }
	perceptron, passive := []string{"perceptron", "perceptron(last)"}, []string{"pa", "passive-aggressive"}
	present := func(theta, x vector) vector { // as river does
		size, next := max(1, theta.Norm()), slices.Clone(theta)
		for i, v := range x {
			if v != 0 {
				next[i] /= size
			}
		}
		return next
	}
	unnormalised := func(vector) float64 { return 1 }
	return map[string]*algos.Spec{
		"the Perceptron leaves ties alone":        additive(func(s, _, _ float64) float64 { return onlyIf(s < 0) }, "", perceptron...),
		"the Perceptron goes by unit vectors":     additive(func(s, xx, _ float64) float64 { return onlyIf(s <= 0) / math.Sqrt(xx) }, "", perceptron...),
		"the Perceptron learns within a margin":   additive(func(s, _, _ float64) float64 { return onlyIf(s < 1) }, "", perceptron...),
		"the Perceptron corrects an error twice":  additive(func(s, _, _ float64) float64 { return 2 * onlyIf(s <= 0) }, "", perceptron...),
		"PA divides by ‖x‖":                       additive(func(s, xx, _ float64) float64 { return loss(s, 1) / math.Sqrt(xx) }, "", passive...),
		"PA divides as for an intercept":          additive(func(s, xx, _ float64) float64 { return loss(s, 1) / (xx + 1) }, "", passive...),
		"PA learns from mistakes alone":           additive(func(s, xx, _ float64) float64 { return loss(s, 0) / xx }, "", passive...),
		"PA-I knows no C":                         additive(pa, "C", "pa-i", "passive-aggressive"),
		"PA-I takes C for the length of its step": additive(func(s, xx, c float64) float64 { return min(c/math.Sqrt(xx), loss(s, 1)/xx) }, "C", "pa-i", "passive-aggressive"),
		"PA-I has C times the step":               additive(func(s, xx, c float64) float64 { return min(1, c) * loss(s, 1) / xx }, "C", "pa-i", "passive-aggressive"),
		"PA-II softens by 1/C":                    additive(func(s, xx, c float64) float64 { return loss(s, 1) / (xx + 1/c) }, "C", "pa-ii", "passive-aggressive"),
		"AMIRA goes to the margin 1-eps":          additive(func(s, xx, eps float64) float64 { return max(0, 1-eps/2-s) / xx }, "eps", "amira", "passive-aggressive"),
		"MIRA leaves ties alone":                  additive(func(s, xx, _ float64) float64 { return loss(s, 0) / xx }, "eps", "amira", "passive-aggressive"),
		"ROMMA steps as PA": romma(0,
			func(w, z vector) vector { return w.Plus((1-w.Dot(z))/z.Dot(z), z) }),
		"ROMMA learns within its margin":     romma(0.5, least),
		"ROMMA forgets what it knew":         romma(0, func(_, z vector) vector { return z.Times(1 / z.Dot(z)) }),
		"ALMA shortens the coordinates of x": alma(vector.Norm, present, updatesMade),
		"ALMA takes x as it is":              alma(unnormalised, toBall, updatesMade),
		"ALMA is never shortened": alma(vector.Norm, func(theta, _ vector) vector { return theta },
			updatesMade),
		"ALMA counts examples for updates": alma(vector.Norm, toBall, func(_, t float64) float64 { return t }),
	}
}

// rightLearners returns learners made in the same way without a mistake. ROMMA so written loses digits.
func rightLearners() map[string]*algos.Spec {
	return map[string]*algos.Spec{
		"the Perceptron": additive(func(s, _, _ float64) float64 { return onlyIf(s <= 0) }, "", "perceptron", "perceptron(last)"),
		"PA-I":           additive(func(s, xx, c float64) float64 { return min(c, loss(s, 1)/xx) }, "C", "pa-i", "passive-aggressive"),
	}
}

// The properties of a learner refute each wrong one, and none of the right ones.
func TestWrongLearnersAreRefuted(t *testing.T) {
	rapidtest.Slow(t)
	refuting := func(l *algos.Spec) (names []string) {
		for p, reason := range props.About(l) {
			if p.Name == "step" || p.Name == "guarantees" {
				require.Empty(t, reason)
				if f := p.Refute(l); f != nil {
					names = append(names, p.Name)
				}
			}
		}
		return names
	}
	for mistake, l := range wrongLearners() {
		t.Run(mistake, func(t *testing.T) {
			t.Parallel()
			names := refuting(l)
			t.Logf("refuted by %v", names)
			require.Contains(t, names, "step")
		})
	}
	for name, l := range rightLearners() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Empty(t, refuting(l))
		})
	}
}
