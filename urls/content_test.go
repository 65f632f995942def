package urls_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/urls"
)

func getContent(options urls.ContentOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) { return a.URLs.Content(a.Ctx, options, a.Opts...) }
}

var ofPage = urls.ContentOptions{URL: "https://app.example.com/o/org 1/s/space_1/pages/page_1?a=b&c"}

const contentOfPage = "GET /v1/urls/content?url=https%3A%2F%2Fapp.example.com%2Fo%2Forg+1%2Fs%2Fspace_1%2Fpages%2Fpage_1%3Fa%3Db%26c"

var contentRows = []contract.Row{
	{
		Op:       "URLs.Content",
		Call:     getContent(ofPage),
		Request:  contentOfPage,
		Status:   200,
		Response: `{"space": "@spaces/space.json", "changeRequest": "@changerequests/change-request.json", "page": "@spaces/page.json"}`,
	},
	{
		Op:       "URLs.Content",
		Name:     "group",
		Call:     getContent(ofPage),
		Request:  contentOfPage,
		Status:   200,
		Response: `{"space": "@spaces/space-experimental.json", "page": "@spaces/page-group.json"}`,
	},
	{
		Op:       "URLs.Content",
		Name:     "a space of guests",
		Call:     getContent(ofPage),
		Request:  contentOfPage,
		Status:   200,
		Response: `{"space": "@spaces/space-of-guests.json"}`,
	},
	{
		Op:       "URLs.Content",
		Name:     "collection",
		Call:     getContent(ofPage),
		Request:  contentOfPage,
		Status:   200,
		Response: `{"collection": "@spaces/collection.json"}`,
	},
	{
		Op:       "URLs.Content",
		Name:     "nothing",
		Call:     getContent(ofPage),
		Request:  contentOfPage,
		Status:   404,
		Response: `{"error": {"code": 404, "message": "no content"}}`,
		Err:      api.ErrNotFound,
	},
}

func TestContentOfAnotherKindIsKept(t *testing.T) {
	t.Parallel()
	const body = `{"site": {"id": "site_1"}, "page": {"id": "page_1", "title": "A", "type": "gallery"}}`
	got := contract.Call(t, getContent(ofPage), nil, body)
	require.NoError(t, got.Err)
	content := got.Values[0].(*urls.Content)
	require.Nil(t, content.Collection)
	require.Nil(t, content.Space)
	require.JSONEq(t, `{"id": "site_1"}`, string(content.Extra["site"]))
	require.Equal(t, "page_1", content.Page.ID)
	encoded, err := content.MarshalJSON()
	require.NoError(t, err)
	require.JSONEq(t, body, string(encoded))
}
