package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/cluster"
	"marginlab/cmd/marginlab/report/browsertest"
	"marginlab/cmd/marginlab/term"
)

// looked is a window on an engine of this process, and who asks it as a browser does.
type looked struct {
	*testing.T
	client *cluster.Client
	window *window
	url    string
	cookie *http.Cookie
}

// newWindow opens a window whose pages ask often for what is new.
func newWindow(t *testing.T) *looked {
	t.Helper()
	server, err := cluster.Start(cluster.Engine{Dir: t.TempDir()})
	require.NoError(t, err)
	t.Cleanup(server.Close)
	client, err := cluster.Connect(t.Context(), cluster.Options{Server: server})
	require.NoError(t, err)
	t.Cleanup(client.Close)
	ctx, cancel := context.WithCancel(context.Background())
	followed, wait, err := client.Follow(ctx)
	require.NoError(t, err)
	w := &window{client: client, engine: "here", token: "the-token", cookie: "marginlab-1", every: 50 * time.Millisecond, followed: followed, ctx: ctx, studies: map[string]study{}}
	pages := httptest.NewServer(w.handler())
	t.Cleanup(func() { pages.Close(); cancel(); w.studying.Wait(); wait() })
	return &looked{t, client, w, pages.URL, &http.Cookie{Name: w.cookie, Value: w.token}}
}

// A window ends soon, however many browsers are in the midst of a request that they do not end.
func TestWindowEndsWithoutItsBrowsers(t *testing.T) {
	t.Parallel()
	server, err := cluster.Start(cluster.Engine{Dir: t.TempDir()})
	require.NoError(t, err)
	t.Cleanup(server.Close)
	client, err := cluster.Connect(t.Context(), cluster.Options{Server: server})
	require.NoError(t, err)
	t.Cleanup(client.Close)
	place, err := openWindow("127.0.0.1:0", "", "")
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- place.serve(ctx, client, "here") }()
	for range 50 {
		browser, err := net.Dial("tcp", place.Addr().String())
		require.NoError(t, err)
		defer browser.Close()
		_, err = io.WriteString(browser, "POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\n")
		require.NoError(t, err)
	}
	got, err := http.Get(place.url) // when it answers, it serves
	require.NoError(t, err)
	require.NoError(t, got.Body.Close())
	stop()
	select {
	case err := <-ended:
		require.NoError(t, err)
	case <-time.After(20 * time.Second): // it waits 1 s, and a request may take 30
		t.Fatal("the window waits for its browsers")
	}
}

// answer is what the window answers.
type answer struct {
	status int
	header http.Header
	body   string
}

// ask sends a request with headers, NAME: VALUE, without following a redirect.
func (s *looked) ask(method, path string, headers ...string) answer {
	s.Helper()
	request, err := http.NewRequest(method, s.url+path, nil)
	require.NoError(s, err)
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		request.Header.Set(name, value)
	}
	got, err := http.DefaultTransport.RoundTrip(request)
	require.NoError(s, err)
	defer got.Body.Close()
	body, err := io.ReadAll(got.Body)
	require.NoError(s, err)
	return answer{got.StatusCode, got.Header, string(body)}
}

// trusted is a header of who has the token.
func (s *looked) trusted() string { return "Cookie: " + s.cookie.String() }

// submit submits a hunt, and waits until the window has it.
func (s *looked) submit(claim string, islands, epochs, streams int) cluster.Spec {
	s.Helper()
	statement, err := certificate.ParseStatement(claim)
	require.NoError(s, err)
	hunt := adversarial.Hunt{Seed: 3, Workers: islands, Epochs: epochs, Streams: streams, Cold: true}
	own, err := identity()
	require.NoError(s, err)
	spec, err := specOf(hunt.Plan(adversarial.Conjecture{Statement: statement}), own)
	require.NoError(s, err)
	s.put(spec)
	return spec
}

func (s *looked) put(spec cluster.Spec) {
	s.Helper()
	require.NoError(s, s.client.Submit(s.Context(), spec))
	require.Eventually(s, func() bool { _, ok := s.window.followed.Hunt(spec.ID()); return ok }, 20*time.Second, time.Millisecond)
}

// work works until the test ends.
func (s *looked) work() {
	s.Helper()
	own, err := identity()
	require.NoError(s, err)
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	all.Go(func() {
		if err := s.client.Work(ctx, cluster.Worker{Identity: own, Runner: tasksOf, Slots: 1, Log: s.Logf}); err != nil {
			s.Error(err)
		}
	})
	s.Cleanup(func() { cancel(); all.Wait() })
}

