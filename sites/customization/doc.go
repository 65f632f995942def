// Package customization contains the types that describe the appearance of a docs site: its
// theme, colors, fonts, header, footer and icon. It contains data only. The operations that
// return the data are in package sites:
//
//	published, err := client.Sites.Published.Get(ctx, orgID, siteID, sites.PublishedOptions{})
//	if err != nil {
//		return err
//	}
//	settings := published.Customizations.Site
//	fmt.Println(settings.Styling.Theme, settings.Styling.PrimaryColor.Light)
//
// No operation of this release changes the customization of a site.
//
// # Colors, fonts and icons
//
// A [Color] is a pair of colors, one for the light and one for the dark mode. An [api.ThemedURL] is
// such a pair of images. A [Font] is either a font of the service, identified by a [FontName], or a
// [CustomFont] of the organization. An [api.Icon] is a pair of images, an emoji or a name.
//
// Experimental: may change in any release; see docs/sources.md.
package customization
