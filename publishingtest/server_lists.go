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

	"github.com/publishing-platform/publishing-go/pagination"
)

var (
	ruleLimit    = behaviour("lists.limit.range", fmt.Sprintf("the limit of a list is a number from 0 to %d", maxLimit))
	ruleCursor   = behaviour("lists.page.cursor", "the page of a list is a cursor that the same list has given")
	ruleLastPage = behaviour("lists.next.last-page", "the last page of a list has no next")
)

// position is where an element of a list stands: its index, or the position of a row of a table.
type position interface{ int | int64 }

// page answers with a page of a list. elements yields all of it in order, with positions that grow and stay with their element; pick shows
// an element, or leaves it out. A list that is read backwards yields negative positions.
func page[P position, T, V any](r *request, elements iter.Seq2[P, T], pick func(T) (V, bool)) (answer, error) {
	p, err := pageOf(r, elements, pick)
	if err != nil {
		return answer{}, err
	}
	return ok(p)
}

// pageOf is page for an answer that has more than the page.
func pageOf[P position, T, V any](r *request, elements iter.Seq2[P, T], pick func(T) (V, bool)) (*pagination.Page[V], error) {
	size, err := r.pageSize()
	if err != nil {
		return nil, err
	}
	after, started, err := r.after()
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
	if more || !r.holds(ruleLastPage) {
		p.Next = &pagination.Next{Page: r.cursor(last)}
	}
	return p, nil
}

func (r *request) pageSize() (int, error) {
	size := 0
	if text := r.query.Get("limit"); r.query.Has("limit") {
		n, err := strconv.Atoi(text)
		if (err != nil || n < 0 || n > maxLimit) && r.holds(ruleLimit) {
			return 0, broken("limit", fmt.Sprintf("a number from 0 to %d", maxLimit), text, ruleLimit)
		}
		size = n
	}
	if size <= 0 {
		size = r.config.pageSize
	}
	return min(size, r.config.maxPageSize), nil
}

// A cursor is the position of the last element seen, so that deletions between pages neither lose an element nor repeat one, and a mark of
// the list, so that no other list takes it. It has the characters that a client must escape.
const (
	cursorPrefix = "p+/ "
	cursorLength = 16
)

func (r *request) cursor(last int64) string {
	data := binary.BigEndian.AppendUint64(nil, r.listMark())
	data = binary.BigEndian.AppendUint64(data, uint64(last)) //nolint:gosec // it comes back as it was
	return cursorPrefix + base64.StdEncoding.EncodeToString(data)
}

// after returns the position the page follows, and whether there is one.
func (r *request) after() (position int64, started bool, err error) {
	if !r.query.Has("page") {
		return 0, false, nil
	}
	given := r.query.Get("page")
	encoded, ours := strings.CutPrefix(given, cursorPrefix)
	data, err := base64.StdEncoding.DecodeString(encoded)
	if !ours || err != nil || len(data) != cursorLength || binary.BigEndian.Uint64(data) != r.listMark() {
		if r.holds(ruleCursor) {
			return 0, false, broken("page", "a cursor that this list has given", given, ruleCursor)
		}
		return 0, false, nil
	}
	return int64(binary.BigEndian.Uint64(data[8:])), true, nil //nolint:gosec // see cursor
}

// listMark tells lists apart: by path and filters, which a list by POST has in its body.
func (r *request) listMark() uint64 {
	filters := url.Values{}
	for name, values := range r.query {
		if name != "page" && name != "limit" {
			filters[name] = slices.Clone(values)
		}
	}
	mark := fnv.New64a()
	_, _ = mark.Write([]byte(r.http.URL.EscapedPath() + "?" + filters.Encode() + "\n"))
	_, _ = mark.Write(r.body)
	return mark.Sum64()
}
