package adversarial

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial/certificate"
)

// RequireValid verifies a certificate.
func RequireValid(t testing.TB, c *certificate.Certificate) *certificate.Verdict {
	t.Helper()
	v, err := c.Verify(certificate.Limit{})
	require.NoError(t, err)
	return v
}
