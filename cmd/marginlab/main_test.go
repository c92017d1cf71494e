package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"marginlab/adversarial/hunt"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
	"marginlab/cmd/marginlab/term/termtest"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
)

var update = flag.Bool("update", false, "rewrite the golden parts of testdata that are compared with cmp")

func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) != "marginlab" { // a process of the command is as users run it
		debug.SetGCPercent(400) // as package rapidtest does
	}
	testscript.Main(m, map[string]func(){"marginlab": main})
}

// TestScripts runs the whole command, as the scripts in testdata say. Besides
// the usual commands of testscript they know
//
//	status N marginlab ARGS…   run it and expect the exit status N
//	process N marginlab ARGS…  do so in a process of its own, with standard input
//	shows stdout FILE          expect the output to be as in FILE, where … is anything
//	json KEYS…                 expect a JSON object a line of standard output, with
//	                           just these keys, in this order
//	pack FILE [N]              write FILE.gz, or the first N bytes of it
//
// and the condition [long], that the tests run in the long size.
func TestScripts(t *testing.T) {
	for name, value := range map[string]string{"COLUMNS": "100", "XDG_CACHE_HOME": "", benchdata.DataEnv: ""} {
		t.Setenv(name, value)
	}
	testscript.RunT(serial{t}, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup: func(env *testscript.Env) error {
			cache := filepath.Join(env.Cd, "cache")
			env.Setenv("COLUMNS", "100")
			env.Setenv("XDG_CACHE_HOME", cache)
			return os.Setenv("XDG_CACHE_HOME", cache)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status":  expectStatus,
			"process": expectProcess,
			"shows":   expectShown,
			"json":    expectKeys,
			"pack":    pack,
		},
		Condition: func(name string) (bool, error) {
			if name != "long" {
				return false, fmt.Errorf("unknown condition %q", name)
			}
			return rapidtest.Long(), nil
		},
	})
}

// serial runs scripts one after the other, since the folder and the environment that
// their commands run in are those of the process.
type serial struct{ *testing.T }

func (s serial) Run(name string, script func(testscript.T)) {
	s.T.Run(name, func(t *testing.T) { script(serial{t}) })
}

func (serial) Parallel()     {}
func (serial) Verbose() bool { return testing.Verbose() }

func expectStatus(ts *testscript.TestScript, neg bool, args []string) {
	here, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	ts.Check(os.Setenv("COLUMNS", ts.Getenv("COLUMNS")))
	defer func() { ts.Check(os.Chdir(here)) }()
	got := run(context.Background(), args[2:],
		term.Streams{In: strings.NewReader(""), Out: term.NewOut(ts.Stdout()), Err: ts.Stderr()})
	if neg || args[1] != "marginlab" || strconv.Itoa(got) != args[0] {
		ts.Fatalf("%s: exit status %d, expected %s", args[1], got, args[0])
	}
}

func expectProcess(ts *testscript.TestScript, neg bool, args []string) {
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if neg || strconv.Itoa(got) != args[0] {
		ts.Fatalf("exit status %d, expected %s", got, args[0])
	}
}

func expectShown(ts *testscript.TestScript, neg bool, args []string) {
	got, want := ts.ReadFile(args[0]), ts.ReadFile(args[1])
	if err := termtest.Shown(want, got); neg || err != nil {
		ts.Fatalf("%v", err)
	}
}

func expectKeys(ts *testscript.TestScript, neg bool, want []string) {
	for line := range strings.Lines(strings.TrimRight(ts.ReadFile("stdout"), "\n")) {
		var got []string
		object := json.NewDecoder(strings.NewReader(line))
		_, err := object.Token() // the bracket that opens
		for err == nil && object.More() {
			var key json.Token
			if key, err = object.Token(); err == nil {
				got, err = append(got, key.(string)), object.Decode(new(json.RawMessage))
			}
		}
		if neg || err != nil || !slices.Equal(got, want) {
			ts.Fatalf("keys %v, expected %v (%v)", got, want, err)
		}
	}
}

func pack(ts *testscript.TestScript, _ bool, args []string) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := io.WriteString(w, ts.ReadFile(args[0]))
	ts.Check(err)
	ts.Check(w.Close())
	if len(args) > 1 {
		n, err := strconv.Atoi(args[1])
		ts.Check(err)
		packed.Truncate(n)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".gz"), packed.Bytes(), 0o666))
}

