package publishingtest

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var (
	ruleCursor   = newUndecidedRule("lists.page.cursor", "the page of a list is a cursor that the same list has returned; without the rule, any other page is the first one")
	ruleLastPage = newRule("lists.next.last-page", "the last page of a list has no next; without the rule, an empty page follows")
)

// position is the place of an element in a list. It is an index, the position of a row of a table,
// or the text by which the list is sorted. Positions ascend along a list and do not change.
type position interface{ int | int64 | string }

// respondPage responds with a page of a list. show converts the elements of the page.
func respondPage[P position, T, V any](
	c *call, list ordered.List[P, T], show func(T) V,
) (response, error) {
	p, err := listPage(c, list, show)
	if err != nil {
		return response{}, err
	}
	return respondOK(p)
}

// listPage returns the page of a list, for responses that contain more than this page.
func listPage[P position, T, V any](
	c *call, list ordered.List[P, T], show func(T) V,
) (*pagination.Page[V], error) {
	size, err := c.pageSize()
	if err != nil {
		return nil, err
	}
	after, started, err := after[P](c)
	if err != nil {
		return nil, err
	}
	from := 0
	if started {
		from = list.UpTo(after)
	}
	to := min(from+size, list.Len())
	p := &pagination.Page[V]{Items: make([]V, 0, to-from), Count: new(int64(list.Len()))}
	var last P
	for at, element := range list.Range(from, to) {
		p.Items = append(p.Items, show(element))
		last = at
	}
	if to == list.Len() && (from == to || c.enabled(ruleLastPage)) {
		return p, nil
	}
	p.Next = &pagination.Next{Cursor: cursor(c, last)}
	return p, nil
}

// when returns keep if applies is true. Otherwise it returns nil, so that a list without filters is
// not searched.
func when[T any](applies bool, keep func(T) bool) func(T) bool {
	if applies {
		return keep
	}
	return nil
}

// every returns a function that reports whether all conditions are true. It ignores nil conditions,
// and returns nil if there are no others.
func every[T any](conditions ...func(T) bool) func(T) bool {
	conditions = slices.DeleteFunc(conditions, func(keep func(T) bool) bool { return keep == nil })
	return when(len(conditions) > 0, func(element T) bool {
		for _, keep := range conditions {
			if !keep(element) {
				return false
			}
		}
		return true
	})
}

// asIs returns an element unchanged.
func asIs[T any](element T) T { return element }

// positionAt returns the position of an element in a list that is sorted by time. Elements with the
// same time are ordered by added, their position in a table.
func positionAt(at time.Time, added int64) int64 {
	const addedBits = 15 // leaves room for the milliseconds of every year that JSON can express
	return at.UnixMilli()<<addedBits + added/ordered.Gap
}

func (c *call) pageSize() (int, error) {
	size := 0
	if text := c.query.Get("limit"); c.query.Has("limit") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > maxLimit {
			return 0, invalid("limit", fmt.Sprintf("a number from 0 to %d", maxLimit), text, "")
		}
		size = n
	}
	if size <= 0 {
		size = c.config.pageSize
	}
	return min(size, c.config.maxPageSize), nil
}

// A cursor contains the position of the last element of the previous page, so that deletions
// between two pages neither skip nor repeat an element. It also contains a hash of the list and the
// position, so that no other list accepts the cursor. It contains characters that clients must
// escape.
const (
	cursorPrefix = "p+/= "
	markLength   = 8
)

func cursor[P position](c *call, last P) string {
	text := fmt.Sprint(last)
	data := binary.BigEndian.AppendUint64(nil, c.listMark(text))
	return cursorPrefix + base64.StdEncoding.EncodeToString(append(data, text...))
}

// after returns the position in the cursor of a request, after which the page begins. It reports
// whether the request has a cursor.
func after[P position](c *call) (at P, started bool, err error) {
	if !c.query.Has("page") {
		return at, false, nil
	}
	given := c.query.Get("page")
	encoded, ours := strings.CutPrefix(given, cursorPrefix)
	data, err := base64.StdEncoding.DecodeString(encoded)
	ours = ours && err == nil && len(data) > markLength
	if ours {
		text := string(data[markLength:])
		switch at := any(&at).(type) {
		case *string:
			*at = text
		case *int64:
			*at, err = strconv.ParseInt(text, 10, 64)
		case *int:
			*at, err = strconv.Atoi(text)
		}
		ours = err == nil && binary.BigEndian.Uint64(data) == c.listMark(text)
	}
	if !ours && c.enabled(ruleCursor) {
		return at, false, invalid("page", "a cursor that this list has given", given, ruleCursor)
	}
	return at, ours, nil
}

// sortPosition returns the position of an element in a list that is sorted by text. The text must
// not contain zero bytes. Elements with equal texts are ordered by id.
func sortPosition(text, id string, descending bool) string {
	position := []byte(text + "\x00" + id + "\x00")
	if descending {
		for i := range position {
			position[i] = ^position[i]
		}
	}
	return string(position)
}

// listMark returns a hash of a position, the path and the filters of a list. If the method of the
// list is POST, the filters are in the body.
func (c *call) listMark(position string) uint64 {
	filters := url.Values{}
	for name, values := range c.query {
		if name != "page" && name != "limit" {
			filters[name] = slices.Clone(values)
		}
	}
	mark := fnv.New64a()
	_, _ = mark.Write([]byte(c.http.URL.EscapedPath() + "?" + filters.Encode() + "\n" + position + "\n"))
	_, _ = mark.Write(c.body)
	return mark.Sum64()
}
