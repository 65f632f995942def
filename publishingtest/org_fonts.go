package publishingtest

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var (
	ruleFontWeight  = newRule("orgs.fonts.weight-400", "a font without the weight 400 returns 412; without the rule, every weight is optional")
	ruleFontStorage = newUndecidedRule("orgs.fonts.storage-key", "a storage key that identifies no file in the storage returns 412; without the rule, any key is accepted")
)

var fontFaceLimits = limits.Table{
	limits.Body("fontFaces[].weight", limits.FromDescription(limits.Between(1, 1000))),
	limits.Body("fontFaces[].storageKey", limits.FromDescription(limits.Chars(1, maxKey))),
}

const regularWeight = 400 // every font has this weight

// The operations on fonts.
var _ = declare(operations{
	"Orgs.Fonts.List":   {handle: onOrganization(listFonts)},
	"Orgs.Fonts.Create": {onOrganization(createFont), append(limits.Table{limits.BodyOf(orgs.FontCreate{})}, fontFaceLimits...)},
	"Orgs.Fonts.Get":    {handle: fontKind.get},
	"Orgs.Fonts.Update": {fontKind.on(updateFont), append(limits.Table{limits.BodyOf(orgs.FontUpdate{})}, fontFaceLimits...)},
	"Orgs.Fonts.Delete": {handle: fontKind.delete},
})

// fontKind is the resource kind for fonts of organizations.
var fontKind = &kind[*organization, orgs.Font, orgs.Font]{
	name: "font", id: "font", param: "fontId", in: organizationKind.scope(),
	table: func(org *organization) *ordered.Table[*orgs.Font] { return &org.fonts },
	show:  func(_ *call, _ *organization, font *orgs.Font) orgs.Font { return showFont(font) },
}

// listFonts responds with all fonts, because the list is not paginated.
func listFonts(_ *call, org *organization) (response, error) {
	return respondAll(values(org.fonts.Values(), showFont))
}

// createFont creates a new font each time, although the method is PUT.
func createFont(c *call, org *organization) (response, error) {
	in := input[orgs.FontCreate](c)
	var faces []api.FontFace
	for i, face := range in.FontFaces {
		c.accept(c.checkStored(org, i, face.StorageKey))
		faces = c.withFace(org, faces, face.Weight, face.StorageKey)
	}
	c.accept(c.checkWeights(faces))
	font := org.addFont(orgs.Font{ID: c.newID("font"), FontFamily: in.FontFamily, FontFaces: faces})
	return respondCreated(showFont(font), "")
}

// checkStored rejects a key unless the storage has a file with this key.
func (c *call) checkStored(org *organization, face int, key string) error {
	f, ok := org.storage.Get(key)
	usable := ok && f.forFont && (f.signature == "" || f.content != nil || c.enabled(ruleUploadKey))
	if !usable && c.enabled(ruleFontStorage) {
		return fail(
			http.StatusPreconditionFailed,
			"fontFaces[%d].storageKey: want the key of a file in the storage, got %s [%s]",
			face, abbreviated(key), ruleFontStorage,
		)
	}
	return nil
}

// checkWeights rejects a font without the regular weight.
func (st *state) checkWeights(faces []api.FontFace) error {
	regular := slices.ContainsFunc(faces, func(face api.FontFace) bool {
		return face.Weight == regularWeight
	})
	if !regular && st.enabled(ruleFontWeight) {
		return fail(http.StatusPreconditionFailed,
			"fontFaces: want the weight %d, got none [%s]", regularWeight, ruleFontWeight)
	}
	return nil
}

// withFace returns a copy of faces with a new face, which replaces the face of the same weight.
func (st *state) withFace(
	org *organization, faces []api.FontFace, weight int64, key string,
) []api.FontFace {
	format := api.FontFormatWOFF2
	if strings.HasSuffix(key, ".woff") {
		format = api.FontFormatWOFF
	}
	added := api.FontFace{
		Weight: weight, Sources: []api.FontSource{{URL: st.storageURL(org, key), Format: &format}},
	}
	with := slices.Clone(faces)
	if at := slices.IndexFunc(with, func(face api.FontFace) bool { return face.Weight == weight }); at >= 0 {
		with[at] = added
		return with
	}
	return append(with, added)
}

