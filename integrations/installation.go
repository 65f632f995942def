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
	Spaces         int64     `json:"spaces"` // on how many spaces it is
	// Configuration is what people and the integration have set, often with credentials of other
	// services.
	Configuration api.SecretJSON     `json:"configuration"`
	CreatedAt     time.Time          `json:"createdAt"`
	UpdatedAt     time.Time          `json:"updatedAt"`
	URLs          InstallationURLs   `json:"urls"`
	ExternalIDs   []string           `json:"externalIds"` // in the system that the integration connects, at most 5
	Target        InstallationTarget `json:"target"`
	// Network is nil if the service does not report it.
	Network *InstallationNetwork `json:"network,omitzero"`
}

// InstallationNetwork configures the requests of an installation to other services.
//
// Experimental: may change in any minor release; see [api].
type InstallationNetwork struct {
	Proxy *bool `json:"proxy,omitzero"` // whether they are sent through a proxy
}

// LogValue implements [slog.LogValuer]. It hides the configuration.
func (i Installation) LogValue() slog.Value { return logvalue.Of(i) }

// Status is whether an installation works.
//
// Experimental: may change in any minor release; see [api].
type Status string

// Whether an installation works.
const (
	StatusActive  Status = "active"
	StatusPending Status = "pending"
	StatusPaused  Status = "paused"
)

// Selection is on which spaces or sites of an organization an installation is.
//
// Experimental: may change in any minor release; see [api].
type Selection string

// On which spaces or sites of an organization an installation is.
const (
	SelectionAll      Selection = "all"
	SelectionSelected Selection = "selected" // only on those on which it was installed
)

// InstallationURLs are the addresses of an installation.
//
// Experimental: may change in any minor release; see [api].
type InstallationURLs struct {
	Location       string `json:"location"` // in the API
	App            string `json:"app"`
	PublicEndpoint string `json:"publicEndpoint"` // of the handler of requests in the integration
	// PublicContentEndpoint is returned by newer versions of the service.
	PublicContentEndpoint *string `json:"publicContentEndpoint,omitzero"`
}

// InstallationTarget is the organization of an installation.
//
// Experimental: may change in any minor release; see [api].
type InstallationTarget struct {
	Organization string `json:"organization" response:"id"` // ID
	// Extra contains the fields that this release does not know, such as those of another target.
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

// ContentInstallationURLs are the addresses of an installation on a space or a site.
//
// Experimental: may change in any minor release; see [api].
type ContentInstallationURLs struct {
	Location       string `json:"location"`       // in the API
	PublicEndpoint string `json:"publicEndpoint"` // of the handler of requests in the integration
	// PublicContentEndpoint is returned by newer versions of the service.
	PublicContentEndpoint *string `json:"publicContentEndpoint,omitzero"`
}
