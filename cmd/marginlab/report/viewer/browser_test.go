package viewer

import (
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/report/browsertest"
	"marginlab/internal/rapidtest"
	"marginlab/theory/real"
)

// page writes a story to a page.
func page(t *testing.T, s *Story) string {
	t.Helper()
	return written(t, s.Section())
}

// written writes a section to a page.
func written(t *testing.T, s report.Section) string {
	t.Helper()
	return browsertest.Saved(t, report.Page{Title: "Step by step", Sections: []report.Section{s}}.Write)
}

func TestViewerInTheBrowser(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	browser := browsertest.Start(t)
	t.Run("the slider moves the hyperplane of the plane to where the exact model has it", func(t *testing.T) { sliderMovesThePlane(t, browser) })
	t.Run("a projection has the distances of the exact model", func(t *testing.T) { projectionIsTrue(t, browser) })
	t.Run("keys and links lead to steps", func(t *testing.T) { keysAndLinks(t, browser) })
	t.Run("a projection is upright to the maximum margin", func(t *testing.T) { uprightToTheMargin(t, browser) })
	t.Run("the second learner has steps too", func(t *testing.T) { secondLearner(t, browser) })
	t.Run("fits and is clean", func(t *testing.T) { looks(t, browser) })
}

// drawn is what a picture shows, in pixels.
type drawn struct {
	At       string       `json:"at"`
	Line     []float64    `json:"line"`  // x1, y1, x2, y2 of the hyperplane; null where there is none
	Edges    []float64    `json:"edges"` // x1 of the learner's margin
	Examples [][2]float64 `json:"examples"`
}

// onScreen is how near a place on the screen is known, relatively: the browser says where something is in float32.
const onScreen = 1e-6

// draws reads a picture of n examples.
func draws(p *browsertest.Page, n int) drawn {
	return browsertest.Eval[drawn](p, fmt.Sprintf(`(() => {
		const number = (e, name) => Number(e.getAttribute(name));
		const line = document.querySelector("svg .hyperplane");
		return {
			at: document.querySelector(".viewer-at").textContent,
			line: line && ["x1", "y1", "x2", "y2"].map(name => number(line, name)),
			edges: [...document.querySelectorAll("svg line.edge:not(.best)")].map(e => number(e, "x1")),
			examples: Array.from({ length: %d }, (_, i) => {
				const box = document.querySelector("svg [data-example='" + (i + 1) + "']").getBBox();
				return [box.x + box.width / 2, box.y + box.height / 2];
			}),
		};
	})()`, n))
}

// models are the classifiers of the exact model before each step, and after the last.
func models(t *testing.T, learner string, stream []exact.Example) (w []exact.Vector, b, gamma []float64) {
	t.Helper()
	spec, err := exact.Parse(learner)
	require.NoError(t, err)
	l := spec.New(exact.Rationals(), len(stream[0].X))
	add := func() {
		point, bias := l.Classifier()
		q, is := point.Rational()
		require.True(t, is)
		own := math.NaN()
		if square := l.SqGamma(); square.Exists() {
			own = math.Sqrt(certificate.Middle(square))
		}
		w, b, gamma = append(w, q), append(b, certificate.Middle(bias)), append(gamma, own)
	}
	for _, e := range stream {
		add()
		l.Step(e.X, e.Y)
	}
	add()
	return w, b, gamma
}

