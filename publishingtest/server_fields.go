package publishingtest

import "reflect"

// as returns a new resource with the fields of a request: see [merge].
func as[T any](request any) (data T) {
	merge(&data, request)
	return data
}

// merge sets the fields of a resource to those of a request that are set. The names of the fields
// are the same in both. A null clears a field. Fields that have another type in the resource, such
// as an ID instead of what it identifies, are left alone.
func merge(data, request any) {
	into := reflect.ValueOf(data).Elem()
	for field, given := range reflect.ValueOf(request).Fields() {
		to := into.FieldByName(field.Name)
		if given.IsZero() || !to.IsValid() {
			continue
		}
		if nullable, ok := given.Interface().(interface{ IsNull() bool }); ok {
			if nullable.IsNull() {
				to.SetZero()
				continue
			}
			given = given.MethodByName("Get").Call(nil)[0]
		}
		if given.Kind() == reflect.Pointer && to.Kind() != reflect.Pointer {
			given = given.Elem()
		}
		switch {
		case given.Type().AssignableTo(to.Type()):
			to.Set(given)
		case to.Kind() == reflect.Pointer && given.Type().AssignableTo(to.Type().Elem()):
			to.Set(reflect.New(to.Type().Elem()))
			to.Elem().Set(given)
		}
	}
}
