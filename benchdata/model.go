package benchdata

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"marginlab/theory"
)

// Model is a linear classifier of two or more classes, as a file stores it.
type Model struct {
	Learner  string
	Data     string
	Classes  []string // what the source calls −1 and +1, or each of many classes
	Features []string // nil if the source names none
	// Scores has one score for the classes −1 and +1, whose sign is the prediction. For many classes
	// it has a score for each, and the prediction is the first with the greatest.
	Scores []theory.Classifier
}

// WriteJSON writes the model as an object with the keys
//
//	model     1, the version of this format
//	learner   the expression that makes the learner
//	data      the name of the data
//	classes   what they are called
//	features  their names, or null
//	weights   one row for two classes: the second is predicted where the score is 0 or
//	          above; or a row for each class: the first of the greatest score is predicted
//	bias      a number to add to the score of each row
func (m Model) WriteJSON(w io.Writer) error {
	m.check()
	out := struct {
		Model    int         `json:"model"`
		Learner  string      `json:"learner"`
		Data     string      `json:"data"`
		Classes  []string    `json:"classes"`
		Features []string    `json:"features"`
		Weights  [][]float64 `json:"weights"`
		Bias     []float64   `json:"bias"`
	}{1, m.Learner, m.Data, m.Classes, m.Features, nil, nil}
	for _, c := range m.Scores {
		out.Weights, out.Bias = append(out.Weights, c.W), append(out.Bias, c.B)
	}
	return json.NewEncoder(w).Encode(out)
}

// WriteLIBLINEAR writes the model in the format of LIBLINEAR's save_model, for its
// liblinear-predict:
//
//	solver_type  L2R_L1LOSS_SVC_DUAL for two classes, MCSVM_CS for more: it tells how
//	             to predict, not how the model was trained
//	nr_class     the number of classes
//	label        their integers; if not all names are integers, −1 and 1, or 0, 1, …
//	nr_feature   the number of features
//	bias         1 if a feature 1 is to be appended for the bias, else −1
//	w            a line for each feature, with its weight for each class; for two classes
//	             with its weight for the first in label
//
// For two classes LIBLINEAR predicts the first in label where the score is above 0, otherwise the second. As a score
// of 0 means +1 here, −1 is the first, and the weights have the opposite sign.
func (m Model) WriteLIBLINEAR(w io.Writer) error {
	m.check()
	label, scores, solver, bias := m.integers(), m.Scores, "MCSVM_CS", -1
	if len(m.Classes) == 2 {
		// The score of −1 minus the score of +1; or, as the first of two equal classes is predicted, the score of
		// the second minus the score of the first.
		first, second := m.Scores[0], theory.Classifier{W: make([]float64, len(m.Scores[0].W))}
		if len(scores) == 2 {
			second = m.Scores[1]
			slices.Reverse(label)
		}
		w := slices.Clone(second.W)
		floats.Sub(w, first.W)
		scores, solver = []theory.Classifier{{W: w, B: second.B - first.B}}, "L2R_L1LOSS_SVC_DUAL"
	}
	if slices.ContainsFunc(scores, func(c theory.Classifier) bool { return c.B != 0 }) {
		bias = 1
	}
	out := bufio.NewWriter(w) // an error stays until Flush
	fmt.Fprintf(out, "solver_type %s\nnr_class %d\nlabel", solver, len(label))
	for _, l := range label {
		fmt.Fprintf(out, " %d", l)
	}
	d := len(scores[0].W)
	fmt.Fprintf(out, "\nnr_feature %d\nbias %d\nw\n", d, bias)
	var line []byte
	for k := range d + (bias+1)/2 {
		line = line[:0]
		for _, c := range scores {
			v := c.B
			if k < d {
				v = c.W[k]
			}
			line = append(appendValue(line, v), ' ')
		}
		out.Write(append(line, '\n'))
	}
	return out.Flush()
}

// check panics if the parts of the model do not fit together.
func (m Model) check() {
	if len(m.Classes) < 2 || len(m.Scores) != len(m.Classes) && (len(m.Scores) != 1 || len(m.Classes) != 2) {
		panic(fmt.Sprintf("benchdata: a model with %d scores of %d classes", len(m.Scores), len(m.Classes)))
	}
}

// integers returns the names of the classes if all are integers, else numbers for them.
func (m Model) integers() (label []int) {
	var numbers []int
	for k, name := range m.Classes {
		numbers = append(numbers, k)
		if n, err := strconv.ParseInt(name, 10, 32); err == nil {
			label = append(label, int(n))
		}
	}
	switch {
	case len(label) == len(m.Classes):
		return label
	case len(m.Scores) == 1:
		return []int{-1, 1}
	}
	return numbers
}
