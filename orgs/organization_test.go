package orgs_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/orgs"
)

var organizationPage = orgs.ListOptions{Cursor: "c/2+d=", Limit: 50}

func updateOrganization(update orgs.Update) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) { return a.Orgs.Update(a.Ctx, a.ID[0], update, a.Opts...) }
}

func createOrganization(organization orgs.Create, options orgs.CreateOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) { return a.Orgs.Create(a.Ctx, organization, options, a.Opts...) }
}

var organizationRows = []contract.Row{
	{
		Op:   "Orgs.List",
		Call: func(a contract.Args) (any, error) { return a.Orgs.List(a.Ctx, organizationPage, a.Opts...) },
		List: func(a contract.Args) (all, pages any) {
			return a.Orgs.All(a.Ctx, organizationPage, a.Opts...), a.Orgs.ListPages(a.Ctx, organizationPage, a.Opts...)
		},
		Request:  "GET /v1/orgs?limit=50&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@api/organization.json", "@api/organization-experimental.json"]}`,
	},
	{
		Op:       "Orgs.List",
		Name:     "of a user without organizations",
		Call:     func(a contract.Args) (any, error) { return a.Orgs.List(a.Ctx, orgs.ListOptions{}, a.Opts...) },
		Request:  "GET /v1/orgs",
		Status:   200,
		Response: `{"next": null, "count": 0, "items": []}`,
	},

	{
		Op: "Orgs.Create",
		Call: createOrganization(orgs.Create{
			Title: "Acme", EmailDomains: []string{"acme.example.com"},
			OnboardingPreferences: &orgs.OnboardingPreferences{
				Source: api.Set(orgs.OnboardingSourceImport), Audience: api.Set(orgs.OnboardingAudienceMixed), Interests: []orgs.OnboardingInterest{orgs.OnboardingInterestAPIDocs},
			},
		}, orgs.CreateOptions{WithDefaultSite: new(true), OpenAPIURL: "https://acme.example.com/openapi.yaml"}),
		Request: "POST /v1/orgs?openapiUrl=https%3A%2F%2Facme.example.com%2Fopenapi.yaml&withDefaultSite=true",
		Body: `{"title": "Acme", "emailDomains": ["acme.example.com"],
			"onboardingPreferences": {"source": "import", "audience": "mixed", "interests": ["api-docs"]}}`,
		Status:   201,
		Response: "api/organization.json",
	},
	{
		Op:   "Orgs.Create",
		Name: "without a site, nothing preferred",
		Call: createOrganization(orgs.Create{
			Title: "Acme", EmailDomains: []string{}, OnboardingPreferences: &orgs.OnboardingPreferences{
				Source: api.Null[orgs.OnboardingSource](), Audience: api.Null[orgs.OnboardingAudience](), Interests: []orgs.OnboardingInterest{},
			},
		}, orgs.CreateOptions{WithDefaultSite: new(false)}),
		Request:  "POST /v1/orgs?withDefaultSite=false",
		Body:     `{"title": "Acme", "emailDomains": [], "onboardingPreferences": {"source": null, "audience": null, "interests": []}}`,
		Status:   201,
		Response: "api/organization-experimental.json",
	},

	{
		Op:       "Orgs.Get",
		Call:     func(a contract.Args) (any, error) { return a.Orgs.Get(a.Ctx, a.ID[0], a.Opts...) },
		Request:  "GET /v1/orgs/organization%2F1",
		Status:   200,
		Response: "api/organization.json",
	},
	{
		Op:       "Orgs.Get",
		Name:     "of guests",
		Call:     func(a contract.Args) (any, error) { return a.Orgs.Get(a.Ctx, a.ID[0], a.Opts...) },
		Request:  "GET /v1/orgs/organization%2F1",
		Status:   200,
		Response: "api/organization-experimental.json",
	},

	{
		Op: "Orgs.Update",
		Call: updateOrganization(orgs.Update{
			Title: new("Acme"), EmailDomains: []string{"acme.example.com", "acme.example.org"}, Hostname: new("acme"), DefaultRole: api.Set(api.RoleRead),
			DefaultContent: api.Set(api.DefaultContent{Type: api.DefaultContentTypeSite, Site: "site_1"}),
			Logo:           api.Set("https://cdn.example.com/org_1.png"), SSO: new(true), AI: new(true), InviteLinks: new(true),
			MergeRules: &api.MergeRules{Type: api.MergeRulesTypeRules, Rules: []api.MergeRule{
				{Rule: api.MergeRuleNameRequireSpecificReviewers, Users: []string{"user_1", "user_2"}},
				{Rule: api.MergeRuleNameCustom, Expression: new("true")},
			}},
		}),
		Request: "PATCH /v1/orgs/organization%2F1",
		Body: `{"title": "Acme", "emailDomains": ["acme.example.com", "acme.example.org"], "hostname": "acme", "defaultRole": "read",
			"defaultContent": {"type": "site", "site": "site_1"}, "logo": "https://cdn.example.com/org_1.png", "sso": true, "ai": true, "inviteLinks": true,
			"mergeRules": {"type": "rules", "rules": [{"rule": "require_specific_reviewers", "users": ["user_1", "user_2"]}, {"rule": "custom", "expression": "true"}]}}`,
		Status:   200,
		Response: "api/organization.json",
	},
	{
		Op:   "Orgs.Update",
		Name: "cleared and switched off",
		Call: updateOrganization(orgs.Update{
			EmailDomains: []string{}, DefaultRole: api.Null[api.Role](), DefaultContent: api.Null[api.DefaultContent](), Logo: api.Null[string](),
			SSO: new(false), AI: new(false), InviteLinks: new(false), MergeRules: &api.MergeRules{Type: api.MergeRulesTypeNone},
		}),
		Request: "PATCH /v1/orgs/organization%2F1",
		Body: `{"emailDomains": [], "defaultRole": null, "defaultContent": null, "logo": null, "sso": false, "ai": false, "inviteLinks": false,
			"mergeRules": {"type": "none"}}`,
		Status:   200,
		Response: "api/organization-experimental.json",
	},
	{
		Op:   "Orgs.Update",
		Name: "default content of an unknown type",
		Call: updateOrganization(orgs.Update{DefaultContent: api.Set(api.DefaultContent{
			Type: "galaxy", Extra: map[string]api.Raw{"galaxy": api.Raw(`"g_1"`)},
		})}),
		Request:  "PATCH /v1/orgs/organization%2F1",
		Body:     `{"defaultContent": {"type": "galaxy", "galaxy": "g_1"}}`,
		Status:   200,
		Response: "api/organization.json",
	},
	{
		Op:      "Orgs.Update",
		Name:    "hostname taken",
		Call:    updateOrganization(orgs.Update{Hostname: new("acme")}),
		Request: "PATCH /v1/orgs/organization%2F1",
		Body:    `{"hostname": "acme"}`,
		Status:  400,
		Err:     api.ErrBadRequest,
	},

	{
		Op:      "Orgs.Join",
		Call:    joinOrganization,
		Request: "POST /v1/orgs/organization%2F1/join",
		Status:  204,
	},
	{
		Op:      "Orgs.Join",
		Name:    "with another domain",
		Call:    joinOrganization,
		Request: "POST /v1/orgs/organization%2F1/join",
		Status:  400,
		Err:     api.ErrBadRequest,
	},
}

func joinOrganization(a contract.Args) (any, error) {
	return nil, a.Orgs.Join(a.Ctx, a.ID[0], a.Opts...)
}

func TestExpressionOfAMergeRuleIsLimited(t *testing.T) {
	t.Parallel()
	update := func(expression string) orgs.Update {
		rules := []api.MergeRule{{Rule: api.MergeRuleNameRequireAtLeastOneReview}, {Rule: api.MergeRuleNameCustom, Expression: &expression}}
		return orgs.Update{MergeRules: &api.MergeRules{Type: api.MergeRulesTypeRules, Rules: rules}}
	}
	require.NoError(t, orgs.Update{}.Validate())
	require.NoError(t, update(strings.Repeat("é", 1024)).Validate())
	require.Equal(t, &api.ValidationError{Field: "mergeRules.rules[1].expression", Rule: "at most 1024 characters", Value: "1025 characters"},
		update(strings.Repeat("a", 1025)).Validate())
}

func TestDefaultContentOfASiteHasASite(t *testing.T) {
	t.Parallel()
	content := api.DefaultContent{Type: api.DefaultContentTypeSite}
	area.Rejects(t, "Orgs.Update", updateOrganization(orgs.Update{DefaultContent: api.Set(content)}), "defaultContent.site", "required", "")
}
