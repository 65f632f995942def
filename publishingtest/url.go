package publishingtest

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"iter"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
	"github.com/publishing-platform/publishing-go/urls"
)

var (
	ruleContentURL    = newUndecidedRule("urls.content.absent-404", "a URL that is not the app URL of a space, a collection, a change request or a page has no content, and returns 404; without the rule, 400")
	ruleContentInside = newUndecidedRule("urls.content.change-request", "the app URL of a change request, followed by /pages/ and the ID of a page, is that of the page in the change request; without the rule, it has no content")
)

// The operations on URLs.
var _ = declare(operations{
	"URLs.Content":   {getContentOfURL, limits.Table{limits.QueryOf(urls.ContentOptions{})}},
	"URLs.Embed":     {getEmbedOfURL, limits.Table{limits.QueryOf(urls.EmbedOptions{})}},
	"URLs.Published": {getPublishedURL, limits.Table{limits.BodyOf(urls.PublishedLookup{}), limits.Body("url", limits.URI)}},
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
		if !st.spaces.Has(cr.space.data.ID) {
			continue
		}
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
	if p == nil || !p.hasPath() {
		return nil
	}
	return p
}

func getEmbedOfURL(c *call) (response, error) { return c.respondEmbed(c.query.Get("url")) }

var (
	rulePublishedNoToken = newSeenRule("urls.published.token", "a call that looks up a published URL needs no token")
	ruleVisitorLogin     = newRule("urls.published.login", "on a site with visitor authentication, a visitor without a token is redirected to the fallback URL, and so is one with an invalid token if redirectOnError is true; without the rule, the response is 401")
	ruleVisitorLocation  = newSeenRule("urls.published.location", "the parameter location of a redirect to the fallback URL is the path of the looked up URL; without the rule, it is the URL without its query")
	ruleVisitorExpired   = newSeenRule("urls.published.login.expired", "a visitor whose token has expired is redirected to the fallback URL also if redirectOnError is not true")
	ruleVisitorInvalid   = newUndecidedRule("urls.published.visitor-401", "an invalid token of a visitor returns 401, unless it leads to a redirect; without the rule, the visitor has no claims")
	ruleVisitorNoLogin   = newUndecidedRule("urls.published.no-login-401", "a redirect to the fallback URL of a site that has none returns 401; without the rule, it leads to the app")
	ruleContentTokenDay  = newSeenRule("urls.published.api-token.day", "the API token of published content is the same in each response of a day in UTC, and expires five minutes after its end; without the rule, it is another one in each response")
	ruleContentToken     = newUndecidedRule("urls.published.api-token", "operations that read a site or a space on it accept the API token of its published content, except for those that return secrets of the site; without the rule, they return 401")
)

// forAdministrators contains the operations that read the settings of a site, or the configuration
// of an integration, but not the content of a site.
var forAdministrators = map[string]bool{
	"Sites.Publishing.Auth.Get": true, "Sites.Publishing.Preview": true, "Sites.ShareLinks.List": true,
	"Sites.MCPServers.List": true, "Sites.MCPServers.Get": true, "Integrations.Installations.Spaces.Get": true,
}

func getPublishedURL(c *call) (response, error) {
	in := input[urls.PublishedLookup](c)
	asked, err := url.Parse(in.URL.Reveal())
	if err != nil { // the rule for the limit is off
		asked = new(url.URL)
	}
	found, ok := c.published(asked)
	if !ok {
		return response{}, fail(http.StatusNotFound, "url: nothing is published at this URL")
	}
	content := found.content()
	if found.site.data.Visibility == sites.VisibilityVisitorAuth {
		claims := c.visitorOf(found.site, &in)
		if claims == nil {
			return c.respondLogin(found.site, asked)
		}
		delete(claims, "exp")           // the ID does not depend on the lifetime of the token
		text, _ := json.Marshal(claims) // the claims were decoded from JSON, so they can be encoded
		sum := sha256.Sum256(text)
		content.ContextID = new(hex.EncodeToString(sum[:8]))
	}
	content.APIToken = c.newContentToken(found.site)
	return respondOK(content)
}

// visitorOf returns the claims of a visitor of a site, or nil if the visitor has to log in.
func (c *call) visitorOf(s *site, in *urls.PublishedLookup) map[string]any {
	token := ""
	if in.Visitor != nil {
		token = in.Visitor.JWTToken.Reveal()
	}
	claims, err := c.verifyVisitorToken(s, token)
	isRedirected := token == "" || publishing.Value(in.RedirectOnError) ||
		errors.Is(err, errExpired) && c.enabled(ruleVisitorExpired)
	switch {
	case err == nil:
		return claims
	case isRedirected && c.enabled(ruleVisitorLogin):
		return nil
	case c.enabled(ruleVisitorInvalid):
		c.accept(fail(http.StatusUnauthorized, "visitor.jwtToken: %v [%s]", err, ruleVisitorInvalid))
	}
	return map[string]any{}
}

// respondLogin redirects a visitor to the login page of a site.
func (c *call) respondLogin(s *site, asked *url.URL) (response, error) {
	login, err := url.Parse(publishing.Value(s.auth.data.FallbackURL))
	if err != nil || login.Host == "" {
		if c.enabled(ruleVisitorNoLogin) {
			return response{}, fail(
				http.StatusUnauthorized,
				"visitor.jwtToken: the site %s has no fallback URL to log in at [%s]",
				abbreviated(s.data.ID), ruleVisitorNoLogin,
			)
		}
		login, _ = url.Parse(appURL)
	}
	path := "/" + strings.TrimPrefix(asked.EscapedPath(), "/")
	query := login.Query()
	query.Set("location",
		byRule(c.state, ruleVisitorLocation, path, asked.Scheme+"://"+asked.Host+path))
	login.RawQuery = query.Encode()
	return respondOK(urls.Redirect{Target: urls.RedirectTargetExternal, URL: login.String()})
}

// publishedPart is the part of a published site that a URL leads to.
type publishedPart struct {
	site     *site
	placed   *siteSpace
	shareKey string
	home     string // URL of the site, or of its share link
	base     string // URL of the site space
	rest     string // rest of the path of the URL
	complete bool
}

// published returns the part of a published site that a URL leads to, and reports whether there is
// one.
func (st *state) published(asked *url.URL) (found publishedPart, ok bool) {
	at := placeOf(asked)
	longest, complete := -1, true
	for _, part := range st.publishedParts() {
		base := placeOfText(part.base)
		rest, within := strings.CutPrefix(at+"/", base+"/")
		if !within {
			complete = complete && !strings.HasPrefix(base, at+"/")
			continue
		}
		if len(base) > longest {
			longest, found, ok = len(base), part, true
			found.rest = strings.TrimSuffix(rest, "/")
		}
	}
	found.complete = complete
	return found, ok
}

// publishedParts returns the site spaces of all published sites.
func (st *state) publishedParts() (parts []publishedPart) {
	for org := range st.organizations.Values() {
		for s := range org.sites.Values() {
			shown := byRule(st, ruleDraftsHidden, s.withoutDrafts(), s)
			for home, key := range s.doors() {
				for _, placed := range shown.spacesInOrder() {
					if placed.section == "" && s.sections.Len() > 0 || !st.spaces.Has(placed.space) {
						continue // the structure of the site does not contain the site space
					}
					parts = append(parts, publishedPart{
						site: s, placed: placed, shareKey: key,
						home: home, base: *s.addressOf(placed, &home),
					})
				}
			}
		}
	}
	return parts
}

// doors iterates over the URLs of a published site, and yields each with its share key.
func (s *site) doors() iter.Seq2[string, string] {
	return func(yield func(home, key string) bool) {
		home := s.published()
		if home == nil {
			return
		}
		if s.data.Visibility != sites.VisibilityShareLink {
			yield(*home, "")
			return
		}
		for link := range s.links.Values() {
			if *link.data.Active && !yield(*s.showLink(link).URLs.Published, link.key()) {
				return
			}
		}
	}
}

// placeOf returns a URL without its scheme, query and fragment.
func placeOf(u *url.URL) string {
	return strings.ToLower(u.Host) + strings.TrimRight(u.EscapedPath(), "/")
}

func placeOfText(text string) string {
	u, err := url.Parse(text)
	if err != nil {
		return text
	}
	return placeOf(u)
}

// content returns the response for a part of a site, but without the token.
func (p publishedPart) content() urls.PublishedContent {
	s := p.site
	content := urls.PublishedContent{
		Organization: s.org.data.ID, Site: s.data.ID, SiteSpace: p.placed.data.ID, Space: p.placed.space,
		SiteBasePath: basePath(p.home), BasePath: basePath(p.base),
		Pathname: p.rest, Complete: p.complete,
		CanonicalURL: strings.TrimSuffix(*s.addressOf(p.placed, s.published())+"/"+p.rest, "/"),
	}
	content.SiteSection = filled(p.placed.section)
	if p.shareKey != "" {
		content.ShareKey = new(api.NewSecret(p.shareKey))
	}
	return content
}

// basePath returns the path of a URL, to which the paths of pages are relative.
func basePath(text string) string {
	_, path, _ := strings.Cut(placeOfText(text), "/")
	return strings.TrimSuffix("/"+path, "/") + "/"
}

// newContentToken returns a token with which a caller can read the content of a site.
func (st *state) newContentToken(s *site) api.Secret {
	claims := issuedClaims{Site: s.data.ID}
	if !st.enabled(ruleContentTokenDay) {
		st.counters["content-token"]++
		claims.Number = strconv.Itoa(st.counters["content-token"])
	}
	return st.issueToken(claims, st.now().Truncate(24*time.Hour).Add(24*time.Hour+5*time.Minute))
}

// acceptsContentToken reports whether an operation accepts a token for reading the content of a
// site.
func (s *server) acceptsContentToken(o *op.Op, req *http.Request, token string) bool {
	defer s.mu.hold()()
	claims, issued := s.state.issuedToken(token)
	accepts := issued && s.state.enabled(ruleContentToken) && o.Reads() &&
		!forAdministrators[o.Name]
	if !accepts || s.state.expired(claims) {
		return false
	}
	site, id := s.state.siteWith(claims.Site), req.PathValue("spaceId")
	if site == nil || id != "" {
		return site != nil && site.withSpace(id) != nil
	}
	return req.PathValue("siteId") == site.data.ID &&
		req.PathValue("organizationId") == site.org.data.ID
}

var (
	ruleEmbed            = newUndecidedRule("embed.link", "a URL without a script is embedded as a link with its host as the title; without the rule, it returns 404")
	ruleEmbedIntegration = newUndecidedRule("spaces.embed.integration", "in a space, a URL without a script is embedded with the first block, of an integration installed on the space, that unfurls its host; without the rule, as a link")
)

// The operations on embeds.
var _ = declare(operations{
	"Spaces.Embed": {onSpace(getEmbed), limits.Table{limits.QueryOf(spaces.EmbedOptions{})}},
})

func getEmbed(c *call, sp *space) (response, error) {
	address := c.query.Get("url")
	host := hostIn(address)
	_, isScripted := c.embeds[address]
	for _, in := range c.installed(onSpaces.isOn(c.state, sp.data.ID)) {
		if block, displays := in.unfurling(host); displays && !isScripted && c.enabled(ruleEmbedIntegration) {
			encoded, _ := jsonx.Marshal(block) // the block was decoded from JSON, so it can be encoded
			return respondOK(spaces.Embed{
				Type: spaces.EmbedTypeIntegration, Title: host,
				Site: host, Integration: &in.data.Name, Block: encoded,
			})
		}
	}
	return c.respondEmbed(address)
}

// respondEmbed responds with the embed of a URL. It does not fetch the URL.
func (c *call) respondEmbed(address string) (response, error) {
	if scripted, ok := c.embeds[address]; ok {
		return respondOK(scripted)
	}
	if c.enabled(ruleEmbed) {
		host := hostIn(address)
		return respondOK(spaces.Embed{Type: spaces.EmbedTypeLink, Title: host, Site: host})
	}
	return response{}, notFound("url", address)
}

// hostIn returns the host of a URL, or the whole text if there is no host.
func hostIn(address string) string {
	return cmp.Or(hostOf(&address), address)
}

// Set sets the embed of a URL for all spaces. Type, Title and Site are required. The server never
// fetches a URL. For any other URL, the embed is the block with which an integration on the space
// displays URLs of that host. If there is no such block, the embed is a link, and its title is the
// host.
func (s SpaceEmbeds) Set(url string, embed spaces.Embed) {
	server := open(s.server)
	defer server.mu.hold()()
	server.mistakeIf(url == "" || embed.Type == "" || embed.Title == "" || embed.Site == "",
		"an embed needs a URL, a Type, a Title and a Site")
	server.state.embeds[url] = clone(embed)
}

// All returns the embeds that [SpaceEmbeds.Set] has set. The keys are URLs.
func (s SpaceEmbeds) All() map[string]spaces.Embed {
	defer open(s.server).mu.hold()()
	return clone(maps.Clone(open(s.server).state.embeds))
}
