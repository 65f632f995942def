package publishingtest

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/rison"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/customization"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleUnpublished  = newUndecidedRule("sites.published.unpublished-404", "the published site of a site that is not published returns 404; without the rule, it has no published URLs")
	rulePublishedKey = newUndecidedRule("sites.published.share-key", "on a published share-link site, a share key that is not that of an active share link returns 404; without the rule, there are no published URLs")
)

// The operations on the publication of sites.
var _ = declare(operations{
	"Sites.Publish":   {handle: onSite(publishAs(true))},
	"Sites.Unpublish": {handle: onSite(publishAs(false))},
	"Sites.Published": {handle: onSite(getPublished)},
})

// publishAs returns a handler that publishes or unpublishes a site.
func publishAs(published bool) handlerOf[*site] {
	return func(c *call, s *site) (response, error) {
		s.data.Published = published
		return respondOK(c.showSite(s))
	}
}

func getPublished(c *call, s *site) (response, error) {
	key := c.query.Get("shareKey")
	switch {
	case !s.data.Published && c.enabled(ruleUnpublished):
		return response{}, fail(http.StatusNotFound,
			"siteId: the site %s is not published [%s]", abbreviated(s.data.ID), ruleUnpublished)
	case key != "" && s.data.Published && s.visible(key) == nil && c.enabled(rulePublishedKey):
		return response{}, fail(
			http.StatusNotFound, "shareKey: want the key of an active share link, got %s [%s]",
			abbreviated(key), rulePublishedKey,
		)
	}
	site := c.showSite(s)
	site.URLs.Published = s.visible(key)
	settings, siteSpaces := c.publishedCustomizations(s)
	return respondOK(sites.PublishedSite{
		Object: "published-content-site", Site: site,
		Structure:      c.showStructure(byRule(c.state, ruleDraftsHidden, s.withoutDrafts(), s), key),
		Customizations: sites.PublishedCustomizations{Site: settings, SiteSpaces: siteSpaces},
		Scripts:        c.scriptsOf(s),
	})
}

// plainSettings returns the settings of a site that was never customized. It decodes them from
// JSON, so that the code need not use the Go names of deprecated fields.
func (st *state) plainSettings() customization.Settings {
	var settings customization.Settings
	_, _ = jsonx.Decode([]byte(plainSettingsJSON), &settings)
	if st.config.newer {
		theme := customization.ThemedCodeTheme{Light: "default-light", Dark: "default-dark"}
		settings.PDF, settings.Git, settings.SocialAccounts = nil, nil, []customization.SocialAccount{}
		settings.PageActions = customization.PageActions{Items: []customization.PageAction{
			customization.PageActionMarkdown, customization.PageActionPDF,
		}}
		settings.Styling.CodeTheme = &customization.CodeThemes{Default: theme, OpenAPI: theme}
	}
	return settings
}

const plainSettingsJSON = `{
	"styling": {
		"theme": "clean", "corners": "rounded", "depth": "subtle", "links": "default", "font": "Inter", "monospaceFont": "IBMPlexMono",
		"background": "plain", "icons": "regular", "search": "prominent", "sidebar": {"background": "default", "list": "default"},
		"primaryColor": {"light": "#346DDB", "dark": "#346DDB"}, "infoColor": {"light": "#787878", "dark": "#787878"},
		"successColor": {"light": "#00A86B", "dark": "#00A86B"}, "warningColor": {"light": "#FE9A00", "dark": "#FE9A00"},
		"dangerColor": {"light": "#FB2C36", "dark": "#FB2C36"}
	},
	"internationalization": {"locale": "en"}, "favicon": {}, "header": {"preset": "default", "links": []}, "footer": {"groups": []},
	"themes": {"default": "light", "toggeable": true}, "pdf": {"enabled": true}, "feedback": {"enabled": false}, "ai": {"mode": "none"},
	"advancedCustomization": {"enabled": false}, "git": {"showEditLink": false},
	"pageActions": {"externalAI": false, "markdown": true, "mcp": false}, "externalLinks": {"target": "self"}, "pagination": {"enabled": true},
	"trademark": {"enabled": true}, "privacyPolicy": {}, "socialPreview": {}, "insights": {"trackingCookie": true}
}`

