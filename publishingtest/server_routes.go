package publishingtest

import (
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/internal/op"
)

// handlers has what carries out each operation, by its name.
var handlers = map[string]handler{
	"Sites.List":   onOrganization(listSites),
	"Sites.Create": onOrganization(createSite),
	"Sites.Get":    onSite(getSite),
	"Sites.Delete": onOrganization(deleteSite),
	"Sites.Update": onSite(updateSite),

	"Sites.Publish":       onSite(publishSite),
	"Sites.Unpublish":     onSite(unpublishSite),
	"Sites.Published.Get": onSite(getPublished),

	"Sites.Structure.Sort": onSite(sortStructure),

	"Sites.Search.List": onSite(searchSite),

	"Sites.AdaptiveSchema.Get":                onSite(getAdaptiveSchema),
	"Sites.AdaptiveSchema.Put":                onSite(putAdaptiveSchema),
	"Sites.AdaptiveSchema.TemplateConditions": onSite(listTemplateConditions),

	"Sites.ShareLinks.List":   onSite(listShareLinks),
	"Sites.ShareLinks.Create": onSite(createShareLink),
	"Sites.ShareLinks.Delete": onOrganization(deleteShareLink),
	"Sites.ShareLinks.Update": onSite(updateShareLink),

	"Sites.Sections.List":   onSite(listSections),
	"Sites.Sections.Create": onSite(createSection),
	"Sites.Sections.Delete": onOrganization(deleteSection),
	"Sites.Sections.Update": onSection(updateSection),
	"Sites.Sections.Move":   onSection(moveSection),

	"Sites.SectionGroups.List":   onSite(listSectionGroups),
	"Sites.SectionGroups.Create": onSite(createSectionGroup),
	"Sites.SectionGroups.Delete": onOrganization(deleteSectionGroup),
	"Sites.SectionGroups.Update": onSectionGroup(updateSectionGroup),
	"Sites.SectionGroups.Add":    onSectionGroup(addToSectionGroup),
	"Sites.SectionGroups.Remove": onOrganization(removeFromSectionGroup),
	"Sites.SectionGroups.Move":   onSectionGroup(moveSectionGroup),

	"Sites.SiteSpaces.List":   onSite(listSiteSpaces),
	"Sites.SiteSpaces.Create": onSite(createSiteSpace),
	"Sites.SiteSpaces.Delete": onOrganization(deleteSiteSpace),
	"Sites.SiteSpaces.Update": onSiteSpace(updateSiteSpace),
	"Sites.SiteSpaces.Move":   onSiteSpace(moveSiteSpace),

	"Orgs.Invites.Create": onOrganization(createInvites),
	"Orgs.Invites.Join":   onOrganization(joinInvite),

	"Orgs.LinkInvites.List":   onOrganization(listLinkInvites),
	"Orgs.LinkInvites.Create": onOrganization(createLinkInvite),
	"Orgs.LinkInvites.Get":    onLinkInvite(getLinkInvite),
	"Orgs.LinkInvites.Update": onLinkInvite(updateLinkInvite),

	"Orgs.Fonts.List":   onOrganization(listFonts),
	"Orgs.Fonts.Create": onOrganization(createFont),
	"Orgs.Fonts.Get":    onFont(getFont),
	"Orgs.Fonts.Update": onFont(updateFont),
	"Orgs.Fonts.Delete": deleteFont,

	"Orgs.Storage.Upload": onOrganization(uploadFile),

	"Orgs.TeamMembers.List":   onTeam(listTeamMembers),
	"Orgs.TeamMembers.Update": onTeam(updateTeamMembers),
	"Orgs.TeamMembers.Put":    onTeam(putTeamMember),
	"Orgs.TeamMembers.Delete": onOrganization(deleteTeamMember),

	"Orgs.SAML.List":   onOrganization(listSAML),
	"Orgs.SAML.Create": onOrganization(createSAML),
	"Orgs.SAML.Get":    onSAML(getSAML),
	"Orgs.SAML.Delete": onOrganization(deleteSAML),
	"Orgs.SAML.Update": onSAML(updateSAML),
	"Orgs.SAML.Logins": onOrganization(listLogins),

	"Orgs.Translations.List":   onOrganization(listTranslations),
	"Orgs.Translations.Create": onOrganization(createTranslation),
	"Orgs.Translations.Get":    onTranslation(getTranslation),
	"Orgs.Translations.Put":    onTranslation(putTranslation),
	"Orgs.Translations.Delete": onOrganization(deleteTranslation),
	"Orgs.Translations.Run":    onTranslation(runTranslation),

	"Subdomains.Get": getSubdomain,

	"Orgs.Ask.Answer":          onOrganization(answerQuestion),
	"Orgs.Ask.Questions":       onOrganization(listQuestions),
	"Orgs.Ask.StreamQuestions": onOrganization(streamQuestions),
	"Orgs.Ask.Stream":          onOrganization(streamAnswer),

	"Orgs.OpenAPI.List":   onOrganization(listSpecs),
	"Orgs.OpenAPI.Create": onOrganization(createSpec),
	"Orgs.OpenAPI.Get":    onSpec(getSpec),
	"Orgs.OpenAPI.Put":    onOrganization(putSpec),
	"Orgs.OpenAPI.Delete": onOrganization(deleteSpec),
	"Orgs.OpenAPI.Update": onSpec(updateSpec),

	"Spaces.Get":       onSpace(getSpace),
	"Spaces.List":      onOrganization(listSpaces),
	"Spaces.Update":    onSpace(updateSpace),
	"Spaces.Delete":    deleteSpace,
	"Spaces.Restore":   restoreSpace,
	"Spaces.Duplicate": onSpace(duplicateSpace),
	"Spaces.Move":      onItem(moveContent),
	"Spaces.Transfer":  onItem(transferContent),

	"Spaces.PDF": onBranch(getPDF),

	"Spaces.Links.List":             onSpace(listLinks),
	"Spaces.Search.List":            onSpace(listSearch),
	"Spaces.Content.Get":            onBranch(getContent),
	"Spaces.Content.PageTree":       onBranch(getContentPages),
	"Spaces.Content.Page":           onBranch(getContentPage),
	"Spaces.Content.PageByPath":     onBranch(getContentPageByPath),
	"Spaces.Content.Import":         onBranch(importContent),
	"Spaces.Content.ImportIntoPage": onBranch(importIntoPage),
	"Spaces.Content.ApplyTemplate":  onSpace(applyTemplate),
	"Spaces.Files.List":             onBranch(listFiles),
	"Spaces.Files.Get":              onBranch(getFile),
	"Spaces.FileBacklinks.List":     onBranch(listFileBacklinks),
	"Spaces.PageLinks.List":         onBranch(listPageLinks),
	"Spaces.PageBacklinks.List":     onBranch(listPageBacklinks),
	"Spaces.ReusableContents.Get":   onBranch(getReusable),
	"Spaces.Documents.Get":          onSpace(getDocument),
	"Spaces.Computed.Document":      onBranch(getComputedDocument),
	"Spaces.Computed.Revision":      onBranch(getComputedRevision),

	"Spaces.Revisions.Get":                       onBranch(getContent),
	"Spaces.Revisions.Changes":                   onBranch(getRevisionChanges),
	"Spaces.Revisions.PageTree":                  onBranch(getContentPages),
	"Spaces.Revisions.Page":                      onBranch(getContentPage),
	"Spaces.Revisions.PageByPath":                onBranch(getContentPageByPath),
	"Spaces.Revisions.PageDocument":              onBranch(getPageDocument),
	"Spaces.Revisions.Files.List":                onBranch(listFiles),
	"Spaces.Revisions.Files.Get":                 onBranch(getFile),
	"Spaces.Revisions.ReusableContents.Get":      onBranch(getReusable),
	"Spaces.Revisions.ReusableContents.Document": onBranch(getReusableDocument),

	"Collections.List":        onOrganization(listCollections),
	"Collections.Create":      onOrganization(createCollection),
	"Collections.Get":         onCollection(getCollection),
	"Collections.Update":      onCollection(updateCollection),
	"Collections.Delete":      deleteCollection,
	"Collections.Move":        onItem(moveContent),
	"Collections.Transfer":    onItem(transferContent),
	"Collections.Spaces.List": onCollection(listCollectionSpaces),

	"Permissions.Spaces.Invite":             onItem(inviteToContent),
	"Permissions.Spaces.List":               onItem(listPermissions),
	"Permissions.Spaces.Update":             onItem(updatePermission),
	"Permissions.Spaces.Delete":             deletePermission,
	"Permissions.Spaces.ListAggregate":      onItem(listAggregate),
	"Permissions.Collections.Invite":        onItem(inviteToContent),
	"Permissions.Collections.List":          onItem(listPermissions),
	"Permissions.Collections.Update":        onItem(updatePermission),
	"Permissions.Collections.Delete":        deletePermission,
	"Permissions.Collections.ListAggregate": onItem(listAggregate),

	"ChangeRequests.List":           onSpace(listRequests),
	"ChangeRequests.ListInOrg":      onOrganization(listOrgRequests),
	"ChangeRequests.Create":         onSpace(createRequest),
	"ChangeRequests.Get":            onRequest(getRequest),
	"ChangeRequests.Update":         onRequest(updateRequest),
	"ChangeRequests.Merge":          onRequest(mergeRequest),
	"ChangeRequests.UpdateFromMain": onRequest(updateRequestFromMain),
	"ChangeRequests.PDF":            onBranch(getPDF),

	"ChangeRequests.Content.Get":            onBranch(getContent),
	"ChangeRequests.Content.Import":         onBranch(importContent),
	"ChangeRequests.Content.ImportIntoPage": onBranch(importIntoPage),
	"ChangeRequests.Content.PageTree":       onBranch(getContentPages),
	"ChangeRequests.Content.Page":           onBranch(getContentPage),
	"ChangeRequests.Files.List":             onBranch(listFiles),
	"ChangeRequests.Files.Get":              onBranch(getFile),
	"ChangeRequests.FileBacklinks.List":     onBranch(listFileBacklinks),
	"ChangeRequests.PageLinks.List":         onBranch(listPageLinks),
	"ChangeRequests.PageBacklinks.List":     onBranch(listPageBacklinks),

	"ChangeRequests.Comments.List":   onRequest(listComments),
	"ChangeRequests.Comments.Create": onRequest(createComment),
	"ChangeRequests.Comments.Get":    onComment(getComment),
	"ChangeRequests.Comments.Update": onComment(updateComment),
	"ChangeRequests.Comments.Delete": deleteComment,

	"ChangeRequests.Replies.List":   onComment(listReplies),
	"ChangeRequests.Replies.Create": onComment(createReply),
	"ChangeRequests.Replies.Get":    onReply(getReply),
	"ChangeRequests.Replies.Update": onReply(updateReply),
	"ChangeRequests.Replies.Delete": deleteReply,

	"ChangeRequests.Commenters.List":            onRequest(listCommenters),
	"ChangeRequests.Contributors.List":          onRequest(listContributors),
	"ChangeRequests.RequestedReviewers.List":    onRequest(listRequestedReviewers),
	"ChangeRequests.RequestedReviewers.Request": onRequest(requestReviewers),
	"ChangeRequests.RequestedReviewers.Delete":  deleteRequestedReviewer,
	"ChangeRequests.Reviews.List":               onRequest(listReviews),
	"ChangeRequests.Reviews.Submit":             onRequest(submitReview),
}

