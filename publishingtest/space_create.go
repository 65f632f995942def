package publishingtest

import (
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleCreateCaller   = ofCallers(newUndecidedRule("spaces.create.caller-403", "a caller without the role admin or create in the parent of a new space, or in the organization if it has none, gets 403"))
	ruleCreateParent   = newUndecidedRule("spaces.create.parent-404", "a new space whose parent is not a collection of the organization returns 404")
	ruleCreateOne      = newUndecidedRule("spaces.create.one", "a new space with both a template and a computed source returns 400")
	ruleCreateTitle    = newUndecidedRule("spaces.create.untitled", `a new space without a title has the title "Untitled"`)
	ruleCreateLocked   = newSeenRule("spaces.create.edit-mode", "a new space without an edit mode is live")
	ruleCreateInherit  = newRule("spaces.create.inherits", "a new space has the default level inherit")
	ruleCreateEmpty    = newUndecidedRule("spaces.create.empty", "a new space without a template and a computed source has no pages; without the rule, it has one")
	ruleCreateTemplate = newRule("spaces.create.template", "a new space with a template has the pages that applying the template creates")
	ruleCreateComputed = newRule("spaces.create.computed", "the first revision of a new space with a computed source has the type computed; it has no pages, since the server computes nothing")
)

// spaceCreateOperations are the operations that create spaces.
var spaceCreateOperations = operations{
	"Spaces.Create": {onOrganization(createSpace), limits.AllFromDescription(slices.Concat(limits.Table{
		limits.Body("title", limits.String, limits.Chars(0, 50)),
		limits.Body("emoji", limits.String, limits.Chars(0, 50)),
		limits.Body("parent", limits.String),
		limits.Body("language", limits.String, languages),
		limits.Body("editMode", limits.String, limits.OneOf("live", "locked")),
		limits.Body("template", limits.Object),
	}, sourceLimits("computedSource", sourceOfPages...), templateLimits("template.")))},
}

func createSpace(c *call, org *organization) (response, error) {
	in := input[spaces.Create](c)
	if err := c.mayCreateIn(org, in.Parent); err != nil {
		return response{}, err
	}
	if in.Parent != nil && c.enabled(ruleCreateParent) {
		if found, ok := c.collections.Get(*in.Parent); !ok || found.data.Organization != org.data.ID {
			return response{}, notFound("parent", *in.Parent)
		}
	}
	if in.Template != nil && in.ComputedSource != nil && c.enabled(ruleCreateOne) {
		return response{}, invalid("template", "none beside a computed source", in.Template.ID, ruleCreateOne)
	}
	var pages []Page
	if in.Template != nil {
		filled, err := c.pagesOf(*in.Template, &revision{}, "template.")
		if err != nil {
			return response{}, err
		}
		if c.enabled(ruleCreateTemplate) {
			pages = filled
		}
	}
	if in.Template == nil && in.ComputedSource == nil && !c.enabled(ruleCreateEmpty) {
		pages = []Page{{Title: "Untitled"}}
	}
	data := spaces.Space{ID: c.newID("space"), Organization: org.data.ID, Parent: in.Parent, Emoji: in.Emoji, Title: "Untitled"}
	if !c.enabled(ruleCreateTitle) {
		data.Title = "Space " + data.ID
	}
	setIfGiven(&data.Title, in.Title)
	if in.Language != "" {
		data.Language = &in.Language
	}
	if in.EditMode == "" && !c.enabled(ruleCreateLocked) {
		in.EditMode = spaces.EditModeLocked
	}
	if in.EditMode != "" {
		data.EditMode = &in.EditMode
	}
	if !c.enabled(ruleCreateInherit) {
		data.DefaultLevel = new(api.RoleRead)
	}
	created := c.addSpace(data, revisionContent{pages: c.newPages("", pages, map[string]bool{}, c.freshID)})
	if in.ComputedSource != nil && c.enabled(ruleCreateComputed) {
		created.main.kind = spaces.RevisionTypeComputed
	}
	return respondCreated(c.showSpace(created, ""), created.data.URLs.Location)
}

// mayCreateIn rejects a caller who may not create a space in a collection, or in an organization if
// the collection is nil or does not exist.
func (c *call) mayCreateIn(org *organization, parent *string) error {
	role, _ := c.roleIn(org)
	if parent != nil {
		if col, ok := c.collections.Get(*parent); ok {
			role = c.roleOn(treeNode{collection: col})
		}
	}
	return c.mayCall(mayCreate(role), "the role admin or create", ruleCreateCaller)
}
