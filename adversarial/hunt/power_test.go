package hunt

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/internal/rapidtest"
)

// The power of the search is how many false claims it refutes from a cold start, and after how many streams.
// testdata/power.txt lists such claims, and testdata/power.jsonl holds what was measured.

// surely is a ratio above 1 by more than rounding.
const surely = 1 + 1e-6

// falseClaims reads the list.
func falseClaims(t *testing.T) []string {
	text, err := os.ReadFile("testdata/power.txt")
	require.NoError(t, err)
	return slices.DeleteFunc(strings.Split(string(text), "\n"), func(line string) bool {
		return line == "" || line[0] == '#'
	})
}

func conjectureOf(t *testing.T, claim string) adversarial.Conjecture {
	c, err := adversarial.Claim(claim)
	require.NoError(t, err, claim)
	return c
}

// streamsToRefute is how many streams one island has run from a cold start when the first refutes the claim, 0 if
// none of so many does.
func streamsToRefute(ctx context.Context, t *testing.T, claim string, seed uint64, most int) int {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	at, err := compile(conjectureOf(t, claim))
	require.NoError(t, err, claim)
	n, streams, first := at.island(), 0, 0
	for spent := 0; spent < most && ctx.Err() == nil; spent += streams {
		n, streams = n.search(ctx, at, seed, 0, min(roundOf(n.Rounds), most-spent), func(streams int, found score) {
			if first == 0 && spent+streams <= most && found.Inside && found.Ratio > surely {
				first = spent + streams
				cancel()
			}
		})
	}
	return first
}

// randomToRefute is the same of streams that are only drawn.
func randomToRefute(ctx context.Context, t *testing.T, claim string, seed uint64, most int) int {
	at, err := compile(conjectureOf(t, claim))
	require.NoError(t, err, claim)
	e := newEvaluator(ctx, at)
	for round, end := 0, 0; e.streams < most && ctx.Err() == nil; round++ {
		end += roundOf(round)
		for g := at.sourceOf(round, rand.New(rand.NewPCG(seed, uint64(round)))); e.streams < min(end, most); {
			if got := e.score(g.fresh()); got.Inside && got.Ratio > surely {
				return e.streams
			}
		}
	}
	return 0
}

// powerLine is what was measured of a false claim, by search and seed: the streams to the first that refutes it, 0 for
// none after powerStreams.
type powerLine struct {
	Claim   string           `json:"claim"`
	Streams map[string][]int `json:"streams"`
}

// power is the same by claim.
type power map[string]map[string][]int

const (
	powerFile    = "testdata/power.jsonl"
	powerSeeds   = 8
	powerStreams = 50_000
)

var searches = map[string]func(context.Context, *testing.T, string, uint64, int) int{"all": streamsToRefute, "random": randomToRefute}

var update = flag.Bool("update", false, "write the table of the page anew")

var measureFor = flag.Duration("power", 0, "how long to go on with the measure of the search's power")

// TestMeasurePower goes on with the measure, one seed after the other.
func TestMeasurePower(t *testing.T) {
	if *measureFor == 0 {
		t.Skip("it measures for ten minutes: -power 1h -timeout 0 runs it")
	}
	ctx, cancel := context.WithTimeout(t.Context(), *measureFor)
	defer cancel()
	all, claims := readPower(t), falseClaims(t)
	for seed := range powerSeeds {
		for name, refute := range searches {
			for _, claim := range claims {
				if all[claim] == nil {
					all[claim] = map[string][]int{}
				}
				if len(all[claim][name]) > seed {
					continue
				}
				first := refute(ctx, t, claim, uint64(seed+1), powerStreams)
				if ctx.Err() != nil {
					return
				}
				all[claim][name] = append(all[claim][name], first)
			}
			all.write(t)
		}
	}
}

func readPower(t *testing.T) power {
	file, err := os.OpenFile(powerFile, os.O_RDONLY|os.O_CREATE, 0o644)
	require.NoError(t, err)
	defer file.Close()
	all := power{}
	for lines := json.NewDecoder(file); lines.More(); {
		var line powerLine
		require.NoError(t, lines.Decode(&line))
		all[line.Claim] = line.Streams
	}
	return all
}

