package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/algos/trial"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/report"
	"marginlab/internal/rapidtest"
)

// The page of the embedded data and certificates, in windows of all widths, light and dark.
func reportIsSound(t *testing.T, browser *chromium) {
	file := writtenReport(t)
	for _, width := range []int{390, 1000, 1900} {
		for _, dark := range []bool{false, true} {
			if !rapidtest.Long() && dark != (width == 1000) {
				continue // three of the six
			}
			name := fmt.Sprintf("report-%d-%s", width, map[bool]string{false: "light", true: "dark"}[dark])
			t.Run(name, func(t *testing.T) {
				page := browser.Open(t, file, "", view{Width: width, Dark: dark})
				page.Fits()
				page.Picture(name)
				if !rapidtest.Long() && !dark {
					page.Clean() // one of the three is enough to try what moves
					return
				}
				structureIsSound(t, page)
				ratiosAreSorted(t, page)
				valueIsTold(t, page)
				streamOpens(t, page)
				matrixIsNarrow(t, page)
				page.Fits()
				structureIsSound(t, page)
				page.Clean()
			})
		}
	}
	t.Run("print", func(t *testing.T) {
		const a4 = 718 // pixels between margins of 1 cm
		page := browser.Open(t, file, "", view{Width: a4, Print: true})
		require.Empty(t, eval[[]string](page, `(() => {
			const all = selector => [...document.querySelectorAll(selector)], wrong = [];
			all(".tall").every(e => e.scrollHeight <= e.clientHeight + 1) || wrong.push("a table is cut");
			all("nav, .part").some(e => e.checkVisibility()) && wrong.push("links or closed parts are printed");
			all("th button").every(e => getComputedStyle(e).display === "contents") || wrong.push("buttons keep titles from the next pages");
			all(".dots, .marks").some(e => /h0(M|$)/.test(e.getAttribute("d"))) && wrong.push("squares without length are no ink in PDF");
			return wrong;
		})()`))
		page.Fits()
		page.Picture("report-print")
		page.Clean()
	})
}

// writtenReport is the file of the page that report makes without FILE. But for a long run, it has the first of the
// embedded certificates and records alone, since their steps in exact arithmetic take seconds.
func writtenReport(t *testing.T) string {
	file := filepath.Join(t.TempDir(), "report.html")
	if rapidtest.Long() {
		printed(t, "report", "-o", file)
		return file
	}
	iris := benchdata.Iris()
	s := &report.Sample{Data: trial.NewData("iris", iris.Examples, iris.Dim), Passes: 1}
	c := reportCmd{learnFlags: learnFlags{order: order{Passes: 1}}}
	c.Memory = 4 << 30
	require.NoError(t, c.try(t.Context(), s, io.Discard))
	hunts, err := embeddedHunts(t.Context(), adversarial.Errata()[:5], adversarial.Open()[:5])
	require.NoError(t, err)
	page, found, err := reported(t.Context(), []*report.Sample{s}, hunts)
	require.NoError(t, errors.Join(found, err))
	page.Made = "marginlab report"
	require.NoError(t, writeFile(file, page.Write))
	return file
}

// A page of two data sets, with long names, and of two certificates and two records.
func severalOfEach(t *testing.T, browser *chromium) {
	file := filepath.Join(t.TempDir(), "several.html")
	known := "../../adversarial/testdata/"
	args := []string{
		"report", "synthetic(examples=40,dim=2)", known + "omm-half.json", known + "open/ce-omm-constant.json", "iris",
		known + "tie-rho-0.json", known + "open/threshold-e-omm-norm-3-1.json", "--learners", "e-omm,perceptron", "-o", file,
	}
	printed(t, args...)
	page := browser.Open(t, file, "#surviving-1=3", view{Width: 390})
	structureIsSound(t, page)
	require.Equal(t, []string{"surviving-1"}, eval[[]string](page, `[...document.querySelectorAll("details.part[open]")].map(e => e.id)`))
	page.Fits()
	page.Clean()
}

// The guarantees are sorted by their ratio, and turned round by a key.
func ratiosAreSorted(t *testing.T, page *tab) {
	ratios := func() (values []float64) {
		for _, text := range eval[[]string](page, `[...document.querySelectorAll("#theorems-table tbody tr")].map(r => r.cells[5].dataset.sort)`) {
			v, err := strconv.ParseFloat(text, 64)
			require.NoError(t, err)
			values = append(values, v)
		}
		return values
	}
	page.Click("#theorems-table th:nth-child(6) button")
	up := ratios()
	require.Greater(t, len(up), 100)
	require.True(t, slices.IsSorted(up))
	require.Less(t, up[0], up[len(up)-1])
	page.Press(kb.Enter)
	slices.Reverse(up)
	require.Equal(t, up, ratios())
}

