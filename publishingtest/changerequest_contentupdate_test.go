package publishingtest_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

func contentUpdateProofs() map[string]proof {
	p := proofs{}
	const content = proposal + "/content"
	insert := func(fields string) string {
		return `{"changes":[{"operation":"insert_page","slug":"written",` + fields + `}]}`
	}
	written := func(id, fields string, holds func(page map[string]any) bool) {
		p.then(id, "POST", content, insert(fields), content+"/path/written?format=markdown", holds)
	}
	contains := func(text string) func(map[string]any) bool {
		return func(page map[string]any) bool { return strings.Contains(page["markdown"].(string), text) }
	}
	written("changerequests.content.update.title", `"document":{}`, func(page map[string]any) bool { return page["title"] == "Untitled" })
	written("changerequests.content.update.normal-form", `"document":{"markdown":"- *a*"}`, contains("* _a_"))
	written("changerequests.content.update.links", `"document":{"markdown":"[a](/pages/written)"}`, contains("(/pages/page_"))
	written("changerequests.content.update.blocks", `"document":{"markdown":"{% @a/b\nc=\"d\" %}"}`, contains("\n{% @a/b"))
	written("changerequests.content.update.unmerged", `"ref":"own","document":{"markdown":"[own](./own.md)"}`, contains("[own]("))
	p.rejects("changerequests.content.update.file-url", "POST", content, `{"changes":[{"operation":"insert_files","files":[{"name":"a","url":"https://example.com/a"}]}]}`, "changes[0].files[0].url")
	p.shows("changerequests.content.update.deleted", "POST", content+"?compat=false", `{"changes":[{"operation":"delete_page","page":"start"}]}`, func(got map[string]any) bool {
		return len(got["changes"].([]any)) == 1
	})
	reverted := `{"changes":[{"operation":"delete_page","page":"start"},{"operation":"revert_page","page":"start"}]}`
	p.then("changerequests.content.update.reverted", "POST", content, reverted, content, func(got map[string]any) bool {
		return got["pages"].([]any)[0].(map[string]any)["id"] == "start"
	})
	p["changerequests.content.update.merged"] = func(t *testing.T, w *world) bool {
		require.Equal(t, http.StatusOK, w.send(t, "POST", proposal+"/merge", "").status)
		return w.send(t, "POST", content, insert(`"document":{}`)).status != http.StatusConflict
	}
	p.responds("changerequests.content.update.at", "POST", content, insert(`"at":99,"document":{}`), http.StatusOK)
	return p
}

// author is a client that changes the content of a change request.
type author struct {
	*world
	t *testing.T
}

// newAuthor returns an author whose space has the pages start, guides (with first and second below
// it) and last.
func newAuthor(t *testing.T, options ...publishingtest.Option) author {
	t.Helper()
	w := newWorld(t, options...)
	w.Orgs.Add(orgs.Organization{ID: "org"})
	w.Spaces.Add("org", spaces.Space{ID: "space"},
		publishingtest.Page{ID: "p1", Title: "Start", Sections: []publishingtest.Section{{Body: "One.\n\nTwo."}}},
		publishingtest.Page{ID: "p2", Title: "Guides", Pages: []publishingtest.Page{{ID: "p3", Title: "First"}, {ID: "p4", Title: "Second"}}},
		publishingtest.Page{ID: "p5", Title: "Last"},
	)
	w.Spaces.Files.Add("space", "", spaces.File{ID: "f1", Name: "a.png"})
	w.ChangeRequests.Add("space", changerequests.ChangeRequest{ID: "cr"})
	return author{w, t}
}

func (a author) update(changes ...changerequests.ContentChange) (*changerequests.ContentUpdateResult, error) {
	return a.client.ChangeRequests.Content.Update(a.t.Context(), "space", "cr", changerequests.ContentUpdate{Changes: changes})
}

func (a author) mustUpdate(changes ...changerequests.ContentChange) *changerequests.ContentUpdateResult {
	a.t.Helper()
	return must(a.update(changes...))(a.t)
}

// tree returns the titles of the pages of the change request, subpages in parentheses.
func (a author) tree() string {
	a.t.Helper()
	tree := must(a.client.ChangeRequests.Pages.Tree(a.t.Context(), "space", "cr", spaces.PageTreeOptions{}))(a.t)
	return titlesIn(tree.Pages)
}

