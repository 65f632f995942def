package publishingtest

import (
	"net/http"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var (
	ruleFontWeight  = newRule("orgs.fonts.weight-400", "a font without the weight 400 returns 412; without the rule, every weight is optional")
	ruleFontStorage = newUndecidedRule("orgs.fonts.storage-key", "a storage key that identifies no file in the storage returns 412; without the rule, any key is accepted")
)

var (
	fontWeight = limits.FromDescription(limits.Between(1, 1000))
	fontKey    = limits.FromDescription(limits.Chars(1, maxKey))
)

const regularWeight = 400 // every font has this weight

// The operations on fonts.
var _ = declare(operations{
	"Orgs.Fonts.List": {handle: onOrganization(listFonts)},
	"Orgs.Fonts.Create": {onOrganization(createFont), limits.Table{
		limits.BodyOf[orgs.FontCreate](),
		limits.Body("fontFaces[].weight", fontWeight), limits.Body("fontFaces[].storageKey", fontKey),
	}},
	"Orgs.Fonts.Get": {handle: fontKind.get},
	"Orgs.Fonts.Update": {fontKind.on(updateFont), limits.Table{
		limits.BodyOf[orgs.FontUpdate](),
		limits.Body("fontFaces[].weight", fontWeight), limits.Body("fontFaces[].storageKey", fontKey),
	}},
	"Orgs.Fonts.Delete": {handle: fontKind.delete},
})

// fontKind is the resource kind for fonts of organizations.
var fontKind = &kind[*organization, orgs.Font, orgs.Font]{
	name: "font", param: "fontId", in: organizationKind.scope(),
	table: func(org *organization) *ordered.Table[*orgs.Font] { return &org.fonts },
	show:  func(_ *call, _ *organization, font *orgs.Font) orgs.Font { return showFont(font) },
}

// listFonts responds with all fonts, because the list is not paginated.
func listFonts(_ *call, org *organization) (response, error) {
	return respondOK(pagination.Page[orgs.Font]{
		Items: values(org.fonts.Values(), showFont), Count: new(int64(org.fonts.Len())),
	})
}

// createFont creates a new font each time, although the method is PUT.
func createFont(c *call, org *organization) (response, error) {
	in := input[orgs.FontCreate](c)
	var faces []api.FontFace
	for i, face := range in.FontFaces {
		if err := c.checkStored(org, i, face.StorageKey); err != nil {
			return response{}, err
		}
		faces = c.withFace(org, faces, face.Weight, face.StorageKey)
	}
	if err := c.checkWeights(faces); err != nil {
		return response{}, err
	}
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
			if err := c.checkStored(org, i, key); err != nil {
				return response{}, err
			}
			faces = c.withFace(org, faces, face.Weight, key)
		} else {
			faces = slices.DeleteFunc(slices.Clone(faces), func(other api.FontFace) bool {
				return other.Weight == face.Weight
			})
		}
	}
	if err := c.checkWeights(faces); err != nil {
		return response{}, err
	}
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
	return fontKind.add(s.server, seed, func(org *organization, seed orgs.Font) *orgs.Font {
		create := orgs.FontCreate{FontFamily: seed.FontFamily}
		for _, face := range seed.FontFaces {
			create.FontFaces = append(create.FontFaces, orgs.FontFaceCreate{Weight: face.Weight, StorageKey: "seed"}) // a seed has URLs instead of keys
		}
		errs := []error{s.limit("Orgs.Fonts.Create", create)}
		if seed.FontFaces != nil {
			errs = append(errs, s.state.checkWeights(seed.FontFaces))
		}
		s.accept(errs...)
		seed.ID = s.seedID("font", seed.ID)
		seed.FontFamily = orElse(seed.FontFamily, "Font "+seed.ID)
		if seed.FontFaces == nil {
			key := s.state.newID("storage")
			org.store(key)
			seed.FontFaces = s.state.withFace(org, nil, regularWeight, key)
		}
		return org.addFont(seed)
	}, orgID)
}

// All returns the fonts of an organization, in the order in which they were created.
func (s OrgFonts) All(orgID string) []orgs.Font {
	return fontKind.all(s.server, orgID)
}
