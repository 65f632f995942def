package api_test

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/call"
)

func TestEachCallOptionSetsItsField(t *testing.T) {
	t.Parallel()
	var meta api.Meta
	var raw []byte
	for name, test := range map[string]struct {
		options []api.CallOption
		want    call.Config
	}{
		"meta":            {[]api.CallOption{api.WithMeta(&meta)}, call.Config{Results: call.Results{Meta: &meta}}},
		"nil meta":        {[]api.CallOption{api.WithMeta(nil)}, call.Config{}},
		"raw body":        {[]api.CallOption{api.WithRawBody(&raw)}, call.Config{Results: call.Results{RawBody: &raw}}},
		"header":          {[]api.CallOption{api.WithHeader("x-a", "1"), api.WithHeader("X-A", "2"), api.WithHeader("b", "")}, call.Config{Header: http.Header{"X-A": {"1", "2"}, "B": {""}}}},
		"query":           {[]api.CallOption{api.WithQuery("a", "1"), api.WithQuery("a", "2"), api.WithQuery("B", "")}, call.Config{Query: url.Values{"a": {"1", "2"}, "B": {""}}}},
		"body field":      {[]api.CallOption{api.WithBodyField("a", 1), api.WithBodyField("b", nil), api.WithBodyField("a", 2)}, call.Config{BodyFields: map[string]any{"a": 2, "b": nil}}},
		"timeout":         {[]api.CallOption{api.WithTimeout(time.Second)}, call.Config{Timeouts: call.Timeouts{Timeout: time.Second}}},
		"attempt timeout": {[]api.CallOption{api.WithAttemptTimeout(-1)}, call.Config{Timeouts: call.Timeouts{AttemptTimeout: -1}}},
		"idle timeout":    {[]api.CallOption{api.WithIdleTimeout(time.Second)}, call.Config{Timeouts: call.Timeouts{IdleTimeout: time.Second}}},
		"response size":   {[]api.CallOption{api.WithMaxResponseBytes(9)}, call.Config{MaxResponseBytes: 9, MaxDownloadBytes: 9}},
		"without retry":   {[]api.CallOption{api.WithoutRetry()}, call.Config{WithoutRetry: true}},
		"replay":          {[]api.CallOption{api.WithReplay()}, call.Config{Replay: true}},
		"prefetch":        {[]api.CallOption{api.WithPrefetch()}, call.Config{Prefetch: true}},
		"the last wins":   {[]api.CallOption{api.WithTimeout(1), api.WithTimeout(2)}, call.Config{Timeouts: call.Timeouts{Timeout: 2}}},
		"zero changes nothing": {
			[]api.CallOption{api.WithTimeout(1), api.WithTimeout(0), api.WithAttemptTimeout(2), api.WithAttemptTimeout(0), api.WithIdleTimeout(3), api.WithIdleTimeout(0)},
			call.Config{Timeouts: call.Timeouts{Timeout: 1, AttemptTimeout: 2, IdleTimeout: 3}},
		},
	} {
		for range 2 { // an option can be reused
			var got call.Config
			for _, option := range test.options {
				got.Apply(option)
			}
			require.Equal(t, test.want, got, name)
		}
	}
}
