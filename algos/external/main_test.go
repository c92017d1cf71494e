package external

import (
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"

	"marginlab/algos"
	"marginlab/internal/rapidtest"
)

// TestMain is also the main function of [fake] programs.
func TestMain(m *testing.M) {
	if len(os.Args) > 3 && os.Args[1] == "fake" {
		fake(os.Args[2], os.Args[3], os.Args[4:]...)
		return
	}
	rapidtest.Main(m, 100)
	Stop()
	if err := goleak.Find(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// parse makes a learner of two classes, which may be a program.
func parse(text string) (*algos.Spec, error) {
	r := algos.Learners()
	r.Kinds = append(r.Kinds, Kind())
	return r.Parse(text)
}
