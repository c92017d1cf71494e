package external

import (
	"embed"
	"errors"
	"fmt"
	"maps"
	"slices"

	"marginlab/algos/expr"
)

//go:embed PROTOCOL.md adapters
var files embed.FS

// adapterFiles are the files of the adapters by language, and the page of the protocol.
var adapterFiles = map[string]string{
	"python": "adapters/marginlab.py", "scikit-learn": "adapters/marginlab_sklearn.py", "c": "adapters/marginlab.h",
	"javascript": "adapters/marginlab.js", "protocol": "PROTOCOL.md",
}

// exampleFiles are whole learners that use the adapters. Estimators of scikit-learn need none.
var exampleFiles = map[string]string{"python": "adapters/mine.py", "c": "adapters/mine.c", "javascript": "adapters/mine.js"}

// Adapter returns the file by which learners in a language use the protocol: python, scikit-learn, c or javascript.
// For protocol it returns the page.
func Adapter(language string) ([]byte, error) {
	return fileOf("adapter", language, adapterFiles)
}

// Example returns a learner, a Perceptron, written with the adapter for python, c or javascript.
func Example(language string) ([]byte, error) {
	if language == "scikit-learn" {
		return nil, errors.New("scikit-learn needs no example: its adapter runs any estimator, " +
			"as in exec(python3 marginlab_sklearn.py sklearn.linear_model.Perceptron fit_intercept=False)")
	}
	return fileOf("example", language, exampleFiles)
}

func fileOf(kind, language string, known map[string]string) ([]byte, error) {
	name, ok := known[language]
	if !ok {
		return nil, fmt.Errorf("there is no %s for %q, expected %s", kind, language, expr.OneOf(slices.Sorted(maps.Keys(known))))
	}
	return files.ReadFile(name)
}
