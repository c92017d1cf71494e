package algos_test

import (
	"os"
	"testing"

	"marginlab/internal/rapidtest"
	"marginlab/props"
)

func TestMain(m *testing.M) { rapidtest.Main(m, 100) }

// Package props tests what learners must do. A mutation tester runs only the tests of the package that it changes, so
// for it the properties are tested here too.
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
