package sites_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/sites"
)

func preview(options sites.PublishingPreviewOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.Publishing.Preview(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}
}

func secretJSON(v any) api.SecretJSON {
	j, err := api.NewSecretJSON(v)
	if err != nil {
		panic(err)
	}
	return j
}

var previewRows = []contract.Row{
	{
		Op: "Sites.Publishing.Preview",
		Call: preview(sites.PublishingPreviewOptions{
			SiteSpace: "site-space/1",
			Claims:    secretJSON(map[string]any{"isBeta": true, "name": "Ada's", "plans": []string{"pro", "2"}}),
		}),
		Request:  "GET " + siteRequest + "/publishing/preview?claims=%28isBeta%3A%21t%2Cname%3A%27Ada%21%27s%27%2Cplans%3A%21%28pro%2C%272%27%29%29&siteSpace=site-space%2F1",
		Status:   200,
		Response: `{"url": "https://preview.example.com/site_1?token=preview_secret_1"}`,
	},
	{
		Op:       "Sites.Publishing.Preview",
		Name:     "no claims",
		Call:     preview(sites.PublishingPreviewOptions{Claims: secretJSON(struct{}{})}),
		Request:  "GET " + siteRequest + "/publishing/preview?claims=%28%29",
		Status:   200,
		Response: `{"url": "https://preview.example.com/site_1?token=preview_secret_1"}`,
	},
}

func TestClaimsOfAPreviewAreAnObject(t *testing.T) {
	t.Parallel()
	for _, claims := range []any{nil, true, "isBeta", []string{"isBeta"}} {
		area.Rejects(t, "Sites.Publishing.Preview", preview(sites.PublishingPreviewOptions{Claims: secretJSON(claims)}), "claims", "a JSON object", "[secret]")
	}
}

func TestClaimsThatAreNestedTooDeepAreNotSent(t *testing.T) {
	t.Parallel()
	const claim = "very-personal"
	nested := api.Raw(strings.Repeat(`{"a":`, 101) + `"` + claim + `"` + strings.Repeat("}", 101))
	got := contract.Call(t, preview(sites.PublishingPreviewOptions{Claims: secretJSON(nested)}), []string{"org_1", "site_1"}, "{}")
	require.ErrorContains(t, got.Err, "claims: encode Rison: it is nested more than 100 levels deep")
	require.False(t, api.MayHaveApplied(got.Err))
	require.NotContains(t, got.Err.Error(), claim)
}
