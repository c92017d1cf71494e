package props

import (
	"fmt"
	"math"

	"marginlab/algos/kernel"
	"marginlab/theory"
)

// KernelFormsHold: a run of a learner in kernel form is one in the Hilbert space of
// the kernel. At every step its prediction, score, norm and margin are those of the
// coefficients that it shows, with kernel values computed here; the stream embedded
// has the kernel's inner products; and every proved row of the table holds with the
// geometry there.
func KernelFormsHold(c Case) error {
	r, err := newRKHS(c)
	if err != nil || len(r.Stream) == 0 {
		return err
	}
	speaks, err := r.run()
	if err != nil || !speaks {
		return err
	}
	if err := r.sameProducts(); err != nil {
		return err
	}
	l, err := kernel.New(r.spec, r.gram)
	if err != nil {
		return err
	}
	for t := range r.trace.Steps {
		i := t % len(r.Stream)
		shown, wants := r.show(l), l.Wants(i, r.Stream[i].Y)
		step := l.Step(i, r.Stream[i].Y)
		if !sameStep(step, r.trace.Steps[t]) {
			return fmt.Errorf("t=%d: the run's step is %+v, that of the loop %+v", t+1, r.trace.Steps[t], step)
		}
		if step.Updated && !step.Opening && !wants && !isNaive(r.spec) {
			return fmt.Errorf("t=%d: an update that was not wanted", t+1)
		}
		if err := r.sees(shown, step, i, t); err != nil {
			return fmt.Errorf("t=%d: %w", t+1, err)
		}
	}
	for i, e := range r.seen.Stream {
		f, size := r.value(r.show(r.last).Classifier, i)
		if got := r.trace.Classifier.Score(e.X); !near(got, f, 1e-11*size) {
			return fmt.Errorf("the embedded classifier gives example %d %v, expected %v", i+1, got, f)
		}
	}
	verdicts, err := r.verdicts()
	if err != nil {
		return fmt.Errorf("the geometry: %w", err)
	}
	for _, v := range verdicts {
		if g := v.Guarantee; g.Status == theory.Proved && !v.Holds {
			return fmt.Errorf("%s [%s]: %v = %v, bound %v (r = %.4g), with %s", g.Claim, g.Source, g.Quantity.At(v.Setting), v.Value, v.Bound, v.Setting.R(), r.gram.Kernel())
		}
	}
	return nil
}

// sameProducts: ⟨φ(x_i), φ(x_j)⟩ = K_ij.
func (r *rkhs) sameProducts() error {
	phi := points(r.seen.Stream, r.seen.Dim)
	for i := range phi {
		for j := range phi {
			if got := dot(phi[i], phi[j]); !near(got, r.k[i][j], 1e-12*r.reach*r.reach) {
				return fmt.Errorf("the inner product of examples %d and %d, embedded, is %v, expected K = %v", i+1, j+1, got, r.k[i][j])
			}
		}
	}
	return nil
}

// shown is what a learner shows between steps.
type shown struct {
	kernel.Classifier
	norm, gamma float64 // NaN where it has none
}

func (r *rkhs) show(l kernel.Learner) shown {
	s := shown{Classifier: l.Classifier(), norm: math.NaN(), gamma: math.NaN()}
	if m, ok := l.(interface{ Norm() float64 }); ok {
		s.norm = m.Norm()
	}
	if m, ok := l.(interface{ Gamma() float64 }); ok {
		s.gamma = m.Gamma()
	}
	return s
}

// value is Σ_j α_j K_ij + B, and the size of its terms.
func (r *rkhs) value(c kernel.Classifier, i int) (f, size float64) {
	f, size = c.B, math.Abs(c.B)
	for j, a := range c.Alpha {
		f += a * r.k[i][j]
		size += math.Abs(a) * r.reach * r.reach
	}
	return f, size
}

// length is ‖f‖, and how far rounding may take it.
func (r *rkhs) length(c kernel.Classifier) (norm, slack float64) {
	lift := r.spec.Lift()
	var sum, size float64
	for i, a := range c.Alpha {
		for j, b := range c.Alpha {
			sum += a * b * (r.k[i][j] + lift*lift)
		}
		size += math.Abs(a) * r.reach
	}
	norm = math.Sqrt(max(0, sum))
	if room := 1e-13 * size * size; norm*norm > room {
		return norm, room / norm
	}
	return norm, 1e-6 * size
}

// sees holds a step against the coefficients shown before it.
func (r *rkhs) sees(c shown, step theory.Step, i, t int) error {
	if !showsItsPredictor(r.spec) { // it shows another classifier than the one that predicts
		return nil
	}
	f, size := r.value(c.Classifier, i)
	slack := 1e-12 * size
	y := float64(r.Stream[i].Y)
	if math.Abs(f) > slack && t > 0 && (float64(step.Predicted) > 0) != (f > 0) {
		return fmt.Errorf("predicted %+d, and the classifier's value is %v", step.Predicted, f)
	}
	if step.Opening {
		return nil
	}
	norm, off := r.length(c.Classifier)
	score := y * f
	switch {
	case in(r.spec, "omm"): // the classifier is normalised, the step need not be
		score, slack = score*step.Norm, slack*step.Norm
		if off *= step.Norm; !near(norm*step.Norm, step.Norm, off) {
			return fmt.Errorf("the classifier's norm is %v, expected 1", norm)
		}
		plus := 0.0 // Σ λ₊/(2γ) = 1/(2γ)
		for j, a := range c.Alpha {
			if r.Stream[j].Y == theory.Positive {
				plus += a
			}
		}
		if gamma := 1 / (2 * plus); !near(gamma, c.gamma, 1e-10*gamma) || !near(step.Target, gamma*step.Norm, 1e-10*step.Target) {
			return fmt.Errorf("gamma_t = %v, and the target %v, expected %v = 1/(2·sum of the positive weights)", c.gamma, step.Gamma(), gamma)
		}
	case in(r.spec, "alma"):
		lift := r.spec.Lift()
		if length := math.Sqrt(r.k[i][i] + lift*lift); length > 0 {
			score, slack = score/length, slack/length
		} else {
			score = step.Score
		}
		fallthrough
	default:
		if !near(step.Norm, norm, off) || step.Norm != c.norm {
			return fmt.Errorf("the step's norm is %v, that of the coefficients %v", step.Norm, norm)
		}
	}
	if !near(step.Score, score, slack) {
		return fmt.Errorf("the step's score is %v, that of the coefficients %v", step.Score, score)
	}
	if in(r.spec, "romma") && norm > 0 && !near(c.gamma*norm, 1, off/norm+1e-12) {
		return fmt.Errorf("the margin is %v, expected 1/%v", c.gamma, norm)
	}
	if in(r.spec, "alma") {
		updates := 1
		for _, s := range r.trace.Steps[:t] {
			if s.Updated {
				updates++
			}
		}
		if gamma := r.spec.Params()["B"] / math.Sqrt(float64(updates)); !near(c.gamma, gamma, 1e-12*gamma) {
			return fmt.Errorf("gamma_k = %v, expected %v", c.gamma, gamma)
		}
	}
	return nil
}
