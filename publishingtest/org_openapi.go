package publishingtest

import (
	"encoding/json"
	"reflect"
	"time"

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
	"Orgs.OpenAPI.Create": {onOrganization(createSpec), append(limits.Table{limits.BodyOf(orgs.OpenAPICreate{})}, openAPISource...)},
	"Orgs.OpenAPI.Get":    {handle: specKind.on(getSpec)},
	"Orgs.OpenAPI.Put":    {onOrganization(putSpec), append(limits.Table{limits.BodyOf(orgs.OpenAPIPut{})}, openAPISource...)},
	"Orgs.OpenAPI.Delete": {handle: inOrganization(specKind.delete)},
	"Orgs.OpenAPI.Update": {specKind.on(updateSpec), limits.Table{limits.BodyOf(orgs.OpenAPIUpdate{})}},
})

// spec is an OpenAPI specification.
type spec struct {
	orgs.OpenAPISpec
	org      *organization
	source   orgs.OpenAPISource
	versions ordered.Table[*specVersion]
}

// specKind is the resource kind for OpenAPI specifications, which are identified by slug.
var specKind = &kind[*organization, spec, orgs.OpenAPISpec]{
	name: "specification", id: "spec", param: "specSlug", in: organizationKind.scope(),
	table: func(org *organization) *ordered.Table[*spec] { return &org.specs },
	show:  func(_ *call, _ *organization, found *spec) orgs.OpenAPISpec { return found.OpenAPISpec },
}

func createSpec(c *call, org *organization) (response, error) {
	in := input[orgs.OpenAPICreate](c)
	if org.specs.Has(in.Slug) {
		if c.enabled(ruleSpecTaken) {
			// The API reference lists the status 400 for this operation, but not 409.
			return response{}, invalid("slug", "a slug that is not taken", in.Slug, ruleSpecTaken)
		}
		org.specs.Remove(in.Slug)
	}
	return c.respondNewSpec(org, in.Slug, in.Source)
}

func getSpec(c *call, _ *organization, found *spec) (response, error) {
	c.advance(found)
	return respondOK(found.OpenAPISpec)
}

func putSpec(c *call, org *organization) (response, error) {
	source, slug := input[orgs.OpenAPIPut](c).Source, c.param("specSlug")
	if found, ok := org.specs.Get(slug); ok {
		c.setSource(found, source)
		return respondOK(found.OpenAPISpec)
	}
	return c.respondNewSpec(org, slug, source)
}

func (c *call) respondNewSpec(
	org *organization, slug string, source orgs.OpenAPISource,
) (response, error) {
	created := c.addSpec(org, orgs.OpenAPISpec{ID: c.newID("spec"), Slug: slug})
	c.setSource(created, source)
	return respondCreated(created.OpenAPISpec, "")
}

func updateSpec(c *call, _ *organization, found *spec) (response, error) {
	merge(&found.OpenAPISpec, input[orgs.OpenAPIUpdate](c))
	found.UpdatedAt = c.now()
	found.showURL()
	return respondOK(found.OpenAPISpec)
}

// setSource gives a specification a new source and restarts the processing.
func (c *call) setSource(of *spec, source orgs.OpenAPISource) {
	if script := of.org.specScripts[of.Slug]; script != nil {
		script.at = 0
	}
	of.source = source
	of.SourceURL = source.URL
	of.UpdatedAt = c.now()
	of.ProcessingState = byRule(c.state, ruleSpecPending,
		orgs.OpenAPIProcessingStatePending, orgs.OpenAPIProcessingStateComplete)
}

// An OpenAPIStep is a state in the processing of a specification: see [OrgOpenAPI.Script].
type OpenAPIStep struct {
	State  orgs.OpenAPIProcessingState
	Code   orgs.OpenAPIErrorCode // reason for a failure, in the state complete; empty after success
	Errors []orgs.OpenAPIProblem // problems, in the state complete; nil after success
}

// specScript is the script of a test for the processing of a specification.
type specScript struct {
	steps []OpenAPIStep
	at    int
}

// advance performs the next step of the script of a specification, if there is one.
func (st *state) advance(found *spec) {
	script := found.org.specScripts[found.Slug]
	if script == nil || script.at == len(script.steps) {
		return
	}
	step := script.steps[script.at]
	script.at++
	if step.State != orgs.OpenAPIProcessingStateComplete {
		found.ProcessingState = step.State
		return
	}
	st.completeSpec(found, step)
}

// completeSpec ends the processing of a specification. If there is no error, and its source is not
// that of the latest version, it adds a version.
func (st *state) completeSpec(found *spec, step OpenAPIStep) {
	found.ProcessingState = orgs.OpenAPIProcessingStateComplete
	found.LastProcessErrorCode, found.LastProcessedErrors = filled(step.Code), step.Errors
	if found.LastProcessedErrorCount != nil {
		found.LastProcessedErrorCount = new(int64(len(step.Errors)))
	}
	// A program recognizes a new result by its time, even within one millisecond.
	at := st.now()
	if last := found.LastProcessedAt; last != nil && !at.After(*last) {
		at = last.Add(time.Millisecond)
	}
	found.LastProcessedAt = &at
	latest, ok := found.versions.Get(publishing.Value(found.LastVersion))
	isSame := ok && reflect.DeepEqual(latest.source, found.source) && st.enabled(ruleSpecVersionSame)
	if step.Code == "" && len(step.Errors) == 0 && !isSame {
		st.addSpecVersion(found, orgs.OpenAPIVersion{ID: st.newID("spec-version")}, nil)
	}
}