func titlesIn(pages []spaces.Page) string {
	var titles []string
	for _, p := range pages {
		if title := p.Title; len(p.Pages) > 0 {
			titles = append(titles, title+" ("+titlesIn(p.Pages)+")")
		} else {
			titles = append(titles, title)
		}
	}
	return strings.Join(titles, " ")
}

func (a author) markdown(id string) string {
	a.t.Helper()
	page := must(a.client.ChangeRequests.Pages.Get(a.t.Context(), "space", "cr", id, spaces.PageGetOptions{Format: richtext.FormatMarkdown}))(a.t)
	return *page.Markdown
}

func inserted(markdown string) changerequests.ContentChange {
	return changerequests.ContentChange{Operation: changerequests.ContentOperationInsertPage, Document: new(richtext.Markdown(markdown))}
}

func updated(id, markdown string) changerequests.ContentChange {
	return changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: id, Document: new(richtext.Markdown(markdown))}
}

func moved(id string, into api.Nullable[string], at *int64) changerequests.ContentChange {
	return changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: id, Into: into, At: at}
}

func deleted(id string) changerequests.ContentChange {
	return changerequests.ContentChange{Operation: changerequests.ContentOperationDeletePage, Page: id}
}

func reverted(id string, blocks ...string) changerequests.ContentChange {
	return changerequests.ContentChange{Operation: changerequests.ContentOperationRevertPage, Page: id, Block: blocks}
}

func TestContentIsUpdatedInOneRevision(t *testing.T) {
	t.Parallel()
	a := newAuthor(t)
	before := must(a.client.ChangeRequests.Get(t.Context(), "space", "cr"))(t)
	page := inserted("# New\n\nSee ![logo](./logo.png) and [first](/pages/guides/first.md).")
	page.Into, page.At, page.Ref = api.Set("p2"), new(int64(0)), "new"
	result := a.mustUpdate(
		moved("p5", api.Set("p3"), nil), page, updated("p1", "[new](./new.md)"), updated("p5", "# Final"), deleted("p4"),
		changerequests.ContentChange{Operation: changerequests.ContentOperationInsertFiles, Files: []changerequests.ContentFile{
			{Ref: "logo.png", Name: "logo.png", ContentType: "image/png", Data: []byte("png")},
		}},
	)
	require.Equal(t, "Start Guides (New First (Final))", a.tree())
	require.NotEqual(t, before.Revision, result.ChangeRequest.Revision)
	revision := must(a.client.Spaces.Revisions.Get(t.Context(), "space", result.ChangeRequest.Revision, spaces.RevisionGetOptions{}))(t)
	require.Equal(t, []string{before.Revision}, revision.Parents)

	affected := mapped(result.Changes, func(change changerequests.ContentUpdateChange) string { return string(change.Object) })
	require.Equal(t, []string{"updated_page", "created_page", "updated_page", "deleted_page"}, affected)
	created := result.Changes[1]
	require.Equal(t, "new", *created.Ref)
	require.Equal(t, "p4", result.Changes[3].Page.ID)
	file := result.InsertedFiles[0]
	require.Equal(t, []byte("png"), a.Spaces.Files.Content(file.ID))
	require.Equal(t, "# New\n\nSee ![logo](/files/"+file.ID+") and [first](/pages/p3).", a.markdown(created.Page.ID))
	require.Equal(t, "# Start\n\n[new](/pages/"+created.Page.ID+")", a.markdown("p1"))

	must(a.client.ChangeRequests.Merge(t.Context(), "space", "cr", changerequests.MergeOptions{}))(t)
	main := must(a.client.Spaces.Pages.Tree(t.Context(), "space", spaces.PageTreeOptions{}))(t)
	require.Equal(t, "Start Guides (New First (Final))", titlesIn(main.Pages))
}

