package external

import (
	"embed"
	"fmt"
	"slices"

	"marginlab/theory/expr"
)

//go:embed PROTOCOL.md adapters
var files embed.FS

// adapterFiles are the files of the adapters, and the page of the protocol, by what they are of.
var adapterFiles = map[string]string{
	"python": "adapters/marginlab.py", "scikit-learn": "adapters/marginlab_sklearn.py", "c": "adapters/marginlab.h",
	"javascript": "adapters/marginlab.js", "protocol": "PROTOCOL.md",
}

// Adapter returns the file that lets learners of a language speak the protocol: python,
// scikit-learn, c or javascript; or of protocol its page.
func Adapter(language string) ([]byte, error) {
	name, ok := adapterFiles[language]
	if !ok {
		var known []string
		for language := range adapterFiles {
			known = append(known, language)
		}
		slices.Sort(known)
		return nil, fmt.Errorf("there is no adapter for %q, expected %s", language, expr.OneOf(known))
	}
	return files.ReadFile(name)
}
