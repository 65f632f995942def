package publishingtest

import (
	"net/http"
	"path"
	"strings"
	"sync"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/op"
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

// operation is the implementation of an operation in the server.
type operation struct {
	handle handler
	limits limits.Table // limits of the values of its requests, except the page and limit of a list
}

// operations contains operations by name. Each resource declares its own.
type operations map[string]operation

// declared contains the operations of all resources.
var declared = operations{}

// declare adds the operations of a resource.
func declare(some operations) struct{} { //nolint:unparam // the result is for var _ =
	for name, o := range some {
		if _, twice := declared[name]; twice {
			panic("publishingtest: " + name + " is declared twice")
		}
		declared[name] = o
	}
	return struct{}{}
}

// declareIn is like declare, but for operations that several resources have in common. Their names
// begin with those of the resources, which the names in the table omit.
func declareIn(resources []string, common operations) struct{} { //nolint:unparam // the result is for var _ =
	for _, resource := range resources {
		for name, o := range common {
			declare(operations{resource + "." + name: o})
		}
	}
	return struct{}{}
}

// implemented returns the operations of all resources. All limits of an experimental operation come
// from the public description.
var implemented = sync.OnceValue(func() operations {
	for _, o := range op.All() {
		if known := declared[o.Name]; o.Experimental {
			known.limits = limits.AllFromDescription(known.limits)
			declared[o.Name] = known
		}
	}
	return declared
})

// removed contains the operations that a server with [WithNewerService] does not have.
var removed = setOf(`
	ChangeRequests.Content.Import ChangeRequests.Files.Backlinks.List ChangeRequests.Links.List
	ChangeRequests.Pages.Backlinks.List ChangeRequests.Pages.Import
	ChangeRequests.Pages.Links.List Orgs.Conversations.Clusters.Get
	Orgs.Conversations.Clusters.Issues.List Orgs.Conversations.Clusters.List
	Orgs.Conversations.Create Sites.SectionGroups.Sections.Add
	Sites.SectionGroups.Sections.Remove Spaces.Content.Import Spaces.Files.Backlinks.List
	Spaces.Links.List Spaces.Pages.Backlinks.List Spaces.Pages.Import Spaces.Pages.Links.List
	Spaces.Transfer
`)

// setOf returns the set of the words in a text.
func setOf(text string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(text) {
		set[word] = true
	}
	return set
}

// routes contains operations and the handlers of their requests. Servers share it.
type routes struct {
	ops map[string]*op.Op // keys are names
	mux *http.ServeMux
}

// allRoutes returns the routes of all operations of the SDK.
var allRoutes = sync.OnceValue(func() *routes {
	r := &routes{ops: map[string]*op.Op{}, mux: http.NewServeMux()}
	for _, o := range op.All() {
		r.ops[o.Name] = o
		if known, ok := implemented()[o.Name]; ok { // TestEachOperationHasAHandler requires it
			handle := checked(known)
			r.mux.Handle(o.Route(), route(func(s *server, w http.ResponseWriter, req *http.Request) {
				s.serve(w, req, o, handle)
			}))
		}
	}
	for name := range declared {
		if r.ops[name] == nil {
			panic("publishingtest: " + name + " has a handler and is in no ops.go")
		}
	}
	r.mux.Handle(downloadRoute, route((*server).serveDownload))
	r.mux.Handle(uploadRoute, route((*server).serveUpload))
	r.mux.Handle(storageRoute, route((*server).serveStored))
	r.mux.Handle(pdfRoute, route((*server).servePDF))
	r.mux.Handle(changeRequestPDFRoute, route((*server).servePDF))
	r.mux.Handle("/", route((*server).serveUnknown))
	return r
})

// route serves a request to the server in its context.
type route func(s *server, w http.ResponseWriter, req *http.Request)

type serverKey struct{}

func (serve route) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	serve(req.Context().Value(serverKey{}).(*server), w, req) //nolint:forcetypeassert // Server.ServeHTTP has set it
}

// serveUnknown serves a request that belongs to no operation. It returns 405 if the path has
// operations with other methods, and 501 otherwise.
func (s *server) serveUnknown(w http.ResponseWriter, req *http.Request) {
	s.serve(w, req, op.Bare("", req.Method), func(c *call) (response, error) {
		allowed := s.methods(req)
		if len(allowed) == 0 {
			return response{}, fail(
				http.StatusNotImplemented,
				"%s %s: the in-memory server does not implement this operation",
				req.Method, req.URL.EscapedPath(),
			)
		}
		f := fail(http.StatusMethodNotAllowed, "%s %s: want %s", req.Method,
			req.URL.EscapedPath(), strings.Join(allowed, " or "))
		f.header = http.Header{"Allow": {strings.Join(allowed, ", ")}}
		return response{}, f
	})
}

// methods returns the methods that the path of a request supports.
func (s *server) methods(req *http.Request) []string {
	if !isClean(req) {
		return nil
	}
	var allowed []string
	for _, method := range []string{http.MethodDelete, http.MethodGet, http.MethodPatch, http.MethodPost, http.MethodPut} {
		other := *req
		other.Method = method
		if _, pattern := s.routes.mux.Handler(&other); pattern != "/" {
			allowed = append(allowed, method)
		}
	}
	return allowed
}

// isClean reports whether the router accepts the path unchanged. The router redirects other paths,
// but the service does not.
func isClean(req *http.Request) bool {
	switch escaped := req.URL.EscapedPath(); escaped {
	case "/v1/":
		return true
	case "/v1":
		return false
	default:
		return escaped == path.Clean(escaped)
	}
}

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
		string(spaces.GitProviderGitHub), string(spaces.GitProviderGitLab),
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
