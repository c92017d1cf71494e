package adult

import (
	_ "embed" // the paper's tables
	"fmt"
	"math"
	"strconv"
	"strings"

	"marginlab/cmd/marginlab/term"
)

//go:embed published.txt
var publishedText string

// published is what HKNS25 reports of a run, NaN where it has a dash.
type published struct {
	Mistakes term.Number `json:"mistakes"`
	Margin   term.Number `json:"margin"`
	Tau      term.Number `json:"tau"`
	Seconds  term.Number `json:"seconds"`
}

// setting is a variant of the data, and how often it is gone through.
type Setting struct {
	Passes   int
	Theta    float64
	BiasFree bool
}

// report is what HKNS25 reports of a setting.
type report struct {
	table string // where it does
	bias  float64
	ratio float64              // D̄/D
	rows  map[string]published // by learner, under the names without a bias
}

// readReports parses the text of the paper's tables. It comes with the command:
// what is wrong in it is a programming error.
func readReports(text string) map[Setting]report {
	all := map[Setting]report{}
	var at [2]Setting // b∗ = 0 and b∗ ≠ 0
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if f[0] == "#" {
			continue
		}
		v := make([]float64, len(f)-1)
		for i, s := range f[1:] {
			v[i] = publishedNumber(s)
		}
		for k := range at {
			switch f[0] {
			case "passes":
				at[k].Passes = int(v[0])
			case "theta":
				at[k].Theta, at[k].BiasFree = v[0], k == 0
				r := report{table: tableOf(at[k]), ratio: v[1+k], rows: map[string]published{}}
				if k == 1 {
					r.bias = -0.2848
				}
				all[at[k]] = r
			default:
				p := v[4*k : 4*k+4]
				all[at[k]].rows[f[0]] = published{term.Number(p[0]), term.Number(p[1]), term.Number(p[2]), term.Number(p[3])}
			}
		}
	}
	return all
}

// tableOf is the table of HKNS25 that reports a setting.
func tableOf(s Setting) string {
	switch {
	case s.Passes == 5:
		return "Table 4"
	case s.Theta == 0:
		return "Table 2"
	}
	return "Table 3"
}

func publishedNumber(s string) float64 {
	if s == "-" {
		return math.NaN()
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic(fmt.Sprintf("marginlab: the published tables: %v", err))
	}
	return v
}
