package fault_test

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/internal/fault"
)

func TestMain(m *testing.M) {
	openDefault()
	goleak.VerifyTestMain(m)
}

// listeners and proxies are what the SDK's own transport finds at an address.
var (
	listeners sync.Map // by address: where a [fault.Memory] is
	proxies   sync.Map // by address: the URL of a proxy
)

// openDefault lets the SDK's own transport, which a client without WithHTTPClient has, trust the
// certificate of the fault server and reach listeners in memory. The SDK clones
// http.DefaultTransport, so it has to be changed before there is a client.
func openDefault() {
	standard := http.DefaultTransport.(*http.Transport)
	standard.TLSClientConfig = trusting()
	dial, proxy := standard.DialContext, standard.Proxy
	standard.DialContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
		if memory, ok := listeners.Load(addr); ok {
			return memory.(*fault.Memory).DialContext(ctx, network, addr)
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

// ownAddr is an address that no machine has.
func ownAddr() string { return "127.0.0.1:" + strconv.FormatInt(100_000+ports.Add(1), 10) }

// transports are the two kinds of transport a client has: the SDK's own and one of the caller.
var transports = []string{"the SDK's transport", "the caller's transport"}

// connect makes a client of a service that is reached over a transport, one of transports. Memory is
// what the service listens on, nil for loopback.
func connect(t testing.TB, transport string, s *fault.Server, memory *fault.Memory, opts ...publishing.Option) *publishing.Client {
	t.Helper()
	base := s.URL()
	dial := (&net.Dialer{}).DialContext
	if memory != nil {
		scheme, _, _ := strings.Cut(base, "://")
		addr := ownAddr()
		base, dial = scheme+"://"+addr, memory.DialContext
		listeners.Store(addr, memory)
		t.Cleanup(func() { listeners.Delete(addr) })
	}
	opts = append([]publishing.Option{
		publishing.WithToken(token),
		publishing.WithRetry(publishing.Retry{MinWait: 1, MaxWait: 1}),
	}, opts...)
	if transport == transports[1] {
		opts = append(opts, publishing.WithHTTPClient(&http.Client{Transport: callers(dial)}))
	}
	client, err := publishing.NewClient(base, opts...)
	require.NoError(t, err)
	return client
}

// callers is a transport as a program makes one.
func callers(dial func(context.Context, string, string) (net.Conn, error)) *http.Transport {
	return &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: trusted().Clone(), DialContext: dial, MaxIdleConnsPerHost: 64}
}

// trusted is trusting, made once.
var trusted = sync.OnceValue(trusting)

// protocols are the releases of HTTP by the config of a server.
var protocols = map[string]fault.Config{"HTTP/1.1": {}, "HTTP/2": {HTTP2: true}}
