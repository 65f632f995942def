package spaces_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/spaces"
)

var spacePage = spaces.ListOptions{Cursor: "c/2+d=", Limit: 50}

var spaceRows = []contract.Row{
	{
		Op: "Spaces.Get",
		Call: func(a contract.Args) (any, error) {
			return a.Spaces.Get(a.Ctx, a.ID[0], spaces.GetOptions{ShareKey: api.NewSecret("key 1")}, a.Opts...)
		},
		Request:  "GET /v1/spaces/space%2F1?shareKey=key+1",
		Status:   200,
		Response: "spaces/space.json",
	},
	{
		Op:   "Spaces.Get",
		Name: "for guests",
		Call: func(a contract.Args) (any, error) {
			return a.Spaces.Get(a.Ctx, a.ID[0], spaces.GetOptions{}, a.Opts...)
		},
		Request:  "GET /v1/spaces/space%2F1",
		Status:   200,
		Response: "spaces/space-of-guests.json",
	},

	{
		Op:   "Spaces.List",
		Call: func(a contract.Args) (any, error) { return a.Spaces.List(a.Ctx, a.ID[0], spacePage, a.Opts...) },
		List: func(a contract.Args) (all, pages any) {
			return a.Spaces.All(a.Ctx, a.ID[0], spacePage, a.Opts...), a.Spaces.ListPages(a.Ctx, a.ID[0], spacePage, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/spaces?limit=50&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@spaces/space.json", "@spaces/space-experimental.json"]}`,
	},
	{
		Op:   "Spaces.List",
		Name: "unset, no rules",
		Call: func(a contract.Args) (any, error) {
			return a.Spaces.List(a.Ctx, a.ID[0], spaces.ListOptions{}, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/spaces",
		Status:   200,
		Response: `{"count": 1, "items": ["@spaces/space-of-guests.json"]}`,
	},

	{
		Op: "Spaces.Create",
		Call: createSpace(spaces.Create{
			Title: new("Guides"), Emoji: new("1f4d6"), Parent: new("collection/2"), Language: api.LanguageFrench, EditMode: spaces.EditModeLocked,
			Template: &spaces.Template{ID: "template/1", Params: &spaces.TemplateParams{ContentRefs: map[string]spaces.TemplateFile{"logo": {File: "file/1"}}}},
		}),
		Request: "POST /v1/orgs/organization%2F1/spaces",
		Body: `{"title": "Guides", "emoji": "1f4d6", "parent": "collection/2", "language": "fr", "editMode": "locked",
			"template": {"id": "template/1", "params": {"contentRefs": {"logo": {"kind": "file", "file": "file/1"}}}}}`,
		Status:   201,
		Response: "spaces/space.json",
	},
	{
		Op:   "Spaces.Create",
		Name: "with a computed source",
		Call: createSpace(spaces.Create{EditMode: spaces.EditModeLive, ComputedSource: &spaces.Computed{
			Type:         spaces.ComputedTypeOpenAPI,
			Dependencies: map[string]spaces.ComputedDependency{"spec": {Ref: spaces.ContentRef{Kind: spaces.ContentRefKindOpenAPI, Spec: new("spec_1")}}},
			Props:        api.Raw(`{"models":true}`),
		}}),
		Request: "POST /v1/orgs/organization%2F1/spaces",
		Body: `{"editMode": "live", "computedSource": {"type": "builtin:openapi", "props": {"models": true},
			"dependencies": {"spec": {"ref": {"kind": "openapi", "spec": "spec_1"}}}}}`,
		Status:   201,
		Response: "spaces/space.json",
	},
}

func createSpace(create spaces.Create) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) { return a.Spaces.Create(a.Ctx, a.ID[0], create, a.Opts...) }
}

func updateSpace(update spaces.Update) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) { return a.Spaces.Update(a.Ctx, a.ID[0], update, a.Opts...) }
}

func moveSpace(move spaces.Move) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) { return a.Spaces.Move(a.Ctx, a.ID[0], move, a.Opts...) }
}

