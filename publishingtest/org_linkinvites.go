package publishingtest

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
)

var (
	ruleLinkInvite           = behaviour("link-invite.absent-404", "a path with a link invite that does not exist is answered with 404")
	ruleLinkInviteVariant    = behaviour("orgs.linkinvites.create.variant", "a link invite is made with a role, or with a level and a space, or with a level and a collection")
	ruleLinkInviteSpace      = behaviour("orgs.linkinvites.create.space-exists", "the space of a link invite is one of the organization")
	ruleLinkInviteCollection = behaviour("orgs.linkinvites.create.collection-exists", "the collection of a link invite is one of the organization")
	ruleLinkInviteOwn        = behaviour("orgs.linkinvites.update.own-field", "an update has the role of an invite to the organization, the level of one to a space or a collection, and not the other")
	ruleLinkInviteList       = behaviour("orgs.linkinvites.list.organization", "the list of link invites contains those to the organization, not those to a space or a collection")
)

// linkInviteOperations are the operations on link invites.
var linkInviteOperations = operations{
	"Orgs.LinkInvites.List": {handle: onOrganization(listLinkInvites)},
	"Orgs.LinkInvites.Create": {onOrganization(createLinkInvite), limits.Table{
		limits.Body("role", limits.String, roles),
		limits.Body("level", limits.String, limits.Nullable, roles),
		limits.Body("space", limits.String),
		limits.Body("collection", limits.String),
	}},
	"Orgs.LinkInvites.Get": {handle: onLinkInvite(getLinkInvite)},
	"Orgs.LinkInvites.Update": {onLinkInvite(updateLinkInvite), limits.Table{
		limits.Body("role", limits.String, roles),
		limits.Body("level", limits.String, limits.Nullable, roles),
	}},
}

// linkInvite is a link that lets whoever has it join.
type linkInvite struct {
	id         string
	redundant  bool
	role       *api.Role // of one to the organization
	level      *api.Role // of the others, nil for guests
	space      string    // "" for no space
	collection string    // "" for no collection
}

// ofOrganization tells an invite to the organization from one to a space or a collection.
func (l *linkInvite) ofOrganization() bool { return l.space == "" && l.collection == "" }

// leads tells whether what a link invite is to is still there. One that leads nowhere is as good as gone, unless its space is restored.
func (st *state) leads(l *linkInvite) bool {
	_, space := st.spaces.Get(l.space)
	_, collection := st.collections.Get(l.collection)
	return space || collection || l.ofOrganization()
}

// showLinkInvite is a link invite as the service shows it.
func (st *state) showLinkInvite(l *linkInvite) orgs.LinkInvite {
	shown := orgs.LinkInvite{Object: "invite", ID: l.id, Redundant: l.redundant, Role: l.role, Level: l.level}
	if sp, ok := st.spaces.Get(l.space); ok {
		shown.Space = new(st.showSpace(sp, ""))
	}
	if c, ok := st.collections.Get(l.collection); ok {
		shown.Collection = new(c.data)
	}
	return shown
}

func onLinkInvite(handle func(r *request, l *linkInvite) (answer, error)) handler {
	return onOrganization(func(r *request, org *organization) (answer, error) {
		l, err := find(r, &org.linkInvites, "inviteId", ruleLinkInvite)
		if err != nil {
			return answer{}, err
		}
		if !r.leads(l) {
			return answer{}, notFound("inviteId", l.id)
		}
		return handle(r, l)
	})
}

func listLinkInvites(r *request, org *organization) (answer, error) {
	return page(r, org.linkInvites.All(), func(l *linkInvite) (orgs.LinkInvite, bool) {
		return r.showLinkInvite(l), r.leads(l) && (l.ofOrganization() || !r.holds(ruleLinkInviteList))
	})
}

