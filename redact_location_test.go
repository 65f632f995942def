package publishing_test

import (
	"net/http"
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
	} {
		got := publishing.Redactor{}.Header(http.Header{"Location": {location}})
		require.Equal(t, http.Header{"Location": {want}}, got)
	}
}
