package benchdata

import (
	"fmt"
	"math"
	"os"
	"strings"

	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Norm is the norm ‖Ax‖_p of examples x. They are mapped to Ax when they are read: learners and measurements then see
// the points Ax in ℓp, and a classifier w of these points is Aᵀw for the examples.
type Norm struct {
	In   vec.Norm // ℓp
	name string
	rows [][]float64 // rows of the upper triangular A, from the diagonal to the last nonzero; nil if A is 1
}

// ParseNorm returns the norm that a text names:
//
//	3                  ‖x‖_p with p = 3, from vec.MinExponent to vec.MaxExponent; 2 is ℓ2
//	mahalanobis:FILE   √(xᵀMx), of d rows of d numbers that are symmetric and positive definite
//	weighted:P:FILE    (Σ ω_i|x_i|^p)^{1/p}, of d positive numbers ω
//
// String returns that text. A file is plain or gzipped,
// with numbers between commas or blanks; lines that begin with '#' and empty lines
// are skipped. The error names the file, the line, the field and what was expected.
func ParseNorm(text string) (n *Norm, err error) {
	n = &Norm{In: vec.L2{}, name: strings.TrimSpace(text)}
	switch kind, file, named := strings.Cut(n.name, ":"); {
	case named && kind == "mahalanobis":
		err = n.read(file, n.factor)
	case named && kind == "weighted":
		power, file, named := strings.Cut(file, ":")
		if !named {
			return nil, fmt.Errorf("norm %q has no FILE, expected weighted:P:FILE, as in weighted:3:w.csv", n.name)
		}
		if n.In, err = vec.Parse(power); err != nil {
			return nil, fmt.Errorf("norm %q: %w", n.name, err)
		}
		err = n.read(file, n.weigh)
	default:
		if n.In, err = vec.Parse(n.name); err != nil {
			return nil, fmt.Errorf("%w; or mahalanobis:FILE or weighted:P:FILE", err)
		}
		n.name = n.In.String()
	}
	return n, err
}

// numbers are the numbers of one line of a file.
type numbers struct {
	at     string // the file and the line
	values []float64
}

// read reads the lines of numbers in a file, at least one, and has use make A of them.
func (n *Norm) read(file string, use func([]numbers) error) error {
	if file == "" {
		return fmt.Errorf("norm %q has no FILE after the colon, expected the name of one", n.name)
	}
	f, err := os.Open(file)
	if err != nil {
		return fmt.Errorf("norm %q: %w", n.name, err)
	}
	defer f.Close()
	plain, err := Plain(f)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	all, err := readAll(plain, file)
	if err != nil {
		return err
	}
	var rows []numbers
	number := 0
	for text := range strings.Lines(string(all)) {
		number++
		text = strings.TrimSpace(text)
		if text == "" || text[0] == '#' {
			continue
		}
		row, fields := numbers{at: fmt.Sprintf("%s:%d", file, number)}, strings.Fields(text)
		if strings.Contains(text, ",") {
			fields = strings.Split(text, ",")
		}
		for i, field := range fields {
			field = strings.TrimSpace(field)
			v, expected := parseValue(field)
			if expected != "" {
				return fmt.Errorf("%s: field %d: %s: %s", row.at, i+1, quote(field), expected)
			}
			row.values = append(row.values, v)
		}
		rows = append(rows, row)
	}
	if rows == nil {
		return fmt.Errorf("%s: no numbers, expected at least one", file)
	}
	return use(rows)
}

// weigh computes A for (Σ ω_i|x_i|^p)^{1/p} = ‖Ax‖_p.
func (n *Norm) weigh(rows []numbers) error {
	p := 2.0
	if lp, ok := n.In.(vec.Lp); ok {
		p = lp.P
	}
	for _, r := range rows {
		for i, v := range r.values {
			if v <= 0 {
				return fmt.Errorf("%s: field %d: %v: expected a weight above 0", r.at, i+1, v)
			}
			n.rows = append(n.rows, []float64{num.Pow(v, 1/p)})
		}
	}
	return nil
}

// factor computes the upper triangular A of √(xᵀMx) = ‖Ax‖₂ by Cholesky's method. The units of the
// features do not matter: it factors M with its diagonal scaled to 1.
func (n *Norm) factor(rows []numbers) error {
	// The computed inverse of a covariance matrix is this symmetric, as is a matrix written with ten digits.
	const asymmetric = 1e-9
	const least = 1e-14 // half of the digits of a length, which is a square root, are right
	d := len(rows)
	unit := make([]float64, d)
	for i, r := range rows {
		if len(r.values) != d {
			return fmt.Errorf("%s: numbers in this row: %d, rows: %d, expected a square matrix", r.at, len(r.values), d)
		}
		if v := r.values[i]; v <= 0 {
			return fmt.Errorf("%s: row %d, column %[2]d is %[3]v, expected a number above 0: the matrix is not positive definite", r.at, i+1, v)
		}
		unit[i] = math.Sqrt(r.values[i])
	}
	n.rows = make([][]float64, d)
	for i, r := range rows {
		n.rows[i] = make([]float64, d-i)
		n.rows[i][0] = r.values[i] / unit[i] / unit[i]
		for j := range i {
			v, w := r.values[j], rows[j].values[i]
			if !(math.Abs(v-w) <= asymmetric*unit[i]*unit[j]) {
				return fmt.Errorf("%s: row %d, column %d is %v and row %[3]d, column %[2]d is %[5]v, expected a symmetric matrix", r.at, i+1, j+1, v, w)
			}
			n.rows[j][i-j] = (float64(v/2) + float64(w/2)) / unit[j] / unit[i]
		}
	}
	for i, row := range n.rows {
		if !(row[0] > least) {
			return fmt.Errorf("%s: the matrix is not positive definite, or singular to rounding: its first %d rows and columns are", rows[i].at, i+1)
		}
		pivot := math.Sqrt(row[0])
		for j := range row {
			row[j] /= pivot
		}
		for k := 1; k < len(row); k++ {
			num.AddScaled(n.rows[i+k], -row[k], row[k:])
		}
		for j := range row {
			row[j] *= unit[i+j]
		}
	}
	return nil
}

// String returns the text that the norm was parsed from.
func (n *Norm) String() string { return n.name }

// Dim returns the number of features that A maps; 0 if A is 1, which maps any number.
func (n *Norm) Dim() int { return len(n.rows) }

// Map returns the points Ax, dense unless A is 1. The error says that the examples do not have the
// features that A maps, or that a point is out of range.
func (n *Norm) Map(examples []theory.Example, dim int) ([]theory.Example, error) {
	switch n.Dim() {
	case 0:
		return examples, nil
	case dim:
	case 1:
		return nil, fmt.Errorf("norm %s is of 1 feature, the examples have %d", n, dim)
	default:
		return nil, fmt.Errorf("norm %s is of %d features, the examples have %d", n, n.Dim(), dim)
	}
	mapped := densify(examples, dim)
	for _, e := range mapped {
		x := e.X.Value
		for i, row := range n.rows { // later rows do not read x_i
			x[i] = num.Dot(row, x[i:i+len(row)])
		}
	}
	if err := theory.CheckAll(mapped, dim); err != nil {
		return nil, fmt.Errorf("as the norm %s sees it: %w", n, err)
	}
	return mapped, nil
}

// Original returns the classifier that gives x the score that c gives Ax.
func (n *Norm) Original(c theory.Classifier) theory.Classifier {
	if n.rows == nil {
		return c
	}
	w := make([]float64, n.Dim())
	for i, row := range n.rows {
		num.AddScaled(w[i:i+len(row)], c.W[i], row)
	}
	return theory.Classifier{W: w, B: c.B}
}
