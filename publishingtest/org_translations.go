package publishingtest

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleTranslationSpace   = newUndecidedRule("orgs.translations.create.space-exists", "the source of a translation is a space of the organization; without the rule, any space is accepted")
	ruleTranslationPending = newUndecidedRule("orgs.translations.create.pending", "a new translation is pending until a call starts a run; without the rule, a run starts at once")
	ruleTranslationRun     = newUndecidedRule("orgs.translations.run.running", "a run sets the status of a translation to running; without the rule, its status changes when the run ends")
)

// The operations on translations.
var _ = declare(operations{
	"Orgs.Translations.List":   {handle: translationKind.list},
	"Orgs.Translations.Create": {onOrganization(createTranslation), limits.Table{limits.BodyOf(orgs.TranslationCreate{}, "source.language", "language")}},
	"Orgs.Translations.Get":    {handle: translationKind.get},
	"Orgs.Translations.Update": {translationKind.on(putTranslation), limits.Table{limits.BodyOf(orgs.TranslationUpdate{})}},
	"Orgs.Translations.Delete": {handle: inOrganization(translationKind.delete)},
	"Orgs.Translations.Run":    {handle: translationKind.on(runTranslation)},
})

// translation is the translation of a space into a language.
type translation struct {
	data    orgs.Translation
	started time.Time // start of the current run; zero if there is none
}

// translationKind is the resource kind for translations of organizations.
var translationKind = &kind[*organization, translation, orgs.Translation]{
	name: "translation", id: "translation", param: "translationId", in: organizationKind.scope(),
	table: func(org *organization) *ordered.Table[*translation] { return &org.translations },
	show:  func(_ *call, _ *organization, t *translation) orgs.Translation { return t.data },
}

func createTranslation(c *call, org *organization) (response, error) {
	in := input[orgs.TranslationCreate](c)
	c.accept(c.checkSpaceOf(org.data.ID, "source.space", in.Source.Space, ruleTranslationSpace))
	data := as[orgs.Translation](in)
	data.ID = c.newID("translation")
	t := c.addTranslation(org, data)
	if !c.enabled(ruleTranslationPending) {
		c.startRun(t)
	}
	return respondCreated(t.data, "")
}

func putTranslation(c *call, _ *organization, t *translation) (response, error) {
	merge(&t.data, input[orgs.TranslationUpdate](c))
	t.data.UpdatedAt = c.now()
	return respondOK(t.data)
}

func runTranslation(c *call, _ *organization, t *translation) (response, error) {
	c.startRun(t)
	return response{status: http.StatusNoContent}, nil
}

func (st *state) startRun(t *translation) {
	t.started = st.now()
	if st.enabled(ruleTranslationRun) {
		t.data.Status = orgs.TranslationStatusRunning
	}
}

func (st *state) addTranslation(org *organization, data orgs.Translation) *translation {
	st.fillCommon(&data, "translation", "orgs", org.data.ID, "translations", data.ID)
	fill(&data.Status, orgs.TranslationStatusPending)
	fill(&data.Permissions, orgs.TranslationPermissions{View: true, Edit: true})
	data.Instructions = orNew(data.Instructions,
		richtext.Document{Object: "document", Nodes: []richtext.Node{}})
	t := &translation{data: data}
	org.translations.Add(data.ID, t)
	return t
}

// Add adds a translation to an organization and returns it. Source.Space and Language are required.
// Other fields that are not set are generated, except for Result.
func (s OrgTranslations) Add(orgID string, seed orgs.Translation) orgs.Translation {
	server := open(s.server)
	return translationKind.add(server, seed, func(org *organization, seed orgs.Translation) *translation {
		fill(&seed.Source.Language, api.LanguageEnglish)
		server.accept(
			server.limit("Orgs.Translations.Create", seed),
			server.state.checkSpaceOf(orgID, "source.space", seed.Source.Space, ruleTranslationSpace),
		)
		server.mistakeIf(seed.Language == "", "want a language, got none")
		return server.state.addTranslation(org, seed)
	}, orgID)
}

