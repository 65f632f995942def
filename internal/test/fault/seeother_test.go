package fault_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/fault"
)

// TestRedirectAfterAWriteMayHaveApplied uses a service that performs a write and redirects to its
// result: that is the purpose of 303, and in practice of 301 and 302. A 307 or 308 requests the
// same at another address instead.
func TestRedirectAfterAWriteMayHaveApplied(t *testing.T) {
	t.Parallel()
	for protocol := range protocols {
		for _, transport := range transports {
			for _, status := range []int{301, 302, 303, 307, 308} {
				for name, target := range map[string]string{
					"the same origin": "/v1/result", "another host": "https://other.test/v1/result", "no Location": "", "an invalid URL": "http://%zz/",
				} {
					performed := status <= 303
					if !performed && name != "another host" {
						continue // it is followed, or is not a redirect
					}
					t.Run(fmt.Sprintf("%s, %s, %d to %s", protocol, transport, status, name), func(t *testing.T) {
						t.Parallel()
						act := fault.Respond(status, "", "Location", target)
						if name == "no Location" {
							act = fault.Respond(status, "")
						}
						if performed {
							act = fault.Do(fault.Commit, act)
						}
						config := protocols[protocol]
						config.Respond = fault.Script(act)
						for i := range requestClasses {
							class := &requestClasses[i]
							if !class.write {
								continue
							}
							s, err := fault.Serve(config)
							require.NoError(t, err)
							client := connect(t, transport, s, nil)
							var meta api.Meta
							err = class.call(t.Context(), client, api.WithMeta(&meta))
							requests := s.Begun()
							client.CloseIdleConnections()
							s.Close()
							var redirect *api.Error
							require.ErrorAs(t, err, &redirect, class.name)
							require.Equal(t, status, redirect.Status, class.name)
							require.Equal(t, 1, meta.Attempts, class.name)
							require.Len(t, requests, 1, class.name)
							require.Equal(t, performed, api.MayHaveApplied(err), "%s: %v", class.name, err)
							require.False(t, slices.ContainsFunc(requests, func(r fault.Request) bool { return r.Target == "/v1/result" }))
						}
					})
				}
			}
		}
	}
}
