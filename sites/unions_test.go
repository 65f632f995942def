package sites_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// TestUnknownVariantsRoundTrip decodes and encodes what a later version of the service may return.
func TestUnknownVariantsRoundTrip(t *testing.T) {
	t.Parallel()
	for text, value := range map[string]any{
		`{"object":"site-link","id":"link_1","target":{"url":"https://status.example.com"}}`: new(sites.StructureItem),
		`"section_1"`:                           new(sites.StructureItem),
		`{"type":"review","reviewer":"user_1"}`: new(sites.PublishResult),
		`{"id":"record_1","title":"A ticket","type":"record","url":"https://tickets.example.com/1","pages":[]}`: new(spaces.SearchedSpace),
		`{"type":"links","structure":[{"object":"site-link","id":"link_1"},null]}`:                              new(sites.Structure),
	} {
		require.NoError(t, json.Unmarshal([]byte(text), value), text)
		encoded, err := json.Marshal(value)
		require.NoError(t, err)
		require.JSONEq(t, text, string(encoded))
	}
}

func TestStructureItemIsDecodedByItsObject(t *testing.T) {
	t.Parallel()
	var structure sites.Structure
	require.NoError(t, json.Unmarshal([]byte(`{"type":"sections","structure":[
		{"id":"section_1","siteSpaces":[],"object":"site-section"},
		{"object":"site-section-group","id":"group_1","children":[{"object":"site-section","id":"section_2"},{"object":"site-link"}]},
		{"object":"site-space","id":"siteSpace_1"},
		{"object":["site-space"]}
	]}`), &structure))
	require.Equal(t, "section_1", structure.Items[0].Section.ID, "wherever the field object is")
	require.Equal(t, "section_2", structure.Items[1].Group.Children[0].Section.ID)
	require.JSONEq(t, `{"object":"site-link"}`, structure.Items[1].Group.Children[1].Raw.String())
	require.Equal(t, "siteSpace_1", structure.Items[2].SiteSpace.ID)
	require.JSONEq(t, `{"object":["site-space"]}`, structure.Items[3].Raw.String())
}

func TestPublishResultIsASiteOrACheckout(t *testing.T) {
	t.Parallel()
	var result sites.PublishResult
	require.NoError(t, json.Unmarshal([]byte(`{"object":"site","id":"site_1","type":"checkout"}`), &result))
	require.Equal(t, "site_1", result.Site.ID, "a site may have any type")
	require.Nil(t, result.Checkout)
	require.NoError(t, json.Unmarshal([]byte(`{"type":"checkout","sessionId":"session_1"}`), &result))
	require.Nil(t, result.Site)
	require.Equal(t, &sites.Checkout{Type: "checkout", SessionID: "session_1"}, result.Checkout)
	encoded, err := json.Marshal(result)
	require.NoError(t, err)
	require.JSONEq(t, `{"type":"checkout","sessionId":"session_1"}`, string(encoded))
}
