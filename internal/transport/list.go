package transport

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/call"
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
		var cfg call.Config
		for _, opt := range opts {
			if opt != nil {
				opt(&cfg)
			}
		}
		from, err := encodeQuery(r.QueryArg, cfg.Query)
		if err != nil {
			yield(nil, err)
			return
		}
		fetch := func(ctx context.Context, cursor string, early func(string)) (L, func(), error) {
			x, err := c.begin(ctx, new(r.At(cursor)), wantBody, opts)
			if err != nil {
				return nil, nil, err
			}
			out := &envelope[P, T, L]{}
			if err = x.send(); err == nil {
				if cfg.Prefetch {
					early(jsonx.Hint(x.answer, "next", pageParam))
				}
				err = out.decodeFrom(x)
			}
			return &out.list, x.deliver, x.finish(err)
		}
		pagination.Walk(ctx, from.Get(pageParam), cfg.Prefetch, fetch)(yield)
	}
}

// AllAs is All for a page type of its own.
func AllAs[P, T any, L list[P, T]](ctx context.Context, c *Core, r op.Request, opts []api.CallOption) iter.Seq2[T, error] {
	return pagination.Items[T](PagesAs[P, T, L](ctx, c, r, opts))
}

// envelope reads a page and holds it against the shape of a list, which is an error even where a changed field is not.
type envelope[P, T any, L list[P, T]] struct{ list P }

func (e *envelope[P, T, L]) decodeFrom(x *exchange) error {
	if err := x.decode(&e.list); err != nil {
		return err
	}
	if err := pagination.Check[T](L(&e.list)); err != nil {
		return x.decodeError(err)
	}
	return nil
}
