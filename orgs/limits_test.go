package orgs_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/spaces"
)

var lengths = []contract.Length{
	{Op: "Orgs.OpenAPI.Create", Field: "slug", Min: 1, Max: 100, Pattern: &slugPattern, Required: true, Call: func(a contract.Args, text string) (any, error) {
		return a.Orgs.OpenAPI.Create(a.Ctx, a.ID[0], orgs.OpenAPICreate{Slug: text, Source: openAPISource}, a.Opts...)
	}},
	{Op: "Orgs.OpenAPI.Create", Field: "source.url", Max: 2048, Prefix: "https://", Call: func(a contract.Args, text string) (any, error) {
		return a.Orgs.OpenAPI.Create(a.Ctx, a.ID[0], orgs.OpenAPICreate{Slug: "pets", Source: orgs.OpenAPISource{URL: text}}, a.Opts...)
	}},
	{Op: "Orgs.OpenAPI.Put", Field: "specSlug", Min: 1, Max: 100, Pattern: &slugPattern, Call: func(a contract.Args, text string) (any, error) {
		return contract.Put(a.Orgs.OpenAPI.Put(a.Ctx, a.ID[0], text, orgs.OpenAPIPut{Source: openAPISource}, a.Opts...))
	}},
	{Op: "Orgs.OpenAPI.Put", Field: "source.url", Max: 2048, Prefix: "https://", Call: func(a contract.Args, text string) (any, error) {
		return contract.Put(a.Orgs.OpenAPI.Put(a.Ctx, a.ID[0], a.ID[1], orgs.OpenAPIPut{Source: orgs.OpenAPISource{URL: text}}, a.Opts...))
	}},
	{Op: "Orgs.Fonts.Create", Field: "fontFamily", Min: 1, Max: 50, Required: true, Call: func(a contract.Args, text string) (any, error) {
		return a.Orgs.Fonts.Create(a.Ctx, a.ID[0], orgs.FontCreate{FontFamily: text, FontFaces: []orgs.FontFaceCreate{}}, a.Opts...)
	}},
	{Op: "Orgs.Fonts.Update", Field: "fontFamily", Min: 1, Max: 50, Call: func(a contract.Args, text string) (any, error) {
		return a.Orgs.Fonts.Update(a.Ctx, a.ID[0], a.ID[1], orgs.FontUpdate{FontFamily: &text}, a.Opts...)
	}},
	{Op: "Orgs.Teams.Create", Field: "title", Min: 1, Max: 64, Required: true, Call: func(a contract.Args, text string) (any, error) {
		return a.Orgs.Teams.Create(a.Ctx, a.ID[0], orgs.TeamCreate{Title: text}, a.Opts...)
	}},
	{Op: "Orgs.Teams.Update", Field: "title", Min: 1, Max: 64, Required: true, Call: func(a contract.Args, text string) (any, error) {
		return a.Orgs.Teams.Update(a.Ctx, a.ID[0], a.ID[1], orgs.TeamUpdate{Title: text}, a.Opts...)
	}},
	{Op: "Subdomains.Get", Field: "subdomain", Min: 3, Max: 32, Pattern: &subdomainPattern, Call: func(a contract.Args, text string) (any, error) {
		return a.Subdomains.Get(a.Ctx, text, a.Opts...)
	}},
	{Op: "Orgs.Update", Field: "title", Min: 2, Max: 255, Call: func(a contract.Args, text string) (any, error) {
		return a.Orgs.Update(a.Ctx, a.ID[0], orgs.OrganizationUpdate{Title: &text}, a.Opts...)
	}},
	{Op: "Orgs.Update", Field: "hostname", Min: 3, Max: 32, Call: func(a contract.Args, text string) (any, error) {
		return a.Orgs.Update(a.Ctx, a.ID[0], orgs.OrganizationUpdate{Hostname: &text}, a.Opts...)
	}},
	{Op: "Orgs.Update", Field: "logo", Max: 2048, Prefix: "https://", Call: func(a contract.Args, text string) (any, error) {
		return a.Orgs.Update(a.Ctx, a.ID[0], orgs.OrganizationUpdate{Logo: api.Set(text)}, a.Opts...)
	}},
	{Op: "Orgs.Search.List", Field: "query", Max: 512, Required: true, Call: func(a contract.Args, text string) (any, error) {
		return a.Orgs.Search.List(a.Ctx, a.ID[0], orgs.SearchOptions{Query: text}, a.Opts...)
	}},
	{Op: "Users.Update", Field: "displayName", Min: 1, Max: 64, Call: func(a contract.Args, text string) (any, error) {
		return a.Users.Update(a.Ctx, a.ID[0], orgs.UserUpdate{DisplayName: &text}, a.Opts...)
	}},
	{Op: "Users.Update", Field: "photoURL", Max: 2048, Prefix: "https://", Call: func(a contract.Args, text string) (any, error) {
		return a.Users.Update(a.Ctx, a.ID[0], orgs.UserUpdate{PhotoURL: &text}, a.Opts...)
	}},
}

