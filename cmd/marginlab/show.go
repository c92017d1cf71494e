package main

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"math/big"
	"path/filepath"
	"regexp"
	"strings"

	"marginlab/adversarial/certificate"
	"marginlab/adversarial/hunt"
	"marginlab/algos/exact"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/report/viewer"
	"marginlab/cmd/marginlab/term"
)

// show prints a file that is valid; exec says that a program was run again for it.
func (f huntFile) show(w *term.Out, exec bool) {
	w.Say("%s\n", f.statement())
	if f.record != nil {
		showRecord(w, f)
		return
	}
	showCertificate(w, f.valid)
	const valid = "\nValid: the stream, its geometry and the counts are as stated."
	switch program := f.program(); {
	case !f.certificate.IsWitness():
		w.Say("\nValid: the statement is refuted.")
	case exec:
		w.Say("\nValid: the program gave these answers again.")
	case program != "":
		w.Say(valid+" --exec runs the program again: %s.", program)
	default:
		w.Say(valid + " The learner itself is not of marginlab: it can run again where it is.")
	}
}

// verdict is the quantity beside the claim, in a line.
func (f huntFile) verdict() string {
	if f.record != nil {
		attained, _ := hunt.Attains(*f.record) // false where it could not decide
		return fmt.Sprintf("the ratio %s is %s", ratioName(f.record.Statement), report.Ratio(f.record.Ratio, attained))
	}
	return refutation(f.valid)
}

// showRecord prints the stream and the ratio.
func showRecord(w *term.Out, f huntFile) {
	r := *f.record
	g := term.NewTable(term.Right("t"), term.Left("y"), term.Left("x"))
	for t, e := range r.Stream {
		var x []string
		for _, v := range e.X.Value {
			x = append(x, term.Number(v).String())
		}
		g.Row(t+1, r.Statement.Label(int(e.Y)), strings.Join(x, ", "))
	}
	g.Print(w)
	verdict := "the claim survives this stream"
	attained, undecided := hunt.Attains(r)
	if undecided != nil {
		verdict = "exact arithmetic cannot tell whether the claim survives this stream"
	}
	w.Say("\nThe ratio %s is %s, as stated: %s.", ratioName(r.Statement), report.Ratio(r.Ratio, attained), verdict)
}

// showCertificate prints the stream with the learner's decisions, the terms, and the quantity beside the
// claim.
func showCertificate(w *term.Out, c *certificate.Verdict) {
	report.Decisions(c).Print(w)
	w.Say("")
	var terms []string
	for _, t := range c.Terms {
		terms = append(terms, termText(t))
	}
	w.Say("%s", strings.Join(terms, ", "))
	if c.Comparator != nil {
		w.Say("u = (%s)", report.Coordinates(c.Comparator))
	}
	w.Say("%s", refutation(c))
	if c.IsWitness() {
		w.Say("These are the answers of %s: this implementation does not do what the claim is about.", c.Code)
	}
}

// termText is a term with its value, exactly where that is short.
func termText(t certificate.Value) string {
	const short = 200
	if q, rational := t.Number.Rational(); rational && len(q.RatString()) <= short {
		return fmt.Sprintf("%s = %s", t.Name, q.RatString())
	}
	if square, rational := t.Number.Square(); rational && len(square.RatString()) <= short {
		return fmt.Sprintf("%s² = %s", t.Name, square.RatString())
	}
	return fmt.Sprintf("%s ≈ %v", t.Name, term.Number(certificate.Middle(t.Number)))
}

// refutation says how the quantity breaks the claim, as in mistakes = 4 > 3.562 = 2 + r^2/4.
func refutation(c *certificate.Verdict) string {
	quantity, bound := term.Apart(term.Number(certificate.Middle(c.Quantity)), term.Number(certificate.Middle(c.Claim)))
	stated := bound
	if bound != c.Statement.Claim {
		stated += " = " + c.Statement.Claim
	}
	return fmt.Sprintf("%s = %s %s %s", c.Statement.Quantity, quantity, c.Statement.Opposite(), stated)
}

// showWritten says where the certificate is.
func showWritten(w *term.Out, file string) {
	if file == "" {
		w.Say("\n-o CERT.json writes the certificate.")
	} else {
		w.Say("\nThe certificate is in %s; marginlab replay verifies it.", file)
	}
}

