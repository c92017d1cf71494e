package external

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// cross returns a stream on which the Perceptron makes mistakes.
func cross(n int) []theory.Example {
	var all []theory.Example
	for i := range n {
		x := vec.Dense(float64(i%5)-1, float64(i%3)+0.5)
		all = append(all, theory.Example{X: x, Y: theory.Sign(x.Value[0] - x.Value[1] + 0.2)})
	}
	return all
}

// program returns the Perceptron with a misbehaviour. Its timeout suits a busy machine.
func program(t *testing.T, how, options string) *algos.Spec {
	t.Helper()
	if !strings.Contains(options, "timeout") {
		options += ",timeout=5m"
	}
	shows := scores + " " + classifier
	return mustParse(t, fmt.Sprintf(`exec("%s" fake "%s" perceptron "%s"%s)`, os.Args[0], how, shows, options))
}

// run lets a learner learn from examples with all its outputs, twice, so that one question comes after another.
func run(t *testing.T, s *algos.Spec, examples []theory.Example) (theory.Trace, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	l := s.New(2)
	if tr, err := algos.Run(ctx, l, 2, slices.Values(examples), algos.NewSeparation(examples).Updated); err != nil {
		return tr, err
	}
	l.Reset()
	tr, err := algos.Run(ctx, l, 2, slices.Values(examples), algos.NewSeparation(examples).Updated)
	s.Caption(&tr)
	return tr, err
}

// Each program that breaks the protocol gives an error that names the example and says what was expected; none hangs.
func TestMisbehaviour(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	for how, c := range misbehaviours {
		if c.want == "" {
			continue
		}
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			options := ""
			for _, limit := range []string{"300ms", "3s"} {
				if strings.Contains(c.want, "within "+limit) {
					options = ",timeout=" + limit
				}
			}
			s := program(t, how, options)
			_, err := run(t, s, cross(20))
			var wrong *Error
			require.ErrorAs(t, err, &wrong)
			require.ErrorContains(t, err, c.want)
			require.Equal(t, s.String(), wrong.Learner)
			t.Log(strings.TrimPrefix(err.Error(), s.String()+": "))
		})
	}
}

// Programs that keep the protocol are not refused.
func TestHarmless(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	for _, how := range []string{"", "stubborn", "flood of errors"} {
		l := program(t, how, "").New(2)
		for range 2 {
			requireLike(t, "perceptron", l, cross(20), algos.NewSeparation(cross(20)).Updated)
		}
	}
}

func mustParse(t require.TestingT, text string) *algos.Spec {
	s, err := parse(text)
	require.NoError(t, err)
	return s
}

// requireLike requires that a program, which then starts anew, agrees with a learner of this project.
func requireLike(t require.TestingT, learner string, l algos.Learner, examples []theory.Example,
	watch ...algos.Observer) (want, got theory.Trace) {
	dim := len(l.State().Classifier.W)
	want, err := mustParse(t, learner).Run(context.Background(), dim, slices.Values(examples))
	require.NoError(t, err)
	got, err = algos.Run(context.Background(), l, dim, slices.Values(examples), watch...)
	require.NoError(t, err)
	require.Equal(t, decisions(want), decisions(got))
	require.Equal(t, want.Classifier, got.Classifier)
	l.Reset()
	return want, got
}

func decisions(tr theory.Trace) (all []theory.Decision) {
	for _, s := range tr.Steps {
		all = append(all, s.Decision)
	}
	return all
}

// A program that does not exist, or cannot be run, gives an error.
func TestNoProgram(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"./no-such-program", "/"} {
		_, err := run(t, mustParse(t, "exec("+command+")"), cross(3))
		require.ErrorContains(t, err, "exec("+command+"): it cannot be started: ")
	}
}

// The steps of a stream at once agree with those of the learner in this process.
func TestStepsAreThoseOfTheStream(t *testing.T) {
	t.Parallel()
	examples := cross(60)
	s := program(t, "", ",as=perceptron")
	want, err := mustParse(t, "perceptron").Run(t.Context(), 2, slices.Values(examples))
	require.NoError(t, err)
	whole, err := run(t, s, examples)
	require.NoError(t, err)
	require.Equal(t, fmt.Sprint(want.Steps), fmt.Sprint(whole.Steps), "scores and norms too, and NaN")
	require.Equal(t, want.Classifier, whole.Classifier)
	require.Equal(t, []string{"perceptron", "perceptron(last)"}, whole.Families)

	lifted := mustParse(t, "bias("+s.String()+",2)").New(2).(algos.Streamed)
	_, states := lifted.Steps(examples, true)
	require.Equal(t, lifted.State().Classifier, states[len(states)-1])
}

// A long stream is cut into questions.
func TestLongStreams(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	const dim = 300
	x := make([]float64, dim)
	var examples []theory.Example
	for i := range 1 << 20 / dim {
		x[i%dim]++
		examples = append(examples, theory.Example{X: vec.Vector{Value: slices.Clone(x)}, Y: theory.Sign(float64(i%7) - 3)})
	}
	requireLike(t, "perceptron", program(t, "", "").New(dim), examples)
}

