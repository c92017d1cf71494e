package termtest

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// Kept are the names of the parts in the file of a checkpoint.
func Kept(t *testing.T, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var saved struct{ Done map[string]json.RawMessage }
	require.NoError(t, json.Unmarshal(text, &saved))
	var names []string
	for name := range saved.Done {
		names = append(names, name)
	}
	return names
}
