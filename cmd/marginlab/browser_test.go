package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
)

// picturesEnv names the environment variable that may name a folder for pictures of the pages
// that tests open. Without it [tab.Picture] does nothing.
const picturesEnv = "MARGINLAB_PICTURES"

// chromium is a running browser, with an empty profile.
type chromium struct{ ctx context.Context }

// startBrowser starts a browser until the test ends. The test is skipped where there is none.
func startBrowser(t testing.TB) *chromium {
	t.Helper()
	names := []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"}
	i := slices.IndexFunc(names, func(name string) bool { _, err := exec.LookPath(name); return err == nil })
	if i < 0 {
		t.Skip("no browser to test the page in: neither chromium nor google-chrome is on the PATH")
	}
	allocated, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(names[i]), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("force-color-profile", "srgb"))...)
	ctx, closed := chromedp.NewContext(allocated)
	t.Cleanup(func() {
		_ = chromedp.Cancel(ctx) // waits until the browser has ended
		closed()
		stop()
	})
	require.NoError(t, chromedp.Do(ctx), names[i])
	return &chromium{ctx}
}

// savedPage writes a page to a file of the test.
func savedPage(t testing.TB, write func(io.Writer) error) string {
	t.Helper()
	var text bytes.Buffer
	require.NoError(t, write(&text))
	file := filepath.Join(t.TempDir(), "page.html")
	require.NoError(t, os.WriteFile(file, text.Bytes(), 0o644))
	return file
}

// view says how a page is looked at.
type view struct {
	Width, Height int // in CSS pixels; 1000 and 800 if they are 0
	Dark          bool
	Print         bool // as it goes to a printer
}

// tab is a page that is open.
type tab struct {
	t   testing.TB
	ctx context.Context
	own string // what its URL begins with

	mu    sync.Mutex
	wrong []string // requests beside its own, and all that is on the console
}

// Open opens an HTML file, with a fragment such as #data if it is not empty, and waits until
// nothing in sight is busy.
func (b *chromium) Open(t testing.TB, file, fragment string, v view) *tab {
	t.Helper()
	absolute, err := filepath.Abs(file)
	require.NoError(t, err)
	return b.Visit(t, (&url.URL{Scheme: "file", Path: absolute}).String(), fragment, v)
}

// Visit opens a page of a server, as http://127.0.0.1:8080, at a path with its fragment, and waits
// as [chromium.Open] does.
func (b *chromium) Visit(t testing.TB, own, path string, v view) *tab {
	t.Helper()
	ctx, closed := chromedp.NewContext(b.ctx)
	t.Cleanup(closed)
	p := &tab{t: t, ctx: ctx, own: own}
	require.NoError(t, chromedp.Do(ctx)) // opens the tab
	require.NoError(t, chromedp.Listen(ctx, p.hear))
	scheme, medium := "light", ""
	if v.Dark {
		scheme = "dark"
	}
	if v.Print {
		medium = "print"
	}
	p.Do(command(network.Enable, network.EnableParams{}),
		command(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: int64(cmp.Or(v.Width, 1000)), Height: int64(cmp.Or(v.Height, 800)), DeviceScaleFactor: 1,
			Mobile: v.Width > 0 && v.Width < 600}),
		command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: medium,
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme},
				{Name: "prefers-reduced-motion", Value: "reduce"}}}), // nothing moves under a click
		chromedp.Navigate(own+path))
	eval[bool](p, `new Promise(done => {
		const busy = e => e.checkVisibility() && e.getBoundingClientRect().top < innerHeight;
		const look = () => [...document.querySelectorAll("[aria-busy=true]")].some(busy) ? setTimeout(look, 5) : done(true);
		look();
	})`)
	return p
}

// command is an action that sends a command of the protocol.
func command[P any](c cdp.Command[P, cdp.Empty], params P) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, target *chromedp.Target) (none chromedp.Void, err error) {
		_, err = cdp.Call(ctx, target, c, params)
		return none, err
	}
}

// hear notes requests and errors.
func (p *tab) hear(event any) {
	text := ""
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if !strings.HasPrefix(e.Request.URL, p.own) {
			text = fmt.Sprintf("the page asked for %s, expected that it asks for nothing", e.Request.URL)
		}
	case *runtime.EventExceptionThrown:
		text = "on the console: " + e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
	case *runtime.EventConsoleAPICalled:
		text = "on the console: " + string(e.Type)
		for _, a := range e.Args {
			text += fmt.Sprintf(" %s%s", a.Value, a.Description)
		}
	case *log.EventEntryAdded:
		text = fmt.Sprintf("on the console: %s: %s %s", e.Entry.Level, e.Entry.Text, e.Entry.URL)
	}
	if text != "" {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.wrong = append(p.wrong, text)
	}
}

// Do runs actions on the page, such as [chromedp.Click].
func (p *tab) Do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	for _, a := range actions {
		do(p, a)
	}
}

// do runs an action on the page.
func do[T any](p *tab, a chromedp.Action[T]) T {
	p.t.Helper()
	ctx, stop := context.WithTimeout(p.ctx, time.Minute) // far beyond what an action takes on a busy machine
	defer stop()
	value, err := chromedp.Run(ctx, a)
	require.NoError(p.t, err, "browser")
	return value
}

