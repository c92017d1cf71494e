package adult

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// smallAdult returns a folder with 300 made-up people in the form of Adult. Their income
// follows from their data up to noise, so that they are not separable as they are.
func smallAdult(t *testing.T) string {
	dir := t.TempDir()
	for name, n := range map[string]int{"adult.data": 200, "adult.test": 100} {
		rng := rand.New(rand.NewPCG(uint64(n), 2))
		var text strings.Builder
		for range n {
			level := func(attribute string, levels int) (string, int) {
				k := rng.IntN(levels)
				return fmt.Sprintf("%s-%d", attribute, k), k
			}
			age, hours, gain := 20+rng.IntN(50), 20+rng.IntN(40), 1000*max(0, rng.IntN(12)-8)
			work, _ := level("work", 3)
			school, years := level("school", 4)
			marital, married := level("marital", 3)
			job, rank := level("job", 4)
			relation, _ := level("relation", 3)
			race, _ := level("race", 2)
			sex, _ := level("sex", 2)
			country, _ := level("country", 3)
			income := "<=50K"
			if float64(age+hours+15*years+20*married+10*rank)+float64(gain)/200+12*rng.NormFloat64() > 165 {
				income = ">50K"
			}
			if rng.IntN(40) == 0 {
				work = "?"
			}
			fmt.Fprintf(&text, "%d, %s, %d, %s, %d, %s, %s, %s, %s, %s, %d, %d, %d, %s, %s\n", age, work, 10000+rng.IntN(90000),
				school, 4+3*years, marital, job, relation, race, sex, gain, 100*rng.IntN(3), hours, country, income)
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text.String()), 0o600))
	}
	return dir
}
