package normalized

import "context"

// SNKPVN runs snkp-vn from any q, with the entropy around it or ½‖p − q‖².
func SNKPVN(ctx context.Context, G Points, entropic bool, q []float64, delta float64,
	observe Observer) (Result, error) {
	m := newSNKPVN(weighted(G, q), delta, entropic)
	return run(ctx, "snkp-vn", m, m.goal(), observe)
}
