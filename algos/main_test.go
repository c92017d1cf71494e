package algos_test

import (
	"os"
	"testing"

	"marginlab/internal/rapidtest"
	"marginlab/props"
)

func TestMain(m *testing.M) { rapidtest.Main(m, 100) }

// What learners must do is held in package props. A mutation tester runs the tests of the
// package that it changes only, so for it the properties are held here too.
func TestProperties(t *testing.T) {
	if os.Getenv("MARGINLAB_MUTATE") == "" {
		t.Skip("package props holds them; `make mutate` does here")
	}
	for _, p := range props.Properties() {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			props.Check(t, p, props.Learners()...)
		})
	}
}
