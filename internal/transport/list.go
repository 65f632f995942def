package transport

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"strconv"
	"sync/atomic"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/internal/paging"
	"github.com/publishing-platform/publishing-go/pagination"
)

const pageParam = "page"

// A list is a pointer to P, which is a [pagination.Page] of T or a struct that embeds one, such as
// a page with statistics.
type list[P any] interface {
	*P
	paging.Page
}

// itemsOf returns the slice of the items of a page.
func itemsOf(page paging.Page) reflect.Value {
	return reflect.ValueOf(page).Elem().FieldByName("Items")
}

// List calls a list and returns one page of T.
func List[T any](ctx context.Context, core *Core, r op.Request, opts []api.CallOption) (*pagination.Page[T], error) {
	return ListAs[pagination.Page[T]](ctx, core, r, opts)
}

// Pages iterates over the pages of a list of T.
func Pages[T any](ctx context.Context, core *Core, r op.Request, opts []api.CallOption) iter.Seq2[*pagination.Page[T], error] {
	return PagesAs[pagination.Page[T]](ctx, core, r, opts)
}

// All returns an iterator over the elements of a list of T.
func All[T any](ctx context.Context, core *Core, r op.Request, opts []api.CallOption) iter.Seq2[T, error] {
	return AllAs[pagination.Page[T], T](ctx, core, r, opts)
}

// AllOwn is like [All], but for elements of the caller's type, which encoding/json decodes. If an
// element does not fit, its page is an error.
func AllOwn[T any](ctx context.Context, core *Core, r op.Request, opts []api.CallOption) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		AllAs[ownPage[T], ownItem[T]](ctx, core, r, opts)(func(item ownItem[T], err error) bool { return yield(item.value, err) })
	}
}

type ownPage[T any] struct{ pagination.Page[ownItem[T]] }

// check returns the error of the first element that does not fit.
func (p *ownPage[T]) check() error {
	for i := range p.Items {
		if err := p.Items[i].err; err != nil {
			return fmt.Errorf("items[%d]: %w", i, err)
		}
	}
	return nil
}

// An ownItem stores the error of decoding an element. Without it, the element would be a zero value
// and a mismatch.
type ownItem[T any] struct {
	value T
	err   error
}

// StandsFor returns the caller's type, for mismatches of the list.
func (ownItem[T]) StandsFor() reflect.Type { return reflect.TypeFor[T]() }

// IsNull returns false, so that a null is valid. encoding/json decides what it means.
func (ownItem[T]) IsNull() bool { return false }

func (o *ownItem[T]) UnmarshalJSON(data []byte) error {
	o.err = jsonx.UnmarshalUser(data, &o.value)
	return nil
}

// ListAs is like [List], but for lists with their own page type.
func ListAs[P any, L list[P]](ctx context.Context, core *Core, r op.Request, opts []api.CallOption) (*P, error) {
	page := new(P)
	if err := core.page(ctx, &r, L(page), opts); err != nil {
		return nil, err
	}
	return page, nil
}

// page calls a list and decodes one page.
func (core *Core) page(ctx context.Context, r *op.Request, page paging.Page, opts []api.CallOption) error {
	_, err := core.call(ctx, r, wantBody, page, func(c *call) error {
		if err := c.decodePage(page, new(atomic.Int64)); err != nil {
			return err
		}
		counted := tally{partial: c.query.Get(pageParam) != ""}
		counted.add(c, page)
		return counted.err
	}, opts)
	return err
}

// PagesAs is like [Pages], but for lists with their own page type.
//
// PagesAs and [AllAs] are never inlined, because their function literals would then be compiled
// again in each caller.
//
//go:noinline
func PagesAs[P any, L list[P]](ctx context.Context, core *Core, r op.Request, opts []api.CallOption) iter.Seq2[L, error] {
	return func(yield func(L, error) bool) {
		core.pages(ctx, &r, L(nil), opts, func(page paging.Page, err error) bool {
			typed, _ := page.(L) // nil together with an error
			return yield(typed, err)
		})
	}
}

// AllAs is like [All], but for lists with their own page type.
//
//go:noinline
func AllAs[P, T any, L list[P]](ctx context.Context, core *Core, r op.Request, opts []api.CallOption) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		core.pages(ctx, &r, L(nil), opts, func(page paging.Page, err error) bool {
			if err != nil {
				return yield(*new(T), err)
			}
			items, _ := itemsOf(page).Addr().Interface().(*[]T) //nolint:modernize // TypeAssert compiles again for each T
			for _, item := range *items {
				if !yield(item, nil) {
					return false
				}
			}
			return true
		})
	}
}