var rulePreviewSpace = newUndecidedRule("sites.publishing.preview.site-space", "the site space of a preview belongs to the site; without the rule, an unknown one is ignored")

// previewLifetime is the time for which the URL of a preview is valid.
const previewLifetime = time.Hour

// The operations on previews of sites.
var _ = declare(operations{
	"Sites.Publishing.Preview": {onSite(getPreview), limits.Table{limits.QueryOf(sites.PublishingPreviewOptions{})}},
})

// getPreview responds with a URL that contains the claims and the time at which the URL expires.
// The server does not serve this URL.
func getPreview(c *call, s *site) (response, error) {
	segments := []string{"preview", s.data.ID}
	switch id := c.query.Get("siteSpace"); {
	case s.spaces.Has(id):
		segments = append(segments, id)
	case id != "" && c.enabled(rulePreviewSpace):
		return response{}, invalid("siteSpace", "a site space of the site", id, rulePreviewSpace)
	default:
		for placed := range s.spacesIn(s.defaultSection()) {
			if placed.byDefault {
				segments = append(segments, placed.data.ID)
			}
		}
	}
	query := url.Values{"expires": {c.now().Add(previewLifetime).Format(time.RFC3339)}}
	if c.query.Has("claims") {
		text := c.query.Get("claims")
		claims, err := rison.Decode(text)
		if _, isObject := claims.(map[string]any); err != nil || !isObject {
			return response{}, fail(http.StatusBadRequest, "claims: want an object in Rison")
		}
		query.Set("claims", text)
	}
	return respondOK(sites.Preview{
		URL: api.NewSecret(address(sitesURL, segments...) + "?" + query.Encode()),
	})
}

var (
	ruleAuthAnySite     = newSeenRule("publishing-auth.any-visibility", "each site has a private key, whatever its visibility; without the rule, the authentication of a site that is not for authenticated visitors returns 404")
	ruleAuthCustom      = newUndecidedRule("publishing-auth.custom", "the backend of a site is custom until an update changes it; without the rule, it is an integration")
	ruleAuthIntegration = newUndecidedRule("sites.publishing.auth.update.integration", "the backend of a site can be an integration only while an integration with the scope site:visitor:auth is installed on the site, or one is seeded; it is custom otherwise; without the rule, it always can")
	ruleTokenForever    = newSeenRule("visitor-token.no-expiry", "a visitor token without the claim exp does not expire; without the rule, it is invalid")
)

// The operations on the authentication of visitors.
var _ = declare(operations{
	"Sites.Publishing.Auth.Get":        {handle: onPublishingAuth(shows((*call).showPublishingAuth))},
	"Sites.Publishing.Auth.Update":     {onPublishingAuth(updatePublishingAuth), limits.Table{limits.BodyOf(sites.PublishingAuthUpdate{}), limits.Body("fallbackURL", limits.URI), limits.Body("logoutURL", limits.URI)}},
	"Sites.Publishing.Auth.Regenerate": {handle: onPublishingAuth(regeneratePublishingAuth)},
})

// publishingAuth contains the visitor authentication settings of a site.
type publishingAuth struct {
	data        sites.PublishingAuth // PrivateKey and Backend are empty until they are set
	regenerated int
}

func onPublishingAuth(handle handlerOf[*site]) handler {
	return onSite(func(c *call, s *site) (response, error) {
		if s.data.Visibility == sites.VisibilityVisitorAuth || c.enabled(ruleAuthAnySite) {
			return handle(c, s)
		}
		return response{}, fail(http.StatusNotFound,
			"siteId: want a site with the visibility visitor-auth, got %s", abbreviated(s.data.ID))
	})
}

func updatePublishingAuth(c *call, s *site) (response, error) {
	in := input[sites.PublishingAuthUpdate](c)
	c.accept(c.checkBackend(s, in.Backend, c.authIntegration(s)))
	merge(&s.auth.data, in)
	return respondOK(c.showPublishingAuth(s))
}