// addSpec adds a specification and generates the fields that are not set.
func (st *state) addSpec(org *organization, data orgs.OpenAPISpec) *spec {
	st.fillCommon(&data, "openapi-spec", "orgs", org.data.ID, "openapi", data.Slug)
	fill(&data.ProcessingState, orgs.OpenAPIProcessingStatePending)
	fill(&data.Permissions, orgs.OpenAPISpecPermissions{View: true, Edit: true})
	data.Visibility = orNew(data.Visibility, orgs.OpenAPIVisibilityPrivate)
	fill(&data.URLs.App, address(appURL, "o", org.data.ID, "openapi", data.Slug))
	added := &spec{OpenAPISpec: data, org: org}
	if data.URLs.Published == nil {
		added.showURL()
	}
	org.specs.Add(data.Slug, added)
	return added
}

// showURL sets the published URL of a public specification and clears that of a private one.
func (s *spec) showURL() {
	s.URLs.Published = nil
	if *s.Visibility == orgs.OpenAPIVisibilityPublic {
		s.URLs.Published = new(address(sitesURL, "openapi", s.ID))
	}
}

// Add adds a specification to an organization and returns it. Slug is required. Other fields that
// are not set are generated. If LastVersion is set, Add also adds a version with this ID.
func (s OrgOpenAPI) Add(orgID string, seed orgs.OpenAPISpec) orgs.OpenAPISpec {
	server := open(s.server)
	return specKind.add(server, seed, func(org *organization, seed orgs.OpenAPISpec) *spec {
		create := orgs.OpenAPICreate{Slug: seed.Slug, Source: orgs.OpenAPISource{Text: new("seed")}}
		if seed.SourceURL != nil {
			create.Source = orgs.OpenAPISource{URL: seed.SourceURL}
		}
		server.accept(
			server.limit("Orgs.OpenAPI.Create", create), server.limit("Orgs.OpenAPI.Update", seed),
		)
		server.mistakeIf(org.specs.Has(seed.Slug) || seed.Slug == "",
			"want a slug that is not taken, got %q", seed.Slug)
		added := server.state.addSpec(org, seed)
		added.source.URL = seed.SourceURL
		if seed.LastVersion != nil {
			server.state.addSpecVersion(added,
				orgs.OpenAPIVersion{ID: server.seedID("spec-version", *seed.LastVersion)}, nil)
		}
		return added
	}, orgID)
}

// Complete completes the processing of a specification without errors and returns the
// specification. The service does this after a while. The specification gets a new version, unless
// its source is equal to that of the latest version.
func (s OrgOpenAPI) Complete(orgID, slug string) orgs.OpenAPISpec {
	return open(s.server).process(orgID, slug, OpenAPIStep{})
}

// Fail completes the processing of a specification with an error and the problems in its source,
// and returns the specification. The specification gets no new version.
func (s OrgOpenAPI) Fail(
	orgID, slug string, code orgs.OpenAPIErrorCode, problems ...orgs.OpenAPIProblem,
) orgs.OpenAPISpec {
	open(s.server).mistakeIf(code == "", "want a code, got none")
	return open(s.server).process(orgID, slug, OpenAPIStep{Code: code, Errors: clone(problems)})
}

func (s *server) process(orgID, slug string, end OpenAPIStep) orgs.OpenAPISpec {
	return specKind.edit(
		s, func(_ *organization, found *spec) { s.state.completeSpec(found, end) }, orgID, slug)
}

// Script sets the steps in the processing of a specification. Each call of Get advances the
// specification by one step. After the last step, the specification does not change. A step with
// the state complete ends the processing; if the step has a Code or Errors, the processing fails.
// Each new source restarts the script. The specification need not exist yet. Without steps, Script
// removes the script.
func (s OrgOpenAPI) Script(orgID, slug string, steps ...OpenAPIStep) {
	server := open(s.server)
	defer server.mu.hold()()
	for i, step := range steps {
		switch {
		case step.State == "":
			server.mistake("step %d: want a state, got none", i+1)
		case step.State != orgs.OpenAPIProcessingStateComplete &&
			(step.Code != "" || step.Errors != nil):
			server.mistake("step %d: Code and Errors have an effect only with the state complete", i+1)
		}
	}
	setOrDelete(&organizationKind.seeded(server, orgID).specScripts,
		slug, &specScript{steps: clone(steps)}, len(steps) > 0)
}

