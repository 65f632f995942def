package fault_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
)

// slowBody is a body whose first Read takes a time, whatever happens to the context of the request.
type slowBody struct {
	io.Reader

	wait func()
}

func (b *slowBody) Read(p []byte) (int, error) {
	b.wait()
	return b.Reader.Read(p)
}

func (b *slowBody) Close() error { return nil }

// limiter lets each attempt begin after a time, whatever happens to the context.
type limiter func()

func (l limiter) Wait(context.Context) error {
	l()
	return nil
}

func TestWhatIgnoresItsContextDelaysTheCallUntilItReturns(t *testing.T) {
	t.Parallel()
	const late = time.Minute
	respond := func(req *http.Request, wait func()) *http.Response {
		return &http.Response{
			StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}}, Request: req,
			Body: &slowBody{strings.NewReader(`{"id":"site-1"}`), wait},
		}
	}
	for name, options := range map[string]func(wait func()) []publishing.Option{
		"transport": func(wait func()) []publishing.Option {
			return []publishing.Option{publishing.WithHTTPClient(&http.Client{Transport: publishing.RoundTripperFunc(
				func(req *http.Request) (*http.Response, error) {
					wait()
					return respond(req, func() {}), nil
				})})}
		},
		"middleware": func(wait func()) []publishing.Option {
			return []publishing.Option{publishing.WithMiddleware(func(http.RoundTripper) http.RoundTripper {
				return publishing.RoundTripperFunc(func(req *http.Request) (*http.Response, error) {
					wait()
					return respond(req, func() {}), nil
				})
			})}
		},
		"limiter": func(wait func()) []publishing.Option {
			return []publishing.Option{publishing.WithPace(limiter(wait))}
		},
		"write policy": func(wait func()) []publishing.Option {
			return []publishing.Option{publishing.WithWritePolicy(func(context.Context, publishing.Write) error {
				wait()
				return nil
			})}
		},
		"body": func(wait func()) []publishing.Option {
			return []publishing.Option{publishing.WithHTTPClient(&http.Client{Transport: publishing.RoundTripperFunc(
				func(req *http.Request) (*http.Response, error) { return respond(req, wait), nil },
			)})}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				opts := options(sync.OnceFunc(func() { time.Sleep(late) }))
				client, err := publishing.NewClient("http://127.0.0.1", append(opts, publishing.WithToken(token))...)
				require.NoError(t, err)
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				began := time.Now()
				call := getSite
				if name == "write policy" {
					call = createSite
				}
				err = call(ctx, client)
				require.Equal(t, late, time.Since(began))
				if name == "limiter" || name == "write policy" {
					require.ErrorIs(t, err, context.DeadlineExceeded, "nothing was sent")
				} else {
					require.NoError(t, err, "the response is complete")
				}
			})
		})
	}
}
