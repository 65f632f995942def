package publishingtest

import (
	"slices"

	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

// moveRules are the rules of moving one of several ordered resources.
type moveRules struct {
	self, level, agree, end rule
}

func newMoveRules(prefix, thing, level string) moveRules {
	return moveRules{
		self:  newUndecidedRule(prefix+".itself", "a "+thing+" does not move beside itself; without the rule, it stays where it is"),
		level: newUndecidedRule(prefix+".level", "a "+thing+" moves beside one "+level+"; without the rule, beside another one it stays where it is"),
		agree: newUndecidedRule(prefix+".agree", "a position that is both before and after others is between two neighbors; without the rule, it is after the latter"),
		end:   newUndecidedRule(prefix+".end", "a "+thing+" that moves without a position, or to an empty one, becomes the last of those beside it; without the rule, it stays where it is"),
	}
}

// moveIn moves a row of a table before one row or after another. Either may be nil; if both are,
// the row moves to the end. level contains the keys among which the row has its place, including
// its own. A position that is not possible returns 400.
func moveIn[T any](
	c *call, t *ordered.Table[T], key string,
	level []string, before, after *string, rules moveRules,
) error {
	for _, side := range []struct {
		field  string
		beside *string
	}{{"position.before", before}, {"position.after", after}} {
		if side.beside == nil {
			continue
		}
		_, known := t.Get(*side.beside)
		switch {
		case !known:
			return invalid(side.field, "one of the site", *side.beside, "")
		case *side.beside == key && c.enabled(rules.self):
			return invalid(side.field, "another one", *side.beside, rules.self)
		case !slices.Contains(level, *side.beside) && c.enabled(rules.level):
			return invalid(side.field, "one at the same level", *side.beside, rules.level)
		}
	}
	if before != nil && after != nil && c.enabled(rules.agree) {
		others := slices.DeleteFunc(slices.Clone(level), func(other string) bool { return other == key })
		if at := slices.Index(others, *after); at < 0 || at+1 == len(others) || others[at+1] != *before {
			return invalid("position", "neighbors", *after+" and "+*before, rules.agree)
		}
	}
	beside, following := after, true
	switch {
	case before == nil && after == nil && c.enabled(rules.end):
		beside = lastOf(level)
	case after == nil:
		beside, following = before, false
	}
	if beside != nil && *beside != key && slices.Contains(level, *beside) {
		t.Move(key, *beside, following)
	}
	return nil
}

// lastOf returns the last of several keys, or nil if there are none.
func lastOf(keys []string) *string {
	if len(keys) == 0 {
		return nil
	}
	return &keys[len(keys)-1]
}

// moveTo is the body of a move on a site. The position may be absent.
type moveTo[P any] struct {
	Position struct {
		Before *P `json:"before"`
		After  *P `json:"after"`
	} `json:"position"`
}

// positionLimits limit the types of what the position of a move points to, which the SDK adds.
func positionLimits(kinds ...string) limits.Table {
	return limits.Table{
		limits.Body("position.before.type", limits.String, limits.Required, limits.OneOf(kinds...)),
		limits.Body("position.after.type", limits.String, limits.Required, limits.OneOf(kinds...)),
	}
}
