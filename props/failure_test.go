package props

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/props/measure"
	"marginlab/props/stream"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// forgetful is e-OMM that learns nothing from negative examples.
type forgetful struct{ algos.Learner }

func (f forgetful) Step(x vec.Vector, y theory.Label) theory.Step {
	c := f.State()
	if y == theory.Positive || measure.Vector(c.W).Nonzero() == 0 {
		return f.Learner.Step(x, y)
	}
	s := c.Score(x)
	return theory.Step{Score: -s, Target: c.Gamma, Norm: 1, Decision: theory.Decision{Y: y, Predicted: theory.Sign(s)}}
}

func forgetfulSpec() *algos.Spec {
	return algos.Kind{
		Name: "forgetful", Params: []algos.Param{{Name: "rho", Default: 1, Fixed: true}},
		New: func(s algos.Space, _ algos.Args) algos.Learner { return forgetful{algos.MustParse("e-omm").Over(s)} },
		Traits: algos.Traits{Families: []string{"omm", "e-omm"}, OwnBias: true, OwnMargin: true, Degree: algos.Degree1,
			UnitNorm: true},
	}.Spec()
}

func property(t *testing.T, name string) Property {
	for _, p := range Properties() {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("no property %s", name)
	return Property{}
}

// planted marks the process in which TestPlanted must fail.
const planted = "MARGINLAB_PROPS_PLANTED"

func TestPlanted(t *testing.T) {
	if os.Getenv(planted) == "" {
		t.Skip("run by TestFailureIsShortAndReplays")
	}
	t.Run("step", func(t *testing.T) { Check(t, property(t, "step"), Learners()[0], forgetfulSpec()) })
}

// A failing property prints at most 15 lines in all, with a line that replays the shrunk case: it fails again, in the
// same words.
func TestFailureIsShortAndReplays(t *testing.T) {
	run := func(line string) string {
		cmd := exec.Command("sh", "-c", line)
		cmd.Env = append(os.Environ(), planted+"=1")
		out, err := cmd.CombinedOutput()
		require.Error(t, err, "the planted fault is not found:\n%s", out)
		return strings.TrimSpace(string(out))
	}
	out := run(os.Args[0] + " -test.run '^TestPlanted$'")
	lines := strings.Split(out, "\n")
	require.LessOrEqual(t, len(lines)+1, 15, "%s\n(and go test's own last line)", out)
	require.Contains(t, out, "step of forgetful: not so: a step is that of the exact model")
	require.Contains(t, out, "algos/exact")
	require.Regexp(t, `predicted [+-]1 \(updated: false\), expected [+-]1 \(updated: true\), at y\(w·x\+b\) = \S+ where it turns at`, out)
	require.Regexp(t, `-rapid\.seed=\d+`, out)

	line := regexp.MustCompile(`go test \./props -run '\^TestPlanted/step\$' -props.replay='(forgetful; [^']*)'`).FindStringSubmatch(out)
	require.NotNil(t, line, out)
	again := run(strings.Replace(line[0], "go test ./props -run", os.Args[0]+" -test.run", 1))
	saying := func(out string) string {
		from, to := strings.Index(out, "step of"), strings.Index(out, "go test ./props")
		require.Positive(t, from, out)
		return out[from:to]
	}
	require.Equal(t, saying(out), saying(again), "the same statement, stream and values")

	c, err := stream.Parse(line[1], forgetfulSpec())
	require.NoError(t, err)
	require.Len(t, c.Stream, 3, "the shrunk stream: the opening and the example that is forgotten")
	require.LessOrEqual(t, c.Dim, 2)
	for _, v := range c.Points() {
		require.LessOrEqual(t, v.Norm(), 2., "small numbers: %s", c)
	}
}

// An OMM that makes no update between 0 and ρ·γ_t is no e-OMM: the rule also asks for updates that are no mistakes.
func TestRuleAsksForUpdatesWithinTheMargin(t *testing.T) {
	lazy := forgetfulSpec()
	lazy.Kind.New = func(s algos.Space, _ algos.Args) algos.Learner { return algos.MustParse("ce-omm").Over(s) }
	for _, text := range []string{"forgetful; +1 --1 +0.5", "forgetful; +0.7 --0.7 +0.3"} { // exact in float64, and not
		c, err := stream.Parse(text, lazy)
		require.NoError(t, err)
		require.ErrorContains(t, StepsAreExact(c), "expected +1 (updated: true)", text)
	}
}

func TestConformsServesAnybodysLearner(t *testing.T) {
	for name, breaks := range map[string]bool{"step": true, "translation": false} {
		p := property(t, name)
		require.True(t, p.For(forgetfulSpec()), name)
		require.Equal(t, breaks, p.Refute(forgetfulSpec()) != nil, name)
	}
	own := forgetfulSpec()
	own.Kind.Name = "mine"
	own.Kind.New = func(s algos.Space, _ algos.Args) algos.Learner { return algos.MustParse("e-omm").Over(s) }
	Conforms(t, own)
}

// A learner is checked against its stated degree: one that compares y(w·x) with 1 is not of degree 2.
func TestDegreeIsChecked(t *testing.T) {
	own := func(limit func(square float64) float64) *algos.Spec {
		kind := algos.Own("mine", func(int) algos.Rule {
			return func(w, x []float64, y float64) bool {
				u, z := measure.Vector(w), measure.Vector(x)
				if y*u.Dot(z) > limit(z.Dot(z)) || z.Nonzero() == 0 {
					return false
				}
				copy(w, u.Plus(y, z))
				return true
			}
		})
		kind.Degree = algos.Degree2
		return kind.Spec()
	}
	for _, name := range []string{"scale", "reflection"} {
		p := property(t, name)
		p.Cases = 500 // a short run draws an eighth
		require.Nil(t, p.Refute(own(func(square float64) float64 { return square })), name)
		require.NotNil(t, p.Refute(own(func(float64) float64 { return 1 })), name)
		unsaid := own(func(float64) float64 { return 1 })
		unsaid.Kind.Degree = algos.Unsaid
		require.False(t, p.For(unsaid), name)
		require.Contains(t, p.Reason(unsaid), "give its Kind a Degree")
	}
}

func TestReportIsClipped(t *testing.T) {
	c, err := stream.Parse("e-omm; " + strings.Repeat("+1 ", 30) + " -1," + strings.Repeat("0.123456789,", 20) + "1")
	require.NoError(t, err)
	f := Failure{Property: property(t, "step"), Case: c, Err: os.ErrInvalid, Replay: "go test", Seed: "-rapid.seed=1"}
	lines := strings.Split(f.String(), "\n")
	require.Len(t, lines, 10)
	require.Contains(t, f.String(), "27 more")
	for _, l := range lines {
		require.Less(t, len(l), 160)
	}
}

// A panic of the subject is a failure like any other.
func TestPanicIsReported(t *testing.T) {
	p := Property{Name: "panics", Holds: func(Case) error { panic("algos: oops") }}
	f := p.failure(Case{})
	require.NotNil(t, f)
	require.EqualError(t, f.Err, "panic: algos: oops")
}