// Complete completes a run of a translation without errors and returns the translation. The service
// does this after a while. The result of the run is a new space of the organization with the given
// translated pages. The statistics contain the number of these pages and of their words, and the
// duration of the run in whole seconds.
func (s OrgTranslations) Complete(orgID, translationID string, pages ...Page) orgs.Translation {
	server := open(s.server)
	defer server.mu.hold()()
	pages = clone(pages)
	t := translationKind.seeded(server, orgID, translationID)
	title := ""
	if source, ok := server.state.spaces.Get(t.data.Source.Space); ok {
		title = source.data.Title + " (" + string(t.data.Language) + ")"
	}
	created := server.createSpace(orgID,
		spaces.Space{Title: title, Language: new(t.data.Language)}, pages).data
	now := server.state.now()
	t.data.Status = orgs.TranslationStatusCompleted
	t.data.Result = &orgs.TranslationResult{Space: created.ID, Revision: created.Revision}
	t.data.UpdatedAt = now
	stats := &t.data.Stats
	stats.LatestPages, stats.LatestWords, stats.LatestRunDuration = 0, 0, 0
	countWords(pages, stats)
	if !t.started.IsZero() {
		stats.LatestRunDuration = now.Sub(t.started).Round(time.Second).Seconds()
		t.started = time.Time{}
	}
	stats.Runs++
	stats.TotalPages += stats.LatestPages
	stats.TotalWords += stats.LatestWords
	stats.TotalDuration += stats.LatestRunDuration
	return clone(t.data)
}

// countWords adds pages and their words to the statistics of the latest run.
func countWords(pages []Page, stats *orgs.TranslationStats) {
	for _, p := range pages {
		stats.LatestPages++
		texts := []string{p.Title, p.Description}
		for _, section := range p.withText().Sections {
			texts = append(texts, section.Title, section.Body)
		}
		stats.LatestWords += int64(len(strings.Fields(strings.Join(texts, " "))))
		countWords(p.Pages, stats)
	}
}

// All returns the translations of an organization, in the order in which they were created.
func (s OrgTranslations) All(orgID string) []orgs.Translation {
	return translationKind.all(open(s.server), orgID)
}

var (
	ruleGlossaryOrder     = newUndecidedRule("orgs.translations.glossary.list.order", "a glossary is listed in the order of creation; without the rule, the latest first")
	ruleGlossaryLanguages = newUndecidedRule("orgs.translations.glossary.update.languages", "the terms of a glossary are in known languages, or the response is 400; without the rule, any language is accepted")
	ruleGlossaryAll       = newUndecidedRule("orgs.translations.glossary.update.all-or-none", "if an update of a glossary is rejected, none of its operations is applied; without the rule, those before the rejected one are")
	ruleGlossaryReplaces  = newUndecidedRule("orgs.translations.glossary.update.replaces", "an update of an entry of a glossary replaces its terms; without the rule, it keeps those in other languages")
	ruleGlossaryAbsent    = newUndecidedRule("orgs.translations.glossary.update.absent-400", "an update or a delete of an entry of a glossary that does not exist returns 400; without the rule, it returns 404")
)

// The operations on glossaries.
var _ = declare(operations{
	"Orgs.Translations.Glossary.List":   {glossaryKind.list, limits.Table{limits.QueryOf(orgs.TranslationGlossaryListOptions{})}},
	"Orgs.Translations.Glossary.Update": {onOrganization(updateGlossary), limits.Table{limits.BodyOf(orgs.TranslationGlossaryUpdate{})}},
	"Orgs.Translations.Glossary.Get":    {handle: glossaryKind.get},
})

// glossaryKind is the resource kind for entries of glossaries.
var glossaryKind = &kind[*organization, orgs.GlossaryEntry, orgs.GlossaryEntry]{
	name: "glossary entry", id: "glossary-entry", param: "glossaryEntryId",
	table: func(org *organization) *ordered.Table[*orgs.GlossaryEntry] { return &org.glossary },
	show:  itself[*organization, orgs.GlossaryEntry],
	in:    organizationKind.scope(), oldest: ruleGlossaryOrder,
}

func updateGlossary(c *call, org *organization) (response, error) {
	deleted := map[string]bool{}
	operations := input[orgs.TranslationGlossaryUpdate](c).Operations
	for i, operation := range operations {
		if err := c.checkGlossaryOperation(org, fmt.Sprintf("operations[%d]", i), operation, deleted); err != nil {
			c.applyToGlossary(org, byRule(c.state, ruleGlossaryAll, nil, operations[:i]))
			return response{}, err
		}
	}
	c.applyToGlossary(org, operations)
	return response{status: http.StatusNoContent}, nil
}

