package contract

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/spaces"
)

func updateSpace(update spaces.SpaceUpdate) func(a args) (any, error) {
	return func(a args) (any, error) { return a.Spaces.Update(a.ctx, a.id[0], update, a.opts...) }
}

func moveSpace(move spaces.SpaceMove) func(a args) (any, error) {
	return func(a args) (any, error) { return a.Spaces.Move(a.ctx, a.id[0], move, a.opts...) }
}

func transferSpace(transfer spaces.SpaceTransfer, more ...api.CallOption) func(a args) (any, error) {
	return func(a args) (any, error) {
		return a.Spaces.Transfer(a.ctx, a.id[0], transfer, append(more, a.opts...)...)
	}
}

func restoreSpace(a args) (any, error) { return a.Spaces.Restore(a.ctx, a.id[0], a.opts...) }

var spaceChangeRows = []row{
	{
		op:      "Spaces.Delete",
		call:    func(a args) (any, error) { return a.Spaces.Delete(a.ctx, a.id[0], a.opts...) },
		request: "DELETE /v1/spaces/space%2F1",
		status:  205,
		outcome: api.Deleted,
	},
	{
		op:      "Spaces.Delete",
		name:    "absent",
		call:    func(a args) (any, error) { return a.Spaces.Delete(a.ctx, a.id[0], a.opts...) },
		request: "DELETE /v1/spaces/space%2F1",
		status:  204,
		outcome: api.AlreadyAbsent,
	},

	{
		op: "Spaces.Update",
		call: updateSpace(spaces.SpaceUpdate{
			EditMode:     spaces.EditModeLocked,
			Title:        new("Guide"),
			DefaultLevel: api.Set(api.RoleComment),
			Language:     api.Language("pt-br"),
			MergeRules: &spaces.MergeRules{Type: spaces.MergeRulesTypeRules, Rules: []spaces.MergeRule{
				{Rule: spaces.MergeRuleNameRequireSpecificReviewers, Users: []string{"user_1", "user_2"}},
			}},
			Emoji: api.Set("1f4d8"),
		}),
		request: "PATCH /v1/spaces/space%2F1",
		body: `{"editMode": "locked", "title": "Guide", "defaultLevel": "comment", "language": "pt-br",
			"mergeRules": {"type": "rules", "rules": [{"rule": "require_specific_reviewers", "users": ["user_1", "user_2"]}]}, "emoji": "1f4d8"}`,
		status: 200,
		answer: "spaces/space.json",
	},
	{
		op:      "Spaces.Update",
		name:    "live, inherited rules and level",
		call:    updateSpace(spaces.SpaceUpdate{EditMode: spaces.EditModeLive, DefaultLevel: api.Set(spaces.LevelInherit), MergeRules: &spaces.MergeRules{Type: spaces.MergeRulesTypeInherit}}),
		request: "PATCH /v1/spaces/space%2F1",
		body:    `{"editMode": "live", "defaultLevel": "inherit", "mergeRules": {"type": "inherit"}}`,
		status:  200,
		answer:  "spaces/space-of-guests.json",
	},
	{
		op:   "Spaces.Update",
		name: "rules beyond the documents",
		call: updateSpace(spaces.SpaceUpdate{MergeRules: &spaces.MergeRules{
			Type: spaces.MergeRulesTypeRules,
			Rules: []spaces.MergeRule{
				{Rule: spaces.MergeRuleNameRequireAtLeastOneReview},
				{Rule: spaces.MergeRuleNameCustom, Expression: new("changeRequest.subject != ''")},
				{Rule: "another", Extra: map[string]api.Raw{"days": api.Raw(`[1, 2]`)}},
			},
		}}),
		request: "PATCH /v1/spaces/space%2F1",
		body: `{"mergeRules": {"type": "rules", "rules": [{"rule": "require_at_least_one_review"},
			{"rule": "custom", "expression": "changeRequest.subject != ''"}, {"rule": "another", "days": [1, 2]}]}}`,
		status: 200,
		answer: "spaces/space-beyond.json",
	},
	{
		op:      "Spaces.Update",
		name:    "no rules",
		call:    updateSpace(spaces.SpaceUpdate{MergeRules: &spaces.MergeRules{Type: spaces.MergeRulesTypeNone}}),
		request: "PATCH /v1/spaces/space%2F1",
		body:    `{"mergeRules": {"type": "none"}}`,
		status:  200,
		answer:  "spaces/space.json",
	},
	{
		op:      "Spaces.Update",
		name:    "null",
		call:    updateSpace(spaces.SpaceUpdate{DefaultLevel: api.Null[api.Role](), Emoji: api.Null[string](), Icon: api.Null[string]()}),
		request: "PATCH /v1/spaces/space%2F1",
		body:    `{"defaultLevel": null, "emoji": null, "icon": null}`,
		status:  200,
		answer:  "spaces/space-of-guests.json",
	},
	{
		op:      "Spaces.Update",
		name:    "icon, empty title",
		call:    updateSpace(spaces.SpaceUpdate{Title: new(""), Icon: api.Set("https://cdn.example.com/space_1.png")}),
		request: "PATCH /v1/spaces/space%2F1",
		body:    `{"title": "", "icon": "https://cdn.example.com/space_1.png"}`,
		status:  200,
		answer:  "spaces/space.json",
	},
	{
		op:      "Spaces.Update",
		name:    "unset",
		call:    updateSpace(spaces.SpaceUpdate{}),
		request: "PATCH /v1/spaces/space%2F1",
		body:    `{}`,
		status:  200,
		answer:  "spaces/space.json",
	},

	{
		op:      "Spaces.Duplicate",
		call:    func(a args) (any, error) { return a.Spaces.Duplicate(a.ctx, a.id[0], a.opts...) },
		request: "POST /v1/spaces/space%2F1/duplicate",
		status:  201,
		answer:  "spaces/space.json",
	},

	{
		op:      "Spaces.Restore",
		call:    restoreSpace,
		request: "POST /v1/spaces/space%2F1/restore",
		status:  200,
		answer:  "spaces/space.json",
	},
	{
		op:      "Spaces.Restore",
		name:    "absent",
		call:    restoreSpace,
		request: "POST /v1/spaces/space%2F1/restore",
		status:  404,
		fails:   api.ErrNotFound,
	},

	{
		op: "Spaces.Move",
		call: moveSpace(spaces.SpaceMove{Parent: api.Set("collection/1"), Position: &spaces.ContentPosition{
			Before: &spaces.ContentPointer{Space: "space/2"},
			After:  &spaces.ContentPointer{Space: "space/3"},
		}}),
		request: "POST /v1/spaces/space%2F1/move",
		body:    `{"parent": "collection/1", "position": {"before": {"type": "space", "space": "space/2"}, "after": {"type": "space", "space": "space/3"}}}`,
		status:  200,
		answer:  "spaces/space.json",
	},
	{
		op:      "Spaces.Move",
		name:    "before",
		call:    moveSpace(spaces.SpaceMove{Position: &spaces.ContentPosition{Before: &spaces.ContentPointer{Space: "space/2"}}}),
		request: "POST /v1/spaces/space%2F1/move",
		body:    `{"position": {"before": {"type": "space", "space": "space/2"}}}`,
		status:  200,
		answer:  "spaces/space.json",
	},
	{
		op:      "Spaces.Move",
		name:    "after a collection, out of all",
		call:    moveSpace(spaces.SpaceMove{Parent: api.Null[string](), Position: &spaces.ContentPosition{After: &spaces.ContentPointer{Collection: "collection/2"}}}),
		request: "POST /v1/spaces/space%2F1/move",
		body:    `{"parent": null, "position": {"after": {"type": "collection", "collection": "collection/2"}}}`,
		status:  200,
		answer:  "spaces/space.json",
	},
	{
		op:      "Spaces.Move",
		name:    "unset",
		call:    moveSpace(spaces.SpaceMove{}),
		request: "POST /v1/spaces/space%2F1/move",
		body:    `{}`,
		status:  400,
		fails:   api.ErrBadRequest,
	},
	{
		op:      "Spaces.Move",
		name:    "absent",
		call:    moveSpace(spaces.SpaceMove{Parent: api.Set("collection/1")}),
		request: "POST /v1/spaces/space%2F1/move",
		body:    `{"parent": "collection/1"}`,
		status:  404,
		fails:   api.ErrNotFound,
	},
	{
		op:      "Spaces.Move",
		name:    "no change",
		call:    moveSpace(spaces.SpaceMove{Parent: api.Set("collection/1")}),
		request: "POST /v1/spaces/space%2F1/move",
		body:    `{"parent": "collection/1"}`,
		status:  409,
		fails:   api.ErrConflict,
	},

	{
		op:      "Spaces.Transfer",
		call:    transferSpace(spaces.SpaceTransfer{Organization: new("organization/2")}),
		request: "POST /v1/spaces/space%2F1/transfer",
		body:    `{"organization": "organization/2"}`,
		status:  200,
		answer:  "spaces/space.json",
	},
	{
		op:      "Spaces.Transfer",
		name:    "to a collection too",
		call:    transferSpace(spaces.SpaceTransfer{Organization: new("organization/2")}, api.WithBodyField("collection", "collection/1")),
		request: "POST /v1/spaces/space%2F1/transfer",
		body:    `{"organization": "organization/2", "collection": "collection/1"}`,
		status:  200,
		answer:  "spaces/space.json",
	},
	{
		op:      "Spaces.Transfer",
		name:    "to a collection alone",
		call:    transferSpace(spaces.SpaceTransfer{}, api.WithBodyField("collection", "collection/1")),
		request: "POST /v1/spaces/space%2F1/transfer",
		body:    `{"collection": "collection/1"}`,
		status:  200,
		answer:  "spaces/space.json",
	},
	{
		op:      "Spaces.Transfer",
		name:    "absent",
		call:    transferSpace(spaces.SpaceTransfer{Organization: new("organization/2")}),
		request: "POST /v1/spaces/space%2F1/transfer",
		body:    `{"organization": "organization/2"}`,
		status:  404,
		fails:   api.ErrNotFound,
	},
	{
		op:      "Spaces.Transfer",
		name:    "no change",
		call:    transferSpace(spaces.SpaceTransfer{Organization: new("organization/1")}),
		request: "POST /v1/spaces/space%2F1/transfer",
		body:    `{"organization": "organization/1"}`,
		status:  409,
		fails:   api.ErrConflict,
	},
	{
		op:      "Spaces.Transfer",
		name:    "cannot be moved",
		call:    transferSpace(spaces.SpaceTransfer{Organization: new("organization/2")}),
		request: "POST /v1/spaces/space%2F1/transfer",
		body:    `{"organization": "organization/2"}`,
		status:  412,
		fails:   api.ErrPreconditionFailed,
	},
}
