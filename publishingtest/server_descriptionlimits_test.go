package publishingtest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

// descriptionLengths are the lengths that only the public description contains. The body has a
// place for the text.
var descriptionLengths = []struct {
	op, field    string
	least, most  int
	method, path string
	around       string
}{
	{"changerequests.create", "subject", 0, 100, "POST", wiki + "/change-requests", `{"subject":%s}`},
	{"changerequests.update", "subject", 0, 100, "PATCH", proposal, `{"subject":%s}`},
	{"collections.create", "title", 0, 50, "POST", library + "/collections", `{"title":%s}`},
	{"collections.update", "title", 0, 50, "PATCH", innerPath, `{"title":%s}`},
	{"collections.update", "description", 0, 100, "PATCH", innerPath, `{"description":%s}`},
	{"orgs.fonts.create", "fontFaces[].storageKey", 1, 512, "PUT", acme + "/fonts", `{"fontFamily":"x","fontFaces":[{"weight":400,"storageKey":%s}]}`},
	{"orgs.fonts.update", "fontFaces[].storageKey", 1, 512, "POST", acme + "/fonts/font", `{"fontFaces":[{"weight":700,"storageKey":%s}]}`},
	{"orgs.update", "title", 2, 255, "PATCH", acme, `{"title":%s}`},
	{"orgs.update", "hostname", 3, 32, "PATCH", acme, `{"hostname":%s}`},
	{"orgs.update", "mergeRules.rules[].expression", 0, 1024, "PATCH", acme, `{"mergeRules":{"type":"rules","rules":[{"rule":"custom","expression":%s}]}}`},
	{"orgs.saml.create", "label", 1, 30, "POST", acme + "/saml", `{"label":%s}`},
	{"orgs.saml.create", "entityID", 0, 1024, "POST", acme + "/saml", `{"label":"x","entityID":%s}`},
	{"orgs.saml.create", "certificate", 0, 10000, "POST", acme + "/saml", `{"label":"x","certificate":%s}`},
	{"orgs.saml.update", "label", 1, 30, "PATCH", acme + "/saml/saml", `{"label":%s}`},
	{"orgs.saml.update", "entityID", 0, 1024, "PATCH", acme + "/saml/saml", `{"entityID":%s}`},
	{"orgs.saml.update", "certificate", 0, 10000, "PATCH", acme + "/saml/saml", `{"certificate":%s}`},
	{"users.update", "displayName", 1, 64, "PATCH", "/v1/users/ada", `{"displayName":%s}`},
	{"sites.sitespaces.update", "path", 1, 100, "PATCH", docs + "/site-spaces/annex", `{"path":%s}`},
	{"sites.sitespaces.update", "condition", 0, 1024, "PATCH", docs + "/site-spaces/annex", `{"condition":%s}`},
	{"spaces.update", "title", 0, 50, "PATCH", wiki, `{"title":%s}`},
	{"spaces.update", "emoji", 0, 50, "PATCH", wiki, `{"emoji":%s}`},
	{"spaces.update", "mergeRules.rules[].expression", 0, 1024, "PATCH", wiki, `{"mergeRules":{"type":"rules","rules":[{"rule":"custom","expression":%s}]}}`},
}

// descriptionAddresses are the addresses of at most 2048 characters.
var descriptionAddresses = []struct{ op, field, method, path, around string }{
	{"orgs.saml.create", "ssoURL", "POST", acme + "/saml", `{"label":"x","ssoURL":%s}`},
	{"orgs.saml.update", "ssoURL", "PATCH", acme + "/saml/saml", `{"ssoURL":%s}`},
	{"orgs.update", "logo", "PATCH", acme, `{"logo":%s}`},
	{"users.update", "photoURL", "PATCH", "/v1/users/ada", `{"photoURL":%s}`},
	{"spaces.update", "icon", "PATCH", wiki, `{"icon":%s}`},
}

