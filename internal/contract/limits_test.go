package contract

import (
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
)

// textLimit is a limit of document 1 on the length of a text, in characters.
type textLimit struct {
	op, field   string
	least, most int
	pattern     string // name in patterns of what the text has to match too, "" for none
	begins      string // what a text begins with to match or to make sense
	required    bool
	call        func(a Args, text string) (any, error)
}

var textLimits = []textLimit{
	{op: "Sites.Create", field: "title", least: 2, most: 128, call: func(a Args, text string) (any, error) {
		return a.Sites.Create(a.Ctx, a.ID[0], sites.SiteCreate{Title: &text}, a.Opts...)
	}},
	{op: "Sites.Update", field: "title", least: 2, most: 128, call: func(a Args, text string) (any, error) {
		return a.Sites.Update(a.Ctx, a.ID[0], a.ID[1], sites.SiteUpdate{Title: &text}, a.Opts...)
	}},
	{op: "Sites.Update", field: "basename", least: 1, most: 100, call: func(a Args, text string) (any, error) {
		return a.Sites.Update(a.Ctx, a.ID[0], a.ID[1], sites.SiteUpdate{Basename: &text}, a.Opts...)
	}},
	{op: "Sites.Update", field: "proxy", most: 512, pattern: "proxy", begins: "example.com/", call: func(a Args, text string) (any, error) {
		return a.Sites.Update(a.Ctx, a.ID[0], a.ID[1], sites.SiteUpdate{Proxy: api.Set(text)}, a.Opts...)
	}},
	{op: "Sites.Sections.Create", field: "title", least: 2, most: 128, call: func(a Args, text string) (any, error) {
		return a.Sites.Sections.Create(a.Ctx, a.ID[0], a.ID[1], sites.SectionCreate{SpaceID: "space_1", Title: api.Set(text)}, a.Opts...)
	}},
	{op: "Sites.Sections.Create", field: "icon", most: 50, call: func(a Args, text string) (any, error) {
		return a.Sites.Sections.Create(a.Ctx, a.ID[0], a.ID[1], sites.SectionCreate{SpaceID: "space_1", Icon: api.Set(text)}, a.Opts...)
	}},
	{op: "Sites.Sections.Update", field: "title", least: 2, most: 128, call: func(a Args, text string) (any, error) {
		return a.Sites.Sections.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.SectionUpdate{Title: &text}, a.Opts...)
	}},
	{op: "Sites.Sections.Update", field: "path", least: 1, most: 100, call: func(a Args, text string) (any, error) {
		return a.Sites.Sections.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.SectionUpdate{Path: &text}, a.Opts...)
	}},
	{op: "Sites.Sections.Update", field: "condition", most: 1024, call: func(a Args, text string) (any, error) {
		return a.Sites.Sections.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.SectionUpdate{Condition: api.Set(text)}, a.Opts...)
	}},
	{op: "Sites.Sections.Update", field: "icon", most: 50, call: func(a Args, text string) (any, error) {
		return a.Sites.Sections.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.SectionUpdate{Icon: api.Set(text)}, a.Opts...)
	}},
	{op: "Sites.Sections.Update", field: "description", most: 256, call: func(a Args, text string) (any, error) {
		return a.Sites.Sections.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.SectionUpdate{Description: api.Set(text)}, a.Opts...)
	}},
	{op: "Sites.SectionGroups.Create", field: "title", least: 1, most: 100, required: true, call: func(a Args, text string) (any, error) {
		return a.Sites.SectionGroups.Create(a.Ctx, a.ID[0], a.ID[1], sites.SectionGroupCreate{Title: text}, a.Opts...)
	}},
	{op: "Sites.SectionGroups.Create", field: "icon", most: 50, call: func(a Args, text string) (any, error) {
		return a.Sites.SectionGroups.Create(a.Ctx, a.ID[0], a.ID[1], sites.SectionGroupCreate{Title: "Guides", Icon: api.Set(text)}, a.Opts...)
	}},
	{op: "Sites.SectionGroups.Update", field: "title", least: 1, most: 100, call: func(a Args, text string) (any, error) {
		return a.Sites.SectionGroups.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.SectionGroupUpdate{Title: &text}, a.Opts...)
	}},
	{op: "Sites.SectionGroups.Update", field: "icon", most: 50, call: func(a Args, text string) (any, error) {
		return a.Sites.SectionGroups.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.SectionGroupUpdate{Icon: api.Set(text)}, a.Opts...)
	}},
	{op: "Sites.ShareLinks.Create", field: "name", most: 50, call: func(a Args, text string) (any, error) {
		return a.Sites.ShareLinks.Create(a.Ctx, a.ID[0], a.ID[1], sites.ShareLinkCreate{Name: text}, a.Opts...)
	}},
	{op: "Sites.ShareLinks.Update", field: "name", most: 50, call: func(a Args, text string) (any, error) {
		return a.Sites.ShareLinks.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.ShareLinkUpdate{Name: &text}, a.Opts...)
	}},
	{op: "Sites.Search.List", field: "query", most: 512, required: true, call: func(a Args, text string) (any, error) {
		return a.Sites.Search.List(a.Ctx, a.ID[0], a.ID[1], sites.SearchQuery{Query: text, Scope: everywhere}, sites.SearchOptions{}, a.Opts...)
	}},
	{op: "Orgs.OpenAPI.Create", field: "slug", least: 1, most: 100, pattern: "slug", required: true, call: func(a Args, text string) (any, error) {
		return a.Orgs.OpenAPI.Create(a.Ctx, a.ID[0], orgs.OpenAPICreate{Slug: text, Source: openAPISource}, a.Opts...)
	}},
	{op: "Orgs.OpenAPI.Create", field: "source.url", most: 2048, begins: "https://", call: func(a Args, text string) (any, error) {
		return a.Orgs.OpenAPI.Create(a.Ctx, a.ID[0], orgs.OpenAPICreate{Slug: "pets", Source: orgs.OpenAPISource{URL: text}}, a.Opts...)
	}},
	{op: "Orgs.OpenAPI.Put", field: "specSlug", least: 1, most: 100, pattern: "slug", call: func(a Args, text string) (any, error) {
		return Put(a.Orgs.OpenAPI.Put(a.Ctx, a.ID[0], text, orgs.OpenAPIPut{Source: openAPISource}, a.Opts...))
	}},
	{op: "Orgs.OpenAPI.Put", field: "source.url", most: 2048, begins: "https://", call: func(a Args, text string) (any, error) {
		return Put(a.Orgs.OpenAPI.Put(a.Ctx, a.ID[0], a.ID[1], orgs.OpenAPIPut{Source: orgs.OpenAPISource{URL: text}}, a.Opts...))
	}},
	{op: "Orgs.Fonts.Create", field: "fontFamily", least: 1, most: 50, required: true, call: func(a Args, text string) (any, error) {
		return a.Orgs.Fonts.Create(a.Ctx, a.ID[0], orgs.FontCreate{FontFamily: text, FontFaces: []orgs.FontFaceCreate{}}, a.Opts...)
	}},
	{op: "Orgs.Fonts.Update", field: "fontFamily", least: 1, most: 50, call: func(a Args, text string) (any, error) {
		return a.Orgs.Fonts.Update(a.Ctx, a.ID[0], a.ID[1], orgs.FontUpdate{FontFamily: &text}, a.Opts...)
	}},
	{op: "Subdomains.Get", field: "subdomain", least: 3, most: 32, pattern: "subdomain", call: func(a Args, text string) (any, error) {
		return a.Subdomains.Get(a.Ctx, text, a.Opts...)
	}},
}

