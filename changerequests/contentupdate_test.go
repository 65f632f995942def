package changerequests_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

const (
	contentUpdated = `{"changeRequest": "@changerequests/change-request.json", "changes": [
		{"object": "created_page", "ref": "start", "page": {"object": "page", "id": "page_1", "urls": {"location": "https://api.example.com/page_1"}}},
		{"object": "updated_page", "page": {"object": "page", "id": "page_2", "urls": {"location": "https://api.example.com/page_2"}}},
		{"object": "deleted_page", "page": "page_3"}], "insertedFiles": ["@spaces/file.json"]}`
	metaLinks = `{"canonical": {"kind": "url", "url": "https://example.com/start"}, "alternates": [{"kind": "page", "page": "page_2", "space": "space_2"}]}`
)

func text(markdown string) *richtext.Content { return new(richtext.Markdown(markdown)) }

func updateContent(changes ...changerequests.ContentChange) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.ChangeRequests.Content.Update(a.Ctx, a.ID[0], a.ID[1], changerequests.ContentUpdate{Changes: changes}, a.Opts...)
	}
}

func insertFiles(files ...changerequests.ContentFile) changerequests.ContentChange {
	return changerequests.ContentChange{Operation: changerequests.ContentOperationInsertFiles, Files: files}
}

var contentUpdateRows = []contract.Row{
	{
		Op: "ChangeRequests.Content.Update",
		Call: updateContent(
			changerequests.ContentChange{
				Operation: changerequests.ContentOperationUpdatePage, Page: "page_2", Into: api.Null[string](), At: new(int64(0)), Title: new("New"), Slug: new("new"), Emoji: new(""), Icon: new(""),
				Condition: new(""), Hidden: new(false), NoIndex: new(false), NoRobotsIndex: new(false),
			},
			changerequests.ContentChange{
				Operation: changerequests.ContentOperationInsertPage, Into: api.Set("page_9"), At: new(int64(3)), Ref: "start", Title: new("Start"), Slug: new("begin"),
				Emoji: new("1f680"), Icon: new("rocket"), Description: new("First steps"), Hidden: new(true), NoIndex: new(true), NoRobotsIndex: new(true),
				Condition: new("visitor.claims.a"), Document: text("Go."),
			},
			changerequests.ContentChange{Operation: changerequests.ContentOperationDeletePage, Page: "page_3"},
			changerequests.ContentChange{Operation: changerequests.ContentOperationRevertPage, Page: "page_4", Revision: "revision_1", Block: []string{"key"}},
			insertFiles(
				changerequests.ContentFile{Name: "a.txt", ContentType: "text/plain", Data: []byte("a")},
				changerequests.ContentFile{Ref: "logo.png", Name: "logo.png", ContentType: "image/png", URL: new("https://example.com/logo.png")},
			),
		),
		Request: "POST " + changedPath + "?compat=false",
		Body: `{"changes": [
			{"operation": "update_page", "page": "page_2", "into": null, "at": 0, "title": "New", "slug": "new", "emoji": "", "icon": "", "condition": "", "hidden": false, "noIndex": false, "noRobotsIndex": false},
			{"operation": "insert_page", "into": "page_9", "at": 3, "ref": "start", "title": "Start", "slug": "begin", "emoji": "1f680", "icon": "rocket",
				"description": "First steps", "hidden": true, "noIndex": true, "noRobotsIndex": true, "condition": "visitor.claims.a", "document": {"markdown": "Go."}},
			{"operation": "delete_page", "page": "page_3"},
			{"operation": "revert_page", "page": "page_4", "revision": "revision_1", "block": ["key"]},
			{"operation": "insert_files", "files": [
				{"name": "a.txt", "contentType": "text/plain", "base64": "YQ=="},
				{"ref": "logo.png", "name": "logo.png", "contentType": "image/png", "url": "https://example.com/logo.png"}]}]}`,
		Status:   200,
		Response: contentUpdated,
	},
	{
		Op:   "ChangeRequests.Content.Update",
		Name: "change request alone",
		Call: updateContent(changerequests.ContentChange{
			Operation: changerequests.ContentOperationInsertPage, Document: &richtext.Content{Document: &richtext.Document{Object: "document", Nodes: []richtext.Node{}}},
		}),
		Request:  "POST " + changedPath + "?compat=false",
		Body:     `{"changes": [{"operation": "insert_page", "document": {"document": {"object": "document", "data": {}, "nodes": []}}}]}`,
		Status:   200,
		Response: "changerequests/change-request.json",
	},
	{
		Op:       "ChangeRequests.Content.Update",
		Name:     "empty text, another type",
		Call:     updateContent(changerequests.ContentChange{Operation: changerequests.ContentOperationInsertPage, Document: &richtext.Content{}}),
		Request:  "POST " + changedPath + "?compat=false",
		Body:     `{"changes": [{"operation": "insert_page", "document": {}}]}`,
		Status:   200,
		Response: `{"changeRequest": "@changerequests/change-request.json", "changes": [{"object": "moved_page"}], "insertedFiles": ["@spaces/file.json"]}`,
	},
	{
		Op: "ChangeRequests.Pages.MetaLinks",
		Call: func(a contract.Args) (any, error) {
			return a.ChangeRequests.Pages.MetaLinks(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
		},
		Request:  "GET " + changedPath + "/page/page%2F1/meta-links",
		Status:   200,
		Response: metaLinks,
	},
}

func TestContentChangeHasTheFieldsOfItsOperation(t *testing.T) {
	t.Parallel()
	const op = "ChangeRequests.Content.Update"
	good := changerequests.ContentChange{Operation: changerequests.ContentOperationDeletePage, Page: "page_1"}
	raw := api.Raw(`{"operation":"merge_page","page":"page_1"}`)
	for _, bad := range []struct {
		field, want, shown string
		change             changerequests.ContentChange
	}{
		{"document", `a value for the operation "insert_page"`, "", changerequests.ContentChange{Operation: "insert_page"}},
		{"page", `a value for the operation "update_page"`, "", changerequests.ContentChange{Operation: "update_page"}},
		{"page", `a value for the operation "delete_page"`, "", changerequests.ContentChange{Operation: "delete_page"}},
		{"page", `a value for the operation "revert_page"`, "", changerequests.ContentChange{Operation: "revert_page"}},
		{"files", `a value for the operation "insert_files"`, "", changerequests.ContentChange{Operation: "insert_files"}},
		{"title", "at least 1 character", "", changerequests.ContentChange{Operation: "update_page", Page: "page_1", Title: new("")}},
		{"title", `no value with the operation "delete_page"`, "one", changerequests.ContentChange{Operation: "delete_page", Page: "page_1", Title: new("A")}},
		{"ref", `no value with the operation "update_page"`, "one", changerequests.ContentChange{Operation: "update_page", Page: "page_1", Ref: "a"}},
		{"into", "the ID of a page, or no value for the root", "null", changerequests.ContentChange{Operation: "insert_page", Document: text(""), Into: api.Null[string]()}},
		{"", "exactly one of Raw, operation with Raw", "operation and page", changerequests.ContentChange{Operation: "merge_page", Page: "page_1"}},
		{"", "exactly one of Raw, operation with Raw", "operation and page and Raw", changerequests.ContentChange{Operation: "delete_page", Page: "page_1", Raw: raw}},
	} {
		field := strings.TrimSuffix("changes[1]."+bad.field, ".")
		area.Rejects(t, op, updateContent(good, bad.change), field, bad.want, bad.shown)
	}
	sent := area.Accepts(t, op, updateContent(changerequests.ContentChange{Operation: "merge_page", Raw: raw}))
	require.Equal(t, map[string]any{"changes": []any{map[string]any{"operation": "merge_page", "page": "page_1"}}}, sent.Body)
	var kept changerequests.ContentChange
	require.NoError(t, json.Unmarshal(raw, &kept))
	require.Equal(t, changerequests.ContentChange{Operation: "merge_page", Raw: raw}, kept)
}

func TestFileOfAContentChangeHasOneSource(t *testing.T) {
	t.Parallel()
	const op = "ChangeRequests.Content.Update"
	from := new("https://example.com/a")
	for _, bad := range []struct {
		field, want, shown string
		file               changerequests.ContentFile
	}{
		{"url", "exactly one of url, base64", "", changerequests.ContentFile{Name: "a"}},
		{"url", "exactly one of url, base64", "url and base64", changerequests.ContentFile{Name: "a", ContentType: "text/plain", URL: from, Data: []byte("a")}},
		{"base64", "at most 1048576 bytes", "1048577 bytes", changerequests.ContentFile{Name: "a", ContentType: "text/plain", Data: make([]byte, changerequests.MaxContentFileSize+1)}},
		{"contentType", "a media type for base64", "", changerequests.ContentFile{Name: "a", Data: []byte{}}},
	} {
		area.Rejects(t, op, updateContent(insertFiles(changerequests.ContentFile{Name: "b", URL: from}, bad.file)), "changes[0].files[1]."+bad.field, bad.want, bad.shown)
	}
	area.Accepts(t, op, updateContent(insertFiles(changerequests.ContentFile{Name: "a", ContentType: "text/plain", Data: make([]byte, changerequests.MaxContentFileSize)})))
}

func TestRefsOfAContentUpdateAreUnique(t *testing.T) {
	t.Parallel()
	const op, rule = "ChangeRequests.Content.Update", "a ref that no other page or file has"
	page := changerequests.ContentChange{Operation: changerequests.ContentOperationInsertPage, Ref: "a", Document: text("")}
	file := changerequests.ContentFile{Ref: "a", Name: "a", URL: new("https://example.com/a")}
	area.Rejects(t, op, updateContent(page, page), "changes[1].ref", rule, "a")
	area.Rejects(t, op, updateContent(page, insertFiles(file)), "changes[1].files[0].ref", rule, "a")
	area.Rejects(t, op, updateContent(insertFiles(file), page), "changes[1].ref", rule, "a")
	area.Rejects(t, op, updateContent(insertFiles(file, file)), "changes[0].files[1].ref", rule, "a")
}

func TestResultOfAContentUpdateKeepsItsForm(t *testing.T) {
	t.Parallel()
	for _, form := range []string{
		`{"changeRequest":{"object":"change-request","id":"a"},"changes":[],"insertedFiles":[]}`, `{"object":"change-request","id":"a"}`,
	} {
		var result changerequests.ContentUpdateResult
		require.NoError(t, json.Unmarshal([]byte(form), &result))
		require.Equal(t, "a", result.ChangeRequest.ID)
		require.Equal(t, form[2] == 'o', result.Changes == nil)
	}
	file := spaces.File{DownloadURL: "https://files.example.com/a?token=t0p"}
	require.NotContains(t, changerequests.ContentUpdateResult{InsertedFiles: []spaces.File{file}}.LogValue().Resolve().String(), "t0p")
}

func TestParentThatDoesNotFitIsNotTheTopLevel(t *testing.T) {
	t.Parallel()
	var change changerequests.ContentChange
	require.Error(t, json.Unmarshal([]byte(`{"operation": "update_page", "page": "p", "into": 5}`), &change))
	require.Equal(t, changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: "p"}, change)
}
