package push

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
)

// slowStore writes the state at once. If the push has ended, it then hangs.
type slowStore struct {
	Store
	push context.Context //nolint:containedctx // of the push
}

func (s *slowStore) Save(ctx context.Context, state []byte) error {
	err := s.Store.Save(ctx, state)
	if s.push.Err() != nil {
		<-ctx.Done()
	}
	return err
}

// serve serves a request without the network, which a synctest bubble cannot wait for.
func (p *place) serve(request *http.Request) (*http.Response, error) {
	request.Header.Set("Authorization", "Bearer "+p.server.Token())
	recorder := httptest.NewRecorder()
	p.server.ServeHTTP(recorder, request)
	return recorder.Result(), nil
}

// TestPushEndsWithItsContext has each request in turn hang until the context of the push ends. The
// state that the push then saves is complete, and the next push waits until the request has ended
// too.
func TestPushEndsWithItsContext(t *testing.T) {
	t.Parallel()
	files := linked(4)
	whole := newPlace(t)
	want := whole.tree(t, whole.push(t, files).ChangeRequest.ID)
	isReached := true
	for cut := 1; isReached; cut++ {
		p := newPlace(t)
		var changeRequest string
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
			defer cancel()
			count := 0
			isReached = false
			client := p.server.Client(publishing.WithoutRetry(), publishing.WithMiddleware(func(http.RoundTripper) http.RoundTripper {
				return roundTripper(func(request *http.Request) (*http.Response, error) {
					if count++; count == cut {
						isReached = true
						<-ctx.Done()
						return nil, context.Cause(ctx)
					}
					return p.serve(request)
				})
			}), publishing.WithAttemptTimeout(2*time.Hour))
			options := Options{Store: &slowStore{p.options.Store, ctx}, HTTPClient: &http.Client{Transport: roundTripper(p.serve)}}
			start := time.Now()
			_, err := Push(ctx, client, Target{Space: p.space}, files, options)
			if isReached {
				require.ErrorIs(t, err, context.DeadlineExceeded)
				require.LessOrEqual(t, time.Since(start), time.Hour+time.Second)
			} else {
				require.NoError(t, err)
			}
			saved := state{}
			text, err := p.options.Store.Load(t.Context())
			require.NoError(t, err)
			if text != nil {
				require.NoError(t, json.Unmarshal(text, &saved))
			}
			count = -1000 // nothing hangs in the next push
			start = time.Now()
			options.Store = p.options.Store
			result, err := Push(t.Context(), client, Target{Space: p.space}, files, options)
			require.NoError(t, err)
			require.Empty(t, result.Notes)
			require.Equal(t, saved.Intent != nil, time.Since(start) >= 2*time.Second)
			changeRequest = result.ChangeRequest.ID
		})
		require.Equal(t, want, p.tree(t, changeRequest), "request %d", cut)
	}
}

// TestPushThatIsCanceledBeforeItSendsEnds has a Store that hangs after the end of the push.
func TestPushThatIsCanceledBeforeItSendsEnds(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		client := p.through(func(request *http.Request, next http.RoundTripper) (*http.Response, error) {
			if request.Method == http.MethodPost && strings.HasSuffix(request.URL.Path, "/content") {
				cancel()
				return next.RoundTrip(request) // which sends nothing
			}
			return p.serve(request)
		})
		start := time.Now()
		_, err := Push(ctx, client, Target{Space: p.space}, texts(map[string]string{"a.md": "# A\n"}), Options{Store: &slowStore{p.options.Store, ctx}})
		require.ErrorIs(t, err, context.Canceled)
		require.False(t, publishing.MayHaveApplied(err))
		require.LessOrEqual(t, time.Since(start), 2*time.Second)
	})
}
