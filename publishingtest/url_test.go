package publishingtest_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/spaces"
	"github.com/publishing-platform/publishing-go/urls"
)

// lookupOf returns the path of a GET of a URL.
func lookupOf(operation, text string) string {
	return "/v1/urls/" + operation + "?" + url.Values{"url": {text}}.Encode()
}

func urlProofs() map[string]proof {
	p := proofs{}
	p.responds("urls.content.absent-404", "GET", lookupOf("content", "https://app.publishing.example/o/acme"), "", http.StatusNotFound)
	p["urls.content.change-request"] = func(t *testing.T, w *world) bool {
		got := w.send(t, "GET", lookupOf("content", w.ChangeRequests.All("wiki")[0].URLs.App+"/pages/start"), "")
		return got.status == http.StatusOK && got.object(t)["page"] != nil
	}
	return p
}

func TestContentOfAppURLs(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	shelf := w.Collections.Add(w.org, spaces.Collection{Title: "Shelf"})
	proposal := w.ChangeRequests.Add("wiki", changerequests.ChangeRequest{ID: "draft", Status: changerequests.StatusOpen})
	w.Spaces.Pages.Add("wiki", "draft", "", publishingtest.Page{ID: "new", Title: "New"})
	page := func(id string) *spaces.Page {
		return must(w.client.Spaces.Pages.Get(t.Context(), "wiki", id, spaces.PageGetOptions{}))(t)
	}
	wikiURL := ""
	for _, sp := range w.Spaces.All("library") {
		if sp.ID == "wiki" {
			wikiURL = sp.URLs.App
		}
	}
	get := func(text string) (*urls.Content, error) {
		return w.client.URLs.Content(t.Context(), urls.ContentOptions{URL: text})
	}

	got := must(get(shelf.URLs.App))(t)
	require.Equal(t, &urls.Content{Collection: &shelf}, got)

	got = must(get(wikiURL + "/?from=mail#top"))(t)
	require.Equal(t, "wiki", got.Space.ID)
	require.Nil(t, got.ChangeRequest)
	require.Nil(t, got.Page)

	got = must(get(page("use").URLs.App))(t)
	require.Equal(t, "wiki", got.Space.ID)
	require.Equal(t, "Use", got.Page.Title)
	require.Nil(t, got.Page.Markdown)

	got = must(get(proposal.URLs.App))(t)
	require.Equal(t, "wiki", got.Space.ID)
	require.Equal(t, "draft", got.ChangeRequest.ID)
	require.Nil(t, got.Page)
	got = must(get(proposal.URLs.App + "/pages/new"))(t)
	require.Equal(t, "New", got.Page.Title)

	for _, text := range []string{wikiURL + "/pages/new", wikiURL + "/pages/nowhere", wikiURL + "/pages/%zz", wikiURL + "x", wikiURL + "/revisions/1", "https://example.com", "?"} {
		require.ErrorIs(t, errorOf(get(text)), api.ErrNotFound, text)
	}

	must(w.client.Spaces.Delete(t.Context(), "wiki"))(t)
	require.ErrorIs(t, errorOf(get(proposal.URLs.App)), api.ErrNotFound, "of a deleted space")
}

func TestEmbedIsWhatWasSetOrALink(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const video = "https://videos.example/watch?v=1&t=2"
	rich := spaces.Embed{Type: spaces.EmbedTypeRich, Title: "Launch", Site: "Videos", HTML: new(spaces.UntrustedHTML("<iframe></iframe>"))}
	w.Spaces.Embeds.Set(video, rich)
	get := func(text string) *spaces.Embed {
		return must(w.client.URLs.Embed(t.Context(), urls.EmbedOptions{URL: text}))(t)
	}
	require.Equal(t, &rich, get(video))
	require.Equal(t, &spaces.Embed{Type: spaces.EmbedTypeLink, Title: "videos.example", Site: "videos.example"}, get("https://videos.example/watch?v=2"))
	require.Equal(t, &spaces.Embed{Type: spaces.EmbedTypeLink, Title: "no address", Site: "no address"}, get("no address"))
	w.Spaces.Embeds.Set(video, spaces.Embed{Type: spaces.EmbedTypeLink, Title: "Another", Site: "Videos"})
	require.Equal(t, "Another", get(video).Title)

	client := must(publishing.NewClient(w.URL(), publishing.WithoutAuth(), publishing.WithAttemptTimeout(-1)))(t)
	require.ErrorIs(t, errorOf(client.URLs.Embed(t.Context(), urls.EmbedOptions{URL: video})), api.ErrUnauthorized)
}