// newRoutes makes a route of each operation of the SDK's own list.
func (s *Server) newRoutes() *http.ServeMux {
	routes := http.NewServeMux()
	for _, o := range s.ops {
		handle := handler(unknownOperation)
		if own := handlers[o.Name]; own != nil {
			handle = checked(own)
		}
		routes.HandleFunc(o.Method+" "+o.Template, func(w http.ResponseWriter, req *http.Request) { s.serve(w, req, o, handle) })
	}
	routes.HandleFunc(downloadRoute, s.serveDownload)
	routes.HandleFunc(uploadRoute, s.serveUpload)
	routes.HandleFunc(storageRoute, s.serveStored)
	routes.HandleFunc(pdfRoute, s.servePDF)
	routes.HandleFunc(requestPDFRoute, s.servePDF)
	routes.HandleFunc("/", s.serveUnknown)
	return routes
}

// unknownOperation answers an operation of the list that this package cannot carry out.
func unknownOperation(r *request) (answer, error) {
	return answer{}, fail(http.StatusNotImplemented, "%s (%s %s): the service in memory does not have this operation", r.op.Name, r.op.Method, r.op.Template)
}

// serveUnknown answers what is no operation: 405 when another method would be one, else 501.
func (s *Server) serveUnknown(w http.ResponseWriter, req *http.Request) {
	s.serve(w, req, &op.Op{Method: req.Method}, func(r *request) (answer, error) {
		allowed := s.methods(req)
		if len(allowed) == 0 {
			return answer{}, fail(http.StatusNotImplemented, "%s %s: the service in memory does not have this operation", req.Method, req.URL.EscapedPath())
		}
		f := fail(http.StatusMethodNotAllowed, "%s %s: want %s", req.Method, req.URL.EscapedPath(), strings.Join(allowed, " or "))
		f.header = http.Header{"Allow": {strings.Join(allowed, ", ")}}
		return answer{}, f
	})
}

// methods returns what the path of a request can be called with.
func (s *Server) methods(req *http.Request) []string {
	if !isClean(req) {
		return nil
	}
	var allowed []string
	for _, method := range []string{http.MethodDelete, http.MethodGet, http.MethodPatch, http.MethodPost, http.MethodPut} {
		other := *req
		other.Method = method
		if _, pattern := s.routes.Handler(&other); pattern != "/" {
			allowed = append(allowed, method)
		}
	}
	slices.Sort(allowed)
	return allowed
}

// isClean tells whether the path is one the router takes as it is. It would redirect another, which the service does not.
func isClean(req *http.Request) bool {
	escaped := req.URL.EscapedPath()
	return escaped == path.Clean(escaped)
}
