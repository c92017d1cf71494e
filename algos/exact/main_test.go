package exact_test

import (
	"testing"

	"marginlab/theory/rapidtest"
)

func TestMain(m *testing.M) { rapidtest.Main(m, 60) }
