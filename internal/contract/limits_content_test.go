package contract

import (
	"context"
	"errors"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/spaces"
)

// ofDocument2 are the operations of document 2.
func ofDocument2(t *testing.T) []*op.Op {
	t.Helper()
	known := map[string]bool{}
	for _, d := range readOperations(t) {
		known[d.String()] = d.document == "2"
	}
	var list []*op.Op
	for _, o := range op.All() {
		if known[o.Method+" "+o.Template] {
			list = append(list, o)
		}
	}
	return list
}

// listing returns the call of a method of a list with nothing set but the limit and what is required.
func listing(name string, limit int) func(Args) (any, error) {
	return func(a Args) (any, error) {
		v := reflect.ValueOf(*a.Client)
		steps := strings.Split(name, ".")
		for _, step := range steps[:len(steps)-1] {
			v = v.FieldByName(step)
		}
		method := v.MethodByName(steps[len(steps)-1])
		ids := a.ID
		var in []reflect.Value
		for t := range method.Type().Ins() {
			switch {
			case t == reflect.TypeFor[context.Context]():
				in = append(in, reflect.ValueOf(a.Ctx))
			case t.Kind() == reflect.String:
				in = append(in, reflect.ValueOf(ids[0]))
				ids = ids[1:]
			case t.Kind() == reflect.Struct:
				options := reflect.New(t).Elem()
				options.FieldByName("Limit").SetInt(int64(limit))
				for field, value := range options.Fields() {
					if hasWord(field, isRequired) {
						value.SetString(requiredText)
					}
				}
				in = append(in, options)
			default:
				in = append(in, reflect.ValueOf(a.Opts))
			}
		}
		out := method.CallSlice(in)
		if len(out) == 1 {
			return out[0].Interface(), nil
		}
		err, _ := reflect.TypeAssert[error](out[1])
		return out[0].Interface(), err
	}
}

const requiredText = "required"

func TestPagesOfDocument2HaveAtMostAThousandItems(t *testing.T) {
	t.Parallel()
	require.Equal(t, 19, pagesHaveAtMostAThousandItems(t, ofDocument2(t)))
}

// pagesHaveAtMostAThousandItems returns how many of the operations are lists.
func pagesHaveAtMostAThousandItems(t *testing.T, operations []*op.Op) (lists int) {
	t.Helper()
	for _, o := range operations {
		if firstRow(o).List == nil {
			continue
		}
		lists++
		t.Run(o.Name, func(t *testing.T) {
			t.Parallel()
			for _, way := range []string{"List", "All", "Pages"} {
				at := strings.LastIndexByte(o.Name, '.') + 1
				name := o.Name[:at] + strings.Replace(o.Name[at:], "List", way, 1)
				for _, limit := range []int{-1, 0, 1, 1000, 1001} {
					call := listing(name, limit)
					if limit < 0 || limit > 1000 {
						refused(t, o.Name, call, "limit", "a number from 0 to 1000", strconv.Itoa(limit))
						accepted(t, o.Name, call, publishing.WithoutValidation())
						continue
					}
					u, err := url.ParseRequestURI(accepted(t, o.Name, call).uri)
					require.NoError(t, err)
					query := u.Query()
					require.Equal(t, limit > 0, query.Has("limit"), way)
					require.Equal(t, limit, number(t, query.Get("limit")), way)
				}
			}
		})
	}
	return lists
}

func number(t *testing.T, text string) int {
	t.Helper()
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}

func TestSearchTakesAtMost512Characters(t *testing.T) {
	t.Parallel()
	const name = "Spaces.Search.List"
	for _, character := range []string{"a", "é", "日", "😀"} {
		longest, longer := strings.Repeat(character, 512), strings.Repeat(character, 513)
		for query, opts := range map[string][]publishing.Option{longest: nil, longer: {publishing.WithoutValidation()}, "": {publishing.WithoutValidation()}} {
			u, err := url.ParseRequestURI(accepted(t, name, search(spaces.SearchOptions{Query: query}), opts...).uri)
			require.NoError(t, err)
			require.Equal(t, query, u.Query().Get("query"))
		}
		refused(t, name, search(spaces.SearchOptions{Query: longer}), "query", "at most 512 characters", shown(longer))
	}
}

