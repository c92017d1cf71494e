package props

import (
	"flag"
	"testing"

	"marginlab/theory/rapidtest"
)

var _ = flag.String("replay", "", "check the one `case` of this literal, instead of drawing cases")

func TestMain(m *testing.M) { rapidtest.Main(m, 100) }

func TestProperties(t *testing.T) {
	for _, p := range Properties() {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			Check(t, p, Learners()...)
		})
	}
}
