package transport

import (
	"context"
	"fmt"
	"iter"
	"reflect"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/pagination"
)

const pageParam = "page"

// A list is a pointer to P, a page of T.
type list[P, T any] interface {
	*P
	pagination.List[T]
}

// List calls a list for one page of T.
func List[T any](ctx context.Context, c *Core, r op.Request, opts []api.CallOption) (*pagination.Page[T], error) {
	return ListAs[pagination.Page[T], T](ctx, c, r, opts)
}

// Pages walks the pages of a list of T.
func Pages[T any](ctx context.Context, c *Core, r op.Request, opts []api.CallOption) iter.Seq2[*pagination.Page[T], error] {
	return PagesAs[pagination.Page[T], T](ctx, c, r, opts)
}

// All walks the elements of a list of T.
func All[T any](ctx context.Context, c *Core, r op.Request, opts []api.CallOption) iter.Seq2[T, error] {
	return AllAs[pagination.Page[T], T](ctx, c, r, opts)
}

// AllOwn is All for elements of a type of the caller's own, which are decoded as encoding/json does. An element that does not fit is an error
// of its page.
func AllOwn[T any](ctx context.Context, c *Core, r op.Request, opts []api.CallOption) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		AllAs[ownPage[T], ownItem[T]](ctx, c, r, opts)(func(item ownItem[T], err error) bool { return yield(item.value, err) })
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

// ownItem keeps its error, which would else be a mismatch: a value left zero and a note.
type ownItem[T any] struct {
	value T
	err   error
}

// StandsFor is the caller's type, for what is said of the list.
func (ownItem[T]) StandsFor() reflect.Type { return reflect.TypeFor[T]() }

func (o *ownItem[T]) UnmarshalJSON(data []byte) error {
	o.err = jsonx.UnmarshalUser(data, &o.value)
	return nil
}

// ListAs is List for a page type of its own.
func ListAs[P, T any, L list[P, T]](ctx context.Context, c *Core, r op.Request, opts []api.CallOption) (*P, error) {
	out := &envelope[P, T, L]{}
	if _, err := c.call(ctx, &r, wantBody, out, opts); err != nil {
		return nil, err
	}
	return &out.list, nil
}

// PagesAs is Pages for a page type of its own.
func PagesAs[P, T any, L list[P, T]](ctx context.Context, c *Core, r op.Request, opts []api.CallOption) iter.Seq2[L, error] {
	return func(yield func(L, error) bool) {
		var first outgoing
		first.prepare(c, &r, opts)
		fetch := func(ctx context.Context, cursor string, early func(string)) (L, func(), error) {
			out := &envelope[P, T, L]{}
			if first.cfg.Prefetch {
				out.early = early
			}
			x := newExchange(ctx, c, wantBody)
			x.outgoing = first.at(cursor)
			return &out.list, x.deliver, x.run(out)
		}
		prefetch := first.cfg.Prefetch && ctx != nil // without a context the first page is an error, and nothing may begin before it
		pagination.Walk(ctx, first.query.Get(pageParam), prefetch, fetch)(yield)
	}
}

// AllAs is All for a page type of its own.
func AllAs[P, T any, L list[P, T]](ctx context.Context, c *Core, r op.Request, opts []api.CallOption) iter.Seq2[T, error] {
	return pagination.Items[T](PagesAs[P, T, L](ctx, c, r, opts))
}

// envelope reads a page and holds it against the shape of a list, which is an error even where a changed field is not.
type envelope[P, T any, L list[P, T]] struct {
	list  P
	early func(next string) // is told where the list goes on before it is decoded, nil for nobody
}

func (e *envelope[P, T, L]) decodeFrom(x *exchange) error {
	if e.early != nil {
		e.early(jsonx.Hint(x.answer, "next", pageParam))
	}
	if err := x.decode(&e.list); err != nil {
		return err
	}
	if err := pagination.Check[T](L(&e.list)); err != nil {
		return x.decodeError(err)
	}
	if own, ok := any(&e.list).(interface{ check() error }); ok {
		if err := own.check(); err != nil {
			return x.decodeError(err)
		}
	}
	return nil
}