func TestPathsOfPagesBeginWithoutASlash(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Spaces.Content.PageByPath", "Spaces.Revisions.PageByPath"} {
		at := slices.Index(operation(name).Params(), "pagePath")
		require.GreaterOrEqual(t, at, 0, name)
		for path, bad := range map[string]bool{"/guides": true, "//": true, "guides": false, "guides/a b/ü/": false, "%2Fguides": false} {
			call := func(a Args) (any, error) {
				a.ID = slices.Clone(a.ID)
				a.ID[at] = path
				return firstRow(operation(name)).Call(a)
			}
			if bad {
				refused(t, name, call, "pagePath", "a path without a slash at its start", path)
				accepted(t, name, call, publishing.WithoutValidation())
				continue
			}
			require.Contains(t, accepted(t, name, call).uri, "/path/"+url.PathEscape(path)+"?")
		}
	}
}

func TestChangesTakeNoNegativeLimit(t *testing.T) {
	t.Parallel()
	const name = "Spaces.Revisions.Changes"
	for limit, query := range map[int]string{0: "", 1: "limit=1", 100_000: "limit=100000"} {
		require.True(t, strings.HasSuffix(accepted(t, name, readRevisionChanges(spaces.RevisionChangesOptions{Limit: limit})).uri, query), limit)
	}
	refused(t, name, readRevisionChanges(spaces.RevisionChangesOptions{Limit: -1}), "limit", "a number from 0", "-1")
}

// TestComputationsHaveASourceAndASeed is about what the two reads of computed content cannot be without.
func TestComputationsHaveASourceAndASeed(t *testing.T) {
	t.Parallel()
	for field, computation := range map[string]spaces.Computation{
		"source":      {Seed: "seed_1"},
		"source.type": {Source: spaces.Computed{Props: api.Raw("{}")}, Seed: "seed_1"},
		"seed":        {Source: computedOfSpec.Source},
	} {
		document := func(a Args) (any, error) {
			return a.Spaces.Computed.Document(a.Ctx, a.ID[0], computation, spaces.DocumentOptions{}, a.Opts...)
		}
		for name, call := range map[string]func(Args) (any, error){"Spaces.Computed.Document": document, "Spaces.Computed.Revision": computeRevision(computation)} {
			refused(t, name, call, field, "required", "")
		}
	}
}

// TestImportsIntoAPageHaveAURLAndASource is the same about the import into a page.
func TestImportsIntoAPageHaveAURLAndASource(t *testing.T) {
	t.Parallel()
	for field, content := range map[string]spaces.Import{"url": {Source: spaces.ImportSourceHTML}, "source": {URL: "https://old.example.com/"}} {
		refused(t, "Spaces.Content.ImportIntoPage", func(a Args) (any, error) {
			return a.Spaces.Content.ImportIntoPage(a.Ctx, a.ID[0], a.ID[1], content, a.Opts...)
		}, field, "required", "")
	}
}

var contentNeeds = []need{
	{"Spaces.Search.List", "query", isRequired, search(spaces.SearchOptions{})},
	{"Spaces.Content.Import", "url", isRequired, importInto(spaces.Import{Source: spaces.ImportSourceWebsite})},
	{"Spaces.Content.Import", "source", isRequired, importInto(spaces.Import{URL: "https://old.example.com/"})},
	{"ChangeRequests.Content.Import", "url", isRequired, importIntoChangeRequest(spaces.Import{Source: spaces.ImportSourceWebsite})},
	{"ChangeRequests.Content.Import", "source", isRequired, importIntoChangeRequest(spaces.Import{URL: "https://old.example.com/"})},
	{"Spaces.Content.ApplyTemplate", "id", isRequired, applyTemplate(spaces.Template{})},
	{"Spaces.Content.ApplyTemplate", "params.contentRefs[logo].file", isRequired, applyTemplate(spaces.Template{
		ID: "template_1", Params: &spaces.TemplateParams{ContentRefs: map[string]spaces.TemplateFile{"logo": {}}},
	})},
	{"Spaces.Move", "position.before.space", onePointer, moveSpace(spaces.SpaceMove{Position: &spaces.ContentPosition{Before: &spaces.ContentPointer{}}})},
	{"Spaces.Move", "position.after.space", onePointer, moveSpace(spaces.SpaceMove{Position: &spaces.ContentPosition{After: twoPointers}})},
	{"Collections.Move", "position.before.space", onePointer, moveCollection(spaces.CollectionMove{Position: &spaces.ContentPosition{Before: twoPointers}})},
	{"Collections.Move", "position.after.space", onePointer, moveCollection(spaces.CollectionMove{Position: &spaces.ContentPosition{After: &spaces.ContentPointer{}}})},
	{"ChangeRequests.Comments.Create", "body", isRequired, createComment(changerequests.CommentCreate{Page: new("page_1")})},
	{"Permissions.Spaces.Invite", "role", isRequired, func(a Args) (any, error) {
		return nil, a.Permissions.Spaces.Invite(a.Ctx, a.ID[0], permissions.InviteCreate{Users: []string{"user_1"}}, a.Opts...)
	}},
	{"Permissions.Collections.Invite", "role", isRequired, func(a Args) (any, error) {
		return nil, a.Permissions.Collections.Invite(a.Ctx, a.ID[0], permissions.InviteCreate{Users: []string{"user_1"}}, a.Opts...)
	}},
	{"Permissions.Spaces.Invite", "teams", someone, func(a Args) (any, error) {
		return nil, a.Permissions.Spaces.Invite(a.Ctx, a.ID[0], permissions.InviteCreate{Role: api.Null[api.Role](), Users: []string{}}, a.Opts...)
	}},
	{"Permissions.Collections.Invite", "teams", someone, func(a Args) (any, error) {
		return nil, a.Permissions.Collections.Invite(a.Ctx, a.ID[0], permissions.InviteCreate{Role: api.Null[api.Role](), Teams: []string{}}, a.Opts...)
	}},
}

