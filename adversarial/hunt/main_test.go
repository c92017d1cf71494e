package hunt

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/algos/external"
	"marginlab/internal/rapidtest"
)

func TestMain(m *testing.M) {
	rapidtest.Main(m, 100)
	external.Stop()
}

// RequireValid verifies a certificate.
func RequireValid(t testing.TB, c *certificate.Certificate) *certificate.Verdict {
	t.Helper()
	v, err := c.Verify(certificate.Limit{})
	require.NoError(t, err)
	return v
}

// ran is what the hunt finds.
func ran(t testing.TB, h Hunt, c adversarial.Conjecture) Finding {
	t.Helper()
	found, err := h.Run(t.Context(), c)
	require.NoError(t, err)
	return found
}

// span is the numbers from low to high.
func span(low, high int) adversarial.Range[int] { return adversarial.Range[int]{Low: low, High: high} }
