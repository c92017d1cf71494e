package props

import (
	"testing"

	"marginlab/internal/rapidtest"
)

func TestMain(m *testing.M) { rapidtest.Main(m, 100) }

func TestProperties(t *testing.T) {
	for _, p := range Properties() {
		p.Cases = max(p.Cases, rapidtest.Count(0, 0, 150)) // a tenth of what is drawn in a long run
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			Check(t, p, Learners()...)
		})
	}
}
