package publishingtest

import (
	"crypto/rand"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

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
func (st *state) newID(kind string) string {
	for {
		st.counters[kind]++
		id := fmt.Sprintf("%s_%d", kind, st.counters[kind])
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