// authIntegration returns the name of the integration that can authenticate the visitors of a site,
// or nil if there is none.
func (st *state) authIntegration(s *site) *string {
	if s.auth.data.Integration != nil {
		return s.auth.data.Integration
	}
	for _, in := range st.installed(onSites.isOn(st, s.data.ID)) {
		if slices.Contains(in.data.Scopes, integrations.ScopeSiteVisitorAuth) {
			return &in.data.Name
		}
	}
	return nil
}

// checkBackend rejects the backend "integration" if there is no integration that can authenticate
// visitors.
func (st *state) checkBackend(
	s *site, backend spaces.VisitorAuthBackend, integration *string,
) error {
	if backend == spaces.VisitorAuthBackendIntegration && integration == nil &&
		st.enabled(ruleAuthIntegration) {
		want := fmt.Sprintf(
			"custom, since no integration with the scope %s is installed on the site %s",
			integrations.ScopeSiteVisitorAuth, abbreviated(s.data.ID),
		)
		return invalid("backend", want, backend, ruleAuthIntegration)
	}
	return nil
}

func regeneratePublishingAuth(c *call, s *site) (response, error) {
	s.auth.data.PrivateKey = api.Secret{}
	s.auth.regenerated++
	return respondOK(c.showPublishingAuth(s))
}

// showPublishingAuth returns the visitor authentication settings as they appear in responses.
func (st *state) showPublishingAuth(s *site) sites.PublishingAuth {
	shown := s.auth.data
	shown.Object = "publishing-auth"
	shown.Integration = st.authIntegration(s)
	if st.checkBackend(s, shown.Backend, shown.Integration) != nil { // the integration was removed
		shown.Backend = ""
	}
	fill(&shown.Backend, byRule(st, ruleAuthCustom,
		spaces.VisitorAuthBackendCustom, spaces.VisitorAuthBackendIntegration))
	shown.PrivateKey = s.privateKey()
	return shown
}

// privateKey returns the key that signs visitor tokens. Unless a seed sets it, the key is derived
// from the ID of the site, so that it is the same in each run.
func (s *site) privateKey() api.Secret {
	if !s.auth.data.PrivateKey.IsZero() {
		return s.auth.data.PrivateKey
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "private key %d of %s", s.auth.regenerated, s.data.ID))
	return api.NewSecret(hex.EncodeToString(sum[:]))
}

// verifyVisitorToken returns the claims of a visitor token for a site.
func (st *state) verifyVisitorToken(s *site, token string) (map[string]any, error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return nil, errors.New("visitor token: want three parts that are separated by dots")
	}
	var header struct {
		Algorithm string `json:"alg"`
	}
	var claims map[string]any
	if err := decodePart(parts[0], &header); err != nil {
		return nil, fmt.Errorf("visitor token: header: %w", err)
	}
	if err := decodePart(parts[1], &claims); err != nil || claims == nil {
		return nil, errors.New("visitor token: payload: want a JSON object in base64url")
	}
	if header.Algorithm != "HS256" {
		return nil, fmt.Errorf("visitor token: want the algorithm HS256, got %q", header.Algorithm)
	}
	if !isSigned(parts[0]+"."+parts[1], parts[2], s.privateKey().Reveal()) {
		return nil, errors.New("visitor token: want a signature with the private key of the site")
	}
	given, expires := claims["exp"]
	expiry, ok := given.(float64)
	switch {
	case !expires && st.enabled(ruleTokenForever):
		return claims, nil
	case !ok:
		return nil, errors.New("visitor token: want the claim exp to be a number")
	case float64(st.now().UnixMilli())/1000 >= expiry:
		return nil, fmt.Errorf("visitor token: %w at %s", errExpired,
			time.Unix(int64(expiry), 0).UTC().Format(time.RFC3339))
	}
	return claims, nil
}

// errExpired is the error of a visitor token that has expired.
var errExpired = errors.New("it expired")

// decodePart decodes a part of a JSON Web Token.
func decodePart(part string, v any) error {
	data, err := base64.RawURLEncoding.DecodeString(part)
	if err != nil || json.Unmarshal(data, v) != nil {
		return errors.New("want JSON in base64url")
	}
	return nil
}

