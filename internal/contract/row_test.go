package contract

import (
	"context"
	"slices"
	"strings"
	"sync"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// Row is one call of an operation as the documents have it.
type Row struct {
	Op   string                      // name in the op table
	Name string                      // what is special about the row, "" for the first one of the operation
	Call func(Args) (any, error)     // the call as a program writes it; a stream returns its sequence
	List func(Args) (all, pages any) // the two walks of a list, as sequences

	Request string // method, escaped path and query
	Body    string // JSON, "" for none

	Status   int
	Response string // JSON, or the name of a file in testdata; "" for none
	Outcome  any    // api.Deletion or api.PutOutcome, nil for an operation that has none
	Err      error  // what the error of the call matches, nil for none
}

// Args are what a call is made with.
type Args struct {
	*publishing.Client
	Ctx  context.Context
	ID   []string // values of the path's parameters
	Opts []api.CallOption
}

// put is what a create-or-update returns, taken apart.
type put struct {
	outcome api.PutOutcome
	value   any
}

func Put[T any](r *api.PutResult[T], err error) (any, error) {
	if r == nil {
		return nil, err
	}
	return put{r.Outcome, r.Value}, err
}

func (r *Row) String() string { return strings.TrimSpace(r.Op + " " + r.Name) }

// table has the rows of all operations.
var table = slices.Concat(
	askRows,
	inviteRows,
	linkInviteRows,
	fontRows,
	storageRows,
	teamMemberRows,
	samlRows,
	translationRows,
	subdomainRows,
	openAPIRows,
	siteRows,
	publishedRows,
	structureRows,
	siteSearchRows,
	adaptiveSchemaRows,
	sectionRows,
	sectionGroupRows,
	siteSpaceRows,
	shareLinkRows,
	spaceRows,
	spaceChangeRows,
	pdfRows,
	linkRows,
	pageLinkRows,
	collectionRows,
	permissionRows,
	searchRows,
	contentGetRows,
	contentPagesRows,
	contentPageRows,
	contentChangeRows,
	fileRows,
	fileGetRows,
	fileBacklinkRows,
	documentRows,
	computedRows,
	revisionRows,
	changeRequestRows,
	changedContentRows,
	commentRows,
	replyRows,
	contributorRows,
	reviewRows,
)

// operation returns the line of the op table with that name, nil for none.
func operation(name string) *op.Op {
	for _, o := range op.All() {
		if o.Name == name {
			return o
		}
	}
	return nil
}

// firstRow returns the row through which the negatives of an operation run, nil when it has no row.
func firstRow(o *op.Op) *Row {
	for i := range table {
		if table[i].Op == o.Name {
			return &table[i]
		}
	}
	return nil
}

// findings are what examining each row of the table came to, in the order of the table.
var findings = sync.OnceValue(func() []*finding {
	list := make([]*finding, len(table))
	var wait sync.WaitGroup
	for i := range table {
		wait.Go(func() { list[i] = table[i].examine(operation(table[i].Op)) })
	}
	wait.Wait()
	return list
})

// sampleIDs are the ids of a row: the parameter {siteId} gets "site/1", which is wrong on the wire unless it is escaped. One for which the
// documents have a pattern gets "sample-1".
func sampleIDs(o *op.Op) []string {
	var ids []string
	for i, param := range o.Params() {
		id := strings.TrimSuffix(param, "Id") + "/1"
		if strings.Contains(o.ParamCheck(i), "match=") {
			id = "sample-1"
		}
		ids = append(ids, id)
	}
	return ids
}

// ways are the calls that send an operation: the call itself and, for a list, its walks.
func (r *Row) ways() map[string]func(Args) (any, error) {
	ways := map[string]func(Args) (any, error){"call": r.Call}
	if r.List != nil {
		ways["all"] = func(a Args) (any, error) { all, _ := r.List(a); return all, nil }
		ways["pages"] = func(a Args) (any, error) { _, pages := r.List(a); return pages, nil }
	}
	return ways
}
