package props

import (
	"fmt"
	"math"

	"marginlab/algos"
	"marginlab/theory"
)

// pose is what a learner in a norm shows of itself between two steps: its classifier,
// and as its state v₊ and v₋ of OMM, and of others the v or θ that w is the link of.
type pose struct {
	theory.Classifier
	state []([]float64)
}

func (m metric) pose(s *algos.Spec, l algos.Learner) pose {
	at := pose{Classifier: l.Classifier()}
	switch {
	case isOMM(s):
		if p, n := l.(certified).Certificates(); p != nil && n != nil {
			at.state = [][]float64{p, n}
		}
	case isPUMMA(s):
		if v := m.point(at.W); v != nil {
			at.state = [][]float64{v}
		}
	default:
		at.state = [][]float64{m.unlink(whole(at.Classifier, s.Lift()))}
	}
	return at
}

// size is γ_t of OMM and PUMMA, and ‖θ‖ of others.
func (p pose) size(in metric) float64 {
	switch len(p.state) {
	case 0:
		return 0
	case 1:
		return in.of(p.state[0])
	}
	return in.of(minus(p.state[0], p.state[1])) / 2
}

// score is w·x+b, by length of x for ALMA.
func (p pose) score(s *algos.Spec, in metric, x []float64) float64 {
	at := dot(whole(p.Classifier, s.Lift()), x)
	if s.Lift() == 0 {
		at += p.B
	}
	if length := in.of(x); in.of(x) > 0 && isALMA(s) {
		at /= length
	}
	return at
}

// march compares two runs in norms step by step. In ℓ2 the state of one run follows
// from that of the other, up to rounding that can be foreseen. Where the norm is flat a
// β may be anything within a wide range, and where ℓ is steep a coordinate that is 0 but
// for rounding makes scores what it likes. So the distance of the two states is
// measured before each step; they begin together, and what is held is
//
//   - scores differ by no more than those of the classifiers shown;
//   - decisions differ only where that difference takes the score to where they turn;
//   - γ_t+1, the distance of a point from a segment, or ‖θ‖, differs by no more than
//     the states did, as a norm does;
//   - without an update the states come no farther from each other.
//
// It ends where the states are a thousandth of γ_t apart.
func (k likeness) march() (n comparison, err error) {
	s, s2 := k.first.Learner, k.second.Learner
	in, in2 := k.first.metric(), k.second.metric()
	l, l2 := s.New(k.first.Dim), s2.New(k.second.Dim)
	x, y := lifted(k.first.Stream, k.first.Dim, s.Lift()), lifted(k.second.Stream, k.second.Dim, s2.Lift())
	factor, gain := math.Pow(k.f, float64(s.Core().Kind.Degree)), k.f // of scores and of states
	reach := max(k.f*in.farthest(x), in2.farthest(y))
	if s.Core().Kind.Normalises {
		gain, reach = 1, max(1, in.farthest(x)/max(in.longest(x), math.SmallestNonzeroFloat64))
	}
	blur := 4 * max(in.units(len(x[0])), in2.units(len(x[0])))
	before, before2, far := in.pose(s, l), in2.pose(s2, l2), 0.0
	for t := range x {
		p, q := l.Step(k.first.Stream[t].X, k.first.Stream[t].Y), l2.Step(k.second.Stream[t].X, k.second.Stream[t].Y)
		for _, l := range []algos.Learner{l, l2} {
			if f, ok := l.(algos.Failing); ok && f.Err() != nil {
				return n, fmt.Errorf("t=%d: the learner gave up on a separable stream: %w", t+1, f.Err())
			}
		}
		after, after2 := in.pose(s, l), in2.pose(s2, l2)
		noise := blur * reach * float64(t+1)
		if isNaive(s) {
			noise += 1e-7 * after2.size(in2)
		}
		same := p.Predicted == q.Predicted && p.Updated == q.Updated
		if p.Opening != q.Opening || p.Opening && !same || len(after.state) != len(after2.state) {
			return n, fmt.Errorf("t=%d: predicted %+d (opening: %v) on the one, %+d (%v) on the other", t+1, p.Predicted, p.Opening, q.Predicted, q.Opening)
		}
		if !p.Opening {
			told, got, turn := p.Score*factor, q.Score, s2.Turn(q.Gamma())
			if s.Core().Kind.Degree == 1 {
				told, got, turn = p.A()*factor, q.A(), s2.Params()["rho"]*q.Gamma()
			}
			if isPUMMA(s) { // in the scale in which the margin is 1
				told, got, turn = p.Score, q.Score, 1-s2.Params()["delta"]
				factor = 1
			}
			shown, shown2 := before.score(s, in, x[t]), before2.score(s2, in2, y[t])
			room := math.Abs(float64(p.Y)*(shown*factor-shown2)) + blur*(in2.dual(whole(before2.Classifier, s2.Lift()))*max(reach, in2.span(y[t]))+math.Abs(before2.B)+factor*(math.Abs(shown)+math.Abs(before.B)))
			if !near(told, got, room) {
				return n, fmt.Errorf("t=%d: y(w·x+b) is %v on the other, expected %v (and w·x+b is %v and %v)", t+1, got, told, shown*factor, shown2)
			}
			stuck := in2.p < 2 && p.Updated != q.Updated && math.Abs(after2.size(in2)-before2.size(in2)) <= noise+0x1p-40*before2.size(in2)
			if tied := near(got, 0, room) || near(got, turn, room+1e-11*math.Abs(turn)); !same && !tied && !stuck {
				return n, fmt.Errorf("t=%d: predicted %+d (updated: %v) on the one, %+d (%v) on the other, at %v", t+1, p.Predicted, p.Updated, q.Predicted, q.Updated, got)
			}
		}
		if !same {
			n.left = len(x) - t
			return n, nil
		}
		size, size2 := after.size(in), after2.size(in2)
		if !near(size*gain, size2, far+noise+k.slack*size2) {
			return n, fmt.Errorf("t=%d: gamma, or ‖theta‖, is %v on the one and %v on the other, of states %.3g apart before", t+1, size, size2, far)
		}
		n.compared++
		apart := k.apart(after, after2, gain)
		if t > 0 && !p.Updated && !p.Opening && !isNaive(s) && apart > far {
			return n, fmt.Errorf("t=%d: the states are %.3g apart without an update, %.3g before", t+1, apart, far)
		}
		if s.Core().Kind.Degree != 1 && apart > noise { // a sum of examples is known to rounding
			return n, fmt.Errorf("t=%d: theta is %v on the other, %.3g off", t+1, after2.state[0], apart)
		}
		if before, before2, far = after, after2, apart; len(after.state) > 0 && s.Core().Kind.Degree == 1 && !(far+noise <= 1e-3*size2) {
			n.left = len(x) - t - 1
			break // rounding hides what follows
		}
	}
	return n, nil
}

// apart is how far the state of the second is from that of the first, moved.
func (k likeness) apart(a, b pose, gain float64) (far float64) {
	for i, v := range a.state {
		to := k.move(v)
		if len(a.state) == 1 { // no point but a difference
			to = minus(to, k.move(make([]float64, len(v))))
		}
		to = along(make([]float64, len(to)), gain/k.f, to)
		far += k.second.metric().of(minus(to, b.state[i]))
	}
	return far
}
