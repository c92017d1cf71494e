package certificate

import (
	"bytes"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/exact"
	"marginlab/algos/maxmargin"
	"marginlab/theory/formula"
	"marginlab/theory/real"
)

// onALine is the stream 0+, 5+, 1−, 8−, 20− of a line, in which every length is of one pair.
func onALine(t *testing.T) []exact.Example {
	var stream []exact.Example
	for _, e := range []struct {
		x string
		y int
	}{{"0", 1}, {"5", 1}, {"1", -1}, {"8", -1}, {"20", -1}} {
		stream = append(stream, exact.Example{X: point(t, e.x), Y: e.y})
	}
	return stream
}

// On a line every norm is |x|.
func TestLengthsOnALine(t *testing.T) {
	for name, want := range map[string]string{"Dplus": "5", "Dminus": "19", "D": "19", "Delta": "20", "R": "20", "shortest": "0"} {
		square := sqLength(name, onALine(t))
		exactly := point(t, want)[0]
		require.Zero(t, square.Cmp(new(big.Rat).Mul(exactly, exactly)), "%s² is %v", name, square)
		in, err := lengthIn(big.NewRat(3, 1), name, onALine(t)).Interval(128)
		require.NoError(t, err)
		require.True(t, in.Lower().Cmp(exactly) <= 0 && exactly.Cmp(in.Upper()) <= 0, "%s of p = 3: %v", name, in)
	}
}

// What a run counts is what its steps say.
func TestCountsAreThoseOfTheSteps(t *testing.T) {
	for _, learner := range []string{"e-omm", "n-omm", "pumma(delta=0)", "perceptron"} {
		p := compile(t, Statement{Learner: learner, Quantity: "mistakes", Claim: "0", Passes: 2})
		look, err := p.Look(planted(2), nil, Limit{})
		require.NoError(t, err)
		runs, err := look.Runs()
		require.NoError(t, err)
		counts := map[string]int64{"T": int64(len(runs[0].Steps))}
		for _, step := range runs[0].Steps {
			for name, is := range map[string]bool{
				"mistakes": step.Predicted != step.Y, "later_mistakes": step.Predicted != step.Y && !step.Opening,
				"opening_mistakes": step.Predicted != step.Y && step.Opening,
				"updates":          step.Updated, "later_updates": step.Updated && !step.Opening,
			} {
				if is {
					counts[name]++
				}
			}
		}
		for _, name := range []string{"T", "mistakes", "later_mistakes", "opening_mistakes", "updates", "later_updates"} {
			v, err := look.Value(formula.Term{Name: name})
			require.NoError(t, err)
			got, rational := v.Rational()
			require.True(t, rational)
			require.Zero(t, got.Cmp(big.NewRat(counts[name], 1)), "%s of %s is %v, expected %d", name, learner, got, counts[name])
		}
	}
}

// The loss of an example of many classes is the greatest of its differences: for
// u = ((1), (0), (−1)), of 1 + 1 and 1 − 1, 1 + 1 and 1 + 2, 1 − 1 and 1 − 2.
func TestLossOfManyClasses(t *testing.T) {
	stream := []exact.Example{{X: point(t, "1"), Y: 1}, {X: point(t, "-1"), Y: 0}, {X: point(t, "1"), Y: 0}}
	p := compile(t, Statement{Learner: "amira-k-best(eps=1)", Classes: 3, Quantity: "L1", Claim: "0"})
	for name, want := range map[string]string{"L1": "5", "L2": "13"} {
		v, err := p.facts(stream, point(t, "1", "0", "-1"), Limit{}).value(formula.Term{Name: name})
		require.NoError(t, err)
		got, _ := v.Rational()
		require.Equal(t, want, got.RatString(), name)
	}
}

