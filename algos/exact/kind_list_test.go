package exact_test

import (
	"testing"

	"marginlab/theory/listtest"
)

func TestEveryModelIsListed(t *testing.T) {
	listtest.Check(t, "kind_list.go", "kindList", "[]kind")
}
