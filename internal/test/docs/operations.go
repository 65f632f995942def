package docs

import (
	"fmt"
	"reflect"
	"strings"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/internal/op"
)

const reference = "https://pkg.go.dev/"

// Operations returns the table of all operations as Markdown.
func Operations() (string, error) {
	var b strings.Builder
	documented := 0
	for _, o := range op.All() {
		if !o.Experimental {
			documented++
		}
	}
	fmt.Fprintf(&b, `# Operations

The SDK has %d operations of the API reference and %d experimental ones, which may change in any minor release ([sources](sources.md)). The
name of an operation is its name in errors, logs and metrics, and the path of fields from the client to its method: `+"`Sites.List`"+` is
`+"`client.Sites.List`"+`. A `+"`List`"+` with pages has an `+"`All`"+` and a `+"`ListPages`"+` beside it. [Errors and retries](errors.md) describes what is
retried after a lost response. "May delete" is what a [policy](safe.md#a-client-that-cannot-write) learns about a write: "with" what in
its body; "asks" is a question to the AI, which changes nothing but costs credits.

`, documented, len(op.All())-documented)
	area := ""
	for _, o := range op.All() {
		if first, _, _ := strings.Cut(o.Name, "."); first != area {
			area = first
			fmt.Fprintf(&b, "## %s\n\n| operation | method | path | retried | may delete | source |\n| --- | --- | --- | --- | --- | --- |\n", area)
		}
		link, err := methodLink(o.Name)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "| [%s](%s) | %s | `%s` | %s | %s | %s |\n", o.Name, link, o.Method, o.Template, retried(o), mayDelete(o), source(o))
	}
	return strings.ReplaceAll(b.String(), " |\n## ", " |\n\n## "), nil
}

func retried(o *op.Op) string {
	switch {
	case o.OnceWith != "":
		return "yes, without `" + o.OnceWith + "`"
	case o.Class == op.Repeatable:
		return "yes"
	default:
		return "if not acted on"
	}
}

// mayDelete returns what a policy learns about an operation, "" for a read.
func mayDelete(o *op.Op) string {
	effect := o.Effect()
	if o.OnceWith != "" && o.Safe {
		return "yes, with `" + o.OnceWith + "`; a read without"
	}
	switch effect {
	case "":
		return ""
	case op.Asks:
		return "asks"
	case op.Keeps:
		return "no"
	case op.Removes:
		return "yes"
	}
	var with []string
	for _, condition := range effect.Conditions() {
		if at, known, ok := strings.Cut(condition, "!"); ok {
			condition = at + "` other than `" + strings.ReplaceAll(known, "|", "`, `")
		}
		with = append(with, "`"+condition+"`")
	}
	return "with " + strings.Join(with, ", ")
}

func source(o *op.Op) string {
	if o.Experimental {
		return "experimental"
	}
	return "reference"
}

// methodLink returns the link to the documentation of the method of an operation.
func methodLink(name string) (string, error) {
	service := reflect.TypeFor[publishing.Client]()
	steps := strings.Split(name, ".")
	for _, step := range steps[:len(steps)-1] {
		field, ok := service.FieldByName(step)
		if !ok {
			return "", fmt.Errorf("%s: %s has no field %s", name, service, step)
		}
		service = field.Type
	}
	method := steps[len(steps)-1]
	if _, ok := service.MethodByName(method); !ok {
		return "", fmt.Errorf("%s: %s has no method %s", name, service, method)
	}
	return fmt.Sprintf("%s%s#%s.%s", reference, service.PkgPath(), service.Name(), method), nil
}
