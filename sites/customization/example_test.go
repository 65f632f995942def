package customization_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/customization"
)

func ExampleSettings() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	published, err := client.Sites.Published(context.Background(), ids.Organization, ids.Sites[0], sites.PublishedOptions{})
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

// ExampleSettings_edit changes one color of a site and keeps everything else.
func ExampleSettings_edit() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	settings, err := client.Sites.Customization.Edit(context.Background(), ids.Organization, ids.Sites[0], func(settings *customization.Settings) error {
		settings.Styling.PrimaryColor = customization.Color{Light: "#0b7285", Dark: "#66d9e8"}
		return nil
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("links in", settings.Styling.PrimaryColor.Light, "with the", settings.Styling.Theme, "theme")
	// Output: links in #0b7285 with the clean theme
}

// ExampleOverrides changes the theme of one space on a site, and then takes that back.
func ExampleOverrides() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()
	ctx, orgID, siteID := context.Background(), ids.Organization, ids.Sites[0]
	siteSpaceID := server.Sites.SiteSpaces.All(orgID, siteID)[0].ID

	for _, theme := range []api.Nullable[customization.Theme]{api.Set(customization.ThemeBold), api.Null[customization.Theme]()} {
		settings, err := client.Sites.SiteSpaces.Customization.Update(ctx, orgID, siteID, siteSpaceID, customization.Overrides{
			Styling: &customization.StylingOverrides{Theme: theme},
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(settings.Styling.Theme)
	}
	// Output:
	// bold
	// clean
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
