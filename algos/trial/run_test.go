package trial

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/kernel"
	"marginlab/algos/registry"
	"marginlab/benchdata"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// line returns n examples, separable in one coordinate by a margin of 1 and crowded in two others.
func line(n int) *Data {
	set, _, err := benchdata.Synthetic{Examples: n, Dim: 3, R: 6, Ratio: 1, Margin: 1, Seed: 1}.Generate()
	if err != nil {
		panic(err)
	}
	return NewData(set.Name, set.Examples, set.Dim)
}

// cross returns the ends of two segments that cross in the origin, one of each class: not separable as given, and
// separable by a polynomial of degree 2.
func cross() *Data {
	at := func(y theory.Label, x ...float64) theory.Example { return theory.Example{X: vec.Dense(x...), Y: y} }
	return NewData("cross", []theory.Example{at(1, 1, 0), at(1, -1, 0), at(-1, 0, 1), at(-1, 0, -1)}, 2)
}

// newClasses returns data of several classes in dim dimensions. The class of x[i] is class[i], which counts from 0;
// classes are their names.
func newClasses(name string, x []vec.Vector, class []int, classes []string, dim int) *Data {
	examples := make([]theory.Example, len(x))
	for i := range x {
		examples[i] = theory.Example{X: x[i], Y: theory.Positive}
	}
	d := NewData(name, examples, dim)
	d.Class, d.Classes = class, classes
	return d
}

// three returns points of three classes, of which only one can be separated from the rest.
func three() *Data {
	x := []vec.Vector{vec.Dense(0, 3), vec.Dense(1, 4), vec.Dense(-2, -2), vec.Dense(-3, -2), vec.Dense(2, -2), vec.Dense(3, -3)}
	return newClasses("three", x, []int{0, 0, 1, 1, 2, 2}, []string{"a", "b", "c"}, 2)
}

func in(t *testing.T, d *Data, expr string) *Data {
	k, err := kernel.Parse(expr)
	require.NoError(t, err)
	require.NoError(t, d.InKernel(k, 1<<20))
	return d
}

func spec(t *testing.T, text string) *algos.Spec {
	t.Helper()
	s, err := registry.Parse(text)
	require.NoError(t, err)
	return s
}

func specs(t *testing.T, texts ...string) (all []*algos.Spec) {
	t.Helper()
	for _, text := range texts {
		all = append(all, spec(t, text))
	}
	return all
}

func learned(t *testing.T, d *Data, learner *algos.Spec, o Options) *Run {
	t.Helper()
	r, err := d.Run(t.Context(), learner, o)
	require.NoError(t, err, learner)
	return r
}

func run(t *testing.T, d *Data, learner string, passes int) *Run {
	t.Helper()
	return learned(t, d, spec(t, learner), Options{Passes: benchdata.InOrder(len(d.Examples), passes)})
}

func verdicts(t *testing.T, r *Run) []Verdict {
	t.Helper()
	all, err := r.Verdicts(t.Context())
	require.NoError(t, err, r.Learner)
	return all
}

func evidenceOf(t *testing.T, s *Survey, tr *theory.Trace, order []int, view theory.View) theory.Evidence {
	t.Helper()
	ev, err := s.Evidence(t.Context(), tr, order, view)
	require.NoError(t, err)
	return ev
}

// Theorems read the examples of steps in the order in which they came: learning in an order and learning from the
// examples in that order give the same verdicts.
func TestTheoremsReadTheOrder(t *testing.T) {
	t.Parallel()
	data := line(60)
	order := rapidtest.Rand(1).Perm(len(data.Examples))
	var turned []theory.Example
	for _, i := range order {
		turned = append(turned, data.Examples[i])
	}
	applied := 0
	for _, s := range registry.Checked(theory.Online) {
		in := learned(t, data, s, Options{Passes: slices.Values([][]int{order})})
		got := verdicts(t, in)
		want := verdicts(t, run(t, NewData("turned", turned, data.Dim), s.String(), 1))
		require.Len(t, got, len(want))
		for k, v := range want {
			if v.Applies() {
				applied++
				requireNear(t, v.Bound, got[k].Bound, "%s: %s", s, v.Guarantee.ID)
				requireNear(t, v.Value, got[k].Value, "%s: %s", s, v.Guarantee.ID)
			}
		}
	}
	require.Greater(t, applied, 100)
}