func TestPagesMoveWithinAContentUpdate(t *testing.T) {
	t.Parallel()
	a := newAuthor(t)
	root := api.Null[string]()
	a.mustUpdate(moved("p4", root, nil))
	require.Equal(t, "Start Guides (First) Last Second", a.tree())
	a.mustUpdate(moved("p4", api.Nullable[string]{}, new(int64(0))))
	require.Equal(t, "Second Start Guides (First) Last", a.tree())
	a.mustUpdate(moved("p2", api.Set("p5"), nil), moved("p3", root, new(int64(1))))
	require.Equal(t, "Second First Start Last (Guides)", a.tree())
	a.mustUpdate(changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: "p2", Title: new("Manuals")})
	page := must(a.client.ChangeRequests.Pages.GetByPath(t.Context(), "space", "cr", "last/guides", spaces.PageGetByPathOptions{}))(t)
	require.Equal(t, "Manuals", page.Title)
	a.mustUpdate(changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: "p2", Slug: new("manuals")})
	page = must(a.client.ChangeRequests.Pages.GetByPath(t.Context(), "space", "cr", "last/manuals", spaces.PageGetByPathOptions{}))(t)
	require.Equal(t, "Manuals", page.Title)
}

func TestInvalidContentUpdateChangesNothing(t *testing.T) {
	t.Parallel()
	a := newAuthor(t)
	before := must(a.client.ChangeRequests.Get(t.Context(), "space", "cr"))(t)
	tree := a.tree()
	taken, withRef := inserted("# Last"), inserted("")
	withRef.Ref = "guides/first"
	below := inserted("")
	below.Into = api.Set("nowhere")
	from := reverted("p1")
	from.Revision = "nowhere"
	for field, change := range map[string]changerequests.ContentChange{
		"page:": updated("nowhere", ""), "page: there is no page": deleted("nowhere"), "page: there": reverted("nowhere"),
		"into:": below, "into: want": moved("p2", api.Set("p3"), nil), "into: want a page": moved("p2", api.Set("p2"), nil),
		"slug:": taken, "ref:": withRef, "block:": reverted("p1", "nothing"), "revision:": from,
	} {
		requireError(t, errorOf(a.update(updated("p1", "# Changed"), change, inserted("# Another"))), api.ErrBadRequest, "changes[1]."+field)
	}
	require.Equal(t, before, must(a.client.ChangeRequests.Get(t.Context(), "space", "cr"))(t))
	require.Equal(t, tree, a.tree())

	got := a.send(t, "POST", "/v1/spaces/space/change-requests/cr/content", `{"changes":[{"operation":"insert_page"}]}`)
	require.Equal(t, http.StatusBadRequest, got.status, "what the client would not send")
}

func TestFrontMatterTakesPrecedence(t *testing.T) {
	t.Parallel()
	a := newAuthor(t)
	page := inserted("---\ntitle: 'It''s'\ndescription: >-\n  two\n  lines\nicon: rocket\nhidden: true\nif: visitor.claims.a\nnoIndex: \"true\"\n---\n# Heading\n\nText")
	page.Title, page.Description, page.Hidden, page.Slug = new("Other"), new("other"), new(false), new("its")
	id := a.mustUpdate(page).Changes[0].Page.ID
	got := must(a.client.ChangeRequests.Pages.Get(t.Context(), "space", "cr", id, spaces.PageGetOptions{Format: richtext.FormatMarkdown}))(t)
	require.Equal(t, "It's", got.Title)
	require.Equal(t, "two lines", *got.Description)
	require.Equal(t, "rocket", *got.Icon)
	require.Equal(t, "visitor.claims.a", *got.Condition)
	require.True(t, *got.Hidden)
	require.True(t, *got.NoIndex)
	require.Equal(t, "# It's\n\nText", *got.Markdown)

	a.mustUpdate(changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: id, Icon: new(""), Condition: new("")})
	got = must(a.client.ChangeRequests.Pages.Get(t.Context(), "space", "cr", id, spaces.PageGetOptions{}))(t)
	require.Nil(t, got.Icon)
	require.Nil(t, got.Condition)
	a.mustUpdate(updated(id, "---\ntitle: not: quoted\n---\nText"))
	require.Equal(t, "# It's\n\nText", a.markdown(id), "invalid front matter is lost")
}

