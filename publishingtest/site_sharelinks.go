package publishingtest

import (
	"crypto/sha256"
	"encoding/hex"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/sites"
)

var ruleShareLinkActive = newUndecidedRule("sites.sharelinks.create.active", "a new share link is active; without the rule, it is not")

// The operations on share links.
var _ = declare(operations{
	"Sites.ShareLinks.List":   {handle: shareLinkKind.list},
	"Sites.ShareLinks.Create": {onSite(createShareLink), limits.Table{limits.BodyOf(sites.ShareLinkCreate{})}},
	"Sites.ShareLinks.Delete": {handle: inOrganization(shareLinkKind.delete)},
	"Sites.ShareLinks.Update": {shareLinkKind.on(updateShareLink), limits.Table{
		limits.BodyOf(sites.ShareLinkUpdate{}),
		limits.WholeBody(limits.FromDescription(limits.AnyField("active", "name"))),
	}},
})

// shareLink is a secret link to a site.
type shareLink struct{ data sites.ShareLink }

// shareLinkKind is the resource kind for share links of sites.
var shareLinkKind = &kind[*site, shareLink, sites.ShareLink]{
	name: "share link", id: "share-link", param: "shareLinkId", in: siteKind.scope(),
	table: func(s *site) *ordered.Table[*shareLink] { return &s.links },
	show:  func(_ *call, s *site, l *shareLink) sites.ShareLink { return s.showLink(l) },
	selected: func(c *call, _ *site) func(l *shareLink) bool {
		return searching(c, "search", func(l *shareLink) string { return publishing.Value(l.data.Name) })
	},
}

func createShareLink(c *call, s *site) (response, error) {
	in := input[sites.ShareLinkCreate](c)
	link := c.addShareLink(s, sites.ShareLink{
		ID: c.newID("share-link"), Name: &in.Name, Active: new(c.enabled(ruleShareLinkActive)),
	})
	return c.respondAdded(s.showLink(link), link.data.ID)
}

func updateShareLink(c *call, s *site, link *shareLink) (response, error) {
	merge(&link.data, input[sites.ShareLinkUpdate](c))
	return respondOK(s.showLink(link))
}

func (st *state) addShareLink(s *site, data sites.ShareLink) *shareLink {
	st.fillCommon(&data, "share-link")
	data.Active = orNew(data.Active, true)
	link := &shareLink{data}
	s.links.Add(data.ID, link)
	return link
}

// key returns the secret of a link. The secret is derived from the ID of the link, so that it is
// the same in each run.
func (l *shareLink) key() string {
	sum := sha256.Sum256([]byte(l.data.ID))
	return hex.EncodeToString(sum[:8])
}

// showLink returns a share link as it appears in responses. It has a URL while the site is
// published.
func (s *site) showLink(l *shareLink) sites.ShareLink {
	shown := l.data
	if home := s.published(); home != nil && shown.URLs.Published == nil {
		shown.URLs.Published = new(*home + "/" + l.key())
	}
	return shown
}

// linkWithKey returns the URL of the active share link with the given key, or nil if there is none.
func (s *site) linkWithKey(key string) *string {
	for link := range s.links.Values() {
		if *link.data.Active && link.key() == key {
			return s.showLink(link).URLs.Published
		}
	}
	return nil
}

// Add adds a share link to a site and returns it. The link is active unless Active is false. The
// last segment of its URL is the share key.
func (s SiteShareLinks) Add(orgID, siteID string, seed sites.ShareLink) sites.ShareLink {
	server := open(s.server)
	return shareLinkKind.add(server, seed, func(found *site, seed sites.ShareLink) *shareLink {
		server.accept(server.limit("Sites.ShareLinks.Create", seed))
		seed.Name = orNew(seed.Name, "Share link "+seed.ID)
		return server.state.addShareLink(found, seed)
	}, orgID, siteID)
}

// All returns the share links of a site, in the order in which they were created.
func (s SiteShareLinks) All(orgID, siteID string) []sites.ShareLink {
	return shareLinkKind.all(open(s.server), orgID, siteID)
}
