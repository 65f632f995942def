package integrations

import (
	"log/slog"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
)

// Installation is an integration on an organization.
//
// Experimental: may change in any minor release; see [api].
type Installation struct {
	ID             string    `json:"id"`
	Status         Status    `json:"status"`
	SpaceSelection Selection `json:"space_selection"`
	SiteSelection  Selection `json:"site_selection"`
	Spaces         int64     `json:"spaces"` // number of spaces on which the integration is installed
	// Configuration contains the settings, which often include credentials of other services.
	Configuration api.SecretJSON   `json:"configuration"`
	CreatedAt     time.Time        `json:"createdAt"`
	UpdatedAt     time.Time        `json:"updatedAt"`
	URLs          InstallationURLs `json:"urls"`
	// ExternalIDs contains the IDs of the installation in the external system. There are at most 5.
	ExternalIDs []string           `json:"externalIds"`
	Target      InstallationTarget `json:"target"`
	// Network is nil if the service does not report it.
	Network *InstallationNetwork `json:"network,omitzero"`
}

// InstallationNetwork configures the requests of an installation to other services.
//
// Experimental: may change in any minor release; see [api].
type InstallationNetwork struct {
	Proxy *bool `json:"proxy,omitzero"` // whether requests are sent through a proxy
}

// LogValue implements [slog.LogValuer]. It hides the configuration.
func (i Installation) LogValue() slog.Value { return logvalue.Of(i) }

// Status is the status of an installation.
//
// Experimental: may change in any minor release; see [api].
type Status string

// Statuses of installations.
const (
	StatusActive  Status = "active"
	StatusPending Status = "pending"
	StatusPaused  Status = "paused"
)

// Selection selects the spaces or sites of an organization on which an integration is installed.
//
// Experimental: may change in any minor release; see [api].
type Selection string

// Selections of spaces or sites.
const (
	SelectionAll      Selection = "all"
	SelectionSelected Selection = "selected" // only spaces or sites with an installation
)

// InstallationURLs contains the URLs of an installation.
//
// Experimental: may change in any minor release; see [api].
type InstallationURLs struct {
	Location       string `json:"location"` // URL in the API
	App            string `json:"app"`
	PublicEndpoint string `json:"publicEndpoint"` // URL at which the integration handles requests
	// PublicContentEndpoint is nil if the service does not report it.
	PublicContentEndpoint *string `json:"publicContentEndpoint,omitzero"`
}

// InstallationTarget is the organization of an installation.
//
// Experimental: may change in any minor release; see [api].
type InstallationTarget struct {
	Organization string `json:"organization" response:"id"` // ID of the organization
	// Extra contains the fields that this release does not know, such as the fields of another
	// target.
	Extra map[string]api.Raw `json:",embed"`
}

type plainInstallationTarget InstallationTarget

var installationTargetCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Leaf(func(t *InstallationTarget) *plainInstallationTarget { return (*plainInstallationTarget)(t) })
}}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (t InstallationTarget) MarshalJSON() ([]byte, error) {
	return installationTargetCodec.Marshal(&t)
}

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (t *InstallationTarget) UnmarshalJSON(data []byte) error {
	return installationTargetCodec.Unmarshal(data, t)
}

// ContentInstallationURLs contains the URLs of an installation on a space or a site.
//
// Experimental: may change in any minor release; see [api].
type ContentInstallationURLs struct {
	Location       string `json:"location"`       // URL in the API
	PublicEndpoint string `json:"publicEndpoint"` // URL at which the integration handles requests
	// PublicContentEndpoint is nil if the service does not report it.
	PublicContentEndpoint *string `json:"publicContentEndpoint,omitzero"`
}
