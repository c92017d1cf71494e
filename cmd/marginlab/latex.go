package main

import (
	"cmp"
	"fmt"
	"math/big"
	"regexp"
	"strings"

	"marginlab/cmd/marginlab/term"
)

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
