// Package report makes a page about runs and theorems: one HTML file that holds its style,
// its script and its pictures, and needs no network.
//
//	what                          where
//	the page and its sections     page.go, page.html, style.css, script.js
//	tables that a reader sorts    table.go
//	charts                        package chart
//	a data set and its runs       data.go with project.go, learners.go, theorems.go
//	hunts and their results       searches.go, hunts.go
//
// A part of the page is a [Section]. A new section has its HTML and, if it moves, the data for
// a script of the page.
package report

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"html/template"
	"io"
	"strings"

	"marginlab/cmd/marginlab/report/chart"
	"marginlab/cmd/marginlab/term"
)

// Page is the content of a file.
type Page struct {
	Title    string
	About    string // a sentence below the title
	Sections []Section
	Made     string // printed at the end: how to make the page again
	Reload   int    // seconds after which a browser loads it again; 0 for never

	Style  template.CSS // rules beside those of all pages; colours are those of [chart.Colours]
	Script template.JS  // runs after the page is there, and gets the data of a section from dataOf(ID), of script.js
}

// Section is a part of a page.
type Section struct {
	ID    string // of its element, so that #ID leads there; unique on the page
	Title string
	Lead  string // a sentence or two below the title
	Body  template.HTML
	Data  any       // of a script, nil for none
	Parts []Section // below the body, hidden until a link of the body leads there
}

var (
	//go:embed page.html
	pageText string
	//go:embed style.css
	style template.CSS
	//go:embed script.js
	script template.JS

	templates = template.Must(template.New("report").Funcs(template.FuncMap{"cell": cellOf}).Parse(pageText))
)

// render returns the output of the template of this name for its data.
func render(name string, data any) template.HTML { return chart.Rendered(templates, name, data) }

// Write writes the page, whose text is [term.Printable].
func (p Page) Write(w io.Writer) error {
	data, err := pack(p.Sections)
	if err != nil {
		return err
	}
	text := render("page", struct {
		Page
		Data string
	}{p, data})
	_, err = io.WriteString(w, term.Printable(string(text)))
	return err
}

// pack returns the data of all sections by their IDs: JSON, deflated, in the base64 of URLs. That
// is a tenth to a third as long.
func pack(sections []Section) (string, error) {
	data := map[string]any{}
	for _, section := range sections {
		for _, s := range append([]Section{section}, section.Parts...) {
			if s.Data != nil {
				data[s.ID] = s.Data
			}
		}
	}
	if len(data) == 0 {
		return "", nil
	}
	var text bytes.Buffer
	w, _ := flate.NewWriter(&text, flate.BestCompression) // a valid level
	if err := errors.Join(json.NewEncoder(w).Encode(data), w.Close()); err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(text.Bytes()), nil
}

// Styles returns the styles of the page in order.
func (p Page) Styles() []template.CSS {
	return []template.CSS{chart.Colours + style + chart.Style, p.Style}
}

// Scripts returns the scripts of the page in order.
func (p Page) Scripts() []template.JS { return []template.JS{script, p.Script} }

// Policy returns the page's Content-Security-Policy: it runs only its own scripts, and loads nothing.
func (p Page) Policy() string {
	var hashes strings.Builder
	for _, s := range p.Scripts() {
		sum := sha256.Sum256([]byte(s))
		hashes.WriteString(" 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'")
	}
	return "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'; script-src" + hashes.String()
}
