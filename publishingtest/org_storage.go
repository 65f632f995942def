package publishingtest

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
)

var (
	ruleUploadKey  = newRule("orgs.storage.upload.key", "the key of an upload identifies a file in the storage at once; while this rule is off, it does once the bytes were sent to the signed URL")
	ruleUploadKind = newRule("orgs.storage.upload.kind", "the file of an upload that is not for a font is no file for one")
)

// storageOperations are the operations on the storage.
var storageOperations = operations{
	"Orgs.Storage.Upload": {onOrganization(uploadFile), limits.AllFromDescription(limits.Table{
		limits.Body("file", limits.Object, limits.Required),
		limits.Body("file.name", limits.String, limits.Required),
		limits.Body("file.type", limits.String, limits.Required),
		limits.Body("file.size", limits.Number, limits.Required),
		limits.Body("kind", limits.String, limits.Required, limits.OneOf("customization_font", "import_file")),
	})},
}

func uploadFile(c *call, org *organization) (response, error) {
	in := input[orgs.StorageUpload](c)
	f := storedFile{
		contentType: in.File.Type,
		size:        in.File.Size,
		forFont:     in.Kind == orgs.StorageKindCustomizationFont || !c.enabled(ruleUploadKind),
		signature:   c.newID("signature"),
	}
	key := storageKey(c.newID("storage"), in.File.Name)
	org.storage.Put(key, &f)
	return respondCreated(orgs.StorageURL{Object: "storage-signed-url", URL: c.storageURL(org, key) + "?signature=" + f.signature, Key: key}, "")
}

// storedFile is a file in the storage of an organization, or one whose upload is announced.
type storedFile struct {
	contentType string
	size        int64 // as it was announced
	forFont     bool
	signature   string // of the URL of an upload, "" for a file that a test has added
	content     []byte // nil for made-up bytes
}

// maxKey is the most characters of a storage key, by the public description.
const maxKey = 512

// storageKey returns a key that begins with id and ends like name: the end tells the format of a
// font.
func storageKey(id, name string) string {
	tail := []rune(name)
	if most := maxKey - len(id) - 1; len(tail) > most {
		tail = tail[len(tail)-most:]
	}
	return id + "/" + string(tail)
}

// storageURL is the address of a file in the storage. The server responds to it.
func (st *state) storageURL(org *organization, key string) string {
	return address(st.base+"/storage", org.data.ID, key)
}

// What is below /storage is no operation and takes no token. An upload takes the signature of its
// URL.
const (
	storageRoute = "GET /storage/{organizationId}/{key}"
	uploadRoute  = "PUT /storage/{organizationId}/{key}"
)

// storedAt returns the file in the storage that the path of a request leads to, nil when there is
// none.
func (s *Server) storedAt(req *http.Request) *storedFile {
	org, ok := s.state.organizations.Get(req.PathValue("organizationId"))
	if !ok {
		return nil
	}
	f, _ := org.storage.Get(req.PathValue("key"))
	return f
}

// serveUpload takes the bytes of a file at the signed URL of an upload.
func (s *Server) serveUpload(w http.ResponseWriter, req *http.Request) {
	body, err := readBody(w, req)
	s.traffic.record(newCall("", req, body, s.state.now()))
	if err != nil {
		http.Error(w, fmt.Sprintf("want at most %d bytes that arrive whole: %v", maxBody, err), http.StatusRequestEntityTooLarge)
		return
	}
	s.mu.Lock()
	f := s.storedAt(req)
	signed := f != nil && f.signature != "" && f.signature == req.URL.Query().Get("signature")
	if signed {
		f.content = append([]byte{}, body...)
	}
	s.mu.Unlock()
	switch {
	case f == nil:
		http.Error(w, "there is no such file", http.StatusNotFound)
	case !signed:
		http.Error(w, "want the signature of the upload", http.StatusForbidden)
	default:
		w.WriteHeader(http.StatusOK)
	}
}

func (s *Server) serveStored(w http.ResponseWriter, req *http.Request) {
	s.traffic.record(newCall("", req, nil, s.state.now()))
	s.mu.Lock()
	f := s.storedAt(req)
	var found storedFile
	if f != nil {
		found = *f
	}
	s.mu.Unlock()
	if f == nil {
		http.Error(w, "there is no such file", http.StatusNotFound)
		return
	}
	content := found.content
	if content == nil {
		content = generatedBytes(req.PathValue("key"), found.size)
	}
	w.Header().Set("Content-Type", found.contentType)
	http.ServeContent(w, req, "", time.Time{}, bytes.NewReader(content))
}

// store adds a file that fonts can be created from, unless the key is in use.
func (org *organization) store(key string) {
	if _, there := org.storage.Get(key); there {
		return
	}
	contentType := "font/woff2"
	if strings.HasSuffix(key, ".woff") {
		contentType = "font/woff"
	}
	org.storage.Put(key, &storedFile{contentType: contentType, forFont: true})
}

// StorageFile returns the bytes that were sent to the signed URL of an upload, or nil before that.
// The operation Orgs.Storage.Upload returns the key.
func (s *Server) StorageFile(organizationID, key string) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	org := s.seedOrganization(organizationID)
	return bytes.Clone(mustFind(s, &org.storage, "file in the storage", key).content)
}

// AddStorageFile puts a file into the storage of an organization under a key of the test's own, and returns the key: "" makes one like
// "storage_1". Fonts are made of such keys; one that ends in ".woff" is WOFF, others are WOFF2. A program gets a key from the operation
// Orgs.Storage.Upload, whose signed URL leads to the server: a PUT stores the bytes of the file, at
// most 32 MiB, and a GET without the signature returns them. [Server.StorageFile] returns them too.
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