// requireNear requires that two numbers are the same up to rounding.
func requireNear(t *testing.T, a, b float64, format string, args ...any) {
	t.Helper()
	require.False(t, math.Abs(a-b) > 1e-6*(1+math.Abs(a)), append([]any{format + ": %v and %v"}, append(args, a, b)...)...)
}

// A run with counted steps equals one with kept steps, and keeps no step.
func TestCountsAreThoseOfTheSteps(t *testing.T) {
	t.Parallel()
	held := 0
	for _, at := range []struct {
		data     func() *Data
		learners []string
	}{
		{cross, []string{"e-omm", "n-omm", "perceptron", "alma", "voted-perceptron"}},
		{func() *Data { return line(60) }, []string{"e-omm", "bias(romma,1)", "amira", "amira-k-best"}},
		{func() *Data { return in(t, line(60), "gaussian(sigma=0.3)") }, []string{"e-omm", "averaged-perceptron", "amira-k-best"}},
		{three, []string{"amira-1-best", "one-vs-rest(e-omm)", "one-vs-rest(n-omm)"}},
		{func() *Data { return in(t, three(), "poly(degree=2)") }, []string{"one-vs-rest(perceptron)", "amira-k-best"}},
	} {
		for _, learner := range at.learners {
			for passes := range 3 {
				var runs [2]*Run
				for i, counts := range []bool{false, true} {
					var err error
					d, last := at.data(), -1
					runs[i], err = d.Run(t.Context(), spec(t, learner), Options{
						Passes: benchdata.Permutations(len(d.Examples), passes+1, 7), Counts: counts,
						Watch: func(done int) { require.Greater(t, done, last); last = done },
					})
					require.NoError(t, err)
				}
				kept, counted := runs[0], runs[1]
				require.Empty(t, counted.Trace.Steps, learner)
				require.Empty(t, counted.Held(), learner)
				require.Len(t, kept.Trace.Steps, kept.Trace.Seen, learner)
				held += len(kept.Held())
				require.Equal(t, fmt.Sprint(kept.Stop), fmt.Sprint(counted.Stop), learner)
				require.Equal(t, kept.Margin(), counted.Margin(), learner)
				require.Equal(t, kept.Linear, counted.Linear, learner)
				tau, was := kept.Tau()
				again, is := counted.Tau()
				require.Equal(t, was, is, learner)
				require.Equal(t, tau, again, learner)
				kept.Trace.Steps, kept.Trace.Seconds, counted.Trace.Seconds = nil, 0, 0
				require.Equal(t, fmt.Sprintf("%+v", kept.Trace), fmt.Sprintf("%+v", counted.Trace), learner)
			}
		}
	}
	require.Greater(t, held, 30)
}

// Examples fit in any memory if there is no limit, and else in twice their own.
func TestFits(t *testing.T) {
	d := cross()
	const size = 2 * 4 * (int64(unsafe.Sizeof(theory.Example{})) + 8*2)
	require.NoError(t, d.Fits(nil, 0))
	require.NoError(t, d.Fits(nil, size))
	err := d.Fits(nil, size-1)
	require.ErrorIs(t, err, ErrMemory)
	require.EqualError(t, err, fmt.Sprintf("cross: the examples take more memory than they may: the examples and a view of them, %d bytes, expected at most %d", size, size-1))

	// Batch algorithms with the same constant coordinate share their points, which take as much as the examples.
	const all = size + size/2
	require.NoError(t, d.Fits(specs(t, "nkp", "snkp"), all))
	require.ErrorContains(t, d.Fits(specs(t, "nkp", "snkp"), all-1),
		"the examples and a view of them, the points of nkp,")
	lifted := specs(t, "nkp", "bias(snkp,1)")
	require.NoError(t, d.Fits(lifted, all+size/2))
	require.ErrorIs(t, d.Fits(lifted, all+size/2-1), ErrMemory)
	_, err = d.points(0)
	require.NoError(t, err)
	shared := testing.AllocsPerRun(10, func() { _, _ = d.points(0) })
	require.LessOrEqual(t, shared, 2., "room for a product, and no points")
}

