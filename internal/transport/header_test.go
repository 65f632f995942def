package transport

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

func TestHeaderThatIsNotTheCallersIsRefusedWithoutItsValue(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"Authorization", "authorization", "Accept-Encoding", "Connection", "Content-Length", "Host", "Trailer", "Transfer-Encoding", "Upgrade",
		"", "a b", "a:b", "a\r\nb", "ä", "a\x00",
	} {
		n := play(t, answer(200, oneThing))
		_, err := get(t, newCore(t, n), api.WithHeader(name, "sekret"))
		require.Equal(t, "header", as[*api.ValidationError](t, err).Field, name)
		require.NotContains(t, err.Error(), "sekret")
		require.Empty(t, n.attempts())
	}
	for _, value := range []string{"sekret\r\nX: y", "sekret\n", "sekret\x00", "sekret\x7f", "\x01"} {
		n := play(t, answer(200, oneThing))
		_, err := get(t, newCore(t, n), api.WithHeader("X-Test", value))
		require.Equal(t, "header X-Test", as[*api.ValidationError](t, err).Field)
		require.NotContains(t, err.Error(), "sekret")
		require.Empty(t, n.attempts())
	}
}

func TestHeaderOfTheCallerIsAddedOrReplacesOurs(t *testing.T) {
	t.Parallel()
	n := play(t, answer(200, oneThing))
	_, err := get(t, newCore(t, n), api.WithHeader("x-test", "a\tb"), api.WithHeader("X-Test", "é"), api.WithHeader("Accept", "application/x"))
	require.NoError(t, err)
	require.Equal(t, []string{"a\tb", "é"}, n.attempts()[0].header["X-Test"])
	require.Equal(t, []string{"application/x"}, n.attempts()[0].header["Accept"])
}

func TestCallerMayAuthorizeItselfWhenTheClientDoesNot(t *testing.T) {
	t.Parallel()
	n := play(t, answer(200, oneThing))
	_, err := get(t, newCore(t, n, func(s *Settings) { s.TokenSource = nil }), api.WithHeader("Authorization", "Basic eA=="))
	require.NoError(t, err)
	require.Equal(t, []string{"Basic eA=="}, n.attempts()[0].header["Authorization"])
}
