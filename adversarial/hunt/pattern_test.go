package hunt

import (
	"context"
	"encoding/json"
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"

	"marginlab/adversarial/certificate"
	"marginlab/algos"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
)

// targetOf prepares a claim in a box.
func targetOf(t *testing.T, s certificate.Statement, dim, examples adversarial.Range[int]) *target {
	t.Helper()
	at, err := compile(adversarial.Conjecture{Statement: s, Dim: dim, Examples: examples})
	require.NoError(t, err)
	return at
}

func sourceOf(at *target, number uint64) source {
	return source{at, rapidtest.Rand(number), at.conjecture.Dim, at.conjecture.Examples}
}

// Whatever is drawn, the learner meets what the pattern says: the label, a mistake or none, at the level from its
// hyperplane; of many classes, the one between its class and its foe, where another class may be the best.
func TestPatternsHoldByConstruction(t *testing.T) {
	for number, learner := range []string{
		"e-omm", "ce-omm", "n-omm", "pumma(delta=1/4)", "perceptron", "romma(eps=1/2)", "a-romma", "pa", "pa-i(C=1/2)",
		"amira(eps=1/4)", "mcp", "alma(alpha=1/2)", "e-omm(p=3)", "pumma(delta=1/4,p=3/2)", "second-order(a=1)",
		"amira-k-best(eps=1/4) of 2 classes", "amira-k-best(eps=1/4) of 3 classes", "amira-k-best(eps=1/4) of 5 classes",
	} {
		at := targetOf(t, conjectureOf(t, learner+": mistakes <= 2").Statement, span(1, 5), span(2, 9))
		g := sourceOf(at, uint64(number))
		mistakes, others := 0, 0
		for range 100 {
			p := g.drawnPattern()
			p.depth = 1e-6
			s := p.points.clone()
			at.place(at.learner.New(s.dim()), p, s)
			l := at.learner.New(s.dim())
			for i, e := range p.events {
				c, own := l.State().Classifier, l.State().Gamma
				var score, square float64
				for k, v := range s[i].X.Value {
					w := c.W[k]
					if at.classes > 0 {
						w = c.W[int(e.y)*s.dim()+k] - c.W[int(e.foe)*s.dim()+k]
					}
					score += w * v
					square += w * w
				}
				if at.classes == 0 {
					score = float64(e.y) * (score + c.B)
				} else {
					require.NotEqual(t, e.y, e.foe)
				}
				require.Equal(t, e.y, s[i].Y)
				step := l.Step(s[i].X, s[i].Y)
				if !s.finite() || square == 0 { // no hyperplane
					continue
				}
				if e.mistake || at.classes == 0 {
					require.Equal(t, e.mistake, step.Mistake(), "%s: at %d", learner, i+1)
				}
				if e.mistake {
					mistakes++
				} else {
					others++
				}
				if at.rotates() {
					level := e.level
					if e.mistake {
						level = -max(e.level, p.depth)
					}
					unit := p.points.size()
					switch {
					case own > 0 && own < math.Inf(1):
						unit = own
					case at.learner.Kind.Degree == algos.Degree0: // in scores
						unit = 1 / math.Sqrt(square)
					}
					require.InDelta(t, level*unit, score/math.Sqrt(square), 1e-9*(s.size()+unit), "%s: a_t at %d", learner, i+1)
				}
			}
		}
		require.Greater(t, mistakes, 40, learner)
		require.Greater(t, others, 40, learner)
	}
}

// The pattern of a stream has the mistakes that the score counts.
func TestPatternsHaveTheMistakesOfTheirStreams(t *testing.T) {
	for _, learner := range []string{"e-omm", "perceptron", "randomized", "pumma"} {
		at := targetOf(t, certificate.Statement{Learner: learner, Quantity: "mistakes", Claim: "1"}, span(1, 4), span(2, 9))
		g, e := sourceOf(at, 1), newEvaluator(t.Context(), at)
		for range 100 {
			s := g.fresh()
			if got := e.score(s); got.Inside {
				mistakes := 0
				for _, e := range at.patternOf(s).events {
					mistakes += one(e.mistake)
				}
				require.Equal(t, e.runs[0].trace.Mistakes, mistakes, learner)
			}
		}
	}
}