// state waits until a hunt is in a state.
func (s *looked) state(id, want string) {
	s.Helper()
	require.Eventually(s, func() bool { st, err := s.client.Status(s.Context(), id); return err == nil && st.State == want }, time.Minute, 5*time.Millisecond)
}

// Nobody reads a page or stops a hunt without the token. The token in the address becomes a cookie.
func TestWindowAsksForItsToken(t *testing.T) {
	t.Parallel()
	s := newWindow(t)
	hunt := "/hunts/" + s.submit("e-omm: mistakes <= 2 + r^2", 2, 3, 1000).ID()
	for _, path := range []string{"/", hunt, hunt + "/record.json", hunt + "/stop", "/hunts/none", "/favicon.ico"} {
		for _, method := range []string{"GET", "HEAD", "POST", "PUT"} {
			for _, headers := range [][]string{nil, {"Cookie: marginlab-1=the-tokem"}, {"Cookie: marginlab-2=the-token"}, {"Authorization: Bearer the-token"}} {
				got := s.ask(method, path, headers...)
				require.Equal(t, http.StatusUnauthorized, got.status, "%s %s %q", method, path, headers)
				require.NotContains(t, got.body, "e-omm")
				if method == "GET" {
					require.Contains(t, got.body, "ends in ?token=")
				}
			}
			got := s.ask(method, path+"?token=the-tokem")
			require.Equal(t, http.StatusUnauthorized, got.status)
			require.Empty(t, got.header.Get("Set-Cookie"))
		}
	}
	require.Equal(t, http.StatusUnauthorized, s.ask("POST", hunt+"/stop?token=the-token").status)
	s.state(strings.TrimPrefix(hunt, "/hunts/"), cluster.Running)

	got := s.ask("GET", hunt+"?token=the-token")
	require.Equal(t, http.StatusSeeOther, got.status)
	require.Equal(t, hunt, got.header.Get("Location"))
	require.Regexp(t, `^marginlab-1=the-token; Path=/; Max-Age=\d+; HttpOnly; SameSite=Lax$`, got.header.Get("Set-Cookie"))
	require.Equal(t, "/elsewhere.example/", s.ask("GET", "//elsewhere.example/?token=the-token").header.Get("Location"))
	got = s.ask("GET", hunt, s.trusted())
	require.Equal(t, http.StatusOK, got.status)
	require.Contains(t, got.body, "Stop the hunt")
	require.Equal(t, "no-store", got.header.Get("Cache-Control"))
	require.Contains(t, got.header.Get("Content-Security-Policy"), "frame-ancestors 'none'")
	require.Equal(t, http.StatusNotModified, s.ask("GET", "/", s.trusted(), "If-None-Match: "+s.ask("GET", "/", s.trusted()).header.Get("ETag")).status)
	missing := s.ask("GET", "/hunts/none", s.trusted())
	require.Equal(t, http.StatusNotFound, missing.status)
	require.Contains(t, missing.body, `There is no hunt "none"`)
}

// Hunts are stopped and resumed from the window's own pages alone, by POST alone.
func TestWindowHeedsItsOwnPagesAlone(t *testing.T) {
	t.Parallel()
	s := newWindow(t)
	id := s.submit("e-omm: mistakes <= 2 + r^2", 2, 3, 1000).ID()
	stop, resume := "/hunts/"+id+"/stop", "/hunts/"+id+"/resume"
	for _, foreign := range []string{"Origin: http://elsewhere.example", "Origin: null", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site"} {
		got := s.ask("POST", stop, s.trusted(), foreign)
		require.Equal(t, http.StatusForbidden, got.status, foreign)
		require.Contains(t, got.body, "another site")
	}
	require.Equal(t, http.StatusNotFound, s.ask("GET", stop, s.trusted()).status)
	s.state(id, cluster.Running)
	for _, change := range []struct{ path, state, shows string }{{stop, cluster.Stopped, "Resume the hunt"}, {stop, cluster.Stopped, "Resume the hunt"}, {resume, cluster.Running, "Stop the hunt"}} {
		got := s.ask("POST", change.path, s.trusted(), "Origin: "+s.url, "Sec-Fetch-Site: same-origin")
		require.Equal(t, http.StatusSeeOther, got.status, got.body)
		require.Equal(t, "/hunts/"+id, got.header.Get("Location"))
		s.state(id, change.state)
		require.Contains(t, s.ask("GET", "/hunts/"+id, s.trusted()).body, change.shows)
	}
}

