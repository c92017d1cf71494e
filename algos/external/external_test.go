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

// cross is a stream with mistakes of the Perceptron.
func cross(n int) []theory.Example {
	var all []theory.Example
	for i := range n {
		x := vec.Dense(float64(i%5)-1, float64(i%3)+0.5)
		all = append(all, theory.Example{X: x, Y: theory.Sign(x.Value[0] - x.Value[1] + 0.2)})
	}
	return all
}

// program is the learner that misbehaves so. It is waited for, on a machine that has much else to do.
func program(t *testing.T, how, options string) *algos.Spec {
	t.Helper()
	if !strings.Contains(options, "timeout") {
		options += ",timeout=5m"
	}
	s, err := parse(fmt.Sprintf(`exec("%s" misbehave "%s"%s)`, os.Args[0], how, options))
	require.NoError(t, err)
	return s
}

// run lets a learner learn from examples with all that it can show, and twice, so that one
// question comes after another.
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

// Each program that breaks the protocol has an error that names the example and says what
// was expected; none hangs.
func TestMisbehaviour(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	for _, c := range []struct{ how, want string }{
		{"crash at once", "in place of its greeting: it ended before its answer: exit status 3\n  the end of its standard error:\n    Traceback: no module named numpy"},
		{"never greet", "in place of its greeting: no answer within 300ms"},
		{"noise before", "in place of its greeting, a line such as {\"protocol\":1,\"name\":\"mine\",\"version\":\"1\"}: it wrote what is not a message of the protocol (invalid character 'l' looking for beginning of value)\n  message: loading the model"},
		{"another version", "its greeting: it speaks version 2 of the protocol, expected 1"},
		{"no name", "its greeting: it has no name, expected one"},
		{"another key", "in place of its greeting, a line such as {\"protocol\":1,\"name\":\"mine\",\"version\":\"1\"}: it wrote what is not a message of the protocol (unknown field \"flavour\")"},
		{"shows gradients", `its greeting: it shows "gradients", expected some of scores, margins, openings, classifier`},
		{"crash at 5", "example 5: it ended before its answer: exit status 1\n  the end of its standard error:\n    ZeroDivisionError at 5"},
		{"crash", "it ended before its answer: exit status 1 on examples 1 to 20\n  the end of its standard error:\n    Traceback (most recent call last):\n    mine.py, line 12\n    ZeroDivisionError: division by zero"},
		{"kill itself", "it ended before its answer: "},
		{"hang", "no answer within 3s on examples 1 to 20\n  the end of its standard error:\n    thinking"},
		{"never read", "no answer within 300ms"},
		{"noise between", "example 1: it wrote what is not a message of the protocol (invalid character 'e' looking for beginning of value)\n  message: epoch 1"},
		{"noise after", "done with an epoch"},
		{"noise at the end", "example 1: it wrote more than one line for each question: what a program prints for people belongs on standard error\n  message: all done"},
		{"one answer too few", "example 20: 19 predictions for 20 examples, expected 20"},
		{"one answer too many", "example 21: 21 updates for 20 examples, expected 20"},
		{"no scores", "example 1: 0 scores for 20 examples, expected 20"},
		{"no label", "example 2: it predicts 0, expected 1 or -1"},
		{"another sign", "example 3: it predicts -1 with the score 0.5, expected the sign of the score"},
		{"cannot go on", "example 2: it cannot go on: the matrix is singular"},
		{"another stream", "example 1: an answer on stream 2 from example 1, expected one on stream 1 from example 1: each question has one answer, in its order"},
		{"random", "example 2: it"},
		{"forget nothing", "when the same stream is sent again: expected a learner that begins anew where first is 1, and draws nothing at random"},
		{"close its output", "it closed its standard output before its answer on examples 1 to 20"},
		{"end after its output", "it ended before its answer: exit status 3 on examples 1 to 20"},
		{"close its input", "it closed its standard input before its end"},
		{"an endless line", "bytes without an end of line on examples 1 to 20\n  message: 1,1,1,1,"},
		{"no UTF-8", "example 1: it wrote what is no UTF-8, expected a line of JSON\n  message: \"{\\\"stream\\\":\\xff}\""},
		{"no JSON", "example 1: it wrote what is not a message of the protocol (invalid character 'p' looking for beginning of object key string)\n  message: {\"stream\": 1, predictions: [1]}"},
		{"one key more", "example 1: it wrote what is not a message of the protocol (unknown field \"confidence\")"},
		{"one weight too many", "a classifier"},
		{"an unexpected bias", "a classifier with b = 0.25, expected 0, or bias=yes in the expression of the learner"},
		{"one state too few", "states for"},
		{"not a number", "example 2: scores has NaN, expected finite numbers"},
		{"infinite", "example 1: scores has 1e999, expected finite numbers"},
		{"two answers in a line", "example 1: it wrote more than one value in a line, expected one object of JSON"},
	} {
		t.Run(c.how, func(t *testing.T) {
			t.Parallel()
			options := ""
			for _, limit := range []string{"300ms", "3s"} {
				if strings.Contains(c.want, "within "+limit) {
					options = ",timeout=" + limit
				}
			}
			s := program(t, c.how, options)
			_, err := run(t, s, cross(20))
			var wrong *Error
			require.ErrorAs(t, err, &wrong)
			require.ErrorContains(t, err, c.want)
			require.Equal(t, s.String(), wrong.Learner)
			t.Log(strings.TrimPrefix(err.Error(), s.String()+": "))
		})
	}
}

