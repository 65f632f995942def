package publishingtest

import (
	"encoding/json"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var (
	ruleSpecTaken   = newUndecidedRule("orgs.openapi.create.slug-taken", "a specification is not created with a slug that is taken; without the rule, it replaces the one that has it")
	ruleSpecPending = newUndecidedRule("orgs.openapi.pending", "a specification with a new source is pending until it is processed; without the rule, its processing is complete at once, without a version")
)

// openAPISource limits the source of a specification.
var openAPISource = limits.Table{
	limits.Body("source", limits.OneField("url", "text")),
	limits.Body("source.url", limits.URI),
	limits.Body("source.text", limits.FromDescription(limits.NotEmpty)),
}

// The operations on OpenAPI specifications.
var _ = declare(operations{
	"Orgs.OpenAPI.List":   {handle: specKind.list},
	"Orgs.OpenAPI.Create": {onOrganization(createSpec), append(limits.Table{limits.BodyOf[orgs.OpenAPICreate]()}, openAPISource...)},
	"Orgs.OpenAPI.Get":    {handle: specKind.on(getSpec)},
	"Orgs.OpenAPI.Put":    {onOrganization(putSpec), append(limits.Table{limits.BodyOf[orgs.OpenAPIPut]()}, openAPISource...)},
	"Orgs.OpenAPI.Delete": {handle: inOrganization(specKind.delete)},
	"Orgs.OpenAPI.Update": {specKind.on(updateSpec), limits.Table{limits.BodyOf[orgs.OpenAPIUpdate]()}},
})

// specKind is the resource kind for OpenAPI specifications, which are identified by slug.
var specKind = &kind[*organization, orgs.OpenAPISpec, orgs.OpenAPISpec]{
	name: "specification", param: "specSlug", in: organizationKind.scope(),
	table: func(org *organization) *ordered.Table[*orgs.OpenAPISpec] { return &org.specs },
	show:  func(_ *call, _ *organization, spec *orgs.OpenAPISpec) orgs.OpenAPISpec { return *spec },
	remove: func(_ *call, org *organization, spec *orgs.OpenAPISpec) error {
		delete(org.specHistories, spec.Slug)
		return nil
	},
}

func createSpec(c *call, org *organization) (response, error) {
	in := input[orgs.OpenAPICreate](c)
	if org.specs.Has(in.Slug) {
		if c.enabled(ruleSpecTaken) {
			// The API reference lists the status 400 for this operation, but not 409.
			return response{}, invalid("slug", "a slug that is not taken", in.Slug, ruleSpecTaken)
		}
		org.specs.Remove(in.Slug)
		delete(org.specHistories, in.Slug)
	}
	spec := c.addSpec(org, orgs.OpenAPISpec{ID: c.newID("spec"), Slug: in.Slug})
	c.setSource(org, spec, in.Source)
	return respondCreated(*spec, "")
}

func getSpec(c *call, org *organization, spec *orgs.OpenAPISpec) (response, error) {
	c.advance(org, spec)
	return respondOK(*spec)
}

func putSpec(c *call, org *organization) (response, error) {
	in := input[orgs.OpenAPIPut](c)
	if spec, ok := org.specs.Get(c.param("specSlug")); ok {
		c.setSource(org, spec, in.Source)
		return respondOK(*spec)
	}
	spec := c.addSpec(org, orgs.OpenAPISpec{ID: c.newID("spec"), Slug: c.param("specSlug")})
	c.setSource(org, spec, in.Source)
	return respondCreated(*spec, "")
}

func updateSpec(c *call, _ *organization, spec *orgs.OpenAPISpec) (response, error) {
	spec.Visibility = new(input[orgs.OpenAPIUpdate](c).Visibility)
	spec.UpdatedAt = c.now()
	showSpecURL(spec)
	return respondOK(*spec)
}

// setSource gives a specification a new source and restarts the processing.
func (c *call) setSource(org *organization, spec *orgs.OpenAPISpec, source orgs.OpenAPISource) {
	if script := org.specScripts[spec.Slug]; script != nil {
		script.at = 0
	}
	org.historyOf(spec.Slug).source = source
	spec.SourceURL = filled(source.URL)
	spec.UpdatedAt = c.now()
	spec.ProcessingState = byRule(c.state, ruleSpecPending,
		orgs.OpenAPIProcessingStatePending, orgs.OpenAPIProcessingStateComplete)
}

// An OpenAPIStep is a state in the processing of a specification: see [OrgOpenAPI.Script].
type OpenAPIStep struct {
	State  orgs.OpenAPIProcessingState
	Code   orgs.OpenAPIErrorCode // reason for a failure, in the state complete; empty after success
	Errors []orgs.OpenAPIProblem // problems, in the state complete
}

// specScript is the script of a test for the processing of a specification.
type specScript struct {
	steps []OpenAPIStep
	at    int
}

// advance performs the next step of the script of a specification, if there is one.
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
	st.completeSpec(org, spec, step)
}

