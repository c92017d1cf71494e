package adversarial_test

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/adversarial/hunt"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// A record is read as it was written, to the last bit of its floats.
func TestRecordsAreReadAsTheyAreWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.IntRange(1, 4).Draw(t, "dim")
		r := adversarial.Record{
			Statement: certificate.Statement{Learner: "e-omm", Quantity: "mistakes", Relation: "<=", Claim: "r < 2 ? 1 : 3", Where: "T > 1 && d < 9", Passes: 2},
			Ratio:     rapid.Float64Range(-1e9, 1e9).Draw(t, "ratio"),
		}
		for range rapid.IntRange(1, 5).Draw(t, "n") {
			x := rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(1e-9, 1e9), rapid.Float64Range(-1e9, -1e-9)), dim, dim).Draw(t, "x")
			r.Stream = append(r.Stream, theory.Example{X: vec.Dense(x...), Y: theory.Label(rapid.SampledFrom([]int{-1, 1}).Draw(t, "y"))})
		}
		var text bytes.Buffer
		require.NoError(t, r.Write(&text))
		got, err := adversarial.ReadRecord(&text)
		require.NoError(t, err)
		require.Equal(t, r, got)
	})
}

// A record has a line for each example.
func TestRecordsHaveLines(t *testing.T) {
	s, err := adversarial.ParseStatement("e-omm: mistakes <= 3 where r < 2 && d == 1")
	require.NoError(t, err)
	var text strings.Builder
	require.NoError(t, adversarial.Record{Statement: s, Ratio: 0.5, Stream: []theory.Example{
		{X: vec.Dense(1), Y: 1}, {X: vec.Dense(-0.5), Y: -1}}}.Write(&text))
	require.Equal(t, `{
 "record": 1,
 "statement": "e-omm: mistakes <= 3 where r < 2 && d == 1",
 "ratio": 0.5,
 "stream": [
  {"x":[1],"y":1},
  {"x":[-0.5],"y":-1}]
}
`, text.String())
}

func TestRecordsThatCannotBeRead(t *testing.T) {
	const good = `{"record": 1, "statement": "e-omm: mistakes <= 3", "ratio": 0.5, "stream": [{"x":[1,2],"y":1},{"x":[0.5,-1],"y":-1}]}`
	_, err := adversarial.ReadRecord(strings.NewReader(good))
	require.NoError(t, err)
	for _, c := range []struct{ old, new, want string }{
		{`"record": 1`, `"record": 2`, "it has the format 2, expected 1"},
		{`mistakes <= 3`, `mistaks <= 3`, "nothing is called mistaks"},
		{`"y":-1}]}`, `"y":-1}]`, "unexpected EOF"},
		{`"y":-1}]}`, `"y":-1}]} {}`, "expected the end of the file"},
		{`"y":-1`, `"y":0`, "example 2: label is 0"},
		{`[0.5,-1]`, `[0.5]`, "example 2 of the stream has 1 coordinates, expected as many"},
		{`{"x":[1,2],"y":1},{"x":[0.5,-1],"y":-1}`, ``, "the stream is empty"},
		{`"ratio"`, `"ration"`, "unknown field"},
		{`0.5,`, `"0.5",`, "cannot unmarshal"},
	} {
		require.Contains(t, good, c.old)
		_, err := adversarial.ReadRecord(strings.NewReader(strings.Replace(good, c.old, c.new, 1)))
		require.ErrorContains(t, err, c.want)
	}
}

// A record that states another ratio, or whose stream is outside of the domain, is refused.
func TestRecordsAreVerified(t *testing.T) {
	r := adversarial.Record{Statement: certificate.Statement{Learner: "e-omm", Quantity: "mistakes", Claim: "4"}, Ratio: 0.75}
	for i, y := range []theory.Label{-1, 1, -1} {
		r.Stream = append(r.Stream, theory.Example{X: vec.Dense([]float64{-1, 1, 0}[i]), Y: y})
	}
	require.NoError(t, hunt.Verify(r))
	var refused *hunt.NotAsStatedError
	r.Ratio += 1e-5
	require.ErrorAs(t, hunt.Verify(r), &refused)
	require.EqualError(t, refused, "record refused: ratio: stated 0.75001, expected 0.75")
	r.Ratio = math.NaN()
	require.ErrorAs(t, hunt.Verify(r), &refused)
	r.Statement.Claim, r.Ratio = "1/1000", 3000.0001 // as near as margins are known
	require.EqualError(t, hunt.Verify(r), "record refused: the stream refutes the statement, and marginlab certify proves it")
	r.Ratio = 3000.1
	require.EqualError(t, hunt.Verify(r), "record refused: ratio: stated 3000.1, expected 3000")
	r.Statement.Claim = "4"
	r.Ratio, r.Statement.Where = 0.75, "d > 1"
	require.ErrorAs(t, hunt.Verify(r), &refused)
	r.Statement.Where = "nonsense"
	require.Error(t, hunt.Verify(r))
	require.False(t, errors.As(hunt.Verify(r), &refused))
}
