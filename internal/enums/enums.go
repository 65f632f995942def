// Package enums contains the constants of the enums in the public packages, which reflection does
// not find.
package enums

import (
	_ "embed" // the constants are embedded
	"reflect"
	"strings"
	"sync"
)

// text is generated: a type and its values in each line. Those of a newer service begin with "+".
//
//go:embed constants.txt
var text string

// values returns the values of types by their names.
var values = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(text) {
		fields := strings.Split(strings.TrimRight(line, "\n"), "\t")
		all[fields[0]] = fields[1:]
	}
	return all
})

// Values returns the constants of a type, without those of a newer service. It returns nil if the
// type has none.
func Values(t reflect.Type) (known []string) {
	for _, value := range values()[t.String()] {
		if !strings.HasPrefix(value, newer) {
			known = append(known, value)
		}
	}
	return known
}

// All is like [Values] with the constants of a newer service.
func All(t reflect.Type) (known []string) {
	for _, value := range values()[t.String()] {
		known = append(known, strings.TrimPrefix(value, newer))
	}
	return known
}

const newer = "+"
