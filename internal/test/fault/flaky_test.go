package fault_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/fault"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/sites"
)

// callHeader identifies the call that a request belongs to.
const callHeader = "X-Call"

// flaky fails two of three requests, in several ways, before or after it has acted on the request.
func flaky(r *fault.Request) fault.Act {
	call := r.Header.Get(callHeader)
	success := fault.Do(fault.Commit, fault.Respond(200, fmt.Sprintf(`{"id":%q}`, call)))
	acts := []fault.Act{
		success,
		fault.Respond(429, ""),
		fault.Reset,
		success,
		fault.Do(fault.Commit, fault.Respond(502, page, "Content-Type", "text/html")),
		fault.Do(fault.Commit, fault.Reset),
		success,
		fault.Respond(503, "", "Retry-After", "0"),
		fault.Do(fault.Commit, fault.Head(200, "Content-Length", "100"), fault.Raw(`{"id":`), fault.Close),
		success,
		fault.Close,
		fault.Do(fault.Commit, fault.Head(500, "Content-Length", "100"), fault.Raw("<html>"), fault.Close),
	}
	n, _ := strconv.Atoi(call)
	return acts[(n*7+r.N)%len(acts)]
}

func TestThousandConcurrentCallsOnAFlakyService(t *testing.T) {
	t.Parallel()
	calls := sample.Count(200, 1000)
	server := serve(t, fault.Config{Respond: flaky})
	network := &http.Transport{MaxIdleConnsPerHost: 64}
	t.Cleanup(network.CloseIdleConnections)
	client, err := publishing.NewClient(server.URL(), publishing.WithToken(token), publishing.WithHTTPClient(&http.Client{Transport: network}),
		publishing.WithRetry(publishing.Retry{Attempts: 5, MinWait: 1, MaxWait: 1, Budget: -1}), publishing.WithAttemptTimeout(-1))
	require.NoError(t, err)
	got, errs := make([]*sites.Site, calls), make([]error, calls)
	var wait sync.WaitGroup
	for i := range calls {
		wait.Go(func() {
			opts := []api.CallOption{api.WithHeader(callHeader, strconv.Itoa(i))}
			if i%2 == 0 {
				got[i], errs[i] = client.Sites.Get(t.Context(), "org-1", "site-1", sites.GetOptions{}, opts...)
			} else {
				got[i], errs[i] = create(t.Context(), client, opts...)
			}
		})
	}
	wait.Wait()
	commits := map[string]int{}
	for _, r := range server.Requests() {
		if r.Committed {
			commits[r.Header.Get(callHeader)]++
		}
	}
	succeeded := 0
	for i, err := range errs {
		id := strconv.Itoa(i)
		if err == nil {
			succeeded++
			require.Equal(t, id, got[i].ID, "the response to another call")
			require.NotZero(t, commits[id])
		}
		if i%2 == 0 {
			continue
		}
		require.LessOrEqual(t, commits[id], 1, "a write was performed twice: %v", err)
		if err != nil && commits[id] == 1 {
			require.True(t, api.MayHaveApplied(err), err)
			require.False(t, api.Retryable(err), err)
		}
	}
	require.NotZero(t, succeeded)
	t.Logf("%d calls, %d requests, %d succeeded, %d commits of %d writes", calls, len(server.Requests()), succeeded, sum(commits), calls/2)
}

func create(ctx context.Context, client *publishing.Client, opts ...api.CallOption) (*sites.Site, error) {
	return client.Sites.Create(ctx, "org-1", sites.Create{Title: new("Guide")}, opts...)
}

func sum(counts map[string]int) (n int) {
	for id, count := range counts {
		if i, _ := strconv.Atoi(id); i%2 == 1 {
			n += count
		}
	}
	return n
}

// ownTimeout returns the flag that gives another process of this binary the timeout of this one.
func ownTimeout() string { return "-test.timeout=" + flag.Lookup("test.timeout").Value.String() }

// proxied makes this binary a program that uses the proxy of its environment, which net/http reads
// once per process.
var proxied = flag.String("proxied", "", "call the service at this base URL and exit")

func TestProxyOfTheEnvironmentIsUsed(t *testing.T) {
	if *proxied != "" { // this is the other process
		client, err := publishing.NewClient(*proxied, publishing.WithToken(token), publishing.WithInsecureHTTP(),
			publishing.WithRetry(publishing.Retry{MinWait: 1, MaxWait: 1}), publishing.WithAttemptTimeout(-1))
		require.NoError(t, err)
		defer client.CloseIdleConnections()
		site, err := client.Sites.Get(t.Context(), "org-1", "site-1", sites.GetOptions{})
		if failed, ok := errors.AsType[*api.TransportError](err); ok {
			require.Equal(t, 3, failed.Attempts)
			require.ErrorContains(t, err, "Bad Gateway")
			require.NotContains(t, err.Error(), "sekret")
			return
		}
		require.NoError(t, err)
		require.Equal(t, "site-1", site.ID)
		return
	}
	t.Parallel()
	proxy := serve(t, fault.Config{Respond: func(r *fault.Request) fault.Act {
		if r.Method == http.MethodConnect {
			return fault.Do(fault.Respond(502, page), fault.Close)
		}
		return fault.Respond(200, oneSite)
	}})
	for base, seen := range map[string][]string{
		"http://api.test":  {"GET http://api.test/v1/orgs/org-1/sites/site-1 Bearer " + token},
		"https://api.test": {"CONNECT api.test:443 ", "CONNECT api.test:443 ", "CONNECT api.test:443 "},
	} {
		before := len(proxy.Requests())
		command := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestProxyOfTheEnvironmentIsUsed$", ownTimeout(), "-proxied="+base)
		url := "http://me:sekret@" + proxy.Addr()
		command.Env = append(command.Environ(), "HTTP_PROXY="+url, "HTTPS_PROXY="+url, "NO_PROXY=")
		out, err := command.CombinedOutput()
		require.NoError(t, err, "%s", out)
		var got []string
		for _, r := range proxy.Requests()[before:] {
			got = append(got, r.Method+" "+r.Target+" "+r.Header.Get("Authorization"))
		}
		require.Equal(t, seen, got)
	}
}
