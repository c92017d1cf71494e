package certificate

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/exact"
)

// numbersOfPython computes with numbers of check.py between two ends, and with fractions
// between these. A sign is that of all numbers between the ends, or it is open.
const numbersOfPython = `
import random, check
from fractions import Fraction as Q
check.BITS, unit, r = 12, 1 << 12, random.Random(1)
def drawn():
    lo = r.randrange(-9000, 9000) if r.randrange(9) else r.randrange(-20, 2); hi = lo + r.randrange(1, 50)
    return check.Num(lo, hi), Q(r.randrange(7 * lo, 7 * hi + 1), 7 * unit)
def sign(a):
    try: return a.sign()
    except check.Undecided: return None
for _ in range(1500):
    (a, p), (b, q) = drawn(), drawn()
    results = [(a + b, p + q), (a - b, p - q), (a * b, p * q), (a.max(b), max(p, q)), (a * 3, p * 3)]
    if b.lo > 0 or b.hi < 0: results.append((a / b, p / q))
    if a.lo > 0: results.append((a.sqrt() * a.sqrt(), p))
    for any in (a.lo, p, a.hi): assert sign(a) in (None, (any > 0) - (any < 0)), a.ends
    for number, exact in results: assert number.lo <= exact * unit <= number.hi, (a.ends, b.ends, number.ends)
`

func TestNumbersOfPythonAreEnclosed(t *testing.T) {
	t.Parallel()
	interpreter, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is missing: the independent checker is not run")
	}
	cmd := exec.Command(interpreter, "-B", "-c", numbersOfPython)
	cmd.Dir = testdata
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// An example that is shown again after its update ties with the margin, at any length.
func TestTiesOfLongRunsAreCertified(t *testing.T) {
	t.Parallel()
	stream := contradicted(t, 16)
	stream = append(stream, exact.Example{X: stream[15].X, Y: stream[15].Y})
	s := Statement{Learner: "e-omm", Quantity: "m(1)", Claim: "14"}
	c := certify(t, item{name: s.String(), statement: s, stream: stream})
	require.Equal(t, "15", c.Terms[0].Value.RatString())
	require.False(t, c.Runs.Learner[16].Updated)
	require.NoError(t, c.Verify(Limit{}))
	verdicts, lines := python(t, [][]byte{written(t, c)})
	require.Zero(t, verdicts[0], lines)
}
