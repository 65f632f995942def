package fault_test

import (
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/fault"
)

// TestEachAttemptCarriesEachCookieOnce uses a service that sets a cookie in each response. An
// attempt carries the cookies of the caller's header and those that the Jar contains by then.
func TestEachAttemptCarriesEachCookieOnce(t *testing.T) {
	t.Parallel()
	for protocol := range protocols {
		t.Run(protocol, func(t *testing.T) {
			t.Parallel()
			for i := range requestClasses {
				class := &requestClasses[i]
				config := protocols[protocol]
				config.Respond = func(r *fault.Request) fault.Act {
					if r.N < 3 {
						return fault.Respond(429, "", "Set-Cookie", fmt.Sprintf("sid=v%d; Path=/", r.N))
					}
					return class.fine()
				}
				s, err := fault.Serve(config)
				require.NoError(t, err)
				base, err := url.Parse(s.URL())
				require.NoError(t, err)
				jar, err := cookiejar.New(nil)
				require.NoError(t, err)
				jar.SetCookies(base, []*http.Cookie{{Name: "old", Value: "1"}})
				client, err := publishing.NewClient(
					s.URL(),
					publishing.WithToken(token),
					publishing.WithHTTPClient(&http.Client{Transport: callers(direct), Jar: jar}),
					publishing.WithRetry(publishing.Retry{MinWait: 1, MaxWait: 1}),
				)
				require.NoError(t, err)
				require.NoError(t, class.call(t.Context(), client, api.WithHeader("Cookie", "own=1")), class.name)
				var got []map[string][]string
				for _, r := range s.Begun() {
					cookies := map[string][]string{}
					for _, c := range (&http.Request{Header: r.Header}).Cookies() {
						cookies[c.Name] = append(cookies[c.Name], c.Value)
					}
					got = append(got, cookies)
				}
				require.Equal(t, []map[string][]string{
					{"own": {"1"}, "old": {"1"}},
					{"own": {"1"}, "old": {"1"}, "sid": {"v1"}},
					{"own": {"1"}, "old": {"1"}, "sid": {"v2"}},
				}, got, class.name)
				client.CloseIdleConnections()
				s.Close()
			}
		})
	}
}
