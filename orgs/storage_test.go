package orgs_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

func upload(upload orgs.StorageUpload) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) { return a.Orgs.Storage.Upload(a.Ctx, a.ID[0], upload, a.Opts...) }
}

var storageRows = []contract.Row{
	{
		Op:       "Orgs.Storage.Upload",
		Call:     upload(orgs.StorageUpload{File: orgs.StorageFile{Name: "acme.woff2", Type: "font/woff2", Size: 31337}, Kind: orgs.StorageKindCustomizationFont}),
		Request:  "POST /v1/orgs/organization%2F1/storage/upload",
		Body:     `{"file": {"name": "acme.woff2", "type": "font/woff2", "size": 31337}, "kind": "customization_font"}`,
		Status:   201,
		Response: `{"object": "storage-signed-url", "url": "https://storage.example.com/fonts/1?signature=1", "key": "fonts/1"}`,
	},
	{
		Op:       "Orgs.Storage.Upload",
		Name:     "an empty file to import",
		Call:     upload(orgs.StorageUpload{File: orgs.StorageFile{Name: "site.zip", Type: "application/zip"}, Kind: orgs.StorageKindImportFile}),
		Request:  "POST /v1/orgs/organization%2F1/storage/upload",
		Body:     `{"file": {"name": "site.zip", "type": "application/zip", "size": 0}, "kind": "import_file"}`,
		Status:   201,
		Response: `{"object": "storage-signed-url", "url": "https://storage.example.com/imports/1?signature=1", "key": "imports/1"}`,
	},
}

func TestUploadSendsNothingToTheURLOfTheFile(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	org := server.Orgs.Add(orgs.Organization{Title: "Acme"}).ID
	file := orgs.StorageFile{Name: "acme.woff2", Type: "font/woff2", Size: 31337}
	announced, err := server.Client().Orgs.Storage.Upload(t.Context(), org, orgs.StorageUpload{
		File: file, Kind: orgs.StorageKindCustomizationFont,
	})
	require.NoError(t, err)
	require.Contains(t, announced.URL, server.URL(), "a request to the URL would be in the log")
	require.Len(t, server.Calls.All(), 1)
}