// n-OMM learns in a pass that repeats all examples as if it kept them again, to the bit: as in one pass through all
// of these. It keeps an example that was in no pass before.
func TestRepeatedExamplesNeedNotBeKept(t *testing.T) {
	all := make([]int, 40)
	for i := range all {
		all[i] = i
	}
	for _, c := range []struct {
		learner string
		data    *Data
	}{
		{"n-omm", line(40)}, {"n-omm(rho=0.5)", line(40)}, {"n-omm(rho=0)", line(40)}, {"n-omm(keep=violating)", line(40)},
		{"n-omm(p=3)", line(40)}, {"n-omm(rho=0.9,p=1.5)", line(40)}, {"n-omm(rho=0.5)", in(t, line(40), "linear")},
		{"one-vs-rest(n-omm(rho=0.5))", three()}, {"one-vs-rest(n-omm)", in(t, three(), "gaussian")},
	} {
		spec, all := spec(t, c.learner), all[:len(c.data.Examples)]
		half := len(all) / 2
		for _, passes := range [][][]int{{all, all, all}, {all[:half], all, all}, {all[:half], all[half:], all}} {
			keeping := learned(t, c.data, spec, Options{Passes: slices.Values([][]int{slices.Concat(passes...)})})
			got := learned(t, c.data, spec, Options{Passes: slices.Values(passes)})
			require.Len(t, got.Trace.Steps, len(keeping.Trace.Steps))
			for i, step := range keeping.Trace.Steps { // a margin may be NaN
				require.Equal(t, fmt.Sprint(step), fmt.Sprint(got.Trace.Steps[i]), "%s, step %d", c.learner, i+1)
			}
			require.Equal(t, keeping.Linear, got.Linear, c.learner)
		}
	}
}

// The steps of many passes take no memory if they are only counted.
func TestMemoryDoesNotGrowWithPasses(t *testing.T) {
	live := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	for learner, data := range map[string]*Data{
		"e-omm": line(60), "pa": in(t, line(60), "linear"), "one-vs-rest(perceptron)": three(), "amira-k-best": three(),
		"n-omm": line(60), "n-omm(rho=0.5)": line(60), "n-omm(rho=0.75)": in(t, line(60), "linear"), "one-vs-rest(n-omm)": in(t, three(), "gaussian"),
	} {
		var first, last uint64
		passes := func(yield func([]int) bool) {
			order := slices.Collect(benchdata.InOrder(len(data.Examples), 1))[0]
			for pass := range 5000 {
				switch pass {
				case 10:
					first = live()
				case 4999:
					last = live()
				}
				yield(order)
			}
		}
		learned(t, data, spec(t, learner), Options{Passes: passes, Counts: true})
		require.Less(t, last, first+1<<17, learner)
	}
}

// In kernel form with the linear kernel a run equals the run without, up to rounding, and so do its verdicts.
func TestLinearKernelIsNone(t *testing.T) {
	t.Parallel()
	for _, learner := range []string{"e-omm", "perceptron", "averaged-perceptron", "romma", "bias(a-romma,1)", "alma", "pa-i", "pegasos", "nkp", "nvn(eps=0.5)", "amira-k-best(eps=0.5)"} {
		plain, other := run(t, line(60), learner, 3), run(t, in(t, line(60), "linear"), learner, 3)
		require.InDelta(t, plain.Margin(), other.Margin(), 1e-9, learner)
		tau, ok := plain.Tau()
		tauOther, okOther := other.Tau()
		require.Equal(t, []any{tau, ok}, []any{tauOther, okOther}, learner)
		want := verdicts(t, plain)
		got := verdicts(t, other)
		require.Len(t, got, len(want))
		require.NotEmpty(t, want)
		for i, v := range want {
			id := learner + " " + v.Guarantee.ID
			require.Equal(t, v.Guarantee.ID, got[i].Guarantee.ID)
			require.Equal(t, []any{v.Holds, v.Reason, v.View}, []any{got[i].Holds, got[i].Reason, got[i].View}, id)
			if v.Applies() && v.Setting.Phi == 0 {
				require.InEpsilon(t, 1+v.Value, 1+got[i].Value, 1e-6, id)
			}
		}
	}
}

