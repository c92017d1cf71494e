package benchdata

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// number reads the decimal number that text begins with, such as -12.5e-3, and returns its
// length. The float64 is the nearest one, to even of two, as strconv.ParseFloat returns
// it. The length is 0 if text begins with no such number, or with one that takes
// strconv.ParseFloat to read: of more than 19 digits, or far from 1.
func number(text []byte) (v float64, length int) {
	i := 0
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		i = 1
	}
	start, m := i, uint64(0)
	for ; i < len(text) && text[i]-'0' <= 9; i++ {
		m = 10*m + uint64(text[i]-'0')
	}
	digits, decimals := i-start, 0
	if i < len(text) && text[i] == '.' {
		point := i + 1
		m, i = addDigits(text, point, m)
		decimals = i - point
	}
	return scaled(text, i, m, digits+decimals, decimals)
}

// scaled is number, of a text that begins with so many digits, as many of them decimals, which
// end at i and are the integer m modulo 2⁶⁴.
func scaled(text []byte, i int, m uint64, digits, decimals int) (v float64, length int) {
	if digits == 0 || digits > maxDigits && digits-leadingZeros(text[:i]) > maxDigits {
		return 0, 0
	}
	exponent := -decimals
	if i < len(text) && text[i]|0x20 == 'e' {
		e, end := scale(text, i+1)
		if end == 0 {
			return 0, 0
		}
		exponent, i = exponent+e, end
	}
	v, ok := nearest(m, exponent)
	if !ok {
		return 0, 0
	}
	return withSign(v, text[0]), i
}

// withSign returns −v if sign is '-', else v. It has no branch, as signs cannot be foreseen.
func withSign(v float64, sign byte) float64 {
	minus := 0
	if sign == '-' {
		minus = 1
	}
	return math.Float64frombits(math.Float64bits(v) | uint64(minus)<<63)
}

// maxDigits is the most digits of a number that is surely below 2⁶⁴.
const maxDigits = 19

// addDigits appends the digits at text[i:] to the decimal number m, modulo 2⁶⁴, and returns
// it with where they end.
func addDigits(text []byte, i int, m uint64) (uint64, int) {
	for i+8 <= len(text) {
		x, n := leadingDigits(binary.LittleEndian.Uint64(text[i:]))
		m = m*shift10[n] + x
		i += n
		if n < 8 {
			return m, i
		}
	}
	for ; i < len(text) && text[i]-'0' <= 9; i++ {
		m = 10*m + uint64(text[i]-'0')
	}
	return m, i
}

// leadingDigits returns the decimal number that eight characters begin with, the first in the
// lowest byte, and how many digits it has.
func leadingDigits(text uint64) (m uint64, n int) {
	// A byte of x is the value of a digit, or above 9: other has its highest bit set, and
	// perhaps that of bytes that follow it.
	x := text ^ 0x3030303030303030
	other := (x + 0x7676767676767676 | x) & 0x8080808080808080
	n = bits.TrailingZeros64(other) / 8
	// The digits move up and zeros come before them. Then pairs of neighbours are joined:
	// digits, numbers of two of them, numbers of four.
	x <<= 64 - 8*n
	x = x*10 + x>>8
	return (x&0x000000ff000000ff*(100+1000000<<32) + x>>16&0x000000ff000000ff*(1+10000<<32)) >> 32, n
}

// leadingZeros counts the zeros, apart from a sign and a decimal point, before the first other
// digit.
func leadingZeros(number []byte) int {
	n := 0
	for _, c := range number {
		switch c {
		case '0':
			n++
		case '+', '-', '.':
		default:
			return n
		}
	}
	return n
}

// scale reads the exponent of ten at text[i:] and returns where it ends, 0 if there is none
// of at most 3 digits.
func scale(text []byte, i int) (e, end int) {
	negative := false
	if i < len(text) && (text[i] == '-' || text[i] == '+') {
		negative = text[i] == '-'
		i++
	}
	start := i
	for ; i < len(text) && text[i]-'0' <= 9 && i < start+4; i++ {
		e = 10*e + int(text[i]-'0')
	}
	if i == start || i == start+4 {
		return 0, 0
	}
	if negative {
		e = -e
	}
	return e, i
}

// nearest returns the float64 nearest to m·10^e, and whether e allows to do so here.
//
// Numbers of up to 53 bits and powers of ten up to 10²² are float64s, so that one
// operation on them rounds once (Clinger 1990). For others, m·5^e is computed exactly
// in integers, as a product of 128 bits or as a quotient with its remainder. Its 64
// leading bits, the last one set if anything follows them, round as all would.
func nearest(m uint64, e int) (v float64, ok bool) {
	switch {
	case m < 1<<53 && -22 <= e && e <= 0:
		return float64(m) / tens[-e], true
	case m < 1<<53 && 0 < e && e <= 22:
		return float64(m) * tens[e], true
	case m == 0:
		return 0, true
	case e < -27 || e > 27:
		return 0, false // 5²⁸ takes more than 64 bits
	case e >= 0:
		high, low := bits.Mul64(m, fives[e])
		if high == 0 {
			return float64(low) * two(e), true
		}
		shift := bits.LeadingZeros64(high)
		top := high<<shift | low>>(64-shift)
		return float64(odd(top, low<<shift)) * two(e+64-shift), true
	default:
		divisor := fives[-e]
		up, down := bits.LeadingZeros64(divisor), bits.LeadingZeros64(m)
		divisor, m = divisor<<up, m<<down
		quotient, rest := bits.Div64(m>>1, m<<63, divisor) // of m·2⁶³, at least 2⁶²
		return float64(odd(quotient, rest)) * two(e+up-down-63), true
	}
}

// odd returns top with its last bit set if rest, which follows it, is not 0.
func odd(top, rest uint64) uint64 {
	if rest != 0 {
		top |= 1
	}
	return top
}

// two returns 2^e, of an exponent that a normal float64 has.
func two(e int) float64 { return math.Float64frombits(uint64(1023+e) << 52) }

// Powers of ten as integers and as float64s, and of five.
var (
	shift10 = [9]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8}
	tens    = [23]float64{
		1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
	}
	fives = func() (p [28]uint64) {
		p[0] = 1
		for e := range 27 {
			p[e+1] = 5 * p[e]
		}
		return p
	}()
)
