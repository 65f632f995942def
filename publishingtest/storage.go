package publishingtest

import (
	"github.com/publishing-platform/publishing-go/orgs"
)

var (
	ruleUploadKey  = behaviour("orgs.storage.upload.key", "the key of an upload names a file in the storage, as if its bytes had been sent to the signed URL at once")
	ruleUploadKind = behaviour("orgs.storage.upload.kind", "the file of an upload that is not for a font is no file for one")
)

// number asks for a number.
var number = ofType[float64]("a number")

var storageLimits = []limit{
	inBody("Orgs.Storage.Upload", "file", object, required),
	inBody("Orgs.Storage.Upload", "file.name", text, required),
	inBody("Orgs.Storage.Upload", "file.type", text, required),
	inBody("Orgs.Storage.Upload", "file.size", number, required),
	inBody("Orgs.Storage.Upload", "kind", text, required, oneOf("customization_font", "import_file")),
}

func uploadFile(r *request, org *organization) (answer, error) {
	in := input[orgs.StorageUpload](r)
	key := r.newID("storage") + "/" + in.File.Name
	if r.holds(ruleUploadKey) && (in.Kind == orgs.StorageKindCustomizationFont || !r.holds(ruleUploadKind)) {
		org.store(key)
	}
	return created(orgs.StorageURL{Object: "storage-signed-url", URL: address(storageURL, key) + "?signature=" + r.newID("signature"), Key: key}, "")
}

// store makes a key one of a file that a font can be made of.
func (org *organization) store(key string) {
	if org.storage == nil {
		org.storage = map[string]bool{}
	}
	org.storage[key] = true
}

// AddStorageFile puts a file into the storage of an organization under a key of the test's own, and returns the key: "" makes one like
// "storage_1". Fonts are made of such keys; one that ends in ".woff" is WOFF, others are WOFF2. A program gets a key from the operation
// Orgs.Storage.Upload.
func (s *Server) AddStorageFile(organizationID, key string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	org := s.seedOrganization(organizationID)
	if key == "" {
		key = s.state.newID("storage")
	}
	org.store(key)
	return key
}
