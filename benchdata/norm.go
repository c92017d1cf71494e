package benchdata

import (
	"bufio"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"

	"marginlab/internal/num"
	"marginlab/theory/vec"
)

// ParseNorm returns the norm that a text names:
//
//	3                  ‖x‖_p with p = 3, from vec.MinExponent to vec.MaxExponent; 2 is ℓ2
//	mahalanobis:FILE   √(xᵀMx), of d rows of d numbers that are symmetric and positive definite
//	weighted:P:FILE    (Σ ω_i|x_i|^p)^{1/p}, of d positive numbers ω
//
// The String of one that is read from a file is the text. A file is plain or gzipped,
// with numbers between commas or blanks; lines that begin with '#' and empty lines
// are skipped. The error names the file, the line, the field and what was expected.
func ParseNorm(text string) (n *Norm, err error) {
	n = &Norm{In: vec.L2{}, name: strings.TrimSpace(text)}
	switch kind, rest, named := strings.Cut(n.name, ":"); {
	case named && kind == "mahalanobis":
		n.rows, err = readMahalanobis(rest, n.name)
		return n, err
	case named && kind == "weighted":
		power, file, named := strings.Cut(rest, ":")
		if !named {
			return nil, fmt.Errorf("norm %q has no FILE, expected weighted:P:FILE, as in weighted:3:w.csv", n.name)
		}
		if n.In, err = vec.Parse(power); err != nil {
			return nil, fmt.Errorf("norm %q: %w", n.name, err)
		}
		n.rows, err = readWeighted(n.In, file, n.name)
		return n, err
	}
	if n.In, err = vec.Parse(n.name); err != nil {
		return nil, fmt.Errorf("%w; or mahalanobis:FILE or weighted:P:FILE", err)
	}
	n.name = n.In.String()
	return n, nil
}

// asymmetric is how far apart, relative to √(m_ii m_jj), the entries m_ij and m_ji may
// be: the inverse of a covariance matrix is that symmetric, and one that is written
// with ten digits.
const asymmetric = 1e-9

// readMahalanobis reads the A of √(xᵀMx) = ‖Ax‖₂.
func readMahalanobis(file, name string) ([][]float64, error) {
	rows, err := readNumbers(file, name)
	if err != nil {
		return nil, err
	}
	d := len(rows)
	m := make([][]float64, d)
	at := func(i, j int) string { return fmt.Sprintf("row %d, column %d", i+1, j+1) }
	for i, r := range rows {
		if len(r.values) != d {
			return nil, fmt.Errorf("%s:%d: numbers in this row: %d, rows: %d, expected a square matrix", file, r.line, len(r.values), d)
		}
		if v := r.values[i]; v <= 0 {
			return nil, fmt.Errorf("%s:%d: %s is %v, expected a number above 0: the matrix is not positive definite", file, r.line, at(i, i), v)
		}
		m[i] = r.values
	}
	for i, r := range rows {
		for j := range i {
			v, w := m[i][j], m[j][i]
			if !(math.Abs(v-w) <= asymmetric*math.Sqrt(m[i][i])*math.Sqrt(m[j][j])) {
				return nil, fmt.Errorf("%s:%d: %s is %v and %s is %v, expected a symmetric matrix", file, r.line, at(i, j), v, at(j, i), w)
			}
			m[j][i] = float64(v/2) + float64(w/2)
		}
	}
	a, singular := cholesky(m)
	if singular > 0 {
		return nil, fmt.Errorf("%s:%d: the matrix is not positive definite, or singular to rounding: its first %d rows and columns are", file, rows[singular-1].line, singular)
	}
	return a, nil
}

// readWeighted reads the A of (Σ ω_i|x_i|^p)^{1/p} = ‖Ax‖_p.
func readWeighted(in vec.Norm, file, name string) (a [][]float64, err error) {
	rows, err := readNumbers(file, name)
	if err != nil {
		return nil, err
	}
	p := 2.0
	if lp, ok := in.(vec.Lp); ok {
		p = lp.P
	}
	for _, r := range rows {
		for i, v := range r.values {
			if v <= 0 {
				return nil, fmt.Errorf("%s:%d: field %d: %v: expected a weight above 0", file, r.line, i+1, v)
			}
			a = append(a, []float64{num.Pow(v, 1/p)})
		}
	}
	return a, nil
}

// numbers are the numbers of one line.
type numbers struct {
	line   int
	values []float64
}

const (
	mostNumbers     = 1 << 24 // of a norm: a matrix of 4096 rows
	mostNumbersLine = 1 << 24 // bytes of a line of them
)

// readNumbers reads the lines of numbers in a file. There is at least one, and no more than
// mostNumbers.
func readNumbers(file, norm string) ([]numbers, error) {
	if file == "" {
		return nil, fmt.Errorf("norm %q has no FILE after the colon, expected the name of one", norm)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("norm %q: %w", norm, err)
	}
	defer f.Close()
	plain, err := Plain(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var rows []numbers
	lines := bufio.NewScanner(plain)
	lines.Buffer(nil, mostNumbersLine)
	number, read := 1, 0
	for ; lines.Scan(); number++ {
		values, err := numbersOf(lines.Text())
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, number, err)
		}
		if read += len(values); read > mostNumbers {
			return nil, fmt.Errorf("%s:%d: there are more than %d numbers, which no norm has here", file, number, mostNumbers)
		}
		if len(values) > 0 {
			rows = append(rows, numbers{number, values})
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("%s:%d: expected a line of less than %d bytes", file, number, mostNumbersLine)
	case err != nil:
		return nil, fmt.Errorf("%s:%d: reading: %w", file, number, err)
	case len(rows) == 0:
		return nil, fmt.Errorf("%s: no numbers, expected at least one", file)
	}
	return rows, nil
}

// numbersOf are the numbers of a line, none of an empty one or a comment.
func numbersOf(line string) ([]float64, error) {
	line = strings.TrimSpace(line)
	if line == "" || line[0] == '#' {
		return nil, nil
	}
	fields := strings.Fields(line)
	if strings.Contains(line, ",") {
		fields = strings.Split(line, ",")
	}
	var values []float64
	for i, field := range fields {
		field = strings.TrimSpace(field)
		v, expected := parseValue(field)
		if expected != "" {
			return nil, fmt.Errorf("field %d: %s: %s", i+1, quote(field), expected)
		}
		values = append(values, v)
	}
	return values, nil
}
