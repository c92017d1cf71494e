package normalized

import "context"

// SNKPVN runs snkp-vn from any q, with the named prox around it.
func SNKPVN(ctx context.Context, G Points, word string, q []float64, delta float64,
	observe Observer) (Result, error) {
	m := newSNKPVN(weighted(G, q), delta, word)
	return run(ctx, "snkp-vn", m, m.goal(), observe)
}
