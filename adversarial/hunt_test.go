package adversarial_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
)

func conjecture(learner, quantity, claim, where string) adversarial.Conjecture {
	return adversarial.Conjecture{Statement: certificate.Statement{Learner: learner, Quantity: quantity, Claim: claim, Where: where}}
}

// False claims are refuted from a cold start, within some 100,000 streams.
func TestHuntRefutesWhatIsFalse(t *testing.T) {
	perceptron := conjecture("perceptron", "mistakes", "20", "")
	perceptron.R = adversarial.Range[float64]{High: 1}
	omm := conjecture("e-omm", "mistakes", "2", "")
	omm.R = adversarial.Range[float64]{High: 3}
	const tie = "r < 1 ? 0 : r < sqrt(2) ? log(gamma3/gamma)/-log(r/2) : 2*log(gamma3/gamma)/-log(1-1/r^2)"
	for name, c := range map[string]struct {
		adversarial.Conjecture
		examples int // of the certificate, at most
	}{
		"perceptron":    {perceptron, 22},
		"omm two":       {omm, 3},
		"lecture":       {conjecture("perceptron", "updates", "L1 + R^2*U^2/2 + U*sqrt(R^2*U^2/4 + L1)", ""), 1},
		"tie":           {conjecture("omm(rho=0,rule=printed)", "m(0)", tie, ""), 7},
		"omm quadratic": {conjecture("e-omm", "mistakes", "2 + r^2/4", ""), 4},
	} {
		if testing.Short() && (name == "perceptron" || name == "omm quadratic" || name == "lecture") { // the longest
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(rapidtest.Count(1, 1, 20)) {
				found, err := adversarial.Hunt{Seed: seed + 1, Workers: 2, Trials: 300_000, Cold: true}.Run(t.Context(), c.Conjecture)
				require.NoError(t, err)
				require.NotNil(t, found.Certificate)
				adversarial.RequireValid(t, found.Certificate)
				require.LessOrEqual(t, len(found.Certificate.Stream), c.examples, "seed %d", seed+1)
				require.Equal(t, c.Whole().Learner, found.Certificate.Statement.Learner)
				require.Greater(t, found.Ratio, 1.)
			}
		})
	}
}

var long = flag.Duration("hunt", 0, "how long to hunt for each proved claim, instead of some thousand streams")

// Proved claims survive, and the hunt comes near those that are tight.
func TestHuntFindsNothingAgainstWhatIsProved(t *testing.T) {
	for name, c := range map[string]struct {
		adversarial.Conjecture
		ratio float64 // that the hunt comes to, at least
	}{
		"S1":          {conjecture("e-omm", "later_mistakes", "r < 2 ? 0 : (r-2/r)^2", ""), 0.7},
		"S1 n-omm":    {conjecture("n-omm", "later_mistakes", "r < 2 ? 0 : (r-2/r)^2", "r <= 20"), 0.5},
		"S2":          {conjecture("e-omm", "m(1/2)", "4*r^2 + 1 + log(4)/log(4/3)", ""), 0.1},
		"Lemma 4.1":   {conjecture("e-omm", "last_gamma", "gamma", ""), 0.999},
		"gamma 3":     {conjecture("e-omm", "gamma3", "(Dplus+Dminus)/2 + gamma", ""), 0.999},
		"P1":          {conjecture("pumma(delta=1/100)", "later_mistakes", "Delta^2/gamma^2 - 4", ""), 0.2},
		"P2":          {conjecture("pumma(delta=1/100)", "later_mistakes", "r < 2/sqrt(3) ? 0 : 4*r^2 - 16/3 + 4/(3*r^2)", ""), 0.05},
		"Novikoff":    {conjecture("perceptron", "updates", "(R/gamma0)^2", ""), 0.999},
		"ROMMA":       {conjecture("romma", "mistakes", "(R/gamma0)^2", ""), 0.999},
		"PA":          {conjecture("pa", "mistakes", "(R/gamma0)^2", ""), 0.999},
		"AMIRA":       {conjecture("amira(eps=1/2)", "updates", "3*(R/gamma0)^2", ""), 0.3},
		"inseparable": {conjecture("perceptron", "updates", "(R*U + sqrt(L2))^2", ""), 0.9},
	} {
		if name == "Lemma 4.1" {
			c.Relation = ">="
		}
		if testing.Short() && c.ratio < 0.9 { // whose bound is not reached
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hunt := adversarial.Hunt{Seed: 4, Workers: 1, Trials: rapidtest.Count(8_000, 20_000, 400_000)}
			if *long > 0 {
				hunt.Trials, hunt.Budget = 0, *long
			}
			found, err := hunt.Run(t.Context(), c.Conjecture)
			require.NoError(t, err)
			t.Logf("%s: %d streams, best ratio %v", c, found.Trials, found.Ratio)
			require.True(t, found.Certificate == nil, "%s is refuted by %v", c, found.Best)
			require.Zero(t, found.Doubt)
			require.LessOrEqual(t, found.Ratio, 1+1e-8, "%v", found.Best)
			require.GreaterOrEqual(t, found.Ratio, c.ratio)
		})
	}
}