// A stopped run ends, and the program can be used again.
func TestStoppedRun(t *testing.T) {
	file := filepath.Join(t.TempDir(), "hangs")
	s := program(t, "hang:"+file, ",timeout=1m")
	go func() {
		for t.Context().Err() == nil {
			if _, err := os.Stat(file); err == nil {
				Stop()
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	begin := time.Now()
	_, err := run(t, s, cross(20))
	require.ErrorContains(t, err, "it ended before its answer")
	require.Less(t, time.Since(begin), 30*time.Second)
	tr, err := s.Run(t.Context(), 2, slices.Values(cross(2)))
	require.NoError(t, err)
	require.Len(t, tr.Steps, 2)
}

// Nothing is left of a program, nor of the processes that it started in its group, whether it ends well, ignores its
// end or crashes.
func TestNothingIsLeft(t *testing.T) {
	rapidtest.Slow(t)
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("there is no /proc to look for processes in")
	}
	for _, how := range []string{"parent", "parent that crashes"} {
		file := t.TempDir() + "/pid"
		s := program(t, how+":"+file, "")
		_, err := run(t, s, cross(20))
		require.Equal(t, !strings.Contains(how, "crashes"), err == nil, err)
		Stop()
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		pid, err := strconv.Atoi(string(text))
		require.NoError(t, err)
		require.Eventually(t, func() bool { return !alive(pid) }, 10*time.Second, 10*time.Millisecond, "%s: process %d is left", how, pid)
	}
}

// alive reports whether a process runs: a killed one may wait to be collected.
func alive(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	return !strings.HasPrefix(rest, "Z")
}

// The environment of a program contains no secret.
func TestInherited(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"PATH=/bin", "LC_ALL=C", "PYTHONPATH=a=b"},
		inherit([]string{"PATH=/bin", "GITHUB_TOKEN=x", "LC_ALL=C", "PYTHONPATH=a=b", "AWS_SECRET_ACCESS_KEY=y", "SSH_AUTH_SOCK=z"}))
}

// An expression gives the words of its command, and makes itself again.
func TestExpressions(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"exec(python3 mine.py)":                            {"python3", "mine.py"},
		"exec( python3  mine.py , as=perceptron )":         {"python3", "mine.py"},
		`exec(sh -c 'sort, then (cut) | "x"',bias=yes)`:    {"sh", "-c", `sort, then (cut) | "x"`},
		`exec("my program" --rate=0.1 --out="a, b" c\ d)`:  {"my program", "--rate=0.1", "--out=a, b", "c d"},
		`exec(a "b\"c" \\ d\)`:                             {"a", `b"c`, `\`, `d\`},
		`exec(a "" '' "\"\\n",timeout=2m)`:                 {"a", "", "", `"\n`},
		"exec(learn --kernel=poly(2,3),as=omm( rho= 0.5))": {"learn", "--kernel=poly(2,3)"},
	} {
		s := mustParse(t, text)
		p, ok := Of(s)
		require.True(t, ok)
		require.Equal(t, want, p.words, text)
		again := mustParse(t, s.String())
		require.Equal(t, s.String(), again.String())
	}
	s := mustParse(t, "exec(x,as=omm(rho=0.5),bias=yes)")
	require.Equal(t, "exec(x,as=omm(rho=0.5),bias=yes)", s.String())
	require.Equal(t, mustParse(t, "omm(rho=0.5)").Families(), s.Families())
	require.Equal(t, 0.5, s.Params()["rho"])
	for text, want := range map[string]string{
		"exec":                          `learner "exec": expected a command, as in exec(python3 mine.py)`,
		"exec()":                        `learner "exec()": expected a command, as in exec(python3 mine.py)`,
		"exec('')":                      `command "''" has no program, expected one`,
		"exec(it's mine)":               `command "it's mine" has a quote ' that is not closed`,
		"exec(java -cp a,b Main)":       `unexpected "b Main", expected exec(COMMAND,as=LEARNER,bias=yes,timeout=30s); a comma of the command stands in quotes`,
		"exec(x,as=perceptorn)":         `no learner is called "perceptorn", did you mean perceptron`,
		"exec(x,as=bias(perceptron,1))": "expected an online learner of two classes in l2 that wraps no other",
		"exec(x,as=e-omm(p=3))":         "expected an online learner of two classes in l2 that wraps no other",
		"exec(x,bias=1)":                `bias is "1", expected yes or no`,
		"exec(x,timeout=0s)":            `timeout is "0s", expected a duration such as 30s`,
		"exec(x,timeout=-1s)":           `timeout is "-1s", expected a duration such as 30s`,
		"exec(x,bias=yes,bias=no)":      "bias is given twice",
	} {
		_, err := parse(text)
		require.ErrorContains(t, err, want, text)
	}
}