// VerifyVisitorToken verifies a token that [sites.SignVisitorToken] has created, and returns its
// claims, for tests of login pages. The token must be signed with the current private key of the
// site, and must not have expired according to the clock of the server. Otherwise,
// VerifyVisitorToken returns an error that describes the problem. The site can have any visibility.
func (s SitePublishingAuth) VerifyVisitorToken(orgID, siteID, token string) (map[string]any, error) {
	server := open(s.server)
	defer server.mu.hold()()
	return server.state.verifyVisitorToken(siteKind.seeded(server, orgID, siteID), token)
}

// Update changes the visitor authentication settings of a site, and returns the settings. Fields
// that are not set keep their values. Integration is the name of an integration that authenticates
// visitors. By default, it is the first integration on the site that has the scope
// site:visitor:auth.
func (s SitePublishingAuth) Update(
	orgID, siteID string, seed sites.PublishingAuth,
) sites.PublishingAuth {
	server := open(s.server)
	defer server.mu.hold()()
	seed = clone(seed)
	found := siteKind.seeded(server, orgID, siteID)
	integration := cmp.Or(seed.Integration, server.state.authIntegration(found))
	server.accept(
		server.limit("Sites.Publishing.Auth.Update", seed),
		server.state.checkBackend(found, seed.Backend, integration),
	)
	merge(&found.auth.data, seed)
	return clone(server.state.showPublishingAuth(found))
}

// Get returns the visitor authentication settings of a site.
func (s SitePublishingAuth) Get(orgID, siteID string) sites.PublishingAuth {
	server := open(s.server)
	defer server.mu.hold()()
	return clone(server.state.showPublishingAuth(siteKind.seeded(server, orgID, siteID)))
}

var (
	ruleHostname           = newUndecidedRule("hostname.absent-404", "a call for a custom hostname that no site and no organization has returns 404; without the rule, 403")
	ruleHostnameLive       = newUndecidedRule("hostname.live", "a custom hostname is live until a test sets another status, and only a live one is active; without the rule, its DNS records are missing at first")
	ruleHostnamePassed     = newUndecidedRule("customhostnames.revalidate.passed-409", "a revalidation of a custom hostname whose DNS records are right returns 409; without the rule, it has no effect")
	ruleHostnameRevalidate = newUndecidedRule("customhostnames.revalidate.passes", "a revalidation finds that the DNS records are right; without the rule, it changes nothing")
)

// onHostname returns a handler that looks up a custom hostname in the path.
var onHostname = on((*call).hostname)

// The operations on custom hostnames.
var _ = declare(operations{
	"CustomHostnames.Get":        {handle: onHostname(shows((*call).showHostname))},
	"CustomHostnames.Revalidate": {handle: onHostname(revalidateHostname)},
	"CustomHostnames.Delete":     {handle: ifPresent(onHostname(deleteHostname))},
})

// dnsPassed contains the states of a custom hostname whose DNS records are correct.
var dnsPassed = []sites.HostnameStatus{
	sites.HostnameStatusDNSPassed, sites.HostnameStatusLive,
	sites.HostnameStatusSSLUnknown, sites.HostnameStatusSSLPending,
	sites.HostnameStatusSSLFailed, sites.HostnameStatusSSLRetryExpired,
}

// hostname is a custom hostname of an organization, or of one of its sites.
type hostname struct {
	name string
	org  *organization
	site *site // nil for the hostname of the organization
}

// allHostnames iterates over the custom hostnames of all organizations and sites.
func (st *state) allHostnames() iter.Seq[hostname] {
	return func(yield func(hostname) bool) {
		for org := range st.organizations.Values() {
			if name := org.data.CustomHostname; name != nil && !yield(hostname{*name, org, nil}) {
				return
			}
			for s := range org.sites.Values() {
				if name := s.data.Hostname; name != nil && !yield(hostname{*name, org, s}) {
					return
				}
			}
		}
	}
}