// completeSpec ends the processing of a specification. If there is no error, it adds a version.
func (st *state) completeSpec(org *organization, spec *orgs.OpenAPISpec, step OpenAPIStep) {
	spec.ProcessingState = orgs.OpenAPIProcessingStateComplete
	spec.LastProcessErrorCode, spec.LastProcessedErrors = nil, step.Errors
	spec.LastProcessedAt = new(st.now())
	if step.Code == "" {
		st.processSource(org, spec)
		return
	}
	spec.LastProcessErrorCode = &step.Code
}

// addSpec adds a specification and generates the fields that are not set.
func (st *state) addSpec(org *organization, spec orgs.OpenAPISpec) *orgs.OpenAPISpec {
	spec.Object = "openapi-spec"
	fill(&spec.CreatedAt, st.now())
	fill(&spec.UpdatedAt, spec.CreatedAt)
	fill(&spec.ProcessingState, orgs.OpenAPIProcessingStatePending)
	fill(&spec.Permissions, orgs.OpenAPIPermissions{View: true, Edit: true})
	spec.Visibility = orNew(spec.Visibility, orgs.OpenAPIVisibilityPrivate)
	fill(&spec.URLs.Location, st.location("orgs", org.data.ID, "openapi", spec.Slug))
	fill(&spec.URLs.App, address(appURL, "o", org.data.ID, "openapi", spec.Slug))
	if spec.URLs.Published == nil {
		showSpecURL(&spec)
	}
	org.specs.Add(spec.Slug, &spec)
	return &spec
}

// showSpecURL sets the published URL of a public specification and clears that of a private one.
func showSpecURL(spec *orgs.OpenAPISpec) {
	spec.URLs.Published = nil
	if *spec.Visibility == orgs.OpenAPIVisibilityPublic {
		spec.URLs.Published = new(address(sitesURL, "openapi", spec.ID))
	}
}

// Add adds a specification to an organization and returns it. Slug is required. Other fields that
// are not set are generated. If LastVersion is set, Add also adds a version with this ID.
func (s OrgOpenAPI) Add(orgID string, seed orgs.OpenAPISpec) orgs.OpenAPISpec {
	return specKind.add(s.server, seed, func(org *organization, seed orgs.OpenAPISpec) *orgs.OpenAPISpec {
		create := orgs.OpenAPICreate{Slug: seed.Slug, Source: orgs.OpenAPISource{Text: "seed"}}
		if seed.SourceURL != nil {
			create.Source = orgs.OpenAPISource{URL: *seed.SourceURL}
		}
		s.accept(s.limit("Orgs.OpenAPI.Create", create), s.limit("Orgs.OpenAPI.Update", seed))
		s.mistakeIf(org.specs.Has(seed.Slug) || seed.Slug == "",
			"want a slug that is not taken, got %q", seed.Slug)
		seed.ID = s.seedID("spec", seed.ID)
		spec := s.state.addSpec(org, seed)
		if seed.SourceURL != nil {
			org.historyOf(spec.Slug).source.URL = *seed.SourceURL
		}
		if seed.LastVersion != nil {
			s.state.addSpecVersion(org, spec,
				orgs.OpenAPIVersion{ID: s.seedID("spec-version", *seed.LastVersion)}, nil)
		}
		return spec
	}, orgID)
}

// Complete completes the processing of a specification without errors and returns the
// specification. The service does this after a while. The specification gets a new version, unless
// its source is equal to that of the latest version.
func (s OrgOpenAPI) Complete(orgID, slug string) orgs.OpenAPISpec {
	return s.process(orgID, slug, OpenAPIStep{})
}

// Fail completes the processing of a specification with an error and the problems in its source,
// and returns the specification. The specification gets no new version.
func (s OrgOpenAPI) Fail(
	orgID, slug string, code orgs.OpenAPIErrorCode, problems ...orgs.OpenAPIProblem,
) orgs.OpenAPISpec {
	return s.process(orgID, slug, OpenAPIStep{Code: code, Errors: clone(problems)})
}

func (s *server) process(orgID, slug string, end OpenAPIStep) orgs.OpenAPISpec {
	return specKind.edit(
		s, func(org *organization, spec *orgs.OpenAPISpec) { s.state.completeSpec(org, spec, end) },
		orgID, slug,
	)
}

