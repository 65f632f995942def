package spaces_test

import (
	"testing"

	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

var limits = []contract.Limit{
	{Op: "Spaces.Search.List", Field: "query", Check: "required,len=..512"},
	{Op: "Spaces.Create", Field: "title", Check: "len=..50"},
	{Op: "Spaces.Create", Field: "emoji", Check: "len=..50"},
	{Op: "Spaces.Create", Field: "template", Check: "atmost=template|computedSource", Body: `{"template": {"id": "template_1"}, "computedSource": {"type": "builtin:translation", "props": {}}}`},
	{Op: "Spaces.Create", Field: "template.id", Check: "required"},
	{Op: "Spaces.Create", Field: "template.params.contentRefs[logo].file", Check: "required", Body: `{"template": {"id": "template_1", "params": {"contentRefs": {"logo": {"kind": "file", "file": "file_1"}}}}}`},
	{Op: "Spaces.Create", Field: "computedSource.type", Check: "required"},
	{Op: "Spaces.Create", Field: "computedSource.props", Check: "required"},
	{Op: "Spaces.Create", Field: "computedSource.dependencies[spec].ref", Check: "required"},
	{Op: "Spaces.Update", Field: "mergeRules.type", Check: "required"},
	{Op: "Spaces.Update", Field: "mergeRules.rules[0].rule", Check: "required"},
	{Op: "Spaces.Comments.Create", Field: "body", Check: "required"},
	{Op: "Spaces.Replies.Create", Field: "body", Check: "required"},
	{Op: "Spaces.Embed", Field: "url", Check: "required"},
	{Op: "Spaces.Git.Import", Field: "url", Check: "required"},
	{Op: "Spaces.Git.Import", Field: "ref", Check: "required"},
	{Op: "Spaces.Git.Export", Field: "url", Check: "required"},
	{Op: "Spaces.Git.Export", Field: "ref", Check: "required"},
	{Op: "Spaces.Git.Export", Field: "commitMessage", Check: "required"},
	{Op: "Spaces.Content.Import", Field: "url", Check: "required"},
	{Op: "Spaces.Content.Import", Field: "source", Check: "required"},
	{Op: "Spaces.Content.ImportIntoPage", Field: "url", Check: "required"},
	{Op: "Spaces.Content.ImportIntoPage", Field: "source", Check: "required"},
	{Op: "Spaces.Content.ApplyTemplate", Field: "id", Check: "required"},
	{Op: "Spaces.Content.ApplyTemplate", Field: "params.contentRefs[logo].file", Check: "required"},
	{Op: "Spaces.Move", Field: "position.before.space", Check: "exactly=space|collection", Body: `{"position": {"before": {}}}`},
	{Op: "Spaces.Move", Field: "position.after.space", Check: "exactly=space|collection", Body: `{"position": {"after": {"space": "space_1", "collection": "collection_1"}}}`},
	{Op: "Collections.Move", Field: "position.before.space", Check: "exactly=space|collection", Body: `{"position": {"before": {"space": "space_1", "collection": "collection_1"}}}`},
	{Op: "Collections.Move", Field: "position.after.space", Check: "exactly=space|collection", Body: `{"position": {"after": {}}}`},
	{Op: "Spaces.Computed.Document", Field: "source", Check: "required"},
	{Op: "Spaces.Computed.Document", Field: "source.type", Check: "required"},
	{Op: "Spaces.Computed.Document", Field: "source.props", Check: "required"},
	{Op: "Spaces.Computed.Document", Field: "source.dependencies[spec].ref", Check: "required"},
	{Op: "Spaces.Computed.Document", Field: "seed", Check: "required"},
	{Op: "Spaces.Computed.Revision", Field: "source", Check: "required"},
	{Op: "Spaces.Computed.Revision", Field: "source.type", Check: "required"},
	{Op: "Spaces.Computed.Revision", Field: "source.props", Check: "required"},
	{Op: "Spaces.Computed.Revision", Field: "source.dependencies[spec].ref", Check: "required"},
	{Op: "Spaces.Computed.Revision", Field: "seed", Check: "required"},
	{Op: "Spaces.Revisions.Changes", Field: "limit", Check: "range=0.."},
}

func TestPathsOfPagesBeginWithoutASlash(t *testing.T) {
	t.Parallel()
	area.RejectsPathsWithASlash(t)
}
