package fault_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/fault"
)

// TestRedirectAfterAWriteMayHaveApplied has a service perform a write and redirect to its result,
// which is what 303 is for, and 301 and 302 in practice. A 307 or 308 asks for the request
// elsewhere instead.
func TestRedirectAfterAWriteMayHaveApplied(t *testing.T) {
	t.Parallel()
	for protocol := range protocols {
		for _, transport := range transports {
			for _, status := range []int{301, 302, 303, 307, 308} {
				for name, target := range map[string]string{
					"the same origin": "/v1/result", "another host": "https://other.test/v1/result", "no place": "", "no URL": "http://%zz/",
				} {
					performed := status <= 303
					if !performed && name != "another host" {
						continue // it is followed, or is none
					}
					t.Run(fmt.Sprintf("%s, %s, %d to %s", protocol, transport, status, name), func(t *testing.T) {
						t.Parallel()
						act := fault.Answer(status, "", "Location", target)
						if name == "no place" {
							act = fault.Answer(status, "")
						}
						if performed {
							act = fault.Do(fault.Commit, act)
						}
						config := protocols[protocol]
						config.Answer = fault.Script(act)
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
							var refused *api.Error
							require.ErrorAs(t, err, &refused, class.name)
							require.Equal(t, status, refused.Status, class.name)
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
