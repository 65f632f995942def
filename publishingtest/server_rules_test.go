package publishingtest_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// proof reports whether a rule is in force. Its server has a published share-link site "site" with
// the space "space", the share link "link" and a title with capital letters, and the specification
// "spec".
type proof func(t *testing.T, w *world) bool

// responds proves a rule that decides a status.
func responds(method, path, body string, status int) proof {
	return func(t *testing.T, w *world) bool {
		return w.try(t, w.Token(), method, path, body).status == status
	}
}

// handlerProofs returns proofs of rules that are not limits.
func handlerProofs() map[string]proof {
	const org = "/v1/orgs/org"
	listed := func(query string, want ...string) proof {
		return func(t *testing.T, w *world) bool {
			got := w.send(t, http.MethodGet, org+"/sites?"+query, "").object(t)
			ids := mapped(got["items"].([]any), func(item any) string { return item.(map[string]any)["id"].(string) })
			return slices.Equal(ids, want)
		}
	}
	return map[string]proof{
		"auth.bearer-401": func(t *testing.T, w *world) bool {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, w.URL()+org+"/sites", http.NoBody)
			require.NoError(t, err)
			return do(t, req).status == http.StatusUnauthorized
		},
		"lists.page.cursor": responds("GET", org+"/sites?page=2", "", http.StatusBadRequest),
		"lists.next.last-page": func(t *testing.T, w *world) bool {
			return !strings.Contains(w.send(t, "GET", org+"/sites", "").body, `"next"`)
		},

		"path.absent-404": responds("GET", "/v1/orgs/nowhere/teams", "", http.StatusNotFound),

		"sites.list.title": listed("title=sHOWn", "site"),
		"sites.list.type":  listed("type=premium&type=sponsored", "other"),

		"sites.create.spaces-exist":                responds("POST", org+"/sites", `{"spaces":["space","nowhere"]}`, http.StatusBadRequest),
		"sites.update.default-site-space-exists":   responds("PATCH", org+"/sites/site", `{"defaultSiteSpace":"nowhere"}`, http.StatusBadRequest),
		"sites.update.default-site-section-exists": responds("PATCH", org+"/sites/site", `{"defaultSiteSection":"nowhere"}`, http.StatusBadRequest),

		"sites.sharelinks.create.active": func(t *testing.T, w *world) bool {
			return w.send(t, "POST", org+"/sites/site/share-links", `{"name":"x"}`).object(t)["active"] == true
		},

		"orgs.openapi.create.slug-taken": responds("POST", org+"/openapi", `{"slug":"spec","source":{"text":"x"}}`, http.StatusBadRequest),
		"orgs.openapi.pending": func(t *testing.T, w *world) bool {
			w.Orgs.OpenAPI.Complete(w.org, "spec")
			return w.send(t, "PUT", org+"/openapi/spec", `{"source":{"text":"x"}}`).object(t)["processingState"] == "pending"
		},
	}
}

func newProofWorld(t *testing.T, opts ...publishingtest.Option) *world {
	t.Helper()
	server := newServer(t, opts...)
	w := &world{
		Server: server, client: server.Client(publishing.WithAttemptTimeout(-1), publishing.WithStrictDecoding()),
		org: server.Orgs.Add(orgs.Organization{ID: "org"}).ID, lax: len(opts) > 0,
	}
	w.Spaces.Add(w.org, spaces.Space{ID: "space"})
	w.Sites.Add(w.org, sites.Site{ID: "site", Title: "Shown to Some", Published: true, Visibility: sites.VisibilityShareLink}, "space")
	w.Sites.Add(w.org, sites.Site{ID: "other", Type: sites.TypePremium})
	w.Sites.ShareLinks.Add(w.org, "site", sites.ShareLink{ID: "link"})
	w.Orgs.OpenAPI.Add(w.org, orgs.OpenAPISpec{ID: "spec", Slug: "spec"})
	w.seedAcme()
	w.seedLibrary()
	w.seedBot()
	return w
}

// proofTables are the proofs in the test files of the resources.
var proofTables = []func() map[string]proof{
	organizationProofs, importProofs, auditEventProofs, questionProofs, organizationSearchProofs, userProofs,
	inviteProofs, linkInviteProofs, fontProofs, storageProofs, memberProofs, memberSpaceProofs, teamProofs, teamMemberProofs, samlProofs, translationProofs, conversationProofs, openAPIVersionProofs, glossaryProofs, agentInstructionsProofs,
	publishedProofs, structureProofs, siteSearchProofs, siteAskProofs, redirectProofs, redirectPutProofs, externalLinkProofs, sectionProofs, sectionGroupProofs, siteSpaceProofs,
	adsProofs, insightsProofs,
	descriptionProofs, callerProofs, spaceProofs, gitProofs, embedProofs, spaceCreateProofs, moveProofs, collectionProofs, contentProofs, contentUpdateProofs, documentProofs, revisionProofs, linkProofs, permissionProofs, teamPermissionProofs, sitePermissionProofs, requestProofs, mergeProofs, commentProofs,
	customizationProofs,
	integrationProofs, integrationPublishProofs,
	publishingAuthProofs, previewProofs, mcpServerProofs, hostnameProofs,
	urlProofs, publishedURLProofs,
	installationProofs, contentInstallationProofs, installationTokenProofs, organizationInstallationProofs,
	integrationEventProofs,
	replyProofs, contributorProofs, requestedReviewerProofs, reviewProofs,
}

// proofsByHand returns the proofs of the rules that [TestInvalidRequestsAreRejected] does not
// prove.
func proofsByHand(t *testing.T) map[string]proof {
	t.Helper()
	all := handlerProofs()
	for _, table := range proofTables {
		for id, holds := range table() {
			require.Nil(t, all[id], "two proofs of %s", id)
			all[id] = holds
		}
	}
	return all
}

// TestEachRuleHoldsUntilItIsSwitchedOff shows for each rule with a proof by hand that the server
// enforces it, and that switching the rule off ends that.
func TestEachRuleHoldsUntilItIsSwitchedOff(t *testing.T) {
	t.Parallel()
	proofs, rules, described := proofsByHand(t), map[string]bool{}, map[string]bool{}
	for _, rule := range publishingtest.Rules() {
		rules[rule.ID], described[rule.ID] = true, rule.FromDescription
	}
	for id := range proofs {
		require.True(t, rules[id], "%s is a proof of no rule", id)
	}
	t.Logf("%d rules", len(proofs))
	// Package testing keeps the servers of parallel tests until the test around them ends.
	for group := range slices.Chunk(sample.OneByOne(slices.Sorted(maps.Keys(proofs))), 100) {
		t.Run("from "+group[0], func(t *testing.T) {
			for _, id := range group {
				t.Run(id, func(t *testing.T) {
					t.Parallel()
					holds := func(opts ...publishingtest.Option) bool {
						w := newProofWorld(t, opts...)
						defer w.Close()
						w.direct = true
						return proofs[id](t, w)
					}
					require.True(t, holds(), "the rule does not hold")
					require.False(t, holds(publishingtest.WithoutRule(id)), "the rule holds although it is off")
					if described[id] {
						require.False(t, holds(publishingtest.WithoutDescriptionLimits()), "without the limits of the description")
					}
				})
			}
		})
	}
}

func TestRuleIDsAreUnique(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, r := range publishingtest.Rules() {
		require.False(t, seen[r.ID], r.ID)
		require.NotEmpty(t, r.Text)
		seen[r.ID] = true
	}
	require.Greater(t, len(seen), 50)
}
