package trial

import (
	"context"
	"math"

	"marginlab/algos/normalized"
	"marginlab/theory"
)

// runBatch runs a batch algorithm.
func (d *Data) runBatch(ctx context.Context, r *Run, o Options) {
	var points normalized.Points
	if points, r.Stop = d.points(r.lift); r.Stop != nil {
		r.Refused = true
		return
	}
	r.Result, r.Trace, r.Stop = normalized.Solve(ctx, r.Learner.Lifted(0), points,
		func(at normalized.State) { o.watch(at.K) })
	r.evidence.margin = func() float64 {
		return r.Result.Margin(func(i int) float64 { return math.Sqrt(d.sqNorm(i) + float64(r.lift*r.lift)) })
	}
	r.evidence.survey = func(ctx context.Context) (*Survey, error) {
		survey, err := d.survey(ctx, twoClasses)
		if err != nil {
			return nil, err
		}
		seen := *survey
		seen.points, seen.lift = points, r.lift
		return &seen, nil
	}
}

// points returns the normalised y x of the data, with a constant coordinate if lift is not 0. The error is an example
// without a direction.
func (d *Data) points(lift float64) (normalized.Points, error) {
	if d.gram != nil {
		return normalized.NewGram(d.gram, labels(d.Examples))
	}
	d.directing.Lock()
	defer d.directing.Unlock()
	if known := d.directions[lift]; known != nil {
		return known.Beside(), nil
	}
	lifted, dim := theory.View{Lift: lift}.Of(d.Examples, d.Dim)
	points, err := normalized.NewLinear(lifted, dim)
	d.directions[lift] = points
	return points, err
}