// Programs that do no harm to the protocol are not refused.
func TestHarmless(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"", "stubborn", "flood of errors"} {
		tr, err := run(t, program(t, how, ""), cross(20))
		require.NoError(t, err, how)
		want, err := mustParse(t, "perceptron").Run(t.Context(), 2, slices.Values(cross(20)))
		require.NoError(t, err)
		require.Equal(t, decisions(want), decisions(tr))
	}
}

func mustParse(t *testing.T, text string) *algos.Spec {
	t.Helper()
	s, err := parse(text)
	require.NoError(t, err)
	return s
}

func decisions(tr theory.Trace) (all []theory.Decision) {
	for _, s := range tr.Steps {
		all = append(all, s.Decision)
	}
	return all
}

// A program that does not exist, or cannot be run, says so.
func TestNoProgram(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"./no-such-program", "/"} {
		_, err := run(t, mustParse(t, "exec("+command+")"), cross(3))
		require.ErrorContains(t, err, "exec("+command+"): it cannot be started: ")
	}
}

// Steps of the stream at once are those of the learner in this process.
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
	const dim = 300
	x := make([]float64, dim)
	var examples []theory.Example
	for i := range 1 << 20 / dim {
		x[i%dim]++
		examples = append(examples, theory.Example{X: vec.Vector{Value: slices.Clone(x)}, Y: theory.Sign(float64(i%7) - 3)})
	}
	want, err := mustParse(t, "perceptron").Run(t.Context(), dim, slices.Values(examples))
	require.NoError(t, err)
	tr, err := program(t, "", "").Run(t.Context(), dim, slices.Values(examples))
	require.NoError(t, err)
	require.Equal(t, decisions(want), decisions(tr))
	require.Equal(t, want.Classifier, tr.Classifier)
}

// A run that is stopped ends, and the program can be used again.
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

// Nothing is left of a program, nor of what it started in its group, whether it ends well, ignores its end or crashes.
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

// alive reports whether a process runs: one that was killed may wait to be collected.
func alive(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	return !strings.HasPrefix(rest, "Z")
}

// The environment that a program gets has no secret.
func TestInherited(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"PATH=/bin", "LC_ALL=C", "PYTHONPATH=a=b"},
		inherited([]string{"PATH=/bin", "GITHUB_TOKEN=x", "LC_ALL=C", "PYTHONPATH=a=b", "AWS_SECRET_ACCESS_KEY=y", "SSH_AUTH_SOCK=z"}))
}

// An expression says the words of its command, and makes its own again.
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
