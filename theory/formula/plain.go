package formula

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Plain returns a text in the ASCII that the language is made of: γ₀ as gamma0, r² as r^2, ≤ as <=,
// 2r as 2*r and ln(r) as log(r). After / and ^ a 2r stays, as it may mean either of two.
func Plain(text string) string {
	text = symbols.Replace(text)
	text = raised.ReplaceAllString(crowded.ReplaceAllString(text, "$1 $2"), "^$0")
	text = superscripts.Replace(text)
	var plain strings.Builder
	end, divides := 0, false // divides: the text before ends with / or ^
	for _, at := range pieces.FindAllStringIndex(text, -1) {
		piece, after := text[at[0]:at[1]], text[at[1]:]
		plain.WriteString(text[end:at[0]])
		end = at[1]
		if piece == "ln" {
			piece = "log"
		}
		plain.WriteString(piece)
		first, _ := utf8.DecodeRuneInString(piece)
		next, _ := utf8.DecodeRuneInString(after)
		number := '0' <= first && first <= '9' || first == '.' && len(piece) > 1
		factor := next == '(' || unicode.IsLetter(next) && !slices.Contains([]string{"e", "E"}, word.FindString(after))
		if number && factor && !divides && !strings.ContainsAny(piece, "eE") {
			plain.WriteString("*")
		}
		divides = piece == "/" || piece == "^"
	}
	return plain.String() + text[end:]
}

var (
	// raised are the digits of a power, and crowded a last one with a digit behind it, as in r²3.
	raised  = regexp.MustCompile(`[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+`)
	crowded = regexp.MustCompile(`([⁰¹²³⁴⁵⁶⁷⁸⁹])([\d.])`)
	// pieces are words, numbers, and other signs one by one.
	pieces = regexp.MustCompile(word.String()[1:] + `|` + literal.String()[1:] + `|\S`)

	superscripts = strings.NewReplacer("⁺", "", "⁻", "-", "⁰", "0", "¹", "1", "²", "2", "³", "3",
		"⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9")
	symbols = strings.NewReplacer(
		"γ∗", "gamma", "γ₀∗", "gamma0", "γ₀", "gamma0", "γ₃", "gamma3", "γ", "gamma", "Δ", "Delta", "δ", "delta", "ρ", "rho",
		"ε", "eps", "α", "alpha", "λ", "lambda", "β", "beta", "φ", "phi", "D₊", "Dplus", "D₋", "Dminus", "D̄", "Dbar", "m̄", "mbar",
		"≤", "<=", "≥", ">=", "≠", "!=", "−", "-", "·", "*", "⋅", "*", "×", "*", "∗", "*", "∧", "&&", "∨", "||", "¬", "!", "√", "sqrt", "κ∘", "kappa0", "κ₀", "kappa0",
	)
)
