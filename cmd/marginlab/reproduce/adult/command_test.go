package adult

import (
	"context"
	"testing"

	"marginlab/cmd/marginlab/reproduce/goldentest"
	"marginlab/cmd/marginlab/term"
	"marginlab/cmd/marginlab/term/termtest"
)

func TestMain(m *testing.M) { goldentest.Main(m) }

// grammar is that of the commands of this package.
type grammar struct {
	Reproduce struct {
		Adult Tables `cmd:""`
		Norms Norms  `cmd:""`
	} `cmd:"" orderly:""`
}

func run(ctx context.Context, args []string, std term.Streams) int {
	return term.Run(ctx, new(grammar), args, std)
}

func printed(t *testing.T, args ...string) string {
	t.Helper()
	return termtest.Printed(t, new(grammar), args...)
}
