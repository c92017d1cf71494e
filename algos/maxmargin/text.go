package maxmargin

import (
	"context"
	"math"
	"math/rand/v2"

	"marginlab/theory/vec"
)

const (
	// crowd is the number of members from which on a corral of sparse points is left, as its matrix would grow larger
	// than they are.
	crowd = 256
	// mostRooted limits the members of a corral that gets a factor afterwards.
	mostRooted = 2048
	// overshoot is ω of successive over-relaxation. Any in (0, 2) converges; 1.5 takes 0.6 of the rounds of 1 on text.
	overshoot = 1.5
	// mostRounds limits the rounds of the ascent; looks is the number of rounds between two visits of all points.
	mostRounds, looks = 1000, 8
	// mostIdle limits the looks in a row that leave more than half of what is missed.
	mostIdle = 20
	// persistence multiplies both limits where more than mostRooted points have a weight: whatever is then left undone
	// stays so.
	persistence = 10
	// aim leaves room below [Solver.slack] for rounding.
	aim = 0.4
)

// crowded reports whether the corral should go to ascend.
func (s *Solver) crowded() bool {
	return len(s.member) >= crowd && !s.dense && !s.metric && s.lp == nil
}

// ascend continues from the corral without its factor, and leaves a corral of all support vectors, of which text has
// thousands.
//
//	Problem    min ½‖w‖², y(w·x + b) ≥ 1, by its dual in α ≥ 0 with w = Σ αyx: λ = α over its
//	           sum in the hull, as o₊ and o₋ are 0
//	Algorithm  ascent in a coordinate after the other, in a random order from a fixed seed (Hsieh
//	           et al. 2008), with over-relaxation. The bias follows Σ αy = 0 as the multiplier of the augmented
//	           Lagrangian: b grows by c² Σ αy, in each round and with each α. Points whose α
//	           stays are visited in one round of a look
//	Stops      at a gap of aim·Tolerance; where no round in many brings it nearer; when w vanishes,
//	           for which the target 1 falls to 0 where the ascent has no end
func (s *Solver) ascend(ctx context.Context, turns int) (int, error) {
	n := s.Len()
	a := ascent{Solver: s, alpha: make([]float64, n), w: make([]float64, s.dim), target: 1}
	scale := float64(s.hulls) / s.sq
	for _, m := range s.member {
		a.alpha[m.id] = m.lambda * scale
	}
	if !s.origin {
		a.b = 1 - float64(scale*s.level[0])
		for _, v := range s.norm {
			a.pull += float64(v*v) / float64(8*n)
		}
	}
	defer a.leave()
	order, idle := make([]int, n), make([]int, n)
	for i := range order {
		order[i] = i
	}
	watch, random := Watcher(ctx), rand.New(rand.NewPCG(1, 0))
	worst, least, since, patience := math.Inf(1), math.Inf(1), 0, 1
	for round := 0; round < patience*mostRounds; round++ {
		if err := ctx.Err(); err != nil {
			return turns, err
		}
		watch(Stage{What: "maximum margin", Turns: turns})
		turns++
		all := round%looks == 0
		if all {
			total, members := a.refresh()
			if patience = 1; members > mostRooted {
				patience = persistence
			}
			if since++; worst < least/2 {
				least, since = worst, 0
			}
			switch {
			case math.Sqrt(vec.Dot(a.w, a.w)) <= s.blurOf(n)*total/float64(s.hulls),
				worst <= s.tolerance && a.gap() <= aim*s.tolerance:
				return turns, nil
			case since > patience*mostIdle:
				if a.target == 0 || a.gap() < 1 {
					return turns, nil
				}
				a.target, least, since = 0, math.Inf(1), 0
			}
			worst = 0
		}
		random.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, i := range order {
			if !all && idle[i] > 2 {
				continue
			}
			v := a.visit(i)
			if idle[i]++; v != 0 {
				idle[i] = 0
			}
			if all {
				worst = max(worst, math.Abs(v))
			}
		}
	}
	return turns, nil
}

// ascent is the state of [Solver.ascend]. Its w = Σ αyx is longer than the solver's.
type ascent struct {
	*Solver
	alpha, w        []float64
	b, pull, target float64 // pull is c²
}

// visit optimises one α. It returns the example's y(w·x + b) less the target, 0 if α stays.
func (a *ascent) visit(i int) (missed float64) {
	e := &a.given[i]
	y := float64(e.Y)
	missed = float64(y*(e.X.Dot(a.w)+a.b)) - a.target
	square := float64(a.norm[i]*a.norm[i]) + a.pull
	to := max(0, a.alpha[i]-overshoot*missed/square)
	way := to - a.alpha[i]
	if way == 0 || square == 0 {
		return 0
	}
	a.alpha[i] = to
	e.X.AddTo(a.w, way*y)
	a.b += float64(way * y * a.pull)
	return missed
}

// refresh computes w from the α, against the drift of rounding, and lets b grow. It returns Σ α and the number of α >
// 0.
func (a *ascent) refresh() (total float64, members int) {
	clear(a.w)
	balance := 0.0
	for i, v := range a.alpha {
		if v > 0 {
			a.addTo(i, a.w, v)
			total += v
			balance += float64(v * float64(a.given[i].Y))
			members++
		}
	}
	a.b += float64(a.pull * balance)
	return total, members
}

// gap returns the relative gap, above 1 where w does not separate the points.
func (a *ascent) gap() float64 {
	low, level, total := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{}, [2]float64{}
	for i, v := range a.alpha {
		g, score := a.hull[i], a.dot(i, a.w)
		low[g] = min(low[g], score)
		level[g] += float64(v * score)
		total[g] += v
	}
	var gap, all float64
	for g := range a.hulls {
		all += level[g] / total[g]
		gap += level[g]/total[g] - low[g]
	}
	return gap / all
}

// leave makes the points with a weight the corral.
func (a *ascent) leave() {
	a.corral.reset()
	for i, v := range a.alpha {
		if v > 0 {
			a.add(i, v)
			a.scale = max(a.scale, a.norm[i])
		}
	}
	a.sigma, a.pool = a.scale, a.pool[:0]
	a.Solver.refresh()
}
