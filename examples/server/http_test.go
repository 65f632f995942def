package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
)

// A session sends requests to the server of the example without the SDK.
type session struct {
	t   *testing.T
	env map[string]string
}

func serve(t *testing.T) *session {
	t.Helper()
	ctx, interrupt := context.WithCancel(t.Context())
	in, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, nil, out) }()
	t.Cleanup(func() {
		interrupt()
		require.NoError(t, <-ended)
	})
	s := &session{t: t, env: map[string]string{}}
	for lines := bufio.NewScanner(in); lines.Scan() && !strings.Contains(lines.Text(), "Interrupt"); {
		if setting, ok := strings.CutPrefix(lines.Text(), "export "); ok {
			name, value, _ := strings.Cut(setting, "=")
			s.env[name] = value
		}
	}
	return s
}

// send sends a request for a path below the organization, and returns the status and the body.
func (s *session) send(token, method, path, body string) (int, map[string]any) {
	s.t.Helper()
	url := s.env[publishing.EnvBaseURL] + "/v1/orgs/" + s.env[service.EnvOrganization] + path
	req, err := http.NewRequestWithContext(s.t.Context(), method, url, strings.NewReader(body))
	require.NoError(s.t, err)
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(req)
	require.NoError(s.t, err)
	defer func() { _ = resp.Body.Close() }()
	data, err := io.ReadAll(resp.Body)
	require.NoError(s.t, err)
	var object map[string]any
	if len(bytes.TrimSpace(data)) > 0 {
		require.NoError(s.t, json.Unmarshal(data, &object), string(data))
	}
	return resp.StatusCode, object
}

// A lifecycle contains the requests for one resource, as in the API reference.
type lifecycle struct {
	collection string // path below the organization
	method     string // method of the request that creates it
	create     string // body of that request
	id         string // field with the ID at the end of the path
	withoutGet bool   // there is no operation that returns one
	patch      string
	changed    map[string]any
	bad        string // body that violates a limit
	names      string // field that the error message contains
}

func TestResourcesAreCreatedUpdatedAndDeletedOverHTTP(t *testing.T) {
	t.Parallel()
	for name, l := range map[string]lifecycle{
		"site": {
			collection: "/sites", method: http.MethodPost, create: `{"title": "Raw"}`, id: "id",
			patch: `{"title": "Rawer", "basename": "raw"}`, changed: map[string]any{"title": "Rawer", "basename": "raw"},
			bad: `{"title": "x"}`, names: "title",
		},
		"share link": {
			collection: "/sites/site_1/share-links", method: http.MethodPost, create: `{"name": "Raw"}`, id: "id", withoutGet: true,
			patch: `{"active": false}`, changed: map[string]any{"active": false, "name": "Raw"},
			bad: `{"name": "` + strings.Repeat("ü", 51) + `"}`, names: "name",
		},
		"OpenAPI specification": {
			collection: "/openapi", method: http.MethodPost, create: `{"slug": "raw", "source": {"url": "https://example.com/o.json"}}`, id: "slug",
			patch: `{"visibility": "public"}`, changed: map[string]any{"visibility": "public", "slug": "raw"},
			bad: `{"slug": "Not A Slug", "source": {"url": "https://example.com/o.json"}}`, names: "slug",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t)
			token := s.env[publishing.EnvToken]

			status, created := s.send(token, l.method, l.collection, l.create)
			require.Equal(t, http.StatusCreated, status)
			id, ok := created[l.id].(string)
			require.True(t, ok, created)
			one := l.collection + "/" + id

			get := func() (int, map[string]any) {
				if !l.withoutGet {
					return s.send(token, http.MethodGet, one, "")
				}
				status, list := s.send(token, http.MethodGet, l.collection+"?limit=1000", "")
				require.Equal(t, http.StatusOK, status)
				for _, item := range list["items"].([]any) {
					if item := item.(map[string]any); item[l.id] == id {
						return http.StatusOK, item
					}
				}
				return http.StatusNotFound, nil
			}
			status, got := get()
			require.Equal(t, http.StatusOK, status)
			require.Equal(t, created[l.id], got[l.id])

			status, list := s.send(token, http.MethodGet, l.collection+"?limit=1000", "")
			require.Equal(t, http.StatusOK, status)
			ids := []any{}
			for _, item := range list["items"].([]any) {
				ids = append(ids, item.(map[string]any)[l.id])
			}
			require.Contains(t, ids, id)

			status, _ = s.send(token, http.MethodPatch, one, l.patch)
			require.Equal(t, http.StatusOK, status)
			_, got = get()
			for field, value := range l.changed {
				require.Equal(t, value, got[field], field)
			}

			status, problem := s.send(token, l.method, l.collection, l.bad)
			require.Equal(t, http.StatusBadRequest, status)
			require.Contains(t, problem["error"].(map[string]any)["message"], l.names)
			for _, wrong := range []string{"", "wrong"} {
				for _, method := range []string{http.MethodGet, http.MethodDelete} {
					status, _ = s.send(wrong, method, one, "")
					require.Equal(t, http.StatusUnauthorized, status)
				}
			}

			status, body := s.send(token, http.MethodDelete, one, "")
			require.Equal(t, http.StatusResetContent, status)
			require.Nil(t, body)
			status, body = s.send(token, http.MethodDelete, one, "")
			require.Equal(t, http.StatusNoContent, status)
			require.Nil(t, body)
			status, _ = get()
			require.Equal(t, http.StatusNotFound, status)
			status, _ = s.send(token, http.MethodPatch, one, l.patch)
			require.Equal(t, http.StatusNotFound, status)
		})
	}
}

func TestPutDistinguishesCreationFromUpdateOverHTTP(t *testing.T) {
	t.Parallel()
	s := serve(t)
	token := s.env[publishing.EnvToken]
	for _, want := range []int{http.StatusCreated, http.StatusOK} {
		status, _ := s.send(token, http.MethodPut, "/openapi/raw-put", `{"source": {"url": "https://example.com/o.json"}}`)
		require.Equal(t, want, status)
	}
	status, _ := s.send(token, http.MethodPut, "/openapi/Not%20A%20Slug", `{"source": {"url": "https://example.com/o.json"}}`)
	require.Equal(t, http.StatusBadRequest, status)

	status, _ = s.send(token, http.MethodGet, "/sites/site_1/adaptive-schema", "")
	require.Equal(t, http.StatusNotFound, status)
	schema := `{"jsonSchema": {"type": "object", "properties": {"isBeta": {"type": "boolean", "description": "Beta."}}, "additionalProperties": false}}`
	status, put := s.send(token, http.MethodPut, "/sites/site_1/adaptive-schema", schema)
	require.Equal(t, http.StatusOK, status)
	status, got := s.send(token, http.MethodGet, "/sites/site_1/adaptive-schema", "")
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, put, got)
	status, conditions := s.send(token, http.MethodGet, "/sites/site_1/adaptive-schema/template-conditions", "")
	require.Equal(t, http.StatusOK, status)
	require.NotEmpty(t, conditions["items"])
}
