package integrations

import (
	"context"
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// Publish is the request body of [Service.Publish].
//
// Experimental: may change in any minor release; see [api].
type Publish struct {
	Organization string `json:"organization" check:"required"` // ID or subdomain of the owner
	// Script is the source text of the program, bundled into one file.
	Script  string  `json:"script" check:"required"`
	Runtime Runtime `json:"runtime,omitzero"` // RuntimeV1 if empty

	Title       string  `json:"title" check:"required,len=2..30"`    // 2 to 30 characters
	Description string  `json:"description" check:"len=..100"`       // at most 100 characters
	Summary     *string `json:"summary,omitzero" check:"len=..2048"` // at most 2048 characters
	// Icon is a PNG file. The service may reject a file of more than 250 KiB.
	Icon []byte `json:"icon,omitzero"`
	// PreviewImages contains at most 3 PNG files. The service may reject a file of more than 1 MiB.
	PreviewImages [][]byte       `json:"previewImages,omitzero" check:"items=..3"`
	ExternalLinks []ExternalLink `json:"externalLinks,omitzero" check:"items=..5"` // at most 5 links
	Categories    []Category     `json:"categories,omitzero"`

	// The default values of Visibility and Target are undocumented. In package publishingtest, they
	// are VisibilityPrivate and TargetAll.
	Visibility Visibility `json:"visibility,omitzero"`
	Target     Target     `json:"target,omitzero"`
	// Scopes contains the permissions of the integration. If it needs none, set an empty slice.
	Scopes         []Scope         `json:"scopes" check:"required"`
	Blocks         []Block         `json:"blocks,omitzero"`
	ContentSources []ContentSource `json:"contentSources,omitzero"`
	Configurations *Configurations `json:"configurations,omitzero"`
	// ContentSecurityPolicy is the policy for the content and the scripts of the integration on a
	// page.
	ContentSecurityPolicy *ContentSecurityPolicy `json:"contentSecurityPolicy,omitzero"`
	// Secrets contains values that the script can read by name, such as keys of other services.
	// There are at most 20. No operation returns them.
	Secrets api.SecretMap `json:"secrets,omitzero" check:"items=..20"`
}

// LogValue implements [slog.LogValuer]. It hides the secrets.
func (p Publish) LogValue() slog.Value { return logvalue.Of(p) }

// Runtime is the environment that runs the script of an integration.
//
// Experimental: may change in any minor release; see [api].
type Runtime string

// Environments of scripts.
const (
	RuntimeV1 Runtime = "v1"
	RuntimeV2 Runtime = "v2"
)

// Publish publishes a version of an integration and returns the integration. If no integration has
// the given name, Publish creates one. Otherwise, it updates the integration in all its
// installations. To find out whether the integration is new, check the version number in the
// response. It is undocumented whether an unset field keeps the value of the previous version.
//
// Publish requires the token of a user.
//
// Each request publishes another version, so Publish is retried only if the service cannot have
// acted on it: see [api.MayHaveApplied]. If the organization does not exist, the error matches
// [api.ErrNotFound]. If another organization uses the name, it is undocumented which error Publish
// returns.
//
// API: POST /v1/integrations/{integrationName}
func (s Service) Publish(
	ctx context.Context, integrationName string, integration Publish, opts ...api.CallOption,
) (*Integration, error) {
	return transport.JSON[Integration](
		ctx, s.core, opPublish.Path(integrationName).Body(integration), opts,
	)
}

// Unpublish deletes an integration and all its installations, including installations on other
// organizations. If the integration does not exist, Unpublish returns [api.AlreadyAbsent] and a nil
// error.
//
// API: DELETE /v1/integrations/{integrationName}
func (s Service) Unpublish(
	ctx context.Context, integrationName string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opUnpublish.Path(integrationName), opts)
}
