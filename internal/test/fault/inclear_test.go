package fault_test

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/fault"
	"github.com/publishing-platform/publishing-go/sites"
)

// spelled are hosts of base URLs with http, and whether a secret may be sent there.
var spelled = map[string]bool{
	"localhost":              true,
	"127.0.0.1":              true,
	"127.8.8.8":              true,
	"[::1]":                  true,
	"[0:0:0:0:0:0:0:1]":      true,
	"[::1%25lo]":             true,
	"[::ffff:127.0.0.1]":     true,
	"[::ffff:7f00:1]":        true,
	"LOCALHOST":              false,
	"Localhost":              false,
	"localhost.":             false,
	"localhost.localdomain":  false,
	"api.localhost":          false,
	"ｌocalhost":              false,
	"127.1":                  false,
	"127.0.0.1.":             false,
	"127.0.0.01":             false,
	"0x7f.0.0.1":             false,
	"0x7f000001":             false,
	"2130706433":             false,
	"0177.0.0.1":             false,
	"0.0.0.0":                false,
	"[::]":                   false,
	"[::127.0.0.1]":          false,
	"[::ffff:10.0.0.1]":      false,
	"10.0.0.1":               false,
	"127.0.0.1.example.test": false,
}

const partnerKey = "partner-key-of-the-test"

// secretive are calls with each of the secrets that a client sends in a header.
var secretive = map[string]struct {
	auth publishing.Option
	call func(ctx context.Context, client *publishing.Client, opts ...api.CallOption) error
}{
	"token":        {publishing.WithToken(token), getSite},
	"token source": {publishing.WithTokenSource(func(context.Context) (string, error) { return token, nil }), getSite},
	"partner key": {publishing.WithoutAuth(), func(ctx context.Context, client *publishing.Client, opts ...api.CallOption) error {
		_, err := client.Sites.AdsReview.List(ctx, sites.AdsReviewListOptions{PartnerKey: api.NewSecret(partnerKey)}, opts...)
		return err
	}},
}

// spelling makes this binary a program whose environment has a proxy, which net/http reads once per
// process.
var spelling = flag.String("spelling", "", "call services at all spellings of this machine's address with this port, and exit")

// TestSecretsDoNotGoInClearToTheProxyOfTheEnvironment calls services over plain HTTP at each of the
// hosts, once with WithInsecureHTTP, and expects that a secret is sent only where net/http uses no
// proxy.
func TestSecretsDoNotGoInClearToTheProxyOfTheEnvironment(t *testing.T) {
	const insecure = "X-Insecure"
	if *spelling != "" { // this is the other process
		for host, safe := range spelled {
			for secret, s := range secretive {
				for _, transport := range []http.RoundTripper{nil, &http.Transport{Proxy: http.ProxyFromEnvironment}} {
					opts := []publishing.Option{s.auth, publishing.WithoutRetry()}
					if transport != nil {
						opts = append(opts, publishing.WithHTTPClient(&http.Client{Transport: transport}))
					}
					base := "http://" + host + ":" + *spelling
					client, err := publishing.NewClient(base, opts...)
					switch {
					case safe || secret == "partner key":
						require.NoError(t, err, base)
						err = s.call(t.Context(), client)
						require.Equal(t, !safe, isValidation(err), "%s, %s: %v", host, secret, err)
						client.CloseIdleConnections()
					default:
						require.ErrorContains(t, err, "plain http", "%s, %s", host, secret)
					}
					client, err = publishing.NewClient(base, append(opts, publishing.WithInsecureHTTP())...)
					require.NoError(t, err, base)
					_ = s.call(t.Context(), client, api.WithHeader(insecure, host))
					client.CloseIdleConnections()
				}
			}
		}
		return
	}
	t.Parallel()
	service := serve(t, fault.Config{Respond: fault.Script(fault.Respond(200, oneSite))})
	proxy := serve(t, fault.Config{Respond: fault.Script(fault.Respond(200, oneSite))})
	u, err := url.Parse(service.URL())
	require.NoError(t, err)
	command := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", ownTimeout(), "-spelling="+u.Port())
	command.Env = append(command.Environ(), "HTTP_PROXY=http://"+proxy.Addr(), "NO_PROXY=", "http_proxy=", "no_proxy=")
	out, err := command.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.NotEmpty(t, service.Requests(), "127.0.0.1 is reached")
	proxied := map[string]bool{}
	for _, r := range proxy.Requests() {
		host := r.Header.Get(insecure)
		require.NotEmpty(t, host, "sent without WithInsecureHTTP: %s", r.Target)
		proxied[host] = true
	}
	for host, safe := range spelled {
		require.False(t, safe && proxied[host], "net/http uses the proxy for %s", host)
	}
	require.True(t, proxied["LOCALHOST"])
}

func isValidation(err error) bool {
	_, ok := err.(*api.ValidationError) //nolint:errorlint // this is what the calls return, unwrapped
	return ok
}

func TestSecretsDoNotGoInClearToTheProxyOfTheCallersTransport(t *testing.T) {
	t.Parallel()
	for _, scheme := range []string{"http", "https", "socks5"} {
		for secret, s := range secretive {
			t.Run(scheme+", "+secret, func(t *testing.T) {
				t.Parallel()
				config := fault.Config{Respond: fault.Script(fault.Respond(200, oneSite))}
				if scheme != "http" { // the server speaks nothing else
					config.Connect = func(int) fault.Act { return fault.Close }
				}
				proxy := serve(t, config)
				network := callers(direct)
				network.Proxy = http.ProxyURL(&url.URL{Scheme: scheme, Host: proxy.Addr(), User: url.UserPassword("me", "sekret")})
				t.Cleanup(network.CloseIdleConnections)
				custom := publishing.WithHTTPClient(&http.Client{Transport: network})
				for host, safe := range spelled {
					if !safe {
						continue
					}
					client, err := publishing.NewClient("http://"+host, s.auth, custom)
					require.NoError(t, err)
					var meta api.Meta
					err = s.call(t.Context(), client, api.WithMeta(&meta))
					require.ErrorAs(t, err, new(*api.TransportError), host)
					require.ErrorContains(t, err, "plain http to the proxy "+proxy.Addr(), host)
					require.NotContains(t, err.Error(), "sekret")
					require.False(t, api.MayHaveApplied(err), host)
					require.False(t, api.Retryable(err), host)
					require.Equal(t, 1, meta.Attempts, host)
				}
				require.Zero(t, proxy.Conns())

				client, err := publishing.NewClient("http://127.0.0.1", publishing.WithoutAuth(), custom, publishing.WithoutRetry())
				require.NoError(t, err)
				_ = getSite(t.Context(), client) // without a secret
				require.Equal(t, 1, proxy.Conns())
				client, err = publishing.NewClient("http://127.0.0.1", s.auth, custom, publishing.WithoutRetry(), publishing.WithInsecureHTTP())
				require.NoError(t, err)
				_ = s.call(t.Context(), client)
				require.Positive(t, proxy.Conns())
				if scheme == "http" {
					requests := proxy.Requests()
					require.Len(t, requests, 2)
					require.Regexp(t, "Bearer "+token+"|"+partnerKey, fmt.Sprint(requests[1].Header))
				}
			})
		}
	}
}