func updateOrganizationWith(update orgs.OrganizationUpdate) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) { return a.Orgs.Update(a.Ctx, a.ID[0], update, a.Opts...) }
}

var needs = []contract.Need{
	{Op: "Orgs.Update", Field: "defaultContent.type", Check: contract.Required, Call: updateOrganizationWith(orgs.OrganizationUpdate{
		DefaultContent: api.Set(spaces.DefaultContent{Site: "site_1"}),
	})},
	{Op: "Orgs.Update", Field: "defaultContent.site", Check: contract.Required, Call: updateOrganizationWith(orgs.OrganizationUpdate{
		DefaultContent: api.Set(spaces.DefaultContent{Type: spaces.DefaultContentTypeSite}),
	})},
	{Op: "Orgs.Update", Field: "mergeRules.type", Check: contract.Required, Call: updateOrganizationWith(orgs.OrganizationUpdate{MergeRules: &spaces.MergeRules{}})},
	{Op: "Orgs.Update", Field: "mergeRules.rules[0].rule", Check: contract.Required, Call: updateOrganizationWith(orgs.OrganizationUpdate{
		MergeRules: &spaces.MergeRules{Type: spaces.MergeRulesTypeRules, Rules: []spaces.MergeRule{{}}},
	})},
	{Op: "Orgs.Search.List", Field: "query", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Orgs.Search.List(a.Ctx, a.ID[0], orgs.SearchOptions{}, a.Opts...)
	}},
	{Op: "Users.Update", Field: "displayName", Check: "any=displayName|photoURL", Call: func(a contract.Args) (any, error) {
		return a.Users.Update(a.Ctx, a.ID[0], orgs.UserUpdate{}, a.Opts...)
	}},
	{Op: "Orgs.Invites.Create", Field: "emails", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Orgs.Invites.Create(a.Ctx, a.ID[0], orgs.InviteCreate{}, a.Opts...)
	}},
	{Op: "Orgs.LinkInvites.Create", Field: "role", Check: "exactly=role|space|collection", Call: func(a contract.Args) (any, error) {
		return a.Orgs.LinkInvites.Create(a.Ctx, a.ID[0], orgs.LinkInviteCreate{}, a.Opts...)
	}},
	{Op: "Orgs.LinkInvites.Create", Field: "role", Check: "exactly=role|space|collection", Call: func(a contract.Args) (any, error) {
		return a.Orgs.LinkInvites.Create(a.Ctx, a.ID[0], orgs.LinkInviteCreate{Role: api.RoleRead, Space: new("space_1")}, a.Opts...)
	}},
	{Op: "Orgs.LinkInvites.Create", Field: "role", Check: "exactly=role|space|collection", Call: func(a contract.Args) (any, error) {
		invite := orgs.LinkInviteCreate{Level: api.Set(api.RoleRead), Space: new("space_1"), Collection: new("collection_1")}
		return a.Orgs.LinkInvites.Create(a.Ctx, a.ID[0], invite, a.Opts...)
	}},
	{Op: "Orgs.LinkInvites.Create", Field: "level", Check: "exactly=role|level", Call: func(a contract.Args) (any, error) {
		return a.Orgs.LinkInvites.Create(a.Ctx, a.ID[0], orgs.LinkInviteCreate{Space: new("space_1")}, a.Opts...)
	}},
	{Op: "Orgs.LinkInvites.Create", Field: "level", Check: "exactly=role|level", Call: func(a contract.Args) (any, error) {
		return a.Orgs.LinkInvites.Create(a.Ctx, a.ID[0], orgs.LinkInviteCreate{Role: api.RoleRead, Level: api.Null[api.Role]()}, a.Opts...)
	}},
	{Op: "Orgs.LinkInvites.Update", Field: "role", Check: "exactly=role|level", Call: func(a contract.Args) (any, error) {
		return a.Orgs.LinkInvites.Update(a.Ctx, a.ID[0], a.ID[1], orgs.LinkInviteUpdate{}, a.Opts...)
	}},
	{Op: "Orgs.LinkInvites.Update", Field: "role", Check: "exactly=role|level", Call: func(a contract.Args) (any, error) {
		return a.Orgs.LinkInvites.Update(a.Ctx, a.ID[0], a.ID[1], orgs.LinkInviteUpdate{Role: api.RoleRead, Level: api.Null[api.Role]()}, a.Opts...)
	}},
	{Op: "Orgs.Fonts.Create", Field: "fontFamily", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Orgs.Fonts.Create(a.Ctx, a.ID[0], orgs.FontCreate{}, a.Opts...)
	}},
	{Op: "Orgs.Fonts.Create", Field: "fontFaces", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Orgs.Fonts.Create(a.Ctx, a.ID[0], orgs.FontCreate{FontFamily: "Acme"}, a.Opts...)
	}},
	{Op: "Orgs.Fonts.Create", Field: "fontFaces[1].weight", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		faces := []orgs.FontFaceCreate{{Weight: 400, StorageKey: "400"}, {StorageKey: "700"}}
		return a.Orgs.Fonts.Create(a.Ctx, a.ID[0], orgs.FontCreate{FontFamily: "Acme", FontFaces: faces}, a.Opts...)
	}},
	{Op: "Orgs.Fonts.Create", Field: "fontFaces[0].storageKey", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Orgs.Fonts.Create(a.Ctx, a.ID[0], orgs.FontCreate{FontFamily: "Acme", FontFaces: []orgs.FontFaceCreate{{Weight: 400}}}, a.Opts...)
	}},
	{Op: "Orgs.Fonts.Update", Field: "fontFaces[0].weight", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		faces := []orgs.FontFaceUpdate{{StorageKey: api.Null[string]()}}
		return a.Orgs.Fonts.Update(a.Ctx, a.ID[0], a.ID[1], orgs.FontUpdate{FontFaces: faces}, a.Opts...)
	}},
	{Op: "Orgs.Fonts.Update", Field: "fontFaces[0].storageKey", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Orgs.Fonts.Update(a.Ctx, a.ID[0], a.ID[1], orgs.FontUpdate{FontFaces: []orgs.FontFaceUpdate{{Weight: 400}}}, a.Opts...)
	}},
	{Op: "Orgs.TeamMembers.Update", Field: "memberships[user_1].role", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		update := orgs.TeamMemberUpdate{Memberships: map[string]orgs.TeamMember{"user_1": {}}}
		return nil, a.Orgs.TeamMembers.Update(a.Ctx, a.ID[0], a.ID[1], update, a.Opts...)
	}},
	{Op: "Orgs.Teams.Create", Field: "title", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Orgs.Teams.Create(a.Ctx, a.ID[0], orgs.TeamCreate{Members: []string{"user_1"}}, a.Opts...)
	}},
	{Op: "Orgs.Teams.Update", Field: "title", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Orgs.Teams.Update(a.Ctx, a.ID[0], a.ID[1], orgs.TeamUpdate{}, a.Opts...)
	}},
	{Op: "Orgs.SAML.Create", Field: "label", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Orgs.SAML.Create(a.Ctx, a.ID[0], orgs.SAMLCreate{}, a.Opts...)
	}},
	{Op: "Orgs.Translations.Create", Field: "source.space", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Orgs.Translations.Create(a.Ctx, a.ID[0], orgs.TranslationCreate{Language: api.LanguageGerman}, a.Opts...)
	}},
	{Op: "Orgs.Translations.Create", Field: "source.language", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		translation := orgs.TranslationCreate{Source: orgs.TranslationSource{Space: "space_1"}, Language: api.LanguageGerman}
		return a.Orgs.Translations.Create(a.Ctx, a.ID[0], translation, a.Opts...)
	}},
	{Op: "Orgs.Translations.Create", Field: "language", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Orgs.Translations.Create(a.Ctx, a.ID[0], orgs.TranslationCreate{Source: translationSource}, a.Opts...)
	}},
	{Op: "Orgs.Translations.Put", Field: "instructions", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Orgs.Translations.Put(a.Ctx, a.ID[0], a.ID[1], orgs.TranslationPut{}, a.Opts...)
	}},
	{Op: "Orgs.Glossary.Update", Field: "operations", Check: contract.Required, Call: updateGlossary()},
	{Op: "Orgs.Conversations.Ingest", Field: "conversations", Check: contract.Required, Call: ingest()},
	{Op: "Orgs.Conversations.Ingest", Field: "conversations[1].id", Check: contract.Required, Call: ingest(conversation, orgs.ConversationInput{Parts: conversation.Parts})},
	{Op: "Orgs.Conversations.Ingest", Field: "conversations[0].id", Check: "len=1..255", Rule: "1 to 255 characters", Call: ingest(orgs.ConversationInput{ID: strings.Repeat("日", 256)})},
	{Op: "Orgs.Conversations.Ingest", Field: "conversations[0].subject", Check: "len=..512", Rule: "at most 512 characters", Call: ingest(orgs.ConversationInput{ID: "x", Subject: strings.Repeat("日", 513)})},
	{Op: "Orgs.Conversations.Ingest", Field: "conversations[0].parts", Check: contract.Required, Call: ingest(orgs.ConversationInput{ID: "x"})},
	{Op: "Orgs.Conversations.Ingest", Field: "conversations[0].parts[0].type", Check: contract.Required, Call: ingest(orgs.ConversationInput{ID: "x", Parts: []orgs.ConversationPart{{Role: "user"}}})},
	{Op: "Orgs.Conversations.Ingest", Field: "conversations[0].parts[0].role", Check: contract.Required, Call: ingest(orgs.ConversationInput{ID: "x", Parts: []orgs.ConversationPart{{Type: "message"}}})},
	{Op: "Orgs.AgentInstructions.Put", Field: "instructions", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Orgs.AgentInstructions.Put(a.Ctx, a.ID[0], orgs.AgentInstructionsPut{}, a.Opts...)
	}},
	{Op: "Orgs.OpenAPI.Create", Field: "slug", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Orgs.OpenAPI.Create(a.Ctx, a.ID[0], orgs.OpenAPICreate{Source: openAPISource}, a.Opts...)
	}},
	{Op: "Orgs.OpenAPI.Create", Field: "source", Check: contract.One, Rule: "exactly one of url, text", Call: func(a contract.Args) (any, error) {
		return a.Orgs.OpenAPI.Create(a.Ctx, a.ID[0], orgs.OpenAPICreate{Slug: "pets"}, a.Opts...)
	}},
	{Op: "Orgs.OpenAPI.Put", Field: "source", Check: contract.One, Rule: "exactly one of url, text", Call: func(a contract.Args) (any, error) {
		source := orgs.OpenAPISource{URL: "https://pets.example.com", Text: "openapi: 3.1.0"}
		return contract.Put(a.Orgs.OpenAPI.Put(a.Ctx, a.ID[0], a.ID[1], orgs.OpenAPIPut{Source: source}, a.Opts...))
	}},
	{Op: "Orgs.OpenAPI.Update", Field: "visibility", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Orgs.OpenAPI.Update(a.Ctx, a.ID[0], a.ID[1], orgs.OpenAPIUpdate{}, a.Opts...)
	}},
	{Op: "Orgs.Ask.Answer", Field: "query", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Orgs.Ask.Answer(a.Ctx, a.ID[0], orgs.AskQuestion{}, orgs.AskOptions{}, a.Opts...)
	}},
	{Op: "Orgs.Ask.Stream", Field: "query", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Orgs.Ask.Stream(a.Ctx, a.ID[0], orgs.AskStreamOptions{}, a.Opts...), nil
	}},
	{Op: "Orgs.Storage.Upload", Field: "file.name", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Orgs.Storage.Upload(a.Ctx, a.ID[0], orgs.StorageUpload{File: orgs.StorageFile{Type: "font/woff2"}, Kind: orgs.StorageKindCustomizationFont}, a.Opts...)
	}},
	{Op: "Orgs.Storage.Upload", Field: "file.type", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Orgs.Storage.Upload(a.Ctx, a.ID[0], orgs.StorageUpload{File: orgs.StorageFile{Name: "x.woff2"}, Kind: orgs.StorageKindCustomizationFont}, a.Opts...)
	}},
	{Op: "Orgs.Storage.Upload", Field: "kind", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Orgs.Storage.Upload(a.Ctx, a.ID[0], orgs.StorageUpload{File: orgs.StorageFile{Name: "x.woff2", Type: "font/woff2"}}, a.Opts...)
	}},
}

