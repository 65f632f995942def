package publishingtest

import "reflect"

// StateSize returns a number that grows with everything that the state of a server refers to.
func StateSize(s *Server) int {
	defer open(s.server).mu.hold()()
	seen := map[any]bool{}
	var size func(v reflect.Value) int
	size = func(v reflect.Value) (total int) {
		switch v.Kind() {
		case reflect.Pointer, reflect.Map:
			if v.IsNil() || seen[v.UnsafePointer()] {
				return 1
			}
			seen[v.UnsafePointer()] = true
			if v.Kind() == reflect.Pointer {
				return 1 + size(v.Elem())
			}
			for entry := v.MapRange(); entry.Next(); {
				total += 1 + size(entry.Key()) + size(entry.Value())
			}
			return total
		case reflect.Interface:
			return 1 + size(v.Elem())
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				total += 1 + size(v.Index(i))
			}
			return total
		case reflect.Struct:
			for _, field := range v.Fields() {
				total += size(field)
			}
			return total
		case reflect.String:
			return v.Len()
		default:
			return 1
		}
	}
	return size(reflect.ValueOf(open(s.server).state))
}

// StateSizeWithoutIDs is like [StateSize], but ignores which IDs were generated. A call that fails
// may have used up some.
func StateSizeWithoutIDs(s *Server) int {
	total := StateSize(s)
	defer open(s.server).mu.hold()()
	const entry = 2 // what StateSize adds for an entry with a number or a bool, beside its key
	for id := range open(s.server).state.taken {
		total -= entry + len(id)
	}
	for kind := range open(s.server).state.counters {
		total -= entry + len(kind)
	}
	return total
}
