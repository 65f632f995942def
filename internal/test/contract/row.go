package contract

import (
	"context"
	"strings"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// A Row is one call of an operation with the request and the response of the API reference.
type Row struct {
	Op   string                      // name in the op table
	Name string                      // what is special about the row; empty for the first row of an operation
	Call func(Args) (any, error)     // the call as a program writes it; a stream returns its iterator
	List func(Args) (all, pages any) // the iterators of a list, nil for other operations

	Request string // method, escaped path and query
	Body    string // JSON, empty for none

	Status   int
	Response string // JSON or the name of a fixture; empty for none
	Outcome  any    // api.Deletion or api.PutOutcome, nil for operations that return neither
	Err      error  // what the error of the call matches, nil for none
}

// Args are the arguments of a call.
type Args struct {
	*publishing.Client
	Ctx  context.Context
	ID   []string   // values of the path's parameters
	Key  api.Secret // value of the secret header, for operations that have one
	Opts []api.CallOption
}

// put is the result of a create-or-update.
type put struct {
	outcome api.PutOutcome
	value   any
}

// Put splits the result of a create-or-update into its outcome and its value, for the Call of a
// row.
func Put[T any](r *api.PutResult[T], err error) (any, error) {
	if r == nil {
		return nil, err
	}
	return put{r.Outcome, r.Value}, err
}

func (r *Row) String() string { return strings.TrimSpace(r.Op + " " + r.Name) }

// calls returns the calls that send the operation: Call itself and the iterators of a list.
func (r *Row) calls() map[string]func(Args) (any, error) {
	calls := map[string]func(Args) (any, error){"call": r.Call}
	if r.List != nil {
		calls["all"] = func(a Args) (any, error) { all, _ := r.List(a); return all, nil }
		calls["pages"] = func(a Args) (any, error) { _, pages := r.List(a); return pages, nil }
	}
	return calls
}

// sampleIDs returns the ids of a row: the parameter {siteId} is "site/1", which is wrong on the
// wire unless it is escaped. A parameter for which the API reference has a pattern is "sample-1".
func sampleIDs(o *op.Op) []string {
	var ids []string
	for i, param := range o.Params() {
		id := strings.TrimSuffix(param, "Id") + "/1"
		for word := range strings.SplitSeq(o.ParamCheck(i), ",") {
			if patterns[strings.TrimPrefix(word, "match=")].text != "" {
				id = "sample-1"
			}
		}
		ids = append(ids, id)
	}
	return ids
}