// story is the run of the certificate or the record, step by step.
func (f huntFile) story(ctx context.Context) (*viewer.Story, error) {
	ending, comparator := "Survives: ", exact.Vector(nil)
	if f.certificate != nil {
		ending, comparator = "Refuted: ", f.certificate.Comparator
	}
	story, err := viewer.Tell(ctx, f.statement(), f.stream, comparator)
	if err == nil {
		story.Verdict = ending + f.verdict() + "."
	}
	return story, err
}

// stepped is the section of a valid file on the page of --html. One of a learner without an exact model is named, with
// the reason why there are no steps.
func (f huntFile) stepped(ctx context.Context, file, id string) (report.Section, error) {
	name := strings.TrimSuffix(filepath.Base(file), ".json")
	story, err := f.story(ctx)
	if err != nil {
		why := template.HTMLEscapeString(fmt.Sprintf("There are no steps to show: %v.", err))
		return report.Section{ID: id, Title: name, Lead: f.statement().String(),
			Body: template.HTML("<p>" + why + "</p>")}, ctx.Err()
	}
	story.ID, story.Name = id, name
	return story.Section(), nil
}

// The parts of a statement that LaTeX writes in another way.
var (
	texRoot, texPower = nested(`\bsqrt%[1]s`), nested(`\^(-?(?:%[1]s|[\w.]+(?:%[1]s)?))`)
	texWord           = regexp.MustCompile(`[A-Za-z_]\w*`)
	texSigns          = strings.NewReplacer("<= ", `\le `, "<=", `\le `, ">= ", `\ge `, ">=", `\ge `, "==", "=",
		"!= ", `\ne `, "!=", `\ne `, "!", `\neg `, "&&", `\text{ and }`, "||", `\text{ or }`, "*", `\,`)
	texPlain = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "~", `\textasciitilde{}`,
		"^", `\textasciicircum{}`, "_", `\_`, "#", `\#`, "$", `\$`, "%", `\%`, "&", `\&`)
	texNames = map[string]string{"gamma": `\gamma`, "gamma0": `\gamma_0`, "rho": `\rho`, "phi": `\varphi`,
		"eps": `\varepsilon`, "delta": `\delta`, "Delta": `\Delta`, "Dbar": `\bar D`, "kappa0": `\kappa_0`,
		"gamma3": `\gamma_3`, "L1": "L_1", "L2": "L_2", "sqrt": "sqrt",
		"log": `\log`, "exp": `\exp`, "min": `\min`, "max": `\max`,
		"where": `\text{ where }`, "units": `\text{ in units of }`}
)

// nested is a pattern in which %[1]s stands for what is in parentheses, with up to three pairs in them.
func nested(pattern string) *regexp.Regexp {
	in := `[^()]`
	for range 3 {
		in = `(?:[^()]|\(` + in + `*\))`
	}
	return regexp.MustCompile(fmt.Sprintf(pattern, `\(`+in+`*\)`))
}

// tex is an expression, a condition or a claim as LaTeX has it between dollars.
func tex(text string) string {
	for before := ""; text != before; { // roots and powers are in each other
		before = text
		text = texPower.ReplaceAllString(text, "^{$1}")
		text = texRoot.ReplaceAllStringFunc(text, func(root string) string {
			return `\sqrt{` + root[len("sqrt("):len(root)-1] + "}"
		})
	}
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
	claim := strings.TrimPrefix(s.String(), s.Subject()+": ")
	claim = strings.Replace(claim, " in units of ", " units ", 1)
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
The claim $%s$ about \texttt{%s} %s the stream
\[ \begin{array}{rrl}
t & y_t & x_t \\ \hline
%s\end{array} \]
on which %s.
\end{proposition}
`, tex(claim), texPlain.Replace(s.Subject()), says, rows.String(), f.texVerdict())
}

// texVerdict is the quantity beside the claim, of which it says whether its number is rounded.
func (f huntFile) texVerdict() string {
	if f.record != nil {
		return fmt.Sprintf("the ratio $%s$ is $%v$", tex(ratioName(f.record.Statement)), term.Number(f.record.Ratio))
	}
	text := refutation(f.valid)
	_, claim := f.sides()
	shown, _ := new(big.Rat).SetString(claim.String())
	exact, rational := f.valid.Claim.Rational()
	if value, is := strings.CutSuffix(text, " = "+f.valid.Statement.Claim); is &&
		(shown == nil || !rational || shown.Cmp(exact) != 0) {
		return "$" + tex(value) + ` \approx ` + tex(f.valid.Statement.Claim) + "$"
	}
	return "$" + tex(text) + "$"
}