func (all power) write(t *testing.T) {
	var text bytes.Buffer
	lines := json.NewEncoder(&text)
	lines.SetEscapeHTML(false)
	for _, claim := range slices.Sorted(maps.Keys(all)) {
		require.NoError(t, lines.Encode(powerLine{claim, all[claim]}))
	}
	require.NoError(t, os.WriteFile(powerFile, text.Bytes(), 0o644))
}

// The page for researchers has a row for each claim and a column for each search, with how many runs refuted it and,
// where that is known, the median of the streams that they took; -update writes it.
func TestPageHoldsThePower(t *testing.T) {
	all, b := readPower(t), strings.Builder{}
	columns, refuted, runs := []string{"random", "all"}, map[string]int{}, map[string]int{}
	var rows strings.Builder
	for _, claim := range falseClaims(t) {
		fmt.Fprintf(&rows, "| `%s` |", strings.ReplaceAll(claim, "||", "or"))
		for _, search := range columns {
			streams := slices.Sorted(slices.Values(all[claim][search]))
			ended := slices.DeleteFunc(slices.Clone(streams), func(n int) bool { return n == 0 })
			refuted[search], runs[search] = refuted[search]+len(ended), runs[search]+len(streams)
			cell := fmt.Sprint(len(ended))
			if middle := (len(streams) - 1) / 2; middle < len(ended) {
				cell = fmt.Sprintf("%d · %d", len(ended), ended[middle])
			}
			fmt.Fprintf(&rows, " %s |", cell)
		}
		rows.WriteString("\n")
	}
	fmt.Fprintf(&b, "| claim | %s |\n| --- | --- | --- |\n| refuted, of all runs |", strings.Join(columns, " | "))
	for _, search := range columns {
		fmt.Fprintf(&b, " %.0f %% |", 100*float64(refuted[search])/float64(runs[search]))
	}
	b.WriteString("\n" + rows.String())
	text, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(text), "<!-- power -->\n")
	require.True(t, found)
	stands, after, found := strings.Cut(rest, "<!-- end -->")
	require.True(t, found)
	if *update {
		require.NoError(t, os.WriteFile("../README.md", []byte(before+"<!-- power -->\n"+b.String()+"<!-- end -->"+after), 0o644))
		return
	}
	require.Equal(t, b.String(), stands, "go test ./adversarial/hunt -run TestPage -update writes it")
}

// Each claim of the list is false: a known stream refutes it, or a record in testdata/power.
func TestClaimsOfThePowerSuiteAreFalse(t *testing.T) {
	known, err := adversarial.KnownStreams(0)
	require.NoError(t, err)
	for _, d := range []int{4, 9, 16} {
		known = append(known, adversarial.Known{Examples: adversarial.UnitVectors(d).Examples}, adversarial.Known{Examples: adversarial.TiedUnitVectors(d).Examples})
	}
	files, err := filepath.Glob("testdata/power/*.json")
	require.NoError(t, err)
	for _, name := range files {
		file, err := os.Open(name)
		require.NoError(t, err)
		r, err := adversarial.ReadRecord(file)
		require.NoError(t, errors.Join(err, file.Close()), name)
		require.ErrorContains(t, Verify(r), "the stream refutes the statement", name)
		known = append(known, adversarial.Known{Examples: r.Stream})
	}
	for _, claim := range falseClaims(t) {
		at, err := compile(conjectureOf(t, claim))
		require.NoError(t, err, claim)
		e := newEvaluator(t.Context(), at)
		refuted := slices.ContainsFunc(known, func(k adversarial.Known) bool {
			s, err := copyOf(k.Examples, 0)
			require.NoError(t, err, claim)
			return e.score(s).refuting() // as before an attempt to certify
		})
		require.True(t, refuted, "%s: marginlab hunt finds a stream, and its record belongs in testdata/power", claim)
	}
}

