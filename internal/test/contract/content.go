package contract

import (
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// contentOptions are the options of the operations that read content, which have one form.
type contentOptions interface {
	spaces.ContentGetOptions | spaces.PageTreeOptions | spaces.FileGetOptions | spaces.ReusableContentGetOptions | spaces.RevisionGetOptions
}

// ContentRows returns the rows of an operation that reads content, of a space or of a change
// request: each of its parameters is true, false and unset. computed is the response that has what
// metadata and computed content add.
func ContentRows[O contentOptions](name, request, response, computed string, read func(Args, O) (any, error)) []Row {
	with := func(options spaces.ContentGetOptions) func(Args) (any, error) {
		return func(a Args) (any, error) { return read(a, O(options)) }
	}
	return []Row{
		{
			Op:       name,
			Call:     with(spaces.ContentGetOptions{Metadata: new(true), Computed: new(false)}),
			Request:  request + "?computed=false&metadata=true",
			Status:   200,
			Response: response,
		},
		{
			Op:       name,
			Name:     "without metadata, computed",
			Call:     with(spaces.ContentGetOptions{Metadata: new(false), Computed: new(true)}),
			Request:  request + "?computed=true&metadata=false",
			Status:   200,
			Response: computed,
		},
	}
}

// PageRows returns the rows of an operation that returns a page: each of its parameters has each of
// its values, or is unset.
func PageRows[O spaces.PageGetOptions | spaces.PageGetByPathOptions](name, request string, read func(Args, O) (any, error)) []Row {
	with := func(options spaces.PageGetOptions) func(Args) (any, error) {
		given := any(options)
		if _, isByPath := any(*new(O)).(spaces.PageGetByPathOptions); isByPath {
			given = spaces.PageGetByPathOptions{
				Format: options.Format, Evaluated: options.Evaluated, Metadata: options.Metadata, Computed: options.Computed,
				Dereferenced: options.Dereferenced, MarkdownRefs: options.MarkdownRefs,
			}
		}
		return func(a Args) (any, error) { return read(a, given.(O)) }
	}
	return []Row{
		{
			Op: name,
			Call: with(spaces.PageGetOptions{
				Format: richtext.FormatMarkdown, Evaluated: spaces.EvaluatedTrue, Metadata: new(true), Computed: new(false),
				Dereferenced: spaces.DereferencedReusableContents, MarkdownRefs: spaces.MarkdownRefsStable,
			}),
			Request:  request + "?computed=false&dereferenced=reusable-contents&evaluated=true&format=markdown&format.markdown.refs=stable&metadata=true",
			Status:   200,
			Response: "spaces/page.json",
		},
		{
			Op:   name,
			Name: "as a document, deterministic, without metadata, computed",
			Call: with(spaces.PageGetOptions{
				Format: richtext.FormatDocument, Evaluated: spaces.EvaluatedDeterministicOnly, Metadata: new(false), Computed: new(true),
			}),
			Request:  request + "?computed=true&evaluated=deterministic-only&format=document&metadata=false",
			Status:   200,
			Response: "spaces/page-experimental.json",
		},
		{
			Op:       name,
			Name:     "not evaluated, a group",
			Call:     with(spaces.PageGetOptions{Evaluated: spaces.EvaluatedFalse}),
			Request:  request + "?evaluated=false",
			Status:   200,
			Response: "spaces/page-group.json",
		},
		{
			Op:       name,
			Name:     "unset, of another type",
			Call:     with(spaces.PageGetOptions{}),
			Request:  request,
			Status:   200,
			Response: "spaces/page-of-another-type.json",
		},
	}
}
