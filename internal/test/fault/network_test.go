package fault_test

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/internal/test/fault"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // hundreds of servers do not live long
	openDefault()
	goleak.VerifyTestMain(m)
}

// dialers and proxies are what the SDK's transport uses for an address.
var (
	dialers sync.Map // function that dials an address
	proxies sync.Map // URL of the proxy for an address
)

// openDefault lets the SDK's transport, which a client without WithHTTPClient uses, trust the
// certificate of the fault server and use the dialer of a test. The SDK clones
// http.DefaultTransport, so it has to be changed before the first client is created.
func openDefault() {
	standard := http.DefaultTransport.(*http.Transport)
	standard.TLSClientConfig = trusting()
	dial, proxy := standard.DialContext, standard.Proxy
	standard.DialContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
		if own, ok := dialers.Load(addr); ok {
			return own.(dialer)(ctx, network, addr)
		}
		return dial(ctx, network, addr)
	}
	standard.Proxy = func(req *http.Request) (*url.URL, error) {
		if found, ok := proxies.Load(req.URL.Host); ok {
			return found.(*url.URL), nil
		}
		return proxy(req)
	}
}

var ports atomic.Int64

// ownAddr returns an address that no machine has.
func ownAddr() string { return "127.0.0.1:" + strconv.FormatInt(100_000+ports.Add(1), 10) }

// transports are the kinds of transport of a client.
var transports = []string{"the SDK's transport", "the caller's transport"}

// wrapped is a transport whose settings the SDK does not know.
const wrapped = "a wrapped transport"

type wrapper struct{ *http.Transport }

// dialer dials an address.
type dialer = func(ctx context.Context, network, addr string) (net.Conn, error)

// patient is a timeout of attempts that none should reach, even on a slow machine.
const patient = 5 * time.Minute

// direct dials the given address.
var direct dialer = (&net.Dialer{}).DialContext

// reach returns the base URL of a server, and the options of a client that connects to it over one
// of transports. A nil dialer means the network.
func reach(t testing.TB, transport string, s *fault.Server, dial dialer) (base string, opts []publishing.Option) {
	t.Helper()
	base = s.URL()
	opts = []publishing.Option{publishing.WithRetry(publishing.Retry{MinWait: 1, MaxWait: 1}), publishing.WithAttemptTimeout(patient)}
	if dial != nil {
		scheme, _, _ := strings.Cut(base, "://")
		addr := ownAddr()
		base = scheme + "://" + addr
		dialers.Store(addr, dial)
		t.Cleanup(func() { dialers.Delete(addr) })
	}
	if transport != transports[0] {
		if dial == nil {
			dial = direct
		}
		network := http.RoundTripper(callers(dial))
		if transport == wrapped {
			network = wrapper{callers(dial)}
		}
		opts = append(opts, publishing.WithHTTPClient(&http.Client{Transport: network}))
	}
	return base, opts
}

// connect returns a client with a token. See reach.
func connect(t testing.TB, transport string, s *fault.Server, dial dialer, opts ...publishing.Option) *publishing.Client {
	t.Helper()
	base, all := reach(t, transport, s, dial)
	client, err := publishing.NewClient(base, append(append(all, publishing.WithToken(token)), opts...)...)
	require.NoError(t, err)
	return client
}

// callers returns a transport like one of a program.
func callers(dial dialer) *http.Transport {
	return &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: trusted().Clone(), DialContext: dial, MaxIdleConnsPerHost: 64}
}

// trusted returns the result of trusting, created once.
var trusted = sync.OnceValue(trusting)

// protocols are the configs of servers, by version of HTTP.
var protocols = map[string]fault.Config{"HTTP/1.1": {}, "HTTP/2": {HTTP2: true}}
