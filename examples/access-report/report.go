package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/spaces"
)

// A report contains who has access to what.
type report struct {
	Org    string
	At     time.Time
	Hidden bool     // whether there may be places that the user of the token does not see
	Places []*place // ordered as in the tree
	Teams  []*team  // teams that have a role in a place, by title
}

// A place is a space or a collection.
type place struct {
	Kind       string // "space" or "collection"
	ID         string
	Title      string
	Path       string // titles, beginning with the outermost collection
	Depth      int    // number of collections that contain it
	Visibility string // visibility of a space
	Access     []access
	Problem    string // why its access is unknown, "" if it is known

	// TeamProblem is why it is unknown which teams were given a role here or have which members, ""
	// if it is known.
	TeamProblem string

	parent string // ID of the collection that contains it, "" if there is none
	outer  *place
	teams  []permissions.TeamPermission // the roles that teams were given here
}

// An access is the role of a person in a place.
type access struct {
	User  api.User
	Role  string
	Teams []string // titles of the person's teams that were given a role in the place, or in a collection that contains it
}

// guest is the name of the null role.
const guest = "guest"

// roleOf returns the name of a role for a terminal.
func roleOf(role *publishing.Role) string {
	if role == nil {
		return guest
	}
	return terminal.Line(string(*role))
}

// roles contains the roles, the strongest first. Roles that are not among them are sorted after
// them.
var roles = []string{
	string(api.RoleAdmin), string(api.RoleCreate), string(api.RoleReview), string(api.RoleEdit), string(api.RoleComment), string(api.RoleRead), guest,
}

func strength(role string) int {
	if i := slices.Index(roles, role); i >= 0 {
		return i
	}
	return len(roles)
}

// A reader reads the access in an organization.
type reader struct {
	client   *publishing.Client
	orgID    string
	parallel int
}

func (r *reader) read(ctx context.Context) (*report, error) {
	org, err := r.client.Orgs.Get(ctx, r.orgID)
	if err != nil {
		return nil, err
	}
	var found []*place
	for c, err := range r.client.Collections.All(ctx, r.orgID, spaces.CollectionListOptions{Nested: new(true)}) {
		if err != nil {
			return nil, fmt.Errorf("list the collections: %w", err)
		}
		found = append(found, &place{Kind: "collection", ID: c.ID, Title: terminal.Line(c.Title), parent: publishing.Value(c.Parent)})
	}
	for s, err := range r.client.Spaces.All(ctx, r.orgID, spaces.ListOptions{}) {
		if err != nil {
			return nil, fmt.Errorf("list the spaces: %w", err)
		}
		found = append(found, &place{
			Kind: "space", ID: s.ID, Title: terminal.Line(s.Title), Visibility: terminal.Line(string(s.Visibility)), parent: publishing.Value(s.Parent),
		})
	}
	found = tree(found)
	if err := each(ctx, r.parallel, found, r.fill); err != nil {
		return nil, err
	}
	teams, err := r.teams(ctx, found)
	if err != nil {
		return nil, err
	}
	return &report{Org: r.orgID, Hidden: !org.Permissions.Admin, Places: found, Teams: teams}, nil
}

// tree sorts places so that the content of a collection follows it. A place in a collection that
// was not listed is at the top. So is a collection that contains itself, which may happen if
// content is moved while it is listed.
func tree(found []*place) []*place {
	collections := map[string]bool{}
	for _, p := range found {
		if p.Kind == "collection" {
			collections[p.ID] = true
		}
	}
	below := map[string][]*place{}
	for _, p := range found {
		if !collections[p.parent] {
			if p.parent != "" {
				p.TeamProblem = cmp.Or(p.TeamProblem, "the collection that contains it is not listed")
			}
			p.parent = ""
		}
		below[p.parent] = append(below[p.parent], p)
	}
	var ordered []*place
	seen := map[*place]bool{}
	var add func(p *place, above *place)
	add = func(p, above *place) {
		if seen[p] {
			return
		}
		seen[p] = true
		p.Path = p.Title
		if above != nil {
			p.Path, p.Depth, p.outer = above.Path+" / "+p.Title, above.Depth+1, above
		}
		ordered = append(ordered, p)
		if p.Kind == "collection" {
			for _, inner := range below[p.ID] {
				add(inner, p)
			}
		}
	}
	for _, p := range slices.Concat(below[""], found) {
		add(p, nil)
	}
	return ordered
}

