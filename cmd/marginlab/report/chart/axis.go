package chart

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"marginlab/cmd/marginlab/term"
	"marginlab/internal/num"
)

// Axis is a direction of a chart, from Low to High. If both are 0, it spans the drawn values with some room.
type Axis struct {
	Label     string
	Low, High float64
	Log       bool
	Zero      bool // from 0 on
	Count     bool // from 0 on, in whole numbers
}

// String returns the range of the axis for the script: low, high and whether it is logarithmic.
func (a Axis) String() string { return fmt.Sprintf("[%v,%v,%v]", a.Low, a.High, a.Log) }

// Around returns the axis with the range of the values, unless it has its own range.
func (a Axis) Around(values []float64) Axis {
	if a.Low != 0 || a.High != 0 {
		return a
	}
	const room = 0.04
	low, high := math.Inf(1), math.Inf(-1)
	if a.Zero || a.Count {
		low, high = 0, 0
	}
	for _, v := range values {
		if !a.Log || v > 0 {
			low, high = min(low, v), max(high, v)
		}
	}
	switch {
	case !(low <= high):
		low, high = 1, 2
	case a.Log && low == high:
		low, high = low/2, high*2
	case a.Log:
		low, high = low*num.Pow(low/high, room), high*num.Pow(high/low, room)
	case low == high && a.Zero, low == high && a.Count:
		high = 1
	case low == high:
		low, high = low-1, high+1
	case a.Zero || a.Count:
		high += float64(room * high)
	default:
		low, high = low-float64(room*(high-low)), high+float64(room*(high-low))
	}
	a.Low, a.High = low, high
	return a
}

// at returns where a value is on the axis: 0 is the low end and 1 the high one.
func (a Axis) at(v float64) float64 {
	if a.Log {
		return num.Log(v/a.Low) / num.Log(a.High/a.Low)
	}
	return (v - a.Low) / (a.High - a.Low)
}

// has reports whether a value can be drawn on the axis.
func (a Axis) has(v float64) bool {
	const rounding = 1e-9
	at := a.at(v)
	return at >= -rounding && at <= 1+rounding
}

// tick is a value that an axis names, and where in percent.
type tick struct {
	At   float64
	Name string
}

// ticks returns the values to name: round ones, about as many as asked for.
func (a Axis) ticks(some int) (ticks []tick) {
	if a.Log && a.High >= 10*a.Low {
		return a.powers(some + 2)
	}
	raw := math.Abs(a.High-a.Low) / float64(some)
	step := math.Pow10(int(math.Floor(num.Log10(raw))))
	for _, f := range []float64{2, 2.5, 2} { // 2, 5 and 10 times it
		if step < raw {
			step *= f
		}
	}
	if a.Count {
		step = max(step, 1)
	}
	for k := math.Ceil(min(a.Low, a.High) / step); a.has(k * step); k++ {
		ticks = append(ticks, tick{100 * a.at(k*step), Format(k * step)})
	}
	return ticks
}

// powers returns the powers of ten on a logarithmic axis, at most this many. If there are fewer
// than two, it adds 2 and 5 times these.
func (a Axis) powers(most int) (ticks []tick) {
	first, last := int(math.Floor(num.Log10(a.Low))), int(math.Ceil(num.Log10(a.High)))
	factors := []float64{1}
	if num.Log10(a.High/a.Low) < 2 {
		factors = []float64{1, 2, 5}
	}
	every := (last-first)/most + 1
	for e := first - first%every; e <= last; e += every {
		for _, f := range factors {
			if v := f * math.Pow10(e); a.has(v) {
				name := Format(v)
				if f == 1 && (e < -3 || e > 4) {
					name = power(e)
				}
				ticks = append(ticks, tick{100 * a.at(v), name})
			}
		}
	}
	return ticks
}

// Format writes a number for readers: with four digits or, from 10,000 on, all digits before the point, and with a
// power of ten if it is very long or very small.
func Format[F ~float64](of F) string {
	if v := float64(of); math.Abs(v) >= 1e4 && math.Abs(v) < 1e7 {
		return Typeset(thousands(fmt.Sprintf("%.0f", v)))
	}
	return Typeset(term.Number(of).String())
}

// thousands puts a comma between groups of three digits.
func thousands(digits string) string {
	for at := len(digits) - 3; at > 0 && digits[at-1] != '-'; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

var exponent = regexp.MustCompile(`e([+-]\d+)$`)

// Typeset writes a number, as a [term.Number] prints it, with the minus sign and an exponent as such.
func Typeset(number string) string {
	switch number {
	case "-":
		return "–"
	case "inf":
		return "∞"
	}
	number = exponent.ReplaceAllStringFunc(number, func(e string) string {
		n, _ := strconv.Atoi(e[1:]) // digits by the expression
		return "·" + power(n)
	})
	return strings.ReplaceAll(number, "-", "−")
}

// power writes 10^n.
func power(n int) string {
	return "10" + strings.Map(func(c rune) rune {
		if c == '-' {
			return '⁻'
		}
		return []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[c-'0']
	}, strconv.Itoa(n))
}
