package benchdata

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"
)

// mostSilence is how long a server may send nothing.
const mostSilence = time.Minute

// unstalled is a transport whose requests end with an error when the server sends nothing for
// as long as silence. There is no bound on how long a download takes as a whole.
type unstalled struct {
	http.RoundTripper
	silence time.Duration
}

// RoundTrip implements [http.RoundTripper].
func (u unstalled) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(r.Context())
	b := &unstalledBody{ctx: ctx, cancel: cancel, silence: u.silence}
	b.timer = time.AfterFunc(u.silence, func() {
		cancel(fmt.Errorf("the server sent nothing for %v; the download can be tried again", u.silence))
	})
	response, err := u.RoundTripper.RoundTrip(r.WithContext(ctx))
	if err != nil {
		return nil, b.end(err)
	}
	b.timer.Stop()
	b.ReadCloser, response.Body = response.Body, b
	return response, nil
}

// unstalledBody is the body of a response. Its timer runs while a read waits.
type unstalledBody struct {
	io.ReadCloser
	ctx     context.Context
	cancel  context.CancelCauseFunc
	timer   *time.Timer
	silence time.Duration
}

// end stops the timer, and returns why the request was cancelled if it was, else err.
func (b *unstalledBody) end(err error) error {
	b.timer.Stop()
	if cause := context.Cause(b.ctx); cause != nil {
		err = cause
	}
	b.cancel(nil)
	return err
}

// Read implements [io.Reader].
func (b *unstalledBody) Read(p []byte) (int, error) {
	b.timer.Reset(b.silence)
	n, err := b.ReadCloser.Read(p)
	b.timer.Stop()
	if err != nil && err != io.EOF {
		err = b.end(err)
	}
	return n, err
}

// Close implements [io.Closer].
func (b *unstalledBody) Close() error {
	defer b.end(nil)
	return b.ReadCloser.Close()
}
