package adversarial

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"

	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/algos/expr"
	"marginlab/theory"
)

// Decimals are the examples with each coordinate as the shortest decimal that is its float64.
// It is the very number that was written where that had up to 15 digits.
func Decimals(examples []theory.Example) []exact.Example {
	x := make([]float64, max(1, theory.Dim(examples)))
	all := make([]exact.Example, len(examples))
	for i, e := range examples {
		e.X.CopyTo(x)
		all[i] = exact.Example{X: make(exact.Vector, len(x)), Y: int(e.Y)}
		for k, v := range x {
			q, ok := new(big.Rat).SetString(strconv.FormatFloat(v, 'g', -1, 64))
			if !ok {
				panic(fmt.Sprintf("adversarial: coordinate %d is %v, expected a finite number", k, v))
			}
			all[i].X[k] = q
		}
	}
	return all
}

// ReadByHand reads a stream that was made by hand, as JSON:
//
//	{"stream": [{"x": [0.1, "1/3"], "y": 1}, {"x": [-2, 1e-3], "y": -1}]}
//
// A coordinate is a decimal number, or a ratio of integers in quotes, and is read exactly.
func ReadByHand(from io.Reader) ([]exact.Example, error) {
	d := json.NewDecoder(from)
	d.DisallowUnknownFields()
	var file struct {
		Stream []struct {
			X []coordinate `json:"x"`
			Y int          `json:"y"`
		} `json:"stream"`
	}
	if err := d.Decode(&file); err != nil {
		return nil, fmt.Errorf("stream: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("stream: expected the end of the file after it")
	}
	var all []exact.Example
	for _, row := range file.Stream {
		e := exact.Example{Y: row.Y}
		for _, v := range row.X {
			e.X = append(e.X, v.Rat)
		}
		all = append(all, e)
	}
	return all, nil
}

// coordinate is a rational number in JSON: a number, or a string.
type coordinate struct{ *big.Rat }

// UnmarshalJSON implements [json.Unmarshaler].
func (c *coordinate) UnmarshalJSON(text []byte) (err error) {
	if len(text) > certificate.MaxDigits {
		return fmt.Errorf("a coordinate of %d characters, expected at most %d", len(text), certificate.MaxDigits)
	}
	c.Rat, err = expr.Expr{Name: strings.ToLower(strings.Trim(string(text), `"`))}.Rat()
	return err
}