func transferSpace(transfer spaces.Transfer, more ...api.CallOption) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Spaces.Transfer(a.Ctx, a.ID[0], transfer, append(more, a.Opts...)...)
	}
}

func restoreSpace(a contract.Args) (any, error) { return a.Spaces.Restore(a.Ctx, a.ID[0], a.Opts...) }

var spaceChangeRows = []contract.Row{
	{
		Op:      "Spaces.Delete",
		Call:    func(a contract.Args) (any, error) { return a.Spaces.Delete(a.Ctx, a.ID[0], a.Opts...) },
		Request: "DELETE /v1/spaces/space%2F1",
		Status:  205,
		Outcome: api.Deleted,
	},

	{
		Op: "Spaces.Update",
		Call: updateSpace(spaces.Update{
			EditMode:     spaces.EditModeLocked,
			Title:        new("Guide"),
			DefaultLevel: api.Set(api.RoleComment),
			Language:     api.Language("pt-br"),
			MergeRules: &api.MergeRules{Type: api.MergeRulesTypeRules, Rules: []api.MergeRule{
				{Rule: api.MergeRuleNameRequireSpecificReviewers, Users: []string{"user_1", "user_2"}},
			}},
			Emoji: api.Set("1f4d8"),
		}),
		Request: "PATCH /v1/spaces/space%2F1",
		Body: `{"editMode": "locked", "title": "Guide", "defaultLevel": "comment", "language": "pt-br",
			"mergeRules": {"type": "rules", "rules": [{"rule": "require_specific_reviewers", "users": ["user_1", "user_2"]}]}, "emoji": "1f4d8"}`,
		Status:   200,
		Response: "spaces/space.json",
	},
	{
		Op:       "Spaces.Update",
		Name:     "live, inherited rules and level",
		Call:     updateSpace(spaces.Update{EditMode: spaces.EditModeLive, DefaultLevel: api.Set(spaces.LevelInherit), MergeRules: &api.MergeRules{Type: api.MergeRulesTypeInherit}}),
		Request:  "PATCH /v1/spaces/space%2F1",
		Body:     `{"editMode": "live", "defaultLevel": "inherit", "mergeRules": {"type": "inherit"}}`,
		Status:   200,
		Response: "spaces/space-of-guests.json",
	},
	{
		Op:   "Spaces.Update",
		Name: "experimental rules",
		Call: updateSpace(spaces.Update{MergeRules: &api.MergeRules{
			Type: api.MergeRulesTypeRules,
			Rules: []api.MergeRule{
				{Rule: api.MergeRuleNameRequireAtLeastOneReview},
				{Rule: api.MergeRuleNameCustom, Expression: new("changeRequest.subject != ''")},
				{Rule: "another", Extra: map[string]api.Raw{"days": api.Raw(`[1, 2]`)}},
			},
		}}),
		Request: "PATCH /v1/spaces/space%2F1",
		Body: `{"mergeRules": {"type": "rules", "rules": [{"rule": "require_at_least_one_review"},
			{"rule": "custom", "expression": "changeRequest.subject != ''"}, {"rule": "another", "days": [1, 2]}]}}`,
		Status:   200,
		Response: "spaces/space-experimental.json",
	},
	{
		Op:       "Spaces.Update",
		Name:     "no rules",
		Call:     updateSpace(spaces.Update{MergeRules: &api.MergeRules{Type: api.MergeRulesTypeNone}}),
		Request:  "PATCH /v1/spaces/space%2F1",
		Body:     `{"mergeRules": {"type": "none"}}`,
		Status:   200,
		Response: "spaces/space.json",
	},
	{
		Op:       "Spaces.Update",
		Name:     "null",
		Call:     updateSpace(spaces.Update{DefaultLevel: api.Null[api.Role](), Emoji: api.Null[string](), Icon: api.Null[string]()}),
		Request:  "PATCH /v1/spaces/space%2F1",
		Body:     `{"defaultLevel": null, "emoji": null, "icon": null}`,
		Status:   200,
		Response: "spaces/space-of-guests.json",
	},
	{
		Op:       "Spaces.Update",
		Name:     "icon, empty title",
		Call:     updateSpace(spaces.Update{Title: new(""), Icon: api.Set("https://cdn.example.com/space_1.png")}),
		Request:  "PATCH /v1/spaces/space%2F1",
		Body:     `{"title": "", "icon": "https://cdn.example.com/space_1.png"}`,
		Status:   200,
		Response: "spaces/space.json",
	},

	{
		Op:       "Spaces.Duplicate",
		Call:     func(a contract.Args) (any, error) { return a.Spaces.Duplicate(a.Ctx, a.ID[0], a.Opts...) },
		Request:  "POST /v1/spaces/space%2F1/duplicate",
		Status:   201,
		Response: "spaces/space.json",
	},

	{
		Op:       "Spaces.Restore",
		Call:     restoreSpace,
		Request:  "POST /v1/spaces/space%2F1/restore",
		Status:   200,
		Response: "spaces/space.json",
	},

	{
		Op: "Spaces.Move",
		Call: moveSpace(spaces.Move{Parent: api.Set("collection/1"), Position: spaces.ContentPosition{
			Before: &spaces.ContentPointer{Space: new("space/2")},
			After:  &spaces.ContentPointer{Space: new("space/3")},
		}}),
		Request:  "POST /v1/spaces/space%2F1/move",
		Body:     `{"parent": "collection/1", "position": {"before": {"type": "space", "space": "space/2"}, "after": {"type": "space", "space": "space/3"}}}`,
		Status:   200,
		Response: "spaces/space.json",
	},
	{
		Op:       "Spaces.Move",
		Name:     "before",
		Call:     moveSpace(spaces.Move{Position: spaces.ContentPosition{Before: &spaces.ContentPointer{Space: new("space/2")}}}),
		Request:  "POST /v1/spaces/space%2F1/move",
		Body:     `{"position": {"before": {"type": "space", "space": "space/2"}}}`,
		Status:   200,
		Response: "spaces/space.json",
	},
	{
		Op:       "Spaces.Move",
		Name:     "after a collection, out of all",
		Call:     moveSpace(spaces.Move{Parent: api.Null[string](), Position: spaces.ContentPosition{After: &spaces.ContentPointer{Collection: new("collection/2")}}}),
		Request:  "POST /v1/spaces/space%2F1/move",
		Body:     `{"parent": null, "position": {"after": {"type": "collection", "collection": "collection/2"}}}`,
		Status:   200,
		Response: "spaces/space.json",
	},

	{
		Op:       "Spaces.Transfer",
		Call:     transferSpace(spaces.Transfer{Organization: new("organization/2")}),
		Request:  "POST /v1/spaces/space%2F1/transfer",
		Body:     `{"organization": "organization/2"}`,
		Status:   200,
		Response: "spaces/space.json",
	},
	{
		Op:       "Spaces.Transfer",
		Name:     "to a collection too",
		Call:     transferSpace(spaces.Transfer{Organization: new("organization/2")}, api.WithBodyField("collection", "collection/1")),
		Request:  "POST /v1/spaces/space%2F1/transfer",
		Body:     `{"organization": "organization/2", "collection": "collection/1"}`,
		Status:   200,
		Response: "spaces/space.json",
	},
	{
		Op:       "Spaces.Transfer",
		Name:     "to a collection alone",
		Call:     transferSpace(spaces.Transfer{}, api.WithBodyField("collection", "collection/1")),
		Request:  "POST /v1/spaces/space%2F1/transfer",
		Body:     `{"collection": "collection/1"}`,
		Status:   200,
		Response: "spaces/space.json",
	},
	{
		Op:      "Spaces.Transfer",
		Name:    "cannot be moved",
		Call:    transferSpace(spaces.Transfer{Organization: new("organization/2")}),
		Request: "POST /v1/spaces/space%2F1/transfer",
		Body:    `{"organization": "organization/2"}`,
		Status:  412,
		Err:     api.ErrPreconditionFailed,
	},
}
