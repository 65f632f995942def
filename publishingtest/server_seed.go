package publishingtest

import (
	"crypto/rand"
	"errors"
	"fmt"
	"iter"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/publishing-platform/publishing-go/api"
	deep "github.com/publishing-platform/publishing-go/internal/clone"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// accept fails the test if errs contains an error. errs are the errors that requests with the
// values of a seed would get.
func (s *server) accept(errs ...error) {
	for _, err := range errs {
		s.mistakeIf(err != nil, "%v", err)
	}
}

// limit returns the error of an operation for a body with the values of a seed. Required values may
// be absent, because the server generates them.
func (s *server) limit(operation string, body any) error {
	return s.limitOf(operation, limits.Input{Body: bodyOf(body)})
}

// limitWhole is like limit, but for a complete body, including nulls and empty strings.
func (s *server) limitWhole(operation string, body any) error {
	if _, err := jsonx.Marshal(body); err != nil { // for example because Extra contains the name of a field
		return fmt.Errorf("want what can be encoded: %w", err)
	}
	return s.limitOf(operation, limits.Input{Body: asSent(body)})
}

// limitOf is like limit, but for any part of a request.
func (s *server) limitOf(operation string, in limits.Input) error {
	return s.state.checkLimits(operation, implemented()[operation].limits, in, true)
}

// isOneCharacter reports whether a text has one character, which is too short for a title in some
// requests.
func isOneCharacter(text string) bool { return utf8.RuneCountInString(text) == 1 }

// renamed replaces the name of a request field in an error with the name of the seed's field.
func renamed(err error, from, to string) error {
	if err == nil {
		return nil
	}
	return errors.New(strings.Replace(err.Error(), from, to, 1))
}

// bodyOf returns a request body as decoded JSON, without unset fields.
func bodyOf(request any) any { return withoutUnset(asSent(request)) }

// asSent returns a request body as decoded JSON.
func asSent(request any) any {
	var body any
	if encoded, err := jsonx.Marshal(request); err == nil {
		_ = jsonx.Unmarshal(encoded, &body) // encoded is JSON
	}
	return body
}

func withoutUnset(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			if value == nil || value == "" {
				delete(v, name)
			} else {
				v[name] = withoutUnset(value)
			}
		}
	case []any:
		for i := range v {
			v[i] = withoutUnset(v[i])
		}
	}
	return v
}

// nullable returns the value of v for a request, or an unset value if v is nil.
func nullable[T any](v *T) api.Nullable[T] {
	if v == nil {
		return api.Nullable[T]{}
	}
	return api.Set(*v)
}

// seedUser returns the user that a field of a seed identifies. If the user does not exist, the test
// fails.
func (s *server) seedUser(field, id string) api.User {
	user, ok := s.state.users.Get(id)
	if !ok {
		s.mistake("%s: there is no user %q%s", field, id,
			didYouMean(id, slices.Collect(s.state.users.Keys())))
	}
	return *user
}

// seedReactions returns the reactions of a seed, and adds what they lack.
func (s *server) seedReactions(reactions []spaces.Reaction) []spaces.Reaction {
	for i := range reactions {
		fill(&reactions[i].Count, int64(len(reactions[i].Users)))
		for j := range reactions[i].Users {
			by := &reactions[i].Users[j]
			by.User = s.seedUser("Reactions", by.User.ID)
			fill(&by.ReactedAt, s.state.now())
		}
	}
	return reactions
}

// seedID returns the ID that a test has chosen, or a new ID if it has chosen none. If the ID is in
// use, the test fails.
func (s *server) seedID(kind, chosen string) string {
	if chosen == "" {
		return s.state.newID(kind)
	}
	if s.state.taken[chosen] {
		s.mistake("the ID %q is already in use; IDs are unique among all objects of a server",
			chosen)
	}
	s.state.taken[chosen] = true
	return chosen
}

// agrees fails the test if a field of a seed contradicts the arguments or the rest of the seed.
func (s *server) agrees(field, given, want string) {
	s.mistakeIf(given != "" && given != want, "%s: want %q or none, got %q", field, want, given)
}

// mustFind returns the resource with the given ID. If it does not exist, the test fails.
func mustFind[T any](s *server, t *ordered.Table[*T], kind, id string) *T {
	found, ok := t.Get(id)
	if !ok {
		s.mistake("there is no %s %q%s", kind, id, didYouMean(id, slices.Collect(t.Keys())))
	}
	return found
}

// values returns resources as they appear in responses.
func values[T, V any](all iter.Seq[T], show func(T) V) []V {
	shown := []V{}
	for value := range all {
		shown = append(shown, clone(show(value)))
	}
	return shown
}

