package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/report/browsertest"
	"marginlab/cmd/marginlab/term"
)

// The page of the embedded data and certificates is well in windows of all widths, light and
// dark.
func TestReportInTheBrowser(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	file := filepath.Join(t.TempDir(), "report.html")
	require.Equal(t, 0, run(context.Background(), []string{"report", "-o", file}, term.Streams{Out: io.Discard, Err: io.Discard}))
	for _, width := range []int{390, 1000, 1900} {
		for _, dark := range []bool{false, true} {
			name := fmt.Sprintf("report-%d-%s", width, map[bool]string{false: "light", true: "dark"}[dark])
			t.Run(name, func(t *testing.T) {
				page := browser.Open(t, file, "", browsertest.View{Width: width, Dark: dark})
				page.Fits()
				page.Picture(name)
				if width == 1000 && !dark {
					page.Print("report")
				}
				page.Clean()
			})
		}
	}
}