// ranOn runs the command on a standard input, and returns its exit status and what it printed.
func ranOn(ctx context.Context, in io.Reader, args ...string) (status int, out, errs string) {
	var o, e bytes.Buffer
	status = run(ctx, args, term.Streams{In: in, Out: term.NewOut(&o), Err: &e})
	return status, o.String(), e.String()
}

// ran does so on an empty standard input.
func ran(t *testing.T, args ...string) (status int, out, errs string) {
	t.Helper()
	return ranOn(t.Context(), strings.NewReader(""), args...)
}

// printed is what a command prints, which ends well.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	status, out, errs := ran(t, args...)
	require.Zero(t, status, "%v: %s%s", args, out, errs)
	return out
}

// said are the words that a command prints, which ends with this status.
func said(t *testing.T, status int, args ...string) string {
	t.Helper()
	got, out, errs := ran(t, args...)
	require.Equal(t, status, got, "%v: %s%s", args, out, errs)
	return strings.Join(strings.Fields(out+errs), " ")
}

// rowsOf are the objects of JSON that a command prints, which ends well.
func rowsOf[T any](t *testing.T, args ...string) (all []T) {
	t.Helper()
	return decoded[T](t, printed(t, args...))
}

// decoded are the objects of JSON in a text.
func decoded[T any](t *testing.T, text string) (all []T) {
	t.Helper()
	for dec := json.NewDecoder(strings.NewReader(text)); dec.More(); {
		var row T
		require.NoError(t, dec.Decode(&row))
		all = append(all, row)
	}
	return all
}

func TestSameSeedSameRun(t *testing.T) {
	t.Parallel()
	learned := func(seed string) []map[string]any {
		return without(t, printed(t, "run", "--json", "--learners", "ce-omm", "--shuffle", seed), "seconds", "shuffle")
	}
	require.Equal(t, learned("1"), learned("1"))
	require.NotEqual(t, learned("1"), learned("2"))
}

// An interrupt ends a command before it begins, and one that reads a pipe which stays silent.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"run", "check", "geometry", "check -", "replay -", "certify -", "run -"} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			silent, hand := io.Pipe()
			if line == "run -" {
				go func() {
					_, _ = hand.Write([]byte("+1 1:1\n")) // returns when the command is reading
					cancel()
				}()
			} else {
				cancel()
			}
			status, out, errs := ranOn(ctx, silent, strings.Fields(line)...)
			require.Equal(t, 2, status, line)
			require.Empty(t, out, line)
			require.Equal(t, "marginlab: interrupted\n", errs, line)
			require.NoError(t, hand.Close())
		})
	}
}

// An interrupted hunt says how far it was, and leaves its best stream.
func TestInterruptedHunt(t *testing.T) {
	t.Parallel()
	for wait := 100 * time.Millisecond; ; wait *= 2 {
		dir := t.TempDir()
		best := filepath.Join(dir, "best.json")
		ctx, cancel := context.WithCancel(t.Context())
		timer := time.AfterFunc(wait, cancel)
		status, out, errs := ranOn(ctx, nil, "hunt", "--learner", "e-omm", "--claim", "2 + r^2", "--workers", "1",
			"--budget", "0", "--state", filepath.Join(dir, "state"), "-o", best)
		timer.Stop()
		require.Equal(t, 2, status)
		if errs != "marginlab: interrupted\n" || wait > time.Minute { // before the first stream
			require.Equal(t, "marginlab: interrupted; --resume goes on\n", errs)
			require.Regexp(t, `(?s)^e-omm: .*\n\nInterrupted after [0-9]+ streams .*The best ratio, .*The best stream is in `, out)
			printed(t, "replay", best)
			return
		}
	}
}

// fake is a row with a verdict; "" for silent means that it spoke.
func fake(id string, status theory.Status, holds bool, silent string) term.VerdictRow {
	r := term.VerdictRow{ID: id, Learner: "e-omm", Status: status, Holds: &holds}
	if silent != "" {
		r.Holds, r.Reason, r.Why = nil, &silent, theory.Reason{Kind: theory.NoMargin, Detail: silent}
	}
	return r
}

