package contract

import (
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/spaces"
)

func computeRevision(computation spaces.Computation) func(a args) (any, error) {
	return func(a args) (any, error) {
		return a.Spaces.Computed.Revision(a.ctx, a.id[0], computation, a.opts...)
	}
}

var (
	computedOfSpec = spaces.Computation{
		Source: spaces.Computed{
			Type: spaces.ComputedTypeOpenAPI,
			Dependencies: map[string]spaces.ComputedDependency{
				"spec": {Ref: spaces.ContentRef{Kind: spaces.ContentRefKindOpenAPI, Spec: new("spec_1")}},
			},
			Props: api.Raw(`{"doc":"operations","page":"pets"}`),
		},
		Seed: "seed_1",
	}
	computedOfTranslation = spaces.Computation{
		Source: spaces.Computed{
			Type: spaces.ComputedTypeTranslation,
			Dependencies: map[string]spaces.ComputedDependency{
				"translation": {Ref: spaces.ContentRef{Kind: spaces.ContentRefKindTranslation, Translation: new("translation_1")}, Value: api.Raw("null")},
			},
			Props: api.Raw(`{}`),
		},
		Seed: "seed_2",
	}
)

const computedSpec = `{"source": {"type": "builtin:openapi", "dependencies": {"spec": {"ref": {"kind": "openapi", "spec": "spec_1"}}},
	"props": {"doc": "operations", "page": "pets"}}, "seed": "seed_1"}`

var computedRows = slices.Concat(
	schemaReads("Spaces.Computed.Document", "POST /v1/spaces/space%2F1/content/computed/document", computedSpec,
		func(a args, options spaces.DocumentOptions) (any, error) {
			return a.Spaces.Computed.Document(a.ctx, a.id[0], computedOfSpec, options, a.opts...)
		}),
	[]row{
		{
			op:      "Spaces.Computed.Revision",
			call:    computeRevision(computedOfSpec),
			request: "POST /v1/spaces/space%2F1/content/computed/revision",
			body:    computedSpec,
			status:  200,
			answer: `{"pages": ["@spaces/page.json", "@spaces/page-group.json"], "files": ["@spaces/file.json"],
				"reusableContents": ["@spaces/reusable-content.json", "@spaces/reusable-content-computed.json"]}`,
		},
		{
			op:      "Spaces.Computed.Revision",
			name:    "of a translation, nothing",
			call:    computeRevision(computedOfTranslation),
			request: "POST /v1/spaces/space%2F1/content/computed/revision",
			body: `{"source": {"type": "builtin:translation", "dependencies": {"translation": {"ref": {"kind": "translation", "translation": "translation_1"},
				"value": null}}, "props": {}}, "seed": "seed_2"}`,
			status: 200,
			answer: `{"pages": [], "files": [], "reusableContents": []}`,
		},
		{
			op:      "Spaces.Computed.Revision",
			name:    "absent",
			call:    computeRevision(computedOfSpec),
			request: "POST /v1/spaces/space%2F1/content/computed/revision",
			body:    computedSpec,
			status:  404,
			fails:   api.ErrNotFound,
		},
	},
)