func createLinkInvite(r *request, org *organization) (answer, error) {
	in := input[orgs.LinkInviteCreate](r)
	level, hasLevel := in.Level.Get()
	hasLevel = hasLevel || in.Level.IsNull()
	kinds := 0
	for _, given := range []bool{in.Role != "", in.Space != nil, in.Collection != nil} {
		if given {
			kinds++
		}
	}
	if (kinds != 1 || hasLevel == (in.Role != "")) && r.holds(ruleLinkInviteVariant) {
		return answer{}, broken("body", "role alone, or level with space or collection", r.parsed, ruleLinkInviteVariant)
	}
	made := linkInvite{}
	if in.Role != "" {
		made.role = &in.Role
	} else if level != "" {
		made.level = &level
	}
	if in.Space != nil {
		if err := r.knownSpace("space", *in.Space, ruleLinkInviteSpace); err != nil {
			return answer{}, err
		}
		made.space = *in.Space
	}
	if in.Collection != nil {
		if c, ok := r.collections.Get(*in.Collection); (!ok || c.data.Organization != org.data.ID) && r.holds(ruleLinkInviteCollection) {
			return answer{}, broken("collection", "a collection of the organization", *in.Collection, ruleLinkInviteCollection)
		}
		made.collection = *in.Collection
	}
	made.id = r.newID("link-invite")
	org.linkInvites.Add(made.id, &made)
	return created(r.showLinkInvite(&made), "")
}

func getLinkInvite(r *request, l *linkInvite) (answer, error) { return ok(r.showLinkInvite(l)) }

func updateLinkInvite(r *request, l *linkInvite) (answer, error) {
	in := input[orgs.LinkInviteUpdate](r)
	hasRole, hasLevel := in.Role != "", !in.Level.IsZero()
	if own := l.ofOrganization(); (hasRole != own || hasLevel == own) && r.holds(ruleLinkInviteOwn) {
		want := "level alone"
		if own {
			want = "role alone"
		}
		return answer{}, broken("body", want, r.parsed, ruleLinkInviteOwn)
	}
	if hasRole {
		l.role = &in.Role
	}
	if hasLevel {
		l.level = nil
		if level, given := in.Level.Get(); given {
			l.level = &level
		}
	}
	return ok(r.showLinkInvite(l))
}

// AddLinkInvite adds a link invite to an organization and returns it. The seed has a role, or names a space by Space.ID or a collection by
// Collection.ID and may have a level; without any of them it is one to the organization with the role read.
func (s *Server) AddLinkInvite(organizationID string, seed orgs.LinkInvite) orgs.LinkInvite {
	s.mu.Lock()
	defer s.mu.Unlock()
	seed = clone(seed)
	org := s.seedOrganization(organizationID)
	made := linkInvite{redundant: seed.Redundant, role: seed.Role, level: seed.Level}
	switch {
	case seed.Space != nil:
		made.space = known(s, &s.state.spaces, "space", seed.Space.ID).data.ID
	case seed.Collection != nil:
		made.collection = known(s, &s.state.collections, "collection", seed.Collection.ID).data.ID
	case seed.Role == nil:
		made.role = new(api.RoleRead)
	}
	made.id = s.seedID("link-invite", seed.ID)
	org.linkInvites.Add(made.id, &made)
	return clone(s.state.showLinkInvite(&made))
}

// LinkInvites returns the link invites of an organization, to itself and to those of its spaces and
// collections that still exist, in the order they were created. The operation Orgs.LinkInvites.List
// lists only those to the organization.
func (s *Server) LinkInvites(organizationID string) []orgs.LinkInvite {
	s.mu.Lock()
	defer s.mu.Unlock()
	org := s.seedOrganization(organizationID)
	var shown []orgs.LinkInvite
	for _, l := range org.linkInvites.All() {
		if s.state.leads(l) {
			shown = append(shown, s.state.showLinkInvite(l))
		}
	}
	return clone(shown)
}

// giveLevel gives a user the level of an invite to a space or a collection, unless the user has one.
func (st *state) giveLevel(l *linkInvite, userID string) {
	give := func(of *grants) {
		if _, there := of.users.Get(userID); !there {
			give(&of.users, userID, l.level)
		}
	}
	if sp, ok := st.spaces.Get(l.space); ok {
		give(&sp.grants)
	}
	if c, ok := st.collections.Get(l.collection); ok {
		give(&c.grants)
	}
}