func TestNumbersOfClasses(t *testing.T) {
	for classes, wrong := range map[int]string{1: "classes 1, expected from 2 to 32", 2: "", 32: "", 33: "classes 33, expected from 2 to 32"} {
		_, err := Compile(Statement{Learner: "amira-k-best(eps=1)", Classes: classes, Quantity: "updates", Claim: "1"})
		line := fmt.Sprintf("amira-k-best(eps=1) of %d classes: updates <= 1", classes)
		got, parse := ParseStatement(line)
		if wrong == "" {
			require.NoError(t, err)
			require.NoError(t, parse)
			require.Equal(t, classes, got.Classes)
			continue
		}
		require.EqualError(t, err, wrong)
		var syntax *formula.SyntaxError
		require.ErrorAs(t, parse, &syntax)
		require.Equal(t, "classes, expected a number from 2 to 32", syntax.Msg)
		require.Equal(t, strings.Index(line, " classes")-len(fmt.Sprint(classes)), syntax.Pos)
	}
	_, err := Compile(Statement{Learner: "e-omm", Against: "amira-k-best(eps=1)", Quantity: "mistakes", Claim: "1"})
	require.ErrorContains(t, err, "expected a learner of two classes, as e-omm is")
	_, err = Compile(Statement{Learner: "amira-k-best(eps=1)", Against: "amira-k-best(eps=1/2)", Quantity: "mistakes", Claim: "1"})
	require.NoError(t, err)
	_, err = Compile(Statement{Learner: "e-omm", Classes: 3, Quantity: "mistakes", Claim: "1"})
	require.ErrorContains(t, err, `"e-omm" learns two classes`)
	require.Equal(t, []string{"+1", "-1", "1"}, []string{Statement{}.Label(1), Statement{}.Label(-1), Statement{Classes: 3}.Label(1)})
}

func TestFormOfStreams(t *testing.T) {
	three := compile(t, Statement{Learner: "amira-k-best(eps=1)", Classes: 3, Quantity: "updates", Claim: "1"})
	for y, wrong := range map[int]string{-1: "stream[0].y is -1, expected a class from 0 to 2", 0: "", 2: "", 3: "stream[0].y is 3, expected a class from 0 to 2"} {
		err := three.check([]exact.Example{{X: point(t, "1"), Y: y}}, nil)
		if wrong == "" {
			require.NoError(t, err)
		} else {
			require.EqualError(t, err, "certificate: "+wrong)
		}
	}
	lifted := compile(t, Statement{Learner: "bias(perceptron,2)", Quantity: "updates", Claim: "1"})
	for n, wrong := range map[int]string{1: "certificate: rival has 1 coordinates, expected 2", 2: "", 3: "certificate: rival has 3 coordinates, expected 2"} {
		err := lifted.check([]exact.Example{{X: point(t, "1"), Y: 1}}, exact.NewVector(n))
		if wrong == "" {
			require.NoError(t, err)
		} else {
			require.EqualError(t, err, wrong)
		}
	}
}

func TestWhatIsWrongWithTheParts(t *testing.T) {
	for claim, wrong := range map[string]string{
		"log(0)":      "claim: log(0) has no value",
		"2 +":         "claim: unexpected end, expected a number",
		"3 && r >= 2": "expected where r >= 2 in place of && r >= 2",
	} {
		_, err := Compile(Statement{Learner: "e-omm", Quantity: "mistakes", Claim: claim})
		require.ErrorContains(t, err, wrong)
	}
	for line, want := range map[string]string{
		"e-omm at rest: mistakes <= 2": "6 at rest, expected at rest within N passes",
		"e-omm:< 2 = 3":                "6 unexpected <, expected a number, a name or (",
		"e-omm: mistakes <= (r > 2 && T > 1 ? 3 : 4) and r>=2": "44 a claim is one bound, expected where r>=2 in place of and r>=2",
	} {
		_, err := ParseStatement(line)
		var syntax *formula.SyntaxError
		require.ErrorAs(t, err, &syntax, line)
		require.Equal(t, want, fmt.Sprint(syntax.Pos, " ", syntax.Msg))
	}
	head, body, found := afterLearners("exec(python3 a:b,as=(x:y)) against f(:): T <= 1 : 2")
	require.Equal(t, []string{"exec(python3 a:b,as=(x:y)) against f(:)", " T <= 1 : 2", "true"}, []string{head, body, fmt.Sprint(found)})
	s, err := ParseStatement("isnkp-vn(eps=1/10, gamma=3/2): loops <= n + eps")
	require.NoError(t, err, "a batch algorithm has terms of its own")
	require.Equal(t, "n + eps", s.Claim)
	_, err = ParseStatement("e-omm: mistakes <= loops")
	require.ErrorContains(t, err, "nothing is called loops")
}

// A number of the greatest length is read, and one of 60 digits is shown whole.
func TestLongestNumbers(t *testing.T) {
	for n, wrong := range map[int]string{MaxDigits: "", MaxDigits + 1: "65537 characters, expected at most 65536"} {
		require.Equal(t, wrong, leaf{path: "stream[0].x[0]", value: strings.Repeat("7", n), text: true}.fault())
	}
	for n, want := range map[int]string{60: strings.Repeat("7", 60), 61: strings.Repeat("7", 60) + "… (61 characters)"} {
		require.Equal(t, want, leaf{value: strings.Repeat("7", n)}.String())
	}
}

