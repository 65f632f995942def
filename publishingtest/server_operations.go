package publishingtest

import (
	"sync"

	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
)

// operation is the implementation of an operation in the server.
type operation struct {
	handle handler
	limits limits.Table // limits of the values of its requests, except the page and limit of a list
}

// operations contains operations by name. Each resource declares its own.
type operations map[string]operation

// declared contains the operations of all resources.
var declared = operations{}

// declare adds the operations of a resource.
func declare(some operations) struct{} {
	for name, o := range some {
		if _, twice := declared[name]; twice {
			panic("publishingtest: " + name + " is declared twice")
		}
		declared[name] = o
	}
	return struct{}{}
}

// implemented returns the operations of all resources. All limits of an experimental operation come
// from the public description.
var implemented = sync.OnceValue(func() operations {
	for _, o := range op.All() {
		if known := declared[o.Name]; o.Experimental {
			known.limits = limits.AllFromDescription(known.limits)
			declared[o.Name] = known
		}
	}
	return declared
})

// removed contains the operations that a server with [WithNewerService] does not have.
var removed = map[string]bool{
	"ChangeRequests.Content.Import":           true,
	"ChangeRequests.Files.Backlinks.List":     true,
	"ChangeRequests.Links.List":               true,
	"ChangeRequests.Pages.Backlinks.List":     true,
	"ChangeRequests.Pages.Import":             true,
	"ChangeRequests.Pages.Links.List":         true,
	"Orgs.Conversations.Clusters.Get":         true,
	"Orgs.Conversations.Clusters.Issues.List": true,
	"Orgs.Conversations.Clusters.List":        true,
	"Orgs.Conversations.Create":               true,
	"Sites.SectionGroups.Sections.Add":        true,
	"Sites.SectionGroups.Sections.Remove":     true,
	"Spaces.Content.Import":                   true,
	"Spaces.Files.Backlinks.List":             true,
	"Spaces.Links.List":                       true,
	"Spaces.Pages.Backlinks.List":             true,
	"Spaces.Pages.Import":                     true,
	"Spaces.Pages.Links.List":                 true,
	"Spaces.Transfer":                         true,
}
