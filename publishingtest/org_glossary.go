package publishingtest

import (
	"fmt"
	"maps"
	"net/http"
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var (
	ruleGlossaryOrder     = newUndecidedRule("orgs.translations.glossary.list.order", "a glossary is listed in the order of creation; without the rule, the latest first")
	ruleGlossaryLanguages = newUndecidedRule("orgs.translations.glossary.update.languages", "the terms of a glossary are in known languages, or the response is 400; without the rule, any language is accepted")
	ruleGlossaryAll       = newUndecidedRule("orgs.translations.glossary.update.all-or-none", "if an update of a glossary is rejected, none of its operations is applied; without the rule, those before the rejected one are")
	ruleGlossaryReplaces  = newUndecidedRule("orgs.translations.glossary.update.replaces", "an update of an entry of a glossary replaces its terms; without the rule, it keeps those in other languages")
	ruleGlossaryAbsent    = newUndecidedRule("orgs.translations.glossary.update.absent-400", "an update or a delete of an entry of a glossary that does not exist returns 400; without the rule, it returns 404")
)

// The operations on glossaries.
var _ = declare(operations{
	"Orgs.Translations.Glossary.List":   {handle: glossaryKind.list},
	"Orgs.Translations.Glossary.Update": {onOrganization(updateGlossary), limits.Table{limits.BodyOf[orgs.TranslationGlossaryUpdate]()}},
	"Orgs.Translations.Glossary.Get":    {handle: glossaryKind.get},
})

// glossaryKind is the resource kind for entries of glossaries.
var glossaryKind = &kind[*organization, orgs.GlossaryEntry, orgs.GlossaryEntry]{
	name: "glossary entry", param: "glossaryEntryId", in: organizationKind.scope(),
	table: func(org *organization) *ordered.Table[*orgs.GlossaryEntry] { return &org.glossary },
	show: func(_ *call, _ *organization, entry *orgs.GlossaryEntry) orgs.GlossaryEntry {
		return *entry
	},
	oldest: ruleGlossaryOrder,
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
		return byRule(
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
	entry.Object = "glossary-entry"
	if entry.Translations == nil {
		entry.Translations = map[api.Language]string{}
	}
	entry.CreatedAt = orElse(entry.CreatedAt, st.now())
	entry.UpdatedAt = orElse(entry.UpdatedAt, entry.CreatedAt)
	entry.URLs.Location = orElse(entry.URLs.Location,
		st.location("orgs", org.data.ID, "translations-glossary", entry.ID))
	org.glossary.Add(entry.ID, &entry)
	return &entry
}

// Add adds an entry to the glossary of an organization and returns it. Fields that are
// not set are generated, except for Translations.
func (s OrgTranslationGlossary) Add(orgID string, seed orgs.GlossaryEntry) orgs.GlossaryEntry {
	return glossaryKind.add(s.server, seed, func(org *organization, seed orgs.GlossaryEntry) *orgs.GlossaryEntry {
		insert := orgs.GlossaryOperation{
			Type: orgs.GlossaryOperationTypeInsert, Translations: seed.Translations,
		}
		s.accept(
			s.limitWhole("Orgs.Translations.Glossary.Update",
				orgs.TranslationGlossaryUpdate{Operations: []orgs.GlossaryOperation{insert}}),
			s.state.checkTerms("translations", seed.Translations),
		)
		seed.ID = s.seedID("glossary-entry", seed.ID)
		return s.state.addGlossaryEntry(org, seed)
	}, orgID)
}

// All returns the glossary of an organization, in the order in which its entries were
// created.
func (s OrgTranslationGlossary) All(orgID string) []orgs.GlossaryEntry {
	return glossaryKind.all(s.server, orgID)
}
