package transport

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// picture is a file as the service describes it.
type picture struct {
	ID   string `json:"id"`
	URL  string `json:"downloadURL"`
	Size int64  `json:"size"`
}

func placeOfPicture(p *picture) Place { return Place{p.ID, p.URL, p.Size} }

const (
	content  = "0123456789"
	describe = `{"id":"t1","size":10,"downloadURL":"https://files.example.com/a/key-of-file?sig=s1gn4tur3"}`
	anew     = `{"id":"t1","size":10,"downloadURL":"https://files.example.com/a/key-of-file?sig=n3wn3wn3w"}`
	moved    = `{"id":"t1","size":10,"downloadURL":"https://files.example.com/b/key-of-file?sig=n3wn3wn3w"}`
)

// rest responds with the content from a byte on.
func rest(at, etag string, text string) responder {
	return respond(206, text, "Content-Range", "bytes "+at+"-9/10", "ETag", etag)
}

func cut(text, etag string) responder {
	return truncatedBody(200, text, io.ErrUnexpectedEOF, "ETag", etag)
}

func picturePath(t *testing.T) op.Request {
	t.Helper()
	o, err := op.Parse("Things.Get", "GET", "/v1/things/{thingId}")
	require.NoError(t, err)
	return o.Path("t1")
}

// fileCalls are the two ways to read a file.
var fileCalls = map[string]func(ctx context.Context, t *testing.T, core *Core, known *picture, opts ...api.CallOption) (string, error){
	"Open": func(ctx context.Context, t *testing.T, core *Core, known *picture, opts ...api.CallOption) (string, error) {
		t.Helper()
		_, body, err := OpenFile(ctx, core, picturePath(t), known, placeOfPicture, opts)
		if err != nil {
			require.Nil(t, body)
			return "", err
		}
		got, err := io.ReadAll(body)
		require.NoError(t, body.Close())
		return string(got), err
	},
	"Download": func(ctx context.Context, t *testing.T, core *Core, known *picture, opts ...api.CallOption) (string, error) {
		t.Helper()
		var to bytes.Buffer
		_, err := Download(ctx, core, picturePath(t), known, placeOfPicture, &to, opts)
		return to.String(), err
	},
}

