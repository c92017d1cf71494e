package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/report/chart"
	"marginlab/cmd/marginlab/report/viewer"
	"marginlab/cmd/marginlab/term"
	"marginlab/internal/atomicfile"
)

// draw draws the stream with the learner's hyperplanes and, of a state, the best ratio over the ease.
func (f huntFile) draw(ctx context.Context, stem string) error {
	story, err := f.story(ctx)
	if err != nil {
		return fmt.Errorf("--plot: %w", err)
	}
	if f.search != nil {
		front := []chart.Chart{report.Front(*f.search)}
		figure := chart.Figure{Title: f.statement().String(), Panels: front, Width: 520, Height: 320}
		if err := figure.Write(stem + "-ratio.svg"); err != nil {
			return err
		}
	}
	return story.Plot(stem)
}

// story is the run of the certificate or the record, step by step.
func (f huntFile) story(ctx context.Context) (*viewer.Story, error) {
	var story *viewer.Story
	var err error
	if f.record != nil {
		story, err = viewer.Tell(ctx, f.record.Statement, exactly(f.record.Stream), nil)
	} else {
		story, err = viewer.Tell(ctx, f.certificate.Statement, f.certificate.Stream, f.certificate.Comparator)
	}
	if err != nil {
		return nil, err
	}
	story.Verdict = "Survives: " + f.verdict() + "."
	if f.certificate != nil {
		story.Verdict = "Refuted: " + f.verdict() + "."
	}
	return story, nil
}

// The parts of a statement that LaTeX writes in another way.
var (
	texWord  = regexp.MustCompile(`[A-Za-z_]\w*`)
	texPower = regexp.MustCompile(`\^(\([^()]*\)|[\w.]+)`)
	texSigns = strings.NewReplacer("<= ", `\le `, ">= ", `\ge `, "&&", `\text{ and }`, "||", `\text{ or }`, "*", `\,`)
	texNames = map[string]string{"gamma": `\gamma`, "gamma0": `\gamma_0`, "rho": `\rho`, "phi": `\varphi`, "eps": `\varepsilon`,
		"delta": `\delta`, "Delta": `\Delta`, "Dbar": `\bar D`, "kappa0": `\kappa_0`, "where": `\text{ where }`}
)

// tex is an expression, a condition or a claim as LaTeX has it between dollars.
func tex(text string) string {
	text = texPower.ReplaceAllString(text, "^{$1}")
	text = texWord.ReplaceAllStringFunc(text, func(word string) string {
		name, is := texNames[word]
		if !is && len(word) > 1 {
			return `\mathrm{` + strings.ReplaceAll(word, "_", `\_`) + `}`
		}
		return cmp.Or(name, word)
	})
	return texSigns.Replace(text)
}

// latex is the claim with its certificate or its record, as a proposition.
func (f huntFile) latex() string {
	s := f.statement()
	claim := s.Quantity + " " + s.Relation + " " + s.Claim
	learner, _, _ := strings.Cut(s.String(), ": "+claim)
	if s.Where != "" {
		claim += " where " + s.Where
	}
	says := "survives"
	if f.record == nil {
		says = "is refuted by"
	}
	var rows strings.Builder
	for t, e := range f.stream {
		var x []string
		for _, v := range e.X {
			x = append(x, v.RatString())
		}
		fmt.Fprintf(&rows, "%d & %s & (%s) \\\\\n", t+1, s.Label(e.Y), strings.Join(x, ", "))
	}
	return fmt.Sprintf(`\begin{proposition}
The claim $%s$ about \verb|%s| %s the stream
\[ \begin{array}{rrl}
t & y_t & x_t \\ \hline
%s\end{array} \]
on which %s.
\end{proposition}
`, tex(claim), learner, says, rows.String(), f.texVerdict())
}

// texVerdict is the quantity beside the claim.
func (f huntFile) texVerdict() string {
	if f.record != nil {
		return fmt.Sprintf("the ratio $%s$ is $%v$", tex(ratioName(f.record.Statement)), term.Number(f.record.Ratio))
	}
	return "$" + tex(refutation(f.valid)) + "$"
}

// notInID are the characters that an ID of the page does not have.
var notInID = regexp.MustCompile(`[^A-Za-z0-9_.-]+`)

// steppedThrough is the page of --html with a valid file more, under an ID like its name that no other has. One of a
// learner without an exact model is named, with the reason why there are no steps.
func steppedThrough(ctx context.Context, page []report.Section, file string, f huntFile) ([]report.Section, error) {
	name := strings.TrimSuffix(filepath.Base(file), ".json")
	if file == "-" {
		name = "standard input"
	}
	base := strings.Trim(notInID.ReplaceAllString(name, "-"), "-.")
	id := base
	taken := func(s report.Section) bool { return s.ID == id }
	for n := 2; id == "" || id == "main" || slices.ContainsFunc(page, taken); n++ {
		id = fmt.Sprintf("%s-%d", base, n)
	}
	story, err := f.story(ctx)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		why := template.HTMLEscapeString(fmt.Sprintf("There are no steps to show: %v.", err))
		none := report.Section{ID: id, Title: name, Lead: f.statement().String(), Body: template.HTML("<p>" + why + "</p>")}
		return append(page, none), nil
	}
	story.ID, story.Name = id, name
	return append(page, story.Section()), nil
}

// writePage writes a page as a whole; - is standard output.
func writePage(page report.Page, file string, out io.Writer) error {
	var text bytes.Buffer
	err := page.Write(&text)
	switch {
	case err != nil:
	case file == "-":
		_, err = text.WriteTo(out)
	default:
		err = atomicfile.WriteFile(file, text.Bytes())
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}
