package spaces_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/spaces"
)

var lengths = []contract.Length{
	{Op: "Spaces.Search.List", Field: "query", Max: 512, Required: true, Call: func(a contract.Args, text string) (any, error) {
		return search(spaces.SearchOptions{Query: text})(a)
	}},
	{Op: "Spaces.Create", Field: "title", Max: 50, Call: func(a contract.Args, text string) (any, error) {
		return createSpace(spaces.SpaceCreate{Title: &text})(a)
	}},
	{Op: "Spaces.Create", Field: "emoji", Max: 50, Call: func(a contract.Args, text string) (any, error) {
		return createSpace(spaces.SpaceCreate{Emoji: &text})(a)
	}},
}

func updateMergeRules(rules spaces.MergeRules) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Spaces.Update(a.Ctx, a.ID[0], spaces.SpaceUpdate{MergeRules: &rules}, a.Opts...)
	}
}

var needs = []contract.Need{
	{Op: "Spaces.Comments.Create", Field: "body", Check: contract.Required, Call: contract.With(createComment, spaces.CommentCreate{Page: new("page_1")})},
	{Op: "Spaces.Replies.Create", Field: "body", Check: contract.Required, Call: createReply(spaces.ReplyCreate{})},
	{Op: "Spaces.Update", Field: "mergeRules.type", Check: contract.Required, Call: updateMergeRules(spaces.MergeRules{})},
	{Op: "Spaces.Update", Field: "mergeRules.rules[0].rule", Check: contract.Required, Call: updateMergeRules(spaces.MergeRules{
		Type: spaces.MergeRulesTypeRules, Rules: []spaces.MergeRule{{}},
	})},
	{Op: "Spaces.Embed", Field: "url", Check: contract.Required, Call: embed(spaces.EmbedOptions{})},
	{Op: "Spaces.Git.Import", Field: "url", Check: contract.Required, Call: importGit(spaces.GitImport{Ref: "refs/heads/main"})},
	{Op: "Spaces.Git.Import", Field: "ref", Check: contract.Required, Call: importGit(spaces.GitImport{Repository: acmeDocs})},
	{Op: "Spaces.Git.Export", Field: "url", Check: contract.Required, Call: exportGit(spaces.GitExport{Ref: "refs/heads/main", CommitMessage: "Publish"})},
	{Op: "Spaces.Git.Export", Field: "ref", Check: contract.Required, Call: exportGit(spaces.GitExport{Repository: acmeDocs, CommitMessage: "Publish"})},
	{Op: "Spaces.Git.Export", Field: "commitMessage", Check: contract.Required, Call: exportGit(spaces.GitExport{Repository: acmeDocs, Ref: "refs/heads/main"})},
	{Op: "Spaces.Search.List", Field: "query", Check: contract.Required, Call: search(spaces.SearchOptions{})},
	{Op: "Spaces.Content.Import", Field: "url", Check: contract.Required, Call: importInto(spaces.Import{Source: spaces.ImportSourceWebsite})},
	{Op: "Spaces.Content.Import", Field: "source", Check: contract.Required, Call: importInto(spaces.Import{URL: "https://old.example.com/"})},
	{Op: "Spaces.Content.ApplyTemplate", Field: "id", Check: contract.Required, Call: applyTemplate(spaces.Template{})},
	{Op: "Spaces.Content.ApplyTemplate", Field: "params.contentRefs[logo].file", Check: contract.Required, Call: applyTemplate(spaces.Template{
		ID: "template_1", Params: &spaces.TemplateParams{ContentRefs: map[string]spaces.TemplateFile{"logo": {}}},
	})},
	{Op: "Spaces.Create", Field: "template", Check: "atmost=template|computedSource", Call: createSpace(spaces.SpaceCreate{Template: &spaces.Template{ID: "template_1"}, ComputedSource: &pagesOfSpec.Source})},
	{Op: "Spaces.Create", Field: "template.id", Check: contract.Required, Call: createSpace(spaces.SpaceCreate{Template: &spaces.Template{}})},
	{Op: "Spaces.Create", Field: "template.params.contentRefs[logo].file", Check: contract.Required, Call: createSpace(spaces.SpaceCreate{Template: &spaces.Template{
		ID: "template_1", Params: &spaces.TemplateParams{ContentRefs: map[string]spaces.TemplateFile{"logo": {}}},
	}})},
	{Op: "Spaces.Create", Field: "computedSource.type", Check: contract.Required, Call: createSpace(spaces.SpaceCreate{ComputedSource: &spaces.Computed{Props: api.Raw("{}")}})},
	{Op: "Spaces.Create", Field: "computedSource.props", Check: contract.Required, Call: createSpace(spaces.SpaceCreate{ComputedSource: &spaces.Computed{Type: spaces.ComputedTypeTranslation}})},
	{Op: "Spaces.Create", Field: "computedSource.dependencies[spec].ref", Check: contract.Required, Call: createSpace(spaces.SpaceCreate{ComputedSource: &withoutRef})},
	{Op: "Spaces.Move", Field: "position.before.space", Check: onePointer, Call: moveSpace(spaces.SpaceMove{Position: &spaces.ContentPosition{Before: &spaces.ContentPointer{}}})},
	{Op: "Spaces.Move", Field: "position.after.space", Check: onePointer, Call: moveSpace(spaces.SpaceMove{Position: &spaces.ContentPosition{After: twoPointers}})},
	{Op: "Collections.Move", Field: "position.before.space", Check: onePointer, Call: moveCollection(spaces.CollectionMove{Position: &spaces.ContentPosition{Before: twoPointers}})},
	{Op: "Collections.Move", Field: "position.after.space", Check: onePointer, Call: moveCollection(spaces.CollectionMove{Position: &spaces.ContentPosition{After: &spaces.ContentPointer{}}})},
	{Op: "Spaces.Computed.Document", Field: "source", Check: contract.Required, Call: computeDocument(spaces.Computation{Seed: "seed_1"})},
	{Op: "Spaces.Computed.Document", Field: "source.type", Check: contract.Required, Call: computeDocument(spaces.Computation{Source: spaces.Computed{Props: api.Raw("{}")}, Seed: "seed_1"})},
	{Op: "Spaces.Computed.Document", Field: "source.props", Check: contract.Required, Call: computeDocument(spaces.Computation{Source: spaces.Computed{Type: spaces.ComputedTypeTranslation}, Seed: "seed_1"})},
	{Op: "Spaces.Computed.Document", Field: "source.dependencies[spec].ref", Check: contract.Required, Call: computeDocument(spaces.Computation{Source: withoutRef, Seed: "seed_1"})},
	{Op: "Spaces.Computed.Document", Field: "seed", Check: contract.Required, Call: computeDocument(spaces.Computation{Source: documentOfSpec.Source})},
	{Op: "Spaces.Computed.Revision", Field: "source", Check: contract.Required, Call: computeRevision(spaces.Computation{Seed: "seed_1"})},
	{Op: "Spaces.Computed.Revision", Field: "source.type", Check: contract.Required, Call: computeRevision(spaces.Computation{Source: spaces.Computed{Props: api.Raw("{}")}, Seed: "seed_1"})},
	{Op: "Spaces.Computed.Revision", Field: "source.props", Check: contract.Required, Call: computeRevision(spaces.Computation{Source: spaces.Computed{Type: spaces.ComputedTypeTranslation}, Seed: "seed_1"})},
	{Op: "Spaces.Computed.Revision", Field: "source.dependencies[spec].ref", Check: contract.Required, Call: computeRevision(spaces.Computation{Source: withoutRef, Seed: "seed_1"})},
	{Op: "Spaces.Computed.Revision", Field: "seed", Check: contract.Required, Call: computeRevision(spaces.Computation{Source: pagesOfSpec.Source})},
	{Op: "Spaces.Content.ImportIntoPage", Field: "url", Check: contract.Required, Call: importIntoPage(spaces.Import{Source: spaces.ImportSourceHTML})},
	{Op: "Spaces.Content.ImportIntoPage", Field: "source", Check: contract.Required, Call: importIntoPage(spaces.Import{URL: "https://old.example.com/"})},
}

