package adversarial

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial/certificate"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
)

// A move is chosen in proportion to what it earns for a thousand streams, but for one choice in ten,
// which is by chance alone. What it was paid is forgotten in time.
func TestMovesAreChosenByWhatTheyEarn(t *testing.T) {
	moves := []move{{prior: 8}, {prior: 1}, {prior: 1}, {prior: 2}}
	c := make(credit, len(moves))
	c.pay(1, 500, true)
	c.pay(1, 500, true)
	c.pay(2, 4000, false)
	require.InDelta(t, 1.98, c[1].Paid, 1e-12)
	require.InDelta(t, 990, c[1].Streams, 1e-12)
	require.Equal(t, earning{0, 4000}, c[2])
	rates := []float64{8, (1 + 1.98) / 1.99, 1. / 5, 2}
	sum, seen, rng := 0., make([]int, len(moves)), rapidtest.Rand(1)
	for _, r := range rates {
		sum += r
	}
	const draws = 20_000
	for range draws {
		seen[c.choose(rng, moves)]++
	}
	for i, n := range seen { // beyond six times the deviation: one in 10⁸
		p := 0.1/4 + 0.9*rates[i]/sum
		require.InDelta(t, p*draws, n, 6*math.Sqrt(draws*p*(1-p)), "move %d", i)
	}
}

// An island notes the streams of its epoch, and its best ratio once in an epoch, where it rose. What
// was noted before stays as it was.
func TestIslandsNoteTheirRises(t *testing.T) {
	n := newIsland()
	note := func(streams int, ratio float64, in bool) {
		n.best = score{Ratio: ratio, Ease: 1, Inside: in}
		n.note(streams)
	}
	note(0, 0.25, true) // what the hunt began with
	require.Equal(t, []rise{{0, 0.25}}, n.Rises)
	require.Empty(t, n.Spent)
	n.Spent = []int{0}
	before := n.history
	note(250, 0.9, false)
	note(500, 0.5, true)
	require.Equal(t, []rise{{0, 0.25}, {1, 0.5}}, n.Rises)
	note(100, 0.75, true)
	require.Equal(t, []int{850}, n.Spent)
	require.Equal(t, []rise{{0, 0.25}, {1, 0.75}}, n.Rises)
	n.Spent = append(n.Spent, 0)
	note(1, 0.75, true)
	note(2, 0.75+1e-12, true)
	require.Equal(t, []rise{{0, 0.25}, {1, 0.75}}, n.Rises)
	note(3, math.Inf(1), true)
	require.Equal(t, []rise{{0, 0.25}, {1, 0.75}, {2, math.MaxFloat64}}, n.Rises)
	require.Equal(t, []int{850, 6}, n.Spent)
	require.Equal(t, []int{0}, before.Spent)
	require.Equal(t, []rise{{0, 0.25}}, before.Rises)
}

// Comparators are looked for in the directions that are given, their sums, and 0, at the lengths at which a
// hinge ends, of the least and the greatest margin and of some between.
func TestComparatorsThatAreTried(t *testing.T) {
	all := directions(2, []float64{3, 0}, []float64{0, 0}, []float64{0, -2})
	require.ElementsMatch(t, [][]float64{{0, 0}, {1, 0}, {0, -1}, {1, -1}}, all)
	require.Equal(t, []float64{1}, lengths([]float64{-1, 0, math.NaN()}))
	require.Equal(t, []float64{0.25}, lengths([]float64{4, -1, 4}))
	require.Equal(t, []float64{2, 0.5, 0.25}, lengths([]float64{4, 2, -3, 0.5, 2}))
	for n := 2; n < 40; n++ {
		var margins []float64
		for i := range n {
			margins = append(margins, float64(n-i))
		}
		got := lengths(margins)
		require.Len(t, got, min(n, 8))
		require.Equal(t, []float64{1, 1 / float64(n)}, []float64{got[0], got[len(got)-1]})
		for i, v := range got {
			require.Contains(t, margins, math.Round(1/v))
			require.True(t, i == 0 || v < got[i-1])
		}
	}
}