// checkGlossaryOperation rejects an invalid operation. at is its place in the body. deleted
// contains the entries that earlier operations delete. If this operation deletes an entry,
// checkGlossaryOperation adds it to deleted.
func (c *call) checkGlossaryOperation(
	org *organization, at string, operation orgs.GlossaryOperation, deleted map[string]bool,
) error {
	inserts, deletes := operation.Type == orgs.GlossaryOperationTypeInsert, operation.Type == orgs.GlossaryOperationTypeDelete
	switch {
	case operation.ID == "" && !inserts:
		return invalid(at+".id", "a value", nil, "")
	case operation.Translations == nil && !deletes:
		return invalid(at+".translations", "a value", nil, "")
	}
	if err := c.checkTerms(at+".translations", operation.Translations); err != nil || inserts {
		return err
	}
	_, ok := org.glossary.Get(operation.ID)
	if !ok || deleted[operation.ID] {
		return byRule[error](
			c.state, ruleGlossaryAbsent,
			invalid(at+".id", "an entry of the glossary", operation.ID, ruleGlossaryAbsent),
			notFound(at+".id", operation.ID),
		)
	}
	deleted[operation.ID] = deletes
	return nil
}

// applyToGlossary applies operations, which must be valid.
func (c *call) applyToGlossary(org *organization, operations []orgs.GlossaryOperation) {
	for _, operation := range operations {
		switch operation.Type {
		case orgs.GlossaryOperationTypeInsert:
			c.addGlossaryEntry(org, orgs.GlossaryEntry{
				ID: c.newID("glossary-entry"), Translations: operation.Translations,
			})
		case orgs.GlossaryOperationTypeDelete:
			org.glossary.Remove(operation.ID)
		case orgs.GlossaryOperationTypeUpdate:
			entry, _ := org.glossary.Get(operation.ID)
			terms := maps.Clone(entry.Translations)
			if c.enabled(ruleGlossaryReplaces) {
				clear(terms)
			}
			maps.Copy(terms, operation.Translations)
			entry.Translations, entry.UpdatedAt = terms, c.now()
		}
	}
}

// checkTerms rejects a term in an unknown language.
func (st *state) checkTerms(at string, terms map[api.Language]string) error {
	for _, language := range slices.Sorted(maps.Keys(terms)) {
		if !slices.Contains(limits.Values[api.Language](), string(language)) &&
			st.enabled(ruleGlossaryLanguages) {
			return invalid(at, "known languages", string(language), ruleGlossaryLanguages)
		}
	}
	return nil
}

// addGlossaryEntry adds an entry to the glossary of an organization and generates the fields that
// are not set, except for the ID.
func (st *state) addGlossaryEntry(org *organization, entry orgs.GlossaryEntry) *orgs.GlossaryEntry {
	st.fillCommon(&entry, "glossary-entry", "orgs", org.data.ID, "translations-glossary", entry.ID)
	if entry.Translations == nil {
		entry.Translations = map[api.Language]string{}
	}
	org.glossary.Add(entry.ID, &entry)
	return &entry
}

// Add adds an entry to the glossary of an organization and returns it. Fields that are not set are
// generated, except for Translations.
func (s OrgTranslationGlossary) Add(orgID string, seed orgs.GlossaryEntry) orgs.GlossaryEntry {
	server := open(s.server)
	return glossaryKind.add(server, seed, func(org *organization, seed orgs.GlossaryEntry) *orgs.GlossaryEntry {
		insert := orgs.GlossaryOperation{
			Type: orgs.GlossaryOperationTypeInsert, Translations: seed.Translations,
		}
		server.accept(
			server.limitWhole("Orgs.Translations.Glossary.Update",
				orgs.TranslationGlossaryUpdate{Operations: []orgs.GlossaryOperation{insert}}),
			server.state.checkTerms("translations", seed.Translations),
		)
		return server.state.addGlossaryEntry(org, seed)
	}, orgID)
}

// All returns the glossary of an organization, in the order in which its entries were
// created.
func (s OrgTranslationGlossary) All(orgID string) []orgs.GlossaryEntry {
	return glossaryKind.all(open(s.server), orgID)
}