// TestFileIsCompleteOrAnError is about each way in which a content can be interrupted or wrong. A
// content that was read without an error is the whole one.
func TestFileIsCompleteOrAnError(t *testing.T) {
	t.Parallel()
	const strong, weak = `"v1"`, `W/"v1"`
	for name, test := range map[string]struct {
		responses []responder // after the file
		open      string      // error of a file that is opened, "" if there is none
		download  string      // error of a file that is downloaded
		read      string      // what was read before the error
	}{
		"at once":                   {responses: []responder{respond(200, content)}},
		"before the header":         {responses: []responder{fails(io.ErrUnexpectedEOF), respond(503, ""), respond(200, content)}},
		"too often":                 {responses: []responder{respond(503, "")}, open: "503", download: "503"},
		"before the first byte":     {responses: []responder{cut("", weak), respond(200, content)}},
		"in the middle":             {responses: []responder{cut("0123", strong), rest("4", strong, "456789")}},
		"twice":                     {responses: []responder{cut("0123", strong), truncatedBody(206, "45", io.ErrUnexpectedEOF, "Content-Range", "bytes 4-9/10"), rest("6", strong, "6789")}},
		"three times":               {responses: []responder{cut("0", strong), truncatedBody(206, "1", io.ErrUnexpectedEOF, "Content-Range", "bytes 1-9/10")}, open: "EOF", download: "EOF", read: "01"},
		"after the last byte":       {responses: []responder{cut(content, strong)}},
		"without an ETag":           {responses: []responder{cut("0123", ""), respond(200, content)}, open: "unexpected EOF", read: "0123"},
		"with a weak ETag":          {responses: []responder{cut("0123", weak), respond(200, content)}, open: "unexpected EOF", read: "0123"},
		"the rest is the whole":     {responses: []responder{cut("0123", strong), respond(200, content)}, open: "unexpected EOF; the rest is not available", read: "0123"},
		"twice from the beginning":  {responses: []responder{cut("0123", ""), cut("012", strong), rest("3", strong, "3456789")}, open: "unexpected EOF", read: "0123"},
		"changed":                   {responses: []responder{cut("0123", strong), respond(200, "abcdefghij")}, open: "unexpected EOF; the rest is not available", download: "has changed", read: "0123"},
		"changed length":            {responses: []responder{cut("0123", strong), respond(200, "0123456789!", "Content-Length", "11")}, open: "the rest is not available", download: "want 10 bytes of content, got 11", read: "0123"},
		"changed total":             {responses: []responder{cut("0123", strong), respond(206, "4567", "Content-Range", "bytes 4-7/8"), respond(200, content)}, open: "the rest is not available", read: "0123"},
		"another part":              {responses: []responder{cut("0123", strong), respond(206, "3456789", "Content-Range", "bytes 3-9/10"), respond(200, content)}, open: "the rest is not available", read: "0123"},
		"no Content-Range":          {responses: []responder{cut("0123", strong), respond(206, "456789"), respond(200, content)}, open: "the rest is not available", read: "0123"},
		"rest of another ETag":      {responses: []responder{cut("0123", strong), rest("4", `"v2"`, "abcdef"), respond(200, content)}, open: "has changed", read: "0123"},
		"416":                       {responses: []responder{cut("0123", strong), respond(416, ""), respond(200, content)}, open: "416", read: "0123"},
		"rest fails":                {responses: []responder{cut("0123", strong), respond(500, "")}, open: "500", download: "500", read: "0123"},
		"rest expired":              {responses: []responder{cut("0123", strong), respond(403, ""), respond(200, anew), rest("4", strong, "456789")}},
		"rest moved":                {responses: []responder{cut("0123", strong), respond(403, ""), respond(200, moved), rest("4", strong, "456789"), respond(200, content)}, open: "has changed", read: "0123"},
		"rest changed size":         {responses: []responder{cut("0123", strong), respond(404, ""), respond(200, strings.Replace(anew, "10", "12", 1))}, open: "has changed", download: "has changed", read: "0123"},
		"anew, changed size":        {responses: []responder{cut("0123", ""), respond(403, ""), respond(200, strings.Replace(anew, "10", "12", 1)), respond(200, "0123XYZXYZXY")}, open: "unexpected EOF", download: "has changed", read: "0123"},
		"expired":                   {responses: []responder{respond(403, ""), respond(200, anew), respond(200, content)}},
		"expired, then busy":        {responses: []responder{respond(403, ""), respond(200, anew), respond(503, ""), respond(503, ""), respond(200, content)}},
		"expired twice":             {responses: []responder{respond(401, ""), respond(200, anew), respond(401, "")}, open: "401", download: "401"},
		"expired and gone":          {responses: []responder{respond(404, ""), respond(404, "")}, open: "404", download: "404"},
		"too short":                 {responses: []responder{respond(200, "01234", "Content-Length", "5")}, open: "got 5", download: "got 5"},
		"too short without length":  {responses: []responder{respond(200, "01234")}, open: "the content ended after 5 of 10 bytes", download: "the content ended after 5 of 10 bytes", read: "01234"},
		"too long":                  {responses: []responder{respond(200, content+content, "Content-Length", "20")}, open: "got 20", download: "got 20"},
		"too long without length":   {responses: []responder{respond(200, content+content)}, open: "got more", download: "got more"},
		"in gzip":                   {responses: []responder{respond(200, content, "Content-Encoding", "gzip")}, open: `"gzip"`, download: `"gzip"`},
		"rest in gzip":              {responses: []responder{cut("0123", strong), respond(206, "456789", "Content-Range", "bytes 4-9/10", "Content-Encoding", "gzip"), respond(200, content)}, open: `"gzip"`, read: "0123"},
		"a part that was not asked": {responses: []responder{rest("0", strong, content)}, open: "want status 200", download: "want status 200"},
		"nothing":                   {responses: []responder{respond(204, "")}, open: "want status 200", download: "want status 200"},
		"reset":                     {responses: []responder{respond(205, "")}, open: "want status 200", download: "want status 200"},
	} {
		for call, read := range fileCalls {
			t.Run(name+"/"+call, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					n := play(t, append([]responder{respond(200, describe)}, test.responses...)...)
					got, err := read(t.Context(), t, newCore(t, n), nil)
					want := test.open
					if call == "Download" {
						want = test.download
					}
					if want == "" {
						require.NoError(t, err)
						require.Equal(t, content, got)
					} else {
						require.ErrorContains(t, err, want)
						require.NotErrorIs(t, err, io.EOF)
						require.True(t, strings.HasPrefix(content, got), got)
						if test.read != "" {
							require.True(t, strings.HasPrefix(got, test.read), got)
						}
						require.NotContains(t, err.Error(), "key-of-file")
						require.NotContains(t, err.Error(), "s1gn4tur3")
					}
					require.LessOrEqual(t, len(n.attempts()), len(test.responses)+5)
				})
			})
		}
	}
}