// The losses and the length of a comparator are those of its definition, and the one that is kept refutes
// the most of those that are tried.
func TestLossesOfComparators(t *testing.T) {
	for _, learner := range []string{"perceptron", "perceptron(p=3)"} {
		at := targetOf(t, certificate.Statement{Learner: learner, Quantity: "updates", Claim: "U/10 + L1 + L2/7 + 1/9", Passes: 2}, Range[int]{1, 3}, Range[int]{2, 6})
		g, e := sourceOf(at, 1), newEvaluator(at)
		for range 100 {
			s := g.fresh()
			got := e.score(s)
			if !got.Inside {
				continue
			}
			claim := func(u []float64) float64 {
				var l1, l2 float64
				for _, x := range s {
					m := 0.
					for k, v := range x.X.Value {
						m += float64(x.Y) * v * u[k]
					}
					l1 += 2 * max(0, 1-m)
					l2 += 2 * max(0, 1-m) * max(0, 1-m)
				}
				return at.norm.Dual().Of(slices.Clone(u))/10 + l1 + l2/7 + 1./9
			}
			require.InEpsilon(t, float64(e.facts.updates)+1e-300, got.Ratio*claim(e.comparator)+1e-300, 1e-9)
			require.LessOrEqual(t, claim(e.comparator), claim(make([]float64, s.dim()))*(1+1e-9), "0 is tried")
		}
	}
}

// What is picked of a population is a member; the best is picked most, and none is left out.
func TestEveryMemberIsPicked(t *testing.T) {
	at := targetOf(t, certificate.Statement{Learner: "e-omm", Quantity: "mistakes", Claim: "2"}, Range[int]{1, 3}, Range[int]{2, 6})
	p := population{}
	_, ok := p.pick(sourceOf(at, 1))
	require.False(t, ok)
	for i := range 20 {
		p.offer(member{line(float64(i), 1), score{Ratio: float64(i) / 20, Ease: math.Exp2(float64(i / 2)), Inside: i%2 == 0}})
	}
	seen, g := map[string]int{}, sourceOf(at, 1)
	for range 4000 {
		m, ok := p.pick(g)
		require.True(t, ok)
		seen[fmt.Sprint(m.Score)]++
	}
	require.Len(t, seen, 20)
	best := seen[fmt.Sprint(p.best()[0].Score)]
	for _, n := range seen {
		require.LessOrEqual(t, n, best)
		require.Greater(t, n, 20)
	}
}

// An epoch begins with the best few of the population and of each pool.
func TestElites(t *testing.T) {
	n := newIsland()
	require.Empty(t, n.elites())
	for i := range 20 {
		n.population.offer(member{line(float64(i), 1), score{Ratio: float64(i) / 20, Ease: math.Exp2(float64(i)), Inside: i < 15}})
	}
	var first []stream
	for i := range 8 {
		first = append(first, line(float64(14-i), 1))
	}
	require.Equal(t, first, n.elites())
	shape := ""
	for i := range 20 { // one of each length
		shape += "!"
		n.pools.offer(armOf(shape, inside(float64(i)/20)))
		n.pools.offer(armOf(shape, score{Ratio: 2, Ease: float64(1 + i)}))
	}
	all := n.elites()
	require.Equal(t, first, all[:8])
	require.Len(t, all, 3*8)
	for i := range 8 {
		require.Len(t, all[8+i], 20-i, "the ratio counts inside the domain")
		require.Len(t, all[16+i], 1+i, "and the ease outside")
	}
}

