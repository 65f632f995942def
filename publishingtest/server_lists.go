package publishingtest

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"iter"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var (
	ruleLimit    = newRule("lists.limit.range", fmt.Sprintf("the limit of a list is a number from 0 to %d", maxLimit))
	ruleCursor   = newRule("lists.page.cursor", "the page of a list is a cursor that the same list has returned")
	ruleLastPage = newRule("lists.next.last-page", "the last page of a list has no next")
)

// position is the place of an element in a list: its index, or the position of a row of a table.
type position interface{ int | int64 }

// respondPage responds with a page of a list. elements iterates over the whole list in order, with
// positions that grow and do not change. pick converts an element, and reports whether it belongs
// to the list. A list in reverse order has negative positions.
func respondPage[P position, T, V any](c *call, elements iter.Seq2[P, T], pick func(T) (V, bool)) (response, error) {
	p, err := listPage(c, elements, pick)
	if err != nil {
		return response{}, err
	}
	return respondOK(p)
}

// listPage returns the page that respondPage responds with, for responses that contain more than
// the page.
func listPage[P position, T, V any](c *call, elements iter.Seq2[P, T], pick func(T) (V, bool)) (*pagination.Page[V], error) {
	size, err := c.pageSize()
	if err != nil {
		return nil, err
	}
	after, started, err := c.after()
	if err != nil {
		return nil, err
	}
	p := &pagination.Page[V]{Items: []V{}}
	var count int64
	last, more := int64(0), false
	for at, element := range elements {
		shown, picked := pick(element)
		if !picked {
			continue
		}
		count++
		switch {
		case started && int64(at) <= after:
		case len(p.Items) < size:
			p.Items = append(p.Items, shown)
			last = int64(at)
		default:
			more = true
		}
	}
	p.Count = &count
	if more || !c.enabled(ruleLastPage) {
		p.Next = &pagination.Next{Page: c.cursor(last)}
	}
	return p, nil
}

// positionAt returns the position of an element in a list that is sorted by a time. Elements with
// the same time are in the order of added, their positions in a table.
func positionAt(at time.Time, added int64) int64 {
	const addedBits = 15 // leaves room for the milliseconds of every year that JSON can express
	return at.UnixMilli()<<addedBits + added/ordered.Gap
}

func (c *call) pageSize() (int, error) {
	size := 0
	if text := c.query.Get("limit"); c.query.Has("limit") {
		n, err := strconv.Atoi(text)
		if (err != nil || n < 0 || n > maxLimit) && c.enabled(ruleLimit) {
			return 0, invalid("limit", fmt.Sprintf("a number from 0 to %d", maxLimit), text, ruleLimit)
		}
		size = n
	}
	if size <= 0 {
		size = c.config.pageSize
	}
	return min(size, c.config.maxPageSize), nil
}

// A cursor contains the position of the last element of the previous page, so that deletions
// between two pages neither skip nor repeat an element. It also contains a hash of the list, so
// that no other list accepts it. It consists of characters that clients must escape.
const (
	cursorPrefix = "p+/ "
	cursorLength = 16
)

func (c *call) cursor(last int64) string {
	data := binary.BigEndian.AppendUint64(nil, c.listMark())
	data = binary.BigEndian.AppendUint64(data, uint64(last)) //nolint:gosec // after converts it back
	return cursorPrefix + base64.StdEncoding.EncodeToString(data)
}

// after returns the position that the page follows, and reports whether the request contains one.
func (c *call) after() (position int64, started bool, err error) {
	if !c.query.Has("page") {
		return 0, false, nil
	}
	given := c.query.Get("page")
	encoded, ours := strings.CutPrefix(given, cursorPrefix)
	data, err := base64.StdEncoding.DecodeString(encoded)
	if !ours || err != nil || len(data) != cursorLength || binary.BigEndian.Uint64(data) != c.listMark() {
		if c.enabled(ruleCursor) {
			return 0, false, invalid("page", "a cursor that this list has given", given, ruleCursor)
		}
		return 0, false, nil
	}
	return int64(binary.BigEndian.Uint64(data[8:])), true, nil //nolint:gosec // see cursor
}

// listMark returns a hash of the path and the filters of a list. The filters of a list by POST are
// in its body.
func (c *call) listMark() uint64 {
	filters := url.Values{}
	for name, values := range c.query {
		if name != "page" && name != "limit" {
			filters[name] = slices.Clone(values)
		}
	}
	mark := fnv.New64a()
	_, _ = mark.Write([]byte(c.http.URL.EscapedPath() + "?" + filters.Encode() + "\n"))
	_, _ = mark.Write(c.body)
	return mark.Sum64()
}
