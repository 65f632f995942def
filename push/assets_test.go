package push

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/changerequests"
)

func TestLargeFilesHaveURLs(t *testing.T) {
	t.Parallel()
	files := texts(map[string]string{"a.md": "# A\n\n[one](one.bin#page=3) [two](two.bin)\n"})
	for _, name := range []string{"one.bin", "two.bin"} {
		files[name] = &fstest.MapFile{Data: make([]byte, changerequests.MaxContentFileSize+1)}
	}
	p := newPlace(t)
	p.options.AssetURL = func(path string) string {
		if path == "two.bin" {
			return ""
		}
		return "https://example.com/" + path
	}
	var done []Action
	p.options.Progress = func(a Action) { done = append(done, a) }
	result := p.push(t, files)
	require.Equal(t, []Action{{ActionInsert, "a.md"}}, result.Actions)
	require.Equal(t, result.Actions, done)
	require.Contains(t, result.Notes, Note{Kind: NoteFile, Path: "two.bin", Text: "has 1048577 bytes and no URL, so links to it stay as they are"})
	require.Contains(t, p.tree(t, result.ChangeRequest.ID)[0], "[one](https://example.com/one.bin#page=3)")
	require.Empty(t, p.push(t, files).Actions)

	p.options.Strict = true
	_, err := Push(t.Context(), p.client, Target{Space: p.space}, files, p.options)
	require.ErrorContains(t, err, "two.bin: has 1048577 bytes")
}
