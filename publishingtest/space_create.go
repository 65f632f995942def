package publishingtest

import (
	"slices"

	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleCreateCaller = ofCallers(newUndecidedRule("spaces.create.caller-403", "a caller without the role admin or create in the parent of a new space, or in the organization if it has none, gets 403; without the rule, any caller creates one"))
	ruleCreateParent = newUndecidedRule("spaces.create.parent-404", "a new space whose parent is not a collection of the organization returns 404; without the rule, 400")
	ruleCreateOne    = newUndecidedRule("spaces.create.one", "a new space with both a template and a computed source returns 400; without the rule, the template fills it")
	ruleCreateTitle  = newUndecidedRule("spaces.create.untitled", `a new space without a title has the title "Untitled"; without the rule, its title is empty`)
	ruleCreateLocked = newSeenRule("spaces.create.edit-mode", "a new space without an edit mode is live")
	ruleCreateEmpty  = newUndecidedRule("spaces.create.empty", "a new space without a template and a computed source has no pages; without the rule, it has one")
)

// spaceCreateOperations are the operations that create spaces.
var spaceCreateOperations = operations{
	"Spaces.Create": {onOrganization(createSpace), slices.Concat(limits.Table{
		limits.BodyOf[spaces.Create](),
		limits.Body("title", limits.Chars(0, 50)), limits.Body("emoji", limits.Chars(0, 50)),
	}, sourceLimits("computedSource", sourceOfPages...), templateLimits("template."))},
}

func createSpace(c *call, org *organization) (response, error) {
	in := input[spaces.Create](c)
	if err := c.mayCreateIn(org, in.Parent); err != nil {
		return response{}, err
	}
	if in.Parent != nil && !c.hasCollection(org.data.ID, *in.Parent) {
		return response{}, byRule(c.state, ruleCreateParent, notFound("parent", *in.Parent),
			invalid("parent", "a collection of the organization", *in.Parent, ""))
	}
	if in.Template != nil && in.ComputedSource != nil && c.enabled(ruleCreateOne) {
		return response{}, invalid("template",
			"none beside a computed source", in.Template.ID, ruleCreateOne)
	}
	var pages []Page
	var err error
	switch {
	case in.Template != nil:
		if pages, err = c.pagesOf(*in.Template, &revision{}, "template."); err != nil {
			return response{}, err
		}
	case in.ComputedSource != nil, c.enabled(ruleCreateEmpty):
	default:
		pages = []Page{{Title: "Untitled"}}
	}
	data := spaces.Space{
		ID: c.newID("space"), Organization: org.data.ID, Parent: in.Parent, Emoji: in.Emoji,
		Title:    byRule(c.state, ruleCreateTitle, "Untitled", ""),
		EditMode: new(byRule(c.state, ruleCreateLocked, spaces.EditModeLive, spaces.EditModeLocked)),
	}
	setIfGiven(&data.Title, in.Title)
	replaceIfGiven(&data.Language, filled(in.Language))
	replaceIfGiven(&data.EditMode, filled(in.EditMode))
	created := c.addSpace(data,
		revisionContent{pages: c.newPages("", pages, map[string]bool{}, c.freshID)})
	if in.ComputedSource != nil && in.Template == nil {
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
