package main

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"slices"
	"strings"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// A place is a resource that operations are called on: the part of their paths up to the last
// parameter, with the values of its parameters. The place of an operation without parameters has an
// empty template.
type place struct {
	template string
	ids      []string
}

// placeOf returns the template of the place of an operation.
func placeOf(o *op.Op) string {
	if field, has := queried[o.Name]; has {
		return o.Template + "?" + field
	}
	return o.Template[:strings.LastIndex(o.Template, "}")+1]
}

// bounds limit a walk.
type bounds struct {
	places   int // of each kind below the same place
	requests int
	pages    int // of a list that is requested with one element on a page
}

// A walk calls each safe operation on the places that the responses to the ones before lead to.
type walk struct {
	client    *publishing.Client // cannot write
	anonymous *publishing.Client // has no token
	strict    *publishing.Client // decodes responses again
	orgID     string             // only this organization, "" for any
	bounds    bounds
	report    *report
	progress  func(operation string)
	see       func(r *response, at place, page paging) // see is nil except in tests

	queue   []place
	known   map[string]bool     // places that were queued
	under   map[string]int      // number of places of each kind below the same place
	paged   map[string]bool     // lists that were walked with one element on a page
	bodies  map[string][]any    // JSON of the responses of each operation, for the rules
	visited map[string][]string // IDs of the first place of each kind, for the rules
	stopped error
}

// newWalk returns a walk with the bounds of the program.
func newWalk(client, anonymous *publishing.Client) (*walk, error) {
	strict, err := newReplayClient(publishing.WithStrictDecoding())
	return &walk{
		client: client, anonymous: anonymous, strict: strict,
		report: newReport(), progress: func(string) {},
		bounds: bounds{places: 3, requests: 1500, pages: 4},
		known:  map[string]bool{}, under: map[string]int{}, paged: map[string]bool{},
		bodies: map[string][]any{}, visited: map[string][]string{},
	}, err
}

// newReplayClient returns a client that decodes the response in the context: see [replay].
func newReplayClient(opts ...publishing.Option) (*publishing.Client, error) {
	return publishing.NewClient("https://replay.example", append([]publishing.Option{
		publishing.WithoutAuth(), publishing.WithoutRetry(),
		publishing.WithHTTPClient(&http.Client{Transport: publishing.RoundTripperFunc(replay)}),
	}, opts...)...)
}

// safeOperations returns the names of the operations that a walk calls.
func safeOperations() (names []string) {
	for _, o := range op.All() {
		if o.Effect() == "" && notCalled[o.Name] == "" {
			names = append(names, o.Name)
		}
	}
	return names
}

// run walks through everything. The error is that of the context, or a 401 before any success.
func (w *walk) run(ctx context.Context) error {
	ops := map[string][]*op.Op{}
	safe := safeOperations()
	for _, o := range op.All() {
		if slices.Contains(safe, o.Name) {
			ops[placeOf(o)] = append(ops[placeOf(o)], o)
		}
	}
	w.add(place{}, nil)
	if w.orgID != "" {
		w.addOrganization(w.orgID)
	}
	for len(w.queue) > 0 && w.stopped == nil {
		at := w.queue[0]
		w.queue = w.queue[1:]
		if w.visited[at.template] == nil {
			w.visited[at.template] = at.ids
		}
		for _, o := range ops[at.template] {
			if w.visit(ctx, o, at); w.stopped != nil {
				break
			}
		}
	}
	return w.stopped
}

// add queues a place below another one, unless there are enough.
func (w *walk) add(at place, below []string) {
	key := at.template + "\n" + strings.Join(at.ids, "\n")
	kind := at.template + "\n" + strings.Join(below, "\n")
	if w.known[key] || w.under[kind] >= w.bounds.places {
		return
	}
	w.known[key] = true
	w.under[kind]++
	w.queue = append(w.queue, at)
}

// addOrganization queues an organization, which the paths of imports spell in another way.
func (w *walk) addOrganization(id string) {
	if w.orgID != "" && id != w.orgID {
		return
	}
	w.add(place{ofOrg, []string{id}}, nil)
	w.add(place{"/v1/org/{organizationId}", []string{id}}, nil)
}

// visit calls an operation on a place: a list first with many elements on a page, and then with
// one, to see its cursors.
func (w *walk) visit(ctx context.Context, o *op.Op, at place) {
	w.progress(o.Name)
	first := w.call(ctx, o, at, paging{limit: manyElements})
	if !first.isList || len(first.items()) < 2 || w.paged[o.Name] {
		return
	}
	w.paged[o.Name] = true
	w.followCursors(ctx, o, at, first)
}

// manyElements is the limit of a page, so that a page has many elements, and not all of a large
// list.
const manyElements = 50

// followCursors reads the list of a response with one element on a page.
func (w *walk) followCursors(ctx context.Context, o *op.Op, at place, all *response) {
	seen := map[string]bool{}
	elements, cursor := 0, ""
	for range w.bounds.pages {
		page := w.call(ctx, o, at, paging{limit: 1, cursor: cursor})
		if page.err != nil {
			return // which is reported
		}
		elements += len(page.items())
		cursor = page.next()
		switch {
		case seen[cursor]:
			const detail = "the list returned the same cursor twice"
			w.report.add(finding{o.Name, kindCursor, "/next/page", detail})
			return
		case cursor == "" && elements < len(all.items()):
			const detail = "the pages of the list have fewer elements than one page has"
			w.report.add(finding{o.Name, kindCursor, "/next", detail})
			return
		case cursor == "":
			return
		}
		seen[cursor] = true
	}
}

