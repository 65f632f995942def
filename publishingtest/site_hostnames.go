package publishingtest

import (
	"cmp"
	"iter"
	"net/http"
	"slices"

	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/sites"
)

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
	"CustomHostnames.Delete":     {handle: deleteHostname},
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

// hostnameCalled returns the custom hostname with the given name, and reports whether it exists.
func (st *state) hostnameCalled(name string) (found hostname, ok bool) {
	candidates := slices.Clone(st.hostnameOwners[name])
	candidates = slices.DeleteFunc(candidates, func(h hostname) bool { return !h.used() })
	if len(candidates) == 0 {
		return hostname{name: name}, false
	}
	return slices.MinFunc(candidates, func(a, b hostname) int {
		return cmp.Or(cmp.Compare(st.organizations.Position(a.org.data.ID),
			st.organizations.Position(b.org.data.ID)), cmp.Compare(a.position(), b.position()))
	}), true
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

func (c *call) hostname() (hostname, error) {
	found, ok := c.hostnameCalled(c.param("hostname"))
	if ok {
		return found, nil
	}
	return hostname{}, byRule[error](c.state, ruleHostname, notFound("hostname", found.name),
		fail(http.StatusForbidden, "hostname: there may be no %q", found.name))
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

func deleteHostname(c *call) (response, error) {
	found, ok := c.hostnameCalled(c.param("hostname"))
	if ok {
		if found.site != nil {
			found.site.data.Hostname = nil
		} else {
			found.org.data.CustomHostname = nil
		}
		delete(c.hostnames, found.name)
	}
	return respondDeleted(ok)
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
		URLs: sites.HostnameURLs{Location: st.location("custom-hostnames", h.name)},
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
	defer s.mu.hold()()
	found, ok := s.state.hostnameCalled(hostname)
	switch {
	case !ok:
		s.mistake("there is no custom hostname %q", hostname)
	case !slices.Contains(limits.Values[sites.HostnameStatus](), string(status)):
		s.mistake("status: want a status of a custom hostname, got %q", status)
	default:
		setOrDelete(&s.state.hostnames, found.name, status, true)
	}
}

// All returns the custom hostnames of all organizations and sites.
func (s CustomHostnames) All() []sites.CustomHostname {
	defer s.mu.hold()()
	return values(s.state.allHostnames(), s.state.showHostname)
}