// All returns the specifications of an organization, in the order in which they were created.
func (s OrgOpenAPI) All(orgID string) []orgs.OpenAPISpec {
	return specKind.all(open(s.server), orgID)
}

var (
	ruleSpecVersionSame  = newUndecidedRule("openapi-spec-version.same-source", "processing the source of the latest version once more adds no version; without the rule, it does")
	ruleSpecVersionOrder = newUndecidedRule("orgs.openapi.versions.list.newest-first", "versions of a specification are listed from the latest to the first; without the rule, from the first to the latest")
)

// The operations on versions of specifications.
var _ = declare(operations{
	"Orgs.OpenAPI.Versions.List":             {handle: specVersionKind.list},
	"Orgs.OpenAPI.Versions.Latest":           {handle: onLatestVersion(func(v *specVersion) any { return v.data })},
	"Orgs.OpenAPI.Versions.LatestContent":    {handle: onLatestVersion(func(v *specVersion) any { return v.content })},
	"Orgs.OpenAPI.Versions.LatestContentRaw": {handle: onLatestVersion(func(v *specVersion) any { return v.raw })},
	"Orgs.OpenAPI.Versions.Get":              {handle: specVersionKind.get},
	"Orgs.OpenAPI.Versions.Content":          {handle: on(specVersionKind.of)(shows(func(_ *call, v *specVersion) orgs.OpenAPIContent { return v.content }))},
})

// specVersion is a version of a specification.
type specVersion struct {
	data    orgs.OpenAPIVersion
	content orgs.OpenAPIContent
	raw     orgs.OpenAPIRawContent
	source  orgs.OpenAPISource
}

// specVersionKind is the resource kind for versions of specifications.
var specVersionKind = &kind[*spec, specVersion, orgs.OpenAPIVersion]{
	name: "version", id: "spec-version", param: "versionId", in: specKind.scope(),
	table:  func(of *spec) *ordered.Table[*specVersion] { return &of.versions },
	show:   func(_ *call, _ *spec, v *specVersion) orgs.OpenAPIVersion { return v.data },
	newest: func(c *call) bool { return c.enabled(ruleSpecVersionOrder) },
}

// onLatestVersion returns a handler that responds with a part of the latest version.
func onLatestVersion(part func(v *specVersion) any) handler {
	return specKind.on(func(_ *call, _ *organization, found *spec) (response, error) {
		latest, ok := found.versions.Get(publishing.Value(found.LastVersion))
		if !ok {
			return response{}, notFound("versionId", "latest")
		}
		return respondOK(part(latest))
	})
}

// addSpecVersion adds the latest version of a specification and generates the fields that are not
// set, except for the ID.
func (st *state) addSpecVersion(
	of *spec, data orgs.OpenAPIVersion, filesystem api.Raw,
) *specVersion {
	st.fillCommon(&data, "openapi-spec-version",
		"orgs", of.org.data.ID, "openapi", of.Slug, "versions", data.ID)
	fill(&data.URL, address(sitesURL, "openapi", of.ID, data.ID+".json"))
	raw := rawContentOf(of.Slug, of.source)
	if len(filesystem) == 0 {
		filesystem = filesOf(raw)
	}
	added := &specVersion{
		data, orgs.OpenAPIContent{Filesystem: filesystem, URL: new(data.URL)}, raw, of.source,
	}
	of.versions.Add(data.ID, added)
	of.LastVersion = new(data.ID)
	return added
}

// rawContentOf returns the text of a source. The server never fetches a URL, so the text of a
// source with a URL is a specification without paths.
func rawContentOf(slug string, source orgs.OpenAPISource) orgs.OpenAPIRawContent {
	blank, _ := jsonx.Marshal(map[string]any{
		"openapi": "3.1.0", "info": map[string]any{"title": slug, "version": "1"},
		"paths": map[string]any{},
	})
	text := orElse(publishing.Value(source.Text), string(blank))
	if json.Valid([]byte(text)) {
		return orgs.OpenAPIRawContent{Text: text, Format: orgs.OpenAPIFormatJSON}
	}
	return orgs.OpenAPIRawContent{Text: text, Format: orgs.OpenAPIFormatYAML}
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
	server := open(s.server)
	return specVersionKind.add(server, seed, func(of *spec, seed orgs.OpenAPIVersion) *specVersion {
		server.mistakeIf(len(filesystem) > 0 && !json.Valid(filesystem) || seed.ID == "latest",
			"want a filesystem that is JSON, and an ID other than latest")
		return server.state.addSpecVersion(of, seed, clone(filesystem))
	}, orgID, slug)
}

// All returns the versions of a specification, in the order in which they were created.
func (s OrgOpenAPIVersions) All(orgID, slug string) []orgs.OpenAPIVersion {
	return specVersionKind.all(open(s.server), orgID, slug)
}

// Content returns the content of a version of a specification.
func (s OrgOpenAPIVersions) Content(orgID, slug, versionID string) orgs.OpenAPIContent {
	defer open(s.server).mu.hold()()
	return clone(specVersionKind.seeded(open(s.server), orgID, slug, versionID).content)
}