// A hunt that is stopped and resumed, at any epoch, finds what one in a piece finds, and
// its state is the same to the byte. The same seed finds the same, and another one
// something else.
func TestResumeGoesOnAsIfNothingHadBeen(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]adversarial.Conjecture{
		"nothing to certify":      conjecture("e-omm", "later_mistakes", "T + R", ""),
		"candidates that are not": conjecture("perceptron", "updates", "mistakes", "0.1*3 > 0.3"), // so by rounding alone
	} {
		t.Run(name, func(t *testing.T) { resumed(t, c) })
	}
	c := conjecture("e-omm", "later_mistakes", "T + R", "")
	var found [2]adversarial.Finding
	for i := range found {
		var err error
		found[i], err = adversarial.Hunt{Seed: uint64(i), Workers: 2, Trials: 2_000, Cold: true}.Run(t.Context(), c)
		require.NoError(t, err)
	}
	require.NotEqual(t, found[0].Best, found[1].Best)
}

func resumed(t *testing.T, c adversarial.Conjecture) {
	dir := t.TempDir()
	hunt := adversarial.Hunt{Seed: 3, Workers: 2, Trials: rapidtest.Count(8_000, 20_000, 400_000), State: filepath.Join(dir, "whole.json")}
	whole, err := hunt.Run(t.Context(), c)
	require.NoError(t, err)
	for i, rise := range whole.Rises {
		require.True(t, i == 0 || rise.Trials > whole.Rises[i-1].Trials, "%v", whole.Rises)
	}
	require.Equal(t, whole.Improved, whole.Rises[len(whole.Rises)-1].Trials)
	read, err := adversarial.ReadState(t.Context(), hunt.State)
	require.NoError(t, err)
	read.Seconds = whole.Seconds
	require.Equal(t, whole, read)
	for _, stop := range []int{1, hunt.Trials / 3} {
		parts := hunt
		parts.State = filepath.Join(dir, fmt.Sprint(stop, ".json"))
		parts.Trials = stop
		part, err := parts.Run(t.Context(), c)
		require.NoError(t, err)
		require.Less(t, part.Trials, whole.Trials)
		parts.Trials, parts.Resume = hunt.Trials, true
		rest, err := parts.Run(t.Context(), c)
		require.NoError(t, err)
		rest.Seconds = whole.Seconds
		require.Equal(t, whole, rest)
		undisturbed, resumed := stateOf(t, hunt.State), stateOf(t, parts.State)
		require.Len(t, resumed, len(undisturbed))
		for key, value := range undisturbed {
			require.True(t, reflect.DeepEqual(value, resumed[key]), "%s after a stop at %d streams", key, stop)
		}
	}
}