// Of many islands that begin after the end of a hunt none reads the known streams.
func TestNothingIsReadAfterTheEnd(t *testing.T) {
	r, err := Plan{Conjecture: conjectureOf(t, "e-omm: mistakes <= 2 + d"), Islands: 300}.Runner()
	require.NoError(t, err)
	ended, end := context.WithCancel(t.Context())
	end()
	require.Less(t, testing.AllocsPerRun(1, func() {
		_, err := r.start(ended)
		require.ErrorIs(t, err, context.Canceled)
	}), 100.)
	n, err := r.start(t.Context())
	require.NoError(t, err)
	require.NotEmpty(t, n.population)
}

// A hunt starts from the known streams that are in its box, up to its greatest dimension and length.
func TestKnownStreamsThatAreNotTooLong(t *testing.T) {
	known, err := knownStreams(0, false)
	require.NoError(t, err)
	for _, box := range []struct{ dim, examples int }{{1, 3}, {2, 5}, {2, 30}, {3, 5}, {6, 200}} {
		r, err := Plan{Conjecture: Conjecture{
			Statement: certificate.Statement{Learner: "perceptron", Quantity: "T", Claim: "1000"}, Dim: Range[int]{1, box.dim}, Examples: Range[int]{1, box.examples},
		}, Islands: 1}.Runner()
		require.NoError(t, err)
		n, err := r.start(t.Context())
		require.NoError(t, err)
		longest, widest := 0, 0
		for _, all := range n.population {
			for _, m := range all {
				longest, widest = max(longest, len(m.Stream)), max(widest, m.Stream.dim())
			}
		}
		wantLongest, wantWidest := 0, 0
		for _, s := range known {
			if d := theory.Dim(s.examples); d <= box.dim && len(s.examples) <= box.examples {
				wantLongest, wantWidest = max(wantLongest, len(s.examples)), max(wantWidest, d)
			}
		}
		require.Equal(t, wantLongest, longest, "%+v", box) // T is greatest for the longest
		require.LessOrEqual(t, widest, wantWidest)
	}
}

// Of a stream what is measured is what the statement speaks of, or what its ease needs, and no more.
func TestOnlyWhatIsSpokenOfIsMeasured(t *testing.T) {
	for _, c := range []struct {
		quantity, claim, fixed        string
		norms, within, across, margin bool
		origin                        bool
	}{
		{"mistakes", "2", "", false, false, false, false, false},
		{"mistakes", "r", "", false, true, false, true, false},
		{"mistakes", "D", "", false, true, false, false, false},
		{"mistakes", "Delta", "", false, false, true, false, false},
		{"mistakes", "R", "", true, false, false, false, false},
		{"mistakes", "shortest", "", true, false, false, false, false},
		{"mistakes", "gamma0", "", true, false, false, false, true},
		{"mistakes", "gamma", "", false, true, false, true, false},
		{"Delta", "2", "D", false, true, true, false, false},
		{"Delta", "2", "Dbar", true, false, true, false, false},
		{"D", "2", "Delta", false, true, true, false, false},
		{"D", "2", "gamma", false, true, false, true, false},
		{"mbar(1/2)", "2", "", false, false, false, true, false},
	} {
		e := evaluatorOf(t, certificate.Statement{Learner: "e-omm", Quantity: c.quantity, Claim: c.claim, Fixed: c.fixed})
		require.Equal(t, theory.Lengths{Norms: c.norms, Within: c.within, Across: c.across}, e.lengths, "%+v", c)
		require.Equal(t, []bool{c.margin, c.origin}, []bool{e.margin, e.origin}, "%+v", c)
	}
}