var slugPattern = contract.Pattern{
	Name: "slug",
	Text: `^[a-z0-9]+(?:-[a-z0-9]+)*$`,
	Good: []string{"a", "0", "pet-store", "v2-1-0"},
	Bad:  []string{"A", "petStore", "-a", "a-", "a--b", "a b", "a_b", "a.b", "é", "a\n"},
}

var subdomainPattern = contract.Pattern{
	Name: "subdomain",
	Text: `^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$`,
	Good: []string{"acme", "a-1", "0-0", "a--b"},
	Bad:  []string{"Acme", "-acme", "acme-", "acme.docs", "acme_docs", "acmé", "acme\n"},
}

func TestAskTakesAtMostTenPreviousQueries(t *testing.T) {
	t.Parallel()
	const name = "Orgs.Ask.Answer"
	ask := func(n int) func(contract.Args) (any, error) {
		return func(a contract.Args) (any, error) {
			question := orgs.AskQuestion{
				Query:           "Who?",
				PreviousQueries: slices.Repeat([]string{"日"}, n),
			}
			return a.Orgs.Ask.Answer(a.Ctx, a.ID[0], question, orgs.AskOptions{}, a.Opts...)
		}
	}
	const queries = "previousQueries[]"
	require.Len(t, area.Accepts(t, name, ask(10)).Values(queries), 10)
	area.Rejects(t, name, ask(11), "previousQueries", "at most 10 items", "11 items")
	require.Len(t, area.Accepts(t, name, ask(11), publishing.WithoutValidation()).Values(queries), 11)
}