// What claims, workers and failures say is text.
func TestWindowEscapes(t *testing.T) {
	t.Parallel()
	s := newWindow(t)
	const hostile = "<script>alert(1)</script>\" onload='x' &amp; \u202e\x1b[31m"
	spec := cluster.Spec{Title: "title" + hostile, Identity: hostile, Islands: 1, Epochs: 1, Plan: []byte(`{}`)}
	s.put(spec)
	require.NoError(t, s.client.Stop(t.Context(), spec.ID(), "why"+hostile))
	require.Eventually(t, func() bool { h, _ := s.window.followed.Hunt(spec.ID()); return h.State == cluster.Failed }, 20*time.Second, time.Millisecond)
	for path, says := range map[string]string{"/": "title", "/hunts/" + spec.ID(): "why"} {
		page := s.ask("GET", path, s.trusted()).body
		require.Contains(t, page, says+"&lt;script&gt;alert(1)&lt;/script&gt;&#34; onload=&#39;x&#39; &amp;amp; "+term.Printable("\u202e\x1b")+"[31m")
		require.NotContains(t, page, "<script>alert")
		require.NotContains(t, page, "\u202e")
	}
}

// A refutation is shown with its steps, and its certificate is one that replay takes.
func TestWindowShowsARefutation(t *testing.T) {
	t.Parallel()
	s := newWindow(t)
	id := s.submit("e-omm: mistakes <= 2 + r^2/8", 2, 4, 1000).ID()
	file := "/hunts/" + id + "/certificate.json"
	got := s.ask("GET", file, s.trusted())
	require.Equal(t, http.StatusNotFound, got.status)
	require.Contains(t, got.body, "no \"certificate.json\" yet")
	s.work()
	s.state(id, cluster.Refuted)
	require.Eventually(t, func() bool {
		page := s.ask("GET", "/hunts/"+id, s.trusted()).body
		return strings.Contains(page, "The certificate was verified here") && strings.Contains(page, `id="refuted-1"`) && strings.Contains(page, file)
	}, time.Minute, 5*time.Millisecond)
	got = s.ask("GET", file, s.trusted())
	require.Equal(t, http.StatusOK, got.status)
	require.Contains(t, got.header.Get("Content-Disposition"), "attachment")
	c, err := certificate.Read(strings.NewReader(got.body))
	require.NoError(t, err)
	require.NoError(t, c.Verify(certificate.Limit{}))
	require.Equal(t, "e-omm: mistakes <= 2 + r^2/8", c.Statement.String())
}