// stateOf is the state in a file without its time, which the seal covers.
func stateOf(t *testing.T, file string) map[string]any {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var state map[string]any
	require.NoError(t, json.Unmarshal(text, &state))
	delete(state, "seconds")
	delete(state, "seal")
	return state
}

// A hunt that is cancelled keeps what it had, and says so.
func TestCancelledHuntKeepsItsState(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	file := filepath.Join(t.TempDir(), "state.json")
	reports := 0
	hunt := adversarial.Hunt{Workers: 1, State: file, Progress: func(p adversarial.Progress) {
		if reports++; reports == 2 {
			require.NotZero(t, p.Trials)
			cancel()
		}
	}}
	found, err := hunt.Run(ctx, conjecture("e-omm", "later_mistakes", "r^2", ""))
	require.ErrorIs(t, err, context.Canceled)
	require.NotZero(t, found.Ratio)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var state struct{ Trials, Epoch int }
	require.NoError(t, json.Unmarshal(text, &state))
	require.Equal(t, found.Trials, state.Trials)
	require.Equal(t, 1, state.Epoch)
}

// A hunt that is cancelled in its first epoch has found what it started from, and one that resumes what
// it had. One that has scored nothing says so.
func TestHuntsCancelledInAnEpoch(t *testing.T) {
	t.Parallel()
	c := conjecture("e-omm", "later_mistakes", "T + R", "")
	file := filepath.Join(t.TempDir(), "state.json")
	hunt := adversarial.Hunt{Workers: 1, Streams: 1 << 40, Cold: true, From: [][]theory.Example{adversarial.OneMistake().Examples}}
	cancelled := func(after int) (adversarial.Finding, error) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		n := 0
		hunt.Progress = func(adversarial.Progress) {
			if n++; n == after {
				cancel()
			}
		}
		return hunt.Run(ctx, c)
	}
	want, _, err := c.Evaluate(hunt.From[0])
	require.NoError(t, err)
	_, err = cancelled(1)
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorContains(t, err, "the streams to start from were not scored in time")
	found, err := cancelled(2)
	require.ErrorIs(t, err, context.Canceled)
	require.Zero(t, found.Trials)
	require.InEpsilon(t, want, found.Ratio, 1e-9)

	hunt.Streams, hunt.Trials, hunt.State = 1, 1, file
	hunt.Progress = nil
	had, err := hunt.Run(t.Context(), c)
	require.NoError(t, err)
	hunt.Resume, hunt.Trials = true, 0
	found, err = cancelled(1)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, had.Trials, found.Trials)
	require.Equal(t, had.Best, found.Best)
}

// What refutes among the streams that a hunt starts from is found before any search.
func TestHuntOfWhatIsKnown(t *testing.T) {
	t.Parallel()
	hunt := adversarial.Hunt{Workers: 2, Cold: true, From: [][]theory.Example{adversarial.OneMistake().Examples}}
	found, err := hunt.Run(t.Context(), conjecture("e-omm", "later_mistakes", "0", ""))
	require.NoError(t, err)
	require.NotNil(t, found.Certificate)
	require.Zero(t, found.Trials)
}

// An epoch ends with the round that reaches its streams, and a short budget with what was found.
func TestEpochsEndAtTheirStreams(t *testing.T) {
	t.Parallel()
	run := func(h adversarial.Hunt) int {
		h.Workers, h.Cold = 1, true
		found, err := h.Run(t.Context(), conjecture("e-omm", "later_mistakes", "T + R", ""))
		require.NoError(t, err)
		return found.Trials
	}
	round := run(adversarial.Hunt{Epochs: 1})
	require.Equal(t, round, run(adversarial.Hunt{Epochs: 1, Streams: round}))
	require.Greater(t, run(adversarial.Hunt{Epochs: 1, Streams: round + 1}), round)
	require.NotZero(t, run(adversarial.Hunt{Budget: time.Millisecond}))
}

