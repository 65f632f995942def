package publishingtest_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/orgs"
)

// descriptionLengths are the lengths of texts that only the public description contains. Those of
// addresses start with a prefix.
var descriptionLengths = []struct {
	op, field   string
	least, most int
	prefix      string
}{
	{"changerequests.create", "subject", 0, 100, ""},
	{"changerequests.update", "subject", 0, 100, ""},
	{"collections.create", "title", 0, 50, ""},
	{"collections.update", "title", 0, 50, ""},
	{"collections.update", "description", 0, 100, ""},
	{"orgs.fonts.create", "fontFaces[].storageKey", 1, 512, ""},
	{"orgs.fonts.update", "fontFaces[].storageKey", 1, 512, ""},
	{"orgs.update", "title", 2, 255, ""},
	{"orgs.update", "hostname", 3, 32, ""},
	{"orgs.update", "mergeRules.rules[].expression", 0, 1024, ""},
	{"orgs.saml.create", "label", 1, 30, ""},
	{"orgs.saml.create", "entityID", 0, 1024, ""},
	{"orgs.saml.create", "certificate", 0, 10000, ""},
	{"orgs.saml.update", "label", 1, 30, ""},
	{"orgs.saml.update", "entityID", 0, 1024, ""},
	{"orgs.saml.update", "certificate", 0, 10000, ""},
	{"users.update", "displayName", 1, 64, ""},
	{"sites.sitespaces.update", "path", 1, 100, ""},
	{"sites.sitespaces.update", "condition", 0, 1024, ""},
	{"spaces.update", "title", 0, 50, ""},
	{"spaces.update", "emoji", 0, 50, ""},
	{"spaces.update", "mergeRules.rules[].expression", 0, 1024, ""},
	{"orgs.saml.create", "ssoURL", 0, 2048, "https://example.com/"},
	{"orgs.saml.update", "ssoURL", 0, 2048, "https://example.com/"},
	{"orgs.update", "logo", 0, 2048, "https://example.com/"},
	{"users.update", "photoURL", 0, 2048, "https://example.com/"},
}

func descriptionProofs() map[string]proof {
	p := proofs{}
	p.rejects("collections.move.limits", "POST", innerPath+"/move", `{"title":"x"}`, "body")
	p.rejects("spaces.move.limits", "POST", wiki+"/move", "", "body")
	p.rejects("sites.sharelinks.update.limits", "PATCH", docs+"/share-links/key", `{}`, "body")
	p.rejects("sites.redirects.list.limits", "GET", docs+"/redirects?orderBy=x", "", "orderBy")
	p.rejects("permissions.sites.aggregate.list.limits", "GET", docs+"/permissions/aggregate?role=x", "", "role")
	p.rejects("orgs.translations.glossary.list.limits", "GET", acme+"/translations-glossary?orderBy=x", "", "orderBy")
	return p
}

func TestWeightsAndMergeRulesOfTheDescription(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	for weight, good := range map[string]bool{"0": false, "1": true, "1000": true, "1001": false, "-400": false} {
		got := w.send(t, "POST", acme+"/fonts/font", `{"fontFaces":[{"weight":`+weight+`,"storageKey":"regular.woff2"}]}`)
		require.Equal(t, good, got.status == http.StatusCreated, "%s: %s", weight, got.body)
	}
	for rule, good := range map[string]bool{
		`{"rule":"require_specific_reviewers","users":["mona"]}`:   true,
		`{"rule":"require_one_of_specific_reviewers","users":[]}`:  true,
		`{"rule":"require_one_of_specific_reviewers"}`:             false,
		`{"rule":"require_at_least_one_review"}`:                   true,
		`{"rule":"require_all_reviews_approved"}`:                  true,
		`{"rule":"require_agent_review"}`:                          true,
		`{"rule":"require_up_to_date_change_request"}`:             true,
		`{"rule":"require_change_request_subject"}`:                true,
		`{"rule":"require_change_request_description"}`:            true,
		`{"rule":"custom","expression":"change.subject == \"x\""}`: true,
		`{"rule":"custom"}`:                                        false,
		`{"rule":"require_luck"}`:                                  false,
		`{"rule":"require_author_to_merge"}`:                       false, // of a newer service
		`{"rule":"require_at_least_one_approved_review"}`:          false,
	} {
		got := w.send(t, "PATCH", wiki, `{"mergeRules":{"type":"rules","rules":[`+rule+`]}}`)
		require.Equal(t, good, got.status == http.StatusOK, "%s: %s", rule, got.body)
	}
	require.Equal(t, http.StatusOK, w.send(t, "PATCH", wiki, `{"mergeRules":{"type":"none"}}`).status)
	require.Equal(t, http.StatusOK, w.send(t, "PATCH", wiki, `{"mergeRules":{"type":"rules","rules":[]}}`).status)
}

// TestClientDoesNotCheckDescriptionLimits shows why the server enforces these limits: the client
// sends values that break them.
func TestClientDoesNotCheckDescriptionLimits(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	require.ErrorContains(t, errorOf(w.client.Orgs.SAML.Create(t.Context(), "acme", orgs.SAMLCreate{Label: strings.Repeat("x", 31)})), "label: want 1 to 30 characters")
	require.Equal(t, 1, w.Calls.Count("Orgs.SAML.Create"))
}
