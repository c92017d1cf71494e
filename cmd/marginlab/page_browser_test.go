package main

import (
	"fmt"
	"html/template"
	"math"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/term"
)

// Two sections share one script. It shows what the page would.
func scriptReadsData(t *testing.T, browser *chromium) {
	const hostile = " </script> & <b>\n\tγ😀\x1b\x7f\u009b\u200d\u2028\u202e\u2066\ue000\U000e0001"
	const script = `["one", "two"].forEach(async id => document.getElementById(id + "-shown").append((await dataOf(id)).text));`
	p := report.Page{Script: script}
	for _, id := range []string{"one", "two"} {
		p.Sections = append(p.Sections, report.Section{
			ID: id, Title: id, Data: map[string]string{"text": id + hostile},
			Body: template.HTML(`<p id="` + id + `-shown"></p>`),
		})
	}
	page := browser.Open(t, savedPage(t, p.Write), "", view{})
	for _, id := range []string{"one", "two"} {
		shown := fmt.Sprintf(`dataOf(%q).then(() => document.getElementById(%q).textContent)`, id, id+"-shown")
		require.Equal(t, id+term.Printable(hostile), eval[string](page, shown))
	}
	page.Clean()
}

// Numbers are sorted by value, text by its characters, and a cell without a value is last both ways.
func tableIsSorted(t *testing.T, browser *chromium) {
	table := report.Table{ID: "t", Caption: "Rows", Table: term.NewTable(term.Left("name"), term.Right("value"))}
	for i, v := range []float64{math.NaN(), 10, -2, 9.5} {
		table.Row("abcd"[i:i+1], term.Number(v))
	}
	p := report.Page{Title: "Table", Sections: []report.Section{{ID: "s", Title: "S", Body: table.HTML()}}}
	page := browser.Open(t, savedPage(t, p.Write), "", view{Width: 390})
	shown := func() string {
		return eval[string](page, `[...document.querySelectorAll("#t tbody tr")].map(r => r.cells[0].textContent).join("")
			+ " " + [...document.querySelectorAll("#t th")].map(h => h.ariaSort).join()`)
	}
	page.Click("#t th:nth-child(2) button")
	require.Equal(t, "cdba ,ascending", shown())
	page.Press(kb.Enter)
	require.Equal(t, "bdca ,descending", shown())
	page.Click("#t th:nth-child(1) button")
	require.Equal(t, "abcd ascending,", shown())
	page.Press(" ")
	require.Equal(t, "dcba descending,", shown())
	page.Fits()
	page.Clean()
}

// What a page would ask for is refused before it leaves the browser.
func policyForbids(t *testing.T, browser *chromium) {
	page := browser.Open(t, savedPage(t, report.Page{Title: "Page"}.Write), "", view{})
	for directive, script := range map[string]string{
		"connect-src":     `fetch("http://127.0.0.1:9/").catch(() => {})`,
		"img-src":         `new Image().src = "http://127.0.0.1:9/"`,
		"script-src-elem": `document.body.append(Object.assign(document.createElement("script"), { textContent: "1" }))`,
	} {
		require.Equal(t, directive, eval[string](page, `new Promise(done => {
			addEventListener("securitypolicyviolation", e => done(e.effectiveDirective), { once: true });
			`+script+`;
		})`))
	}
}