func TestFileIsRequestedWithoutTheTokenAndTheHeadersOfTheClient(t *testing.T) {
	t.Parallel()
	for call, read := range fileCalls {
		for name, address := range map[string]string{"another origin": "https://files.example.com/a", "the same origin": "https://api.example.com/base/a"} {
			for _, detaches := range []bool{false, true} {
				n := play(t, cut("0123", `"v1"`), respond(302, "", "Location", "https://api.example.com/b"), rest("4", `"v1"`, "456789"), respond(200, content))
				core := newCore(t, n, func(s *Settings) {
					s.Header = http.Header{"X-Secret": {canary}}
					s.HTTPClient.CheckRedirect = nil
					if detaches {
						s.Middleware = []func(http.RoundTripper) http.RoundTripper{detaching}
					}
				})
				known := &picture{"t1", address, 10}
				got, err := read(t.Context(), t, core, known, api.WithHeader("X-Call", canary), api.WithQuery("q", "1"))
				if call == "Open" {
					require.ErrorContains(t, err, "has changed", "%s: the rest is at another URL", name)
					require.Len(t, n.attempts(), 3)
				} else {
					require.NoError(t, err)
					require.Equal(t, content, got)
					require.Len(t, n.attempts(), 4)
				}
				for i, sent := range n.attempts() {
					require.Empty(t, sent.header.Values("Authorization"))
					require.NotContains(t, sent.header, "X-Secret")
					require.NotContains(t, sent.header, "X-Call")
					require.NotContains(t, sent.header, "Referer")
					require.Empty(t, sent.url.RawQuery)
					require.Equal(t, []string{"identity"}, sent.header["Accept-Encoding"])
					require.Equal(t, []string{"test/1"}, sent.header["User-Agent"])
					if i == 1 || i == 2 {
						require.Equal(t, []string{"bytes=4-"}, sent.header["Range"])
						require.Equal(t, []string{`"v1"`}, sent.header["If-Range"])
					}
				}
			}
		}
	}
}

// TestFileBehindARedirectWithAUserIsRequestedWithoutTheToken has a storage that redirects to the
// API with a user, for whom http.Client adds an Authorization header.
func TestFileBehindARedirectWithAUserIsRequestedWithoutTheToken(t *testing.T) {
	t.Parallel()
	n := play(t, respond(302, "", "Location", "https://x:y@api.example.com/b"), respond(200, content))
	core := newCore(t, n, func(s *Settings) { s.HTTPClient.CheckRedirect = nil })
	_, err := fileCalls["Download"](t.Context(), t, core, &picture{"t1", "https://files.example.com/a", 10})
	require.NoError(t, err)
	require.Len(t, n.attempts(), 2)
	require.NotContains(t, n.attempts()[1].header.Get("Authorization"), "Bearer")
}

func TestUserInTheURLOfAFileIsSent(t *testing.T) {
	t.Parallel()
	for name, set := range map[string]func(s *Settings){
		"": func(*Settings) {}, "with cookies": func(s *Settings) { s.HTTPClient.Jar, _ = cookiejar.New(nil) },
	} {
		for _, read := range fileCalls {
			synctest.Test(t, func(t *testing.T) {
				n := play(t, respond(503, ""), respond(200, content))
				_, err := read(t.Context(), t, newCore(t, n, set), &picture{"t1", "https://ada:p4ss@files.example.com/a", 10})
				require.NoError(t, err, name)
				for _, sent := range n.attempts() {
					require.Equal(t, []string{"Basic YWRhOnA0c3M="}, sent.header["Authorization"], name)
				}
				n = play(t, respond(302, "", "Location", "https://bucket.files.example.com/b"), respond(200, content))
				_, err = read(t.Context(), t, newCore(t, n, set), &picture{"t1", "https://ada:p4ss@files.example.com/a", 10})
				require.NoError(t, err, name)
				require.Empty(t, n.attempts()[1].header.Get("Authorization"), name)
				n = play(t, respond(401, "p4ss"))
				_, err = read(t.Context(), t, newCore(t, n, set), &picture{"t1", "https://ada:p4ss@files.example.com/a", 10})
				require.Error(t, err, name)
				require.NotContains(t, err.Error(), "p4ss", name)
			})
		}
	}
}

