package props_test

import (
	"testing"

	"marginlab/theory/listtest"
)

func TestEveryPropertyIsListed(t *testing.T) {
	listtest.Check(t, "property_list.go", "propertyList", "[]Property")
}
