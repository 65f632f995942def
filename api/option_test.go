package api

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/call"
)

func TestEachCallOptionSetsItsField(t *testing.T) {
	t.Parallel()
	var meta Meta
	var raw []byte
	for name, test := range map[string]struct {
		options []CallOption
		want    call.Config
	}{
		"meta":            {[]CallOption{WithMeta(&meta)}, call.Config{Results: call.Results{Meta: &meta}}},
		"nil meta":        {[]CallOption{WithMeta(nil)}, call.Config{}},
		"raw body":        {[]CallOption{WithRawBody(&raw)}, call.Config{Results: call.Results{RawBody: &raw}}},
		"header":          {[]CallOption{WithHeader("x-a", "1"), WithHeader("X-A", "2"), WithHeader("b", "")}, call.Config{Header: http.Header{"X-A": {"1", "2"}, "B": {""}}}},
		"query":           {[]CallOption{WithQuery("a", "1"), WithQuery("a", "2"), WithQuery("B", "")}, call.Config{Query: url.Values{"a": {"1", "2"}, "B": {""}}}},
		"body field":      {[]CallOption{WithBodyField("a", 1), WithBodyField("b", nil), WithBodyField("a", 2)}, call.Config{BodyFields: map[string]any{"a": 2, "b": nil}}},
		"timeout":         {[]CallOption{WithTimeout(time.Second)}, call.Config{Timeouts: call.Timeouts{Timeout: time.Second}}},
		"attempt timeout": {[]CallOption{WithAttemptTimeout(-1)}, call.Config{Timeouts: call.Timeouts{AttemptTimeout: -1}}},
		"idle timeout":    {[]CallOption{WithIdleTimeout(time.Second)}, call.Config{Timeouts: call.Timeouts{IdleTimeout: time.Second}}},
		"response size":   {[]CallOption{WithMaxResponseBytes(9)}, call.Config{MaxResponseBytes: 9, MaxDownloadBytes: 9}},
		"without retry":   {[]CallOption{WithoutRetry()}, call.Config{WithoutRetry: true}},
		"replay":          {[]CallOption{WithReplay()}, call.Config{Replay: true}},
		"prefetch":        {[]CallOption{WithPrefetch()}, call.Config{Prefetch: true}},
		"the last wins":   {[]CallOption{WithTimeout(1), WithTimeout(2)}, call.Config{Timeouts: call.Timeouts{Timeout: 2}}},
		"zero changes nothing": {
			[]CallOption{WithTimeout(1), WithTimeout(0), WithAttemptTimeout(2), WithAttemptTimeout(0), WithIdleTimeout(3), WithIdleTimeout(0)},
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