// Script sets the steps in the processing of a specification. Each call of Get advances the
// specification by one step. After the last step, the specification does not change. A step with
// the state complete ends the processing; if the step has errors, the processing fails. Each new
// source restarts the script. The specification need not exist yet. Without steps, Script removes
// the script.
func (s OrgOpenAPI) Script(orgID, slug string, steps ...OpenAPIStep) {
	defer s.mu.hold()()
	for i, step := range steps {
		switch {
		case step.State == "":
			s.mistake("step %d: want a state, got none", i+1)
		case step.State != orgs.OpenAPIProcessingStateComplete &&
			(step.Code != "" || step.Errors != nil):
			s.mistake("step %d: Code and Errors have an effect only with the state complete", i+1)
		}
	}
	setOrDelete(&s.seedOrganization(orgID).specScripts,
		slug, &specScript{steps: clone(steps)}, len(steps) > 0)
}

// All returns the specifications of an organization, in the order in which they were
// created.
func (s OrgOpenAPI) All(orgID string) []orgs.OpenAPISpec {
	return specKind.all(s.server, orgID)
}

var (
	ruleSpecVersionSame  = newUndecidedRule("openapi-spec-version.same-source", "processing the source of the latest version once more adds no version; without the rule, it does")
	ruleSpecVersionOrder = newUndecidedRule("orgs.openapi.versions.list.newest-first", "versions of a specification are listed from the latest to the first; without the rule, from the first to the latest")
)

// The operations on versions of specifications.
var _ = declare(operations{
	"Orgs.OpenAPI.Versions.List":             {handle: onSpecHistory(listSpecVersions)},
	"Orgs.OpenAPI.Versions.Latest":           {handle: onSpecVersion(latestSpecVersion, getSpecVersion)},
	"Orgs.OpenAPI.Versions.LatestContent":    {handle: onSpecVersion(latestSpecVersion, getSpecContent)},
	"Orgs.OpenAPI.Versions.LatestContentRaw": {handle: onSpecVersion(latestSpecVersion, getSpecRawContent)},
	"Orgs.OpenAPI.Versions.Get":              {handle: onSpecVersion(specVersionByID, getSpecVersion)},
	"Orgs.OpenAPI.Versions.Content":          {handle: onSpecVersion(specVersionByID, getSpecContent)},
})

// specHistory contains the source of a specification and the versions of the specification.
type specHistory struct {
	source   orgs.OpenAPISource
	versions ordered.Table[*specVersion]
}

// specVersion is a version of a specification.
type specVersion struct {
	data    orgs.OpenAPIVersion
	content orgs.OpenAPIContent
	raw     orgs.OpenAPIRawContent
	source  orgs.OpenAPISource
}

// historyOf returns the history of a specification. It creates an empty history if there is none.
func (org *organization) historyOf(slug string) *specHistory {
	if org.specHistories == nil {
		org.specHistories = map[string]*specHistory{}
	}
	if org.specHistories[slug] == nil {
		org.specHistories[slug] = &specHistory{}
	}
	return org.specHistories[slug]
}

func onSpecHistory(
	handle func(c *call, spec *orgs.OpenAPISpec, history *specHistory) (response, error),
) handler {
	return specKind.on(func(c *call, org *organization, spec *orgs.OpenAPISpec) (response, error) {
		return handle(c, spec, org.historyOf(c.param("specSlug")))
	})
}

func onSpecVersion(
	choose func(c *call, spec *orgs.OpenAPISpec, history *specHistory) (*specVersion, error),
	handle func(version *specVersion) (response, error),
) handler {
	return onSpecHistory(func(c *call, spec *orgs.OpenAPISpec, history *specHistory) (response, error) {
		version, err := choose(c, spec, history)
		if err != nil {
			return response{}, err
		}
		return handle(version)
	})
}

func listSpecVersions(c *call, _ *orgs.OpenAPISpec, history *specHistory) (response, error) {
	list := byRule(c.state, ruleSpecVersionOrder,
		history.versions.Backward(), history.versions.List())
	return respondPage(c, list, func(v *specVersion) orgs.OpenAPIVersion { return v.data })
}

func specVersionByID(c *call, _ *orgs.OpenAPISpec, history *specHistory) (*specVersion, error) {
	return find(c, &history.versions, "versionId")
}

func latestSpecVersion(
	_ *call, spec *orgs.OpenAPISpec, history *specHistory,
) (*specVersion, error) {
	if latest, ok := history.versions.Get(publishing.Value(spec.LastVersion)); ok {
		return latest, nil
	}
	return nil, notFound("versionId", "latest")
}

func getSpecVersion(v *specVersion) (response, error) { return respondOK(v.data) }

func getSpecContent(v *specVersion) (response, error) { return respondOK(v.content) }