// A move is paid where it raised the best ratio, or lowered the ease of what would refute the claim
// outside of the domain, and for its streams in any case.
func TestMovesArePaidForWhatTheyImprove(t *testing.T) {
	at := targetOf(t, certificate.Statement{Learner: "e-omm", Quantity: "mistakes", Claim: "2"}, Range[int]{1, 2}, Range[int]{2, 6})
	for name, c := range map[string]struct {
		run  func(s *searcher)
		paid float64
	}{
		"nothing":    {func(*searcher) {}, 0},
		"the ratio":  {func(s *searcher) { s.best.Ratio = 0.75 }, 1},
		"rounding":   {func(s *searcher) { s.best.Ratio *= 1 + 1e-12 }, 0},
		"the ease":   {func(s *searcher) { s.pools.offer(armOf("?!", score{Ratio: 2, Ease: 5})) }, 1},
		"a bit less": {func(s *searcher) { s.pools.offer(armOf("?!", score{Ratio: 2, Ease: 7 - 1e-12})) }, 0},
		"no ratio":   {func(s *searcher) { s.pools.offer(armOf("?!", score{Ratio: 1, Ease: 5})) }, 0},
	} {
		s := &searcher{source: sourceOf(at, 1), evaluator: newEvaluator(at), island: newIsland()}
		s.best = inside(0.5)
		if name != "nothing" {
			s.pools.offer(armOf("?!!", score{Ratio: 2, Ease: 7}))
		}
		only := *at
		only.only = []move{{"", 1, func(s *searcher) {
			s.evaluator.evaluations += 10
			c.run(s)
		}}}
		s.target, s.credit = &only, make(credit, 1)
		s.spend(10)
		require.Equal(t, credit{{c.paid, 10}}, s.credit, name)
	}
}

// Known streams have the labels of so many classes, those of two classes among them as the first two;
// those of batch algorithms are for a hunt about one alone.
func TestKnownStreamsHaveTheirClasses(t *testing.T) {
	count := map[int]int{}
	for _, classes := range []int{0, 2, 3, 4} {
		for _, batch := range []bool{false, true} {
			all, err := knownStreams(classes, batch)
			require.NoError(t, err)
			seen := map[theory.Label]bool{}
			for _, s := range all {
				for _, e := range s.examples {
					require.NoError(t, checkOf(e, theory.Dim(s.examples), classes))
					seen[e.Y] = true
				}
			}
			if batch {
				require.Greater(t, len(all), count[classes])
			} else {
				count[classes] = len(all)
				require.Equal(t, classes > 2, seen[2], "streams of three classes")
			}
		}
	}
	require.Equal(t, count[0], count[2])
	require.Greater(t, count[3], count[0])
}

// The least r² that allows so many mistakes is found to the last bit.
func TestLeastSquares(t *testing.T) {
	for _, at := range []float64{1. / 3, 4, 100.1} {
		got := leastSquare(func(square float64) float64 { return math.Floor(square / at) }, 1)
		require.GreaterOrEqual(t, got/at, 1.)
		require.Less(t, math.Nextafter(got, 0)/at, 1.)
		require.InEpsilon(t, 2*at, leastSquare(func(square float64) float64 { return math.Floor(square / at) }, 2), 1e-15)
	}
	require.Equal(t, 256., leastSquare(func(float64) float64 { return 0 }, 1), "none")
}

// A coordinate has as many characters as a certificate allows, and no more.
func TestLongCoordinatesByHand(t *testing.T) {
	var c coordinate
	require.NoError(t, c.UnmarshalJSON([]byte(strings.Repeat("7", certificate.MaxDigits))))
	require.ErrorContains(t, c.UnmarshalJSON([]byte(strings.Repeat("7", certificate.MaxDigits+1))), "expected at most")
}

// The moves of a search are paid for the streams that they ran, and the arms count their tries.
func TestCreditIsForStreams(t *testing.T) {
	at, err := prepare(conjectureOf(t, "e-omm: mistakes <= 2 + d"))
	require.NoError(t, err)
	n, ran := newIsland().search(t.Context(), at, 1, 0, 2000, nil)
	var streams float64
	for _, e := range n.credit {
		streams += e.Streams
	}
	require.LessOrEqual(t, streams, float64(ran))
	require.Greater(t, streams, float64(ran)/2) // some of it is forgotten
	tries := 0
	for _, a := range slices.Concat(n.pools[0], n.pools[1]) {
		require.GreaterOrEqual(t, a.Tries, 0)
		tries += a.Tries
	}
	require.Positive(t, tries)
}
