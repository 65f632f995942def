package main

import (
	"context"
	"errors"
	"sync"

	publishing "github.com/publishing-platform/publishing-go"
)

// A guard permits the writes of a run: the creation of a space and of a site in one organization,
// and then only writes to these.
type guard struct {
	orgID    string
	mu       sync.Mutex
	creating bool
	ids      map[string]bool // IDs of the space and the site
}

// add permits writes to what has an ID.
func (g *guard) add(id string) {
	if id == "" {
		return // paths without a space or a site have this ID too
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ids == nil {
		g.ids = map[string]bool{}
	}
	g.ids[id] = true
}

// create permits creations until stop is called.
func (g *guard) create() (stop func()) {
	g.set(true)
	return func() { g.set(false) }
}

func (g *guard) set(creating bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.creating = creating
}

// onScratch are the operations of the experiments. None of them publishes anything or sends mail.
var onScratch = map[string]bool{
	"Spaces.Delete":                 true,
	"Spaces.Restore":                true,
	"ChangeRequests.Create":         true,
	"ChangeRequests.Update":         true,
	"ChangeRequests.UpdateFromMain": true,
	"ChangeRequests.Content.Update": true,
	"Sites.Delete":                  true,
	"Sites.Update":                  true,
	"Sites.ShareLinks.Create":       true,
	"Sites.Redirects.Create":        true,
	"Sites.Sections.Create":         true,
	"Sites.SectionGroups.Create":    true,
	"Sites.SiteSpaces.Create":       true,
	"Sites.SiteSpaces.Move":         true,
}

var errNotOurs = errors.New("verify writes only to what it has created")

// permit is the policy of the client.
func (g *guard) permit(_ context.Context, w publishing.Write) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch w.Operation {
	case "Spaces.Create", "Sites.Create":
		if g.creating && w.Params["organizationId"] == g.orgID {
			return nil
		}
	default:
		isOurs := g.ids[w.Params["spaceId"]] || g.ids[w.Params["siteId"]]
		if onScratch[w.Operation] && isOurs {
			return nil
		}
	}
	return errNotOurs
}
