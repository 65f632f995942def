package publishingtest

import (
	"net/http"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var (
	ruleImportTarget = newUndecidedRule("orgs.imports.create.target-404", "an import into a space, a change request or a page that does not exist returns 404; without the rule, the run is pending forever")
	ruleImportEnded  = newUndecidedRule("orgs.imports.cancel.ended-400", "a run that has ended is not canceled: the response is 400; without the rule, the run as it is")
)

// The operations on imports.
var _ = declare(operations{
	"Orgs.Imports.List":   {importKind.list, limits.Table{limits.QueryOf(orgs.ImportListOptions{})}},
	"Orgs.Imports.Create": {onOrganization(createImport), limits.Table{limits.BodyOf(orgs.ImportCreate{}), limits.Body("source.url", limits.URI)}},
	"Orgs.Imports.Get":    {handle: importKind.get},
	"Orgs.Imports.Cancel": {handle: importKind.on(cancelImport)},
})

// importKind is the resource kind for imports into spaces of organizations.
var importKind = &kind[*organization, orgs.ImportRun, orgs.ImportRun]{
	name: "import", id: "import-run", param: "importRunId", in: organizationKind.scope(),
	table:    func(org *organization) *ordered.Table[*orgs.ImportRun] { return &org.imports },
	show:     (*call).showImport,
	newest:   func(*call) bool { return true },
	selected: selectedImports,
}

// selectedImports returns a function that reports whether an import passes the filters of a list.
// It returns nil if there are no filters.
func selectedImports(c *call, org *organization) func(run *orgs.ImportRun) bool {
	spaceID, requestID, siteID := c.query.Get("space"), c.query.Get("changeRequest"), c.query.Get("site")
	status := orgs.ImportStatusFilter(c.query.Get("status"))
	wanted, isKnown := org.sites.Get(siteID)
	return every(
		when(spaceID != "", func(run *orgs.ImportRun) bool { return run.Target.Space == spaceID }),
		when(requestID != "", func(run *orgs.ImportRun) bool {
			return publishing.Value(run.Target.ChangeRequest) == requestID
		}),
		when(siteID != "", func(run *orgs.ImportRun) bool {
			return isKnown && wanted.withSpace(run.Target.Space) != nil
		}),
		when(status != "", func(run *orgs.ImportRun) bool {
			return run.Status == orgs.ImportStatus(status) || status == orgs.ImportStatusFilterActive && isActive(run)
		}),
	)
}

func isActive(run *orgs.ImportRun) bool {
	return run.Status == orgs.ImportStatusPending || run.Status == orgs.ImportStatusInProgress
}

func createImport(c *call, org *organization) (response, error) {
	in := input[orgs.ImportCreate](c)
	if field := c.missingTarget(org, in.Target); field != "" && c.enabled(ruleImportTarget) {
		return response{}, fail(http.StatusNotFound,
			"target.%s: there is none of that ID [%s]", field, ruleImportTarget)
	}
	data := as[orgs.ImportRun](in)
	data.ID, data.CreatedBy, data.Target = c.newID("import-run"), &c.callerUser().ID, &in.Target
	return respondCreated(c.showImport(org, c.addImport(org, data)), "")
}

// missingTarget returns the name of the first field of a target whose resource does not exist, or
// "" if all resources exist.
func (st *state) missingTarget(org *organization, target orgs.ImportTarget) string {
	sp, ok := st.spaces.Get(target.Space)
	if !ok || sp.data.Organization != org.data.ID {
		return "space"
	}
	into := sp.main
	if target.ChangeRequest != nil {
		cr := st.findChangeRequest(sp, *target.ChangeRequest)
		if cr == nil {
			return "changeRequest"
		}
		into = cr.head
	}
	if target.Page != nil && pageWith(into.pages, *target.Page, true) == nil {
		return "page"
	}
	return ""
}

func cancelImport(c *call, org *organization, run *orgs.ImportRun) (response, error) {
	switch {
	case isActive(run):
		run.Status, run.UpdatedAt = orgs.ImportStatusCancelled, new(c.now())
	case c.enabled(ruleImportEnded):
		return response{}, invalid("importRunId",
			"a run that has not ended", string(run.Status), ruleImportEnded)
	}
	return respondOK(c.showImport(org, run))
}

// addImport adds a run and generates the fields that are not set, except for the ID.
func (st *state) addImport(org *organization, run orgs.ImportRun) *orgs.ImportRun {
	run.URLs = orNew(run.URLs, orgs.ImportRunURLs{})
	st.fillCommon(&run, "import-run", "org", org.data.ID, "imports", run.ID)
	fill(&run.Status, orgs.ImportStatusPending)
	run.Site = nil
	org.imports.Add(run.ID, &run)
	return &run
}

// showImport returns a run as it appears in responses, with the site of its space if there is one.
func (c *call) showImport(org *organization, run *orgs.ImportRun) orgs.ImportRun {
	shown := *run
	if with := c.sitesWith(org, run.Target.Space); len(with) == 1 {
		shown.Site = &with[0].data.ID
	}
	return shown
}

// Add adds a run to an organization and returns it. Target.Space is required; other fields that are
// not set are generated, and Site is derived from the space.
func (s OrgImports) Add(orgID string, seed orgs.ImportRun) orgs.ImportRun {
	server := open(s.server)
	return importKind.add(server, seed, func(org *organization, seed orgs.ImportRun) *orgs.ImportRun {
		server.mistakeIf(seed.Target == nil || server.state.missingTarget(org, *seed.Target) != "",
			"want a target that exists")
		seed.Source = orNew(seed.Source, orgs.ImportSource{
			Type: orgs.ImportSourceTypeWebsite, URL: new("https://import.example.com"),
		})
		server.accept(server.limit("Orgs.Imports.Create", seed))
		return server.state.addImport(org, seed)
	}, orgID)
}

// All returns the runs of an organization, in the order in which they were created.
func (s OrgImports) All(orgID string) []orgs.ImportRun {
	return importKind.all(open(s.server), orgID)
}

// Start begins a pending run and returns the run. The service begins it after a while.
func (s OrgImports) Start(orgID, importRunID string) orgs.ImportRun {
	return s.change(orgID, importRunID, orgs.ImportStatusInProgress,
		func(run *orgs.ImportRun) { run.StartedAt = run.UpdatedAt })
}

// Complete completes a run that has not ended, with the given pages as its result, and returns the
// run. The content of the space does not change.
func (s OrgImports) Complete(orgID, importRunID string, pages ...orgs.ImportedPage) orgs.ImportRun {
	return s.change(orgID, importRunID, orgs.ImportStatusCompleted,
		func(run *orgs.ImportRun) { run.CompletedAt, run.Pages = run.UpdatedAt, clone(pages) })
}

// Fail ends a run that has not ended with a reason for the failure, and returns the run.
func (s OrgImports) Fail(orgID, importRunID, reason string) orgs.ImportRun {
	return s.change(orgID, importRunID, orgs.ImportStatusFailed,
		func(run *orgs.ImportRun) { run.Reason = &reason })
}

// change gives a run another status, and then calls set. It is a mistake of the test if the run has
// ended or has the status already.
func (s OrgImports) change(
	orgID, importRunID string, to orgs.ImportStatus, set func(run *orgs.ImportRun),
) orgs.ImportRun {
	return importKind.edit(open(s.server), func(_ *organization, run *orgs.ImportRun) {
		open(s.server).mistakeIf(!isActive(run) || run.Status == to,
			"the run %q is already %s", importRunID, run.Status)
		run.Status, run.UpdatedAt = to, new(open(s.server).state.now())
		set(run)
	}, orgID, importRunID)
}
