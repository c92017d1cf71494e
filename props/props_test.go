package props

import (
	"flag"
	"fmt"
	"os"
	"testing"
)

// The cases of a run are always the same: -rapid.seed=N draws others, and
// -rapid.checks=N more of them (a fifth with -short).
var replay = flag.String("replay", "", "check the one `case` of this literal, instead of drawing cases")

func TestMain(m *testing.M) {
	flag.Parse()
	given := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { given[f.Name] = true })
	for name, value := range map[string]string{"rapid.seed": "1", "rapid.checks": "1500", "rapid.nofailfile": "true"} {
		if !given[name] {
			if err := flag.Set(name, value); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(2)
			}
		}
	}
	os.Exit(m.Run())
}

func runner() Runner { return Runner{Package: "./props", Flag: "replay", Replay: *replay} }

func TestProperties(t *testing.T) {
	for _, p := range Properties() {
		t.Run(p.Name, func(t *testing.T) { runner().Check(t, p, Learners()...) })
	}
}