// patterns are the documents' patterns with texts that match and texts that do not.
var patterns = map[string]struct {
	text      string
	good, bad []string
}{
	"slug": {
		text: `^[a-z0-9]+(?:-[a-z0-9]+)*$`,
		good: []string{"a", "0", "pet-store", "v2-1-0"},
		bad:  []string{"A", "petStore", "-a", "a-", "a--b", "a b", "a_b", "a.b", "é", "a\n"},
	},
	"subdomain": {
		text: `^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$`,
		good: []string{"acme", "a-1", "0-0", "a--b"},
		bad:  []string{"Acme", "-acme", "acme-", "acme.docs", "acme_docs", "acmé", "acme\n"},
	},
	"proxy": {
		text: `^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$`,
		good: []string{"example.com/docs", "a_b.c-d.example.Museum/x/y_z-1"},
		bad:  []string{"example.com", "example.com/", "example.com/docs/", "https://example.com/docs", "localhost/docs", "example.c/docs", "exämple.com/docs", "example.com/a b"},
	},
}

// listLimit is a list of document 1, whose pages have at most 1000 items.
type listLimit struct {
	op   string
	call func(a Args, limit int) (any, error)
	walk func(a Args, limit int) (all, pages any)
}

var listLimits = []listLimit{
	{
		op: "Sites.Search.List",
		call: func(a Args, limit int) (any, error) {
			return a.Sites.Search.List(a.Ctx, a.ID[0], a.ID[1], sites.SearchQuery{Query: "x", Scope: everywhere}, sites.SearchOptions{Limit: limit}, a.Opts...)
		},
		walk: func(a Args, limit int) (all, pages any) {
			return a.Sites.Search.All(a.Ctx, a.ID[0], a.ID[1], sites.SearchQuery{Query: "x", Scope: everywhere}, sites.SearchOptions{Limit: limit}, a.Opts...),
				a.Sites.Search.Pages(a.Ctx, a.ID[0], a.ID[1], sites.SearchQuery{Query: "x", Scope: everywhere}, sites.SearchOptions{Limit: limit}, a.Opts...)
		},
	},
	{
		op: "Orgs.LinkInvites.List",
		call: func(a Args, limit int) (any, error) {
			return a.Orgs.LinkInvites.List(a.Ctx, a.ID[0], orgs.LinkInviteListOptions{Limit: limit}, a.Opts...)
		},
		walk: func(a Args, limit int) (all, pages any) {
			options := orgs.LinkInviteListOptions{Limit: limit}
			return a.Orgs.LinkInvites.All(a.Ctx, a.ID[0], options, a.Opts...), a.Orgs.LinkInvites.Pages(a.Ctx, a.ID[0], options, a.Opts...)
		},
	},
	{
		op: "Orgs.OpenAPI.List",
		call: func(a Args, limit int) (any, error) {
			return a.Orgs.OpenAPI.List(a.Ctx, a.ID[0], orgs.OpenAPIListOptions{Limit: limit}, a.Opts...)
		},
		walk: func(a Args, limit int) (all, pages any) {
			options := orgs.OpenAPIListOptions{Limit: limit}
			return a.Orgs.OpenAPI.All(a.Ctx, a.ID[0], options, a.Opts...), a.Orgs.OpenAPI.Pages(a.Ctx, a.ID[0], options, a.Opts...)
		},
	},
	{
		op: "Orgs.TeamMembers.List",
		call: func(a Args, limit int) (any, error) {
			return a.Orgs.TeamMembers.List(a.Ctx, a.ID[0], a.ID[1], orgs.TeamMemberListOptions{Limit: limit}, a.Opts...)
		},
		walk: func(a Args, limit int) (all, pages any) {
			options := orgs.TeamMemberListOptions{Limit: limit}
			return a.Orgs.TeamMembers.All(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...), a.Orgs.TeamMembers.Pages(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
		},
	},
	{
		op: "Orgs.SAML.List",
		call: func(a Args, limit int) (any, error) {
			return a.Orgs.SAML.List(a.Ctx, a.ID[0], orgs.SAMLListOptions{Limit: limit}, a.Opts...)
		},
		walk: func(a Args, limit int) (all, pages any) {
			options := orgs.SAMLListOptions{Limit: limit}
			return a.Orgs.SAML.All(a.Ctx, a.ID[0], options, a.Opts...), a.Orgs.SAML.Pages(a.Ctx, a.ID[0], options, a.Opts...)
		},
	},
	{
		op: "Orgs.Translations.List",
		call: func(a Args, limit int) (any, error) {
			return a.Orgs.Translations.List(a.Ctx, a.ID[0], orgs.TranslationListOptions{Limit: limit}, a.Opts...)
		},
		walk: func(a Args, limit int) (all, pages any) {
			options := orgs.TranslationListOptions{Limit: limit}
			return a.Orgs.Translations.All(a.Ctx, a.ID[0], options, a.Opts...), a.Orgs.Translations.Pages(a.Ctx, a.ID[0], options, a.Opts...)
		},
	},
	{
		op: "Sites.List",
		call: func(a Args, limit int) (any, error) {
			return a.Sites.List(a.Ctx, a.ID[0], sites.ListOptions{Limit: limit}, a.Opts...)
		},
		walk: func(a Args, limit int) (all, pages any) {
			options := sites.ListOptions{Limit: limit}
			return a.Sites.All(a.Ctx, a.ID[0], options, a.Opts...), a.Sites.Pages(a.Ctx, a.ID[0], options, a.Opts...)
		},
	},
	{
		op: "Sites.Sections.List",
		call: func(a Args, limit int) (any, error) {
			return a.Sites.Sections.List(a.Ctx, a.ID[0], a.ID[1], sites.SectionListOptions{Limit: limit}, a.Opts...)
		},
		walk: func(a Args, limit int) (all, pages any) {
			options := sites.SectionListOptions{Limit: limit}
			return a.Sites.Sections.All(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...), a.Sites.Sections.Pages(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
		},
	},
	{
		op: "Sites.SectionGroups.List",
		call: func(a Args, limit int) (any, error) {
			return a.Sites.SectionGroups.List(a.Ctx, a.ID[0], a.ID[1], sites.SectionGroupListOptions{Limit: limit}, a.Opts...)
		},
		walk: func(a Args, limit int) (all, pages any) {
			options := sites.SectionGroupListOptions{Limit: limit}
			return a.Sites.SectionGroups.All(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...), a.Sites.SectionGroups.Pages(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
		},
	},
	{
		op: "Sites.SiteSpaces.List",
		call: func(a Args, limit int) (any, error) {
			return a.Sites.SiteSpaces.List(a.Ctx, a.ID[0], a.ID[1], sites.SiteSpaceListOptions{Limit: limit}, a.Opts...)
		},
		walk: func(a Args, limit int) (all, pages any) {
			options := sites.SiteSpaceListOptions{Limit: limit}
			return a.Sites.SiteSpaces.All(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...), a.Sites.SiteSpaces.Pages(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
		},
	},
	{
		op: "Sites.ShareLinks.List",
		call: func(a Args, limit int) (any, error) {
			return a.Sites.ShareLinks.List(a.Ctx, a.ID[0], a.ID[1], sites.ShareLinkListOptions{Limit: limit}, a.Opts...)
		},
		walk: func(a Args, limit int) (all, pages any) {
			options := sites.ShareLinkListOptions{Limit: limit}
			return a.Sites.ShareLinks.All(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...), a.Sites.ShareLinks.Pages(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
		},
	},
}

// need is something a request of document 1 cannot be without.
type need struct {
	op, field, word string
	call            func(a Args) (any, error)
}

const (
	isRequired = "required"
	oneArm     = "one"
)

var needs = []need{
	{"Orgs.Invites.Create", "emails", isRequired, func(a Args) (any, error) {
		return a.Orgs.Invites.Create(a.Ctx, a.ID[0], orgs.InviteCreate{}, a.Opts...)
	}},
	{"Orgs.LinkInvites.Create", "role", "exactly=role|space|collection", func(a Args) (any, error) {
		return a.Orgs.LinkInvites.Create(a.Ctx, a.ID[0], orgs.LinkInviteCreate{}, a.Opts...)
	}},
	{"Orgs.LinkInvites.Create", "role", "exactly=role|space|collection", func(a Args) (any, error) {
		return a.Orgs.LinkInvites.Create(a.Ctx, a.ID[0], orgs.LinkInviteCreate{Role: api.RoleRead, Space: new("space_1")}, a.Opts...)
	}},
	{"Orgs.LinkInvites.Create", "role", "exactly=role|space|collection", func(a Args) (any, error) {
		invite := orgs.LinkInviteCreate{Level: api.Set(api.RoleRead), Space: new("space_1"), Collection: new("collection_1")}
		return a.Orgs.LinkInvites.Create(a.Ctx, a.ID[0], invite, a.Opts...)
	}},
	{"Orgs.LinkInvites.Create", "level", "exactly=role|level", func(a Args) (any, error) {
		return a.Orgs.LinkInvites.Create(a.Ctx, a.ID[0], orgs.LinkInviteCreate{Space: new("space_1")}, a.Opts...)
	}},
	{"Orgs.LinkInvites.Create", "level", "exactly=role|level", func(a Args) (any, error) {
		return a.Orgs.LinkInvites.Create(a.Ctx, a.ID[0], orgs.LinkInviteCreate{Role: api.RoleRead, Level: api.Null[api.Role]()}, a.Opts...)
	}},
	{"Orgs.LinkInvites.Update", "role", "exactly=role|level", func(a Args) (any, error) {
		return a.Orgs.LinkInvites.Update(a.Ctx, a.ID[0], a.ID[1], orgs.LinkInviteUpdate{}, a.Opts...)
	}},
	{"Orgs.LinkInvites.Update", "role", "exactly=role|level", func(a Args) (any, error) {
		return a.Orgs.LinkInvites.Update(a.Ctx, a.ID[0], a.ID[1], orgs.LinkInviteUpdate{Role: api.RoleRead, Level: api.Null[api.Role]()}, a.Opts...)
	}},
	{"Orgs.Fonts.Create", "fontFamily", isRequired, func(a Args) (any, error) {
		return a.Orgs.Fonts.Create(a.Ctx, a.ID[0], orgs.FontCreate{}, a.Opts...)
	}},
	{"Orgs.Fonts.Create", "fontFaces", isRequired, func(a Args) (any, error) {
		return a.Orgs.Fonts.Create(a.Ctx, a.ID[0], orgs.FontCreate{FontFamily: "Acme"}, a.Opts...)
	}},
	{"Orgs.Fonts.Create", "fontFaces[1].weight", isRequired, func(a Args) (any, error) {
		faces := []orgs.FontFaceCreate{{Weight: 400, StorageKey: "400"}, {StorageKey: "700"}}
		return a.Orgs.Fonts.Create(a.Ctx, a.ID[0], orgs.FontCreate{FontFamily: "Acme", FontFaces: faces}, a.Opts...)
	}},
	{"Orgs.Fonts.Create", "fontFaces[0].storageKey", isRequired, func(a Args) (any, error) {
		return a.Orgs.Fonts.Create(a.Ctx, a.ID[0], orgs.FontCreate{FontFamily: "Acme", FontFaces: []orgs.FontFaceCreate{{Weight: 400}}}, a.Opts...)
	}},
	{"Orgs.Fonts.Update", "fontFaces[0].weight", isRequired, func(a Args) (any, error) {
		faces := []orgs.FontFaceUpdate{{StorageKey: api.Null[string]()}}
		return a.Orgs.Fonts.Update(a.Ctx, a.ID[0], a.ID[1], orgs.FontUpdate{FontFaces: faces}, a.Opts...)
	}},
	{"Orgs.Fonts.Update", "fontFaces[0].storageKey", isRequired, func(a Args) (any, error) {
		return a.Orgs.Fonts.Update(a.Ctx, a.ID[0], a.ID[1], orgs.FontUpdate{FontFaces: []orgs.FontFaceUpdate{{Weight: 400}}}, a.Opts...)
	}},
	{"Orgs.TeamMembers.Update", "memberships[user_1].role", isRequired, func(a Args) (any, error) {
		update := orgs.TeamMemberUpdate{Memberships: map[string]orgs.TeamMember{"user_1": {}}}
		return nil, a.Orgs.TeamMembers.Update(a.Ctx, a.ID[0], a.ID[1], update, a.Opts...)
	}},
	{"Orgs.SAML.Create", "label", isRequired, func(a Args) (any, error) {
		return a.Orgs.SAML.Create(a.Ctx, a.ID[0], orgs.SAMLCreate{}, a.Opts...)
	}},
	{"Orgs.Translations.Create", "source.space", isRequired, func(a Args) (any, error) {
		return a.Orgs.Translations.Create(a.Ctx, a.ID[0], orgs.TranslationCreate{Language: api.LanguageGerman}, a.Opts...)
	}},
	{"Orgs.Translations.Create", "source.language", isRequired, func(a Args) (any, error) {
		translation := orgs.TranslationCreate{Source: orgs.TranslationSource{Space: "space_1"}, Language: api.LanguageGerman}
		return a.Orgs.Translations.Create(a.Ctx, a.ID[0], translation, a.Opts...)
	}},
	{"Orgs.Translations.Create", "language", isRequired, func(a Args) (any, error) {
		return a.Orgs.Translations.Create(a.Ctx, a.ID[0], orgs.TranslationCreate{Source: translationSource}, a.Opts...)
	}},
	{"Orgs.Translations.Put", "instructions", isRequired, func(a Args) (any, error) {
		return a.Orgs.Translations.Put(a.Ctx, a.ID[0], a.ID[1], orgs.TranslationPut{}, a.Opts...)
	}},
	{"Orgs.OpenAPI.Create", "slug", isRequired, func(a Args) (any, error) {
		return a.Orgs.OpenAPI.Create(a.Ctx, a.ID[0], orgs.OpenAPICreate{Source: openAPISource}, a.Opts...)
	}},
	{"Orgs.OpenAPI.Create", "source", oneArm, func(a Args) (any, error) {
		return a.Orgs.OpenAPI.Create(a.Ctx, a.ID[0], orgs.OpenAPICreate{Slug: "pets"}, a.Opts...)
	}},
	{"Orgs.OpenAPI.Put", "source", oneArm, func(a Args) (any, error) {
		source := orgs.OpenAPISource{URL: "https://pets.example.com", Text: "openapi: 3.1.0"}
		return Put(a.Orgs.OpenAPI.Put(a.Ctx, a.ID[0], a.ID[1], orgs.OpenAPIPut{Source: source}, a.Opts...))
	}},
	{"Orgs.OpenAPI.Update", "visibility", isRequired, func(a Args) (any, error) {
		return a.Orgs.OpenAPI.Update(a.Ctx, a.ID[0], a.ID[1], orgs.OpenAPIUpdate{}, a.Opts...)
	}},
	{"Orgs.Ask.Answer", "query", isRequired, func(a Args) (any, error) {
		return a.Orgs.Ask.Answer(a.Ctx, a.ID[0], orgs.AskQuestion{}, orgs.AskOptions{}, a.Opts...)
	}},
	{"Orgs.Ask.Stream", "query", isRequired, func(a Args) (any, error) {
		return a.Orgs.Ask.Stream(a.Ctx, a.ID[0], orgs.AskStreamOptions{}, a.Opts...), nil
	}},
	{"Orgs.Storage.Upload", "file.name", isRequired, func(a Args) (any, error) {
		return a.Orgs.Storage.Upload(a.Ctx, a.ID[0], orgs.StorageUpload{File: orgs.StorageFile{Type: "font/woff2"}, Kind: orgs.StorageKindCustomizationFont}, a.Opts...)
	}},
	{"Orgs.Storage.Upload", "file.type", isRequired, func(a Args) (any, error) {
		return a.Orgs.Storage.Upload(a.Ctx, a.ID[0], orgs.StorageUpload{File: orgs.StorageFile{Name: "x.woff2"}, Kind: orgs.StorageKindCustomizationFont}, a.Opts...)
	}},
	{"Orgs.Storage.Upload", "kind", isRequired, func(a Args) (any, error) {
		return a.Orgs.Storage.Upload(a.Ctx, a.ID[0], orgs.StorageUpload{File: orgs.StorageFile{Name: "x.woff2", Type: "font/woff2"}}, a.Opts...)
	}},
	{"Sites.Search.List", "query", isRequired, func(a Args) (any, error) {
		return a.Sites.Search.List(a.Ctx, a.ID[0], a.ID[1], sites.SearchQuery{Scope: everywhere}, sites.SearchOptions{}, a.Opts...)
	}},
	{"Sites.Search.List", "scope.mode", isRequired, func(a Args) (any, error) {
		return a.Sites.Search.List(a.Ctx, a.ID[0], a.ID[1], sites.SearchQuery{Query: "x", Scope: &sites.SearchScope{}}, sites.SearchOptions{}, a.Opts...)
	}},
	{"Sites.Structure.Sort", "item.type", isRequired, func(a Args) (any, error) {
		return a.Sites.Structure.Sort(a.Ctx, a.ID[0], a.ID[1], sites.StructureSort{Item: sites.StructurePointer{ID: "section_1"}}, a.Opts...)
	}},
	{"Sites.Structure.Sort", "item.id", isRequired, func(a Args) (any, error) {
		return a.Sites.Structure.Sort(a.Ctx, a.ID[0], a.ID[1], sites.StructureSort{Item: sites.StructurePointer{Type: sites.StructureItemTypeSection}}, a.Opts...)
	}},
	{"Sites.Structure.Sort", "position.before.type", isRequired, sortSite(pointer(sites.StructureItemTypeSection, "section_1"), sites.StructurePosition{Before: &sites.StructurePointer{ID: "section_2"}})},
	{"Sites.Structure.Sort", "position.before.id", isRequired, sortSite(pointer(sites.StructureItemTypeSection, "section_1"), sites.StructurePosition{Before: &sites.StructurePointer{Type: sites.StructureItemTypeSection}})},
	{"Sites.Structure.Sort", "position.after.type", isRequired, sortSite(pointer(sites.StructureItemTypeSection, "section_1"), sites.StructurePosition{After: &sites.StructurePointer{ID: "section_2"}})},
	{"Sites.Structure.Sort", "position.after.id", isRequired, sortSite(pointer(sites.StructureItemTypeSection, "section_1"), sites.StructurePosition{After: &sites.StructurePointer{Type: sites.StructureItemTypeSection}})},
	{"Sites.SectionGroups.Move", "position.before.type", isRequired, moveGroup(sites.StructurePosition{Before: &sites.StructurePointer{ID: "section_2"}})},
	{"Sites.SectionGroups.Move", "position.before.id", isRequired, moveGroup(sites.StructurePosition{Before: &sites.StructurePointer{Type: sites.StructureItemTypeSection}})},
	{"Sites.SectionGroups.Move", "position.after.type", isRequired, moveGroup(sites.StructurePosition{After: &sites.StructurePointer{ID: "section_2"}})},
	{"Sites.SectionGroups.Move", "position.after.id", isRequired, moveGroup(sites.StructurePosition{After: &sites.StructurePointer{Type: sites.StructureItemTypeSection}})},
	{"Sites.AdaptiveSchema.Put", "jsonSchema", isRequired, func(a Args) (any, error) {
		return a.Sites.AdaptiveSchema.Put(a.Ctx, a.ID[0], a.ID[1], sites.AdaptiveSchemaPut{}, a.Opts...)
	}},
	{"Sites.Sections.Create", "spaceId", isRequired, func(a Args) (any, error) {
		return a.Sites.Sections.Create(a.Ctx, a.ID[0], a.ID[1], sites.SectionCreate{}, a.Opts...)
	}},
	{"Sites.Sections.Move", "position.before.siteSection", isRequired, func(a Args) (any, error) {
		return moveSection(a, sites.SectionPosition{Before: &sites.SectionPointer{}})
	}},
	{"Sites.Sections.Move", "position.after.siteSection", isRequired, func(a Args) (any, error) {
		return moveSection(a, sites.SectionPosition{After: &sites.SectionPointer{}})
	}},
	{"Sites.SectionGroups.Create", "title", isRequired, func(a Args) (any, error) {
		return a.Sites.SectionGroups.Create(a.Ctx, a.ID[0], a.ID[1], sites.SectionGroupCreate{}, a.Opts...)
	}},
	{"Sites.SectionGroups.Add", "sectionId", isRequired, func(a Args) (any, error) {
		return a.Sites.SectionGroups.Add(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.SectionGroupAdd{}, a.Opts...)
	}},
	{"Sites.SiteSpaces.Create", "spaceId", isRequired, func(a Args) (any, error) {
		return a.Sites.SiteSpaces.Create(a.Ctx, a.ID[0], a.ID[1], sites.SiteSpaceCreate{}, a.Opts...)
	}},
	{"Sites.SiteSpaces.Move", "position.before.siteSpace", isRequired, func(a Args) (any, error) {
		return moveSiteSpace(a, sites.SiteSpacePosition{Before: &sites.SiteSpacePointer{}})
	}},
	{"Sites.SiteSpaces.Move", "position.after.siteSpace", isRequired, func(a Args) (any, error) {
		return moveSiteSpace(a, sites.SiteSpacePosition{After: &sites.SiteSpacePointer{}})
	}},
}

// rule is what the error says of a text that is too short or too long.
func (l *textLimit) rule() string {
	if l.least == 0 {
		return fmt.Sprintf("at most %d characters", l.most)
	}
	return fmt.Sprintf("%d to %d characters", l.least, l.most)
}

// word is the limit as a check tag has it.
func (l *textLimit) word() string {
	least := ""
	if l.least > 0 {
		least = strconv.Itoa(l.least)
	}
	return fmt.Sprintf("len=%s..%d", least, l.most)
}

// inPath tells whether the text is a parameter of the path.
func (l *textLimit) inPath() bool { return slices.Contains(operation(l.op).Params(), l.field) }

// accepted makes a call that the service answers as in the operation's first row, and returns what was sent.
func accepted(t *testing.T, name string, call func(Args) (any, error), opts ...publishing.Option) *request {
	t.Helper()
	o := operation(name)
	r := firstRow(o)
	f, err := load(r.Response)
	require.NoError(t, err)
	if _, walked := f.root.(map[string]any)["next"]; walked {
		f.data = []byte(text(without(f.root, path{"next"})))
	}
	got := newService(opts...).run(t.Context(), call, sampleIDs(o), f.reply(r.Status))
	require.NoError(t, got.err)
	require.Len(t, got.seen, 1)
	return &got.seen[0]
}

// refused makes a call that must not be sent, and wants the error to name the field, the rule and the value.
func refused(t *testing.T, name string, call func(Args) (any, error), field, rule, value string) {
	t.Helper()
	o := operation(name)
	got := newService().run(t.Context(), call, sampleIDs(o), []reply{{status: 200}})
	require.Empty(t, got.seen)
	invalid, ok := errors.AsType[*api.ValidationError](got.err)
	require.True(t, ok, "%v", got.err)
	require.Equal(t, api.ValidationError{Operation: name, Field: field, Rule: rule, Value: value}, *invalid)
	require.False(t, api.MayHaveApplied(got.err))
	require.Empty(t, got.values)
	require.Empty(t, got.extra)
}

// shown is a text as an error shows it.
func shown(text string) string {
	const most = 100
	if characters := []rune(text); len(characters) > most {
		return fmt.Sprintf("%s… (%d characters)", string(characters[:most]), len(characters))
	}
	return text
}

// sent wants a request to have the text in its place.
func (l *textLimit) sent(t *testing.T, r *request, text string) {
	t.Helper()
	if l.inPath() {
		value, err := url.PathUnescape(r.uri[strings.LastIndexByte(r.uri, '/')+1:])
		require.NoError(t, err)
		require.Equal(t, text, value)
		return
	}
	body, err := parse(r.body)
	require.NoError(t, err)
	at := path{}
	for step := range strings.SplitSeq(l.field, ".") {
		at = at.to(step)
	}
	value, _ := atPath(body, at)
	require.Equal(t, text, value)
}

func TestTextsHaveTheLengthOfTheDocuments(t *testing.T) {
	t.Parallel()
	for i := range textLimits {
		l := &textLimits[i]
		t.Run(l.op+" "+l.field, func(t *testing.T) {
			t.Parallel()
			for _, character := range []string{"a", "é", "日", "😀"} {
				l.try(t, character)
			}
		})
	}
}

// try sends texts at the limit and beyond it that are made of one character, which has one to four bytes.
func (l *textLimit) try(t *testing.T, character string) {
	t.Helper()
	for _, n := range []int{l.least - 1, l.least, l.most, l.most + 1} {
		if n < len(l.begins) || (n == 0 && l.inPath()) {
			continue // an empty id is refused whatever the limits
		}
		made := l.begins + strings.Repeat(character, n-len(l.begins))
		call := func(a Args) (any, error) { return l.call(a, made) }
		rule := ""
		switch {
		case n == 0 && l.required:
			rule = "required"
		case n < l.least || n > l.most:
			rule = l.rule()
		case l.pattern != "" && character != "a":
			rule = "text that matches " + patterns[l.pattern].text
		}
		if rule == "" {
			l.sent(t, accepted(t, l.op, call), made)
			continue
		}
		refused(t, l.op, call, l.field, rule, shown(made))
		l.sent(t, accepted(t, l.op, call, publishing.WithoutValidation()), made)
	}
}

func TestTextsMatchThePatternsOfTheDocuments(t *testing.T) {
	t.Parallel()
	tried := map[string]bool{}
	for i := range textLimits {
		l := &textLimits[i]
		if l.pattern == "" {
			continue
		}
		pattern := patterns[l.pattern]
		tried[l.pattern] = true
		for _, made := range pattern.good {
			l.sent(t, accepted(t, l.op, func(a Args) (any, error) { return l.call(a, made) }), made)
		}
		for _, made := range pattern.bad {
			refused(t, l.op, func(a Args) (any, error) { return l.call(a, made) }, l.field, "text that matches "+pattern.text, made)
		}
	}
	require.Len(t, tried, len(patterns))
}

func TestPagesHaveAtMostAThousandItems(t *testing.T) {
	t.Parallel()
	for _, l := range listLimits {
		t.Run(l.op, func(t *testing.T) {
			t.Parallel()
			for _, limit := range []int{-1, 0, 1, 1000, 1001} {
				for way, call := range map[string]func(Args) (any, error){
					"call":  func(a Args) (any, error) { return l.call(a, limit) },
					"all":   func(a Args) (any, error) { all, _ := l.walk(a, limit); return all, nil },
					"pages": func(a Args) (any, error) { _, pages := l.walk(a, limit); return pages, nil },
				} {
					if limit < 0 || limit > 1000 {
						refused(t, l.op, call, "limit", "a number from 0 to 1000", strconv.Itoa(limit))
						accepted(t, l.op, call, publishing.WithoutValidation())
						continue
					}
					want := url.Values{}
					if limit > 0 {
						want.Set("limit", strconv.Itoa(limit))
					}
					u, err := url.ParseRequestURI(accepted(t, l.op, call).uri)
					require.NoError(t, err)
					require.Equal(t, want, u.Query(), way)
				}
			}
		})
	}
}

func TestAskTakesAtMostTenPreviousQueries(t *testing.T) {
	t.Parallel()
	const name = "Orgs.Ask.Answer"
	ask := func(n int) func(Args) (any, error) {
		return func(a Args) (any, error) {
			question := orgs.AskQuestion{
				Query:           "Who?",
				PreviousQueries: slices.Repeat([]string{"日"}, n), //nolint:staticcheck // deprecated, and still in the documents
			}
			return a.Orgs.Ask.Answer(a.Ctx, a.ID[0], question, orgs.AskOptions{}, a.Opts...)
		}
	}
	previous := func(r *request) []path {
		body, err := parse(r.body)
		require.NoError(t, err)
		return find(body, "previousQueries[]", nil)
	}
	require.Len(t, previous(accepted(t, name, ask(10))), 10)
	refused(t, name, ask(11), "previousQueries", "at most 10 items", "11 items")
	require.Len(t, previous(accepted(t, name, ask(11), publishing.WithoutValidation())), 11)
}

// TestSearchNamesAtLeastOneSiteSpace is about both lists of site spaces.
func TestSearchNamesAtLeastOneSiteSpace(t *testing.T) {
	t.Parallel()
	const name = "Sites.Search.List"
	for field, in := range map[string]func(ids []string) sites.SearchQuery{
		"siteSpaceIds": func(ids []string) sites.SearchQuery { return sites.SearchQuery{Query: "x", SiteSpaceIDs: ids} },
		"scope.siteSpaceIds": func(ids []string) sites.SearchQuery {
			return sites.SearchQuery{Query: "x", Scope: &sites.SearchScope{Mode: sites.SearchModeSpecific, SiteSpaceIDs: ids}}
		},
	} {
		named := func(ids []string, opts ...publishing.Option) int {
			body, err := parse(accepted(t, name, searchOn(in(ids)), opts...).body)
			require.NoError(t, err)
			return len(find(body, field+"[]", nil))
		}
		require.Equal(t, 1, named([]string{"siteSpace_1"}))
		refused(t, name, searchOn(in([]string{})), field, "at least 1 item", "0 items")
		require.Zero(t, named([]string{}, publishing.WithoutValidation()))
	}
}

const searchForms = "form=scope|siteSpaceIds|siteSpaceIds+mode:specific|mode:current+siteSpaceId|mode:all"

// TestSearchHasExactlyOneForm holds all ways to fill in the fields that say where a search looks.
func TestSearchHasExactlyOneForm(t *testing.T) {
	t.Parallel()
	const name = "Sites.Search.List"
	const rule = `exactly one of scope; siteSpaceIds; siteSpaceIds with mode "specific"; mode "current" with siteSpaceId; mode "all"`
	forms := 0
	for _, scope := range []*sites.SearchScope{nil, everywhere} {
		for _, ids := range [][]string{nil, {"siteSpace_1"}} {
			for _, mode := range []sites.SearchMode{"", sites.SearchModeSpecific, currentMode, sites.SearchModeAll, sites.SearchModeDefault, "other"} {
				for _, id := range []string{"", "siteSpace_1"} {
					query := sites.SearchQuery{Query: "x", Scope: scope, SiteSpaceIDs: ids}
					var set []string
					note := func(is bool, field string) bool {
						if is {
							set = append(set, field)
						}
						return is
					}
					note(scope != nil, "scope")
					note(ids != nil, "siteSpaceIds")
					if note(mode != "", "mode") {
						query.Mode = mode //nolint:staticcheck // deprecated, and the service still takes it
					}
					if note(id != "", "siteSpaceId") {
						query.SiteSpaceID = &id //nolint:staticcheck // deprecated, and the service still takes it
					}
					switch shown := strings.Join(set, " and "); shown + " " + string(mode) {
					case "scope ", "siteSpaceIds ", "siteSpaceIds and mode specific", "mode and siteSpaceId current", "mode all":
						forms++
						accepted(t, name, searchOn(query))
					default:
						refused(t, name, searchOn(query), "scope", rule, shown)
						accepted(t, name, searchOn(query), publishing.WithoutValidation())
					}
				}
			}
		}
	}
	require.Equal(t, 5, forms)
}

func TestRequestsHaveWhatTheyCannotBeWithout(t *testing.T) {
	t.Parallel()
	for _, n := range needs {
		rule := "required"
		names, exactly := strings.CutPrefix(n.word, "exactly=")
		switch {
		case exactly:
			rule = "exactly one of " + strings.ReplaceAll(names, "|", ", ")
		case n.word == oneArm:
			rule = "exactly one of url, text"
		}
		got := newService().run(t.Context(), n.call, sampleIDs(operation(n.op)), []reply{{status: 200}})
		require.Empty(t, got.seen, "%s %s", n.op, n.field)
		invalid, ok := errors.AsType[*api.ValidationError](got.err)
		require.True(t, ok, "%s %s: %v", n.op, n.field, got.err)
		require.Equal(t, []string{n.op, n.field, rule}, []string{invalid.Operation, invalid.Field, invalid.Rule})
	}
}

// checked are the checks of a struct of a request and of those in it, as field and word.
func checked(t reflect.Type, key, at string) []string {
	var list []string
	for field := range t.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get(key), ",")
		if name == "" || !field.IsExported() {
			continue
		}
		name = at + name
		for word, arg := range words(field) {
			if arg != "" {
				word += "=" + arg
			}
			if word != "" {
				list = append(list, name+" "+word)
			}
		}
		inner := structIn(field.Type)
		if inner == nil || isNullable(inner) {
			continue
		}
		if kind := field.Type.Kind(); kind == reflect.Slice || kind == reflect.Map {
			name += "[]"
		}
		if inner != t && !isDocument(inner) {
			list = append(list, checked(inner, key, name+".")...)
		}
	}
	return list
}

// isDocument tells whether a struct is one that answers have too, without limits.
func isDocument(t reflect.Type) bool { return t == reflect.TypeFor[richtext.Document]() }

var place = regexp.MustCompile(`\[[^\]]*\]`)

// TestLimitsOfDocument1AreAllTried wants a try for each check of a request, and a check for each try. What is beyond the documents and in the
// areas of document 1 counts to it.
func TestLimitsOfDocument1AreAllTried(t *testing.T) {
	t.Parallel()
	tried := map[string]bool{
		"Orgs.Ask.Answer previousQueries items=..10":     true,
		"Sites.Search.List siteSpaceIds items=1..":       true,
		"Sites.Search.List scope.siteSpaceIds items=1..": true,
		"Sites.Search.List scope " + searchForms:         true,
	}
	for i := range textLimits {
		l := &textLimits[i]
		tried[l.op+" "+l.field+" "+l.word()] = true
		if l.pattern != "" {
			tried[l.op+" "+l.field+" match="+l.pattern] = true
		}
	}
	for _, l := range listLimits {
		tried[l.op+" limit range=0..1000"] = true
	}
	for _, n := range needs {
		tried[n.op+" "+place.ReplaceAllString(n.field, "[]")+" "+n.word] = true
	}

	there := map[string]bool{}
	found := methods()
	ofDocument1 := map[string]bool{}
	for _, d := range readOperations(t) {
		ofDocument1[d.String()] = d.document == "1"
	}
	for _, o := range op.All() {
		area, _, _ := strings.Cut(o.Name, ".")
		if !ofDocument1[o.Method+" "+o.Template] && !(o.Experimental && slices.Contains([]string{"Sites", "Orgs", "Subdomains"}, area)) {
			continue
		}
		for i, param := range o.Params() {
			for word := range strings.SplitSeq(o.ParamCheck(i), ",") {
				if word != "" {
					there[o.Name+" "+param+" "+word] = true
				}
			}
		}
		query, body, _ := structsOf(found[o.Name])
		for key, of := range map[string]reflect.Type{"url": query, "json": body} {
			if of == nil {
				continue
			}
			for _, check := range checked(of, key, "") {
				there[o.Name+" "+check] = true
			}
		}
	}
	require.Equal(t, there, tried)
}