// TestLimiterThatFailsEndsADownload has a limiter that allows the request for the content, fails
// before that for the rest, and would allow more.
func TestLimiterThatFailsEndsADownload(t *testing.T) {
	t.Parallel()
	n := play(t, respond(200, describe), truncatedBody(200, "0123", io.ErrUnexpectedEOF, "ETag", `"v1"`), respond(200, content))
	waits := 0
	core := newCore(t, n, func(s *Settings) {
		s.Pace = paceFunc(func(context.Context) error {
			if waits++; waits == 3 {
				return errors.New("the limit is reached")
			}
			return nil
		})
	})
	synctest.Test(t, func(t *testing.T) {
		_, err := fileCalls["Download"](t.Context(), t, core, nil)
		require.ErrorContains(t, err, "the limit is reached")
		require.NotContains(t, err.Error(), "the rest is not available")
	})
	require.Equal(t, 3, waits)
	require.Len(t, n.attempts(), 2)
}

func TestDownloadThatWaitsForThePaceWithANewURLIsRetryable(t *testing.T) {
	t.Parallel()
	n := play(t, respond(200, describe), respond(403, ""), respond(200, anew))
	waits := 0
	core := newCore(t, n, func(s *Settings) {
		s.Pace = paceFunc(func(context.Context) error {
			if waits++; waits == 4 {
				return context.DeadlineExceeded
			}
			return nil
		})
	})
	_, err := fileCalls["Download"](t.Context(), t, core, nil)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Len(t, n.attempts(), 3)
	require.True(t, api.Retryable(err))
}

// detaching sends each request in a context that does not lead to the call.
func detaching(next http.RoundTripper) http.RoundTripper {
	return roundTripFunc(func(req *http.Request) (*http.Response, error) {
		return next.RoundTrip(req.WithContext(context.WithoutCancel(context.Background())))
	})
}

func TestFileFollowsRedirectsButNotToHTTP(t *testing.T) {
	t.Parallel()
	for _, read := range fileCalls {
		n := play(t, respond(200, describe), respond(307, "", "Location", "https://cdn.example.net/c?key=c4n4ry"), respond(200, content))
		got, err := read(t.Context(), t, newCore(t, n), nil)
		require.NoError(t, err)
		require.Equal(t, content, got)
		require.Equal(t, "cdn.example.net", n.attempts()[2].url.Host)

		n = play(t, respond(200, describe), respond(302, "", "Location", "http://cdn.example.net/c"))
		_, err = read(t.Context(), t, newCore(t, n), nil)
		require.ErrorContains(t, err, "redirect from https to http rejected")
		require.Equal(t, 302, as[*api.Error](t, err).Status)
	}
}

func TestFileNeedsAURL(t *testing.T) {
	t.Parallel()
	for _, read := range fileCalls {
		for _, address := range []string{"http://files.example.com/k3y", "k3y", "https:///k3y", "ftp://files.example.com/k3y", "https://k3y\x00"} {
			_, err := read(t.Context(), t, newCore(t, play(t, respond(200, content))), &picture{"t1", address, 10})
			require.ErrorContains(t, err, "want a download URL with https")
			require.NotContains(t, err.Error(), "k3y")
		}
		_, err := read(t.Context(), t, newCore(t, play(t, respond(200, content))), &picture{"t2", "https://a", 10})
		require.Equal(t, "Known", as[*api.ValidationError](t, err).Field)
		_, err = read(t.Context(), t, nil, nil)
		require.ErrorIs(t, err, errNoClient)
	}
}

func TestFileOfAListIsNotRequested(t *testing.T) {
	t.Parallel()
	for call, read := range fileCalls {
		n := play(t, respond(200, content), respond(403, ""), respond(200, describe), respond(200, content))
		var ended []string
		core := newCore(t, n, func(s *Settings) {
			s.Observer = func(_ context.Context, info api.CallInfo) { ended = append(ended, info.Operation) }
		})
		known := &picture{"t1", "https://files.example.com/a", 10}
		var meta api.Meta
		for range 2 {
			got, err := read(t.Context(), t, core, known, api.WithMeta(&meta))
			require.NoError(t, err)
			require.Equal(t, content, got)
			require.Equal(t, "Things."+call, meta.Operation)
			require.Equal(t, 200, meta.Status)
		}
		require.Equal(t, 2, meta.Attempts)
		require.Len(t, n.attempts(), 4)
		require.Equal(t, []string{"Things." + call, "Things.Get", "Things." + call}, ended)
	}
}

