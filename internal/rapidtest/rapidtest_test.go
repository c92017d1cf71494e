package rapidtest_test

import (
	"flag"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/internal/rapidtest"
)

func TestMain(m *testing.M) { rapidtest.Main(m, 50) }

// run runs one test of this package again, in another process.
func run(t *testing.T, test, env string, args ...string) string {
	t.Helper()
	cmd := exec.Command(os.Args[0], append(args, "-test.v", "-test.run=^"+test+"$")...)
	cmd.Env = append(os.Environ(), "RAPIDTEST_INNER=1", env)
	out, _ := cmd.CombinedOutput()
	return string(out)
}

func TestSizes(t *testing.T) {
	for _, c := range []struct{ env, arg, checks, count string }{
		{"MARGINLAB_LONG=", "-test.short", "passed 10 tests", "count 1"},
		{"MARGINLAB_LONG=", "-test.short=false", "passed 50 tests", "count 2"},
		{"MARGINLAB_LONG=1", "-test.short=false", "passed 500 tests", "count 3"},
		{"MARGINLAB_LONG=1", "-test.short", "passed 10 tests", "count 1"},
		{"MARGINLAB_LONG=1", "-rapid.checks=7", "passed 7 tests", "count 3"},
		{"", "-test.short", "passed 10 tests", "fuzzing shortens in 100x"},
		{"", "-test.fuzzminimizetime=2s", "passed 50 tests", "fuzzing shortens in 2s"},
	} {
		got := run(t, "TestInner", c.env, c.arg)
		require.Contains(t, got, c.checks, "%+v", c)
		require.Contains(t, got, c.count, "%+v", c)
	}
}

func TestFailurePrintsTheSeed(t *testing.T) {
	require.Contains(t, run(t, "TestInnerFails", "", "-test.short"), "-rapid.seed=1\n")
	require.Contains(t, run(t, "TestInnerFails", "", "-rapid.seed=9"), "-rapid.seed=9\n")
	require.NotContains(t, run(t, "TestInner", "", "-rapid.seed=9"), "-rapid.seed")
}

func TestSeedMovesEverySource(t *testing.T) {
	was := rapidtest.Rand(3).Uint64()
	require.Equal(t, was, rapidtest.Rand(3).Uint64())
	require.NotEqual(t, was, rapidtest.Rand(4).Uint64())
	given := flag.Lookup("rapid.seed").Value.String()
	require.NoError(t, flag.Set("rapid.seed", given+"7"))
	require.NotEqual(t, was, rapidtest.Rand(3).Uint64())
	require.NoError(t, flag.Set("rapid.seed", given))
}

func TestInner(t *testing.T) {
	if os.Getenv("RAPIDTEST_INNER") == "" {
		t.Skip("is run by the other tests")
	}
	rapid.Check(t, func(*rapid.T) {})
	t.Logf("count %d, fuzzing shortens in %v", rapidtest.Count(1, 2, 3), flag.Lookup("test.fuzzminimizetime").Value)
}

func TestInnerFails(t *testing.T) {
	if os.Getenv("RAPIDTEST_INNER") != "" {
		t.Fatal("as it should")
	}
	t.Skip("is run by the other tests")
}
