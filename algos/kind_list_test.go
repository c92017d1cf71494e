package algos_test

import (
	"testing"

	"marginlab/theory/listtest"
)

func TestEveryKindIsListed(t *testing.T) { listtest.Check(t, "kind_list.go", "kindList", "Kind") }
