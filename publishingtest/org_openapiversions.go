package publishingtest

import (
	"encoding/json"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

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
	data.URL = orElse(data.URL, address(sitesURL, "openapi", spec.ID, data.ID+".json"))
	data.URLs.Location = orElse(data.URLs.Location,
		st.location("orgs", org.data.ID, "openapi", spec.Slug, "versions", data.ID))
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
	if len(filesystem) > 0 && !json.Valid(filesystem) || seed.ID == "latest" {
		s.mistake("want a filesystem that is JSON, and an ID other than latest")
	}
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