func TestFileThatCannotBeRequestedIsToldInMeta(t *testing.T) {
	t.Parallel()
	for call, read := range fileCalls {
		var ended []api.CallInfo
		core := newCore(t, play(t, respond(404, `{"error":{"code":404,"message":"no file"}}`)), func(s *Settings) {
			s.Observer = func(_ context.Context, info api.CallInfo) { ended = append(ended, info) }
		})
		var meta api.Meta
		_, err := read(t.Context(), t, core, nil, api.WithMeta(&meta))
		require.ErrorIs(t, err, api.ErrNotFound)
		require.Equal(t, 404, meta.Status)
		require.Len(t, ended, 2)
		require.Equal(t, "Things."+call, ended[1].Operation)
		require.Equal(t, err, ended[1].Err)
	}
}

func TestFileIsLimitedByTheCall(t *testing.T) {
	t.Parallel()
	small := func(s *Settings) { s.MaxResponseBytes = 5 }
	known := &picture{"t1", "https://files.example.com/a", 10}
	for _, read := range fileCalls {
		_, err := read(t.Context(), t, newCore(t, play(t, respond(200, content)), small), known)
		require.NoError(t, err)
		_, err = read(t.Context(), t, newCore(t, play(t, respond(200, content))), known, api.WithMaxResponseBytes(10))
		require.NoError(t, err)
		got, err := read(t.Context(), t, newCore(t, play(t, respond(200, content))), known, api.WithMaxResponseBytes(9))
		require.Empty(t, got)
		require.ErrorContains(t, as[*api.DecodeError](t, err), "larger than the limit of 9 bytes")
	}
	body, err := open(t.Context(), t, newCore(t, play(t, respond(200, `{"a":"bcdefgh"}`)), small), api.WithMaxResponseBytes(9))
	require.NoError(t, err)
	got, err := io.ReadAll(body)
	require.Equal(t, `{"a":"bcd`, string(got))
	require.ErrorContains(t, as[*api.DecodeError](t, err), "larger than the limit of 9 bytes")
}

// TestFileEndsWithItsTimes is about a content that is silent: the idle timeout ends the request,
// and the context and the timeout of the call everything.
func TestFileEndsWithItsTimes(t *testing.T) {
	t.Parallel()
	for name, read := range fileCalls {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				n := play(t, respond(200, describe), silentBody(200, "0123", "ETag", `"v1"`), rest("4", `"v1"`, "456789"))
				start := time.Now()
				got, err := read(t.Context(), t, newCore(t, n), nil, api.WithIdleTimeout(time.Minute))
				require.NoError(t, err)
				require.Equal(t, content, got)
				require.Equal(t, time.Minute, time.Since(start))

				n = play(t, respond(200, describe), silentBody(200, "0123", "ETag", `"v1"`))
				start = time.Now()
				got, err = read(t.Context(), t, newCore(t, n), nil, api.WithTimeout(30*time.Second))
				require.ErrorIs(t, err, context.DeadlineExceeded)
				require.ErrorContains(t, err, "call timeout of 30s")
				require.Equal(t, "0123", got)
				require.Equal(t, 30*time.Second, time.Since(start))
				require.True(t, api.Retryable(err))

				limited, done := context.WithTimeout(t.Context(), 30*time.Second)
				defer done()
				_, err = read(limited, t, newCore(t, play(t, respond(200, describe), silentBody(200, "0123", "ETag", `"v1"`))), nil)
				require.ErrorIs(t, err, context.DeadlineExceeded)
				require.True(t, api.Retryable(err), "with another context")

				ctx, cancel := context.WithCancelCause(t.Context())
				time.AfterFunc(time.Second, func() { cancel(errors.New("enough")) })
				_, err = read(ctx, t, newCore(t, play(t, respond(200, describe), silentBody(200, "0123"))), nil)
				require.ErrorIs(t, err, context.Canceled)
				require.False(t, api.Retryable(err))
			})
		})
	}
}

