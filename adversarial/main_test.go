package adversarial_test

import (
	"testing"

	"marginlab/algos/external"
	"marginlab/internal/rapidtest"
)

func TestMain(m *testing.M) {
	rapidtest.Main(m, 100)
	external.Stop()
}
