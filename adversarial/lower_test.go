package adversarial_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/adversarial/hunt"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
)

// On the streams of a lower bound the learner does what its theorem says, at each size. If the bound is a limit, the
// factor rises with the size to the value given here. No stream makes the learner exceed the upper bound.
func TestLowerBoundsAreReached(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	norm, pumma, simplex, classes := adversarial.NormTrap, adversarial.PUMMATrap, adversarial.PUMMASimplex,
		adversarial.SpiralOfClasses
	reached := map[string]bool{}
	for _, c := range []struct {
		row   string
		trap  adversarial.Trap
		least float64 // of the quantity over the expression
	}{
		{"omm-s1", adversarial.Simplex("e-omm", 4), 1},
		{"omm-s1", adversarial.Simplex("n-omm", 40), 1},
		{"omm-s1", adversarial.Simplex("pumma(delta=0)", 12), 1},
		{"omm-s1", adversarial.Arc(20, 8), 0.56},
		{"omm-s1", adversarial.Arc(40, 8), 0.7},
		{"omm-s1", adversarial.Arc(40, 20), 0.75},
		{"perceptron-novikoff", adversarial.Simplex("perceptron", 12), 1},
		{"perceptron-novikoff", adversarial.Simplex("amira(eps=1/2)", 20), 1},
		{"perceptron-novikoff", adversarial.Simplex("arow", 20), 1},
		{"perceptron-novikoff", norm(2, 9), 1},
		{"perceptron-novikoff", norm(3, 4), 0.749},
		{"perceptron-novikoff", norm(3, 7), 0.825},
		{"perceptron-novikoff", norm(3, 11), 0.871},
		{"perceptron-novikoff", norm(4, 10), 0.77},
		{"margin-perceptron-updates", adversarial.SlidingWindows(10, 3), 0.83},
		{"margin-perceptron-updates", adversarial.SlidingWindows(100, 3), 0.98},
		{"romma-close", adversarial.ROMMATrap(100, 0), 1},
		{"romma-close", adversarial.ROMMATrap(200, 2), 1},
		{"alma-updates", adversarial.ALMATrap(0.01, 0.1, 400_000), 1},
		{"alma-updates", adversarial.ALMATrap(0.1, 0.3, 2000), 1},
		{"pumma-p2", pumma(3, 2.1, 0.15, 4, 0), 0.42},
		{"pumma-p2", pumma(4, 2.8, 0.1, 1, 0.01), 0.372},
		{"pumma-p2", pumma(4, 2.8, 0.07, 8, 0), 0.55},
		{"pumma-p2", pumma(6, 3, 0.07, 8, 0), 0.65},
		{"pumma-p2", simplex(4, 2.25, 0.1, 2, 0), 0.346},
		{"pumma-p2", simplex(6, 3.75, 0.1, 2, 0.5), 0.446},
		{"pumma-p2", simplex(12, 4, 0.1, 3, 0.99), 0.544},
		{"amira-updates", adversarial.Spiral(10, 0.5), 0.89},
		{"amira-updates", adversarial.Spiral(100, 0.1), 0.98},
		{"amira-k-best-updates", classes(10, 0.5), 0.87},
		{"amira-k-best-updates", classes(100, 0.5), 0.986},
		{"amira-k-best-updates", classes(30, 0.1), 0.95},
		{"amira-k-best-updates", classes(30, 1), 0.94},
	} {
		row, found := theory.Row(c.row), false
		require.Equal(t, theory.Proved, row.Status)
		for _, b := range theory.LowerBounds() {
			if b.Row != c.row || b.Construction != c.trap.Name {
				continue
			}
			found = true
			reached[b.Row+b.Construction] = true
			quantity, rest, _ := strings.Cut(b.Claim, " >= ")
			expression, where, _ := strings.Cut(rest, " where ")
			s := certificate.Statement{Learner: c.trap.Learner, Quantity: quantity, Claim: expression, Where: where}
			if row.Task == theory.ManyClasses {
				s.Classes = 3
			}
			ratio, inside, err := hunt.Evaluate(adversarial.Conjecture{Statement: s}, c.trap.Examples)
			require.NoError(t, err)
			require.True(t, inside, "%s on %s", s, c.trap.Name)
			require.GreaterOrEqual(t, ratio, c.least-1e-8, "%s on %s of %d examples", s, c.trap.Name, len(c.trap.Examples))
			if b.InTheLimit && b.Gap == "1" {
				require.LessOrEqual(t, ratio, 1+1e-8, "row %s is false on %s", c.row, c.trap.Name)
			}
		}
		require.True(t, found, "%s is of no lower bound beside %s", c.trap.Name, c.row)
	}
	require.Len(t, reached, len(theory.LowerBounds()))
}

