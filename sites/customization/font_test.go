package customization_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/sites/customization"
)

func TestFontIsANameOrACustomFont(t *testing.T) {
	t.Parallel()
	var font customization.Font
	require.NoError(t, json.Unmarshal([]byte(`{"id":"font_1","custom":true,"fontFamily":"Acme","fontFaces":[]}`), &font))
	require.Equal(t, "Acme", font.Custom.FontFamily)
	require.Empty(t, font.Name)
	require.NoError(t, json.Unmarshal([]byte(`"Inter"`), &font))
	require.Equal(t, customization.Font{Name: customization.FontNameInter}, font)
}

func TestUnknownFontsRoundTrip(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`7`, `"ComicSerif"`} {
		var font customization.Font
		require.NoError(t, json.Unmarshal([]byte(text), &font), text)
		encoded, err := json.Marshal(font)
		require.NoError(t, err)
		require.JSONEq(t, text, string(encoded))
	}
}
