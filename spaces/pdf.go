package spaces

// PDFOptions are the query of PDFs.
type PDFOptions struct {
	// Page is the id of the one page to print, nil for all. It is not a cursor.
	//
	// Beyond the documents.
	Page *string `url:"page,omitempty"`
	// Only leaves out the pages below that page.
	//
	// Beyond the documents.
	Only *bool `url:"only,omitempty"`
}

// PDF is where a PDF can be fetched.
type PDF struct {
	URL string `json:"url"` // works for a limited time
}
