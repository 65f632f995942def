package transport

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

func TestHeaderThatIsNotTheCallersIsRejectedWithoutItsValue(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"Authorization", "authorization", "Accept-Encoding", "Connection", "Content-Length", "Host", "Trailer", "Transfer-Encoding", "Upgrade",
		"", "a b", "a:b", "a\r\nb", "ä", "a\x00",
	} {
		n := play(t, respond(200, oneThing))
		_, err := get(t, newCore(t, n), api.WithHeader(name, "sekret"))
		require.Equal(t, "header", as[*api.ValidationError](t, err).Field, name)
		require.NotContains(t, err.Error(), "sekret")
		require.Empty(t, n.attempts())
	}
	for _, value := range []string{"sekret\r\nX: y", "sekret\n", "sekret\x00", "sekret\x7f", "\x01"} {
		n := play(t, respond(200, oneThing))
		_, err := get(t, newCore(t, n), api.WithHeader("X-Test", value))
		require.Equal(t, "header X-Test", as[*api.ValidationError](t, err).Field)
		require.NotContains(t, err.Error(), "sekret")
		require.Empty(t, n.attempts())
	}
}

func TestSecretHeaderIsCheckedBeforeSending(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, key, rule string
		change          func(*Settings)
		opts            []api.CallOption
	}{
		{name: "empty", rule: "required"},
		{name: "a line end", key: "sekret\r\nX: y", rule: "a value without control characters"},
		{name: "in clear", key: "sekret", rule: "a base URL with https, or WithInsecureHTTP", change: func(s *Settings) { s.BaseURL.Scheme = "http" }},
		{name: "by the caller too", key: "sekret", rule: "a header the client does not set itself", opts: []api.CallOption{api.WithHeader(keyHeader, "sekret")}},
	} {
		n := play(t, respond(200, `{"items":[]}`))
		core := newCore(t, n, func(s *Settings) {
			if test.change != nil {
				test.change(s)
			}
		})
		err := listWithKey(t, core, test.key, test.opts...)
		require.Equal(t, test.rule, as[*api.ValidationError](t, err).Rule, test.name)
		require.NotContains(t, err.Error(), "sekret")
		require.Empty(t, n.attempts(), test.name)
	}
	n := play(t, respond(200, `{"items":[]}`))
	require.NoError(t, listWithKey(t, newCore(t, n, func(s *Settings) { s.WithoutChecks = true }), ""))
	require.Empty(t, n.attempts()[0].header[keyHeader])
}