func TestLinksOfAContentUpdate(t *testing.T) {
	t.Parallel()
	a := newAuthor(t)
	for sent, stored := range map[string]string{
		"[a](/pages/p3#part)":                "[a](/pages/p3#part)",
		"[a](/pages/guides)":                 "[a](/pages/p2)",
		"[a](/pages/guides/first)":           "[a](/pages/p3)",
		"[a](/pages/last.md)":                "[a](/pages/p5)",
		"[a](/pages/guides/README.md)":       "[a](/pages/p2)",
		"[a](/pages/README.md)":              "[a](/pages/p1)",
		"[a](./second.md)":                   "[a](/pages/p4)",
		"[a](second.md \"mention\")":         "[a](/pages/p4 \"mention\")",
		"[a](../last.md)":                    "[a](/pages/p5)",
		"[a](../README.md)":                  "[a](/pages/p1)",
		"[a](./)":                            "[a](/pages/p2)",
		"[a](<./second.md>)":                 "[a](/pages/p4)",
		"see ![a](/files/f1)":                "see ![a](/files/f1)",
		"[`a`](/pages/p3)":                   "[`a`](/pages/p3)",
		"[a](https://x.example) [b](//x)":    "[a](https://x.example) [b](//x)",
		"[a](mailto:a@example.com)":          "[a](mailto:a@example.com)",
		"[a](#part)":                         "[a](#part)",
		"[a](/broken/pages/x)":               "[a](/broken/pages/x)",
		"[a](./nothing.md)":                  "a",
		"[a](/files/nothing)":                "a",
		"[a](../../last.md)":                 "a",
		"b ![a](data:image/png,a) c":         "b  c",
		"`[a](./second.md)`":                 "`[a](./second.md)`",
		"```\n[a](./second.md)\n```":         "```\n[a](./second.md)\n```",
		"<!-- [a](./second.md) -->":          "<!-- [a](./second.md) -->",
		`<a href="./second.md">a</a>`:        `<a href="/pages/p4">a</a>`,
		`<a href="./nothing.md">a</a>`:       `a`,
		`{% content-ref url="../last.md" %}`: `{% content-ref url="/pages/p5" %}`,
	} {
		a.mustUpdate(updated("p3", sent))
		require.Equal(t, "# First\n\n"+stored, a.markdown("p3"), sent)
	}
	a.mustUpdate(updated("p3", "[a](./second.md) ![b](/files/f1)"), moved("p4", api.Null[string](), nil))
	links := must(a.client.ChangeRequests.Pages.Links.List(t.Context(), "space", "cr", "p3", changerequests.PageLinkListOptions{}))(t)
	require.Len(t, links.Items, 2)
	for _, link := range links.Items {
		require.Equal(t, spaces.LinkStatusOK, link.Status)
	}
}

func TestLinksOfStoredTextAreListed(t *testing.T) {
	t.Parallel()
	a := newAuthor(t)
	a.mustUpdate(updated("p3", "![a](/files/f1)\n\n{% content-ref url=\"../last.md\" %}\n\n`[a](./x.md)`"))
	links := must(a.client.ChangeRequests.Pages.Links.List(t.Context(), "space", "cr", "p3", changerequests.PageLinkListOptions{}))(t)
	require.Len(t, links.Items, 2, "a figure and a content-ref, but no code")
	require.Equal(t, spaces.LinkStatusOK, links.Items[0].Status)
	require.Equal(t, spaces.LinkStatusOK, links.Items[1].Status)
	backlinks := must(a.client.ChangeRequests.Files.Backlinks.List(t.Context(), "space", "cr", "f1", spaces.FileBacklinkListOptions{}))(t)
	require.Len(t, backlinks.Items, 1)
}

func TestPageBelowAComputedPageIsUpdated(t *testing.T) {
	t.Parallel()
	a := newAuthor(t)
	a.Spaces.Pages.Add("space", "cr", "", publishingtest.Page{ID: "gen", Title: "Gen", Type: spaces.PageTypeComputed, Pages: []publishingtest.Page{
		{ID: "x", Title: "X", Pages: []publishingtest.Page{{ID: "y", Title: "Y"}}},
	}})
	result := a.mustUpdate(updated("y", "text"))
	require.Equal(t, changerequests.ContentUpdateChangeTypeUpdated, result.Changes[0].Object)
}

func TestRewrittenTextIsNoChange(t *testing.T) {
	t.Parallel()
	a := newAuthor(t)
	a.mustUpdate(updated("p1", "One.\n\nTwo."))
	a.Spaces.Pages.Edit("space", "", "p1", func(p *publishingtest.Page) { p.Sections[0].Body = "Other." })
	must(a.client.ChangeRequests.Merge(t.Context(), "space", "cr", changerequests.MergeOptions{}))(t)
	page := must(a.client.Spaces.Pages.Get(t.Context(), "space", "p1", spaces.PageGetOptions{Format: richtext.FormatMarkdown}))(t)
	require.Equal(t, "Other.", *page.Markdown)
}

