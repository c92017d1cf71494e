package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"marginlab/cluster"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/term"
	"marginlab/internal/atomicfile"
)

// window shows the hunts on an engine in a browser, as they go on, to whoever has its token.
type window struct {
	client *cluster.Client
	engine string // for people
	token  string
	cookie string        // its name: browsers keep one jar for all ports of a machine
	every  time.Duration // in which pages ask for what is new

	followed *cluster.Following
	ctx      context.Context // of the studies
	studying sync.WaitGroup
	mu       sync.Mutex
	studies  map[string]study // by hunt
}

// windowPlace is a window that listens and is not served yet.
type windowPlace struct {
	net.Listener
	url, token, cookie string
}

// openWindow listens at an address, beyond this machine with the keys in a folder. The token is
// kept in the folder tokens, or is a new one where that is "".
func openWindow(address, keys, tokens string) (o windowPlace, err error) {
	if o.token, err = windowToken(tokens); err != nil {
		return o, err
	}
	l, at, port, err := cluster.ListenForBrowsers(address, keys)
	return windowPlace{l, at + "/?token=" + url.QueryEscape(o.token), o.token, fmt.Sprintf("marginlab-%d", port)}, err
}

// tokenFile keeps the token of an engine's window, so that its address stays the same.
const tokenFile = "window.token"

func windowToken(dir string) (string, error) {
	if dir == "" {
		return rand.Text(), nil
	}
	file := filepath.Join(dir, tokenFile)
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		text = []byte(rand.Text())
		if err = os.MkdirAll(dir, 0o700); err == nil {
			err = os.WriteFile(file, nil, 0o600) // whole keeps its permissions
		}
		if err == nil {
			err = atomicfile.WriteFile(file, text)
		}
	}
	token := strings.TrimSpace(string(text))
	if err == nil && len(token) < len(rand.Text()) {
		err = fmt.Errorf("%s holds no token; without the file a new one is made", file)
	}
	return token, err
}

// lookEvery is how often a page asks for what is new. Workers say as often how far they are.
const lookEvery = 2 * time.Second

// serve serves the window until ctx ends.
func (o windowPlace) serve(ctx context.Context, client *cluster.Client, engine string) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	w := &window{client: client, engine: engine, token: o.token, cookie: o.cookie, every: lookEvery, ctx: ctx, studies: map[string]study{}}
	followed, wait, err := client.Follow(ctx)
	if err != nil {
		return errors.Join(err, o.Close())
	}
	w.followed = followed
	const long = 30 * time.Second
	server := &http.Server{
		Handler: w.handler(), ReadTimeout: long, WriteTimeout: long, MaxHeaderBytes: 1 << 14,
		ErrorLog: log.New(discard{}, "", 0), // of browsers that do not trust the certificate, and the like
	}
	ended := make(chan struct{})
	context.AfterFunc(ctx, func() {
		defer close(ended)
		soon, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		if server.Shutdown(soon) != nil {
			_ = server.Close()
		}
	})
	err = server.Serve(o)
	stop()
	<-ended
	w.studying.Wait()
	wait()
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

// handler answers those who have the token. What changes a hunt is taken from the window's own
// pages alone.
func (w *window) handler() http.Handler {
	pages := http.NewServeMux()
	pages.HandleFunc("GET /{$}", func(a http.ResponseWriter, r *http.Request) { send(a, r, w.overview()) })
	pages.HandleFunc("GET /hunts/{hunt}", w.hunt(func(a http.ResponseWriter, r *http.Request, h cluster.FollowedHunt) {
		send(a, r, w.page(h))
	}))
	pages.HandleFunc("GET /hunts/{hunt}/{file}", w.hunt(w.file))
	pages.HandleFunc("POST /hunts/{hunt}/stop", w.hunt(w.change(func(ctx context.Context, id string) error { return w.client.Stop(ctx, id, "") })))
	pages.HandleFunc("POST /hunts/{hunt}/resume", w.hunt(w.change(w.client.Resume)))
	own := http.NewCrossOriginProtection()
	own.SetDenyHandler(http.HandlerFunc(func(a http.ResponseWriter, _ *http.Request) {
		http.Error(a, "This was sent by a page of another site, and nothing is changed.", http.StatusForbidden)
	}))
	return w.authorised(own.Handler(pages))
}

