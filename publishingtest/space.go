package publishingtest

import (
	"iter"
	"net/http"
	"slices"
	"strings"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleEmojiIconNull = newRule("spaces.update.emoji-icon-null", "a null emoji comes with a null icon, and a null icon with a null emoji")
	ruleEmojiOrIcon   = newUndecidedRule("spaces.update.emoji-or-icon", "a new emoji removes the icon of a space, and a new icon its emoji; without the rule, a space has both")
	ruleRestoreLate   = newUndecidedRule("spaces.restore.late-404", "a restore of a space after these 7 days returns 404; without the rule, 412")
	ruleSpaceListed   = newSeenRule("spaces.list.partial", "the spaces in lists have neither counts nor permissions; without the rule, they have all fields")
	ruleRestoreLive   = newUndecidedRule("spaces.restore.live-409", "a restore of a space that is not deleted returns 409; without the rule, the space")
	ruleEmoji         = newUndecidedRule("space.emoji", "a space that was given no emoji has a default one; without the rule, none")
	ruleSpaceCreated  = newUndecidedRule("spaces.duplicate.content", "a duplicate has the content of the space in a first revision of its own, and none of the change requests and permissions; without the rule, it has no content")
)

// defaultEmoji is the emoji of a space that was created without one.
const defaultEmoji = "1f4c4"

// restoreTime is the time during which a deleted space can be restored.
const restoreTime = 7 * 24 * time.Hour

// The operations on spaces.
var _ = declare(operations{
	"Spaces.Get":  {handle: spaceKind.get},
	"Spaces.List": {handle: onOrganization(listSpaces)},
	"Spaces.Update": {onSpace(updateSpace), append(limits.Table{
		limits.BodyOf(spaces.Update{}, "language", "mergeRules"),
		limits.Body("title", limits.FromDescription(limits.Chars(0, 50))),
		limits.Body("emoji", limits.FromDescription(limits.Chars(0, 50))),
		limits.Body("icon", limits.FromDescription(limits.Chars(0, 2048)),
			limits.FromDescription(limits.URI)),
	}, mergeRuleLimits("inherit", "rules", "none")...)},
	"Spaces.Delete":    {handle: spaceKind.delete},
	"Spaces.Restore":   {handle: restoreSpace},
	"Spaces.Duplicate": {handle: onSpace(duplicateSpace)},
})

// space is a space with its content and its permissions.
type space struct {
	data      spaces.Space
	main      *revision
	revisions []*revision              // revisions of the main content; the last one is main
	kept      ordered.Table[*revision] // all revisions, including those of change requests
	numbers   int64                    // number of the latest change request
	numbered  map[int64]*changeRequest // the first change request with each number
	grants    grants
	git       gitSpace
	discussed
}

// spaceKind is the resource kind for spaces.
var spaceKind = &kind[*state, space, spaces.Space]{
	name: "space", param: "spaceId", in: everywhere,
	table: func(st *state) *ordered.Table[*space] { return &st.spaces },
	show: func(c *call, _ *state, sp *space) spaces.Space {
		return c.showSpace(sp, c.query.Get("shareKey"))
	},
	remove: discardSpace,
}

var onSpace = on(spaceKind.of)

func updateSpace(c *call, sp *space) (response, error) {
	in := input[spaces.Update](c)
	if in.Emoji.IsNull() != in.Icon.IsNull() && c.enabled(ruleEmojiIconNull) {
		return response{}, invalid("emoji", "null together with icon", nil, ruleEmojiIconNull)
	}
	if in.Emoji.IsNull() || in.Icon.IsNull() {
		sp.data.Emoji, sp.data.URLs.Icon = nil, nil
	}
	merge(&sp.data, in) // a null level is that of guests
	if !in.Emoji.IsZero() && c.enabled(ruleEmojiOrIcon) {
		sp.data.URLs.Icon = nil
	}
	if icon, given := in.Icon.Get(); given {
		sp.data.URLs.Icon = &icon
		if c.enabled(ruleEmojiOrIcon) {
			sp.data.Emoji = nil
		}
	}
	sp.data.UpdatedAt = c.now()
	return respondOK(c.showSpace(sp, ""))
}