// A text of the most values is read, and one of more is refused before.
func TestMostValues(t *testing.T) {
	for n, wrong := range map[int]string{MostValues: "", MostValues + 1: "1048576 commas, expected fewer than 1048576"} {
		all, err := leaves([]byte("[1" + strings.Repeat(",1", n-1) + "]"))
		if wrong != "" {
			require.ErrorContains(t, err, wrong)
			continue
		}
		require.NoError(t, err)
		require.Len(t, all, n)
	}
}

// A run may have the most steps, at rest before or not, and no more: a line of a certificate could ask for any.
func TestMostSteps(t *testing.T) {
	for passes, wrong := range map[int]string{
		mostSteps / 4:   "",
		mostSteps/4 + 1: "4 examples and 25001 passes, expected at most 100000 steps in all",
		1 << 30:         "4 examples and 1073741824 passes, expected at most 100000 steps in all",
	} {
		p := compile(t, Statement{Learner: "perceptron", Quantity: "mistakes", Claim: "0", Passes: passes, AtRest: true})
		c, err := p.Certify(planted(4)[:4], nil, Limit{})
		if wrong != "" {
			require.EqualError(t, err, wrong)
			continue
		}
		require.NoError(t, err)
		c.Statement.Passes *= 1000
		c.Seal, err = c.seal()
		require.NoError(t, err)
		require.ErrorContains(t, c.Verify(Limit{}), "4 examples and 25000000 passes")
	}
}

// What fills a line of 100 is on one; what is longer is a line an element.
func TestLinesAreFull(t *testing.T) {
	for n, lines := range map[int]int{94: 1, 95: 4} { // beside indent, brackets, comma and two digits
		var out bytes.Buffer
		value := fmt.Sprintf("[%s,21]", strings.Repeat("7", n))
		require.NoError(t, layout(&out, []byte(value), " "))
		require.Equal(t, lines, 1+strings.Count(out.String(), "\n"), "a line of %d", 1+len(value))
	}
}

func TestPrecisionUpToTheLimit(t *testing.T) {
	root, err := formula.Parse("sqrt(2)", formula.Words{})
	require.NoError(t, err)
	var asked []uint
	interval := func(prec uint) (real.Interval, error) { asked = append(asked, prec); return root.Interval(prec, nil) }
	_, err = refine(interval, 8, 32, func(lo, hi *big.Rat) (Enclosure, bool) { return Enclosure{}, false })
	var undecided *real.UndecidedError
	require.ErrorAs(t, err, &undecided)
	require.Equal(t, []uint{8, 16, 32}, asked)

	fine, err := around(interval, 1000, 1<<12)
	require.NoError(t, err)
	unit := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 1000))
	require.Zero(t, new(big.Rat).Sub(fine[1], fine[0]).Cmp(unit), "the multiples next to √2")

	// In a norm the same interval is not apart from itself, at any precision.
	same := compile(t, Statement{Learner: "e-omm(p=3)", Quantity: "r", Claim: "r"}).facts(planted(1), nil, Limit{Prec: 256})
	_, _, err = same.sides()
	require.ErrorAs(t, err, &undecided)
	require.EqualValues(t, 512, undecided.Prec)
}

// Multipliers are the weights cut to multiples of 2^-50, and the greatest takes what is cut off.
func TestConvexMultipliers(t *testing.T) {
	third := 1. / 3
	for greatest, weights := range map[int][]float64{1: {0.1, 0.6, 0.3}, 0: {third, third, third}, 2: {0.1, 0.2, 0.7}} {
		lambda, sum := exact.NewVector(3), new(big.Rat)
		var given []maxmargin.Weight
		for i, v := range weights {
			given = append(given, maxmargin.Weight{Example: i, Lambda: v})
		}
		convex(lambda, given)
		for i, v := range weights {
			cut := big.NewRat(int64(v*(1<<50)), 1<<50)
			require.True(t, i == greatest || lambda[i].Cmp(cut) == 0, "%v: %v", weights, lambda)
			require.GreaterOrEqual(t, lambda[i].Cmp(cut), 0)
			sum.Add(sum, lambda[i])
		}
		require.Zero(t, sum.Cmp(big.NewRat(1, 1)))
	}
}

// A learner that answers more than is stated is refused.
func TestRerunOfMoreAnswers(t *testing.T) {
	own := eager()
	c, err := statement(t, "eager: updates <= (R/gamma0)^2", own).Certify([]exact.Example{labelled(1, 1), labelled(1, 1)}, nil, Limit{})
	require.NoError(t, err)
	c.Runs.Learner = c.Runs.Learner[:1]
	var refused *RefusedError
	require.ErrorAs(t, c.Rerun(own), &refused)
}
