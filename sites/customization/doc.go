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
// [Overrides] describes the settings in which the appearance of a site space differs from the
// site's. sites.SiteSpaceCustomizationService.Update changes them:
//
//	_, err := client.Sites.SiteSpaces.Customization.Update(ctx, orgID, siteID, siteSpaceID, customization.Overrides{
//		Title:   api.Set("Handbook, second edition"),
//		Styling: &customization.StylingOverrides{Theme: api.Set(customization.ThemeBold), Icons: api.Null[customization.IconsStyle]()},
//	})
//
// # Unknown fields
//
// The settings of a site are replaced as a whole. Each type therefore keeps the fields that this
// release does not know in Extra, and sends them back.
//
// # Colors, fonts and icons
//
// A [Color] is a pair of colors for light mode and dark mode, and an [api.ThemedURL] is a pair of
// images for both modes. An [api.Icon] is a pair of images, an emoji, or the name of an icon. A
// [Font] is either a built-in font, identified by a [FontName], or a [CustomFont] of the
// organization.
//
// Experimental: may change in any minor release; see [api].
package customization
