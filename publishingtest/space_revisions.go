package publishingtest

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/spaces"
)

var rulePageKind = newRule("page.kind", "document, group and link pages also have the deprecated kind: sheet, group and link")

// The operations on revisions.
var _ = declare(operations{
	"Spaces.Revisions.Get":                       {onBranch(getContent), readingLimits},
	"Spaces.Revisions.Changes":                   {onBranch(getRevisionChanges), readingLimits},
	"Spaces.Revisions.Pages.Document":            {onPage(getPageDocument), limits.Table{limits.QueryOf(spaces.RevisionPageDocumentOptions{})}},
	"Spaces.Revisions.ReusableContents.Document": {inBranch((*call).reusable, getReusableDocument), limits.Table{limits.QueryOf(spaces.RevisionReusableContentDocumentOptions{})}},
})

// revision is the content of a branch at one point in time. The revision and everything in it are
// immutable.
type revision struct {
	revisionContent

	id         string
	kind       spaces.RevisionType
	created    time.Time
	parents    []string // the first is the previous revision
	mergedFrom *changeRequest
	git        *spaces.GitCommit // nil until an export sets it
}

// revisionContent is the content of a revision.
type revisionContent struct {
	pages     []*contentPage
	files     []spaces.File
	reusables []*reusableContent
}

// branch is a sequence of revisions: that of the main content of a space, or that of a change
// request. A branch with an end is read-only.
type branch struct {
	space         *space
	changeRequest *changeRequest // nil for the main content
	end           *revision      // last revision; nil means the newest
}

func (b branch) head() *revision {
	switch {
	case b.end != nil:
		return b.end
	case b.changeRequest != nil:
		return b.changeRequest.head
	default:
		return b.space.main
	}
}

func (cr *changeRequest) branch() branch { return branch{space: cr.space, changeRequest: cr} }

// branch returns the branch that the path identifies.
func (c *call) branch() branch {
	b := branch{space: spaceKind.of(c)}
	switch {
	case c.param("revisionId") != "":
		b.end = find(c, &b.space.kept, "revisionId")
	case c.param("changeRequestId") != "":
		b.changeRequest = c.changeRequest()
	}
	return b
}

var onBranch = on((*call).branch)

// inBranch returns a handler for an operation on a part of the content that the path identifies.
func inBranch[T any](
	find func(c *call, b branch) T,
	handle func(c *call, b branch, found T) (response, error),
) handler {
	return onBranch(func(c *call, b branch) (response, error) { return handle(c, b, find(c, b)) })
}

// commit makes a revision the head of a branch.
func (st *state) commit(b branch, next revision) *revision {
	next.id, next.created = st.newID("revision"), st.now()
	next.parents = slices.Concat([]string{b.head().id}, next.parents)
	b.space.kept.Add(next.id, &next)
	if b.changeRequest != nil {
		b.changeRequest.head, b.changeRequest.data.UpdatedAt = &next, next.created
		b.changeRequest.contribute(st.caller, changerequests.ActionTypeEdit, next.created)
		return &next
	}
	b.space.main = &next
	b.space.revisions = append(b.space.revisions, &next)
	b.space.data.Revision, b.space.data.UpdatedAt = next.id, next.created
	st.tellContent(b.space)
	return &next
}

// reading contains the options of a request that reads content.
type reading struct{ metadata, computed bool }

// inFull contains the default options.
var inFull = reading{metadata: true, computed: true}

func (c *call) reading() reading {
	how := inFull
	setIfGiven(&how.metadata, c.queryBool("metadata"))
	setIfGiven(&how.computed, c.queryBool("computed"))
	return how
}

func (st *state) showRevision(sp *space, rev *revision, how reading) spaces.Revision {
	shown := spaces.Revision{
		Object: "revision", ID: rev.id, Type: rev.kind,
		CreatedAt: rev.created, Parents: orNone(rev.parents),
		Pages: st.showPages(sp, rev.pages, how), Files: []spaces.File{},
		ReusableContents: []spaces.ReusableContent{},
		URLs:             spaces.RevisionURLs{App: address(sp.data.URLs.App, "revisions", rev.id)},
	}
	for _, f := range rev.files {
		shown.Files = append(shown.Files, showFile(sp, f, how))
	}
	for _, rc := range rev.reusables {
		shown.ReusableContents = append(shown.ReusableContents, showReusable(sp, rc, how))
	}
	if how.metadata {
		shown.Git = sp.commitOf(rev)
	}
	shown.MergedFrom = st.showMerged(rev)
	return shown
}