// A hunt whose state cannot be written goes on, says so, and writes it when it can again.
func TestAHuntOutlivesItsDisk(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "folder")
	file := filepath.Join(folder, "state.json")
	require.NoError(t, os.Mkdir(folder, 0o700))
	var unkept []bool
	hunt := adversarial.Hunt{Workers: 1, Trials: 5000, Cold: true, State: file, Progress: func(p adversarial.Progress) {
		if len(unkept) == 0 {
			require.NoError(t, os.Remove(folder))
		}
		unkept = append(unkept, p.Unkept != nil)
	}}
	c := conjecture("e-omm", "later_mistakes", "T + R", "")
	found, err := hunt.Run(t.Context(), c)
	require.NoError(t, err)
	require.NotZero(t, found.Trials)
	require.ErrorContains(t, found.Unkept, "there is no folder")
	require.False(t, unkept[1])
	require.True(t, unkept[2])

	require.NoError(t, os.Mkdir(folder, 0o700))
	last, kept := 0, hunt
	kept.Progress = func(p adversarial.Progress) {
		switch last++; last {
		case 1:
			require.NoError(t, os.Remove(folder))
		case 3:
			require.Error(t, p.Unkept)
			require.NoError(t, os.Mkdir(folder, 0o700))
		}
	}
	again, err := kept.Run(t.Context(), c)
	require.NoError(t, err)
	require.NoError(t, again.Unkept)
	found.Unkept, found.Seconds = nil, again.Seconds
	require.Equal(t, found, again)
	read, err := adversarial.ReadState(t.Context(), file)
	require.NoError(t, err)
	require.Equal(t, again.Trials, read.Trials)
}

func TestWrongStatesAreRefused(t *testing.T) {
	c := conjecture("e-omm", "later_mistakes", "r^2", "")
	dir := t.TempDir()
	hunt := adversarial.Hunt{Seed: 1, Workers: 1, Trials: 1, State: filepath.Join(dir, "state.json")}
	_, err := hunt.Run(t.Context(), c)
	require.NoError(t, err)
	hunt.Resume = true
	resume := func(h adversarial.Hunt, c adversarial.Conjecture) error { _, err := h.Run(t.Context(), c); return err }
	require.NoError(t, resume(hunt, c))

	other := c
	other.Claim = "r^3"
	require.ErrorContains(t, resume(hunt, other), `is of "e-omm: later_mistakes <= r^2"`)
	seed := hunt
	seed.Seed = 2
	require.ErrorContains(t, resume(seed, c), "has seed 1 and 1 workers, expected 2 and 1")
	cold, more := hunt, hunt
	cold.Cold = true
	more.From = [][]theory.Example{adversarial.UnitVectors(2).Examples}
	require.ErrorContains(t, resume(cold, c), "started from other streams")
	require.ErrorContains(t, resume(more, c), "started from other streams")
	missing := hunt
	missing.State = filepath.Join(dir, "none.json")
	require.ErrorIs(t, resume(missing, c), os.ErrNotExist)
	for text, want := range map[string]string{
		"{":  "unexpected end of JSON input",
		"{}": "expected",
	} {
		require.NoError(t, os.WriteFile(missing.State, []byte(text), 0o600))
		require.ErrorContains(t, resume(missing, c), want)
		_, err := adversarial.ReadState(t.Context(), missing.State)
		require.ErrorContains(t, err, want)
	}
	nowhere := hunt
	nowhere.State, nowhere.Resume = filepath.Join(dir, "no", "folder", "state.json"), false
	require.ErrorContains(t, resume(nowhere, c), "there is no folder")

	text, err := os.ReadFile(hunt.State)
	require.NoError(t, err)
	for old, edited := range map[string]string{`"epoch":`: `"epoch":1`, `"trials":`: `"trials":9`, `"spent":[`: `"spent":[7`, `"y":1`: `"y":-1`} {
		require.Contains(t, string(text), old)
		require.NoError(t, os.WriteFile(hunt.State, []byte(strings.Replace(string(text), old, edited, 1)), 0o600))
		require.ErrorContains(t, resume(hunt, c), "is not as a hunt wrote it", edited)
	}
}