func getSpecRawContent(v *specVersion) (response, error) { return respondOK(v.raw) }

// addSpecVersion adds the latest version of a specification and generates the fields that are not
// set, except for the ID.
func (st *state) addSpecVersion(
	org *organization, spec *orgs.OpenAPISpec, data orgs.OpenAPIVersion, filesystem api.Raw,
) *specVersion {
	history := org.historyOf(spec.Slug)
	data.Object = "openapi-spec-version"
	data.CreatedAt = orNew(data.CreatedAt, st.now())
	fill(&data.URL, address(sitesURL, "openapi", spec.ID, data.ID+".json"))
	fill(&data.URLs.Location, st.location("orgs", org.data.ID, "openapi", spec.Slug, "versions", data.ID))
	raw := rawContentOf(spec.Slug, history.source)
	if len(filesystem) == 0 {
		filesystem = filesOf(raw)
	}
	added := &specVersion{
		data, orgs.OpenAPIContent{Filesystem: filesystem, URL: new(data.URL)}, raw, history.source,
	}
	history.versions.Add(data.ID, added)
	spec.LastVersion = new(data.ID)
	return added
}

// processSource adds a version if the source of a specification differs from the source of the
// latest version.
func (st *state) processSource(org *organization, spec *orgs.OpenAPISpec) {
	history := org.historyOf(spec.Slug)
	latest, ok := history.versions.Get(publishing.Value(spec.LastVersion))
	if ok && latest.source == history.source && st.enabled(ruleSpecVersionSame) {
		return
	}
	st.addSpecVersion(org, spec, orgs.OpenAPIVersion{ID: st.newID("spec-version")}, nil)
}

// rawContentOf returns the text of a source. The server never fetches a URL, so the text of a
// source with a URL is a specification without paths.
func rawContentOf(slug string, source orgs.OpenAPISource) orgs.OpenAPIRawContent {
	raw := orgs.OpenAPIRawContent{Text: source.Text, Format: orgs.OpenAPIFormatYAML}
	if raw.Text == "" {
		encoded, _ := jsonx.Marshal(map[string]any{
			"openapi": "3.1.0", "info": map[string]any{"title": slug, "version": "1"},
			"paths": map[string]any{},
		})
		raw.Text = string(encoded)
	}
	if json.Valid([]byte(raw.Text)) {
		raw.Format = orgs.OpenAPIFormatJSON
	}
	return raw
}

// filesOf returns the parsed files of a specification. There is one file, which contains the text
// of the specification as JSON, or as a string if it is not JSON.
func filesOf(raw orgs.OpenAPIRawContent) api.Raw {
	specification := api.Raw(raw.Text)
	if raw.Format != orgs.OpenAPIFormatJSON {
		specification, _ = jsonx.Marshal(raw.Text)
	}
	files, _ := jsonx.Marshal([]map[string]any{{
		"dir": "./", "isEntrypoint": true, "references": []string{},
		"filename": "openapi.json", "specification": specification,
	}})
	return files
}

// Add adds a version to a specification as its latest version, and returns the version. filesystem
// can be any JSON, and becomes the field Filesystem of the version's content. If filesystem is
// empty, the field is generated from the source. Other fields that are not set are generated.
func (s OrgOpenAPIVersions) Add(
	orgID, slug string, seed orgs.OpenAPIVersion, filesystem api.Raw,
) orgs.OpenAPIVersion {
	defer s.mu.hold()()
	seed, filesystem = clone(seed), clone(filesystem)
	org := s.seedOrganization(orgID)
	spec := specKind.seeded(s.server, orgID, slug)
	s.mistakeIf(len(filesystem) > 0 && !json.Valid(filesystem) || seed.ID == "latest",
		"want a filesystem that is JSON, and an ID other than latest")
	seed.ID = s.seedID("spec-version", seed.ID)
	return clone(s.state.addSpecVersion(org, spec, seed, filesystem).data)
}

// All returns the versions of a specification, in the order in which they were created.
func (s OrgOpenAPIVersions) All(orgID, slug string) []orgs.OpenAPIVersion {
	defer s.mu.hold()()
	org := s.seedOrganization(orgID)
	specKind.seeded(s.server, orgID, slug)
	return values(org.historyOf(slug).versions.Values(), func(v *specVersion) orgs.OpenAPIVersion {
		return v.data
	})
}

// Content returns the content of a version of a specification.
func (s OrgOpenAPIVersions) Content(orgID, slug, versionID string) orgs.OpenAPIContent {
	defer s.mu.hold()()
	org := s.seedOrganization(orgID)
	specKind.seeded(s.server, orgID, slug)
	return clone(mustFind(s.server, &org.historyOf(slug).versions, "version", versionID).content)
}