// showMerged returns the change request whose merge created a revision, or nil if the revision is
// not a merge.
func (st *state) showMerged(rev *revision) api.Raw {
	if rev.mergedFrom == nil {
		return nil
	}
	encoded, _ := jsonx.Marshal(st.showChangeRequest(rev.mergedFrom)) // a change request can be encoded
	return encoded
}

// gitOID returns an ID for an object in a Git repository, derived from kind and id.
func gitOID(kind, id string) string {
	sum := sha256.Sum256([]byte(kind + " " + id))
	return hex.EncodeToString(sum[:20])
}

// showPages returns sibling pages as they appear in responses.
func (st *state) showPages(sp *space, pages []*contentPage, how reading) []spaces.Page {
	return st.showComputed(sp, nil, pages, how)
}

// showComputed is like showPages, but for pages that are computed from source, which may be nil.
func (st *state) showComputed(
	sp *space, source *contentPage, pages []*contentPage, how reading,
) []spaces.Page {
	shown := []spaces.Page{}
	for _, p := range pages {
		if p.computed() && how.computed {
			shown = append(shown, st.showComputed(sp, p, p.below, how)...)
		} else {
			shown = append(shown, st.showPage(sp, source, p, how))
		}
	}
	return shown
}

// documentSource returns the source from which the text of a page is computed. The page itself is
// computed from source.
func documentSource(sp *space, source, p *contentPage) *spaces.Computed {
	text := *source.seed.Computed
	switch text.Type {
	case spaces.ComputedTypeOpenAPI:
		text.Props, _ = jsonx.Marshal(map[string]string{"doc": "operations", "page": p.seed.ID}) // a map of strings can be encoded
	case spaces.ComputedTypeTranslation:
		text.Props, _ = jsonx.Marshal(map[string]string{"space": sp.data.ID, "document": p.documentID()})
		text.Dependencies = nil
	default: // an integration has the same source for the page and its text
	}
	return &text
}

// computedSeed returns the seed of a computed result. The seed distinguishes it from other results
// of the same source.
func computedSeed(id string) string { return gitOID("seed", id) }

// pageKinds contains the deprecated kind of each type of page. A computed page has no kind.
var pageKinds = map[spaces.PageType]string{
	spaces.PageTypeDocument: "sheet", spaces.PageTypeGroup: "group", spaces.PageTypeLink: "link",
}

// showPage returns a page as it appears in responses, without its text. source is the computed page
// from which the page is computed, or nil.
func (st *state) showPage(sp *space, source, p *contentPage, how reading) spaces.Page {
	shown := spaces.Page{
		ID: p.seed.ID, Title: p.seed.Title, Type: p.seed.Type,
		CreatedAt: &p.created, UpdatedAt: &p.updated, Emoji: filled(p.seed.Emoji),
	}
	if kind := pageKinds[p.seed.Type]; kind != "" && st.enabled(rulePageKind) {
		shown.Extra = map[string]api.Raw{"kind": api.Raw(strconv.Quote(kind))}
	}
	switch p.seed.Type {
	case spaces.PageTypeComputed:
		shown.Computed = p.seed.Computed
		return shown
	case spaces.PageTypeLink:
		shown.Target = p.seed.Target
		if p.seed.Target != nil {
			shown.Href = p.seed.Target.URL
		}
		return shown
	case spaces.PageTypeDocument, spaces.PageTypeGroup:
	}
	shown.Slug, shown.Path = &p.seed.Slug, &p.path
	shown.Pages = st.showComputed(sp, source, p.below, how)
	shown.Hidden = filled(p.seed.Hidden)
	if p.seed.Type == spaces.PageTypeGroup {
		return shown
	}
	shown.URLs = &spaces.PageURLs{App: pageURL(sp, p)}
	shown.Description, shown.Icon, shown.Condition = filled(p.seed.Description), filled(p.seed.Icon), filled(p.seed.Condition)
	shown.NoIndex, shown.NoRobotsIndex = filled(p.seed.NoIndex), filled(p.seed.NoRobotsIndex)
	shown.MetaLinks = p.seed.MetaLinks
	if source != nil && source.seed.Computed != nil {
		shown.Computed, shown.ComputedSeed = documentSource(sp, source, p), new(computedSeed(p.seed.ID))
	} else {
		shown.DocumentID = new(p.documentID())
	}
	shown.Cover = p.seed.Cover
	shown.Layout = &spaces.PageLayout{
		Width: "default", CoverSize: "full", Cover: p.seed.Cover != nil, Title: true, Description: true,
		TableOfContents: true, Outline: true, Pagination: true, Metadata: true,
	}
	if sp.data.GitSync != nil && how.metadata {
		shown.Git = &spaces.GitBlob{OID: gitOID("page "+p.seed.ID, p.markdown()), Path: p.path + ".md"}
	}
	return shown
}

