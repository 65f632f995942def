package publishingtest_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
)

func fontProofs() map[string]proof {
	const path, font = acme + "/fonts", acme + "/fonts/font"
	p := proofs{}
	p.responds("orgs.fonts.weight-400", "PUT", path, `{"fontFamily":"x","fontFaces":[{"weight":700,"storageKey":"regular.woff2"}]}`, http.StatusPreconditionFailed)
	p.responds("orgs.fonts.storage-key", "PUT", path, `{"fontFamily":"x","fontFaces":[{"weight":400,"storageKey":"nowhere"}]}`, http.StatusPreconditionFailed)
	return p
}

func TestLifeOfAFont(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	regular, bold := w.Orgs.Storage.Add(w.org, "fonts/regular.woff"), w.Orgs.Storage.Add(w.org, "")
	fonts := w.client.Orgs.Fonts
	created := must(fonts.Create(t.Context(), w.org, orgs.FontCreate{
		FontFamily: "Acme Sans", FontFaces: []orgs.FontFaceCreate{{Weight: 400, StorageKey: regular}},
	}))(t)
	face := func(weight int64, url string, format api.FontFormat) api.FontFace {
		return api.FontFace{Weight: weight, Sources: []api.FontSource{{URL: url, Format: &format}}}
	}
	normal := face(400, w.URL()+"/storage/"+w.org+"/fonts%2Fregular.woff", api.FontFormatWOFF)
	heavy := face(700, w.URL()+"/storage/"+w.org+"/"+bold, api.FontFormatWOFF2)
	require.Equal(t, &orgs.Font{
		ID: created.ID, Custom: true, FontFamily: "Acme Sans", FontFaces: []api.FontFace{normal}, Permissions: orgs.FontPermissions{Edit: true},
	}, created)
	again := must(fonts.Create(t.Context(), w.org, orgs.FontCreate{FontFamily: "Acme Sans", FontFaces: []orgs.FontFaceCreate{{Weight: 400, StorageKey: regular}}}))(t)
	require.NotEqual(t, created.ID, again.ID, "a second PUT creates a second font")

	changed := must(fonts.Update(t.Context(), w.org, created.ID, orgs.FontUpdate{
		FontFamily: new("Acme"), FontFaces: []orgs.FontFaceUpdate{{Weight: 700, StorageKey: api.Set(bold)}},
	}))(t)
	require.Equal(t, "Acme", changed.FontFamily)
	require.Equal(t, []api.FontFace{normal, heavy}, changed.FontFaces, "other weights stay")
	require.Equal(t, changed, must(fonts.Get(t.Context(), w.org, created.ID))(t))
	changed = must(fonts.Update(t.Context(), w.org, created.ID, orgs.FontUpdate{FontFaces: []orgs.FontFaceUpdate{
		{Weight: 700, StorageKey: api.Null[string]()}, {Weight: 400, StorageKey: api.Set(bold)},
	}}))(t)
	require.Equal(t, []api.FontFace{face(400, w.URL()+"/storage/"+w.org+"/"+bold, api.FontFormatWOFF2)}, changed.FontFaces)
	page := must(fonts.List(t.Context(), w.org, orgs.FontListOptions{}))(t)
	require.Equal(t, []orgs.Font{*changed, *again}, page.Items)
	require.Equal(t, page.Items, w.Orgs.Fonts.All(w.org))
	require.Empty(t, page.NextCursor())

	must(fonts.Delete(t.Context(), w.org, created.ID))(t)
}

func TestIncompleteFontReturns412(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	key := w.Orgs.Storage.Add(w.org, "regular")
	for _, faces := range [][]orgs.FontFaceCreate{nil, {}, {{Weight: 700, StorageKey: key}}, {{Weight: 400, StorageKey: "nowhere"}}, {{Weight: 400, StorageKey: key}, {Weight: 700, StorageKey: "nowhere"}}} {
		_, err := w.client.Orgs.Fonts.Create(t.Context(), w.org, orgs.FontCreate{FontFamily: "x", FontFaces: faces})
		if faces != nil {
			require.ErrorIs(t, err, publishing.ErrPreconditionFailed)
		}
		require.Error(t, err)
	}
	require.Equal(t, http.StatusPreconditionFailed, w.send(t, "PUT", w.at("/fonts"), `{"fontFamily":"x"}`).status)
	require.Empty(t, w.Orgs.Fonts.All(w.org))
	font := w.Orgs.Fonts.Add(w.org, orgs.Font{})
	for _, face := range []orgs.FontFaceUpdate{{Weight: 400, StorageKey: api.Null[string]()}, {Weight: 500, StorageKey: api.Set("nowhere")}} {
		_, err := w.client.Orgs.Fonts.Update(t.Context(), w.org, font.ID, orgs.FontUpdate{FontFamily: new("y"), FontFaces: []orgs.FontFaceUpdate{face}})
		require.ErrorIs(t, err, publishing.ErrPreconditionFailed)
	}
	require.Equal(t, []orgs.Font{font}, w.Orgs.Fonts.All(w.org), "a rejected call changes nothing")
}