// The four examples give the scale of the picture; both ends of the line are then on the
// hyperplane w·x + b = 0 of the exact model.
func sliderMovesThePlane(t *testing.T, browser *browsertest.Browser) {
	c := read(t, "example/omm-quarter")
	p := browser.Open(t, page(t, told(t, "example/omm-quarter")), "", browsertest.View{})
	w, b, _ := models(t, "e-omm", c.Stream)
	p.Do(chromedp.Focus(chromedp.CSS("input[type=range]")))
	for step := range 5 {
		switch step {
		case 0:
		case 4: // the slider ends at the last step; what is after it has a button
			p.Press(kb.ArrowRight)
			require.Equal(t, "4 of 4", draws(p, 4).At)
			p.Click("[data-do=on]")
		default:
			p.Press(kb.ArrowRight)
		}
		d := draws(p, 4)
		require.Equal(t, []string{"1 of 4", "2 of 4", "3 of 4", "4 of 4", "the end"}[step], d.At)
		if w[step].IsZero() {
			require.Nil(t, d.Line, "step %d", step+1)
			continue
		}
		// The examples are (0, 2), (0, −2), (1, 0), (−1, 0).
		unitX, unitY := (d.Examples[2][0]-d.Examples[3][0])/2, (d.Examples[0][1]-d.Examples[1][1])/4
		require.InEpsilon(t, unitX, -unitY, onScreen, "one scale")
		v := rounded(w[step])
		for end := range 2 {
			x := (d.Line[2*end] - d.Examples[0][0]) / unitX
			y := (d.Line[2*end+1] - d.Examples[2][1]) / unitY
			require.InDelta(t, 0, v[0]*x+v[1]*y+b[step], onScreen*math.Hypot(v[0], v[1]), "step %d: (%v, %v) and %v", step+1, x, y, v)
		}
	}
	p.Clean()
}

// Of four dimensions the examples are drawn at their distances from the hyperplane, on one
// scale, and the margin at γ_t.
func projectionIsTrue(t *testing.T, browser *browsertest.Browser) {
	c := read(t, "omm-half")
	p := browser.Open(t, page(t, told(t, "omm-half")), "#omm-half=3", browsertest.View{})
	w, b, gamma := models(t, "e-omm", c.Stream)
	scale := 0.0
	for step := 2; step <= len(c.Stream); step++ {
		d := draws(p, len(c.Stream))
		v := rounded(w[step])
		size := math.Sqrt(dot(v, v))
		require.Equal(t, d.Line[0], d.Line[2], "upright")
		for i, e := range c.Stream {
			distance := (dot(v, rounded(e.X)) + b[step]) / size
			if math.Abs(distance) < 1 {
				continue
			}
			unit := (d.Examples[i][0] - d.Line[0]) / distance
			if scale == 0 {
				scale = unit
			}
			require.InEpsilon(t, scale, unit, onScreen, "step %d, example %d", step+1, i+1)
		}
		require.InDeltaSlice(t, []float64{gamma[step] * scale, -gamma[step] * scale}, []float64{d.Edges[0] - d.Line[0], d.Edges[1] - d.Line[0]}, onScreen*scale*gamma[step])
		across, up := d.Examples[3][0]-d.Examples[0][0], d.Examples[3][1]-d.Examples[0][1]
		apart := math.Sqrt(certificate.Middle(real.NewField(64).Rational(c.Stream[3].X.Minus(c.Stream[0].X).SqNorm())))
		says := fmt.Sprintf("4 and 1 are %.4g apart and drawn %.4g apart", apart, math.Hypot(across, up)/scale)
		require.Equal(t, says, browsertest.Eval[string](p, `document.querySelector(".viewer-distances tbody").rows[3].cells[1].title`))
		all, drawn := 0.0, 0.0
		for i, e := range c.Stream {
			for j := range i {
				z := rounded(e.X.Minus(c.Stream[j].X))
				all += dot(z, z)
				drawn += math.Pow(d.Examples[i][0]-d.Examples[j][0], 2) + math.Pow(d.Examples[i][1]-d.Examples[j][1], 2)
			}
		}
		var percent float64
		_, err := fmt.Sscanf(browsertest.Eval[string](p, `document.querySelector(".viewer-picture figcaption").textContent.match(/it draws ([^ ]+) %/)?.[1] ?? "100"`), "%g", &percent)
		require.NoError(t, err)
		require.InEpsilon(t, 100*drawn/all/(scale*scale), percent, 1e-2)
		p.Press(kb.ArrowRight)
	}
	p.Clean()
}

