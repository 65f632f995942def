package publishingtest

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleAuthAnySite     = newSeenRule("publishing-auth.any-visibility", "each site has a private key, whatever its visibility; without the rule, the authentication of a site that is not for authenticated visitors returns 404")
	ruleAuthCustom      = newUndecidedRule("publishing-auth.custom", "the backend of a site is custom until an update changes it; without the rule, it is an integration")
	ruleAuthIntegration = newUndecidedRule("sites.publishing.auth.update.integration", "the backend of a site can be an integration only while an integration with the scope site:visitor:auth is installed on the site, or one is seeded; it is custom otherwise; without the rule, it always can")
	ruleTokenForever    = newSeenRule("visitor-token.no-expiry", "a visitor token without the claim exp does not expire; without the rule, it is invalid")
)

// The operations on the authentication of visitors.
var _ = declare(operations{
	"Sites.Publishing.Auth.Get":        {handle: onPublishingAuth(shows((*call).showPublishingAuth))},
	"Sites.Publishing.Auth.Update":     {onPublishingAuth(updatePublishingAuth), limits.Table{limits.BodyOf[sites.PublishingAuthUpdate](), limits.Body("fallbackURL", limits.URI)}},
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
	if err := c.checkBackend(s, in.Backend, c.authIntegration(s)); err != nil {
		return response{}, err
	}
	merge(&s.auth.data, in)
	return respondOK(c.showPublishingAuth(s))
}

// authIntegration returns the name of the integration that can authenticate the visitors of a site,
// or nil if there is none.
func (st *state) authIntegration(s *site) *string {
	if s.auth.data.Integration != nil {
		return s.auth.data.Integration
	}
	for in := range st.installed(onSites.isOn(st, s.data.ID)) {
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

// VerifyToken verifies a token that [sites.SignVisitorToken] has created, and returns its claims,
// for tests of login pages. The token must be signed with the current private key of the site, and
// must not have expired according to the clock of the server. Otherwise, VerifyToken returns an
// error that describes the problem. The site can have any visibility.
func (s SitePublishingAuth) VerifyToken(orgID, siteID, token string) (map[string]any, error) {
	defer s.mu.hold()()
	return s.state.verifyVisitorToken(s.seedSite(orgID, siteID), token)
}

// Put changes the visitor authentication settings of a site, and returns the settings. Fields that
// are not set keep their values. Integration is the name of an integration that authenticates
// visitors. By default, it is the first integration on the site that has the scope
// site:visitor:auth.
func (s SitePublishingAuth) Put(
	orgID, siteID string, seed sites.PublishingAuth,
) sites.PublishingAuth {
	defer s.mu.hold()()
	seed = clone(seed)
	found := s.seedSite(orgID, siteID)
	integration := seed.Integration
	if integration == nil {
		integration = s.state.authIntegration(found)
	}
	s.accept(
		s.limit("Sites.Publishing.Auth.Update", seed),
		s.state.checkBackend(found, seed.Backend, integration),
	)
	merge(&found.auth.data, seed)
	return clone(s.state.showPublishingAuth(found))
}

// Get returns the visitor authentication settings of a site.
func (s SitePublishingAuth) Get(orgID, siteID string) sites.PublishingAuth {
	defer s.mu.hold()()
	return clone(s.state.showPublishingAuth(s.seedSite(orgID, siteID)))
}
