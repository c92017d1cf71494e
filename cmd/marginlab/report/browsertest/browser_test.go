package browsertest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/report/browsertest"
	"marginlab/internal/rapidtest"
)

// noted keeps what a test is told is wrong.
type noted struct {
	testing.TB
	errors []string
}

func (n *noted) Errorf(format string, args ...any) {
	n.errors = append(n.errors, fmt.Sprintf(format, args...))
}

func TestBrowser(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	browser := browsertest.Start(t)
	t.Run("everything wrong is noticed", func(t *testing.T) { wrongIsNoticed(t, browser) })
	t.Run("the view is the one asked for", func(t *testing.T) { viewIsAskedFor(t, browser) })
}

// A page that logs, throws, asks for a picture and is too wide fails in all four.
func wrongIsNoticed(t *testing.T, browser *browsertest.Browser) {
	file := filepath.Join(t.TempDir(), "wrong page.html")
	const html = `<!doctype html><p id="wide" style="width: 2000px">wide</p><img src="http://127.0.0.1:9/x.png" alt="">
		<script>console.log("said"); throw new Error("thrown")</script>`
	require.NoError(t, os.WriteFile(file, []byte(html), 0o644))
	n := &noted{TB: t}
	page := browser.Open(n, file, "", browsertest.View{})
	page.Clean()
	page.Fits()
	all := fmt.Sprint(n.errors)
	for _, want := range []string{"said", "thrown", "asked for http://127.0.0.1:9/x.png", "p#wide"} {
		require.Contains(t, all, want)
	}
}

func viewIsAskedFor(t *testing.T, browser *browsertest.Browser) {
	file := filepath.Join(t.TempDir(), "page.html")
	require.NoError(t, os.WriteFile(file, []byte(`<!doctype html><meta name="viewport" content="width=device-width"><title>x</title>`), 0o644))
	for _, v := range []browsertest.View{{Width: 390}, {Width: 1900, Dark: true}} {
		page := browser.Open(t, file, "#there", v)
		require.Equal(t, fmt.Sprintf("%d %v #there", v.Width, v.Dark),
			browsertest.Eval[string](page, `innerWidth + " " + matchMedia("(prefers-color-scheme: dark)").matches + " " + location.hash`))
		page.Clean()
	}
}