// pages yields the pages of a list, which have the type of like, until it has yielded an error.
func (core *Core) pages(
	ctx context.Context, r *op.Request, like paging.Page, opts []api.CallOption, yield func(paging.Page, error) bool,
) {
	var first input
	first.prepare(core, r, opts)
	var length atomic.Int64 // length of the last decoded page; other pages may be in progress
	var counted tally
	fetch := func(ctx context.Context, cursor string, hint func(string)) (paging.Page, func(), error) {
		page, _ := reflect.TypeAssert[paging.Page](reflect.New(reflect.TypeOf(like).Elem()))
		c := newCall(ctx, core, wantBody)
		c.input = first.at(cursor)
		err := c.do(page, func(c *call) error {
			if c.cfg.Prefetch {
				hint(jsonx.Hint(c.responseBody, "next", pageParam))
			}
			return c.decodePage(page, &length)
		})
		return page, func() { // pages are decoded in order
			if err == nil && counted.add(c, page) {
				c.logMismatch() // the call has been logged before
			}
			c.deliver()
		}, err
	}
	from := first.query.Get(pageParam)
	counted.partial = from != ""
	prefetch := first.cfg.Prefetch && ctx != nil // without a context, the first page is an error, and nothing may begin before it
	goesOn := true
	paging.Pages(ctx, r.Op.Name, from, prefetch, fetch)(func(page paging.Page, err error) bool {
		goesOn = yield(page, err) && err == nil
		return goesOn
	})
	if goesOn && counted.err != nil {
		yield(nil, counted.err)
	}
}

// A tally compares the number of elements in a list with the count in its pages. It does so for
// every list, because the API reference and the public description give all lists the same optional
// count, and describe it only as the number of elements. This includes searches, whose elements are
// spaces with pages, lists of links, whose statistics are in another field, aggregates of
// permissions, and lists with filters.
type tally struct {
	partial bool // the iteration does not begin at the first page
	seen    int64
	count   *int64 // smallest count; nil if no page reports one
	err     error  // error of a list that ended early, with strict decoding
}

// add adds a page to the tally. If this page is the last one and the list is shorter than its
// count, add records a mismatch of the page and returns true. If decoding is strict, it sets the
// error of the tally instead.
func (t *tally) add(c *call, page paging.Page) bool {
	t.seen += int64(itemsOf(page).Len())
	count, _ := reflect.TypeAssert[*int64](reflect.ValueOf(page).Elem().FieldByName("Count"))
	if count != nil && (t.count == nil || *count < *t.count) {
		t.count = count
	}
	if t.partial || t.count == nil || t.seen >= *t.count || page.NextCursor() != "" {
		return false
	}
	if c.cfg.StrictDecoding {
		t.err = &pagination.IncompleteError{Operation: c.op.Name, Seen: t.seen, Count: *t.count}
		return false
	}
	c.endsEarly = true
	c.mismatch = &jsonx.Mismatch{Pointer: "/count", Want: strconv.FormatInt(*t.count, 10), Got: strconv.FormatInt(t.seen, 10)}
	return true
}

// RejectPage is like [Reject], but for an iteration over the pages of a list.
func RejectPage(operation string, err error, query any, opts []api.CallOption) error {
	var in input
	in.prepare(nil, &op.Request{Op: op.Bare(operation, ""), QueryArg: query}, opts)
	return &pagination.PageError{Cursor: in.query.Get(pageParam), Err: Reject(operation, err, opts)}
}

var errNext = errors.New("next: want an object with a page")

// decodePage decodes a page. It is an error if the items are missing or the cursor cannot be
// decoded, because an iteration would otherwise end early and look complete. length contains the
// length of the previous page, and then of this one.
func (c *call) decodePage(page paging.Page, length *atomic.Int64) error {
	items := itemsOf(page)
	items.Grow(int(length.Load())) // otherwise the items would be copied as the slice grows
	if err := c.decode(jsonx.Decode, c.responseBody, page); err != nil {
		return err
	}
	length.Store(int64(items.Len()))
	if c.mismatch != nil && !c.mismatch.IsMissing() && !isNext(c.responseBody) {
		return c.decodeErrorAt("/next", errNext)
	}
	if checked, ok := page.(interface{ check() error }); ok {
		if err := checked.check(); err != nil {
			return c.decodeError(err)
		}
	}
	return nil
}

// isNext reports whether the field next of a page is absent or fits its type.
func isNext(page []byte) bool {
	fields, err := jsonx.Fields(page)
	if err != nil {
		return false
	}
	next, ok := fields["next"]
	return !ok || jsonx.Unmarshal(next, new(*pagination.Next)) == nil
}