// Of the two stories of a section the link opens the second. The first stays closed.
func keysAndLinks(t *testing.T, browser *browsertest.Browser) {
	p := browser.Open(t, written(t, report.Section{ID: "steps", Title: "Steps", Parts: []report.Section{told(t, "omm-half").Section(), told(t, "pumma-square").Section()}}), "#pumma-square=9", browsertest.View{})
	at := func() string {
		return browsertest.Eval[string](p, `document.querySelector("[data-story=pumma-square] .viewer-at").textContent + " " + location.hash`)
	}
	require.Equal(t, "9 of 15 #pumma-square=9", at())
	require.Equal(t, []bool{false, true}, browsertest.Eval[[]bool](p, `[...document.querySelectorAll(".part")].map(d => d.open)`))
	p.Press(kb.ArrowLeft)
	require.Equal(t, "8 of 15 #pumma-square=8", at())
	p.Press(kb.End)
	require.Equal(t, "the end #pumma-square=end", at())
	p.Press(kb.ArrowRight)
	require.Equal(t, "the end #pumma-square=end", at(), "there is no step after the end")
	p.Press(kb.Home)
	require.Equal(t, "1 of 15 #pumma-square=1", at())
	label := `document.querySelector("[data-story=pumma-square] [data-do=play]").textContent`
	browsertest.Eval[bool](p, `!!(window.setInterval = tick => { window.tick = tick; return 1; })`) // the clock is the test's
	p.Press(" ")
	require.Equal(t, "Pause", browsertest.Eval[string](p, label))
	browsertest.Eval[bool](p, `window.tick() || true`)
	p.Press(" ")
	require.Equal(t, "Play", browsertest.Eval[string](p, label))
	require.Equal(t, "3 of 15 #pumma-square=3", at(), "playing begins with a step, and takes another at each tick")
	browsertest.Eval[bool](p, `new Promise(done => { addEventListener("hashchange", () => done(true), { once: true }); location.hash = "#pumma-square=12"; })`)
	require.Equal(t, "12 of 15 #pumma-square=12", at())
	require.Contains(t, browsertest.Eval[string](p, `document.querySelector("[data-story=pumma-square] .viewer-say").textContent`), "Step 12 of 15: example 12, label ")
	browsertest.Eval[bool](p, `document.querySelector("[data-story=pumma-square] [data-example='4']").dispatchEvent(new MouseEvent("click", { bubbles: true }))`)
	require.Equal(t, "4 of 15 #pumma-square=4", at(), "a click on an example leads to its step")
	browsertest.Eval[bool](p, `(() => {
		const chart = document.querySelector("[data-story=pumma-square] .viewer-chart svg"), at = chart.getBoundingClientRect();
		const tick = chart.querySelectorAll(".tick")[5].getBoundingClientRect();
		return chart.dispatchEvent(new MouseEvent("click", { clientX: tick.left + tick.width / 2, clientY: at.top + 20 }));
	})()`)
	require.Equal(t, fmt.Sprintf("%d of 15 #pumma-square=%[1]d", sixth(t, "pumma-square")), at(), "a click on a chart leads to the step")
	p.Do(chromedp.Focus(chromedp.CSS("[data-story=pumma-square] .viewer-exact summary")))
	p.Press(kb.Enter)
	require.Contains(t, browsertest.Eval[string](p, `document.querySelector("[data-story=pumma-square] .viewer-exact td").innerText`), "(")
	p.Clean()
}

// sixth is the step of the sixth mistake or update.
func sixth(t *testing.T, name string) int {
	n := 0
	for i, d := range verdict(t, name).Runs[0].Steps {
		if d.Mistake() || d.Updated {
			n++
		}
		if n == 6 {
			return i + 1
		}
	}
	t.Fatal("there is none")
	return 0
}

