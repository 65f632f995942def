package customization_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/customization"
)

func ExampleSettings() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	published, err := client.Sites.Published.Get(context.Background(), ids.Organization, ids.Sites[0], sites.PublishedOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	settings := published.Customizations.Site
	if settings.Styling.Theme == customization.ThemeClean {
		fmt.Println("the clean theme with links in", settings.Styling.PrimaryColor.Light)
	}
	// Output: the clean theme with links in #346DDB
}

func ExampleFont() {
	for _, text := range []string{
		`"Inter"`,
		`{"id": "font_1", "custom": true, "fontFamily": "Acme Sans", "fontFaces": [{"weight": 400, "sources": [{"url": "https://files.example.com/acme.woff2"}]}]}`,
	} {
		var font customization.Font
		if err := json.Unmarshal([]byte(text), &font); err != nil {
			fmt.Println(err)
			return
		}
		if font.Custom != nil {
			fmt.Println(font.Custom.FontFamily, "in", len(font.Custom.FontFaces), "weight")
		} else {
			fmt.Println(font.Name)
		}
	}
	// Output:
	// Inter
	// Acme Sans in 1 weight
}