// The margin is the least y(w·x+b)/‖w‖, in the norm of the data or else of the learner; tau is the number of examples
// after which it was first above 0.
func TestMarginAndTau(t *testing.T) {
	t.Parallel()
	d := line(50)
	r := run(t, d, "e-omm(p=3)", 30)
	w, b := r.Trace.Classifier.W, r.Trace.Classifier.B
	least := math.Inf(1)
	for _, e := range d.Examples {
		score := b
		for k, v := range e.X.Value {
			score += w[k] * v
		}
		least = min(least, float64(e.Y)*score)
	}
	dual := func(q float64) float64 { // ‖w‖_q
		var sum float64
		for _, v := range w {
			sum += math.Pow(math.Abs(v), q)
		}
		return math.Pow(sum, 1/q)
	}
	require.Positive(t, least)
	require.InEpsilon(t, least/dual(1.5), r.Margin(), 1e-9)
	for p, q := range map[float64]float64{2: 2, 1.5: 3} {
		d.InNorm(vec.P(p))
		require.InEpsilon(t, least/dual(q), run(t, d, "e-omm(p=3)", 30).Margin(), 1e-9)
	}
	d = line(8)
	later := false
	for _, expr := range []string{"e-omm(p=3)", "bias(perceptron,1)"} {
		tau, ok := run(t, d, expr, 300).Tau()
		require.True(t, ok, expr)
		later = later || tau > len(d.Examples)
		l := spec(t, expr).New(d.Dim)
		for seen := 1; ; seen++ {
			e := d.Examples[(seen-1)%len(d.Examples)]
			l.Step(e.X, e.Y)
			if l.State().Classifier.Margin(d.Examples) > 0 {
				require.Equal(t, tau, seen, expr)
				break
			}
		}
	}
	require.True(t, later, "both separate the data in their first pass")
	_, ok := run(t, cross(), "perceptron", 3).Tau()
	require.False(t, ok)
	require.Zero(t, run(t, cross(), "perceptron", 3).Margin())
}

// With many classes the margin is the least lead of the right class, over the norm of all w together.
func TestMarginOfManyClasses(t *testing.T) {
	t.Parallel()
	for _, learner := range []string{"amira-k-best(eps=0.5)", "bias(amira-1-best,2)", "one-vs-rest(bias(pa,1))"} {
		d := three()
		r := run(t, d, learner, 60)
		require.Empty(t, r.Stop)
		lift := r.Learner.Bias
		w := r.Trace.Classifier.W
		dim := len(w) / 3
		least, square := math.Inf(1), 0.
		for _, v := range w {
			square += v * v
		}
		for i, e := range d.Examples {
			var scores [3]float64
			for c := range scores {
				for k, v := range append(append([]float64(nil), e.X.Value...), lift)[:dim] {
					scores[c] += v * w[c*dim+k]
				}
				if r.Binary != nil {
					scores[c] += r.Binary[c].bias(t)
				}
				require.InDelta(t, scores[c], r.Linear[c].Score(e.X), 1e-9, "on the features, without the constant coordinate")
			}
			for c := range scores {
				if c != d.Class[i] {
					least = min(least, scores[d.Class[i]]-scores[c])
				}
			}
		}
		require.Positive(t, least, learner)
		require.InEpsilon(t, least/math.Sqrt(square), r.Margin(), 1e-9, learner)
	}
}

// bias returns the bias of a binary learner's classifier.
func (r *Run) bias(t *testing.T) float64 {
	verdicts(t, r)
	return r.Trace.Classifier.B
}

