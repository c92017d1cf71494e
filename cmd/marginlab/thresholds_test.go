package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/report/chart"
)

// The picture of the thresholds beside adversarial/README.md is that of the records; -update draws it.
func TestThresholdsAreDrawn(t *testing.T) {
	c, err := report.Thresholds(adversarial.Thresholds())
	require.NoError(t, err)
	svg := chart.Figure{Panels: []chart.Chart{c}, Width: 560, Height: 300}.SVG()
	const file = "../../adversarial/testdata/thresholds.svg"
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(svg), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), svg, "go test ./cmd/marginlab -run Thresholds -update draws %s", file)
}