// authorised lets through whoever has the token. A token in the address becomes a cookie.
func (w *window) authorised(next http.Handler) http.Handler {
	return http.HandlerFunc(func(a http.ResponseWriter, r *http.Request) {
		head := a.Header()
		head.Set("Cache-Control", "no-store")
		head.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		head.Set("Referrer-Policy", "same-origin")
		head.Set("X-Content-Type-Options", "nosniff")
		is := func(token string) bool { return subtle.ConstantTimeCompare([]byte(token), []byte(w.token)) == 1 }
		given := r.URL.Query().Get("token")
		cookie, err := r.Cookie(w.cookie)
		switch {
		case is(given) && (r.Method == http.MethodGet || r.Method == http.MethodHead):
			http.SetCookie(a, &http.Cookie{
				Name: w.cookie, Value: w.token, Path: "/", MaxAge: 30 * 24 * 60 * 60, HttpOnly: true, Secure: r.TLS != nil, SameSite: http.SameSiteLaxMode,
			})
			head.Set("Location", "/"+strings.TrimLeft(r.URL.EscapedPath(), "/")) // never another site
			a.WriteHeader(http.StatusSeeOther)
		case err == nil && is(cookie.Value):
			next.ServeHTTP(a, r)
		case given != "":
			http.Error(a, "This token is not the one of this page. Open the address that marginlab printed when it began to serve it: it ends in ?token= and the token.", http.StatusUnauthorized)
		default:
			http.Error(a, "This page asks for a token. Open the address that marginlab printed when it began to serve it: it ends in ?token= and the token.", http.StatusUnauthorized)
		}
	})
}

// hunt answers about a hunt, if there is such a one.
func (w *window) hunt(answer func(http.ResponseWriter, *http.Request, cluster.FollowedHunt)) http.HandlerFunc {
	return func(a http.ResponseWriter, r *http.Request) {
		h, ok := w.followed.Hunt(r.PathValue("hunt"))
		if !ok {
			http.Error(a, fmt.Sprintf("There is no hunt %q on this engine; it may have been removed.", r.PathValue("hunt")), http.StatusNotFound)
			return
		}
		answer(a, r, h)
	}
}

// changeLasts is how long a browser waits for the engine.
const changeLasts = 10 * time.Second

// change changes a hunt, and leads back to its page.
func (w *window) change(do func(context.Context, string) error) func(http.ResponseWriter, *http.Request, cluster.FollowedHunt) {
	return func(a http.ResponseWriter, r *http.Request, h cluster.FollowedHunt) {
		ctx, cancel := context.WithTimeout(r.Context(), changeLasts)
		defer cancel()
		err := do(ctx, h.ID)
		var st cluster.Status
		if err == nil {
			st, err = w.client.Status(ctx, h.ID)
		}
		if err != nil {
			http.Error(a, term.Printable(err.Error()), http.StatusBadGateway)
			return
		}
		for ; ctx.Err() == nil; time.Sleep(10 * time.Millisecond) { // until the page that follows has the change
			if now, ok := w.followed.Hunt(h.ID); !ok || now.State == st.State {
				break
			}
		}
		http.Redirect(a, r, "/hunts/"+h.ID, http.StatusSeeOther)
	}
}

// send answers with a page, unless the browser has it.
func send(a http.ResponseWriter, r *http.Request, p report.Page) {
	var text bytes.Buffer
	if err := p.Write(&text); err != nil {
		http.Error(a, err.Error(), http.StatusInternalServerError)
		return
	}
	head := a.Header()
	head.Set("Content-Type", "text/html; charset=utf-8")
	head.Set("Content-Security-Policy", p.Policy()+"; frame-ancestors 'none'")
	head.Set("ETag", tagOf(text.Bytes()))
	http.ServeContent(a, r, "", time.Time{}, bytes.NewReader(text.Bytes())) // heeds If-None-Match
}
