//go:build unix

package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"

	"marginlab/theory"
)

// accuracyOf is the part of the examples that a classifier predicts.
func accuracyOf(c theory.Classifier, examples []theory.Example) float64 {
	right := 0
	for _, e := range examples {
		if theory.Sign(c.Score(e.X)) == e.Y {
			right++
		}
	}
	return float64(right) / float64(len(examples))
}

// lines reads a file of a model by its lines.
func lines(path string, each func(line string) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	scanner := bufio.NewScanner(file)
	scanner.Buffer(nil, 1<<26)
	for n := 1; scanner.Scan(); n++ {
		if err := each(scanner.Text()); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	return scanner.Err()
}

// header takes a line of a model of LIBLINEAR or LIBSVM, a name and values, if it is one of
// the labels, which has to be 1 or -1 first, or gives a number.
func header(line string, sign *float64, numbers map[string]*float64) error {
	fields := strings.Fields(line)
	if len(fields) < 2 {
		return nil
	}
	if fields[0] == "label" {
		switch fields[1] {
		case "1", "+1":
			*sign = 1
		case "-1":
			*sign = -1
		default:
			return fmt.Errorf("the first label is %s, expected 1 or -1", fields[1])
		}
	}
	if to := numbers[fields[0]]; to != nil {
		v, err := strconv.ParseFloat(fields[1], 64)
		*to = v
		return err
	}
	return nil
}

// readLIBLINEAR reads a model of two classes: the weights stand below a line "w", at the
// end that of the bias, if it is not negative.
func readLIBLINEAR(path string, dim int) (theory.Classifier, error) {
	c := theory.Classifier{W: make([]float64, dim)}
	sign, bias, k, body := 1.0, -1.0, 0, false
	features := 0.0
	err := lines(path, func(line string) error {
		switch line = strings.TrimSpace(line); {
		case !body && line == "w":
			body = true
		case !body:
			return header(line, &sign, map[string]*float64{"bias": &bias, "nr_feature": &features})
		default:
			v, err := strconv.ParseFloat(line, 64)
			if err != nil {
				return err
			}
			if k < int(features) && k < dim {
				c.W[k] = sign * v
			} else if k == int(features) {
				c.B = sign * v * bias
			}
			k++
		}
		return nil
	})
	if err == nil && (!body || k < int(features)) {
		err = fmt.Errorf("%d weights, expected %v", k, features)
	}
	return c, err
}

// readLIBSVM reads a model with a linear kernel: a combination of support vectors.
func readLIBSVM(path string, dim int) (theory.Classifier, error) {
	c := theory.Classifier{W: make([]float64, dim)}
	sign, rho, body := 1.0, 0.0, false
	err := lines(path, func(line string) error {
		if !body {
			body = line == "SV"
			return header(line, &sign, map[string]*float64{"rho": &rho})
		}
		fields := strings.Fields(line)
		if len(fields) == 0 {
			return nil
		}
		coefficient, err := strconv.ParseFloat(fields[0], 64)
		if err != nil {
			return err
		}
		for _, field := range fields[1:] {
			index, value, ok := strings.Cut(field, ":")
			i, err := strconv.Atoi(index)
			if !ok || err != nil || i < 1 || i > dim {
				return fmt.Errorf("%q, expected a coordinate from 1 to %d, a colon and a number", field, dim)
			}
			v, err := strconv.ParseFloat(value, 64)
			if err != nil {
				return err
			}
			c.W[i-1] += sign * coefficient * v
		}
		return nil
	})
	if err == nil && !body {
		err = fmt.Errorf("no support vectors below a line SV")
	}
	c.B = -sign * rho
	return c, err
}

// readWeights reads a bias and weights, a number on each line.
func readWeights(path string, dim int) (theory.Classifier, error) {
	c := theory.Classifier{W: make([]float64, dim)}
	k := -1
	err := lines(path, func(line string) error {
		v, err := strconv.ParseFloat(line, 64)
		if err != nil {
			return err
		}
		switch {
		case k < 0:
			c.B = v
		case k < dim:
			c.W[k] = v
		}
		k++
		return nil
	})
	if err == nil && k < 0 {
		err = fmt.Errorf("no bias on the first line")
	}
	return c, err
}

// readVW reads vw's readable model: below a line ":0", an index in the hash and a weight,
// with a colon between them. The index of a feature that is named by a number is that.
func readVW(path string, dim int) (theory.Classifier, error) {
	c := theory.Classifier{W: make([]float64, dim)}
	body := false
	err := lines(path, func(line string) error {
		if !body {
			body = line == ":0"
			return nil
		}
		fields := strings.Split(line, ":")
		if len(fields) < 2 {
			return fmt.Errorf("%q, expected an index, a colon and a weight", line)
		}
		i, err := strconv.Atoi(fields[0])
		if err != nil {
			return err
		}
		v, err := strconv.ParseFloat(fields[1], 64)
		if i >= 1 && i <= dim {
			c.W[i-1] = v
		}
		return err
	})
	if err == nil && !body {
		err = fmt.Errorf("no weights below a line :0")
	}
	return c, err
}

// readSOL reads a model of LIBSOL: below a line "weight[0]:", the bias and the weights between
// brackets.
func readSOL(path string, dim int) (theory.Classifier, error) {
	c := theory.Classifier{W: make([]float64, dim)}
	body, read := false, false
	err := lines(path, func(line string) error {
		if !body {
			body = line == "weight[0]:"
			return nil
		}
		for k, field := range strings.Fields(strings.Trim(line, "[] ")) {
			v, err := strconv.ParseFloat(field, 64)
			if err != nil {
				return err
			}
			switch read = true; {
			case k == 0:
				c.B = v
			case k <= dim:
				c.W[k-1] = v
			}
		}
		return nil
	})
	if err == nil && !read {
		err = fmt.Errorf("no weights below a line %q", "weight[0]:")
	}
	return c, err
}
