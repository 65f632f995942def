package publishingtest

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// A Rule is a condition that the server enforces on requests, or a decision that it makes in
// responses. The ID of a rule is stable.
type Rule struct {
	ID   string
	Text string
	// FromDescription reports whether the rule is a limit on requests that only the public
	// description of the service contains, and not the API reference: see docs/sources.md.
	FromDescription bool
	// Undecided reports whether the rule rests on nothing: no source states it, and the service has
	// not been seen to follow it. For an undecided rule, the server has the least surprising
	// behavior, but the service may behave differently. If the service has been seen to follow a
	// rule that no source states, the text of the rule says so.
	Undecided bool
	// Callers reports whether the rule applies only to calls with a token of [Server.TokenFor] or
	// [Server.TokenForIntegration], or with the token of an installation.
	Callers bool
}

// rule is the ID of a Rule.
type rule string

// handlerRules are the rules that handlers implement. It is written only during initialization.
var handlerRules []Rule

// newRule declares a rule that a handler implements, with [state.enabled].
func newRule(id, text string) rule {
	handlerRules = append(handlerRules, Rule{ID: id, Text: text})
	return rule(id)
}

// newUndecidedRule declares a rule that no source states.
func newUndecidedRule(id, text string) rule {
	handlerRules = append(handlerRules, Rule{ID: id, Text: text, Undecided: true})
	return rule(id)
}

// newSeenRule declares a rule that no source states, but that the service has been seen to follow.
func newSeenRule(id, text string) rule { return newRule(id, text+" (seen; no source states it)") }

// ofCallers declares that a rule does not apply to calls with a token of [WithToken].
func ofCallers(id rule) rule {
	handlerRules[len(handlerRules)-1].Callers = true // the rule has just been declared
	return id
}

// Rules returns all rules of the server, sorted by ID. [WithoutRule] switches them off.
func Rules() []Rule { return slices.Clone(allRules()) }

// allRules returns all rules, sorted by ID. It caches them, because tests with many servers need
// them often.
var allRules = sync.OnceValue(func() []Rule {
	rules := slices.Clone(handlerRules)
	for name, declared := range implemented() {
		if declared.limits.FromDescription() {
			rules = append(rules, Rule{
				ID: string(limitsRule(name)), FromDescription: true,
				Text: "the limits on requests of " + name + " that only the public description contains",
			})
		}
	}
	slices.SortFunc(rules, func(a, b Rule) int { return strings.Compare(a.ID, b.ID) })
	return rules
})

// ruleIDs returns the IDs of all rules.
func ruleIDs() (ids []string) {
	for _, r := range allRules() {
		ids = append(ids, r.ID)
	}
	return ids
}

// limitsRule returns the ID of the rule for those limits of an operation that only the public
// description contains.
func limitsRule(operation string) rule { return rule(strings.ToLower(operation) + ".limits") }

// byRule returns its third argument if the rule is on, and its fourth argument if the rule is off.
func byRule[T any](st *state, id rule, with, without T) T {
	if st.enabled(id) {
		return with
	}
	return without
}

// enabled reports whether a rule is switched on.
func (st *state) enabled(id rule) bool { return !st.config.off[string(id)] }

// didYouMean returns the end of a message about a name that does not exist. It suggests the most
// similar name. If no name is similar, it returns "".
func didYouMean(name string, names []string) string {
	best, least := "", len(name)/3+1
	for _, other := range names {
		if d := distance(strings.ToLower(name), strings.ToLower(other)); d < least || d == least && best != "" && other < best {
			best, least = other, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// distance returns the number of edits between two texts. An edit inserts, deletes or replaces a
// byte, or swaps two adjacent bytes.
func distance(a, b string) int {
	var before, above []int
	for i := range len(a) + 1 {
		row := make([]int, len(b)+1)
		for j := range row {
			switch {
			case i == 0 || j == 0:
				row[j] = i + j
				continue
			case a[i-1] == b[j-1]:
				row[j] = above[j-1]
			default:
				row[j] = 1 + min(above[j-1], above[j], row[j-1])
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, above = above, row
	}
	return above[len(b)]
}