// No stream that is known, of whichever question, beats a record.
func TestRecordsAreTheBestKnown(t *testing.T) {
	for _, q := range adversarial.Open() {
		if q.Refuted {
			continue
		}
		record, err := q.Record()
		require.NoError(t, err)
		known, err := adversarial.KnownStreams(q.Conjecture.Classes)
		require.NoError(t, err)
		at, err := compile(q.Conjecture)
		require.NoError(t, err)
		e := newEvaluator(t.Context(), at)
		for _, k := range known {
			s, err := copyOf(k.Examples, q.Conjecture.Classes)
			require.NoError(t, err)
			got := e.score(s)
			require.True(t, !got.Inside || got.Ratio <= record.Ratio+1e-6,
				"%s: %v is above the record %v, on %v", q.Name, got.Ratio, record.Ratio, k.Name)
		}
	}
}

// The search refutes eight of ten of these claims of the list, cold, and drawn streams every second: on learners of
// six families, on two learners, and in a norm. But for a long run, it refutes six of the first seven, which take fewer
// streams.
func TestPowerOfTheSearch(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	claims := []string{
		"e-omm: later_mistakes <= 2 where r <= 2.6",
		"ce-omm: later_mistakes <= 3 where r <= 2.9",
		"e-omm(p=3): later_mistakes <= 0 where r <= 1.65",
		"e-omm against n-omm: mistakes <= 3*their_mistakes where their_mistakes > 0 && r <= 10",
		"pumma(delta=1/100): later_mistakes <= r < 2 ? 0 : (r-2/r)^2 where r >= 2",
		"perceptron: updates <= 0.95*(R/gamma0)^2 where R >= 3*gamma0",
		"pa: mistakes <= 0.95*(R/gamma0)^2 where R >= 2*gamma0",
		"n-omm: later_mistakes <= 3 where r <= 2.9",
		"pumma(delta=1/100): later_mistakes <= 3 where r <= 2.7",
		"mira: mistakes <= (R*U + sqrt(L2))^2",
	}
	require.Subset(t, falseClaims(t), claims)
	most := rapidtest.Count(10_000, 10_000, 30_000)
	claims = claims[:rapidtest.Count(7, 7, len(claims))]
	seeds := rapidtest.Count(1, 1, 20)
	share := func(search string) float64 {
		refuted := 0
		for _, claim := range claims {
			for seed := range seeds {
				refuted += one(searches[search](t.Context(), t, claim, uint64(seed+1), most) > 0)
			}
		}
		return float64(refuted) / float64(seeds*len(claims))
	}
	require.GreaterOrEqual(t, share("all"), 0.8)
	if rapidtest.Long() {
		require.Less(t, share("random"), 0.6)
	}
}

// The same claim in other words is hunted alike: with a factor, its quantity on the other side, as a difference or a
// quotient, and its domain in other terms.
func TestClaimsInOtherWordsAreHuntedAlike(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	for claim, others := range map[string][]string{
		"e-omm: later_mistakes <= 2 where r <= 2.8": {
			"e-omm: 2*later_mistakes <= 4 where 2.8 >= r", "e-omm: 2 >= later_mistakes where (r <= 2.8)",
			"e-omm: later_mistakes/2 <= 1 where r <= 2.8 && r <= 5", "e-omm: later_mistakes - 2 <= 0 where !(r > 2.8)",
			"e-omm: 0 >= mistakes - opening_mistakes - 2 where D <= 2.8*gamma",
		},
		"perceptron: mistakes <= 3/4*(R/gamma0)^2 where R >= 3*gamma0": {
			"perceptron: 4*mistakes <= 3*(R/gamma0)^2 where 3*gamma0 <= R",
			"perceptron: mistakes/(R/gamma0)^2 <= 3/4 where R >= 3*gamma0",
			"perceptron: (R/gamma0)^2*3/4 >= mistakes where R/gamma0 >= 3",
			"perceptron: mistakes - 3/4*(R/gamma0)^2 <= 0 where R >= 3*gamma0",
		},
	} {
		for seed := range uint64(rapidtest.Count(1, 1, 4)) {
			want := streamsToRefute(t.Context(), t, claim, seed, 20_000)
			require.Positive(t, want, claim)
			for _, other := range others {
				got := streamsToRefute(t.Context(), t, other, seed, 20_000)
				require.True(t, got > 0 && got < 2*want+1000,
					"%s is refuted after %d streams, %s after %d", claim, want, other, got)
			}
		}
	}
}