// discardSpace moves a space to the trash when it is deleted, so that it can be restored.
func discardSpace(c *call, st *state, sp *space) {
	sp.data.DeletedAt = new(c.now())
	st.spaces.Remove(sp.data.ID) // before its site spaces pass on the default
	st.tree.Remove(sp.data.ID)
	st.trash.Add(sp.data.ID, sp)
	if c.enabled(ruleContentDeleted) {
		c.uninstallFrom(onSpaces, sp.data.ID)
	}
	for s := range st.placements[sp.data.ID] {
		for placed := range s.spaces.Values() {
			if placed.space == sp.data.ID {
				c.passDefault(s, placed)
			}
		}
	}
}

func restoreSpace(c *call) (response, error) {
	id := c.param("spaceId")
	if sp, live := c.spaces.Get(id); live {
		if c.enabled(ruleRestoreLive) {
			return response{}, fail(http.StatusConflict,
				"spaceId: want a deleted space, got %q [%s]", id, ruleRestoreLive)
		}
		return respondOK(c.showSpace(sp, ""))
	}
	sp, ok := c.trash.Get(id)
	if !ok {
		return response{}, notFound("spaceId", id)
	}
	if c.now().Sub(*sp.data.DeletedAt) >= restoreTime {
		return response{}, byRule[error](c.state, ruleRestoreLate,
			notFound("spaceId", id), fail(http.StatusPreconditionFailed,
				"spaceId: want a space that was deleted in the last 7 days, got %q", id))
	}
	sp.data.DeletedAt = nil
	c.trash.Remove(id)
	c.spaces.Add(id, sp, sp.data.Organization)
	c.addNode(treeNode{space: sp})
	return respondOK(c.showSpace(sp, ""))
}

func duplicateSpace(c *call, sp *space) (response, error) {
	created := c.duplicate(sp)
	return respondCreated(c.showSpace(created, ""), created.data.URLs.Location)
}

// duplicate adds a copy of a space.
func (c *call) duplicate(sp *space) *space {
	from := sp.data
	data := spaces.Space{
		ID: c.newID("space"), Title: from.Title + " (copy)", Organization: from.Organization,
		Parent: from.Parent, Emoji: from.Emoji, Visibility: from.Visibility,
		EditMode: from.EditMode, MergeRules: from.MergeRules, Language: from.Language,
		DefaultLevel: from.DefaultLevel, URLs: spaces.URLs{Icon: from.URLs.Icon},
	}
	created := c.addSpace(data,
		byRule(c.state, ruleSpaceCreated, sp.main.revisionContent, revisionContent{}))
	created.data.DefaultLevel = from.DefaultLevel // the level may be null
	return created
}

func listSpaces(c *call, org *organization) (response, error) {
	list := c.spaces.Group(org.data.ID).List().Where(
		when(c.seesSome(), func(sp *space) bool { return c.sees(treeNode{space: sp}) }),
	)
	return respondPage(c, list, c.showListedSpace)
}

// showListedSpace returns a space as it appears in lists.
func (st *state) showListedSpace(sp *space) spaces.Space {
	shown := st.showSpace(sp, "")
	if st.enabled(ruleSpaceListed) {
		shown.Comments, shown.ChangeRequests, shown.Permissions = nil, nil, nil
		shown.ChangeRequestsOpen, shown.ChangeRequestsDraft = nil, nil
	}
	return shown
}

// showSpace returns a space as it appears in responses.
func (st *state) showSpace(sp *space, shareKey string) spaces.Space {
	shown := sp.data
	if shown.Emoji == nil && st.enabled(ruleEmoji) {
		shown.Emoji = new(defaultEmoji)
	}
	if shown.URLs.Published == nil {
		shown.URLs.Published = st.publishedSpace(sp, shareKey)
	}
	comments, total := sp.openComments(), int64(0)
	in := map[changerequests.Status]int64{}
	for cr := range st.changeRequestsOf(sp).Values() {
		comments += cr.openComments()
		total++
		in[cr.data.Status]++
	}
	shown.Comments = sum(shown.Comments, comments)
	shown.ChangeRequests = sum(shown.ChangeRequests, total)
	shown.ChangeRequestsOpen = sum(shown.ChangeRequestsOpen, in[changerequests.StatusOpen])
	shown.ChangeRequestsDraft = sum(shown.ChangeRequestsDraft, in[changerequests.StatusDraft])
	return shown
}

// sum adds a count to that of a seed.
func sum(seed *int64, count int64) *int64 { return new(*orNew(seed, 0) + count) }