// A varied pattern has one event more, one less, another label, or the opposite of a mistake. The points of the other
// events stay.
func TestPatternsVaryByOneEvent(t *testing.T) {
	at := targetOf(t, certificate.Statement{Learner: "e-omm", Quantity: "mistakes", Claim: "2"}, span(1, 6), span(2, 9))
	g := sourceOf(at, 1)
	sure := map[string]int{}
	for range 4000 {
		p := g.drawnPattern()
		v := g.varied(p)
		require.Len(t, v.points, len(v.events))
		require.True(t, 2 <= len(v.events) && len(v.events) <= 9, "in the box")
		dim := max(p.points.dim(), v.points.dim())
		kept := 0
		for _, x := range v.points.embed(dim) {
			kept += one(slices.ContainsFunc(p.points.embed(dim), func(y theory.Example) bool { return slices.Equal(x.X.Value, y.X.Value) }))
		}
		require.Equal(t, min(len(p.events), len(v.events)), kept, "the points of the others")
		kind := ""
		switch labels, mistakes := 0, 0; {
		case len(v.events) == len(p.events)+1:
			require.Equal(t, min(p.points.dim()+1, 6), v.points.dim(), "a dimension of its own")
			kind = "more"
		case len(v.events) == len(p.events)-1:
			kind = "less"
		default:
			require.Len(t, v.events, len(p.events))
			for i, e := range v.events {
				labels += one(e.y != p.events[i].y)
				mistakes += one(e.mistake != p.events[i].mistake)
			}
			switch {
			case labels == 1 && mistakes == 0:
				kind = "label"
			case labels == 0 && mistakes == 1:
				kind = "mistake"
			}
		}
		if 2 < len(p.events) && len(p.events) < 9 { // there is room for more and less
			sure[kind]++
			sure["all"]++
		}
	}
	for kind, eighths := range map[string]float64{"more": 3, "less": 2, "label": 1, "mistake": 2} {
		require.InDelta(t, eighths/8, float64(sure[kind])/float64(sure["all"]), 3/math.Sqrt(float64(sure["all"])), "%s: %v", kind, sure) // six deviations
	}
}

// The pattern of a stream makes the stream again, but for what changes nothing: all
// distances are the same, in units of the size.
func TestCoordinatesMakeTheStreamAgain(t *testing.T) {
	for number, learner := range []string{"e-omm", "pumma(delta=1/4)", "perceptron", "romma(eps=1/2)", "e-omm(p=3)"} {
		at := targetOf(t, certificate.Statement{Learner: learner, Quantity: "mistakes", Claim: "2"}, span(1, 5), span(2, 9))
		g := sourceOf(at, uint64(number))
		for range 60 {
			s := g.planted()
			p := at.patternOf(s)
			p.depth = 0
			z, make := (&searcher{source: g}).coordinates(p, false)
			if slices.Max(z) > 1e6 { // not separable: a margin is lost
				continue
			}
			made := make(z)
			for i := range s {
				require.Equal(t, s[i].Y, made[i].Y)
				for k := range i {
					require.InDelta(t, distance(s[i], s[k])/s.size(), distance(made[i], made[k]), 1e-6, "%s: %d and %d", learner, i+1, k+1)
				}
			}
		}
	}
}

func distance(a, b theory.Example) float64 {
	var sq float64
	for k, v := range a.X.Value {
		sq += (v - b.X.Value[k]) * (v - b.X.Value[k])
	}
	return math.Sqrt(sq)
}

func inside(ratio, ease float64) score { return score{Ratio: ratio, Ease: ease, Inside: true} }

// frontOf is a front of streams with such scores.
func frontOf(scores ...score) front {
	f := front{}
	for i, s := range scores {
		f.offer(member{newStream(i+1, 1), s})
	}
	return f
}

