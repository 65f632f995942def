package publishingtest

import (
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

// implemented contains the operations of all resources. To add an operation to a resource, change
// only the file of the resource.
var implemented = joined(
	// org_*.go
	agentInstructionsOperations,
	askOperations,
	auditEventOperations,
	billingOperations,
	conversationOperations,
	fontOperations,
	glossaryOperations,
	importOperations,
	inviteOperations,
	linkInviteOperations,
	memberOperations,
	memberSpaceOperations,
	memberTeamOperations,
	openAPIOperations,
	openAPIVersionOperations,
	organizationOperations,
	organizationSearchOperations,
	samlOperations,
	storageOperations,
	subdomainOperations,
	systemOperations,
	teamMemberOperations,
	teamOperations,
	translationOperations,
	userOperations,

	// site*.go
	adaptiveSchemaOperations,
	agentSettingsOperations,
	customizationOperations,
	adsOperations,
	externalLinkOperations,
	insightsOperations,
	publishedOperations,
	questionOperations,
	redirectOperations,
	redirectPutOperations,
	sectionGroupOperations,
	sectionOperations,
	shareLinkOperations,
	siteAskOperations,
	siteOperations,
	siteSearchOperations,
	siteSpaceOperations,
	structureOperations,

	hostnameOperations,
	mcpServerOperations,
	previewOperations,
	publishingAuthOperations,

	// space*.go
	collectionOperations,
	contentOperations,
	contentPageOperations,
	documentOperations,
	embedOperations,
	fileOperations,
	gitOperations,
	linkOperations,
	pdfOperations,
	reusableContentOperations,
	revisionOperations,
	spaceCreateOperations,
	spaceOperations,
	spaceSearchOperations,
	treeOperations,

	// changerequest*.go
	changeRequestContentOperations,
	contentUpdateOperations,
	changeRequestOperations,
	commentOperations,
	contributorOperations,
	mergeOperations,
	replyOperations,
	requestedReviewerOperations,
	reviewOperations,

	// permission*.go
	permissionOperations,
	sitePermissionOperations,
	teamPermissionOperations,

	// url*.go
	urlOperations,

	// integration*.go
	installationOperations,
	contentInstallationOperations,
	installationTokenOperations,
	organizationInstallationOperations,
	integrationOperations,
	integrationPublishOperations,
	integrationEventOperations,
)

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

func joined(all ...operations) operations {
	one := operations{}
	for _, some := range all {
		for name, o := range some {
			if _, twice := one[name]; twice {
				panic("publishingtest: " + name + " is declared twice")
			}
			one[name] = o
		}
	}
	for _, o := range op.All() {
		if declared := one[o.Name]; o.Experimental {
			declared.limits = limits.AllFromDescription(declared.limits)
			one[o.Name] = declared
		}
	}
	return one
}