// fill reads the access to a place. An access that cannot be read is unknown. It returns an error
// if the error concerns all places.
func (r *reader) fill(ctx context.Context, p *place) error {
	for _, part := range []struct {
		read    func(context.Context, *place) error
		problem *string
	}{{r.access, &p.Problem}, {r.grants, &p.TeamProblem}} {
		if err := part.read(ctx, p); isGeneral(ctx, err) {
			return err
		} else if err != nil {
			*part.problem = problem(err)
		}
	}
	return nil
}

// isGeneral reports whether an error ends the report.
func isGeneral(ctx context.Context, err error) bool {
	return err != nil && (ctx.Err() != nil || errors.Is(err, publishing.ErrUnauthorized))
}

// each calls read for the elements of list, several at once. An error ends it.
func each[T any](ctx context.Context, parallel int, list []T, read func(context.Context, T) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	next := make(chan T)
	var readers sync.WaitGroup
	for range parallel {
		readers.Go(func() {
			for element := range next {
				if err := read(ctx, element); err != nil {
					stop(err)
				}
			}
		})
	}
	for _, element := range list {
		select {
		case next <- element:
		case <-ctx.Done():
		}
	}
	close(next)
	readers.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// access reads who has access to a place. It discards what was read before a failure, because an
// incomplete list would look complete.
func (r *reader) access(ctx context.Context, p *place) error {
	var all iter.Seq2[permissions.Permission, error]
	if p.Kind == "space" {
		all = r.client.Permissions.Spaces.Aggregate.All(ctx, p.ID, permissions.AggregateListOptions{})
	} else {
		all = r.client.Permissions.Collections.Aggregate.All(ctx, p.ID, permissions.AggregateListOptions{})
	}
	var read []access
	for permission, err := range all {
		if err != nil {
			return err
		}
		role := roleOf(permission.Permission)
		permission.User.DisplayName = terminal.Line(permission.User.DisplayName)
		read = append(read, access{User: permission.User, Role: role})
	}
	slices.SortStableFunc(read, func(a, b access) int {
		return cmp.Or(cmp.Compare(strength(a.Role), strength(b.Role)), strings.Compare(a.Role, b.Role), comparePeople(a.User, b.User))
	})
	p.Access = read
	return nil
}

func comparePeople(a, b api.User) int {
	return cmp.Or(strings.Compare(strings.ToLower(a.DisplayName), strings.ToLower(b.DisplayName)), strings.Compare(a.ID, b.ID))
}

// problem describes in a few words why the access to a place could not be read.
func problem(err error) string {
	if e, ok := errors.AsType[*publishing.Error](err); ok {
		return terminal.Truncate(terminal.Line(fmt.Sprintf("%d %s: %s", e.Status, http.StatusText(e.Status), e.Message)), 120)
	}
	return terminal.Truncate(terminal.Line(err.Error()), 120)
}

// unknown returns the number of places with unknown access.
func (r *report) unknown() (n int) {
	for _, p := range r.Places {
		if p.Problem != "" {
			n++
		}
	}
	return n
}

// unknownTeams returns the number of places with unknown teams.
func (r *report) unknownTeams() (n int) {
	for _, p := range r.Places {
		if p.TeamProblem != "" {
			n++
		}
	}
	return n
}

// people returns everybody with access to a place, by name.
func (r *report) people() []api.User {
	byID := map[string]api.User{}
	for _, p := range r.Places {
		for _, a := range p.Access {
			byID[a.User.ID] = a.User
		}
	}
	var list []api.User
	for _, user := range byID {
		list = append(list, user)
	}
	slices.SortFunc(list, comparePeople)
	return list
}

// contact distinguishes people with the same name.
func contact(user api.User) string {
	if user.Email != nil {
		return terminal.Line(*user.Email)
	}
	return user.ID
}

// summary summarizes the report in a sentence.
func (r *report) summary() string {
	count := map[string]int{}
	for _, p := range r.Places {
		count[p.Kind]++
	}
	text := fmt.Sprintf("%s, %s, %s with access", many(count["space"], "space", "spaces"), many(count["collection"], "collection", "collections"),
		many(len(r.people()), "person", "people"))
	if len(r.Teams) > 0 {
		text += fmt.Sprintf("; %s with a role", many(len(r.Teams), "team", "teams"))
	}
	if n := r.unknown(); n > 0 {
		text += fmt.Sprintf("; the access to %d is unknown", n)
	}
	if n := r.unknownTeams(); n > 0 {
		text += fmt.Sprintf("; the teams of %d are unknown", n)
	}
	if r.Hidden {
		text += "; there may be others that only an administrator sees"
	}
	return text + "."
}

func many(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}
