package publishingtest

import (
	"encoding/json"
	"slices"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/spaces"
)

// sourceLimits returns the limits of a source of computed content at a path in the body. They
// include the given checks of the source itself.
func sourceLimits(at string, of ...limits.Check) limits.Table {
	return limits.Table{
		limits.Body(at, of...),
		limits.Body(at+".type", computedType),
		limits.Body(at+".dependencies{}.ref", refTarget),
		limits.Body(at+".dependencies{}.ref.kind",
			limits.FromDescription(limits.OneOf("space", "openapi", "translation"))),
	}
}

// computedType is the type of a source.
var computedType = limits.FromDescription(
	limits.Pattern(`^(builtin:openapi|builtin:translation|integration:[^:]+:[^:]+)$`),
)

// The checks of a complete source: those for sources of pages, and those for sources of documents.
var (
	sourceOfPages = []limits.Check{
		sourceDependency("spec", spaces.ComputedTypeOpenAPI, "openapi"),
		sourceDependency("translation", spaces.ComputedTypeTranslation, "translation"),
		sourceProps("models in props, which is true or false,", spaces.ComputedTypeOpenAPI, func(props map[string]any) bool {
			_, ok := props["models"].(bool)
			return ok
		}),
	}
	sourceOfDocument = []limits.Check{
		sourceDependency("spec", spaces.ComputedTypeOpenAPI, "openapi"),
		sourceProps("doc in props, which is one of models, operations, info,", spaces.ComputedTypeOpenAPI, func(props map[string]any) bool {
			doc, _ := props["doc"].(string)
			return slices.Contains([]string{"models", "operations", "info"}, doc)
		}),
		sourceProps("page in props beside a doc other than models", spaces.ComputedTypeOpenAPI, func(props map[string]any) bool {
			page, _ := props["page"].(string)
			return page != "" || props["doc"] == "models"
		}),
		sourceProps("space and document in props", spaces.ComputedTypeTranslation, func(props map[string]any) bool {
			_, space := props["space"].(string)
			_, document := props["document"].(string)
			return space && document
		}),
	}
)

// ofSource requires sources of the given type to meet a condition.
func ofSource(
	want string, kind spaces.ComputedType, accepts func(source map[string]any) bool,
) limits.Check {
	want += " with the type " + string(kind)
	return limits.FromDescription(limits.Check{Want: want, Accepts: func(v any) bool {
		source, ok := v.(map[string]any)
		return !ok || source["type"] != string(kind) || accepts(source)
	}})
}

// sourceDependency requires sources of the given type to have a dependency with the given name that
// refers to content of the kind refKind.
func sourceDependency(name string, kind spaces.ComputedType, refKind string) limits.Check {
	return ofSource("a dependency "+name+" of the kind "+
		refKind, kind, func(source map[string]any) bool {
		dependencies, _ := source["dependencies"].(map[string]any)
		dependency, _ := dependencies[name].(map[string]any)
		ref, _ := dependency["ref"].(map[string]any)
		return ref["kind"] == refKind
	})
}

// sourceProps requires the props of sources of the given type to meet a condition. Another limit
// requires the props to exist.
func sourceProps(
	want string, kind spaces.ComputedType, accepts func(props map[string]any) bool,
) limits.Check {
	return ofSource(want, kind, func(source map[string]any) bool {
		props, ok := source["props"].(map[string]any)
		return !ok || accepts(props)
	})
}

// refTarget requires the reference in a dependency to contain the field that its kind needs.
var refTarget = limits.FromDescription(limits.Check{
	Want: "the field of its kind, which is space, spec or translation",
	Accepts: func(v any) bool {
		ref, _ := v.(map[string]any)
		kind, _ := ref["kind"].(string)
		field, known := map[string]string{
			"space": "space", "openapi": "spec", "translation": "translation",
		}[kind]
		_, given := ref[field].(string)
		return !known || given
	},
})

// acceptSources fails the test if a seeded page or one of its subpages has a source that no request
// could contain.
func (s *server) acceptSources(pages []Page) {
	for i := range pages {
		s.acceptSource("Spaces.Computed.Revision", pages[i].Computed)
		s.acceptSources(pages[i].Pages)
	}
}

// acceptSource fails the test if a request of the operation could not contain the source. The
// source may be nil.
func (s *server) acceptSource(operation string, source *spaces.Computed) {
	if source == nil {
		return
	}
	var body any
	if encoded, err := jsonx.Marshal(map[string]*spaces.Computed{"source": source}); err == nil {
		_ = json.Unmarshal(encoded, &body) // encoded is JSON
	}
	s.accept(renamed(s.limitOf(operation, limits.Input{Body: body}), "source", "computed"))
}
