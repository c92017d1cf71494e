package props

import (
	"math"

	"marginlab/algos"
	"marginlab/props/measure"
	"marginlab/props/replay"
)

// state is what a learner in a norm keeps between two steps: v₊ and v₋ of OMM, and of
// others the v or θ that w is the link of; nothing in the opening, nor of learners that draw their
// predictions: their w is as long as a ball allows, whatever a sum of examples has cancelled to.
func state(l *algos.Spec, in measure.Metric, s replay.Shown) []measure.Vector {
	kind := l.Kind
	switch {
	case s.Plus != nil && s.Minus != nil:
		return []measure.Vector{s.Plus, s.Minus}
	case kind.Random:
	case kind.Degree != algos.Degree1:
		return []measure.Vector{in.Unlink(s.W)}
	case s.W.Nonzero() > 0:
		return []measure.Vector{in.Point(s.W)}
	}
	return nil
}

// size is γ_t of OMM and PUMMA, and ‖θ‖ of others.
func size(in measure.Metric, state []measure.Vector) float64 {
	switch len(state) {
	case 0:
		return 0
	case 1:
		return in.Norm(state[0])
	}
	return in.Norm(state[0].Minus(state[1])) / 2
}

// compareStates compares two runs in norms step by step. In ℓ2 the state of one run
// follows from that of the other, up to rounding that can be foreseen. Where the norm is
// flat a β may be anything within a wide range, and where ℓ is steep a coordinate that is
// 0 but for rounding makes scores what it likes. So the distance of the two states is
// measured before each step; they begin together, and what is held is
//
//   - scores differ by no more than those of the classifiers shown;
//   - decisions differ only where that difference takes the score to where they turn;
//   - γ_t+1, the distance of a point from a segment, or ‖θ‖, differs by no more than
//     the states did, as a norm does;
//   - without an update the states come no farther from each other.
//
// It ends where the states are a thousandth of γ_t apart.
func (k alike) compareStates(a, b []replay.Step) (n comparison, err error) {
	l, l2 := k.first.Learner, k.second.Learner
	in, in2 := k.first.Metric(), k.second.Metric()
	kind, params := l.Kind, l2.Params()
	x, y := k.first.Lifted(), k.second.Lifted()
	factor, gain := k.grows(), k.f // of scores and of states
	reach := max(k.f*in.Longest(x), in2.Longest(y))
	if kind.Normalises {
		gain, reach = 1, max(1, in.Longest(x)/max(in.Longest(x), math.SmallestNonzeroFloat64))
	}
	blur := 4 * max(in.Units(len(x[0])), in2.Units(len(x[0])))
	before2, far := state(l2, in2, b[0].Shown), 0.0
	for t, s := range a {
		s2, p, q := b[t], s.Reported, b[t].Reported
		after, after2 := state(l, in, s.Next), state(l2, in2, s2.Next)
		g, g2 := size(in, after), size(in2, after2)
		noise := blur * reach * float64(t+1)
		if k.first.Solves() {
			noise += 1e-7 * g2
		}
		same := p.Predicted == q.Predicted && p.Updated == q.Updated
		if p.Opening != q.Opening || p.Opening && !same || len(after) != len(after2) {
			return n, s.Fault("predicted %+d (opening: %v) on the one, %+d (%v) on the other", p.Predicted, p.Opening, q.Predicted, q.Opening)
		}
		if !p.Opening {
			score, score2 := s.Y*s.S, s2.Y*s2.S
			reported, got, turn := p.Score*factor, q.Score, l2.Turn(q.Gamma())
			switch {
			case kind.Normalises:
				score, score2 = score/max(in.Norm(x[t]), math.SmallestNonzeroFloat64), score2/max(in2.Norm(y[t]), math.SmallestNonzeroFloat64)
			case kind.UnitNorm:
				reported, got, turn = p.A()*factor, q.A(), params["rho"]*q.Gamma()
			case kind.Degree == algos.Degree1: // in the scale in which the margin is 1
				reported, factor = p.Score, 1
			}
			room := math.Abs(score*factor-score2) + blur*(in2.Dual(s2.W)*max(reach, in2.Norm(y[t]))+math.Abs(s2.B)+factor*(math.Abs(score)+math.Abs(s.B)))
			if !near(reported, got, room) {
				return n, s.Fault("y(w·x+b) is %v on the other, expected %v (and w·x+b is %v and %v)", got, reported, score*factor, score2)
			}
			was := size(in2, before2)
			stuck := in2.P < 2 && p.Updated != q.Updated && math.Abs(g2-was) <= noise+0x1p-40*was
			if tied := near(got, 0, room) || near(got, turn, room+1e-11*math.Abs(turn)); !same && !tied && !stuck {
				return n, s.Fault("predicted %+d (updated: %v) on the one, %+d (%v) on the other, at %v", p.Predicted, p.Updated, q.Predicted, q.Updated, got)
			}
		}
		if !same {
			n.left = len(x) - t
			return n, nil
		}
		if !near(g*gain, g2, far+noise+k.slack*g2) {
			return n, s.Fault("gamma, or ‖theta‖, is %v on the one and %v on the other, of states %.3g apart before", g, g2, far)
		}
		n.compared++
		apart := k.apart(after, after2, gain)
		if t > 0 && !p.Updated && !p.Opening && !k.first.Solves() && apart > far {
			return n, s.Fault("the states are %.3g apart without an update, %.3g before", apart, far)
		}
		if kind.Degree != algos.Degree1 && apart > noise { // a sum of examples is known to rounding
			return n, s.Fault("theta is %v on the other, %.3g off", after2[0], apart)
		}
		if before2, far = after2, apart; len(after) > 0 && kind.Degree == algos.Degree1 && !(far+noise <= 1e-3*g2) {
			n.left = len(x) - t - 1
			break // rounding hides what follows
		}
	}
	return n, nil
}

// apart is how far the state of the second is from that of the first, moved.
func (k alike) apart(a, b []measure.Vector, gain float64) (far float64) {
	for i, v := range a {
		to := k.move(v)
		if len(a) == 1 { // no point but a difference
			to = to.Minus(k.move(make(measure.Vector, len(v))))
		}
		far += k.second.Metric().Norm(to.Times(gain / k.f).Minus(b[i]))
	}
	return far
}