// publishedSpace returns the URL of a space on a site. It uses the first published site that
// contains the space and that the caller can see. It returns nil if there is no such site.
func (st *state) publishedSpace(sp *space, shareKey string) *string {
	for _, shows := range st.sitesWith(st.organizationOf(sp), sp.data.ID) {
		if published := shows.addressOf(shows.withSpace(sp.data.ID), shows.visible(shareKey)); published != nil {
			return published
		}
	}
	return nil
}

// Add adds a space with its pages to an organization and returns it. Fields that are not set are
// generated. The server adds the counts of comments and change requests in the seed to its own
// counts. If GitSync is set, the content has Git metadata. The server stores and returns
// MergeRules, but does not enforce them.
func (s Spaces) Add(orgID string, seed spaces.Space, pages ...Page) spaces.Space {
	server := open(s.server)
	defer server.mu.hold()()
	seed = clone(seed)
	organizationKind.seeded(server, orgID)
	server.agrees("Organization", seed.Organization, orgID)
	fill(&seed.MergeRules.Type, api.MergeRulesTypeInherit)
	server.accept(
		server.limit("Spaces.Update", seed),
		server.limit("Spaces.Update", spaces.Update{Icon: nullable(seed.URLs.Icon)}),
		server.state.checkParent(orgID, seed.Parent),
	)
	server.acceptSources(pages)
	return clone(server.state.showSpace(server.createSpace(orgID, seed, clone(pages)), ""))
}

// createSpace adds a space with pages.
func (s *server) createSpace(orgID string, seed spaces.Space, pages []Page) *space {
	seed.ID = s.seedID("space", seed.ID)
	fill(&seed.Title, "Space "+seed.ID)
	seed.Organization = orgID
	return s.state.addSpace(seed,
		revisionContent{pages: s.state.newPages("", pages, map[string]bool{}, s.seedID)})
}

// addSpace adds a space, which must have an ID, a title and an organization. Other fields that are
// not set are generated.
func (st *state) addSpace(data spaces.Space, has revisionContent) *space {
	st.fillCommon(&data, "space", "spaces", data.ID)
	fill(&data.Visibility, spaces.VisibilityPrivate)
	fill(&data.MergeRules.Type, api.MergeRulesTypeInherit)
	st.fillID(&data.Revision, "revision")
	st.taken[data.Revision] = true
	data.Permissions = orNew(data.Permissions, spaces.Permissions{
		View: true, Access: true, Admin: true, ViewInviteLinks: true, Edit: true,
		TriggerGitSync: true, Comment: true, Merge: true, Review: true, InstallIntegration: true,
	})
	data.EditMode = orNew(data.EditMode, spaces.EditModeLive)
	data.DefaultLevel = orNew(data.DefaultLevel, spaces.LevelInherit)
	fill(&data.URLs.App, address(appURL, "o", data.Organization, "s", data.ID))
	first := &revision{
		id: data.Revision, kind: spaces.RevisionTypeEdits,
		created: data.CreatedAt, revisionContent: has,
	}
	sp := &space{data: data, main: first, revisions: []*revision{first}, numbers: *orNew(data.ChangeRequests, 0)}
	sp.kept.Add(first.id, first)
	st.spaces.Add(data.ID, sp, data.Organization)
	st.addNode(treeNode{space: sp})
	return sp
}

// All returns the spaces of an organization, in the order in which they were created or restored.
func (s Spaces) All(orgID string) []spaces.Space {
	return allIn(open(s.server), spaceKind, orgID)
}

// organizationOf returns the organization of a space. Organizations are never removed.
func (st *state) organizationOf(sp *space) *organization {
	org, _ := st.organizations.Get(sp.data.Organization)
	return org
}

// spacesOf iterates over the spaces of an organization.
func (st *state) spacesOf(orgID string) iter.Seq[*space] {
	return st.spaces.Group(orgID).Values()
}

// mergeRuleLimits limits the merge rules of an update to the given types.
func mergeRuleLimits(types ...string) limits.Table {
	return limits.Table{
		limits.Body("mergeRules", limits.FromDescription(withRules)),
		limits.Body("mergeRules.type", limits.FromDescription(limits.OneOf(types...))),
		limits.Body(
			"mergeRules.rules[]",
			limits.FromDescription(ofMergeRule("users", "users",
				"require_specific_reviewers", "require_one_of_specific_reviewers", "allow_bypass")),
			limits.FromDescription(ofMergeRule("expression", "an expression", "custom")),
		),
		limits.Body("mergeRules.rules[].expression", limits.FromDescription(limits.Chars(0, 1024))),
	}
}