func updateFont(c *call, org *organization, font *orgs.Font) (response, error) {
	in := input[orgs.FontUpdate](c)
	faces := font.FontFaces
	for i, face := range in.FontFaces {
		if key, given := face.StorageKey.Get(); given {
			c.accept(c.checkStored(org, i, key))
			faces = c.withFace(org, faces, face.Weight, key)
		} else {
			faces = slices.DeleteFunc(slices.Clone(faces), func(other api.FontFace) bool {
				return other.Weight == face.Weight
			})
		}
	}
	c.accept(c.checkWeights(faces))
	font.FontFaces = faces
	setIfGiven(&font.FontFamily, in.FontFamily)
	return respondCreated(showFont(font), "")
}

func (org *organization) addFont(font orgs.Font) *orgs.Font {
	font.Custom = true
	font.Permissions = orgs.FontPermissions{Edit: true}
	org.fonts.Add(font.ID, &font)
	return &font
}

// showFont returns a copy of a font that shares no slice with the state.
func showFont(font *orgs.Font) orgs.Font {
	shown := *font
	shown.FontFaces = slices.Clone(font.FontFaces)
	return shown
}

// Add adds a font to an organization and returns it. Fields that are not set are generated. If
// FontFaces is empty, the font gets a face with the weight 400, which every font must have.
func (s OrgFonts) Add(orgID string, seed orgs.Font) orgs.Font {
	server := open(s.server)
	return fontKind.add(server, seed, func(org *organization, seed orgs.Font) *orgs.Font {
		create := orgs.FontCreate{FontFamily: seed.FontFamily}
		for _, face := range seed.FontFaces {
			create.FontFaces = append(create.FontFaces, orgs.FontFaceCreate{Weight: face.Weight, StorageKey: "seed"}) // a seed has URLs instead of keys
		}
		server.accept(server.limit("Orgs.Fonts.Create", create))
		fill(&seed.FontFamily, "Font "+seed.ID)
		if seed.FontFaces == nil {
			key := server.state.newID("storage")
			org.store(key)
			seed.FontFaces = server.state.withFace(org, nil, regularWeight, key)
		}
		server.accept(server.state.checkWeights(seed.FontFaces))
		return org.addFont(seed)
	}, orgID)
}

// All returns the fonts of an organization, in the order in which they were created.
func (s OrgFonts) All(orgID string) []orgs.Font {
	return fontKind.all(open(s.server), orgID)
}

var (
	ruleUploadKey  = newUndecidedRule("orgs.storage.upload.key", "the key of an upload identifies a file in the storage at once; without this rule, it does after the bytes were sent to the signed URL")
	ruleUploadKind = newUndecidedRule("orgs.storage.upload.kind", "a file that was not uploaded for a font cannot be used for a font; without the rule, it can")
)

// The operations on the storage.
var _ = declare(operations{
	"Orgs.Storage.Upload": {onOrganization(uploadFile), limits.Table{limits.BodyOf(orgs.StorageUpload{})}},
})

func uploadFile(c *call, org *organization) (response, error) {
	in := input[orgs.StorageUpload](c)
	f := storedFile{
		contentType: in.File.Type,
		size:        in.File.Size,
		forFont:     byRule(c.state, ruleUploadKind, in.Kind == orgs.StorageKindCustomizationFont, true),
		signature:   c.newID("signature"),
	}
	key := storageKey(c.newID("storage"), in.File.Name)
	org.storage.Put(key, &f)
	return respondCreated(orgs.StorageURL{
		Object: "storage-signed-url",
		URL:    c.storageURL(org, key) + "?signature=" + f.signature, Key: key,
	}, "")
}