func descriptionProofs() map[string]proof {
	p := proofs{}
	for _, l := range descriptionLengths {
		p.long(l.op, l.field, l.method, l.path, l.around, l.most)
	}
	for _, l := range descriptionAddresses {
		p.rejects(l.op+"."+l.field+".length", l.method, l.path, fmt.Sprintf(l.around, quoted("https://example.com/"+strings.Repeat("ü", 2029))), l.field)
	}
	p.rejects("collections.move.body.fields", "POST", innerPath+"/move", `{"title":"x"}`, "body")
	p.rejects("spaces.move.body.fields", "POST", wiki+"/move", "", "body")
	p.rejects("users.update.body.fields", "PATCH", "/v1/users/ada", `{"email":"x"}`, "body")
	p.rejects("sites.sharelinks.update.body.fields", "PATCH", docs+"/share-links/key", `{}`, "body")
	for op, call := range map[string][2]string{"orgs.fonts.create": {"PUT", acme + "/fonts"}, "orgs.fonts.update": {"POST", acme + "/fonts/font"}} {
		p.rejects(op+".fontFaces[].weight.range", call[0], call[1], `{"fontFamily":"x","fontFaces":[{"weight":1001,"storageKey":"regular.woff2"}]}`, "fontFaces[0].weight")
	}
	const unsigned = `{"jsonSchema":{"type":"object","additionalProperties":false,"properties":{"unsigned":{"type":"object","additionalProperties":false,"properties":{}%s}}}}`
	const schema, description = "sites.adaptiveschema.put", "jsonSchema.properties.unsigned.description"
	p.missing(schema, description, "PUT", docs+"/adaptive-schema", fmt.Sprintf(unsigned, ""))
	p.typed(schema, description, "PUT", docs+"/adaptive-schema", fmt.Sprintf(unsigned, `,"description":%s`), "7")
	p.rejects(schema+"."+description+".enum", "PUT", docs+"/adaptive-schema", fmt.Sprintf(unsigned, `,"description":"Others."`), description)

	p.rejects("spaces.update.language.enum", "PATCH", wiki, `{"language":"tlh"}`, "language")
	return p
}

// TestLengthsOfTheDescriptionAreCountedInCodePoints sends texts at both ends of each limit and
// beyond, to a server with the limits and to one without.
func TestLengthsOfTheDescriptionAreCountedInCodePoints(t *testing.T) {
	t.Parallel()
	for _, l := range descriptionLengths {
		t.Run(l.op+"."+l.field, func(t *testing.T) {
			t.Parallel()
			strict, lax := newProofWorld(t), newProofWorld(t, publishingtest.WithoutDescriptionLimits())
			for _, letter := range []string{"a", "本", "😀"} {
				for _, n := range []int{l.least - 1, l.least, l.most, l.most + 1} {
					if n < 0 {
						continue
					}
					body := fmt.Sprintf(l.around, quoted(strings.Repeat(letter, n)))
					good := n >= l.least && n <= l.most
					got := strict.send(t, l.method, l.path, body)
					require.Equal(t, !good, got.status == http.StatusBadRequest, "%d × %s: %s", n, letter, got.body)
					require.Less(t, got.status, http.StatusInternalServerError)
					require.NotEqual(t, http.StatusBadRequest, lax.send(t, l.method, l.path, body).status, "%d × %s", n, letter)
				}
			}
		})
	}
	for _, l := range descriptionAddresses {
		w := newProofWorld(t)
		for n, good := range map[int]bool{2048: true, 2049: false} {
			const start = "https://example.com/"
			got := w.send(t, l.method, l.path, fmt.Sprintf(l.around, quoted(start+strings.Repeat("本", n-len(start)))))
			require.Equal(t, good, got.status < 300, "%s %d: %s", l.op, n, got.body)
		}
	}
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
	_, err := w.client.Orgs.SAML.Create(t.Context(), "acme", orgs.SAMLCreate{Label: strings.Repeat("x", 31)})
	require.ErrorContains(t, err, "label: want 1 to 30 characters")
	require.Equal(t, 1, w.CallCount("Orgs.SAML.Create"))
}