// clone returns a deep copy of v. It keeps seeds and results from sharing memory with the state.
func clone[T any](v T) T { return deep.Of(v) }

// state is the state of a server. Memory that it shares with responses or tests is never written
// to.
type state struct {
	config         *config
	base           string // URL of the server
	started        time.Time
	tokenKey       string // signs the tokens that calls create
	users          ordered.Table[*api.User]
	caller         string // ID of the user whose call is served; between calls, the ID of Server.Caller
	organizations  ordered.Table[*organization]
	spaces         ordered.Table[*space]      // spaces of all organizations, without deleted ones
	collections    ordered.Table[*collection] // collections of all organizations
	tree           ordered.Table[treeNode]    // the spaces and the collections in the order that users chose
	trash          ordered.Table[*space]      // deleted spaces
	changeRequests ordered.Table[*changeRequest]
	imports        map[string][]Page       // content to import, by URL
	fileURLs       map[string]download     // files to upload from a URL
	embeds         map[string]spaces.Embed // keys are URLs
	repositories   ordered.Table[*GitRepository]
	templates      ordered.Table[*template]
	downloads      ordered.Table[download]         // downloads by the ID of the file
	subdomains     ordered.Table[*orgs.Subdomain]  // subdomains of all organizations, by label
	hostnames      map[string]sites.HostnameStatus // statuses that tests and calls have set, by custom hostname
	hostnameOwners map[string][]hostname           // owners by name, including earlier ones
	placements     map[string]map[*site]int        // number of site spaces by space and site
	integrations   ordered.Table[*integration]     // keys are names
	taken          map[string]bool
	counters       map[string]int
}

func newState(base string, config *config) *state {
	st := &state{
		config: config, base: base, taken: map[string]bool{}, counters: map[string]int{},
		imports: map[string][]Page{}, fileURLs: map[string]download{}, embeds: map[string]spaces.Embed{},
		hostnameOwners: map[string][]hostname{}, placements: map[string]map[*site]int{},
	}
	st.started, st.tokenKey = st.now(), rand.Text()
	st.addCaller()
	return st
}

// now returns the current time with the precision of the service.
func (st *state) now() time.Time { return st.config.clock.now().UTC().Truncate(time.Millisecond) }

// newID returns an unused ID, such as "site_1".
func (st *state) newID(kind string) string { return st.newIDAs(kind, kind+"_%d") }

// newIDAs is like newID, but the format contains the place of the number.
func (st *state) newIDAs(kind, format string) string {
	for {
		st.counters[kind]++
		id := fmt.Sprintf(format, st.counters[kind])
		if !st.taken[id] {
			st.taken[id] = true
			return id
		}
	}
}

// The origins of the URLs in responses, except those of the API itself. The server never connects
// to them.
const (
	appURL   = "https://app.publishing.example"
	sitesURL = "https://sites.publishing.example"
)

// location returns the URL of a resource in the API.
func (st *state) location(segments ...string) string { return address(st.base+"/v1", segments...) }

func address(base string, segments ...string) string {
	var b strings.Builder
	b.WriteString(base)
	for _, segment := range segments {
		b.WriteString("/" + url.PathEscape(segment))
	}
	return b.String()
}

// orNew returns v, or a pointer to other if v is nil.
func orNew[T any](v *T, other T) *T {
	if v == nil {
		return &other
	}
	return v
}

// fill sets a field to a value unless it is set.
func fill[T comparable](field *T, v T) { *field = orElse(*field, v) }

// commonFields are fields that many resources have.
type commonFields struct {
	Object               string
	CreatedAt, UpdatedAt time.Time
}

// fillCommon sets the Object of a resource and, unless they are set, CreatedAt, UpdatedAt and the
// URL of the resource, which consists of segments. It ignores fields that the resource does not
// have.
func (st *state) fillCommon(data any, object string, segments ...string) {
	resource := reflect.ValueOf(data).Elem()
	common := as[commonFields](resource.Interface())
	common.Object = object
	fill(&common.CreatedAt, st.now())
	fill(&common.UpdatedAt, common.CreatedAt)
	merge(data, common)
	if len(segments) > 0 {
		location := reflect.Indirect(resource.FieldByName("URLs")).FieldByName("Location")
		location.SetString(orElse(location.String(), st.location(segments...)))
	}
}

// fillID sets a field to a new ID unless it is set.
func (st *state) fillID(field *string, kind string) {
	if *field == "" {
		*field = st.newID(kind)
	}
}

// orElse returns v, or other if v is the zero value.
func orElse[T comparable](v, other T) T {
	if v == *new(T) {
		return other
	}
	return v
}
