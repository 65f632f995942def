package orgs

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// StorageService is reached as the Storage field of [Service].
//
// Beyond the documents.
type StorageService struct {
	core *transport.Core
}

// StorageUpload is the body of [StorageService.Upload].
//
// Beyond the documents.
type StorageUpload struct {
	File StorageFile `json:"file"`
	Kind StorageKind `json:"kind" check:"required"`
}

// StorageFile describes a file that is going to be uploaded. All of it is required; how long a name and how large a file may be is not
// described.
//
// Beyond the documents.
type StorageFile struct {
	Name string `json:"name" check:"required"` // such as "acme.woff2"
	Type string `json:"type" check:"required"` // content type, such as "font/woff2"
	Size int64  `json:"size"`                  // in bytes, 0 for an empty file
}

// StorageKind says what a file is for. The service may know more values than the constants.
//
// Beyond the documents.
type StorageKind string

const (
	// StorageKindCustomizationFont is a weight of a font.
	//
	// Beyond the documents.
	StorageKindCustomizationFont StorageKind = "customization_font"
	// StorageKindImportFile is content to import.
	//
	// Beyond the documents.
	StorageKindImportFile StorageKind = "import_file"
)

// StorageURL is where a file can be uploaded.
//
// Beyond the documents.
type StorageURL struct {
	Object string `json:"object"` // "storage-signed-url"
	// URL is signed: whoever has it can upload the file. How the bytes are sent to it is not known; it takes no token of the service.
	URL string `json:"url"`
	// Key names the file from then on, such as in [FontFaceCreate].
	Key string `json:"key"`
}

// Upload announces a file and returns the signed URL to upload it to, and the key that names it. It sends none of the file's bytes: how they
// go to that URL is the storage's affair and not known, so a program has to find out what its storage wants. An organization that does not
// exist is an error matching [api.ErrNotFound]; a name, a type or a kind that is not set is a [*api.ValidationError]. Not resent: see
// [api.MayHaveApplied].
//
// Beyond the documents.
//
// API: POST /v1/orgs/{organizationId}/storage/upload
func (s StorageService) Upload(ctx context.Context, orgID string, upload StorageUpload, opts ...api.CallOption) (*StorageURL, error) {
	return transport.JSON[StorageURL](ctx, s.core, opStorageUpload.Path(orgID).Body(upload), opts)
}
