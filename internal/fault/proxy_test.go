package fault_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/fault"
)

var hosts atomicHosts

// atomicHosts returns a different host for each test, which only its proxy could resolve.
type atomicHosts struct{ n atomic.Int64 }

func (h *atomicHosts) next() string { return fmt.Sprintf("api-%d.test", h.n.Add(1)) }

// TestProxyThatRejectsCONNECTIsReported uses a proxy that responds to CONNECT with an error status.
// Nothing reaches the service, and only a 5xx may pass.
func TestProxyThatRejectsCONNECTIsReported(t *testing.T) {
	t.Parallel()
	for status, attempts := range map[int]int{403: 1, 404: 1, 407: 1, 500: 3, 502: 3, 503: 3, 504: 3} {
		for _, transport := range transports {
			t.Run(fmt.Sprintf("%d, %s", status, transport), func(t *testing.T) {
				t.Parallel()
				for i := range requestClasses {
					for _, once := range []bool{false, true} {
						rejected(t, status, attempts, transport, &requestClasses[i], once)
					}
				}
			})
		}
	}
}

func rejected(t *testing.T, status, attempts int, transport string, class *requestClass, once bool) {
	t.Helper()
	proxy, err := fault.Serve(fault.Config{Respond: fault.Script(fault.Do(fault.Respond(status, page, "Content-Type", "text/html"), fault.Close))})
	require.NoError(t, err)
	defer proxy.Close()
	host := hosts.next()
	u := &url.URL{Scheme: "http", Host: proxy.Addr(), User: url.UserPassword("me", "sekret")}
	opts := []publishing.Option{publishing.WithToken(token), publishing.WithRetry(publishing.Retry{MinWait: 1, MaxWait: 1})}
	if transport == transports[0] {
		proxies.Store(host, u)
		defer proxies.Delete(host)
	} else {
		network := callers(direct)
		network.Proxy = http.ProxyURL(u)
		opts = append(opts, publishing.WithHTTPClient(&http.Client{Transport: network}))
	}
	if once {
		attempts = 1
		opts = append(opts, publishing.WithoutRetry())
	}
	client, err := publishing.NewClient("https://"+host, opts...)
	require.NoError(t, err)
	defer client.CloseIdleConnections()
	var meta api.Meta
	err = class.call(t.Context(), client, api.WithMeta(&meta))
	require.Error(t, err, class.name)
	require.Equal(t, attempts, meta.Attempts, "%s: %v", class.name, err)
	require.Len(t, proxy.Begun(), attempts)
	require.False(t, api.MayHaveApplied(err), "%s: %v", class.name, err)
	require.ErrorContains(t, err, proxy.Addr(), class.name)
	require.ErrorContains(t, err, strconv.Itoa(status), class.name)
	require.NotContains(t, fmt.Sprintf("%+v %#v", err, err), "sekret")
	for _, r := range proxy.Begun() {
		require.Equal(t, "CONNECT "+host+":443", r.Method+" "+r.Target)
		require.Empty(t, r.Header["Authorization"])
	}
}