const onePointer = "exactly=space|collection"

var twoPointers = &spaces.ContentPointer{Space: "space_1", Collection: "collection_1"}

// withoutRef is a source with a dependency that lacks its reference.
var withoutRef = spaces.Computed{
	Type:         spaces.ComputedTypeOpenAPI,
	Dependencies: map[string]spaces.ComputedDependency{"spec": {Value: api.Raw("null")}},
	Props:        api.Raw(`{"models":true}`),
}

func importInto(content spaces.Import) func(contract.Args) (any, error) {
	return func(a contract.Args) (any, error) { return a.Spaces.Content.Import(a.Ctx, a.ID[0], content, a.Opts...) }
}

func importIntoPage(content spaces.Import) func(contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Spaces.Content.ImportIntoPage(a.Ctx, a.ID[0], a.ID[1], content, a.Opts...)
	}
}

func computeDocument(computation spaces.Computation) func(contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Spaces.Computed.Document(a.Ctx, a.ID[0], computation, spaces.DocumentOptions{}, a.Opts...)
	}
}

func TestPathsOfPagesBeginWithoutASlash(t *testing.T) {
	t.Parallel()
	area.RejectsPathsWithASlash(t)
}

func TestChangesTakeNoNegativeLimit(t *testing.T) {
	t.Parallel()
	const name = "Spaces.Revisions.Changes"
	for limit, query := range map[int]string{0: "", 1: "limit=1", 100_000: "limit=100000"} {
		require.Equal(t, query, area.Accepts(t, name, readRevisionChanges(spaces.RevisionChangesOptions{Limit: limit})).Query.Encode())
	}
	area.Rejects(t, name, readRevisionChanges(spaces.RevisionChangesOptions{Limit: -1}), "limit", "a number from 0", "-1")
}