func pageURL(sp *space, p *contentPage) string {
	return address(sp.data.URLs.App, "pages", p.seed.ID)
}

// filled returns a pointer to a value, or nil if the value is zero.
func filled[T comparable](v T) *T {
	if v == *new(T) {
		return nil
	}
	return &v
}

// All returns the revisions of the main content of a space, starting with the oldest.
func (s SpaceRevisions) All(spaceID string) []spaces.Revision {
	server := open(s.server)
	defer server.mu.hold()()
	sp := spaceKind.seeded(server, spaceID)
	return values(slices.Values(sp.revisions), func(rev *revision) spaces.Revision {
		return server.state.showRevision(sp, rev, inFull)
	})
}

var (
	ruleChanges      = newUndecidedRule("spaces.revisions.changes.compared", "the changes of a revision are its differences from its first parent; without a parent, they are all of its content; without the rule, it then has none")
	ruleChangesRange = newUndecidedRule("changes.limit.range", "the limit of changes is a number from 0; without the rule, any other is ignored")
)

const changesByDefault = 10

func getRevisionChanges(c *call, b branch) (response, error) {
	rev := b.head()
	before := byRule(c.state, ruleChanges, &revision{}, rev)
	if len(rev.parents) > 0 {
		if parent, ok := b.space.kept.Get(rev.parents[0]); ok {
			before = parent
		}
	}
	return c.respondChanges(b.space, before, rev)
}

func getChanges(c *call, cr *changeRequest) (response, error) {
	return c.respondChanges(cr.space, cr.ancestor, cr.head)
}

// respondChanges responds with the differences between two revisions, up to the limit in the query,
// and the number of further differences.
func (c *call) respondChanges(sp *space, before, after *revision) (response, error) {
	limit := changesByDefault
	if c.query.Has("limit") {
		n, err := strconv.Atoi(c.query.Get("limit"))
		if (err != nil || n < 0) && c.enabled(ruleChangesRange) {
			return response{}, invalid("limit", "a number from 0",
				c.query.Get("limit"), ruleChangesRange)
		}
		if n > 0 {
			limit = n
		}
	}
	shown := spaces.RevisionChanges{
		MergedFrom: c.showMerged(after), Changes: orNone(c.changes(sp, before, after)),
	}
	if more := len(shown.Changes) - limit; more > 0 {
		shown.Changes, shown.More = shown.Changes[:limit], new(int64(more))
	}
	return respondOK(shown)
}

// changes returns the differences between two revisions. It returns the differences of pages in
// reading order, then those of files, and then those of reusable contents. In each of these groups,
// removed elements come last.
func (c *call) changes(sp *space, before, after *revision) []spaces.RevisionChange {
	how := c.reading()
	var all []spaces.RevisionChange
	eachPair(placesOf(before.pages, how.computed), placesOf(after.pages,
		how.computed), pagePlace.id, func(was, is *pagePlace) {
		all = append(all, c.pageChanges(sp, was, is)...)
	})
	eachPair(before.files, after.files, fileID, func(was, is *spaces.File) {
		change := spaces.RevisionChange{
			Type: changeType(was, is, spaces.RevisionChangeTypeFileCreated,
				spaces.RevisionChangeTypeFileEdited, spaces.RevisionChangeTypeFileDeleted),
			File: new(as[spaces.ChangedFile](*cmp.Or(is, was))),
		}
		if was != nil && is != nil {
			change.Attributes = &spaces.ChangedAttributes{
				Name:        changeOf(&was.Name, &is.Name),
				DownloadURL: changeOf(&was.DownloadURL, &is.DownloadURL),
				Size:        changeOf(&was.Size, &is.Size),
				ContentType: changeOf(&was.ContentType, &is.ContentType),
				Dimensions:  changeOf(was.Dimensions, is.Dimensions),
			}
		}
		appendChange(&all, change)
	})
	eachPair(before.reusables, after.reusables, (*reusableContent).id, func(was, is **reusableContent) {
		change := spaces.RevisionChange{
			Type: changeType(was, is, spaces.RevisionChangeTypeReusableContentCreated,
				spaces.RevisionChangeTypeReusableContentEdited, spaces.RevisionChangeTypeReusableContentDeleted),
			ReusableContent: changedReusable(sp, cmp.Or(is, was)),
		}
		if was != nil && is != nil {
			old, now := changedReusable(sp, was), change.ReusableContent
			change.Attributes = &spaces.ChangedAttributes{
				Title: changeOf(&old.Title, &now.Title), Document: changeOf(old.Document, now.Document),
			}
		}
		appendChange(&all, change)
	})
	return all
}

