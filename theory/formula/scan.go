package formula

import (
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a piece of a text. The token at the end of the text has an empty piece.
type token struct {
	pos    int // in bytes
	text   string
	number *big.Rat // the exact value of a literal, else nil
	far    bool     // a literal with an exponent above maxExponent in size
}

// pieces are words, literals with their exponent, and signs, also those of other languages.
var pieces = regexp.MustCompile(`[\pL_][\pL\p{Nd}_]*|(?:\d+\.?\d*|\.\d+)(?:[eE]([+-]?\d+))?|` +
	`[<>=!]=|=[<>]|&&|\|\||\*\*|//|\S`)

const maxExponent = 300

// scan cuts a text into tokens.
func scan(text string) (tokens []token) {
	for _, at := range pieces.FindAllStringSubmatchIndex(text, -1) {
		t := token{pos: at[0], text: text[at[0]:at[1]]}
		if exponent := at[2:]; exponent[0] >= 0 {
			n, err := strconv.Atoi(text[exponent[0]:exponent[1]])
			t.far = err != nil || n < -maxExponent || n > maxExponent
		}
		if !t.far {
			t.number, _ = new(big.Rat).SetString(t.text) // nil for other tokens
		}
		tokens = append(tokens, t)
	}
	return append(tokens, token{pos: len(text)})
}

// end returns the position where the token ends.
func (t token) end() int { return t.pos + len(t.text) }

// isName reports whether the token may be a name.
func (t token) isName() bool {
	first, _ := utf8.DecodeRuneInString(t.text)
	return (unicode.IsLetter(first) || first == '_') && !slices.Contains([]string{"and", "or", "not", "where"}, t.text)
}

// Plain returns a text in the ASCII of the language: γ₀ as gamma0, r² as r^2, ≤ as <=, 2r as 2*r and ln(r) as log(r).
// After / and ^ a 2r stays, since it is ambiguous.
func Plain(text string) string {
	text = symbols.Replace(text)
	text = superscripts.Replace(raised.ReplaceAllString(crowded.ReplaceAllString(text, "$1 $2"), "^$0"))
	var plain strings.Builder
	last, end := token{}, 0
	for _, t := range scan(text) {
		factor := t.text == "(" || t.isName() && t.text != "e" && t.text != "E"
		if factor && t.pos == end && last.number != nil && !strings.ContainsAny(last.text, "eE") {
			plain.WriteString("*")
		}
		plain.WriteString(text[end:t.pos])
		if end = t.end(); t.text == "ln" {
			t.text = "log"
		}
		plain.WriteString(t.text)
		if last.text == "/" || last.text == "^" {
			t.number = nil
		}
		last = t
	}
	return plain.String()
}

var (
	// raised matches the digits of a power, and crowded a last one with a digit behind it, as in r²3.
	raised  = regexp.MustCompile(`[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+`)
	crowded = regexp.MustCompile(`([⁰¹²³⁴⁵⁶⁷⁸⁹])([\d.])`)

	superscripts = strings.NewReplacer("⁺", "", "⁻", "-", "⁰", "0", "¹", "1", "²", "2", "³", "3",
		"⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9")
	symbols = strings.NewReplacer(
		"γ∗", "gamma", "γ₀∗", "gamma0", "γ₀", "gamma0", "γ₃", "gamma3", "γ", "gamma", "Δ", "Delta", "δ", "delta", "ρ", "rho",
		"ε", "eps", "α", "alpha", "λ", "lambda", "β", "beta", "φ", "phi", "D₊", "Dplus", "D₋", "Dminus", "D̄", "Dbar",
		"m̄", "mbar",
		"≤", "<=", "≥", ">=", "≠", "!=", "−", "-", "·", "*", "⋅", "*", "×", "*", "∗", "*", "∧", "&&", "∨", "||", "¬", "!",
		"√", "sqrt", "κ∘", "kappa0", "κ₀", "kappa0",
	)
)
