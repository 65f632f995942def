package customization

// Theme is the theme of a site. The service may know more values than the constants.
//
// Beyond the documents.
type Theme string

const (
	// ThemeClean is the theme called clean.
	//
	// Beyond the documents.
	ThemeClean Theme = "clean"
	// ThemeMuted is the theme called muted.
	//
	// Beyond the documents.
	ThemeMuted Theme = "muted"
	// ThemeBold is the theme called bold.
	//
	// Beyond the documents.
	ThemeBold Theme = "bold"
	// ThemeGradient is the theme called gradient.
	//
	// Beyond the documents.
	ThemeGradient Theme = "gradient"
)

// Corners is how corners look. The service may know more values than the constants.
//
// Beyond the documents.
type Corners string

const (
	// CornersStraight is straight corners.
	//
	// Beyond the documents.
	CornersStraight Corners = "straight"
	// CornersRounded is rounded corners.
	//
	// Beyond the documents.
	CornersRounded Corners = "rounded"
	// CornersCircular is circular corners.
	//
	// Beyond the documents.
	CornersCircular Corners = "circular"
)

// Depth is how deep elements look. The service may know more values than the constants.
//
// Beyond the documents.
type Depth string

const (
	// DepthSubtle is a subtle depth.
	//
	// Beyond the documents.
	DepthSubtle Depth = "subtle"
	// DepthFlat is no depth.
	//
	// Beyond the documents.
	DepthFlat Depth = "flat"
)

// LinksStyle is how links look. The service may know more values than the constants.
//
// Beyond the documents.
type LinksStyle string

const (
	// LinksStyleDefault is the default style.
	//
	// Beyond the documents.
	LinksStyleDefault LinksStyle = "default"
	// LinksStyleAccent is links with an accent.
	//
	// Beyond the documents.
	LinksStyleAccent LinksStyle = "accent"
)

// Background is the background of a site. The service may know more values than the constants.
//
// Beyond the documents.
type Background string

const (
	// BackgroundPlain is a plain background.
	//
	// Beyond the documents.
	BackgroundPlain Background = "plain"
	// BackgroundMatch is a background that matches the color.
	//
	// Beyond the documents.
	BackgroundMatch Background = "match"
)

// IconsStyle is how icons look. The service may know more values than the constants.
//
// Beyond the documents.
type IconsStyle string

const (
	// IconsStyleRegular is regular icons.
	//
	// Beyond the documents.
	IconsStyleRegular IconsStyle = "regular"
	// IconsStyleSolid is solid icons.
	//
	// Beyond the documents.
	IconsStyleSolid IconsStyle = "solid"
	// IconsStyleDuotone is icons in two tones.
	//
	// Beyond the documents.
	IconsStyleDuotone IconsStyle = "duotone"
	// IconsStyleLight is light icons.
	//
	// Beyond the documents.
	IconsStyleLight IconsStyle = "light"
	// IconsStyleThin is thin icons.
	//
	// Beyond the documents.
	IconsStyleThin IconsStyle = "thin"
)

// SidebarBackground is the background of the sidebar. The service may know more values than the constants.
//
// Beyond the documents.
type SidebarBackground string

const (
	// SidebarBackgroundDefault is the default background.
	//
	// Beyond the documents.
	SidebarBackgroundDefault SidebarBackground = "default"
	// SidebarBackgroundFilled is a filled background.
	//
	// Beyond the documents.
	SidebarBackgroundFilled SidebarBackground = "filled"
)

// SidebarList is how the list of pages in the sidebar looks. The service may know more values than the constants.
//
// Beyond the documents.
type SidebarList string

const (
	// SidebarListDefault is the default list.
	//
	// Beyond the documents.
	SidebarListDefault SidebarList = "default"
	// SidebarListPill is a list of pills.
	//
	// Beyond the documents.
	SidebarListPill SidebarList = "pill"
	// SidebarListLine is a list with a line.
	//
	// Beyond the documents.
	SidebarListLine SidebarList = "line"
)

// SearchStyle is how the search looks. The service may know more values than the constants.
//
// Beyond the documents.
type SearchStyle string

const (
	// SearchStyleProminent is a search that stands out.
	//
	// Beyond the documents.
	SearchStyleProminent SearchStyle = "prominent"
	// SearchStyleSubtle is a search that does not.
	//
	// Beyond the documents.
	SearchStyleSubtle SearchStyle = "subtle"
)

// HeaderPreset is how the header looks. The service may know more values than the constants.
//
// Beyond the documents.
type HeaderPreset string

const (
	// HeaderPresetDefault is the default header.
	//
	// Beyond the documents.
	HeaderPresetDefault HeaderPreset = "default"
	// HeaderPresetBold is a bold header.
	//
	// Beyond the documents.
	HeaderPresetBold HeaderPreset = "bold"
	// HeaderPresetContrast is a header with contrast.
	//
	// Beyond the documents.
	HeaderPresetContrast HeaderPreset = "contrast"
	// HeaderPresetCustom is a header with colors of its own.
	//
	// Beyond the documents.
	HeaderPresetCustom HeaderPreset = "custom"
	// HeaderPresetNone is no header.
	//
	// Beyond the documents.
	HeaderPresetNone HeaderPreset = "none"
)

// HeaderItemStyle is how an item of the header looks. The service may know more values than the constants.
//
// Beyond the documents.
type HeaderItemStyle string

const (
	// HeaderItemStyleLink is a link.
	//
	// Beyond the documents.
	HeaderItemStyleLink HeaderItemStyle = "link"
	// HeaderItemStyleButtonPrimary is a primary button.
	//
	// Beyond the documents.
	HeaderItemStyleButtonPrimary HeaderItemStyle = "button-primary"
	// HeaderItemStyleButtonSecondary is a secondary button.
	//
	// Beyond the documents.
	HeaderItemStyleButtonSecondary HeaderItemStyle = "button-secondary"
)

