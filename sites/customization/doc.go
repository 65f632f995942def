// Package customization contains the types that describe the appearance of a docs site: its theme,
// colors, fonts, header, footer and icon. It contains data only. The operations that return
// the data are in package sites.
package customization
