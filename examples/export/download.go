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

// newDownloader returns a client for addresses of files. They are good by themselves and can be anywhere, so the token must not go there: it
// is a client of its own, and not that of the SDK.
func newDownloader() *http.Client {
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, ResponseHeaderTimeout: idleLimit, MaxIdleConnsPerHost: 32, IdleConnTimeout: idleLimit}
	return &http.Client{Transport: transport}
}

// statusError is an answer other than 200.
type statusError int

func (e statusError) Error() string {
	return fmt.Sprintf("the answer is %d %s", int(e), http.StatusText(int(e)))
}

// passing tells whether a failure can be gone the next time.
func passing(err error) bool {
	if status, ok := errors.AsType[statusError](err); ok {
		return status == 408 || status == 429 || status >= 500
	}
	return true
}

// errLocal marks what went wrong on this machine.
var errLocal = errors.New("write")

// download writes what is at an address to a file, from its beginning on each attempt.
func (e *exporter) download(ctx context.Context, address string, to *os.File) error {
	target, err := url.Parse(address)
	if err != nil || target.Host == "" || target.Scheme != "https" && target.Scheme != "http" {
		return errors.New("its download URL is not one of https or http")
	}
	for attempt := 1; ; attempt++ {
		if err = e.downloadOnce(ctx, target, to); err == nil {
			return nil
		}
		if attempt == attempts || !passing(err) || errors.Is(err, errLocal) || ctx.Err() != nil {
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

// because returns the reason a context ended for instead of what the reader saw of it.
func because(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// withoutURL takes the address out of an error: its query can be a key to the file.
func withoutURL(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		return e.Err
	}
	return err
}

// localWriter marks errors of the file, which another attempt does not mend.
type localWriter struct{ to io.Writer }

func (w localWriter) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	if err != nil {
		err = fmt.Errorf("%w: %w", errLocal, err)
	}
	return n, err
}

// alive puts off a timer while bytes come.
type alive struct {
	from  io.Reader
	timer *time.Timer
}

func (a *alive) Read(p []byte) (int, error) {
	n, err := a.from.Read(p)
	a.timer.Reset(idleLimit)
	return n, err
}

// pause waits before another attempt.
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
