package normalized_test

import (
	"flag"
	"fmt"
	"os"
	"testing"
)

// TestMain makes the cases of a run always the same: -rapid.seed=N draws others,
// and -rapid.checks=N more of them (a fifth with -short).
func TestMain(m *testing.M) {
	flag.Parse()
	given := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { given[f.Name] = true })
	for name, value := range map[string]string{"rapid.seed": "1", "rapid.checks": "100", "rapid.nofailfile": "true"} {
		if !given[name] {
			if err := flag.Set(name, value); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(2)
			}
		}
	}
	os.Exit(m.Run())
}
