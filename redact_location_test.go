package publishing_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
)

func TestRedactorShowsNoSecretOfALocation(t *testing.T) {
	t.Parallel()
	for location, want := range map[string]string{
		"https://docs.example.com/a#access_token=canary": "https://docs.example.com/a#%5Bredacted%5D",
		"https://docs.example.com/%zz?token=canary":      "[redacted]",
		"/a?x=canary": "/a?x=%5Bredacted%5D",
		"app:canary":  "[redacted]",
		"https://api.example.com/v1/orgs/o/invites/canary": "https://api.example.com/v1/orgs/o/invites/%5Bredacted%5D",
	} {
		for _, name := range []string{"Location", "Content-Location", "Referer"} {
			got := publishing.Redactor{}.Header(http.Header{name: {location}})
			require.Equal(t, http.Header{name: {want}}, got)
		}
	}
}

func TestRedactorShowsNoSecretOfABodyThatDoesNotFit(t *testing.T) {
	t.Parallel()
	preview, err := url.Parse("https://api.example.com/v1/orgs/o/sites/s/publishing/preview")
	require.NoError(t, err)
	for _, body := range []string{`{"url":{"value":"https://x.example/canary"}}`, `{"url":["https://x.example/canary"]}`} {
		require.NotContains(t, string(publishing.Redactor{}.ResponseBody(http.MethodGet, preview, "application/json", []byte(body))), "canary")
	}
}
