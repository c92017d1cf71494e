package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/internal/rapidtest"
)

// A claim of 0 is refuted by a ratio that is infinite. A hunt that starts from more than a message takes is refused,
// as are credentials without an end.
func TestEngineAtItsLimits(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	server, _ := engineHere(t)
	says := func(status int, args ...string) string {
		t.Helper()
		return said(t, status, append(args, "--engine", server.URL())...)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan int)
	go func() {
		status, _, _ := ranOn(ctx, nil, "worker", "--engine", server.URL())
		ended <- status
	}()
	require.Contains(t, says(1, "hunt", "e-omm: mistakes <= 0", "--cold", "--workers", "1", "--epochs", "1", "--streams", "100"), "refuted")
	stop()
	require.Zero(t, <-ended)
	file := filepath.Join(t.TempDir(), "long.json")
	row := `{"x": [` + strings.Repeat("1,", 999) + `1], "y": 1}`
	large := `{"record": 1, "statement": "perceptron: mistakes <= 2", "ratio": 0.5, "stream": [` + strings.Repeat(row+",", 499) + row + `]}`
	require.NoError(t, os.WriteFile(file, []byte(large), 0o600))
	require.Contains(t, says(2, "hunt", "perceptron: mistakes <= 2", "--start", file), "the streams that it starts from, has ")
	require.Contains(t, says(2, "hunts", "list", "--creds", "/dev/zero"), "/dev/zero has more than 1048576 bytes, expected a file that marginlab engine init wrote")
}

// ends is a context that ends after so many looks.
type ends struct {
	context.Context
	looks int
}

func (e *ends) Err() error {
	if e.looks--; e.looks < 0 {
		return context.Canceled
	}
	return nil
}

// Millions of claims are prepared until an interrupt. A claim that is there again is one.
func TestClaimsOfASweep(t *testing.T) {
	t.Parallel()
	claims := strings.Repeat("e-omm: mistakes <= 1\n", 9) + "e-omm: mistakes <= 2\n"
	rows, err := claimsOf("-", strings.NewReader(claims))
	require.NoError(t, err)
	for looks, want := range map[int]error{0: context.Canceled, 9: context.Canceled, 10: nil} {
		all, err := specsOf(&ends{t.Context(), looks}, rows, huntCmd{Engine: "x"}.hunt())
		require.ErrorIs(t, err, want, fmt.Sprint(looks))
		require.Equal(t, want == nil, len(all) == 2)
	}
}

// A ratio is named by what it divides.
func TestRatioNames(t *testing.T) {
	for claim, want := range map[string]string{
		"mistakes <= r^2":           "mistakes / claim",
		"T + mistakes <= r^2":       "(T + mistakes) / claim",
		"margin >= gamma/2":         "claim / margin",
		"mistakes - (r^2 + 1) <= 0": "mistakes / (r^2 + 1)",
		"2 + r - mistakes >= 0":     "mistakes / (2 + r)",
		"0 <= r^2 - mistakes":       "mistakes / r^2",
	} {
		s, err := adversarial.ParseStatement("e-omm: " + claim)
		require.NoError(t, err)
		require.Equal(t, want, ratioName(s), claim)
	}
}
