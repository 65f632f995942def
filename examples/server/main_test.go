package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestServerRunsUntilItIsInterrupted(t *testing.T) {
	t.Parallel()
	ctx, interrupt := context.WithCancel(t.Context())
	in, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, nil, out) }()

	env := map[string]string{}
	lines := bufio.NewScanner(in)
	for lines.Scan() && !strings.Contains(lines.Text(), "Interrupt") {
		if setting, ok := strings.CutPrefix(lines.Text(), "export "); ok {
			name, value, _ := strings.Cut(setting, "=")
			env[name] = value
			continue
		}
		require.True(t, strings.HasPrefix(lines.Text(), "# "), "a shell can read it: %s", lines.Text())
	}
	get := func(token string) (int, string) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, env[publishing.EnvBaseURL]+"/v1/orgs/"+env[service.EnvOrganization]+"/sites", http.NoBody)
		require.NoError(t, err)
		req.Header.Set("Authorization", "Bearer "+token)
		resp, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(req)
		require.NoError(t, err)
		defer func() { _ = resp.Body.Close() }()
		body, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		return resp.StatusCode, string(body)
	}
	status, body := get(env[publishing.EnvToken])
	require.Equal(t, http.StatusOK, status)
	var page struct {
		Next  map[string]string `json:"next"`
		Items []any             `json:"items"`
	}
	require.NoError(t, json.Unmarshal([]byte(body), &page))
	require.Len(t, page.Items, 2)
	require.NotEmpty(t, page.Next["page"])
	status, _ = get("wrong")
	require.Equal(t, http.StatusUnauthorized, status)

	interrupt()
	require.NoError(t, <-ended)
}

func TestHelpIsNotAnError(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	require.NoError(t, run(t.Context(), []string{"-h"}, &out))
	require.Contains(t, out.String(), "-addr 127.0.0.1:0")
}

func TestInvalidArgumentsAreErrors(t *testing.T) {
	t.Parallel()
	for arg, want := range map[string]string{
		"-addr=0.0.0.0:8080":   "not a loopback address",
		"-addr=:8080":          "not a loopback address",
		"-addr=example.com:80": "not a loopback address",
		"-addr=nonsense":       "not an address",
		"-page-size=0":         "WithPageSize",
		"-adr=127.0.0.1:0":     "usage:",
		"serve":                "usage:",
	} {
		err := run(t.Context(), []string{arg}, io.Discard)
		require.ErrorContains(t, err, want, arg)
	}
}