// Upright to the maximum margin the examples stand still, at their distances from its hyperplane.
func uprightToTheMargin(t *testing.T, browser *browsertest.Browser) {
	c := read(t, "omm-half")
	p := browser.Open(t, page(t, told(t, "omm-half")), "#omm-half=4", browsertest.View{})
	browsertest.Eval[bool](p, `(() => { const s = document.querySelector(".viewer-upright select"); s.value = 0; return s.dispatchEvent(new Event("change")); })()`)
	best, _ := exact.MaxMargin(c.Stream, false)
	w := rounded(best.W)
	b, _ := best.B.Float64()
	gamma := math.Sqrt(dot(w, w)) / 2
	lines := browsertest.Eval[[]float64](p, `[...document.querySelectorAll("svg line.best")].map(e => Number(e.getAttribute("x1")))`)
	require.Len(t, lines, 3)
	scale := (lines[1] - lines[0]) / gamma
	d := draws(p, len(c.Stream))
	require.Nil(t, d.Line, "the learner's hyperplane is no line there")
	for i, e := range c.Stream {
		distance := (dot(w, rounded(e.X)) + b) / math.Sqrt(dot(w, w))
		require.InDelta(t, distance*scale, d.Examples[i][0]-lines[0], onScreen*scale*gamma, "example %d", i+1)
	}
	p.Press(kb.ArrowRight)
	require.Equal(t, d.Examples, draws(p, len(c.Stream)).Examples)
	p.Picture("viewer-upright")
	p.Clean()
}

func secondLearner(t *testing.T, browser *browsertest.Browser) {
	p := browser.Open(t, page(t, told(t, "e-omm-more")), "#e-omm-more=5.2", browsertest.View{})
	say := `document.querySelector(".viewer-say").textContent`
	require.Contains(t, browsertest.Eval[string](p, say), "n‑omm predicts")
	browsertest.Eval[bool](p, `(() => { const s = document.querySelector(".viewer-controls select"); s.value = 0; return s.dispatchEvent(new Event("change")); })()`)
	require.Contains(t, browsertest.Eval[string](p, say), "e‑omm predicts")
	require.Equal(t, "#e-omm-more=5", browsertest.Eval[string](p, `location.hash`))
	p.Clean()
	// The table of guarantees has rows on one of the two learners here.
	p = browser.Open(t, page(t, told(t, "naromma-step-4")), "#naromma-step-4=3.2", browsertest.View{})
	theorems := `document.querySelector(".viewer-theorems").innerText`
	require.Contains(t, browsertest.Eval[string](p, theorems), "No theorem of the table")
	browsertest.Eval[bool](p, `(() => { const s = document.querySelector(".viewer-controls select"); s.value = 0; return s.dispatchEvent(new Event("change")); })()`)
	require.Contains(t, browsertest.Eval[string](p, theorems), "romma-mistakes")
	p.Clean()
}

// looks opens pages of several kinds at several widths. With [browsertest.PicturesEnv] they are kept to be looked at.
func looks(t *testing.T, browser *browsertest.Browser) {
	rapidtest.Slow(t)
	views := []browsertest.View{{Width: 390, Height: 844}, {Width: 1000, Dark: true}, {Width: 1900, Height: 1000},
		{Width: 390, Height: 844, Dark: true}, {Width: 1000}, {Width: 1900, Height: 1000, Dark: true}}
	if !rapidtest.Long() {
		views = views[:1] // where there is least room
	}
	pages := map[string]int{"n-omm-forgets": 3, "example/omm-quarter": 4, "omm-half": 5, "e-omm-more": 5}
	if rapidtest.Long() {
		maps.Copy(pages, map[string]int{"perceptron-norm-3": 2, "randomized-long": 20, "amira-at-rest": 4})
	}
	for name, step := range pages {
		file := page(t, told(t, name))
		for _, v := range views {
			p := browser.Open(t, file, fmt.Sprintf("#%s=%d", filepath.Base(name), step), v)
			p.Fits()
			p.Picture(fmt.Sprintf("viewer-%s-%d-%v", filepath.Base(name), v.Width, v.Dark))
			p.Clean()
		}
	}
}
