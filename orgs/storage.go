package orgs

import (
	"context"
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// StorageService provides signed URLs for uploading the files of fonts and imports.
//
// Experimental: may change in any minor release; see [api].
type StorageService struct {
	core *transport.Core
}

// StorageUpload is the request body of [StorageService.Upload].
//
// Experimental: may change in any minor release; see [api].
type StorageUpload struct {
	File StorageFile `json:"file"`
	Kind StorageKind `json:"kind" check:"required"`
}

// StorageFile describes a file to upload. Name and Type are required. The limits of names and sizes
// are undocumented.
//
// Experimental: may change in any minor release; see [api].
type StorageFile struct {
	Name string `json:"name" check:"required"` // such as "acme.woff2"
	Type string `json:"type" check:"required"` // content type, such as "font/woff2"
	Size int64  `json:"size"`                  // size in bytes
}

// StorageKind is the purpose of a file.
//
// Experimental: may change in any minor release; see [api].
type StorageKind string

// The kinds of files.
const (
	StorageKindCustomizationFont StorageKind = "customization_font" // a weight of a font
	StorageKindImportFile        StorageKind = "import_file"        // content to import
	StorageKindOrganizationFile  StorageKind = "organization_file"  // only in newer versions of the service
)

// StorageURL contains the signed URL for uploading a file.
//
// Experimental: may change in any minor release; see [api].
type StorageURL struct {
	Object string `json:"object"` // "storage-signed-url"
	// URL is signed: anyone who knows it can upload the file without a token.
	URL string `json:"url" response:"about" secret:"url"`
	// Key identifies the file in other operations, such as in [FontFaceCreate].
	Key string `json:"key" response:"id"`
}

// LogValue implements [slog.LogValuer]. It hides the path and the query of the URL.
func (u StorageURL) LogValue() slog.Value { return logvalue.Of(u) }

// Upload announces a file and returns its key and the signed URL for uploading it. Upload does not
// send the content of the file. The caller must send it, usually in a PUT request to the URL,
// without the token. The in-memory server of package publishingtest expects such a request.
//
// API: POST /v1/orgs/{organizationId}/storage/upload
func (s StorageService) Upload(
	ctx context.Context, orgID string, upload StorageUpload, opts ...api.CallOption,
) (*StorageURL, error) {
	return transport.JSON[StorageURL](ctx, s.core, opStorageUpload.Path(orgID).Body(upload), opts)
}
