package benchdata_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	. "marginlab/benchdata"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// liblinear is a model as LIBLINEAR's load_model reads it.
type liblinear struct {
	solver    string
	label     []int
	dim       int
	bias      float64
	w         []float64 // row-major: the weights of a feature one after the other
	perColumn int
}

// readLIBLINEAR is written from load_model in linear.cpp.
func readLIBLINEAR(t require.TestingT, text string) liblinear {
	var m liblinear
	words := bufio.NewScanner(strings.NewReader(text))
	words.Split(bufio.ScanWords)
	next := func() string {
		require.True(t, words.Scan(), "the file ends early:\n%s", text)
		return words.Text()
	}
	number := func() float64 {
		v, err := strconv.ParseFloat(next(), 64)
		require.NoError(t, err)
		return v
	}
	for key := next(); key != "w"; key = next() {
		switch key {
		case "solver_type":
			m.solver = next()
		case "nr_class":
			m.label = make([]int, int(number()))
		case "label":
			for k := range m.label {
				m.label[k] = int(number())
			}
		case "nr_feature":
			m.dim = int(number())
		case "bias":
			m.bias = number()
		default:
			require.Fail(t, "unknown text in the model file", key)
		}
	}
	rows := m.dim
	if m.bias >= 0 {
		rows++
	}
	if m.perColumn = 1; len(m.label) > 2 || m.solver == "MCSVM_CS" {
		m.perColumn = len(m.label)
	}
	for range rows * m.perColumn {
		m.w = append(m.w, number())
	}
	require.False(t, words.Scan(), "more weights than features")
	return m
}

// predict is predict_values in linear.cpp, and the feature that predict.c appends.
func (m liblinear) predict(x []float64) int {
	if m.bias >= 0 {
		x = append(append([]float64{}, x...), m.bias)
	}
	values := make([]float64, m.perColumn)
	for k, v := range x {
		for i := range values {
			values[i] += m.w[k*m.perColumn+i] * v
		}
	}
	if len(m.label) == 2 {
		if values[0] > 0 {
			return m.label[0]
		}
		return m.label[1]
	}
	best := 0
	for i, v := range values {
		if v > values[best] {
			best = i
		}
	}
	return m.label[best]
}

// Both files predict what the classifier predicts, at ties too: the numbers are small
// integers, whose sums are exact.
func TestModelsPredictTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(1, 4).Draw(t, "d")
		classes := rapid.IntRange(2, 4).Draw(t, "classes")
		small := rapid.IntRange(-3, 3)
		vector := rapid.Custom(func(t *rapid.T) []float64 {
			var v []float64
			for range d {
				v = append(v, float64(small.Draw(t, "v")))
			}
			return v
		})
		m := Model{Learner: "a", Data: "b"}
		named := rapid.Bool().Draw(t, "named")
		for k := range classes {
			if name := strconv.Itoa(7 - k); named {
				m.Classes = append(m.Classes, name)
			} else {
				m.Classes = append(m.Classes, "class "+name)
			}
		}
		scores, biased := classes, rapid.Bool().Draw(t, "biased")
		if classes == 2 && rapid.Bool().Draw(t, "one score") {
			scores = 1
		}
		for range scores {
			c := theory.Classifier{W: vector.Draw(t, "w")}
			if biased {
				c.B = float64(small.Draw(t, "b"))
			}
			m.Scores = append(m.Scores, c)
		}
		var text, object strings.Builder
		require.NoError(t, m.WriteLIBLINEAR(&text))
		require.NoError(t, m.WriteJSON(&object))
		back := readLIBLINEAR(t, text.String())
		require.Equal(t, d, back.dim)
		var again struct {
			Classes []string
			Weights [][]float64
			Bias    []float64
		}
		require.NoError(t, json.Unmarshal([]byte(object.String()), &again))
		require.Equal(t, m.Classes, again.Classes)
		for range 5 {
			x := vector.Draw(t, "x")
			var values []float64
			for _, c := range m.Scores {
				values = append(values, c.Score(vec.Dense(x...)))
			}
			want := 0
			if scores == 1 && values[0] >= 0 {
				want = 1
			}
			for k, v := range values {
				if v > values[want%scores] {
					want = k
				}
				for i, w := range again.Weights[k] {
					v -= w * x[i]
				}
				require.Equal(t, again.Bias[k], v, "the score of the JSON")
			}
			label := 7 - want
			if !named && scores == 1 {
				label = 2*want - 1
			} else if !named {
				label = want
			}
			require.Equal(t, label, back.predict(x), text.String())
		}
	})
}

func TestModelText(t *testing.T) {
	m := Model{Learner: "e-omm", Data: "a.csv", Classes: []string{"1", "2"}, Features: []string{"x", "y=z"}, Scores: []theory.Classifier{{W: []float64{0.5, -1e21}}}}
	var text, object strings.Builder
	require.NoError(t, m.WriteLIBLINEAR(&text))
	require.Equal(t, "solver_type L2R_L1LOSS_SVC_DUAL\nnr_class 2\nlabel 1 2\nnr_feature 2\nbias -1\nw\n-0.5 \n1e+21 \n", text.String())
	require.NoError(t, m.WriteJSON(&object))
	require.Equal(t, `{"model":1,"learner":"e-omm","data":"a.csv","classes":["1","2"],"features":["x","y=z"],"weights":[[0.5,-1e+21]],"bias":[0]}`+"\n", object.String())

	m = Model{Classes: []string{"a", "b", "c"}, Scores: []theory.Classifier{{W: []float64{1}, B: 1}, {W: []float64{2}}, {W: []float64{3}, B: -4}}}
	text.Reset()
	require.NoError(t, m.WriteLIBLINEAR(&text))
	require.Equal(t, "solver_type MCSVM_CS\nnr_class 3\nlabel 0 1 2\nnr_feature 1\nbias 1\nw\n1 2 3 \n1 0 -4 \n", text.String())

	broken := fmt.Errorf("disk full")
	require.ErrorIs(t, m.WriteLIBLINEAR(brokenWriter{broken}), broken)
	require.ErrorIs(t, m.WriteJSON(brokenWriter{broken}), broken)
	m.Classes = m.Classes[:2]
	require.PanicsWithValue(t, "benchdata: a model with 3 scores of 2 classes", func() { _ = m.WriteJSON(&text) })
}

// A classifier of standardised features scores the features as they were the same.
func TestScalingOriginal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Map(rapid.IntRange(-100, 100), func(v int) float64 { return float64(v) })
		examples := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) theory.Example {
			return dense(+1, number.Draw(t, "x"), number.Draw(t, "y"), 7)
		}), 1, 6).Draw(t, "examples")
		c := theory.Classifier{W: []float64{1, -2, 3}, B: 0.5}
		scaled, s := Standardise(examples, 3)
		original := s.Original(c)
		for i := range examples {
			require.InDelta(t, c.Score(scaled[i].X), original.Score(examples[i].X), 1e-6)
		}
	})
}
