//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// asksTheDate is what reads the clock that may leap, or parts a time from the steady one, as a field does that JSON
// keeps.
var asksTheDate = regexp.MustCompile(
	`\.(Unix(Nano|Milli|Micro)?|ModTime|UTC|Local|AddDate)\(|\.Round\(0\)|time\.(Date|Parse)\(|` +
		`(?m:^\t[A-Z]\w*\s+\*?time\.Time\b)`)

// Nothing depends on the date, but what says it.
func TestNothingAsksTheDate(t *testing.T) {
	t.Parallel()
	may := map[string]string{
		"cmd/marginlab/file.go":        "compares the times of files",
		"cmd/marginlab/hunts.go":       "prints when a hunt was submitted",
		"adversarial/cluster/hunts.go": "has when a hunt was submitted",
	}
	err := filepath.WalkDir("../..", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		name := filepath.ToSlash(strings.TrimPrefix(path, filepath.Join("..", "..")+string(filepath.Separator)))
		if bytes.Contains(text, []byte("\t\"time\"\n")) && may[name] == "" {
			require.Empty(t, asksTheDate.FindAllString(string(text), -1), "%s reads the date: time.Since a time.Now is steady", name)
		}
		return err
	})
	require.NoError(t, err)
}
