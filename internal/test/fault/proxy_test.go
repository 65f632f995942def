package fault_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/fault"
)

var hosts atomicHosts

// atomicHosts returns a different host for each test, which only its proxy could resolve.
type atomicHosts struct{ n atomic.Int64 }

func (h *atomicHosts) next() string { return fmt.Sprintf("api-%d.test", h.n.Add(1)) }

// phrases are the reason phrases of a proxy, and whether net/http lets a caller's Transport know
// the status by them.
var phrases = map[string]func(status int) (line string, known bool){
	"standard": func(status int) (string, bool) { return fmt.Sprint(status, " ", http.StatusText(status)), true },
	"in capitals": func(status int) (string, bool) {
		return fmt.Sprint(status, " ", strings.ToUpper(http.StatusText(status))), true
	},
	"of its own":      func(status int) (string, bool) { return fmt.Sprint(status, " Blocked by policy"), false },
	"empty":           func(status int) (string, bool) { return fmt.Sprint(status, " "), false },
	"without a space": func(status int) (string, bool) { return strconv.Itoa(status), false },
}

// TestProxyThatRejectsCONNECTIsReported uses a proxy that responds to CONNECT with an error status.
// Nothing reaches the service, and only a 5xx that is known may pass.
func TestProxyThatRejectsCONNECTIsReported(t *testing.T) {
	t.Parallel()
	for status, attempts := range map[int]int{403: 1, 404: 1, 407: 1, 500: 3, 502: 3, 503: 3, 504: 3} {
		for _, transport := range transports {
			for phrase, line := range phrases {
				t.Run(fmt.Sprintf("%d, %s, %s", status, phrase, transport), func(t *testing.T) {
					t.Parallel()
					line, known := line(status)
					want := rejection{line, strconv.Itoa(status), attempts}
					if transport == transports[1] && !known {
						want.text, want.attempts = "CONNECT: rejected", 1
						if phrase == "of its own" {
							want.text += ": Blocked by policy"
						}
					}
					for i := range requestClasses {
						for _, once := range []bool{false, true} {
							rejected(t, want, transport, &requestClasses[i], once)
						}
					}
				})
			}
		}
	}
}

// rejection is the response of a proxy, and what becomes of the call.
type rejection struct {
	line     string // status line
	text     string // text that the error contains
	attempts int
}

func rejected(t *testing.T, want rejection, transport string, class *requestClass, once bool) {
	t.Helper()
	head := "HTTP/1.1 " + want.line + "\r\nContent-Type: text/html\r\n\r\n"
	proxy, err := fault.Serve(fault.Config{Respond: fault.Script(fault.Do(fault.Raw(head+page), fault.Close))})
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
	attempts := want.attempts
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
	require.ErrorContains(t, err, want.text, class.name)
	require.NotContains(t, fmt.Sprintf("%+v %#v", err, err), "sekret")
	for _, r := range proxy.Begun() {
		require.Equal(t, "CONNECT "+host+":443", r.Method+" "+r.Target)
		require.Empty(t, r.Header["Authorization"])
	}
}

// tunneled returns the outcome of a write through the caller's transport with a proxy.
func tunneled(t *testing.T, act fault.Act, change func(*http.Transport)) (attempts int, err error) {
	t.Helper()
	proxy := serve(t, fault.Config{Respond: fault.Script(act)})
	network := callers(direct)
	network.Proxy = http.ProxyURL(&url.URL{Scheme: "http", Host: proxy.Addr()})
	change(network)
	client, err := publishing.NewClient("https://"+hosts.next(), publishing.WithToken(token), publishing.WithHTTPClient(&http.Client{Transport: network}),
		publishing.WithRetry(publishing.Retry{MinWait: 1, MaxWait: 1}))
	require.NoError(t, err)
	var meta api.Meta
	_, err = create(t.Context(), client, api.WithMeta(&meta))
	require.ErrorAs(t, err, new(*api.TransportError))
	require.False(t, api.MayHaveApplied(err), err)
	return meta.Attempts, err
}

func TestErrorOfTheCallersHookForCONNECTIsKept(t *testing.T) {
	t.Parallel()
	errPolicy := errors.New("the policy of the company")
	attempts, err := tunneled(t, fault.Do(fault.Respond(403, ""), fault.Close), func(network *http.Transport) {
		network.OnProxyConnectResponse = func(context.Context, *url.URL, *http.Request, *http.Response) error { return errPolicy }
	})
	require.ErrorIs(t, err, errPolicy)
	require.ErrorContains(t, err, "CONNECT: rejected: the policy")
	require.Equal(t, 1, attempts)
}

func TestFailureAfterCONNECTIsNotARejection(t *testing.T) {
	t.Parallel()
	for name, act := range map[string]fault.Act{
		"closed":                 fault.Close,
		"no HTTP":                fault.Do(fault.Raw("what?\r\n\r\n"), fault.Close),
		"no header":              fault.Do(fault.Raw("HTTP/1.1 200 OK\r\nwhat?\r\n\r\n"), fault.Close),
		"no TLS in the tunnel":   fault.Do(fault.Raw("HTTP/1.1 200 OK\r\n\r\n"), fault.Read, fault.Raw("HTTP/1.1 400 Bad Request\r\n\r\n"), fault.Close),
		"an alert in the tunnel": fault.Do(fault.Raw("HTTP/1.1 200 OK\r\n\r\n"), fault.Read, fault.Raw("\x15\x03\x03\x00\x02\x02\x28"), fault.Close),
	} {
		attempts, err := tunneled(t, act, func(*http.Transport) {})
		require.NotContains(t, err.Error(), "CONNECT", name)
		require.Equal(t, 3, attempts, "%s: %v", name, err)
	}
}
