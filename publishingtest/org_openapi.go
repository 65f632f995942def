package publishingtest

import (
	"net/http"

	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
)

var (
	ruleSpec        = newRule("openapi-spec.absent-404", "a path with a specification that does not exist is answered with 404")
	ruleSpecTaken   = newRule("orgs.openapi.create.slug-taken", "a specification is not created with a slug that is taken")
	ruleSpecCreated = newRule("orgs.openapi.put.created-201", "a put that makes a specification answers 201")
	ruleSpecUpdated = newRule("orgs.openapi.put.updated-200", "a put that changes a specification answers 200")
	ruleSpecPending = newRule("orgs.openapi.pending", "a specification with a new source waits to be processed")
)

const slugPattern = `^[a-z0-9]+(?:-[a-z0-9]+)*$`

// openAPISource are the checks of the source of a specification.
var openAPISource = []limits.Check{limits.Object, limits.Required, limits.OneField("url", "text")}

// openAPIOperations are the operations on OpenAPI specifications.
var openAPIOperations = operations{
	"Orgs.OpenAPI.List": {handle: onOrganization(listSpecs)},
	"Orgs.OpenAPI.Create": {onOrganization(createSpec), limits.Table{
		limits.Body("slug", limits.String, limits.Required, limits.Chars(1, 100), limits.Pattern(slugPattern)),
		limits.Body("source", openAPISource...),
		limits.Body("source.url", limits.String, limits.Chars(0, 2048), limits.URI),
		limits.Body("source.text", limits.String, limits.FromDescription(limits.NotEmpty)),
	}},
	"Orgs.OpenAPI.Get": {handle: onSpec(getSpec)},
	"Orgs.OpenAPI.Put": {onOrganization(putSpec), limits.Table{
		limits.Path("specSlug", limits.Chars(1, 100), limits.Pattern(slugPattern)),
		limits.Body("source", openAPISource...),
		limits.Body("source.url", limits.String, limits.Chars(0, 2048), limits.URI),
		limits.Body("source.text", limits.String, limits.FromDescription(limits.NotEmpty)),
	}},
	"Orgs.OpenAPI.Delete": {handle: onOrganization(deleteSpec)},
	"Orgs.OpenAPI.Update": {onSpec(updateSpec), limits.Table{
		limits.Body("visibility", limits.String, limits.Required, limits.OneOf("private", "public")),
	}},
}

func listSpecs(c *call, org *organization) (response, error) {
	return respondPage(c, org.specs.All(), func(spec *orgs.OpenAPISpec) (orgs.OpenAPISpec, bool) { return *spec, true })
}

func createSpec(c *call, org *organization) (response, error) {
	in := input[orgs.OpenAPICreate](c)
	if _, taken := org.specs.Get(in.Slug); taken {
		if c.enabled(ruleSpecTaken) {
			// The documents list 400 for this operation and no 409.
			return response{}, invalid("slug", "a slug that is free", in.Slug, ruleSpecTaken)
		}
		org.specs.Remove(in.Slug)
	}
	spec := c.addSpec(org, orgs.OpenAPISpec{ID: c.newID("spec"), Slug: in.Slug})
	c.setSource(org, spec, in.Source)
	return respondCreated(*spec, "")
}

// spec returns the specification the path names.
func (c *call) spec() (*orgs.OpenAPISpec, error) {
	org, err := c.organization()
	if err != nil {
		return nil, err
	}
	return find(c, &org.specs, "specSlug", ruleSpec)
}

func onSpec(handle func(c *call, spec *orgs.OpenAPISpec) (response, error)) handler {
	return withResource((*call).spec, handle)
}

func getSpec(c *call, spec *orgs.OpenAPISpec) (response, error) {
	org, err := c.organization()
	if err != nil {
		return response{}, err
	}
	c.advance(org, spec)
	return respondOK(*spec)
}

func putSpec(c *call, org *organization) (response, error) {
	in := input[orgs.OpenAPIPut](c)
	spec, there := org.specs.Get(c.param("specSlug"))
	if !there {
		spec = c.addSpec(org, orgs.OpenAPISpec{ID: c.newID("spec"), Slug: c.param("specSlug")})
	}
	c.setSource(org, spec, in.Source)
	status := http.StatusOK
	if !there && c.enabled(ruleSpecCreated) || there && !c.enabled(ruleSpecUpdated) {
		status = http.StatusCreated
	}
	return response{status: status, value: *spec}, nil
}

func deleteSpec(c *call, org *organization) (response, error) {
	return c.respondDeleted(org.specs.Remove(c.param("specSlug")))
}

func updateSpec(c *call, spec *orgs.OpenAPISpec) (response, error) {
	spec.Visibility = new(input[orgs.OpenAPIUpdate](c).Visibility)
	spec.UpdatedAt = c.now()
	showSpecURL(spec)
	return respondOK(*spec)
}

// setSource gives a specification a new source, which is to be processed.
func (c *call) setSource(org *organization, spec *orgs.OpenAPISpec, source orgs.OpenAPISource) {
	if script := org.specScripts[spec.Slug]; script != nil {
		script.at = 0
	}
	spec.SourceURL = nil
	if source.URL != "" {
		spec.SourceURL = &source.URL
	}
	spec.UpdatedAt = c.now()
	spec.ProcessingState = orgs.OpenAPIProcessingStateComplete
	if c.enabled(ruleSpecPending) {
		spec.ProcessingState = orgs.OpenAPIProcessingStatePending
	}
}

