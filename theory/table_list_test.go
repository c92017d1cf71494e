package theory_test

import (
	"testing"

	"marginlab/theory/listtest"
)

func TestEveryTableIsListed(t *testing.T) {
	listtest.Check(t, "table_list.go", "tableList", "[]Guarantee")
}