// The chart of mistakes tells the value of the lines under the pointer, which is that of the
// table. Where lines lie on each other, it names them all.
func valueIsTold(t *testing.T, page *tab) {
	told := eval[[]string](page, `(() => {
		const plot = document.querySelector("#learners-mistakes .plot"), box = plot.getBoundingClientRect();
		const rows = [...document.querySelectorAll("#learners-table tbody tr")].filter(r => r.cells[1].dataset.sort);
		const mistakes = row => Number(row.cells[1].dataset.sort), counts = rows.map(mistakes);
		return [["top", Math.max(...counts)], ["bottom", Math.min(...counts)]].flatMap(([edge, n]) => {
			plot.dispatchEvent(new PointerEvent("pointermove", { clientX: box.right, clientY: box[edge] }));
			const names = rows.filter(row => mistakes(row) === n).map(row => row.cells[0].textContent);
			return [document.querySelector("#learners-mistakes .tip").textContent, names.join(", ") + ": " + n + " at 100"];
		});
	})()`)
	require.Equal(t, told[1], told[0])
	require.Equal(t, told[3], told[2])
	require.Contains(t, told[3], "amira-1-best,1), bias(amira-k-best")
}

// The links of a refuted and of a surviving claim open their streams, where the viewer has drawn
// a picture. The others stay hidden.
func streamOpens(t *testing.T, page *tab) {
	for i, want := range []string{"violations-are-not-mistakes", "open/ce-omm-constant"} {
		page.Click([]string{"#refuted-table tbody tr:nth-child(3) a", "#survivors-table tbody tr:nth-child(1) a"}[i])
		require.Equal(t, i+1, eval[int](page, fmt.Sprintf(`new Promise(done => {
			const look = () => {
				const open = [...document.querySelectorAll("details.part[open]")], one = open.find(p => p.querySelector("h3").textContent === %q);
				one && one.querySelector(".viewer-canvas svg") ? done(open.length) : setTimeout(look, 20);
			};
			look();
		})`, want)))
	}
	require.Equal(t, []int{2, 0}, eval[[]int](page, `(() => {
		const parts = [...document.querySelectorAll("details.part")], links = document.querySelectorAll("td.claim a");
		return [parts.filter(p => p.checkVisibility()).length, parts.length - links.length];
	})()`))
}

// matrixIsNarrow: the first column of the table of distances, of numbers, is not as wide as one of names.
func matrixIsNarrow(t *testing.T, page *tab) {
	require.Less(t, eval[float64](page, `document.querySelector(".viewer-distances").rows[0].cells[0].offsetWidth`), 80.)
}

// All that is read by a screen reader has a name, no ID is there twice, and every link leads
// somewhere.
func structureIsSound(t *testing.T, page *tab) {
	require.Empty(t, eval[[]string](page, `(() => {
		const wrong = [], seen = new Set(), all = selector => [...document.querySelectorAll(selector)];
		all("[id]").forEach(e => seen.has(e.id) ? wrong.push("twice: " + e.id) : seen.add(e.id));
		all("a[href^='#']").forEach(a => seen.has(a.getAttribute("href").slice(1).split("=")[0]) || wrong.push("leads nowhere: " + a.href));
		all("[aria-labelledby], [aria-describedby]").forEach(e => ["aria-labelledby", "aria-describedby"].forEach(name =>
			(e.getAttribute(name) || "").split(" ").filter(Boolean).forEach(id => seen.has(id) || wrong.push(name + ": " + id))));
		all("main svg[role=img]").forEach(e => e.ariaLabel || wrong.push("no name: " + e.outerHTML.slice(0, 80)));
		all(".chart .plot").forEach(e => e.querySelector("desc")?.textContent || wrong.push("no words: " + e.outerHTML.slice(0, 80)));
		all(".scroll").forEach(e => e.tabIndex === 0 && e.role === "region" && (e.ariaLabel || e.hasAttribute("aria-labelledby")) || wrong.push("no key scrolls: " + e.outerHTML.slice(0, 80)));
		all("table.sortable").forEach(e => e.caption && e.caption.textContent || wrong.push("no caption: " + e.id));
		let level = 1;
		all("h1, h2, h3, h4").forEach(e => { const l = Number(e.tagName[1]); l > level + 1 && wrong.push("heading: " + e.textContent); level = l; });
		for (const landmark of ["header", "nav", "main", "footer"]) all(landmark).length === 1 || wrong.push(landmark);
		return wrong;
	})()`))
}