// The certified stream of each lower bound makes a learner of the same kind do as much as the claim says or, if the
// claim is a limit, a third of that. The test reads the claim anew, whatever the certificate refutes. Other tests check
// that the certificates of the errata and the questions, and the long ones, are valid.
func TestLowerBoundsAreCertified(t *testing.T) {
	t.Parallel()
	for _, b := range theory.LowerBounds() {
		file, err := os.Open(filepath.Join("testdata", b.Certificate+".json"))
		require.NoError(t, err)
		c, err := certificate.Read(file)
		file.Close()
		require.NoError(t, err, b.Certificate)
		name, _, _ := strings.Cut(b.Learner, "(")
		if b.Learner != "every learner" {
			require.Equal(t, name, strings.Split(c.Statement.Learner, "(")[0], b.Certificate)
		}
		quantity, rest, _ := strings.Cut(b.Claim, " >= ")
		expression, where, _ := strings.Cut(rest, " where ")
		claim := certificate.Statement{Learner: c.Statement.Learner, Classes: c.Statement.Classes, Quantity: quantity,
			Claim: expression, Where: where}
		ratio, inside, err := hunt.Evaluate(adversarial.Conjecture{Statement: claim}, adversarial.Rounded(c.Stream))
		require.NoError(t, err, b.Certificate)
		require.True(t, inside, b.Certificate)
		least := 1 - 1e-9
		if b.InTheLimit {
			least = 1. / 3
		}
		require.GreaterOrEqual(t, ratio, least, "%s on the stream of %s", claim, b.Certificate)
	}
}

// One false label makes the mistakes grow as 1/ε, at losses of the same comparator that stay.
func TestFalseLabelsLeaveNoRelativeBound(t *testing.T) {
	t.Parallel()
	for learner, least := range map[string]float64{
		"romma": 4. / 3, "e-omm": 12. / 11, "ce-omm": 12. / 11, "pumma(delta=0)": 12. / 11, "n-omm": 1.99, "perceptron": 0,
	} {
		for _, epsilon := range []float64{1. / 8, 1. / 100, 1. / 1000} {
			trap, losses := adversarial.FalseLabel(learner, epsilon), 0.
			mistakes := run(t, learner, trap).Mistakes
			for _, e := range trap.Examples {
				losses += max(0, 1-float64(e.Y)*e.X.Dot([]float64{1, 0}))
				require.LessOrEqual(t, e.X.SqNorm(), 2.)
			}
			require.Equal(t, 2., losses)
			if least == 0 {
				require.LessOrEqual(t, mistakes, 4, learner)
			} else {
				require.GreaterOrEqual(t, float64(mistakes), least*(1/epsilon-0.5), learner)
			}
		}
	}
}

// One false label makes a maximum cosine Perceptron err for ever on one example. A Perceptron and ROMMA soon learn it.
func TestFalseStartsAreNeverMended(t *testing.T) {
	t.Parallel()
	for learner, never := range map[string]bool{
		"mcp": true, "mcp(rule=strict)": true, "mcp(rule=sharp)": true, "mcp(rho=0.25)": true, "cmcp": true,
		"perceptron": false, "romma": false,
	} {
		mistakes := run(t, learner, adversarial.FalseStart(learner, 1000)).Mistakes
		if never {
			require.GreaterOrEqual(t, mistakes, 1000, learner)
		} else {
			require.LessOrEqual(t, mistakes, 3, learner)
		}
	}
}

// After a mistake the first turn of a PUMMATrap is shown to the class that erred, and the others to the class whose
// kept example they bring back beside P: the classes mostly alternate. With the rule reversed all turns go to one
// class, whose example moves ever farther.
func TestTurnsOfPUMMATrapAreOfBothClasses(t *testing.T) {
	t.Parallel()
	const n, mistake = 8, 3 // turns, after the examples of a mistake
	trap := adversarial.PUMMATrap(4, 2.8, 0.07, n, 0)
	both, all := 0, 0
	for block := range slices.Chunk(trap.Examples[2:], mistake+n) {
		turns := block[mistake+1:]
		if all++; slices.ContainsFunc(turns, func(e theory.Example) bool { return e.Y != turns[0].Y }) {
			both++
		}
	}
	t.Logf("%d of %d times", both, all)
	require.Greater(t, both, all/2)
}

// A PUMMASimplex of long blocks has b so great at times that a class errs twice in a row.
func TestClassesOfPUMMASimplexErrTwiceAtTimes(t *testing.T) {
	t.Parallel()
	trap, twice := adversarial.PUMMASimplex(12, 12, 0.02, 9, 0), 0
	for i, e := range trap.Examples[3:] {
		if e.Y == trap.Examples[2+i].Y {
			twice++
		}
	}
	require.Positive(t, twice)
}

// The margin at rest comes as near to its bound as one likes, as β/R² and the number of windows grow.
func TestMarginAtRestOfSlidingWindows(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		n, width int
		least    float64 // of the bound over the margin
	}{{60, 3, 0.49}, {200, 10, 0.79}, {400, 20, 0.87}} {
		trap := adversarial.SlidingWindows(c.n, c.width)
		v := requireApplies(t, "margin-perceptron-rest", trap.Learner, trap)
		require.True(t, v.Holds, "the margin is %v, the bound %v", v.Value, v.Bound)
		require.GreaterOrEqual(t, v.Ratio, c.least, "n = %d, width = %d", c.n, c.width)
	}
}