const someone = "any=teams|users"

const onePointer = "exactly=space|collection"

var twoPointers = &spaces.ContentPointer{Space: "space_1", Collection: "collection_1"}

func importInto(content spaces.Import) func(Args) (any, error) {
	return func(a Args) (any, error) { return a.Spaces.Content.Import(a.Ctx, a.ID[0], content, a.Opts...) }
}

func importIntoChangeRequest(content spaces.Import) func(Args) (any, error) {
	return func(a Args) (any, error) {
		return a.ChangeRequests.Content.Import(a.Ctx, a.ID[0], a.ID[1], content, a.Opts...)
	}
}

func TestRequestsOfDocument2HaveWhatTheyCannotBeWithout(t *testing.T) {
	t.Parallel()
	areNeeded(t, contentNeeds)
}

// areNeeded wants a request without what it needs to be refused.
func areNeeded(t *testing.T, needs []need) {
	t.Helper()
	for _, n := range needs {
		rule := "required"
		switch n.word {
		case onePointer:
			rule = "exactly one of space, collection"
		case someone:
			rule = "an item in at least one of teams, users"
		}
		got := newService().run(t.Context(), n.call, sampleIDs(operation(n.op)), []reply{{status: 200}})
		require.Empty(t, got.seen, "%s %s", n.op, n.field)
		invalid, ok := errors.AsType[*api.ValidationError](got.err)
		require.True(t, ok, "%s %s: %v", n.op, n.field, got.err)
		require.Equal(t, []string{n.op, n.field, rule}, []string{invalid.Operation, invalid.Field, invalid.Rule})
	}
}

// TestLimitsOfDocument2AreAllTried wants a try for each check of a request, and a check for each try. A limit of the service that the
// documents do not show would be found here.
func TestLimitsOfDocument2AreAllTried(t *testing.T) {
	t.Parallel()
	areAllTried(t, ofDocument2(t), contentNeeds, map[string]bool{"Spaces.Search.List query len=..512": true})
}

// areAllTried wants the checks of the operations to be what the needs, the limits of lists and what else was tried come to.
func areAllTried(t *testing.T, operations []*op.Op, needs []need, tried map[string]bool) {
	t.Helper()
	for _, n := range needs {
		tried[n.op+" "+place.ReplaceAllString(n.field, "[]")+" "+n.word] = true
	}
	there := map[string]bool{}
	found := methods()
	for _, o := range operations {
		if firstRow(o).List != nil {
			tried[o.Name+" limit range=0..1000"] = true
		}
		query, body, _ := structsOf(found[o.Name])
		for key, of := range map[string]reflect.Type{"url": query, "json": body} {
			if of == nil {
				continue
			}
			for _, check := range checked(of, key, "") {
				there[o.Name+" "+check] = true
			}
		}
	}
	require.Equal(t, tried, there)
}