func TestDocumentWithoutKeysHasSections(t *testing.T) {
	t.Parallel()
	a := newAuthor(t)
	document := &richtext.Document{Nodes: []richtext.Node{
		{Object: "block", Type: richtext.BlockParagraph, Nodes: []richtext.Node{{Object: "text", Leaves: []richtext.Leaf{{Object: "leaf", Text: "zebra"}}}}},
	}}
	a.mustUpdate(changerequests.ContentChange{Operation: changerequests.ContentOperationInsertPage, Title: new("Z"), Document: &richtext.Content{Document: document}})
	must(a.client.ChangeRequests.Merge(t.Context(), "space", "cr", changerequests.MergeOptions{}))(t)
	found := must(a.client.Spaces.Search.List(t.Context(), "space", spaces.SearchListOptions{Query: "zebra"}))(t)
	require.NotEmpty(t, found.Items[0].Sections[0].ID)
}

func TestMarkdownIsStoredInNormalForm(t *testing.T) {
	t.Parallel()
	a := newAuthor(t)
	for sent, stored := range map[string]string{
		"- a\n  + b":                         "* a\n  * b",
		"*a* and **b** and __c__":            "_a_ and **b** and **c**",
		"a_b [c_d](https://example.com/c_d)": "a\\_b [c\\_d](https://example.com/c_d)",
		"`a_b` <a_b>":                        "`a_b` <a_b>",
		"a_b_c *d* *e*":                      "a\\_b\\_c _d_ _e_",
		"2 * 3 * 4":                          "2 \\* 3 \\* 4",
		"a\n \t\nb  \n\n## c  \nd":           "a\n\nb &#x20;\n\n## c\nd",
		"|a \\| b||\n|-|-|":                  "| a \\| b |  |\n| --- | --- |",

		"{% @mermaid/diagram content=\"a_b\n- c\" %}":          "{% @mermaid/diagram content=\"a_b\n- c\" %}",
		"<img\n src=\"https://example.com/a_b.png\">":          "<img\n src=\"https://example.com/a_b.png\">",
		"[a](https://example.com/?a=1&amp;b=2)":                "[a](https://example.com/?a=1&amp;b=2)",
		"[[a](/pages/p2)] [b c]\n\n[b c]: https://example.com": "[[a](/pages/p2)] [b c]\n\n[b c]: https://example.com",
		"[![a](/pages/p2)](https://example.com)":               "[![a](/pages/p2)](https://example.com)",

		"[new] [old] [a](https://example.com) [b][c] ![d](/files/f1) e[^1]\n- [ ] f": "\\[new\\] \\[old\\] [a](https://example.com) [b][c] ![d](/files/f1) e[^1]\n* [ ] f",

		"![a](/files/f1 \"b\")": `<figure><img src="/files/f1" alt="a"><figcaption>b</figcaption></figure>`,
		"|a|b|\n|-|:-|\n|c|d|":  "| a | b |\n| --- | :--- |\n| c | d |",
		"a  \nb\n\n\n\nc":       "a\\\nb\n\nc",
		"```\n- a_b\n\n\n```":   "```\n- a_b\n\n\n```",
	} {
		a.mustUpdate(updated("p1", sent))
		once := a.markdown("p1")
		require.Equal(t, "# Start\n\n"+stored, once, sent)
		a.mustUpdate(updated("p1", once))
		require.Equal(t, once, a.markdown("p1"), "what is read can be written")
	}
}