// withRules requires the field "rules" if the type of the merge rules is "rules".
var withRules = limits.Check{Want: "rules when the type is rules", Accepts: func(v any) bool {
	merging, ok := v.(map[string]any)
	_, given := merging["rules"]
	return !ok || given || merging["type"] != "rules"
}}

// ofMergeRule requires merge rules of certain kinds to have a field.
func ofMergeRule(field, want string, kinds ...string) limits.Check {
	return limits.Check{Want: want + " with the rules " +
		strings.Join(kinds, ", "), Accepts: func(v any) bool {
		merging, ok := v.(map[string]any)
		kind, _ := merging["rule"].(string)
		_, given := merging[field]
		return !ok || given || !slices.Contains(kinds, kind)
	}}
}

// levels are the default levels of content: the roles, and "inherit".
var levels = limits.OneOf("admin", "create", "review", "edit", "comment", "read", "inherit")

var (
	ruleCreateCaller = ofCallers(newUndecidedRule("spaces.create.caller-403", "a caller without the role admin or create in the parent of a new space, or in the organization if it has none, gets 403; without the rule, any caller creates one"))
	ruleCreateParent = newUndecidedRule("spaces.create.parent-404", "a new space whose parent is not a collection of the organization returns 404; without the rule, 400")
	ruleCreateOne    = newUndecidedRule("spaces.create.one", "a new space with both a template and a computed source returns 400; without the rule, the template fills it")
	ruleCreateTitle  = newUndecidedRule("spaces.create.untitled", `a new space without a title has the title "Untitled"; without the rule, its title is empty`)
	ruleCreateLocked = newSeenRule("spaces.create.edit-mode", "a new space without an edit mode is live")
	ruleCreateEmpty  = newUndecidedRule("spaces.create.empty", "a new space without a template and a computed source has no pages; without the rule, it has one")
)

// The operations that create spaces.
var _ = declare(operations{
	"Spaces.Create": {onOrganization(createSpace), slices.Concat(limits.Table{
		limits.BodyOf(spaces.Create{}),
		limits.Body("title", limits.Chars(0, 50)), limits.Body("emoji", limits.Chars(0, 50)),
	}, sourceLimits("computedSource", sourceOfPages...), templateLimits("template."))},
})

func createSpace(c *call, org *organization) (response, error) {
	in := input[spaces.Create](c)
	c.accept(c.mayCreateIn(org, in.Parent))
	if in.Parent != nil && !c.hasCollection(org.data.ID, *in.Parent) {
		return response{}, byRule[error](c.state, ruleCreateParent, notFound("parent", *in.Parent),
			invalid("parent", "a collection of the organization", *in.Parent, ""))
	}
	if in.Template != nil && in.ComputedSource != nil && c.enabled(ruleCreateOne) {
		return response{}, invalid("template",
			"none beside a computed source", in.Template.ID, ruleCreateOne)
	}
	var pages []Page
	switch {
	case in.Template != nil:
		pages = c.pagesOf(*in.Template, &revision{}, "template.")
	case in.ComputedSource != nil, publishing.Value(in.Empty), c.enabled(ruleCreateEmpty):
	default:
		pages = []Page{{Title: "Untitled"}}
	}
	data := spaces.Space{
		ID: c.newID("space"), Organization: org.data.ID,
		Title:    byRule(c.state, ruleCreateTitle, "Untitled", ""),
		EditMode: new(byRule(c.state, ruleCreateLocked, spaces.EditModeLive, spaces.EditModeLocked)),
	}
	merge(&data, in)
	created := c.addSpace(data,
		revisionContent{pages: c.newPages("", pages, map[string]bool{}, c.freshID)})
	if in.ComputedSource != nil && in.Template == nil {
		created.main.kind = spaces.RevisionTypeComputed
	}
	return respondCreated(c.showSpace(created, ""), created.data.URLs.Location)
}

// mayCreateIn rejects a caller who is not allowed to create a space in a collection. If the
// collection is nil or does not exist, it checks the organization instead.
func (c *call) mayCreateIn(org *organization, parent *string) error {
	role, _ := c.roleIn(org)
	if parent != nil {
		if col, ok := c.collections.Get(*parent); ok {
			role = c.roleOn(treeNode{collection: col})
		}
	}
	return c.mayCall(mayCreate(role), "the role admin or create", ruleCreateCaller)
}
