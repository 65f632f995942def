package contract

import "github.com/publishing-platform/publishing-go/orgs"

func upload(upload orgs.StorageUpload) func(a args) (any, error) {
	return func(a args) (any, error) { return a.Orgs.Storage.Upload(a.ctx, a.id[0], upload, a.opts...) }
}

var storageRows = []row{
	{
		op:      "Orgs.Storage.Upload",
		call:    upload(orgs.StorageUpload{File: orgs.StorageFile{Name: "acme.woff2", Type: "font/woff2", Size: 31337}, Kind: orgs.StorageKindCustomizationFont}),
		request: "POST /v1/orgs/organization%2F1/storage/upload",
		body:    `{"file": {"name": "acme.woff2", "type": "font/woff2", "size": 31337}, "kind": "customization_font"}`,
		status:  201,
		answer:  `{"object": "storage-signed-url", "url": "https://storage.example.com/fonts/1?signature=1", "key": "fonts/1"}`,
	},
	{
		op:      "Orgs.Storage.Upload",
		name:    "an empty file to import",
		call:    upload(orgs.StorageUpload{File: orgs.StorageFile{Name: "site.zip", Type: "application/zip"}, Kind: orgs.StorageKindImportFile}),
		request: "POST /v1/orgs/organization%2F1/storage/upload",
		body:    `{"file": {"name": "site.zip", "type": "application/zip", "size": 0}, "kind": "import_file"}`,
		status:  201,
		answer:  `{"object": "storage-signed-url", "url": "https://storage.example.com/imports/1?signature=1", "key": "imports/1"}`,
	},
}
