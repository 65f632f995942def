package publishingtest

import (
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
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
func declare(some operations) struct{} {
	for name, o := range some {
		if _, twice := declared[name]; twice {
			panic("publishingtest: " + name + " is declared twice")
		}
		declared[name] = o
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
var allRoutes = sync.OnceValue(func() *routes { return newRoutes(op.All()) })

func newRoutes(ops []*op.Op) *routes {
	r := &routes{ops: map[string]*op.Op{}, mux: http.NewServeMux()}
	for _, o := range ops {
		handle := handler(unknownOperation)
		if known, ok := implemented()[o.Name]; ok {
			handle = checked(known)
		}
		r.ops[o.Name] = o
		r.mux.Handle(o.Route(), route(func(s *server, w http.ResponseWriter, req *http.Request) {
			s.serve(w, req, o, handle)
		}))
	}
	r.mux.Handle(downloadRoute, route((*server).serveDownload))
	r.mux.Handle(uploadRoute, route((*server).serveUpload))
	r.mux.Handle(storageRoute, route((*server).serveStored))
	r.mux.Handle(pdfRoute, route((*server).servePDF))
	r.mux.Handle(changeRequestPDFRoute, route((*server).servePDF))
	r.mux.Handle("/", route((*server).serveUnknown))
	return r
}

// route serves a request to the server in its context.
type route func(s *server, w http.ResponseWriter, req *http.Request)

type serverKey struct{}

func (serve route) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	serve(req.Context().Value(serverKey{}).(*server), w, req) //nolint:forcetypeassert // Server.ServeHTTP has set it
}

// unknownOperation serves an operation of the SDK that has no handler.
func unknownOperation(c *call) (response, error) {
	return response{}, fail(
		http.StatusNotImplemented,
		"%s (%s %s): the in-memory server does not implement this operation",
		c.op.Name, c.op.Method, c.op.Template,
	)
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
	slices.Sort(allowed)
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