func TestWrongConjecturesAreRefused(t *testing.T) {
	for want, c := range map[string]adversarial.Conjecture{
		"expected":             conjecture("svm", "mistakes", "2", ""),
		"gamma3":               conjecture("perceptron", "mistakes", "gamma3", ""),
		"their_mistakes":       conjecture("e-omm", "mistakes", "their_mistakes", ""),
		"claim":                conjecture("e-omm", "mistakes", "2 +", ""),
		"where":                conjecture("e-omm", "mistakes", "2", "r"),
		"dimensions are 0..4":  {Statement: conjecture("e-omm", "mistakes", "2", "").Statement, Dim: adversarial.Range[int]{High: 4}},
		"dimensions are 1..65": {Statement: conjecture("e-omm", "mistakes", "2", "").Statement, Dim: adversarial.Range[int]{Low: 1, High: 65}},
		"examples are 1..1001": {
			Statement: conjecture("e-omm", "mistakes", "2", "").Statement, Examples: adversarial.Range[int]{Low: 1, High: 1001},
		},
	} {
		_, err := adversarial.Hunt{Trials: 1}.Run(t.Context(), c)
		require.ErrorContains(t, err, want)
		_, _, err = c.Evaluate(nil)
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, c.Steps(), want)
	}
	c := conjecture("e-omm", "mistakes", "2", "")
	c.Dim, c.Examples = adversarial.Range[int]{Low: 1, High: 64}, adversarial.Range[int]{Low: 1, High: 1000}
	_, _, err := c.Evaluate(nil)
	require.NoError(t, err)
}

// The range of r is part of the statement.
func TestRangeOfRIsPartOfTheStatement(t *testing.T) {
	for _, c := range []struct {
		text, where, want string
	}{
		{"1..8", "", "1 <= r <= 8"}, {"0..3", "", "r <= 3"}, {"..0.5", "d > 1 || T > 2", "r <= 0.5 && (d > 1 || T > 2)"},
		{"1000..", "", "1000 <= r"}, {"2..", "d > 1", "2 <= r && (d > 1)"}, {"", "d > 1", "d > 1"}, {"", "", ""},
	} {
		conjecture := conjecture("e-omm", "mistakes", "2", c.where)
		if c.text != "" {
			r, err := adversarial.ParseRange(c.text, math.MaxFloat64)
			require.NoError(t, err)
			conjecture.R = r
		}
		require.Equal(t, c.want, conjecture.Whole().Where)
	}
	open, err := adversarial.ParseRange("2..", math.MaxFloat64)
	require.NoError(t, err)
	require.Equal(t, "2..", open.String())
}

func TestParseRange(t *testing.T) {
	for text, want := range map[string]adversarial.Range[int]{
		"2..6": {Low: 2, High: 6}, "..6": {High: 6}, "6..": {Low: 6, High: 99}, "6": {Low: 6, High: 6}, "0..0": {},
	} {
		got, err := adversarial.ParseRange(text, 99)
		require.NoError(t, err)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "a", "2...6", "6..2", "-1..2", "1..100", "1.5"} {
		_, err := adversarial.ParseRange(text, 99)
		require.ErrorContains(t, err, "expected", text)
	}
	real, err := adversarial.ParseRange("0.5..2.25", 1e9)
	require.NoError(t, err)
	require.Equal(t, adversarial.Range[float64]{Low: 0.5, High: 2.25}, real)
	for _, text := range []string{"NaN", "1..inf", "inf"} {
		_, err := adversarial.ParseRange(text, 1e9)
		require.Error(t, err, text)
	}
}
