package customization

// Theme is the theme of a site.
type Theme string

// Themes.
const (
	ThemeClean    Theme = "clean"
	ThemeMuted    Theme = "muted"
	ThemeBold     Theme = "bold"
	ThemeGradient Theme = "gradient"
)

// Corners is the shape of the corners of elements.
type Corners string

// Shapes of corners.
const (
	CornersStraight Corners = "straight"
	CornersRounded  Corners = "rounded"
	CornersCircular Corners = "circular"
)

// Depth configures whether elements are flat or have a subtle depth.
type Depth string

// Depths of elements.
const (
	DepthSubtle Depth = "subtle"
	DepthFlat   Depth = "flat"
)

// LinksStyle is the style of the links on a site.
type LinksStyle string

// Styles of links.
const (
	LinksStyleDefault LinksStyle = "default"
	LinksStyleAccent  LinksStyle = "accent"
)

// Background is the background of a site.
type Background string

// Backgrounds of a site.
const (
	BackgroundPlain Background = "plain"
	BackgroundMatch Background = "match" // matches the color of the site
)

// IconsStyle is the style of the icons on a site.
type IconsStyle string

// Styles of icons.
const (
	IconsStyleRegular IconsStyle = "regular"
	IconsStyleSolid   IconsStyle = "solid"
	IconsStyleDuotone IconsStyle = "duotone"
	IconsStyleLight   IconsStyle = "light"
	IconsStyleThin    IconsStyle = "thin"
)

// SidebarBackground is the background of the sidebar.
type SidebarBackground string

// Backgrounds of the sidebar.
const (
	SidebarBackgroundDefault SidebarBackground = "default"
	SidebarBackgroundFilled  SidebarBackground = "filled"
)

// SidebarList is the style of the list of pages in the sidebar.
type SidebarList string

// Styles of the list of pages in the sidebar.
const (
	SidebarListDefault SidebarList = "default"
	SidebarListPill    SidebarList = "pill"
	SidebarListLine    SidebarList = "line"
)

// SearchStyle is the style of the search.
type SearchStyle string

// Styles of the search.
const (
	SearchStyleProminent SearchStyle = "prominent"
	SearchStyleSubtle    SearchStyle = "subtle"
)

// HeaderPreset is the style of the header.
type HeaderPreset string

// Styles of the header.
const (
	HeaderPresetDefault  HeaderPreset = "default"
	HeaderPresetBold     HeaderPreset = "bold"
	HeaderPresetContrast HeaderPreset = "contrast"
	HeaderPresetCustom   HeaderPreset = "custom" // with the colors in [Header]
	HeaderPresetNone     HeaderPreset = "none"   // no header
)

// HeaderItemStyle is the style of an item in the header.
type HeaderItemStyle string

// Styles of an item in the header.
const (
	HeaderItemStyleLink            HeaderItemStyle = "link"
	HeaderItemStyleButtonPrimary   HeaderItemStyle = "button-primary"
	HeaderItemStyleButtonSecondary HeaderItemStyle = "button-secondary"
)

// AnnouncementStyle is the style of an announcement.
type AnnouncementStyle string

// Styles of an announcement.
const (
	AnnouncementStyleInfo    AnnouncementStyle = "info"
	AnnouncementStyleWarning AnnouncementStyle = "warning"
	AnnouncementStyleDanger  AnnouncementStyle = "danger"
	AnnouncementStyleSuccess AnnouncementStyle = "success"
)

// ThemeMode is one of the two modes of a site, light or dark.
type ThemeMode string

// Theme modes.
const (
	ThemeModeLight ThemeMode = "light"
	ThemeModeDark  ThemeMode = "dark"
)

// AIMode selects the AI features of a site.
type AIMode string

// AI modes.
const (
	AIModeNone      AIMode = "none"
	AIModeSearch    AIMode = "search" // AI in the search
	AIModeAssistant AIMode = "assistant"
)

// LinksTarget is the window in which a link to another site opens.
type LinksTarget string

// Windows in which a link opens.
const (
	LinksTargetSelf  LinksTarget = "self"  // the same window
	LinksTargetBlank LinksTarget = "blank" // a new window
)

// FontName identifies a built-in font.
type FontName string

// Built-in fonts. Those from [FontNameFiraCode] on are monospaced.
const (
	FontNameABCFavorit    FontName = "ABCFavorit"
	FontNameInter         FontName = "Inter"
	FontNameRoboto        FontName = "Roboto"
	FontNameRobotoSlab    FontName = "RobotoSlab"
	FontNameOpenSans      FontName = "OpenSans"
	FontNameSourceSansPro FontName = "SourceSansPro"
	FontNameLato          FontName = "Lato"
	FontNameUbuntu        FontName = "Ubuntu"
	FontNameRaleway       FontName = "Raleway"
	FontNameMerriweather  FontName = "Merriweather"
	FontNameOverpass      FontName = "Overpass"
	FontNameNotoSans      FontName = "NotoSans"
	FontNameIBMPlexSerif  FontName = "IBMPlexSerif"
	FontNamePoppins       FontName = "Poppins"
	FontNameFiraSans      FontName = "FiraSans"
	FontNameFiraCode      FontName = "FiraCode"
	FontNameIBMPlexMono   FontName = "IBMPlexMono"
	FontNameJetBrainsMono FontName = "JetBrainsMono"
	FontNameSourceCodePro FontName = "SourceCodePro"
	FontNameRobotoMono    FontName = "RobotoMono"
	FontNameSpaceMono     FontName = "SpaceMono"
	FontNameDMMono        FontName = "DMMono"
	FontNameInconsolata   FontName = "Inconsolata"
)
