package api_test

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/pagination"
)

// TestErrorsLogTheRequestAndTheCauseAlone logs each error with all of its fields set. What
// belongs to a query or a body contains "secret".
func TestErrorsLogTheRequestAndTheCauseAlone(t *testing.T) {
	t.Parallel()
	const request = `"operation":"Sites.Get","method":"GET","path":"/v1/sites/s1"`
	status := &api.Error{
		FailedCall: api.FailedCall{Operation: "Sites.Get", Method: "GET", Path: "/v1/sites/s1", RequestID: "r1", Attempts: 3, MayHaveApplied: true},
		Status:     503, Code: 7, Message: "try\nlater", ContentType: "text/html", Body: []byte("secret"),
	}
	for want, err := range map[string]error{
		`{` + request + `,"status":503,"request_id":"r1","attempts":3,"may_have_applied":true,"cause":"try later"}`: status,
		`{` + request + `,"attempts":2,"cause":"connection refused"}`:                                               &api.TransportError{FailedCall: api.FailedCall{Operation: "Sites.Get", Method: "GET", Path: "/v1/sites/s1", Attempts: 2}, Err: errors.New("connection refused")},
		`{` + request + `,"status":200,"request_id":"r1","attempts":1,"cause":"not JSON"}`:                          &api.DecodeError{FailedCall: api.FailedCall{Operation: "Sites.Get", Method: "GET", Path: "/v1/sites/s1", RequestID: "r1", Attempts: 1}, Status: 200, ContentType: "text/html", Err: errors.New("not JSON")},
		`{` + request + `,"status":429,"request_id":"r1","cause":"slow down"}`:                                      &api.StreamError{FailedCall: api.FailedCall{Operation: "Sites.Get", Method: "GET", Path: "/v1/sites/s1", RequestID: "r1"}, Code: 429, Message: "slow down", Data: []byte("secret")},
		`{"operation":"Sites.Create","cause":"title: want 2 to 128 characters"}`:                                    &api.ValidationError{Operation: "Sites.Create", Field: "title", Rule: "2 to 128 characters", Value: "secret", Err: errors.New("secret")},
		`{"cause":"connection reset"}`: &pagination.PageError{Cursor: "secret", Err: &api.TransportError{Err: errors.New("connection reset")}},
		`"failed"`:                     &pagination.PageError{Cursor: "secret", Err: errors.New("failed")},
		`{"cause":"the list leads back to a page before"}`: &pagination.CursorLoopError{Cursor: "secret"},
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			slog.New(slog.NewJSONHandler(&out, nil)).Info("failed", slog.Any("err", err))
			require.Contains(t, out.String(), `"err":`+want+"}\n")
			require.NotContains(t, out.String(), "secret")
		})
	}
}

func TestStreamErrorMatchesTheSentinelOfItsCode(t *testing.T) {
	t.Parallel()
	require.ErrorIs(t, &api.StreamError{Code: 429}, api.ErrRateLimited)
	require.ErrorIs(t, &api.StreamError{Code: 503}, api.ErrServer)
	require.NotErrorIs(t, &api.StreamError{Code: 429}, api.ErrServer)
	require.NotErrorIs(t, &api.StreamError{}, api.ErrServer)
	require.NotErrorIs(t, &api.StreamError{Code: 404}, api.ErrForbidden)
}

type settings struct {
	Key    key     `json:"key"`
	Status *string `json:"status,omitzero"`
	Next   *string `json:"next,omitzero"`
}

type key string

func (key) LogValue() slog.Value { return slog.StringValue("hidden") }

func TestOptionalFieldsAreLoggedAsTheirValues(t *testing.T) {
	t.Parallel()
	logged := settings{Key: "k1", Status: new("active")}
	var text, json bytes.Buffer
	slog.New(slog.NewTextHandler(&text, nil)).Info("x", slog.Any("settings", logvalue.Of(logged)))
	require.Contains(t, text.String(), "map[key:hidden status:active]")
	slog.New(slog.NewJSONHandler(&json, nil)).Info("x", slog.Any("settings", logvalue.Of(logged)))
	require.Contains(t, json.String(), `"settings":{"key":"hidden","status":"active"}`)
}
