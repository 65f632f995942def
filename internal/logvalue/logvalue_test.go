package logvalue_test

import (
	"bytes"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/logvalue"
)

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