// eval is the value of an expression in JavaScript on the page, which may be a promise. It must not change a page that
// loads itself again: where the browser leaves the page meanwhile, the next one is asked.
func eval[T any](p *tab, expression string) T {
	p.t.Helper()
	return do(p, func(ctx context.Context, target *chromedp.Target) (value T, err error) {
		for range 20 {
			value, err = chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise)(ctx, target)
			if err == nil || !strings.Contains(err.Error(), "context") && !strings.Contains(err.Error(), "navigated") {
				break
			}
		}
		return value, err
	})
}

// Click clicks on the first element that a CSS selector finds.
func (p *tab) Click(selector string) {
	p.t.Helper()
	p.Do(chromedp.Click(chromedp.CSS(selector)))
}

// Press presses keys where the focus is: letters, or names of package kb such as [kb.Enter].
func (p *tab) Press(keys string) {
	p.t.Helper()
	p.Do(chromedp.KeyEvent(keys))
}

// Clean fails the test if the page has asked for anything beside its file or server, or if there was
// anything on its console.
func (p *tab) Clean() {
	p.t.Helper()
	// Whatever was asked for until now has been heard of after the next frame.
	eval[chromedp.Void](p, "new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, wrong := range p.wrong {
		p.t.Errorf("%s", wrong)
	}
}

// Fits fails the test if the page is wider than its window. It names the elements that stick
// out of it.
func (p *tab) Fits() {
	p.t.Helper()
	if out := eval[[]string](p, `(() => {
		const width = document.documentElement.clientWidth;
		if (document.documentElement.scrollWidth <= width) return [];
		return [...document.body.querySelectorAll("*")].filter(e => e.getBoundingClientRect().right > width + 1)
			.map(e => e.tagName.toLowerCase() + (e.id && "#" + e.id) + " " + e.textContent.trim().slice(0, 40)).slice(0, 8)
			.concat("scrollWidth " + document.documentElement.scrollWidth);
	})()`); len(out) > 0 {
		p.t.Errorf("the page is wider than its window: %q", out)
	}
}

// Picture writes a picture of the whole page to NAME.png in the folder that [picturesEnv]
// names.
func (p *tab) Picture(name string) {
	p.t.Helper()
	if folder := os.Getenv(picturesEnv); folder != "" {
		picture := do(p, chromedp.FullScreenshot(100))
		require.NoError(p.t, os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o644))
	}
}

// noted keeps what a test is told is wrong.
type noted struct {
	testing.TB
	errors []string
}

func (n *noted) Errorf(format string, args ...any) {
	n.errors = append(n.errors, fmt.Sprintf(format, args...))
}

// TestInTheBrowser looks at pages in one browser, each in a tab of its own.
func TestInTheBrowser(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	browser := startBrowser(t)
	for _, of := range []struct {
		name string
		test func(*testing.T, *chromium)
	}{
		{"everything wrong is noticed", wrongIsNoticed},
		{"the view is the one asked for", viewIsAskedFor},
		{"a script reads the data of its section", scriptReadsData},
		{"a table is sorted by click and by key", tableIsSorted},
		{"the policy forbids the network", policyForbids},
		{"the slider moves the hyperplane of the plane to where the exact model has it", sliderMovesThePlane},
		{"a projection has the distances of the exact model", projectionIsTrue},
		{"keys and links lead to steps", keysAndLinks},
		{"a projection is upright to the maximum margin", uprightToTheMargin},
		{"the second learner has steps too", secondLearner},
		{"the viewer fits and is clean", looks},
		{"the report", reportIsSound},
		{"a report of several of each", severalOfEach},
		{"the page of hunts follows them", huntsAreFollowed},
	} {
		t.Run(of.name, func(t *testing.T) {
			t.Parallel()
			of.test(t, browser)
		})
	}
}

// A page that logs, throws, asks for a picture and is too wide fails in all four.
func wrongIsNoticed(t *testing.T, browser *chromium) {
	file := filepath.Join(t.TempDir(), "wrong page.html")
	const html = `<!doctype html><p id="wide" style="width: 2000px">wide</p><img src="http://127.0.0.1:9/x.png" alt="">
		<script>console.log("said"); throw new Error("thrown")</script>`
	require.NoError(t, os.WriteFile(file, []byte(html), 0o644))
	n := &noted{TB: t}
	page := browser.Open(n, file, "", view{})
	page.Clean()
	page.Fits()
	all := fmt.Sprint(n.errors)
	for _, want := range []string{"said", "thrown", "asked for http://127.0.0.1:9/x.png", "p#wide"} {
		require.Contains(t, all, want)
	}
}

func viewIsAskedFor(t *testing.T, browser *chromium) {
	file := filepath.Join(t.TempDir(), "page.html")
	require.NoError(t, os.WriteFile(file, []byte(`<!doctype html><meta name="viewport" content="width=device-width"><title>x</title>`), 0o644))
	for _, v := range []view{{Width: 390}, {Width: 1900, Dark: true}} {
		page := browser.Open(t, file, "#there", v)
		require.Equal(t, fmt.Sprintf("%d %v #there", v.Width, v.Dark),
			eval[string](page, `innerWidth + " " + matchMedia("(prefers-color-scheme: dark)").matches + " " + location.hash`))
		page.Clean()
	}
}