func TestVerdictFailsOnlyWhenAProvedGuaranteeFails(t *testing.T) {
	t.Parallel()
	good := []term.VerdictRow{
		fake("a", theory.Proved, true, ""),
		fake("b", theory.Proved, true, ""),
		fake("c", theory.RefutedAsPrinted, false, ""),
		fake("d", theory.RefutedAsPrinted, true, ""),
		fake("e", theory.Conjectured, false, ""),
		fake("f", theory.Proved, false, "not separable"),
		fake("g", theory.Proved, false, "not separable"),
	}
	line, found := term.Verdict(good), term.Failed(good)
	require.NoError(t, found)
	require.Equal(t, "PASS: 2 proved guarantees apply to these runs, and all hold. 2 do not apply: not separable (2). "+
		"Of 2 refuted as printed, 1 fails here: c (e-omm). Of 1 conjectured, 1 fails here: e (e-omm).", line)

	bad := append(good, fake("h", theory.Proved, false, ""))
	line, found = term.Verdict(bad), term.Failed(bad)
	require.ErrorAs(t, found, new(term.Finding))
	require.EqualError(t, found, "1 proved guarantee fails: h (e-omm)")
	require.Contains(t, line, "FAIL: 1 proved guarantee fails: h (e-omm). 2 hold. ")

	line, found = term.Verdict(good[5:]), term.Failed(good[5:])
	require.NoError(t, found)
	require.Equal(t, "NO VERDICT: no proved guarantee applies to these runs. 2 do not apply: not separable (2).", line)

	require.Equal(t, "PASS: 1 proved guarantee applies to these runs, and holds. "+
		"1 does not apply: not separable (1). Of 2 conjectured, 1 fails here: e (e-omm).",
		term.Verdict(append([]term.VerdictRow{good[0], fake("d", theory.Conjectured, true, "")}, good[4:6]...)))
}

// Where a guarantee fails by less than four digits show, more are printed.
func TestFailuresShow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		value, bound         term.Number
		holds                bool
		wantValue, wantBound string
	}{
		{1 + 2e-9, 1, false, "1.000000002", "1"},
		{1, 1 + 0x1p-52, false, "1", "1.0000000000000002"},
		{0.951299, 0.9513, false, "0.951299", "0.9513"},
		{2, 0.1657, false, "2", "0.1657"},
		{1 + 2e-9, 1, true, "1", "1"},
		{term.Number(math.NaN()), 1, false, "-", "1"},
		{term.Number(math.NaN()), term.Number(math.NaN()), false, "-", "-"},
	} {
		r := fake("a", theory.RefutedAsPrinted, c.holds, "")
		r.Value, r.Bound, r.Ratio = c.value, c.bound, c.value/c.bound
		value, bound, ratio := r.Measured()
		require.Equal(t, c.wantValue, value)
		require.Equal(t, c.wantBound, bound)
		require.Equal(t, c.holds, ratio == "1", ratio)
	}
}

// The silences of a learner for one reason share a line, also when another
// guarantee between them speaks.
func TestSilencesShareALine(t *testing.T) {
	t.Parallel()
	rows := []term.VerdictRow{
		fake("a", theory.Proved, true, "why"), fake("b", theory.Proved, true, ""), fake("c", theory.Proved, true, "why"),
		fake("d", theory.Proved, true, "because"), fake("e", theory.Proved, true, "why"),
	}
	rows[4].Learner = "omm"
	var out bytes.Buffer
	verdictTable(rows).Print(term.NewOut(&out))
	require.NoError(t, termtest.Shown("…\n…\ne-omm\n  b  …holds\n  does not apply, why: a, c\n"+
		"  does not apply, because: d\nomm\n  does not apply, why: e\n", out.String()))
}

func TestReportReturnsTheFindingAfterAllRows(t *testing.T) {
	t.Parallel()
	rows := []term.VerdictRow{fake("a", theory.Proved, false, ""), fake("b", theory.Proved, true, ""),
		fake("c", theory.Proved, true, "silent")}
	set := sampleOf("x", rows...)
	var people, machines bytes.Buffer
	require.ErrorAs(t, checkCmd{All: true}.report(term.NewOut(&people), set, nil), new(term.Finding))
	require.Contains(t, people.String(), "FAILS")
	require.Contains(t, people.String(), "FAIL: 1 proved guarantee fails: a (e-omm). "+
		"1 hold. 1 does not apply: silent (1).")
	require.ErrorAs(t, checkCmd{}.report(termtest.Out(&machines, term.Form{JSON: true}), set, nil), new(term.Finding))
	require.Equal(t, 3, strings.Count(machines.String(), "\n"))
	set.Rows = rows[1:]
	require.NoError(t, checkCmd{}.report(term.NewOut(io.Discard), set, nil))
}

