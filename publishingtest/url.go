package publishingtest

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/spaces"
	"github.com/publishing-platform/publishing-go/urls"
)

var (
	ruleContentURL    = newUndecidedRule("urls.content.absent-404", "a URL that is not the app URL of a space, a collection, a change request or a page has no content, and returns 404; without the rule, 400")
	ruleContentInside = newUndecidedRule("urls.content.change-request", "the app URL of a change request, followed by /pages/ and the ID of a page, is that of the page in the change request; without the rule, it has no content")
)

// The operations on URLs.
var _ = declare(operations{
	"URLs.Content":   {getContentOfURL, limits.Table{limits.QueryOf[urls.ContentOptions]()}},
	"URLs.Embed":     {getEmbedOfURL, limits.Table{limits.QueryOf[urls.EmbedOptions]()}},
	"URLs.Published": {getPublishedURL, limits.Table{limits.BodyOf[urls.PublishedLookup](), limits.Body("url", limits.URI)}},
})

func getContentOfURL(c *call) (response, error) {
	at, _, _ := strings.Cut(c.query.Get("url"), "#")
	at, _, _ = strings.Cut(at, "?")
	at = strings.TrimSuffix(at, "/")
	content, ok := c.contentAt(at)
	if ok {
		return respondOK(content)
	}
	return response{}, byRule(c.state, ruleContentURL,
		fail(http.StatusNotFound, "url: there is no content with this app URL [%s]",
			ruleContentURL), fail(http.StatusBadRequest, "url: want an app URL with content"))
}

// contentAt returns the content that a URL of the app leads to, and reports whether there is any.
func (st *state) contentAt(at string) (content urls.Content, ok bool) {
	for col := range st.collections.Values() {
		if col.data.URLs.App == at {
			return urls.Content{Collection: &col.data}, true
		}
	}
	for sp := range st.spaces.Values() {
		if sp.data.URLs.App == at {
			return urls.Content{Space: new(st.showSpace(sp, ""))}, true
		}
		if p := pageBelow(sp.data.URLs.App, at, sp.main.pages); p != nil {
			shown := st.showPage(sp, sourceOf(sp.main.pages, p), p, inFull)
			return urls.Content{Space: new(st.showSpace(sp, "")), Page: &shown}, true
		}
	}
	for cr := range st.changeRequests.Values() {
		p := pageBelow(cr.data.URLs.App, at, cr.head.pages)
		isInside := p != nil && st.enabled(ruleContentInside)
		if cr.data.URLs.App != at && !isInside {
			continue
		}
		content = urls.Content{
			Space: new(st.showSpace(cr.space, "")), ChangeRequest: new(st.showChangeRequest(cr)),
		}
		if p != nil {
			content.Page = new(st.showPage(cr.space, sourceOf(cr.head.pages, p), p, inFull))
		}
		return content, true
	}
	return content, false
}

// pageBelow returns the document or group at a URL, or nil if there is none. app is the URL below
// which the pages are.
func pageBelow(app, at string, pages []*contentPage) *contentPage {
	id, below := strings.CutPrefix(at, app+"/pages/")
	id, err := url.PathUnescape(id)
	if !below || err != nil {
		return nil
	}
	p := pageWith(pages, id, true)
	if p == nil || !slices.Contains([]spaces.PageType{spaces.PageTypeDocument, spaces.PageTypeGroup}, p.seed.Type) {
		return nil
	}
	return p
}

func getEmbedOfURL(c *call) (response, error) { return c.respondEmbed(c.query.Get("url")) }
