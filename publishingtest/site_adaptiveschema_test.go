package publishingtest_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

func TestLifeOfAnAdaptiveSchema(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	w := newWorld(t, publishingtest.WithClock(func() time.Time { return now }))
	site := w.Sites.Add(w.org, sites.Site{}).ID
	adaptive := w.client.Sites.AdaptiveSchema
	require.ErrorIs(t, errorOf(adaptive.Get(t.Context(), w.org, site)), publishing.ErrNotFound)
	conditions := must(adaptive.TemplateConditions(t.Context(), w.org, site))(t)
	require.Equal(t, &sites.TemplateConditions{Items: []sites.TemplateCondition{}}, conditions)

	schema := must(sites.Claims{
		Signed:   []sites.Claim{{Name: "isBeta", Description: "Takes part in the beta."}, {Name: "is-admin", Description: "Administers."}},
		Unsigned: []sites.Claim{{Name: "darkMode", Description: "Likes it dark."}},
	}.Schema())(t)
	put := must(adaptive.Put(t.Context(), w.org, site, sites.AdaptiveSchemaPut{JSONSchema: schema}))(t)
	require.Equal(t, &sites.AdaptiveSchema{Object: "site-adaptive-schema", JSONSchema: schema, UpdatedAt: now}, put)
	got := must(adaptive.Get(t.Context(), w.org, site))(t)
	require.Equal(t, put, got)

	conditions = must(adaptive.TemplateConditions(t.Context(), w.org, site))(t)
	require.Equal(t, []sites.TemplateCondition{
		{Description: "Administers.", Condition: `visitor.claims["is-admin"] == true`},
		{Description: "Takes part in the beta.", Condition: "visitor.claims.isBeta == true"},
		{Description: "Likes it dark.", Condition: "visitor.claims.unsigned.darkMode == true"},
	}, conditions.Items)

	require.ErrorIs(t, errorOf(adaptive.Put(t.Context(), w.org, site, sites.AdaptiveSchemaPut{JSONSchema: api.Raw(`{"type":"object"}`)})), publishing.ErrBadRequest)
	got = must(adaptive.Get(t.Context(), w.org, site))(t)
	require.Equal(t, put, got, "a rejected schema must not replace the current one")
	require.Equal(t, 1, w.Calls.Commits("Sites.AdaptiveSchema.Put"))
}

func TestAdaptiveSchemaOverTheWire(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	base := w.at("/sites/" + w.Sites.Add(w.org, sites.Site{}).ID + "/adaptive-schema")
	require.Contains(t, w.send(t, "GET", base, "").message(t), "no adaptive schema")
	const schema = `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","additionalProperties":false,"properties":{` +
		`"isBeta":{"type":"boolean","description":"Beta."},` +
		`"unsigned":{"type":"object","description":"Unsigned claims of the site visitor.","additionalProperties":false,"properties":{"dark":{"type":"boolean","description":"Dark."}}}}}`
	put := w.send(t, "PUT", base, `{"jsonSchema":`+schema+`}`)
	require.Equal(t, http.StatusOK, put.status)
	require.Contains(t, put.body, `"jsonSchema":`+schema, "a schema is kept as it came")
	require.Equal(t, put.body, w.send(t, "GET", base, "").body)
	require.JSONEq(t, `{"items":[{"description":"Beta.","condition":"visitor.claims.isBeta == true"},{"description":"Dark.","condition":"visitor.claims.unsigned.dark == true"}]}`,
		w.send(t, "GET", base+"/template-conditions", "").body)
	require.Equal(t, http.StatusNotFound, w.send(t, "GET", w.at("/sites/nowhere/adaptive-schema/template-conditions"), "").status)
	require.Equal(t, http.StatusNotFound, w.send(t, "PUT", w.at("/sites/nowhere/adaptive-schema"), `{"jsonSchema":`+schema+`}`).status)
}