// changeType returns the type of the change from one element to another. If one of them is nil, the
// element was created or deleted.
func changeType[T any](
	was, is *T, created, edited, deleted spaces.RevisionChangeType,
) spaces.RevisionChangeType {
	switch {
	case was == nil:
		return created
	case is == nil:
		return deleted
	default:
		return edited
	}
}

// appendChange appends a change, unless it is an edit that changes nothing.
func appendChange(all *[]spaces.RevisionChange, change spaces.RevisionChange) {
	if change.Attributes == nil || !reflect.ValueOf(*change.Attributes).IsZero() {
		*all = append(*all, change)
	}
}

// changeOf returns the difference between two values, or nil if they are equal.
func changeOf[T any](before, after *T) *spaces.Change[T] {
	if reflect.DeepEqual(before, after) {
		return nil
	}
	return &spaces.Change[T]{Before: before, After: after}
}

// eachPair calls visit with pairs of rows of two lists that have the same ID. It visits the rows of
// after first, and then the rows that only before contains. A missing row is nil.
func eachPair[T any](before, after []T, id func(T) string, visit func(was, is *T)) {
	for i := range after {
		visit(withID(before, id(after[i]), id), &after[i])
	}
	for i := range before {
		if withID(after, id(before[i]), id) == nil {
			visit(&before[i], nil)
		}
	}
}

// pagePlace is a page with its parent and the page from which it is computed. The parent and the
// source may be nil.
type pagePlace struct{ page, above, source *contentPage }

// placesOf returns pages and their subpages in reading order. Instead of a computed page, it
// returns the pages that are computed from it. If computed is false, it returns the computed page
// itself.
func placesOf(pages []*contentPage, computed bool) []pagePlace {
	var all []pagePlace
	var visit func(pages []*contentPage, above, source *contentPage)
	visit = func(pages []*contentPage, above, source *contentPage) {
		for _, p := range pages {
			switch {
			case !p.computed():
				all = append(all, pagePlace{p, above, source})
				visit(p.below, p, source)
			case computed:
				visit(p.below, above, p)
			default:
				all = append(all, pagePlace{p, above, nil})
			}
		}
	}
	visit(pages, nil, nil)
	return all
}

func (p pagePlace) id() string { return p.page.seed.ID }

// pageChanges returns the differences for a page that was created, removed, edited or moved.
func (c *call) pageChanges(sp *space, was, is *pagePlace) (all []spaces.RevisionChange) {
	change := spaces.RevisionChange{
		Type: changeType(was, is, spaces.RevisionChangeTypePageCreated,
			spaces.RevisionChangeTypePageEdited, spaces.RevisionChangeTypePageDeleted),
		Page: changedPage(cmp.Or(is, was).page),
	}
	if was == nil || is == nil {
		return append(all, change)
	}
	old, now := c.showPage(sp, was.source, was.page, inFull), c.showPage(sp, is.source, is.page, inFull)
	change.Attributes = &spaces.ChangedAttributes{
		Title:       changeOf(&old.Title, &now.Title),
		Description: changeOf(old.Description, now.Description),
		Slug:        changeOf(old.Slug, now.Slug),
		Document:    changeOf(old.DocumentID, now.DocumentID),
		Cover:       changeOf(old.Cover, now.Cover),
		Emoji:       changeOf(old.Emoji, now.Emoji),
		Layout:      changeOf(layoutOf(&old), layoutOf(&now)),
		Target:      changeOf(old.Target, now.Target),
	}
	appendChange(&all, change)
	if from, to := changedPage(was.above), changedPage(is.above); (from == nil) != (to == nil) || from != nil && from.ID != to.ID {
		appendChange(&all, spaces.RevisionChange{
			Type: spaces.RevisionChangeTypePageMoved, Page: changedPage(is.page),
			Parent: &spaces.ChangedParent{Before: from, After: to},
		})
	}
	return all
}

func changedPage(p *contentPage) *spaces.ChangedPage {
	if p == nil {
		return nil
	}
	shown := &spaces.ChangedPage{ID: p.seed.ID, Type: p.seed.Type, Title: p.seed.Title}
	if p.hasPath() {
		shown.Path = &p.path
	}
	return shown
}

func layoutOf(p *spaces.Page) *spaces.ChangedLayout {
	if p.Layout == nil {
		return nil
	}
	return &spaces.ChangedLayout{Layout: p.Layout}
}

func changedReusable(sp *space, c **reusableContent) *spaces.ChangedReusableContent {
	shown := showReusable(sp, *c, inFull)
	return &spaces.ChangedReusableContent{ID: shown.ID, Title: shown.Title, Document: shown.Document}
}