func TestFileCanBeClosedWhileItIsRead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var ended []api.CallInfo
		n := play(t, respond(200, describe), silentBody(200, "0123", "ETag", `"v1"`))
		core := newCore(t, n, func(s *Settings) {
			s.Observer = func(_ context.Context, info api.CallInfo) { ended = append(ended, info) }
		})
		_, body, err := OpenFile(t.Context(), core, picturePath(t), nil, placeOfPicture, nil)
		require.NoError(t, err)
		time.AfterFunc(time.Second, func() { _ = body.Close() })
		got, err := io.ReadAll(body)
		require.Equal(t, "0123", string(got))
		require.ErrorIs(t, err, http.ErrBodyReadAfterClose)
		synctest.Wait()
		require.NoError(t, body.Close())
		require.Len(t, ended, 2)
		require.NoError(t, ended[1].Err, "the caller wanted no more")
		require.Len(t, n.attempts(), 2)
	})
}

func TestFileCanBeClosedWhileItIsResumed(t *testing.T) {
	t.Parallel()
	for after, responses := range map[time.Duration][]responder{
		time.Second:      {cut("0123", `"v1"`)}, // it waits for five seconds before it resumes
		10 * time.Second: {cut("0123", `"v1"`), silent()},
	} {
		t.Run(after.String(), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var ended []api.CallInfo
				core := newCore(t, play(t, append([]responder{respond(200, describe)}, responses...)...), func(s *Settings) {
					s.Retry.MinWait = 10 * time.Second
					s.Observer = func(_ context.Context, info api.CallInfo) { ended = append(ended, info) }
				})
				core.random = func() float64 { return 0.5 }
				_, body, err := OpenFile(t.Context(), core, picturePath(t), nil, placeOfPicture, nil)
				require.NoError(t, err)
				time.AfterFunc(after, func() { _ = body.Close() })
				_, err = io.ReadAll(body)
				require.ErrorIs(t, err, http.ErrBodyReadAfterClose)
				synctest.Wait()
				require.NoError(t, ended[len(ended)-1].Err, "the caller wanted no more")
			})
		})
	}
}

func TestFileWithoutRetryIsRequestedOnce(t *testing.T) {
	t.Parallel()
	for _, read := range fileCalls {
		n := play(t, respond(200, describe), cut("0123", `"v1"`))
		got, err := read(t.Context(), t, newCore(t, n), nil, api.WithoutRetry())
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		require.Equal(t, "0123", got)
		require.Len(t, n.attempts(), 2)
		require.True(t, api.Retryable(err))

		n = play(t, respond(200, describe), respond(403, ""), respond(200, anew), respond(200, content))
		got, err = read(t.Context(), t, newCore(t, n), nil, api.WithoutRetry())
		require.NoError(t, err, "an expired URL is renewed nevertheless")
		require.Equal(t, content, got)
	}
}

// limitedWriter fails after some bytes, or stops to read.
type limitedWriter struct{ left int }

func (w *limitedWriter) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return len(p) + w.left, errDiskFull
	}
	return len(p), nil
}

var errDiskFull = errors.New("the disk is full")

// lazyWriter reads one byte and claims that it was all.
type lazyWriter struct{ limitedWriter }

func (w *lazyWriter) ReadFrom(r io.Reader) (int64, error) {
	n, err := r.Read(make([]byte, 1))
	return int64(n), err
}

func TestWriterThatFailsIsNotADownload(t *testing.T) {
	t.Parallel()
	for want, to := range map[error]io.Writer{errDiskFull: &limitedWriter{5}, io.ErrShortWrite: &lazyWriter{}} {
		n := play(t, respond(200, describe), respond(200, content))
		var told error
		core := newCore(t, n, func(s *Settings) {
			s.Observer = func(_ context.Context, info api.CallInfo) { told = info.Err }
		})
		got, err := Download(t.Context(), core, picturePath(t), nil, placeOfPicture, to, nil)
		require.ErrorIs(t, err, want)
		require.Equal(t, err, told)
		require.ErrorContains(t, err, "Things.Download: write: ")
		require.Nil(t, got)
		require.Len(t, n.attempts(), 2)
	}
}

func TestEmptyFileIsComplete(t *testing.T) {
	t.Parallel()
	for _, read := range fileCalls {
		got, err := read(t.Context(), t, newCore(t, play(t, respond(200, "", "Content-Length", "0"))), &picture{"t1", "https://a.example/b", 0})
		require.NoError(t, err)
		require.Empty(t, got)
	}
}
