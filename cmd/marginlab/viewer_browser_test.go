package main

import (
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/report/viewer"
	"marginlab/internal/rapidtest"
	"marginlab/theory/real"
)

// certificateOf returns a certificate of the testdata.
func certificateOf(t *testing.T, name string) *certificate.Certificate {
	t.Helper()
	file, err := os.Open("../../adversarial/testdata/" + name + ".json")
	require.NoError(t, err)
	defer file.Close()
	c, err := certificate.Read(file)
	require.NoError(t, err)
	return c
}

// storyOf tells the story of a certificate of the testdata.
func storyOf(t *testing.T, name string) *viewer.Story {
	t.Helper()
	c := certificateOf(t, name)
	s, err := viewer.Tell(t.Context(), c.Statement, c.Stream, c.Comparator)
	require.NoError(t, err)
	s.ID, s.Name = filepath.Base(name), name
	return s
}

// asFloats are the coordinates in float64.
func asFloats(x exact.Vector) (z []float64) {
	for _, v := range x {
		f, _ := v.Float64()
		z = append(z, f)
	}
	return z
}

// storyPage writes a story to a page.
func storyPage(t *testing.T, s *viewer.Story) string {
	t.Helper()
	return sectionPage(t, s.Section())
}

// sectionPage writes a section to a page.
func sectionPage(t *testing.T, s report.Section) string {
	t.Helper()
	p := report.Page{Title: "Step by step", Sections: []report.Section{s}, Style: viewer.Style, Script: viewer.Script()}
	return savedPage(t, p.Write)
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
func draws(p *tab, n int) drawn {
	return eval[drawn](p, fmt.Sprintf(`(() => {
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
func sliderMovesThePlane(t *testing.T, browser *chromium) {
	c := certificateOf(t, "example/omm-quarter")
	p := browser.Open(t, storyPage(t, storyOf(t, "example/omm-quarter")), "", view{})
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
		v := asFloats(w[step])
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
func projectionIsTrue(t *testing.T, browser *chromium) {
	c := certificateOf(t, "omm-half")
	p := browser.Open(t, storyPage(t, storyOf(t, "omm-half")), "#omm-half=3", view{})
	w, b, gamma := models(t, "e-omm", c.Stream)
	scale := 0.0
	for step := 2; step <= len(c.Stream); step++ {
		d := draws(p, len(c.Stream))
		v := asFloats(w[step])
		size := math.Sqrt(floats.Dot(v, v))
		require.Equal(t, d.Line[0], d.Line[2], "upright")
		for i, e := range c.Stream {
			distance := (floats.Dot(v, asFloats(e.X)) + b[step]) / size
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
		require.Equal(t, says, eval[string](p, `document.querySelector(".viewer-distances tbody").rows[3].cells[1].title`))
		all, drawn := 0.0, 0.0
		for i, e := range c.Stream {
			for j := range i {
				z := asFloats(e.X.Minus(c.Stream[j].X))
				all += floats.Dot(z, z)
				drawn += math.Pow(d.Examples[i][0]-d.Examples[j][0], 2) + math.Pow(d.Examples[i][1]-d.Examples[j][1], 2)
			}
		}
		var percent float64
		_, err := fmt.Sscanf(eval[string](p, `document.querySelector(".viewer-picture figcaption").textContent.match(/it draws ([^ ]+) %/)?.[1] ?? "100"`), "%g", &percent)
		require.NoError(t, err)
		require.InEpsilon(t, 100*drawn/all/(scale*scale), percent, 1e-2)
		p.Press(kb.ArrowRight)
	}
	p.Clean()
}

// Of the two stories of a section the link opens the second. The first stays closed.
func keysAndLinks(t *testing.T, browser *chromium) {
	p := browser.Open(t, sectionPage(t, report.Section{ID: "steps", Title: "Steps", Parts: []report.Section{
		storyOf(t, "omm-half").Section(), storyOf(t, "pumma-square").Section(),
	}}), "#pumma-square=9", view{})
	at := func() string {
		return eval[string](p, `document.querySelector("[data-story=pumma-square] .viewer-at").textContent + " " + location.hash`)
	}
	require.Equal(t, "9 of 15 #pumma-square=9", at())
	require.Equal(t, []bool{false, true}, eval[[]bool](p, `[...document.querySelectorAll(".part")].map(d => d.open)`))
	p.Press(kb.ArrowLeft)
	require.Equal(t, "8 of 15 #pumma-square=8", at())
	p.Press(kb.End)
	require.Equal(t, "the end #pumma-square=end", at())
	p.Press(kb.ArrowRight)
	require.Equal(t, "the end #pumma-square=end", at(), "there is no step after the end")
	p.Press(kb.Home)
	require.Equal(t, "1 of 15 #pumma-square=1", at())
	label := `document.querySelector("[data-story=pumma-square] [data-do=play]").textContent`
	eval[bool](p, `!!(window.setInterval = tick => { window.tick = tick; return 1; })`) // the clock is the test's
	p.Press(" ")
	require.Equal(t, "Pause", eval[string](p, label))
	eval[bool](p, `window.tick() || true`)
	p.Press(" ")
	require.Equal(t, "Play", eval[string](p, label))
	require.Equal(t, "3 of 15 #pumma-square=3", at(), "playing begins with a step, and takes another at each tick")
	eval[bool](p, `new Promise(done => { addEventListener("hashchange", () => done(true), { once: true }); location.hash = "#pumma-square=12"; })`)
	require.Equal(t, "12 of 15 #pumma-square=12", at())
	require.Contains(t, eval[string](p, `document.querySelector("[data-story=pumma-square] .viewer-say").textContent`), "Step 12 of 15: example 12, label ")
	eval[bool](p, `document.querySelector("[data-story=pumma-square] [data-example='4']").dispatchEvent(new MouseEvent("click", { bubbles: true }))`)
	require.Equal(t, "4 of 15 #pumma-square=4", at(), "a click on an example leads to its step")
	eval[bool](p, `(() => {
		const chart = document.querySelector("[data-story=pumma-square] .viewer-chart svg"), at = chart.getBoundingClientRect();
		const tick = chart.querySelectorAll(".tick")[5].getBoundingClientRect();
		return chart.dispatchEvent(new MouseEvent("click", { clientX: tick.left + tick.width / 2, clientY: at.top + 20 }));
	})()`)
	require.Equal(t, fmt.Sprintf("%d of 15 #pumma-square=%[1]d", sixth(storyOf(t, "pumma-square"))), at(),
		"a click on a chart leads to the step")
	p.Do(chromedp.Focus(chromedp.CSS("[data-story=pumma-square] .viewer-exact summary")))
	p.Press(kb.Enter)
	require.Contains(t, eval[string](p, `document.querySelector("[data-story=pumma-square] .viewer-exact td").innerText`), "(")
	p.Clean()
}

// sixth is the step of the sixth mistake or update.
func sixth(s *viewer.Story) int {
	var steps []int
	for _, step := range s.Runs[0].Steps {
		if step.Mistake || step.Updated {
			steps = append(steps, step.T)
		}
	}
	return steps[5]
}

// Upright to the maximum margin the examples stand still, at their distances from its hyperplane.
func uprightToTheMargin(t *testing.T, browser *chromium) {
	c := certificateOf(t, "omm-half")
	p := browser.Open(t, storyPage(t, storyOf(t, "omm-half")), "#omm-half=4", view{})
	eval[bool](p, `(() => { const s = document.querySelector(".viewer-upright select"); s.value = 0; return s.dispatchEvent(new Event("change")); })()`)
	best, _ := exact.MaxMargin(c.Stream, false)
	w := asFloats(best.W)
	b, _ := best.B.Float64()
	gamma := math.Sqrt(floats.Dot(w, w)) / 2
	lines := eval[[]float64](p, `[...document.querySelectorAll("svg line.best")].map(e => Number(e.getAttribute("x1")))`)
	require.Len(t, lines, 3)
	scale := (lines[1] - lines[0]) / gamma
	d := draws(p, len(c.Stream))
	require.Nil(t, d.Line, "the learner's hyperplane is no line there")
	for i, e := range c.Stream {
		distance := (floats.Dot(w, asFloats(e.X)) + b) / math.Sqrt(floats.Dot(w, w))
		require.InDelta(t, distance*scale, d.Examples[i][0]-lines[0], onScreen*scale*gamma, "example %d", i+1)
	}
	p.Press(kb.ArrowRight)
	require.Equal(t, d.Examples, draws(p, len(c.Stream)).Examples)
	p.Picture("viewer-upright")
	p.Clean()
}

func secondLearner(t *testing.T, browser *chromium) {
	p := browser.Open(t, storyPage(t, storyOf(t, "e-omm-more")), "#e-omm-more=5.2", view{})
	say := `document.querySelector(".viewer-say").textContent`
	require.Contains(t, eval[string](p, say), "n‑omm predicts")
	eval[bool](p, `(() => { const s = document.querySelector(".viewer-controls select"); s.value = 0; return s.dispatchEvent(new Event("change")); })()`)
	require.Contains(t, eval[string](p, say), "e‑omm predicts")
	require.Equal(t, "#e-omm-more=5", eval[string](p, `location.hash`))
	p.Clean()
	// The table of guarantees has rows on one of the two learners here.
	p = browser.Open(t, storyPage(t, storyOf(t, "naromma-step-4")), "#naromma-step-4=3.2", view{})
	theorems := `document.querySelector(".viewer-theorems").innerText`
	require.Contains(t, eval[string](p, theorems), "No theorem of the table")
	eval[bool](p, `(() => { const s = document.querySelector(".viewer-controls select"); s.value = 0; return s.dispatchEvent(new Event("change")); })()`)
	require.Contains(t, eval[string](p, theorems), "romma-mistakes")
	p.Clean()
}

// looks opens pages of several kinds at several widths. With [picturesEnv] they are kept to be looked at.
func looks(t *testing.T, browser *chromium) {
	rapidtest.Slow(t)
	views := []view{{Width: 390, Height: 844}, {Width: 1000, Dark: true}, {Width: 1900, Height: 1000},
		{Width: 390, Height: 844, Dark: true}, {Width: 1000}, {Width: 1900, Height: 1000, Dark: true}}
	if !rapidtest.Long() {
		views = views[:1] // where there is least room
	}
	pages := map[string]int{"n-omm-forgets": 3, "example/omm-quarter": 4, "omm-half": 5, "e-omm-more": 5}
	if rapidtest.Long() {
		maps.Copy(pages, map[string]int{"perceptron-norm-3": 2, "randomized-long": 20, "amira-at-rest": 4})
	}
	for name, step := range pages {
		file := storyPage(t, storyOf(t, name))
		for _, v := range views {
			p := browser.Open(t, file, fmt.Sprintf("#%s=%d", filepath.Base(name), step), v)
			p.Fits()
			p.Picture(fmt.Sprintf("viewer-%s-%d-%v", filepath.Base(name), v.Width, v.Dark))
			p.Clean()
		}
	}
}
