package web_test

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/publishing-platform/publishing-go/examples/internal/web"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func listen(t *testing.T) net.Listener {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	return listener
}

func TestRequestEndsWithTheGraceOfTheServer(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	handler := http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		stop()
		<-req.Context().Done()
		_, _ = io.WriteString(w, "ended")
	})
	listener := listen(t)
	served := make(chan error, 1)
	go func() {
		served <- web.Serve(ctx, listener, web.NewServer(handler, slog.New(slog.DiscardHandler)), time.Millisecond)
	}()
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+listener.Addr().String(), http.NoBody)
	require.NoError(t, err)
	response, err := client.Do(request)
	require.NoError(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.Equal(t, "ended", string(body))
	require.NoError(t, <-served)
}

func TestServeReportsAListenerThatFails(t *testing.T) {
	t.Parallel()
	listener := listen(t)
	require.NoError(t, listener.Close())
	err := web.Serve(t.Context(), listener, web.NewServer(http.NotFoundHandler(), slog.New(slog.DiscardHandler)), time.Second)
	require.ErrorIs(t, err, net.ErrClosed)
}
