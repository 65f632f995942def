package publishingtest

import (
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/customization"
	"github.com/publishing-platform/publishing-go/sites/insights"
	"github.com/publishing-platform/publishing-go/spaces"
	"github.com/publishing-platform/publishing-go/urls"
)

// The facts about requests that their Go types do not express.
var _ = []limits.Fact{
	limits.Field[orgs.GlossaryOperation]("translations",
		limits.Check{Want: "values of one line", Accepts: isOfLines}),

	limits.Field[richtext.Document]("object", limits.Constant("document")),
	limits.Field[richtext.Document]("data", limits.Optional),
	limits.Field[richtext.Node]("object", limits.Constant("block", "inline", "text")),
	limits.Field[richtext.Fragment]("object", limits.Constant("fragment")),
	limits.Field[richtext.Leaf]("object", limits.Constant("leaf")),
	limits.Field[richtext.Mark]("object", limits.Constant("mark")),

	limits.Field[integrations.BlockMarkdown]("codeblock", limits.Required),
	limits.Field[integrations.BlockMarkdown]("body", limits.Required),

	limits.Field[orgs.FontCreate]("fontFaces", limits.Optional), // without it, the response is 412

	limits.Constants[spaces.Evaluated](),
	limits.Field[spaces.GitUpdate]("provider", limits.OneOf(
		string(spaces.InstallationProviderGitHub), string(spaces.InstallationProviderGitLab),
	)),
	limits.StandIn[spaces.GitRepository, string](),
	limits.Field[spaces.CollectionUpdate]("defaultLevel", levels),
	limits.Field[urls.Visitor]("unsignedClaims", limits.Object),
	limits.Field[spaces.Computed]("props", limits.Object),
	limits.Field[spaces.ComputedDependency]("value", limits.Object, limits.Nullable),
	limits.Field[spaces.Update]("defaultLevel", levels),

	limits.Field[api.FontSource]("url", limits.URI),
	limits.Field[api.ThemedURL]("light", limits.URI),
	limits.Field[api.ThemedURL]("dark", limits.URI),

	limits.Field[customization.Internationalization]("locale", locales),
	limits.Field[customization.InternationalizationOverrides]("locale", locales),
	limits.Field[customization.URL]("url", limits.URI),
	limits.Field[customization.URLOverrides]("url", limits.URI),
	limits.Field[sites.SectionCreate]("title", limits.Nullable), // null means that there is no title
	limits.Field[sites.SectionCreate]("icon", limits.Nullable),
	limits.Field[sites.SectionGroupCreate]("icon", limits.Nullable),
	limits.Open[insights.LLMSVariant](),
	limits.Open[insights.MarkdownSource](),
	limits.Open[richtext.NodeType](),
	limits.Open[richtext.MarkType](),
	limits.Open[spaces.ComputedType](),
	limits.Open[spaces.Dereferenced](),
	limits.Also(customization.ThemeModeSystem),
	limits.Also(integrations.ScopeSiteVisitorClaims),
	limits.Also(sites.RedirectDestinationKindExternal, sites.RedirectDestinationKindPath),
	limits.Also(sites.StructureItemTypeExternalLink),
	limits.Also(spaces.ContentRefKindTag),

	limits.Field[siteSearch]("mode", limits.OneOf("specific", "current", "all")),
	limits.Field[insights.Event]("rating", askRating),
	limits.StandIn[insights.EventsRange, eventsRange](),

	limits.Lenient[insights.Event](),             // the handler checks the time by the server's clock, and each event by itself
	limits.Lenient[integrations.RenderContext](), // a rule decides
	limits.Lenient[orgs.GlossaryOperation](),     // the error of the handler contains the field
	limits.Lenient[orgs.LinkInviteUpdate](),      // a rule decides
	limits.Lenient[orgs.OpenAPISource](),         // a rule decides about an empty text
	limits.Lenient[permissions.Invite](),         // a rule decides
	limits.Lenient[sites.RedirectDestination](),  // the error of the handler contains the field
	limits.Lenient[spaces.Create](),              // a rule decides
	limits.Lenient[spaces.GitExport](),           // the service accepts a URL with a user
	limits.Lenient[spaces.GitImport](),
	limits.Lenient[spaces.GitRepository](),
	limits.Lenient[spaces.GitUpdate](),
	limits.StandIn[insights.EventsValue, api.Raw](),
}

// locales are the languages of the controls of a site.
var locales = limits.OneOf("en", "fr", "es", "zh", "ja", "de", "nl", "no", "pt-br", "ru")

// isOfLines reports whether each text in a map consists of one line.
func isOfLines(v any) bool {
	texts, _ := v.(map[string]any)
	for _, value := range texts {
		if text, ok := value.(string); ok && strings.ContainsAny(text, "\r\n") {
			return false
		}
	}
	return true
}