// Of arms that are as good the one that was tried least is next; a much better one is tried more often, and not
// alone. Outside of the domain it is the ease that counts.
func TestBanditTriesWhatPaysAndWhatIsNew(t *testing.T) {
	for barred, scores := range map[bool][]score{
		false: {inside(0.9, 1), inside(0.9, 2), inside(0.5, 4), inside(0.3, 8), {Ratio: 7, Ease: 16}, {Ratio: 0.9, Ease: 32}},
		true:  {{Ratio: 2, Ease: 5.18}, {Ratio: 9, Ease: 5.19}, {Ratio: 2, Ease: 10}, {Ratio: 2, Ease: 17}, inside(7, 40), {Ratio: 0.9, Ease: 1}},
	} {
		f, tries := frontOf(scores...), make([]int, len(scores)+1)
		require.Len(t, f, len(scores))
		for range 2000 {
			chosen, ok := f.choose(barred)
			require.True(t, ok)
			tries[len(chosen)]++
		}
		require.InDelta(t, tries[1], tries[2], 250)
		require.Greater(t, tries[1], 3*tries[3])
		require.Greater(t, tries[3], tries[4])
		require.Positive(t, tries[4])
		require.Zero(t, tries[5]+tries[6], "the others are of the other kind, or of none")
		for _, a := range f {
			require.Equal(t, tries[len(a.Best.stream)], a.Tries)
		}
	}
	_, ok := frontOf(inside(0.5, 1)).choose(true)
	require.False(t, ok)
	chosen, _ := frontOf(inside(5, 1), inside(math.Inf(1), 2)).choose(false)
	require.Len(t, chosen, 2)
}

// A front keeps the best at each ease, and how often the search went on from there.
func TestFrontsKeepTheBest(t *testing.T) {
	f := frontOf(inside(0.3, 3), inside(0.5, 3.05), inside(0.4, 3))
	require.Equal(t, []float64{0.5}, []float64{f.top().Ratio})
	_, _ = f.choose(false)
	f.offer(member{newStream(7, 1), inside(0.6, 3)})
	for _, a := range f {
		require.Equal(t, 1, a.Tries)
		require.Len(t, a.Best.stream, 7)
	}
	require.Len(t, f, 1)
	f.offer(member{newStream(1, 1), outside})
	f.offer(member{newStream(1, 1), score{Ratio: 2, Ease: math.NaN()}})
	f.offer(member{newStream(1, 1), score{Ratio: 2, Ease: 0}})
	require.Len(t, f, 3)
	require.Zero(t, f.leastEase())
	require.True(t, math.IsInf(frontOf(inside(2, 1)).leastEase(), 1), "it is in the domain")
}

// A round depends on nothing but the island, the seed, the numbers and the streams that it begins with,
// and leaves the island as it was.
func TestRoundsArePure(t *testing.T) {
	at := targetOf(t, certificate.Statement{Learner: "e-omm", Quantity: "later_mistakes", Claim: "r^2/2", Where: "r >= 2"}, span(0, 0), span(0, 0))
	text := func(n island) string {
		bytes, err := json.Marshal(n)
		require.NoError(t, err)
		return string(bytes)
	}
	after := func(rounds int) island {
		n := at.island()
		n.Rounds = rounds
		return n
	}
	first, streams := after(3).search(t.Context(), at, 5, 0, 2000, nil)
	require.GreaterOrEqual(t, streams, 2000)
	before := text(first)
	again, n := first.search(t.Context(), at, 5, 1, 2000, nil)
	twice, m := first.search(t.Context(), at, 5, 1, 2000, nil)
	require.Equal(t, before, text(first))
	require.Equal(t, text(again), text(twice))
	require.Equal(t, n, m)
	other, _ := first.search(t.Context(), at, 5, 0, 2000, nil)
	require.NotEqual(t, text(again), text(other), "another island")
	full, _ := after(1000).search(t.Context(), at, 5, 0, 300, nil)
	next, _ := after(1001).search(t.Context(), at, 5, 0, 300, nil)
	full.Rounds = next.Rounds
	require.NotEqual(t, text(full), text(next), "another round, in the same box")
	seed, _ := after(1000).search(t.Context(), at, 6, 0, 300, nil)
	seed.Rounds = full.Rounds
	require.NotEqual(t, text(full), text(seed), "another seed")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, none := first.search(ctx, at, 5, 1, 1<<40, nil)
	require.Less(t, none, 100)
}

// The box widens from its lower ends to what the conjecture allows.
func TestBoxWidens(t *testing.T) {
	claim := certificate.Statement{Learner: "e-omm", Quantity: "mistakes", Claim: "2"}
	wide, small := targetOf(t, claim, span(0, 0), span(0, 0)), targetOf(t, claim, span(5, 5), span(9, 12))
	for round, box := range map[int][4]adversarial.Range[int]{
		0: {span(2, 3), span(3, 6), span(5, 5), span(9, 9)}, 1: {span(2, 5), span(3, 7), span(5, 5), span(9, 9)},
		5:    {span(2, 13), span(3, 11), span(5, 5), span(9, 11)},
		1000: {span(2, 16), span(3, 200), span(5, 5), span(9, 12)},
	} {
		a, b := wide.sourceOf(round, nil), small.sourceOf(round, nil)
		require.Equal(t, box, [4]adversarial.Range[int]{a.dim, a.examples, b.dim, b.examples}, round)
	}
}