// storedFile is a file in the storage of an organization, or a file whose upload has been
// announced.
type storedFile struct {
	contentType string
	size        int64 // as announced
	forFont     bool
	signature   string // signature in the URL of an upload; "" for a file that a test added
	content     []byte // nil for generated bytes
}

// maxKey is the maximum number of characters of a storage key, according to the public description.
const maxKey = 512

// storageKey returns a key that begins with id and ends with the extension of name, which
// determines the format of a font.
func storageKey(id, name string) string {
	tail := []rune(name)
	if most := maxKey - len(id) - 1; len(tail) > most {
		tail = tail[len(tail)-most:]
	}
	return id + "/" + string(tail)
}

// storageURL returns the URL of a file in the storage. The server itself serves this URL.
func (st *state) storageURL(org *organization, key string) string {
	return address(st.base+"/storage", org.data.ID, key)
}

// Requests below /storage belong to no operation and need no token. An upload needs the signature
// of its URL.
const (
	storageRoute = "GET /storage/{organizationId}/{key}"
	uploadRoute  = "PUT /storage/{organizationId}/{key}"
)

// storedAt returns the file in the storage that the path of a request identifies, or nil if there
// is none.
func (s *server) storedAt(req *http.Request) *storedFile {
	org, ok := s.state.organizations.Get(req.PathValue("organizationId"))
	if !ok {
		return nil
	}
	f, _ := org.storage.Get(req.PathValue("key"))
	return f
}

// serveUpload stores the bytes that are sent to the signed URL of an upload.
func (s *server) serveUpload(w http.ResponseWriter, req *http.Request) {
	body, err := readBody(w, req)
	s.recordOther(req, body)
	if err != nil {
		http.Error(w, fmt.Sprintf("want a complete body of at most %d bytes: %v", maxBody, err),
			http.StatusRequestEntityTooLarge)
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

func (s *server) serveStored(w http.ResponseWriter, req *http.Request) {
	s.recordOther(req, nil)
	s.mu.Lock()
	f := s.storedAt(req)
	found := publishing.Value(f)
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

// store adds a file from which fonts can be created, unless the key is in use.
func (org *organization) store(key string) {
	if org.storage.Has(key) {
		return
	}
	contentType := "font/woff2"
	if strings.HasSuffix(key, ".woff") {
		contentType = "font/woff"
	}
	org.storage.Put(key, &storedFile{contentType: contentType, forFont: true})
}

// Get returns the bytes that were sent to the signed URL of an upload, or nil if none were sent
// yet. key is the key that Orgs.Storage.Upload returned.
func (s OrgStorage) Get(orgID, key string) []byte {
	server := open(s.server)
	defer server.mu.hold()()
	org := organizationKind.seeded(server, orgID)
	return bytes.Clone(mustFind(server, &org.storage, "file in the storage", key).content)
}

// Add adds a file to the storage of an organization and returns its key. If key is empty, a key
// such as "storage_1" is generated. Fonts refer to files by their keys. If the key ends in ".woff",
// the format of the font is WOFF; otherwise, it is WOFF2.
//
// A program gets a key and a signed URL from Orgs.Storage.Upload. The server handles requests to
// this URL: a PUT stores the bytes of the file, at most 32 MiB, and a GET without the signature
// returns them, as [OrgStorage.Get] does.
func (s OrgStorage) Add(orgID, key string) string {
	server := open(s.server)
	defer server.mu.hold()()
	org := organizationKind.seeded(server, orgID)
	server.state.fillID(&key, "storage")
	err := server.limit("Orgs.Fonts.Create",
		orgs.FontCreate{FontFaces: []orgs.FontFaceCreate{{Weight: regularWeight, StorageKey: key}}})
	server.accept(renamed(err, "fontFaces[0].storageKey", "key"))
	org.store(key)
	return key
}

// All returns the keys of the files in the storage of an organization, in the order in which they
// were added. It includes the keys of uploads whose bytes have not been sent yet.
func (s OrgStorage) All(orgID string) []string {
	defer open(s.server).mu.hold()()
	return values(organizationKind.seeded(open(s.server), orgID).storage.Keys(), asIs)
}
