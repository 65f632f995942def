package spaces_test

import (
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/spaces"
)

func computeRevision(computation spaces.Computation) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Spaces.Computed.Revision(a.Ctx, a.ID[0], computation, a.Opts...)
	}
}

func fromSpec(props string) spaces.Computation {
	return spaces.Computation{
		Source: spaces.Computed{
			Type: spaces.ComputedTypeOpenAPI,
			Dependencies: map[string]spaces.ComputedDependency{
				"spec": {Ref: spaces.ContentRef{Kind: spaces.ContentRefKindOpenAPI, Spec: new("spec_1")}},
			},
			Props: api.Raw(props),
		},
		Seed: "seed_1",
	}
}

var (
	documentOfSpec        = fromSpec(`{"doc":"operations","page":"pets"}`)
	pagesOfSpec           = fromSpec(`{"models":true}`)
	computedOfTranslation = spaces.Computation{
		Source: spaces.Computed{
			Type: spaces.ComputedTypeTranslation,
			Dependencies: map[string]spaces.ComputedDependency{
				"translation": {Ref: spaces.ContentRef{Kind: spaces.ContentRefKindTranslation, Translation: new("translation_1")}, Value: api.Raw(`{"space":"space_2","revision":"revision_2"}`)},
			},
			Props: api.Raw(`{}`),
		},
		Seed: "seed_2",
	}
)

const (
	documentOfSpecBody = `{"source": {"type": "builtin:openapi", "dependencies": {"spec": {"ref": {"kind": "openapi", "spec": "spec_1"}}},
		"props": {"doc": "operations", "page": "pets"}}, "seed": "seed_1"}`
	pagesOfSpecBody = `{"source": {"type": "builtin:openapi", "dependencies": {"spec": {"ref": {"kind": "openapi", "spec": "spec_1"}}},
		"props": {"models": true}}, "seed": "seed_1"}`
)

var computedRows = slices.Concat(
	schemaReads("Spaces.Computed.Document", "POST /v1/spaces/space%2F1/content/computed/document", documentOfSpecBody,
		func(a contract.Args, options spaces.ComputedDocumentOptions) (any, error) {
			return a.Spaces.Computed.Document(a.Ctx, a.ID[0], documentOfSpec, options, a.Opts...)
		}),
	[]contract.Row{
		{
			Op:      "Spaces.Computed.Revision",
			Call:    computeRevision(pagesOfSpec),
			Request: "POST /v1/spaces/space%2F1/content/computed/revision",
			Body:    pagesOfSpecBody,
			Status:  200,
			Response: `{"pages": ["@spaces/page.json", "@spaces/page-group.json"], "files": ["@spaces/file.json"],
				"reusableContents": ["@spaces/reusable-content.json", "@spaces/reusable-content-computed.json"]}`,
		},
		{
			Op:      "Spaces.Computed.Revision",
			Name:    "of a translation, nothing",
			Call:    computeRevision(computedOfTranslation),
			Request: "POST /v1/spaces/space%2F1/content/computed/revision",
			Body: `{"source": {"type": "builtin:translation", "dependencies": {"translation": {"ref": {"kind": "translation", "translation": "translation_1"},
				"value": {"space": "space_2", "revision": "revision_2"}}}, "props": {}}, "seed": "seed_2"}`,
			Status:   200,
			Response: `{"pages": [], "files": [], "reusableContents": []}`,
		},
	},
)