// One-vs-rest is checked a class at a time. If a binary learner stopped, it is not checked, since theorems may be
// about the whole stream.
func TestOneVsRestIsCheckedByClass(t *testing.T) {
	t.Parallel()
	for _, kernel := range []string{"", "linear"} {
		d := three()
		if kernel != "" {
			in(t, d, kernel)
		}
		r := run(t, d, "one-vs-rest(e-omm)", 20)
		require.Len(t, r.Held(), 3)
		for c, b := range r.Held() {
			require.Equal(t, "one-vs-rest(e-omm), "+d.Classes[c], b.Label)
			applied := 0
			for _, v := range verdicts(t, b) {
				require.True(t, v.Holds || v.Guarantee.Status != theory.Proved, v.Guarantee.ID)
				if v.Applies() {
					applied++
				}
			}
			require.Positive(t, applied)
			require.Equal(t, len(b.Trace.Steps), 20*6)
		}
		d.Class[0] = 2 // no more separation of 1 from 2
		d.Class[1] = 1
		r = run(t, d, "one-vs-rest(n-omm)", 1)
		if r.Stop != nil {
			require.Empty(t, r.Held())
		}
	}
}

// Data that are not separable as given are separable in the space of a kernel.
func TestVerdictsAreOfTheSpace(t *testing.T) {
	t.Parallel()
	reasons := func(d *Data) (all map[string]string) {
		all = map[string]string{}
		for _, learner := range []string{"e-omm", "perceptron", "snkp"} {
			for _, v := range verdicts(t, run(t, d, learner, 40)) {
				require.True(t, v.Holds || v.Guarantee.Status != theory.Proved, v.Guarantee.ID)
				require.Equal(t, !v.Applies(), v.Reason.String() != "")
				all[v.Guarantee.ID] = v.Reason.String()
			}
		}
		return all
	}
	plain, square := reasons(cross()), reasons(in(t, cross(), "poly(degree=2)"))
	require.Equal(t, "not separable", plain["omm-s1"])
	require.Equal(t, "not separable through the origin", plain["perceptron-novikoff"])
	require.Equal(t, "it gave up before it found a certificate", plain["snkp-iterations"])
	for _, id := range []string{"omm-s1", "perceptron-novikoff", "snkp-iterations"} {
		require.Empty(t, square[id])
	}
}

// A batch algorithm does not begin if it cannot take one of the examples.
func TestBatchRefuses(t *testing.T) {
	t.Parallel()
	d := cross()
	d.Examples = append(d.Examples, theory.Example{X: vec.Dense(0, 0), Y: 1})
	r := run(t, d, "snkp", 1)
	require.True(t, r.Refused)
	require.ErrorContains(t, r.Stop, "example 5 is x = 0")
	require.Empty(t, r.Held())
	require.True(t, math.IsNaN(r.Margin()))
}

// The constant coordinate of a batch algorithm is also that of the view, and of the margin.
func TestLiftedBatch(t *testing.T) {
	t.Parallel()
	d := NewData("moved", []theory.Example{{X: vec.Dense(11), Y: 1}, {X: vec.Dense(9), Y: -1}}, 1)
	r := run(t, d, "bias(nvn(eps=0.001),10)", 1)
	require.NoError(t, r.Stop)
	require.Equal(t, "separator", string(r.Result.Certificate))
	w := r.Trace.Classifier.W
	least := min(w[0]*11+w[1]*10, -w[0]*9-w[1]*10)
	require.InEpsilon(t, least/math.Hypot(w[0], w[1]), r.Margin(), 1e-9)
	applied := 0
	for _, v := range verdicts(t, r) {
		require.Equal(t, 10., v.View.Lift)
		if v.Applies() {
			applied++
		}
	}
	require.Positive(t, applied)
}

// Concurrent runs equal successive ones.
func TestRunsAtOnce(t *testing.T) {
	t.Parallel()
	at, alone := line(300), line(300)
	at.Examples[0].Y, alone.Examples[0].Y = -at.Examples[0].Y, -alone.Examples[0].Y // batch algorithms take long
	learners, err := at.Checked()
	require.NoError(t, err)
	runs := make([]*Run, len(learners))
	var all sync.WaitGroup
	for i, l := range learners {
		all.Go(func() { runs[i], _ = at.Run(t.Context(), l, Options{}) })
	}
	all.Wait()
	told := func(r *Run) string { return fmt.Sprint(r.Trace.Steps, r.Trace.Iterates, r.Trace.Classifier, r.Stop) }
	for i, l := range learners {
		require.True(t, told(learned(t, alone, l, Options{})) == told(runs[i]), "%s does something else beside others", l)
	}
}

