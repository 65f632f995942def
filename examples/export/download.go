package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"time"
)

const (
	attempts  = 3
	idleLimit = time.Minute // without a byte
)

// newDownloader returns an HTTP client for the URLs of files. It is not the SDK's, because the URLs
// may be on any host, which must not receive the token.
func newDownloader() *http.Client {
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, ResponseHeaderTimeout: idleLimit, MaxIdleConnsPerHost: 32, IdleConnTimeout: idleLimit}
	return &http.Client{Transport: transport}
}

// A statusError is a response with a status other than 200.
type statusError int

func (e statusError) Error() string {
	return fmt.Sprintf("response with status %d %s", int(e), http.StatusText(int(e)))
}

// transient reports whether another attempt may succeed.
func transient(err error) bool {
	if status, ok := errors.AsType[statusError](err); ok {
		return status == 408 || status == 429 || status >= 500
	}
	return true
}

// errLocal marks errors of the local file.
var errLocal = errors.New("write")

// download writes the content of a URL to a file. Each attempt starts at the beginning.
func (e *exporter) download(ctx context.Context, address string, to *os.File) error {
	target, err := url.Parse(address)
	if err != nil || target.Host == "" || target.Scheme != "https" && target.Scheme != "http" {
		return errors.New("its download URL is not one of https or http")
	}
	for attempt := 1; ; attempt++ {
		if err = e.downloadOnce(ctx, target, to); err == nil {
			return nil
		}
		if attempt == attempts || !transient(err) || errors.Is(err, errLocal) || ctx.Err() != nil {
			return err
		}
		if err := e.pause(ctx, attempt); err != nil {
			return err
		}
	}
}

func (e *exporter) downloadOnce(ctx context.Context, target *url.URL, to *os.File) error {
	if _, err := to.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("%w: %w", errLocal, err)
	}
	if err := to.Truncate(0); err != nil {
		return fmt.Errorf("%w: %w", errLocal, err)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	idle := time.AfterFunc(idleLimit, func() { cancel(fmt.Errorf("no byte for %s", idleLimit)) })
	defer idle.Stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target.String(), http.NoBody)
	if err != nil {
		return withoutURL(err)
	}
	resp, err := e.downloader.Do(req)
	if err != nil {
		return withoutURL(because(ctx, err))
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return statusError(resp.StatusCode)
	}
	_, err = io.Copy(localWriter{to}, &alive{resp.Body, idle})
	return because(ctx, err)
}

// because returns the cause of a context that is done, instead of the error that resulted from it.
func because(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// withoutURL removes the URL from an error, because its query may contain a key to the file.
func withoutURL(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		return e.Err
	}
	return err
}

// localWriter marks errors of the file, which another attempt does not fix.
type localWriter struct{ to io.Writer }

func (w localWriter) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	if err != nil {
		err = fmt.Errorf("%w: %w", errLocal, err)
	}
	return n, err
}

// alive resets a timer with each read.
type alive struct {
	from  io.Reader
	timer *time.Timer
}

func (a *alive) Read(p []byte) (int, error) {
	n, err := a.from.Read(p)
	a.timer.Reset(idleLimit)
	return n, err
}

// pause waits before the next attempt.
func pause(ctx context.Context, attempt int) error {
	timer := time.NewTimer(time.Duration(attempt) * 500 * time.Millisecond)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
