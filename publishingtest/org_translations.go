package publishingtest

import (
	"net/http"
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
	"Orgs.Translations.Create": {onOrganization(createTranslation), limits.Table{limits.BodyOf[orgs.TranslationCreate]("source.language", "language")}},
	"Orgs.Translations.Get":    {handle: translationKind.get},
	"Orgs.Translations.Update": {translationKind.on(putTranslation), limits.Table{limits.BodyOf[orgs.TranslationUpdate]()}},
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
	name: "translation", param: "translationId", in: organizationKind.scope(),
	table: func(org *organization) *ordered.Table[*translation] { return &org.translations },
	show:  func(_ *call, _ *organization, t *translation) orgs.Translation { return t.data },
}

func createTranslation(c *call, org *organization) (response, error) {
	in := input[orgs.TranslationCreate](c)
	if err := c.checkSpace("source.space", in.Source.Space, ruleTranslationSpace); err != nil {
		return response{}, err
	}
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
	data.Object = "translation"
	data.Status = orElse(data.Status, orgs.TranslationStatusPending)
	data.CreatedAt = orElse(data.CreatedAt, st.now())
	data.UpdatedAt = orElse(data.UpdatedAt, data.CreatedAt)
	data.Permissions = orElse(data.Permissions, orgs.TranslationPermissions{View: true, Edit: true})
	data.URLs.Location = orElse(data.URLs.Location,
		st.location("orgs", org.data.ID, "translations", data.ID))
	data.Instructions = orNew(data.Instructions,
		richtext.Document{Object: "document", Nodes: []richtext.Node{}})
	t := &translation{data: data}
	org.translations.Add(data.ID, t)
	return t
}

// Add adds a translation to an organization and returns it. Source.Space and Language are required.
// Other fields that are not set are generated, except for Result.
func (s OrgTranslations) Add(orgID string, seed orgs.Translation) orgs.Translation {
	return translationKind.add(s.server, seed, func(org *organization, seed orgs.Translation) *translation {
		seed.Source.Language = orElse(seed.Source.Language, api.LanguageEnglish)
		s.accept(
			s.limit("Orgs.Translations.Create", seed),
			s.state.checkSpaceOf(orgID, "source.space", seed.Source.Space, ruleTranslationSpace),
		)
		if seed.Language == "" {
			s.mistake("want a language, got none")
		}
		seed.ID = s.seedID("translation", seed.ID)
		return s.state.addTranslation(org, seed)
	}, orgID)
}

// Complete completes a run of a translation without errors and returns the translation. The service
// does this after a while. The result of the run is a new space of the organization with the given
// translated pages. The statistics contain the number of these pages and of their words, and the
// duration of the run in whole seconds.
func (s OrgTranslations) Complete(orgID, translationID string, pages ...Page) orgs.Translation {
	defer s.mu.hold()()
	pages = clone(pages)
	t := translationKind.seeded(s.server, orgID, translationID)
	title := ""
	if source, ok := s.state.spaces.Get(t.data.Source.Space); ok {
		title = source.data.Title + " (" + string(t.data.Language) + ")"
	}
	created := s.createSpace(orgID,
		spaces.Space{Title: title, Language: new(t.data.Language)}, pages).data
	now := s.state.now()
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
		for _, section := range p.Sections {
			texts = append(texts, section.Title, section.Body)
		}
		stats.LatestWords += int64(len(strings.Fields(strings.Join(texts, " "))))
		countWords(p.Pages, stats)
	}
}

// All returns the translations of an organization, in the order in which they were
// created.
func (s OrgTranslations) All(orgID string) []orgs.Translation {
	return translationKind.all(s.server, orgID)
}