func TestWordShoutsForAProvedGuaranteeThatFails(t *testing.T) {
	t.Parallel()
	require.Equal(t, term.Good("holds"), word(fake("a", theory.Proved, true, "")))
	require.Equal(t, term.Bad("FAILS"), word(fake("a", theory.Proved, false, "")))
	require.Equal(t, term.Odd("fails"), word(fake("a", theory.RefutedAsPrinted, false, "")))
}

// What exact arithmetic could not decide is no survival, and no finding.
func TestHuntInDoubt(t *testing.T) {
	t.Parallel()
	conjecture, err := claimFlags{Learner: "e-omm", Claim: "19"}.conjecture(io.Discard)
	require.NoError(t, err)
	found := hunt.Finding{Conjecture: conjecture, Trials: 7, Doubt: 1.25, Ratio: 0.5}
	for _, inJSON := range []bool{false, true} {
		var out bytes.Buffer
		err := huntCmd{Workers: 2}.print(term.Streams{Out: termtest.Out(&out, term.Form{JSON: inJSON})},
			found, "survived")
		require.EqualError(t, err, "in doubt: e-omm: mistakes <= 19")
		require.False(t, errors.As(err, new(term.Finding)))
		if inJSON {
			require.Contains(t, out.String(), `"status":"doubt","best_ratio":0.5,"trials":7,`)
			require.Contains(t, out.String(), `"doubt":1.25,`)
			continue
		}
		require.Contains(t, out.String(), "In doubt after 7 streams in 0.0 s (--seed 0 --workers 2 --trials 7).\nA ratio of 1.25 was found in floating point. ")
	}
	found.Seconds = math.NaN() // as nobody measured it
	var out bytes.Buffer
	require.Error(t, huntCmd{Workers: 2}.print(term.Streams{Out: term.NewOut(&out)}, found, "survived"))
	require.Contains(t, out.String(), "In doubt after 7 streams (--seed 0 ")
}

// A search in the cache is of one hunt, whatever its end.
func TestTheCacheTellsHuntsApart(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	conjecture, err := claimFlags{Learner: "e-omm", Claim: "19"}.conjecture(io.Discard)
	require.NoError(t, err)
	wider := conjecture
	wider.Dim.High = 3
	from := [][]theory.Example{benchdata.Iris().Examples[:3]}
	seen := map[string]bool{}
	for _, plan := range []hunt.Plan{
		hunt.Hunt{}.Plan(conjecture), hunt.Hunt{}.Plan(wider), hunt.Hunt{Seed: 1}.Plan(conjecture),
		hunt.Hunt{Workers: 99}.Plan(conjecture),
		hunt.Hunt{Cold: true}.Plan(conjecture), hunt.Hunt{From: from}.Plan(conjecture),
		hunt.Hunt{Streams: 9}.Plan(conjecture),
	} {
		file, err := huntCmd{}.stateFile(plan)
		require.NoError(t, err)
		require.False(t, seen[file], "%v", plan)
		seen[file] = true
		longer, err := huntCmd{}.stateFile(hunt.Plan{Conjecture: plan.Conjecture, Seed: plan.Seed,
			Islands: plan.Islands, Streams: plan.Streams, Cold: plan.Cold, From: plan.From, Epochs: 7})
		require.NoError(t, err)
		require.Equal(t, file, longer)
	}
	own, err := term.Build()
	require.NoError(t, err)
	require.Len(t, own, 64)
}

// The cache keeps the search of a hunt, and of the others those that were written last.
func TestTheCacheForgets(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	conjecture, err := claimFlags{Learner: "e-omm", Claim: "19"}.conjecture(io.Discard)
	require.NoError(t, err)
	plan := hunt.Hunt{}.Plan(conjecture)
	file, err := huntCmd{}.stateFile(plan)
	require.NoError(t, err)
	files := []string{file}
	for i := range mostStates + 1 {
		files = append(files, filepath.Join(filepath.Dir(file), fmt.Sprintf("%03d.json", 999-i)))
	}
	for i, name := range files { // the last is the newest
		require.NoError(t, os.WriteFile(name, nil, 0o600))
		at := time.Now().Add(time.Duration(i-len(files)) * time.Hour)
		require.NoError(t, os.Chtimes(name, at, at))
	}
	_, err = huntCmd{Resume: true}.stateFile(plan)
	require.NoError(t, err)
	left, err := filepath.Glob(filepath.Join(filepath.Dir(file), "*"))
	require.NoError(t, err)
	require.ElementsMatch(t, append(files[3:], file), left)
}