// OpenAPIStep is what the processing of a specification has come to: see [Server.ScriptOpenAPISpec].
type OpenAPIStep struct {
	State  orgs.OpenAPIProcessingState
	Code   *orgs.OpenAPIErrorCode // of a specification that is complete, nil when all is well
	Errors []orgs.OpenAPIProblem  // of a specification that is complete
}

// specScript is the processing of a specification as a test has written it.
type specScript struct {
	steps []OpenAPIStep
	at    int
}

// advance makes the next step of a script, if there is one for the specification.
func (st *state) advance(org *organization, spec *orgs.OpenAPISpec) {
	script := org.specScripts[spec.Slug]
	if script == nil || script.at == len(script.steps) {
		return
	}
	step := script.steps[script.at]
	script.at++
	if step.State != orgs.OpenAPIProcessingStateComplete {
		spec.ProcessingState = step.State
		return
	}
	st.completeSpec(spec, step)
}

// complete ends the processing of a specification. Without an error it has a new version.
func (st *state) completeSpec(spec *orgs.OpenAPISpec, step OpenAPIStep) {
	spec.ProcessingState = orgs.OpenAPIProcessingStateComplete
	spec.LastProcessErrorCode, spec.LastProcessedErrors = step.Code, step.Errors
	spec.LastProcessedAt = new(st.now())
	if step.Code == nil {
		spec.LastVersion = new(st.newID("spec-version"))
	}
}

// addSpec adds a specification; fields that are not set are made up.
func (st *state) addSpec(org *organization, spec orgs.OpenAPISpec) *orgs.OpenAPISpec {
	spec.Object = "openapi-spec"
	spec.CreatedAt = orElse(spec.CreatedAt, st.now())
	spec.UpdatedAt = orElse(spec.UpdatedAt, spec.CreatedAt)
	spec.ProcessingState = orElse(spec.ProcessingState, orgs.OpenAPIProcessingStatePending)
	spec.Permissions = orElse(spec.Permissions, orgs.OpenAPIPermissions{View: true, Edit: true})
	if spec.Visibility == nil {
		spec.Visibility = new(orgs.OpenAPIVisibilityPrivate)
	}
	spec.URLs.Location = orElse(spec.URLs.Location, st.location("orgs", org.data.ID, "openapi", spec.Slug))
	spec.URLs.App = orElse(spec.URLs.App, address(appURL, "o", org.data.ID, "openapi", spec.Slug))
	if spec.URLs.Published == nil {
		showSpecURL(&spec)
	}
	org.specs.Add(spec.Slug, &spec)
	return &spec
}

// showSpecURL gives a public specification its address and takes it from a private one.
func showSpecURL(spec *orgs.OpenAPISpec) {
	spec.URLs.Published = nil
	if *spec.Visibility == orgs.OpenAPIVisibilityPublic {
		spec.URLs.Published = new(address(sitesURL, "openapi", spec.ID))
	}
}

// AddOpenAPISpec adds a specification to an organization and returns it. It needs a slug; other fields that are not set are made up.
func (s *Server) AddOpenAPISpec(organizationID string, seed orgs.OpenAPISpec) orgs.OpenAPISpec {
	s.mu.Lock()
	defer s.mu.Unlock()
	seed = clone(seed)
	org := s.seedOrganization(organizationID)
	if _, taken := org.specs.Get(seed.Slug); taken || seed.Slug == "" {
		s.mistake("AddOpenAPISpec: want a slug that is free, got %q", seed.Slug)
	}
	seed.ID = s.seedID("spec", seed.ID)
	return clone(*s.state.addSpec(org, seed))
}

// CompleteOpenAPISpec ends the processing of a specification well, as the service does after a while, and returns it: it has a new version.
func (s *Server) CompleteOpenAPISpec(organizationID, slug string) orgs.OpenAPISpec {
	return s.process(organizationID, slug, OpenAPIStep{})
}

// FailOpenAPISpec ends the processing of a specification with an error and what is wrong with it, and returns it. Its version stays.
func (s *Server) FailOpenAPISpec(organizationID, slug string, code orgs.OpenAPIErrorCode, problems ...orgs.OpenAPIProblem) orgs.OpenAPISpec {
	return s.process(organizationID, slug, OpenAPIStep{Code: &code, Errors: clone(problems)})
}

func (s *Server) process(organizationID, slug string, end OpenAPIStep) orgs.OpenAPISpec {
	s.mu.Lock()
	defer s.mu.Unlock()
	org := s.seedOrganization(organizationID)
	spec := mustFind(s, &org.specs, "specification", slug)
	s.state.completeSpec(spec, end)
	return clone(*spec)
}

// ScriptOpenAPISpec says how the processing of a specification goes, step by step: each Get finds it one step further, and after the last
// step as that has left it. A step with the state complete ends the processing, well or with its errors. The specification need not be there
// yet, and each new source starts the script again. No steps end it.
func (s *Server) ScriptOpenAPISpec(organizationID, slug string, steps ...OpenAPIStep) {
	s.mu.Lock()
	defer s.mu.Unlock()
	setOrDelete(&s.seedOrganization(organizationID).specScripts, slug, &specScript{steps: clone(steps)}, len(steps) > 0)
}

// OpenAPISpecs returns the specifications of an organization, in the order they were made.
func (s *Server) OpenAPISpecs(organizationID string) []orgs.OpenAPISpec {
	s.mu.Lock()
	defer s.mu.Unlock()
	org := s.seedOrganization(organizationID)
	return values(&org.specs, func(spec *orgs.OpenAPISpec) orgs.OpenAPISpec { return *spec })
}