// The engine serves its window at the address that it prints, whose token it keeps, and ends when it
// is interrupted, whoever still looks.
func TestEngineWithAWindow(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	page := regexp.MustCompile(`http://127\.0\.0\.1:\d+/\?token=\S+`)
	var tokens []string
	for range 2 {
		ctx, cancel := context.WithCancel(context.Background())
		out, ended := new(locked), make(chan int, 1)
		go func() {
			ended <- run(ctx, []string{"engine", "--dir", dir, "--listen", "127.0.0.1:0", "--http", "127.0.0.1:0"}, term.Streams{Out: out, Err: out})
		}()
		require.Eventually(t, func() bool { return page.MatchString(out.String()) }, 20*time.Second, time.Millisecond, out)
		address, err := url.Parse(page.FindString(out.String()))
		require.NoError(t, err)
		tokens = append(tokens, address.Query().Get("token"))
		jar := &http.Client{Transport: &http.Transport{}, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		got, err := jar.Get(address.String()) // its connection stays open
		require.NoError(t, err)
		require.NoError(t, got.Body.Close())
		require.Equal(t, http.StatusSeeOther, got.StatusCode)
		cancel()
		select {
		case status := <-ended:
			require.Equal(t, 0, status, out)
		case <-time.After(20 * time.Second):
			t.Fatal("the engine does not end")
		}
		_, err = jar.Get(address.String())
		require.Error(t, err)
	}
	require.Equal(t, tokens[0], tokens[1])
	info, err := os.Stat(filepath.Join(dir, tokenFile))
	require.NoError(t, err)
	require.Zero(t, info.Mode()&0o077)
	require.NoError(t, os.WriteFile(filepath.Join(dir, tokenFile), []byte("short\n"), 0o600))
	var out bytes.Buffer
	require.Equal(t, 2, run(t.Context(), []string{"engine", "--dir", dir, "--listen", "127.0.0.1:0", "--http", "127.0.0.1:0"}, term.Streams{Out: &out, Err: &out}))
	require.Contains(t, out.String(), "holds no token")
}

// locked is a buffer that is read while somebody writes.
type locked struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *locked) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// A hunt of two islands in a browser: its numbers move, its button stops it, and it goes on.
func TestWindowInTheBrowser(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	s := newWindow(t)
	id := s.submit("pumma: later_mistakes <= r^2 where 1 <= r <= 8", 2, 5000, 200).ID()
	s.put(cluster.Spec{Title: "<img src=x onerror=alert(1)>", Identity: "another build", Islands: 1, Epochs: 1, Plan: []byte(`{}`)})
	s.work()
	page := browser.Visit(t, s.url, "/?token=the-token", browsertest.View{Width: 400})
	page.Fits()
	page.Click(`a[href="/hunts/` + id + `"]`)
	text := func(selector string) string {
		return browsertest.Eval[string](page, fmt.Sprintf(`document.querySelector(%q)?.innerText ?? ""`, selector))
	}
	shows := func(selector, want string) {
		t.Helper()
		require.Eventually(t, func() bool { return regexp.MustCompile(want).MatchString(text(selector)) }, time.Minute, 20*time.Millisecond, "%s", want)
	}
	shows(".actions button", "Stop the hunt")
	shows("#hunt-rises .axis", "quantity / claim")
	shows("#best h2", "Best stream so far")

	// The numbers move while a table stays sorted.
	const title = "#islands-table th:nth-child(1)"
	require.Eventually(t, func() bool { // a click whose table is replaced meanwhile does nothing
		page.Click(title + " button")
		return browsertest.Eval[bool](page, fmt.Sprintf(`document.querySelector(%q)?.ariaSort === "descending"`, title))
	}, time.Minute, 20*time.Millisecond)
	before := text("#progress .facts")
	require.Eventually(t, func() bool { return text("#progress .facts") != before && text("#progress .facts") != "" }, time.Minute, 20*time.Millisecond)
	shows("#islands-table tbody tr td", "^2$")

	// A button that is pressed stays until it is released, though its table has newer numbers meanwhile;
	// what is above it may push it away from under the pointer.
	served := func() string {
		return browsertest.Eval[string](page, `fetch(location.pathname).then(answer => answer.text())
			.then(text => new DOMParser().parseFromString(text, "text/html").getElementById("islands-table").textContent)`)
	}
	moves := func(of func() string) {
		before := of()
		require.Eventually(t, func() bool { return of() != before }, time.Minute, 20*time.Millisecond)
	}
	const order = `document.querySelector("` + title + `").ariaSort`
	for tries := 5; tries > 0 && browsertest.Eval[string](page, order) != "ascending"; tries-- {
		at := browsertest.Eval[[2]float64](page, `(() => {
			const button = document.querySelector("`+title+` button");
			button.scrollIntoView({ block: "center" });
			const box = button.getBoundingClientRect();
			return [box.x + box.width / 2, box.y + box.height / 2];
		})()`)
		page.Do(chromedp.MouseEvent(chromedp.MousePressed, at[0], at[1], chromedp.ButtonLeft, chromedp.ClickCount(1)))
		moves(served)
		moves(func() string { return text("#progress .facts") })
		page.Do(chromedp.MouseEvent(chromedp.MouseReleased, at[0], at[1], chromedp.ButtonLeft, chromedp.ClickCount(1)))
	}
	require.Equal(t, "ascending", browsertest.Eval[string](page, order))
	shows("#islands-table tbody tr td", "^1$")

	page.Click(".actions button")
	shows(".says", "^Stopped")
	s.state(id, cluster.Stopped)
	stopped, err := s.client.Status(t.Context(), id)
	require.NoError(t, err)
	shows(".actions button", "Resume the hunt")
	shows("#progress .facts", fmt.Sprintf(`\b%d of 10000\b`, stopped.Results))
	page.Picture("window-400")
	page.Click(".actions button")
	s.state(id, cluster.Running)
	require.Eventually(t, func() bool {
		st, err := s.client.Status(t.Context(), id)
		return err == nil && st.Results > stopped.Results
	}, time.Minute, 5*time.Millisecond)
	shows(".actions button", "Stop the hunt")
	page.Fits()
	page.Clean()

	require.NoError(t, s.client.Remove(t.Context(), id))
	shows("#live", "There is no hunt")
}