// Watch is called at every 256 examples, in whatever form the learner sees them.
func TestWatch(t *testing.T) {
	t.Parallel()
	for learner, d := range map[string]*Data{"perceptron": line(300), "nkp(margin=0.02)": cross()} {
		var seen []int
		learned(t, d, spec(t, learner), Options{Watch: func(done int) { seen = append(seen, done) }})
		require.GreaterOrEqual(t, len(seen), 2)
		require.Equal(t, []int{0, 256}, seen[:2])
	}
}

// InNorm refuses a norm for data whose lengths are of another kind.
func TestNormsOfOtherData(t *testing.T) {
	t.Parallel()
	require.Panics(t, func() { in(t, cross(), "linear").InNorm(vec.P(3)) })
	in(t, cross(), "linear").InNorm(vec.P(2))
	require.Panics(t, func() { three().InNorm(vec.P(3)) })

	d := cross()
	d.NormName = "weighted:3:W"
	d.InNorm(vec.P(3))
	require.Equal(t, []string{"weighted:3:W", "2", "2", "4"}, []string{d.NameOf(vec.P(3)), d.NameOf(nil), d.NameOf(vec.L2{}), d.NameOf(vec.P(4))})
	d.NormName = "mahalanobis:M"
	d.InNorm(vec.L2{})
	require.Equal(t, []string{"mahalanobis:M", "mahalanobis:M", "3"}, []string{d.NameOf(nil), d.NameOf(vec.L2{}), d.NameOf(vec.P(3))})
}

// The default learners, and the checked ones, have a form for the data.
func TestDefaultsFitTheData(t *testing.T) {
	t.Parallel()
	inNorm := line(8)
	inNorm.InNorm(vec.P(3))
	for _, d := range []*Data{line(8), in(t, line(8), "gaussian(sigma=3)"), inNorm, three(), in(t, three(), "gaussian(sigma=3)")} {
		defaults, err := d.Defaults()
		require.NoError(t, err)
		checked, err := d.Checked()
		require.NoError(t, err)
		require.NotEmpty(t, defaults)
		for _, l := range slices.Concat(defaults, checked) {
			r := learned(t, d, l, Options{})
			require.False(t, r.Refused, l)
		}
	}
	_, err := InNorm(vec.P(3), specs(t, "pa", "romma"), false)
	require.ErrorContains(t, err, `learner "pa": it has no form in the norm 3, it is of l2 alone; those that have one are n-omm, `)
}

// ending is a context that ends after a number of queries.
type ending struct {
	context.Context
	left int
}

func (c *ending) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// A learner's solution in the space of a kernel keeps to its time and memory: the embedding of its points ends with
// the context, and the learner stops where they take more.
func TestEmbeddingsOfLearnersEnd(t *testing.T) {
	t.Parallel()
	d := in(t, line(200), "gaussian(sigma=1)")
	_, err := d.Run(&ending{t.Context(), 9}, spec(t, "n-omm"), Options{})
	require.ErrorIs(t, err, context.Canceled)
	require.Less(t, d.gram.Computed(), 100)

	d = in(t, line(200), "gaussian(sigma=1)")
	d.embedding.Memory = 8 * 200 * 20
	r := run(t, d, "n-omm", 1)
	require.ErrorIs(t, r.Stop, kernel.ErrMemory)
	require.Zero(t, r.Trace.Seen)
	require.NoError(t, run(t, d, "e-omm", 1).Stop)
}

// The differences of many classes are not computed after the end of the context.
func TestDifferencesEndWithTheContext(t *testing.T) {
	t.Parallel()
	const n = 700
	x, class, classes := make([]vec.Vector, n), make([]int, n), make([]string, n)
	for i := range n {
		x[i], class[i], classes[i] = vec.Dense(float64(i), 1), i, fmt.Sprint(i)
	}
	d := newClasses("many", x, class, classes, 2)
	ended, end := context.WithCancel(t.Context())
	end()
	_, err := d.surveyMany(ended, 0)
	require.ErrorIs(t, err, context.Canceled)
	require.Empty(t, d.many)
}
