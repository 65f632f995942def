// Package customization contains the types that describe the appearance of a docs site: its theme,
// colors, fonts, header, footer and icon.
//
// The operations are in package sites. [Settings] describes the appearance of a site.
// sites.CustomizationService.Edit changes it:
//
//	_, err := client.Sites.Customization.Edit(ctx, orgID, siteID, func(settings *customization.Settings) error {
//		settings.Styling.PrimaryColor = customization.Color{Light: "#0b7285", Dark: "#66d9e8"}
//		return nil
//	})
//
// [Overrides] contains the settings of a site space that differ from the settings of the site.
// sites.SiteSpaceCustomizationService.Update changes them:
//
//	_, err := client.Sites.SiteSpaces.Customization.Update(ctx, orgID, siteID, siteSpaceID, customization.Overrides{
//		Title:   api.Set("Handbook, second edition"),
//		Styling: &customization.StylingOverrides{Theme: api.Set(customization.ThemeBold), Icons: api.Null[customization.IconsStyle]()},
//	})
//
// # Unknown fields
//
// A put replaces all settings of a site. Therefore, the types of [Settings] keep fields that this
// release does not know in Extra, and send them back. The types of overrides do not need to,
// because an update changes only what it contains.
//
// # Colors, fonts and icons
//
// A [Color] is a pair of colors, one for light mode and one for dark mode. An [api.ThemedURL] is a
// pair of images for the two modes. An [api.Icon] is a pair of images, an emoji, or the name of an
// icon. A [Font] is either a built-in font, identified by a [FontName], or a [CustomFont] of the
// organization.
//
// Experimental: may change in any minor release; see [api].
package customization
