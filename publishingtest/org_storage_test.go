package publishingtest_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

func storageProofs() map[string]proof {
	const op, path = "orgs.storage.upload", acme + "/storage/upload"
	p := proofs{}
	p.missing(op, "file", "POST", path, `{"kind":"import_file"}`)
	p.typed(op, "file", "POST", path, `{"kind":"import_file","file":%s}`, `"x.zip"`)
	members := map[string]string{"name": `"x.woff2"`, "type": `"font/woff2"`, "size": "7"}
	for field := range members {
		around := `{"kind":"import_file","file":{`
		for other, value := range members {
			if other != field {
				around += `"` + other + `":` + value + `,`
			}
		}
		p.missing(op, "file."+field, "POST", path, around[:len(around)-1]+`}}`)
		wrong := "7"
		if field == "size" {
			wrong = `"7"`
		}
		p.typed(op, "file."+field, "POST", path, around+`"`+field+`":%s}}`, wrong)
	}
	const file = `"file":{"name":"x.woff2","type":"font/woff2","size":7}`
	p.missing(op, "kind", "POST", path, `{`+file+`}`)
	p.typed(op, "kind", "POST", path, `{`+file+`,"kind":%s}`, "7")
	p.refused(op+".kind.enum", "POST", path, `{`+file+`,"kind":"avatar"}`, "kind")
	// makes tells whether a font can be made of an upload of that kind.
	makes := func(kind string, want bool) proof {
		return func(t *testing.T, w *world) bool {
			t.Helper()
			key := w.send(t, "POST", path, `{`+file+`,"kind":"`+kind+`"}`).object(t)["key"].(string)
			created := w.send(t, "PUT", acme+"/fonts", `{"fontFamily":"x","fontFaces":[{"weight":400,"storageKey":`+quoted(key)+`}]}`)
			return (created.status == 201) == want
		}
	}
	p[op+".key"] = makes("customization_font", true)
	p[op+".kind"] = makes("import_file", false)
	return p
}

func TestFontIsMadeOfAnUpload(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var meta api.Meta
	upload := func(name string) *orgs.StorageURL {
		t.Helper()
		created, err := w.client.Orgs.Storage.Upload(t.Context(), w.org, orgs.StorageUpload{
			File: orgs.StorageFile{Name: name, Type: "font/woff", Size: 31337}, Kind: orgs.StorageKindCustomizationFont,
		}, api.WithMeta(&meta))
		require.NoError(t, err)
		require.Equal(t, 201, meta.Status)
		return created
	}
	first, second := upload("acme sans.woff"), upload("acme sans.woff")
	require.Equal(t, "storage-signed-url", first.Object)
	require.NotEqual(t, first.Key, second.Key)
	require.NotEqual(t, first.URL, second.URL)
	font, err := w.client.Orgs.Fonts.Create(t.Context(), w.org, orgs.FontCreate{
		FontFamily: "Acme Sans", FontFaces: []orgs.FontFaceCreate{{Weight: 400, StorageKey: first.Key}},
	})
	require.NoError(t, err)
	require.Equal(t, api.FontFormatWOFF, *font.FontFaces[0].Sources[0].Format)
	_, err = w.client.Orgs.Storage.Upload(t.Context(), "nowhere", orgs.StorageUpload{
		File: orgs.StorageFile{Name: "x", Type: "x"}, Kind: orgs.StorageKindImportFile,
	})
	require.ErrorIs(t, err, publishing.ErrNotFound)
}

func TestUploadGoesToTheServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t, publishingtest.WithoutRule("orgs.storage.upload.key"))
	upload := func(name string) *orgs.StorageURL {
		created, err := w.client.Orgs.Storage.Upload(t.Context(), w.org, orgs.StorageUpload{
			File: orgs.StorageFile{Name: name, Type: "font/woff2", Size: 30}, Kind: orgs.StorageKindCustomizationFont,
		})
		require.NoError(t, err)
		return created
	}
	created, other := upload("acme sans/a?b.woff2"), upload("other.woff2")
	create := func() (*orgs.Font, error) {
		return w.client.Orgs.Fonts.Create(t.Context(), w.org, orgs.FontCreate{
			FontFamily: "Acme", FontFaces: []orgs.FontFaceCreate{{Weight: 400, StorageKey: created.Key}},
		})
	}
	_, err := create()
	require.ErrorIs(t, err, publishing.ErrPreconditionFailed, "its bytes were not sent")
	require.Nil(t, w.StorageFile(w.org, created.Key))

	unsigned, signature, _ := strings.Cut(created.URL, "?")
	_, otherSignature, _ := strings.Cut(other.URL, "?")
	require.Equal(t, http.StatusForbidden, fetch(t, "PUT", unsigned, "x").status)
	require.Equal(t, http.StatusForbidden, fetch(t, "PUT", unsigned+"?"+otherSignature, "x").status)
	require.Equal(t, http.StatusNotFound, fetch(t, "PUT", w.URL()+"/storage/"+w.org+"/nowhere?"+signature, "x").status)
	require.Equal(t, http.StatusNotFound, fetch(t, "PUT", w.URL()+"/storage/nowhere/x?"+signature, "x").status)
	require.Equal(t, http.StatusRequestEntityTooLarge, fetch(t, "PUT", created.URL, strings.Repeat("x", 32<<20+1)).status)
	require.Len(t, fetch(t, "GET", unsigned, "").body, 30, "made-up bytes")

	require.Equal(t, http.StatusOK, fetch(t, "PUT", created.URL, "the font").status)
	require.Equal(t, "the font", string(w.StorageFile(w.org, created.Key)))
	font, err := create()
	require.NoError(t, err)
	require.Equal(t, unsigned, font.FontFaces[0].Sources[0].URL)
	got := fetch(t, "GET", font.FontFaces[0].Sources[0].URL, "")
	require.Equal(t, "the font", got.body)
	require.Equal(t, "font/woff2", got.header.Get("Content-Type"))
	require.Equal(t, http.StatusOK, fetch(t, "PUT", created.URL, "").status, "an empty file is one")
	require.Equal(t, []byte{}, w.StorageFile(w.org, created.Key))
	require.Equal(t, http.StatusNotFound, fetch(t, "GET", w.URL()+"/storage/"+w.org+"/nowhere", "").status)

	seeded := w.AddFont(w.org, orgs.Font{})
	got = fetch(t, "GET", seeded.FontFaces[0].Sources[0].URL, "")
	require.Equal(t, http.StatusOK, got.status)
	key := w.AddStorageFile(w.org, "a.woff")
	got = fetch(t, "GET", w.URL()+"/storage/"+w.org+"/"+key, "")
	require.Equal(t, "font/woff", got.header.Get("Content-Type"))
	require.Equal(t, http.StatusForbidden, fetch(t, "PUT", w.URL()+"/storage/"+w.org+"/"+key+"?signature=", "x").status, "nobody has announced it")
	require.Equal(t, key, w.AddStorageFile(w.org, key), "a file that is there stays")
}

func TestKeyOfAnUploadHasNoMoreCharactersThanAKeyMay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	created, err := w.client.Orgs.Storage.Upload(t.Context(), w.org, orgs.StorageUpload{
		File: orgs.StorageFile{Name: strings.Repeat("ü", 600) + ".woff", Type: "font/woff"}, Kind: orgs.StorageKindCustomizationFont,
	})
	require.NoError(t, err)
	require.Len(t, []rune(created.Key), 512)
	require.True(t, strings.HasSuffix(created.Key, "ü.woff"))
	require.Equal(t, http.StatusOK, fetch(t, "PUT", created.URL, "x").status)
}
