package publishingtest

import (
	"fmt"
	"iter"
	"strings"
	"unicode"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleSpace    = behaviour("space.absent-404", "a path with a space that does not exist is answered with 404")
	ruleShareKey = behaviour("spaces.get.share-key", "the share key of an active share link resolves the published URL of a space on a share-link site")
)

// Page is a page to seed.
type Page struct {
	ID          string // "" for one like "page_1"
	Title       string
	Slug        string // "" for one made of the title
	Description string
	Sections    []Section
	Pages       []Page // below this one
}

// Section is a part of a page to seed.
type Section struct {
	ID    string // "" for one like "section_1"
	Title string
	Body  string // Markdown
}

// space is a space with its pages.
type space struct {
	data  spaces.Space
	pages []*contentPage
}

// contentPage is a page of a space.
type contentPage struct {
	seed  Page // without the pages below
	path  string
	below []*contentPage
}

func (r *request) space() (*space, error) { return find(r, &r.spaces, "spaceId", ruleSpace) }

func onSpace(handle func(r *request, sp *space) (answer, error)) handler {
	return with((*request).space, handle)
}

func getSpace(r *request, sp *space) (answer, error) {
	return ok(r.showSpace(sp, r.query.Get("shareKey")))
}

func listSpaces(r *request, org *organization) (answer, error) {
	return page(r, r.spaces.all(), func(sp *space) (spaces.Space, bool) {
		return r.showSpace(sp, ""), sp.data.Organization == org.data.ID
	})
}

// showSpace is a space as the service shows it.
func (st *state) showSpace(sp *space, shareKey string) spaces.Space {
	shown := sp.data
	if shown.URLs.Published == nil {
		shown.URLs.Published = st.publishedSpace(sp, shareKey)
	}
	return shown
}

// publishedSpace is the address of a space on the first published site that has it and shows it to the caller, nil when there is none.
func (st *state) publishedSpace(sp *space, shareKey string) *string {
	org, ok := st.organizations.get(sp.data.Organization)
	if !ok {
		return nil
	}
	for _, shows := range org.sites.all() {
		published := shows.published()
		if published == nil || !shows.has(sp.data.ID) {
			continue
		}
		if shows.data.Visibility != sites.VisibilityShareLink {
			return published
		}
		if link := shows.linkWithKey(shareKey); link != nil && !st.config.off[string(ruleShareKey)] {
			return link
		}
	}
	return nil
}

// AddSpace adds a space with its pages to an organization and returns it as the service shows it. Fields that are not set are made up.
func (s *Server) AddSpace(organizationID string, seed spaces.Space, pages ...Page) spaces.Space {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seedOrganization(organizationID)
	seed.Object = "space"
	seed.ID = s.seedID("space", seed.ID)
	seed.Title = orElse(seed.Title, "Space "+seed.ID)
	seed.Organization = organizationID
	seed.Visibility = orElse(seed.Visibility, spaces.VisibilityPrivate)
	seed.CreatedAt = orElse(seed.CreatedAt, s.state.now())
	seed.UpdatedAt = orElse(seed.UpdatedAt, seed.CreatedAt)
	seed.MergeRules.Type = orElse(seed.MergeRules.Type, spaces.MergeRulesTypeInherit)
	seed.Revision = orElse(seed.Revision, s.state.newID("revision"))
	seed.Permissions = orElse(seed.Permissions, spaces.Permissions{
		View: true, Access: true, Admin: true, ViewInviteLinks: true, Edit: true,
		TriggerGitSync: true, Comment: true, Merge: true, Review: true, InstallIntegration: true,
	})
	if seed.EditMode == nil {
		seed.EditMode = new(spaces.EditModeLive)
	}
	if seed.DefaultLevel == nil {
		seed.DefaultLevel = new(api.RoleRead)
	}
	seed.URLs.Location = orElse(seed.URLs.Location, s.state.location("spaces", seed.ID))
	seed.URLs.App = orElse(seed.URLs.App, address(appURL, "o", organizationID, "s", seed.ID))
	s.state.spaces.add(seed.ID, &space{data: seed, pages: s.seedPages("", pages)})
	return s.state.showSpace(known(s, &s.state.spaces, "space", seed.ID), "")
}

// seedPages makes pages below a path.
func (s *Server) seedPages(parent string, seeds []Page) []*contentPage {
	slugs := map[string]bool{}
	var made []*contentPage
	for _, seed := range seeds {
		p := &contentPage{seed: seed}
		p.seed.ID = s.seedID("page", seed.ID)
		p.seed.Slug = orElse(seed.Slug, slugOf(seed.Title, slugs))
		slugs[p.seed.Slug] = true
		p.path = strings.TrimPrefix(parent+"/"+p.seed.Slug, "/")
		p.seed.Sections = nil
		for _, section := range seed.Sections {
			section.ID = s.seedID("section", section.ID)
			p.seed.Sections = append(p.seed.Sections, section)
		}
		p.seed.Pages = nil
		p.below = s.seedPages(p.path, seed.Pages)
		made = append(made, p)
	}
	return made
}

// slugOf makes a slug of a title that is none of those taken.
func slugOf(title string, taken map[string]bool) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	slug := orElse(strings.Join(words, "-"), "page")
	for n, first := 2, slug; taken[slug]; n++ {
		slug = fmt.Sprintf("%s-%d", first, n)
	}
	return slug
}

// readingOrder yields pages and those below them.
func readingOrder(pages []*contentPage) iter.Seq[*contentPage] {
	return func(yield func(*contentPage) bool) {
		var walk func(pages []*contentPage) bool
		walk = func(pages []*contentPage) bool {
			for _, p := range pages {
				if !yield(p) || !walk(p.below) {
					return false
				}
			}
			return true
		}
		walk(pages)
	}
}

// Spaces returns the spaces of an organization as the service shows them, in the order they were made.
func (s *Server) Spaces(organizationID string) []spaces.Space {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seedOrganization(organizationID)
	var own []spaces.Space
	for sp := range s.state.spacesOf(organizationID) {
		own = append(own, s.state.showSpace(sp, ""))
	}
	return own
}

// spacesOf yields the spaces of an organization.
func (st *state) spacesOf(organizationID string) iter.Seq[*space] {
	return func(yield func(*space) bool) {
		for _, sp := range st.spaces.all() {
			if sp.data.Organization == organizationID && !yield(sp) {
				return
			}
		}
	}
}
