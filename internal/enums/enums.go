// Package enums contains the constants of the enums in the public packages, because reflection
// cannot find constants.
package enums

import (
	_ "embed" // the constants are embedded
	"reflect"
	"strings"
	"sync"
)

// text is generated. Each line contains a type and its values. Values that only a newer service has
// begin with "+".
//
//go:embed constants.txt
var text string

// values returns the values of each type. The keys are the names of the types.
var values = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(text) {
		fields := strings.Split(strings.TrimRight(line, "\n"), "\t")
		all[fields[0]] = fields[1:]
	}
	return all
})

// Values returns the constants of a type, without those that only a newer service has. It returns
// nil if the type has no constants.
func Values(t reflect.Type) (known []string) {
	for _, value := range values()[t.String()] {
		if !strings.HasPrefix(value, newer) {
			known = append(known, value)
		}
	}
	return known
}

// All is like [Values], but includes the constants that only a newer service has.
func All(t reflect.Type) (known []string) {
	for _, value := range values()[t.String()] {
		known = append(known, strings.TrimPrefix(value, newer))
	}
	return known
}

const newer = "+"