// AnnouncementStyle is how an announcement looks. The service may know more values than the constants.
//
// Beyond the documents.
type AnnouncementStyle string

const (
	// AnnouncementStyleInfo is an information.
	//
	// Beyond the documents.
	AnnouncementStyleInfo AnnouncementStyle = "info"
	// AnnouncementStyleWarning is a warning.
	//
	// Beyond the documents.
	AnnouncementStyleWarning AnnouncementStyle = "warning"
	// AnnouncementStyleDanger is a danger.
	//
	// Beyond the documents.
	AnnouncementStyleDanger AnnouncementStyle = "danger"
	// AnnouncementStyleSuccess is a success.
	//
	// Beyond the documents.
	AnnouncementStyleSuccess AnnouncementStyle = "success"
)

// ThemeMode is whether a site is light or dark. The service may know more values than the constants.
//
// Beyond the documents.
type ThemeMode string

const (
	// ThemeModeLight is a light site.
	//
	// Beyond the documents.
	ThemeModeLight ThemeMode = "light"
	// ThemeModeDark is a dark site.
	//
	// Beyond the documents.
	ThemeModeDark ThemeMode = "dark"
)

// AIMode is what a site has of AI. The service may know more values than the constants.
//
// Beyond the documents.
type AIMode string

const (
	// AIModeNone is no AI.
	//
	// Beyond the documents.
	AIModeNone AIMode = "none"
	// AIModeSearch is search with AI.
	//
	// Beyond the documents.
	AIModeSearch AIMode = "search"
	// AIModeAssistant is an assistant.
	//
	// Beyond the documents.
	AIModeAssistant AIMode = "assistant"
)

// LinksTarget is where a link to another site opens. The service may know more values than the constants.
//
// Beyond the documents.
type LinksTarget string

const (
	// LinksTargetSelf is the same window.
	//
	// Beyond the documents.
	LinksTargetSelf LinksTarget = "self"
	// LinksTargetBlank is a new window.
	//
	// Beyond the documents.
	LinksTargetBlank LinksTarget = "blank"
)

// FontName is a font that the service has. The service may know more values than the constants.
//
// Beyond the documents.
type FontName string

const (
	// FontNameABCFavorit is the font of that name.
	//
	// Beyond the documents.
	FontNameABCFavorit FontName = "ABCFavorit"
	// FontNameInter is the font of that name.
	//
	// Beyond the documents.
	FontNameInter FontName = "Inter"
	// FontNameRoboto is the font of that name.
	//
	// Beyond the documents.
	FontNameRoboto FontName = "Roboto"
	// FontNameRobotoSlab is the font of that name.
	//
	// Beyond the documents.
	FontNameRobotoSlab FontName = "RobotoSlab"
	// FontNameOpenSans is the font of that name.
	//
	// Beyond the documents.
	FontNameOpenSans FontName = "OpenSans"
	// FontNameSourceSansPro is the font of that name.
	//
	// Beyond the documents.
	FontNameSourceSansPro FontName = "SourceSansPro"
	// FontNameLato is the font of that name.
	//
	// Beyond the documents.
	FontNameLato FontName = "Lato"
	// FontNameUbuntu is the font of that name.
	//
	// Beyond the documents.
	FontNameUbuntu FontName = "Ubuntu"
	// FontNameRaleway is the font of that name.
	//
	// Beyond the documents.
	FontNameRaleway FontName = "Raleway"
	// FontNameMerriweather is the font of that name.
	//
	// Beyond the documents.
	FontNameMerriweather FontName = "Merriweather"
	// FontNameOverpass is the font of that name.
	//
	// Beyond the documents.
	FontNameOverpass FontName = "Overpass"
	// FontNameNotoSans is the font of that name.
	//
	// Beyond the documents.
	FontNameNotoSans FontName = "NotoSans"
	// FontNameIBMPlexSerif is the font of that name.
	//
	// Beyond the documents.
	FontNameIBMPlexSerif FontName = "IBMPlexSerif"
	// FontNamePoppins is the font of that name.
	//
	// Beyond the documents.
	FontNamePoppins FontName = "Poppins"
	// FontNameFiraSans is the font of that name.
	//
	// Beyond the documents.
	FontNameFiraSans FontName = "FiraSans"
	// FontNameFiraCode is the monospace font of that name.
	//
	// Beyond the documents.
	FontNameFiraCode FontName = "FiraCode"
	// FontNameIBMPlexMono is the monospace font of that name.
	//
	// Beyond the documents.
	FontNameIBMPlexMono FontName = "IBMPlexMono"
	// FontNameJetBrainsMono is the monospace font of that name.
	//
	// Beyond the documents.
	FontNameJetBrainsMono FontName = "JetBrainsMono"
	// FontNameSourceCodePro is the monospace font of that name.
	//
	// Beyond the documents.
	FontNameSourceCodePro FontName = "SourceCodePro"
	// FontNameRobotoMono is the monospace font of that name.
	//
	// Beyond the documents.
	FontNameRobotoMono FontName = "RobotoMono"
	// FontNameSpaceMono is the monospace font of that name.
	//
	// Beyond the documents.
	FontNameSpaceMono FontName = "SpaceMono"
	// FontNameDMMono is the monospace font of that name.
	//
	// Beyond the documents.
	FontNameDMMono FontName = "DMMono"
	// FontNameInconsolata is the monospace font of that name.
	//
	// Beyond the documents.
	FontNameInconsolata FontName = "Inconsolata"
)
