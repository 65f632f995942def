package publishingtest

import (
	"net/http"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/internal/op"
)

// Rule is something the server holds a request to, or does of its own accord as the documents say. Its id is a stable name.
type Rule struct {
	ID   string
	Text string
	// FromDescription reports whether the rule is a limit on requests that only the public
	// description of the service has, and the API reference does not show: see docs/sources.md.
	// [WithoutDescriptionLimits] switches all of these off.
	FromDescription bool
}

// rule is the id of a Rule.
type rule string

// behaviours are the rules that handlers keep. It is written only at init.
var handlerRules []Rule

// behaviour makes a rule for a handler to ask for: see [request.holds].
func newRule(id, text string) rule {
	handlerRules = append(handlerRules, Rule{ID: id, Text: text})
	return rule(id)
}

// Rules returns every rule of the server, by id: those of handlers, two of each delete, and those of the table of limits.
func Rules() []Rule {
	rules := slices.Clone(handlerRules)
	for _, o := range op.All() {
		if o.Method == http.MethodDelete {
			rules = append(rules,
				Rule{ID: string(ruleOf(o, "deleted-205")), Text: "a delete that found its target answers 205"},
				Rule{ID: string(ruleOf(o, "absent-204")), Text: "a delete that found nothing answers 204"})
		}
	}
	for name, own := range implemented {
		for _, r := range own.limits.Rules(name) {
			rules = append(rules, Rule(r))
		}
	}
	slices.SortFunc(rules, func(a, b Rule) int { return strings.Compare(a.ID, b.ID) })
	return rules
}

func isRule(id string) bool {
	return slices.ContainsFunc(Rules(), func(r Rule) bool { return r.ID == id })
}

// ruleOf is the id of a rule every operation of its kind has.
func ruleOf(o *op.Op, name string) rule { return rule(strings.ToLower(o.Name) + "." + name) }

// enabled reports whether a rule is switched on.
func (st *state) enabled(id rule) bool { return !st.config.off[string(id)] }