func TestTextOfAWrittenPageAsADocument(t *testing.T) {
	t.Parallel()
	a := newAuthor(t)
	a.mustUpdate(updated("p1", "## A\n\ntext\n\n- a\n- b\n\n```\nc\n\nd\n```"))
	page := must(a.client.ChangeRequests.Pages.Get(t.Context(), "space", "cr", "p1", spaces.PageGetOptions{Format: richtext.FormatDocument}))(t)
	types := mapped(page.Document.Nodes, func(node richtext.Node) richtext.NodeType { return node.Type })
	require.Equal(t, []richtext.NodeType{richtext.BlockHeading2, richtext.BlockParagraph, richtext.BlockCode, richtext.BlockCode}, types)
	require.Len(t, page.Document.Nodes[3].Nodes, 5)

	// docs/testing.md has these in a table.
	for block, want := range map[string]richtext.NodeType{
		"# A": richtext.BlockHeading1, "## A": richtext.BlockHeading2, "### A": richtext.BlockHeading3, "A **b** [c](https://d.example)": richtext.BlockParagraph,
		"#### A": richtext.BlockCode, "* a": richtext.BlockCode, "1. a": richtext.BlockCode, "> a": richtext.BlockCode, "| a |\n| --- |": richtext.BlockCode,
		"~~~\na\n~~~": richtext.BlockCode, "    a": richtext.BlockCode, "<p>a</p>": richtext.BlockCode, "{% hint %}\na\n{% endhint %}": richtext.BlockCode,
	} {
		a.mustUpdate(updated("p1", "before\n\n"+block))
		page := must(a.client.ChangeRequests.Pages.Get(t.Context(), "space", "cr", "p1", spaces.PageGetOptions{Format: richtext.FormatDocument}))(t)
		require.Equal(t, want, page.Document.Nodes[1].Type, block)
	}
}

func TestDocumentOfAWrittenPageHasAllOfItsText(t *testing.T) {
	t.Parallel()
	a := newAuthor(t)
	for sent, want := range map[string][]string{
		"a\n\n\u00a0\n\nb":         {"a", "b"},
		"a\n\n\f\n\nb":             {"a", "b"},
		"a <!-- b\n\nc --> d\n\ne": {"a <!-- b\n\nc --> d", "e"},
		"a ``b\n\nc`` d":           {"a ``b\n\nc`` d"},
	} {
		a.mustUpdate(updated("p1", sent))
		page := must(a.client.ChangeRequests.Pages.Get(t.Context(), "space", "cr", "p1", spaces.PageGetOptions{Format: richtext.FormatDocument}))(t)
		require.Equal(t, want, mapped(page.Document.Nodes, func(node richtext.Node) string { return node.Nodes[0].Leaves[0].Text }), sent)
	}
}

func TestPagesAreReverted(t *testing.T) {
	t.Parallel()
	a := newAuthor(t)
	added := a.mustUpdate(inserted("# Added"), updated("p1", "# Other\n\nOne.\n\nChanged.\n\nThree."), deleted("p2")).Changes[0].Page.ID
	require.Equal(t, "Other Last Added", a.tree())
	a.mustUpdate(reverted("p1", "2"))
	require.Equal(t, "# Other\n\nOne.\n\nTwo.\n\nThree.", a.markdown("p1"))
	a.mustUpdate(reverted("p1", "3"))
	require.Equal(t, "# Other\n\nOne.\n\nTwo.", a.markdown("p1"))
	result := a.mustUpdate(reverted(added), reverted("p1"), reverted("p2"))
	require.Equal(t, "Start Guides (First Second) Last", a.tree())
	require.Equal(t, "One.\n\nTwo.", a.markdown("p1"))
	require.Equal(t, changerequests.ContentUpdateChangeTypeDeleted, result.Changes[0].Object)
	require.Equal(t, changerequests.ContentUpdateChangeTypeUpdated, result.Changes[1].Object)
	require.Equal(t, changerequests.ContentUpdateChangeTypeCreated, result.Changes[2].Object)
}

func TestMetaLinksOfAPage(t *testing.T) {
	t.Parallel()
	a := newAuthor(t)
	links := &spaces.PageMetaLinks{Canonical: &spaces.ContentRef{Kind: spaces.ContentRefKindURL, URL: new("https://example.com/last")}}
	revision := a.Spaces.Pages.Edit("space", "cr", "p5", func(page *publishingtest.Page) { page.MetaLinks = links }).ID
	got := must(a.client.ChangeRequests.Pages.MetaLinks(t.Context(), "space", "cr", "p5"))(t)
	require.Equal(t, links, got)
	got = must(a.client.Spaces.Revisions.Pages.MetaLinks(t.Context(), "space", revision, "p5"))(t)
	require.Equal(t, links, got)
	got = must(a.client.Spaces.Pages.MetaLinks(t.Context(), "space", "p5"))(t)
	require.Equal(t, &spaces.PageMetaLinks{}, got)
}