// A robust stream makes its mistakes well beyond the hyperplane, and still refutes.
func TestRobustStreamsHaveRoom(t *testing.T) {
	q := adversarial.Open()[0]
	for _, q = range adversarial.Open() {
		if q.Name == "omm-half" {
			break
		}
	}
	at, err := compile(q.Conjecture)
	require.NoError(t, err)
	c, err := q.Certificate()
	require.NoError(t, err)
	s, err := copyOf(adversarial.Rounded(c.Stream), 0)
	require.NoError(t, err)
	deep := at.robust(t.Context(), member{s, newEvaluator(t.Context(), at).score(s)})
	require.True(t, deep.score.Inside)
	require.Greater(t, deep.score.Ratio, 1.)
	l, mistakes := at.learner.New(deep.stream.dim()), 0
	for _, e := range deep.stream {
		step := l.Step(e.X, e.Y)
		if step.Mistake() && !step.Opening {
			mistakes++
			require.Less(t, step.Score, -1e-3*step.Target)
		}
	}
	require.GreaterOrEqual(t, mistakes, 5)
}

// A task that is told to end does so while a slow learner learns.
func TestHuntsEndWhileLearnersLearn(t *testing.T) {
	r, err := Plan{
		Conjecture: adversarial.Conjecture{
			Statement: certificate.Statement{Learner: "amira(eps=1/10)", Quantity: "margin", Relation: ">=", Claim: "gamma0/2", Passes: 1 << 40, AtRest: true},
			Dim:       span(16, 16), Examples: span(100, 200),
		},
		Islands: 1, Streams: 1 << 40, Cold: true, // for ever, but for ctx
	}.Runner()
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for range 100 {
			runtime.Gosched()
		}
		cancel()
	}()
	_, err = r.Step(ctx, 0, 0, nil)
	require.ErrorIs(t, err, context.Canceled)
}

// Long patterns are descended on too, some of their coordinates at a time.
func TestLongPatternsAreDescendedOn(t *testing.T) {
	at := targetOf(t, certificate.Statement{Learner: "e-omm", Quantity: "Delta", Claim: "1 + D"},
		span(16, 16), span(60, 60))
	s := &searcher{source: sourceOf(at, 1), evaluator: newEvaluator(t.Context(), at), island: at.island(), calls: 2 * mostFree}
	p := s.drawnPattern()
	z, make := s.coordinates(p, true)
	require.Len(t, z, mostFree)
	before := newEvaluator(t.Context(), at).score(make(z))
	require.True(t, s.descend(p, true).score.better(before))
}

// A stream loses the examples that it is no worse without, one after the other, but none below the box.
func TestStreamsAreShortened(t *testing.T) {
	at := targetOf(t, certificate.Statement{Learner: "e-omm", Quantity: "later_mistakes", Claim: "1 + D"},
		span(1, 1), span(2, 9))
	for least, want := range map[int]int{2: 3, 4: 4, 5: 5} {
		s := &searcher{source: sourceOf(at, 1), evaluator: newEvaluator(t.Context(), at), island: at.island()}
		s.examples.Low = least
		long := line(0, -1, 2, 1, 9, 1, 1, -1, 19, 1) // at 9 and 19 they make D greater alone
		s.shorten(member{long, s.try(long)})
		require.Len(t, s.Front.best()[0].stream, want)
	}
}

// Levels are measured in the margin that the learner says it has, else, where its rule is in the unit of
// scores, in the distance at which the score is 1, else in the size of the stream.
func TestUnitsOfLevels(t *testing.T) {
	for learner, none := range map[string]float64{"e-omm": 3, "pa": 0.5} {
		at := targetOf(t, certificate.Statement{Learner: learner, Quantity: "mistakes", Claim: "2"}, span(0, 0), span(0, 0))
		for own, want := range map[float64]float64{7: 7, 0: none, -1: none, math.Inf(1): none} {
			require.Equal(t, want, at.unit(own, 4, 3), "%s: %v", learner, own)
		}
		require.Equal(t, none, at.unit(math.NaN(), 4, 3))
	}
}