// hostnameCalled returns the custom hostname with the given name, or nil if there is none.
func (st *state) hostnameCalled(name string) *hostname {
	candidates := slices.DeleteFunc(slices.Clone(st.hostnameOwners[name]), func(h hostname) bool { return !h.used() })
	if len(candidates) == 0 {
		return nil
	}
	return new(slices.MinFunc(candidates, func(a, b hostname) int {
		return cmp.Or(cmp.Compare(st.organizations.Position(a.org.data.ID),
			st.organizations.Position(b.org.data.ID)), cmp.Compare(a.position(), b.position()))
	}))
}

// addHostname records the owner of a custom hostname. The hostname may be nil.
func (st *state) addHostname(name *string, org *organization, s *site) {
	if name != nil {
		st.hostnameOwners[*name] = append(st.hostnameOwners[*name], hostname{*name, org, s})
	}
}

// used reports whether the owner of a hostname still exists and still uses the hostname.
func (h hostname) used() bool {
	if h.site == nil {
		return equalID(h.org.data.CustomHostname, h.name)
	}
	return h.position() > 0 && equalID(h.site.data.Hostname, h.name)
}

// position returns the index of a hostname in the list of an organization. The first hostname is
// the organization's own.
func (h hostname) position() int64 {
	if h.site == nil {
		return 0
	}
	return h.org.sites.Position(h.site.data.ID)
}

func (c *call) hostname() hostname {
	return *foundAt(c, "hostname", c.hostnameCalled(c.param("hostname")), ruleHostname)
}

func revalidateHostname(c *call, found hostname) (response, error) {
	status := c.hostnameStatus(found)
	passed := slices.Contains(dnsPassed, status)
	switch {
	case passed && c.enabled(ruleHostnamePassed):
		return response{}, fail(
			http.StatusConflict,
			"hostname: want one whose DNS records are not right, got one with the status %s [%s]",
			status, ruleHostnamePassed,
		)
	case !passed && c.enabled(ruleHostnameRevalidate):
		setOrDelete(&c.hostnames, found.name, sites.HostnameStatusDNSPassed, true)
	}
	return response{status: http.StatusNoContent}, nil
}

func deleteHostname(c *call, found hostname) (response, error) {
	if found.site != nil {
		found.site.data.Hostname = nil
	} else {
		found.org.data.CustomHostname = nil
	}
	delete(c.hostnames, found.name)
	return respondDeleted(true)
}

func (st *state) hostnameStatus(h hostname) sites.HostnameStatus {
	if status, set := st.hostnames[h.name]; set {
		return status
	}
	return byRule(st, ruleHostnameLive, sites.HostnameStatusLive, sites.HostnameStatusDNSNoCNAME)
}

// showHostname returns a custom hostname as it appears in responses.
func (st *state) showHostname(h hostname) sites.CustomHostname {
	status := st.hostnameStatus(h)
	shown := sites.CustomHostname{
		Object: "custom-hostname", Hostname: h.name,
		IsActive: status == sites.HostnameStatusLive, Status: &status,
		URLs: sites.CustomHostnameURLs{Location: st.location("custom-hostnames", h.name)},
	}
	if h.site != nil {
		shown.Target = sites.HostnameTarget{Type: sites.HostnameTargetTypeSite, Site: &h.site.data.ID}
	} else {
		shown.Target = sites.HostnameTarget{
			Type: sites.HostnameTargetTypeOrganization, Organization: &h.org.data.ID,
		}
	}
	return shown
}

// SetStatus sets the status of a custom hostname, which is the Hostname of a site or the
// CustomHostname of an organization. The initial status is live.
func (s CustomHostnames) SetStatus(hostname string, status sites.HostnameStatus) {
	server := open(s.server)
	defer server.mu.hold()()
	switch {
	case server.state.hostnameCalled(hostname) == nil:
		server.mistake("there is no custom hostname %q", hostname)
	case !slices.Contains(limits.Values[sites.HostnameStatus](), string(status)):
		server.mistake("status: want a status of a custom hostname, got %q", status)
	default:
		setOrDelete(&server.state.hostnames, hostname, status, true)
	}
}

// All returns the custom hostnames of all organizations and sites.
func (s CustomHostnames) All() []sites.CustomHostname {
	server := open(s.server)
	defer server.mu.hold()()
	return values(server.state.allHostnames(), server.state.showHostname)
}
