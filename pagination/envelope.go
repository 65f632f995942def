package pagination

import "errors"

var (
	errItems = errors.New("items: want an array")
	errNext  = errors.New("next: want an object with a page")
)

// Check tells what is wrong with the envelope of a list that was decoded: without items, or with a cursor that cannot be read, a walk
// would end early and look whole.
//
// It is for the packages of this SDK: a program gets no list that has not been checked.
func Check[T any](list List[T]) error {
	page := list.page()
	switch {
	case page.Items == nil:
		return errItems
	case page.Next != nil && page.Next.broken:
		return errNext
	default:
		return nil
	}
}