// call makes one call, examines its response, and queues the places that it leads to.
func (w *walk) call(ctx context.Context, o *op.Op, at place, page paging) *response {
	r := &response{op: o}
	if w.isFull() {
		r.err = errEnough
		return r
	}
	w.report.requests++
	r.send(ctx, w.client, at, page, api.WithRawBody(&r.raw), api.WithMeta(&r.meta))
	if ctx.Err() != nil {
		w.stopped = ctx.Err()
		return r
	}
	if errors.Is(r.err, publishing.ErrUnauthorized) && len(w.bodies) == 0 {
		w.stopped = r.err // it is the token that is rejected, and not one operation
	}
	w.report.requests += max(r.meta.Attempts-1, 0)
	r.parse()
	w.report.reach(o.Name, r)
	r.examine(ctx, w.strict, at, page, w.report)
	if w.see != nil {
		w.see(r, at, page)
	}
	if r.body != nil {
		w.bodies[o.Name] = append(w.bodies[o.Name], r.body)
		w.follow(o, at, r.body)
	}
	return r
}

// isFull reports whether the walk may make no more requests.
func (w *walk) isFull() bool { return w.report.requests >= w.bounds.requests }

const enough = "the number of requests is reached"

var errEnough = errors.New(enough)

// follow queues the places that a response leads to: those of its sources, and those that the
// elements of a list are by their path.
func (w *walk) follow(o *op.Op, at place, body any) {
	declared := false
	for _, s := range sources {
		if s.operation != o.Name {
			continue
		}
		declared = true
		for _, id := range textsAt(body, s.field) {
			if s.place == ofOrg {
				w.addOrganization(id)
				continue
			}
			ids := at.ids
			if !strings.HasPrefix(s.place, at.template) {
				ids = nil // the path of the place begins anew
			}
			w.add(place{s.place, append(slices.Clone(ids), id)}, at.ids)
		}
	}
	if declared {
		return
	}
	items, _ := fieldOf(body, "items").([]any)
	for _, child := range childrenOf(o) {
		for _, item := range items {
			installed := textsAt(item, "target.organization") // integrations are installed anywhere
			isElsewhere := len(installed) > 0 && installed[0] != w.orgID ||
				len(installed) == 0 && child == ofInstalled
			if w.orgID != "" && isElsewhere {
				continue
			}
			for _, id := range textsAt(item, "id") {
				w.add(place{child, append(slices.Clone(at.ids), id)}, at.ids)
			}
		}
	}
}

// childrenOf returns the templates of the elements of a list, such as /v1/spaces/{spaceId}/comments
// followed by {commentId}.
func childrenOf(o *op.Op) (templates []string) {
	for _, other := range op.All() {
		at := placeOf(other)
		end := strings.LastIndex(at, "/{")
		isChild := strings.HasSuffix(at, "}") && at[:end] == o.Template
		if isChild && !slices.Contains(templates, at) {
			templates = append(templates, at)
		}
	}
	return templates
}

// paging is the part of a list to request.
type paging struct {
	limit  int
	cursor string
}

// send calls the method of the operation with the IDs of a place and with the arguments of
// sources.go.
func (r *response) send(
	ctx context.Context, client *publishing.Client, at place, page paging, opts ...api.CallOption,
) {
	method := methodOf(client, r.op.Name)
	ids := at.ids
	in := []reflect.Value{reflect.ValueOf(ctx)}
	for i := 1; i < method.Type().NumIn()-1; i++ {
		t := method.Type().In(i)
		if t == reflect.TypeFor[string]() {
			in, ids = append(in, reflect.ValueOf(ids[0])), ids[1:]
			continue
		}
		value := argument(t)
		if field := value.FieldByName("Cursor"); field.IsValid() {
			r.isList = true
			field.SetString(page.cursor)
		}
		if field := value.FieldByName("Limit"); field.IsValid() && field.CanInt() {
			field.SetInt(int64(page.limit))
		}
		if name := queried[r.op.Name]; name != "" {
			setText(value.FieldByName(name), ids[0])
		}
		in = append(in, value)
	}
	out := method.CallSlice(append(in, reflect.ValueOf(opts)))
	r.value = out[0]
	r.err, _ = reflect.TypeAssert[error](out[1])
}

func setText(field reflect.Value, text string) {
	if field.Kind() == reflect.String {
		field.SetString(text)
	} else {
		field.Set(reflect.ValueOf(api.NewSecret(text)))
	}
}

// methodOf returns the method of an operation, such as client.Sites.ShareLinks.List.
func methodOf(client *publishing.Client, name string) reflect.Value {
	at := reflect.ValueOf(client).Elem()
	steps := strings.Split(name, ".")
	for _, step := range steps[:len(steps)-1] {
		at = at.FieldByName(step)
	}
	return at.MethodByName(steps[len(steps)-1])
}

// argument returns an argument for a parameter of a type, zero if the operation requires nothing.
func argument(t reflect.Type) reflect.Value {
	value := reflect.New(t).Elem()
	for _, known := range arguments {
		if reflect.TypeOf(known) == t {
			value.Set(reflect.ValueOf(known))
		}
	}
	return value
}

// isMissing reports whether the service hides or lacks what was requested.
func isMissing(status int) bool {
	return status == http.StatusForbidden || status == http.StatusNotFound
}
