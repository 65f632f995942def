// Package customization contains the types that describe the appearance of a docs site: its theme,
// colors, fonts, header, footer and icon.
//
// The operation that returns them is in package sites:
//
//	published, err := client.Sites.Published.Get(ctx, orgID, siteID, sites.PublishedOptions{})
//	if err != nil {
//		return err
//	}
//	settings := published.Customizations.Site
//	fmt.Println(settings.Styling.Theme, settings.Styling.PrimaryColor.Light)
//
// This release cannot change the appearance of a site.
//
// # Colors, fonts and icons
//
// A [Color] is a pair of colors, one for the light mode and one for the dark mode, and an
// [api.ThemedURL] is such a pair of images. An [api.Icon] is a pair of images, an emoji, or the
// name of an icon. A [Font] is either a built-in font, identified by a [FontName], or a
// [CustomFont] of the organization.
//
// Experimental: may change in any release; see docs/sources.md.
package customization
