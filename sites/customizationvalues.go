package sites

// CustomizationTheme is the theme of a site. The service may know more values than the constants.
//
// Beyond the documents.
type CustomizationTheme string

const (
	// CustomizationThemeClean is the theme called clean.
	//
	// Beyond the documents.
	CustomizationThemeClean CustomizationTheme = "clean"
	// CustomizationThemeMuted is the theme called muted.
	//
	// Beyond the documents.
	CustomizationThemeMuted CustomizationTheme = "muted"
	// CustomizationThemeBold is the theme called bold.
	//
	// Beyond the documents.
	CustomizationThemeBold CustomizationTheme = "bold"
	// CustomizationThemeGradient is the theme called gradient.
	//
	// Beyond the documents.
	CustomizationThemeGradient CustomizationTheme = "gradient"
)

// CustomizationCorners is how corners look. The service may know more values than the constants.
//
// Beyond the documents.
type CustomizationCorners string

const (
	// CustomizationCornersStraight is straight corners.
	//
	// Beyond the documents.
	CustomizationCornersStraight CustomizationCorners = "straight"
	// CustomizationCornersRounded is rounded corners.
	//
	// Beyond the documents.
	CustomizationCornersRounded CustomizationCorners = "rounded"
	// CustomizationCornersCircular is circular corners.
	//
	// Beyond the documents.
	CustomizationCornersCircular CustomizationCorners = "circular"
)

// CustomizationDepth is how deep elements look. The service may know more values than the constants.
//
// Beyond the documents.
type CustomizationDepth string

const (
	// CustomizationDepthSubtle is a subtle depth.
	//
	// Beyond the documents.
	CustomizationDepthSubtle CustomizationDepth = "subtle"
	// CustomizationDepthFlat is no depth.
	//
	// Beyond the documents.
	CustomizationDepthFlat CustomizationDepth = "flat"
)

// CustomizationLinksStyle is how links look. The service may know more values than the constants.
//
// Beyond the documents.
type CustomizationLinksStyle string

const (
	// CustomizationLinksStyleDefault is the default style.
	//
	// Beyond the documents.
	CustomizationLinksStyleDefault CustomizationLinksStyle = "default"
	// CustomizationLinksStyleAccent is links with an accent.
	//
	// Beyond the documents.
	CustomizationLinksStyleAccent CustomizationLinksStyle = "accent"
)

// CustomizationBackground is the background of a site. The service may know more values than the constants.
//
// Beyond the documents.
type CustomizationBackground string

const (
	// CustomizationBackgroundPlain is a plain background.
	//
	// Beyond the documents.
	CustomizationBackgroundPlain CustomizationBackground = "plain"
	// CustomizationBackgroundMatch is a background that matches the color.
	//
	// Beyond the documents.
	CustomizationBackgroundMatch CustomizationBackground = "match"
)

// CustomizationIconsStyle is how icons look. The service may know more values than the constants.
//
// Beyond the documents.
type CustomizationIconsStyle string

const (
	// CustomizationIconsStyleRegular is regular icons.
	//
	// Beyond the documents.
	CustomizationIconsStyleRegular CustomizationIconsStyle = "regular"
	// CustomizationIconsStyleSolid is solid icons.
	//
	// Beyond the documents.
	CustomizationIconsStyleSolid CustomizationIconsStyle = "solid"
	// CustomizationIconsStyleDuotone is icons in two tones.
	//
	// Beyond the documents.
	CustomizationIconsStyleDuotone CustomizationIconsStyle = "duotone"
	// CustomizationIconsStyleLight is light icons.
	//
	// Beyond the documents.
	CustomizationIconsStyleLight CustomizationIconsStyle = "light"
	// CustomizationIconsStyleThin is thin icons.
	//
	// Beyond the documents.
	CustomizationIconsStyleThin CustomizationIconsStyle = "thin"
)

// CustomizationSidebarBackground is the background of the sidebar. The service may know more values than the constants.
//
// Beyond the documents.
type CustomizationSidebarBackground string

const (
	// CustomizationSidebarBackgroundDefault is the default background.
	//
	// Beyond the documents.
	CustomizationSidebarBackgroundDefault CustomizationSidebarBackground = "default"
	// CustomizationSidebarBackgroundFilled is a filled background.
	//
	// Beyond the documents.
	CustomizationSidebarBackgroundFilled CustomizationSidebarBackground = "filled"
)

// CustomizationSidebarList is how the list of pages in the sidebar looks. The service may know more values than the constants.
//
// Beyond the documents.
type CustomizationSidebarList string

const (
	// CustomizationSidebarListDefault is the default list.
	//
	// Beyond the documents.
	CustomizationSidebarListDefault CustomizationSidebarList = "default"
	// CustomizationSidebarListPill is a list of pills.
	//
	// Beyond the documents.
	CustomizationSidebarListPill CustomizationSidebarList = "pill"
	// CustomizationSidebarListLine is a list with a line.
	//
	// Beyond the documents.
	CustomizationSidebarListLine CustomizationSidebarList = "line"
)

// CustomizationSearchStyle is how the search looks. The service may know more values than the constants.
//
// Beyond the documents.
type CustomizationSearchStyle string

const (
	// CustomizationSearchStyleProminent is a search that stands out.
	//
	// Beyond the documents.
	CustomizationSearchStyleProminent CustomizationSearchStyle = "prominent"
	// CustomizationSearchStyleSubtle is a search that does not.
	//
	// Beyond the documents.
	CustomizationSearchStyleSubtle CustomizationSearchStyle = "subtle"
)

// CustomizationHeaderPreset is how the header looks. The service may know more values than the constants.
//
// Beyond the documents.
type CustomizationHeaderPreset string

const (
	// CustomizationHeaderPresetDefault is the default header.
	//
	// Beyond the documents.
	CustomizationHeaderPresetDefault CustomizationHeaderPreset = "default"
	// CustomizationHeaderPresetBold is a bold header.
	//
	// Beyond the documents.
	CustomizationHeaderPresetBold CustomizationHeaderPreset = "bold"
	// CustomizationHeaderPresetContrast is a header with contrast.
	//
	// Beyond the documents.
	CustomizationHeaderPresetContrast CustomizationHeaderPreset = "contrast"
	// CustomizationHeaderPresetCustom is a header with colors of its own.
	//
	// Beyond the documents.
	CustomizationHeaderPresetCustom CustomizationHeaderPreset = "custom"
	// CustomizationHeaderPresetNone is no header.
	//
	// Beyond the documents.
	CustomizationHeaderPresetNone CustomizationHeaderPreset = "none"
)

// CustomizationHeaderItemStyle is how an item of the header looks. The service may know more values than the constants.
//
// Beyond the documents.
type CustomizationHeaderItemStyle string

const (
	// CustomizationHeaderItemStyleLink is a link.
	//
	// Beyond the documents.
	CustomizationHeaderItemStyleLink CustomizationHeaderItemStyle = "link"
	// CustomizationHeaderItemStyleButtonPrimary is a primary button.
	//
	// Beyond the documents.
	CustomizationHeaderItemStyleButtonPrimary CustomizationHeaderItemStyle = "button-primary"
	// CustomizationHeaderItemStyleButtonSecondary is a secondary button.
	//
	// Beyond the documents.
	CustomizationHeaderItemStyleButtonSecondary CustomizationHeaderItemStyle = "button-secondary"
)

// CustomizationAnnouncementStyle is how an announcement looks. The service may know more values than the constants.
//
// Beyond the documents.
type CustomizationAnnouncementStyle string

const (
	// CustomizationAnnouncementStyleInfo is an information.
	//
	// Beyond the documents.
	CustomizationAnnouncementStyleInfo CustomizationAnnouncementStyle = "info"
	// CustomizationAnnouncementStyleWarning is a warning.
	//
	// Beyond the documents.
	CustomizationAnnouncementStyleWarning CustomizationAnnouncementStyle = "warning"
	// CustomizationAnnouncementStyleDanger is a danger.
	//
	// Beyond the documents.
	CustomizationAnnouncementStyleDanger CustomizationAnnouncementStyle = "danger"
	// CustomizationAnnouncementStyleSuccess is a success.
	//
	// Beyond the documents.
	CustomizationAnnouncementStyleSuccess CustomizationAnnouncementStyle = "success"
)

// CustomizationThemeMode is whether a site is light or dark. The service may know more values than the constants.
//
// Beyond the documents.
type CustomizationThemeMode string

const (
	// CustomizationThemeModeLight is a light site.
	//
	// Beyond the documents.
	CustomizationThemeModeLight CustomizationThemeMode = "light"
	// CustomizationThemeModeDark is a dark site.
	//
	// Beyond the documents.
	CustomizationThemeModeDark CustomizationThemeMode = "dark"
)

// CustomizationAIMode is what a site has of AI. The service may know more values than the constants.
//
// Beyond the documents.
type CustomizationAIMode string

const (
	// CustomizationAIModeNone is no AI.
	//
	// Beyond the documents.
	CustomizationAIModeNone CustomizationAIMode = "none"
	// CustomizationAIModeSearch is search with AI.
	//
	// Beyond the documents.
	CustomizationAIModeSearch CustomizationAIMode = "search"
	// CustomizationAIModeAssistant is an assistant.
	//
	// Beyond the documents.
	CustomizationAIModeAssistant CustomizationAIMode = "assistant"
)

// CustomizationLinksTarget is where a link to another site opens. The service may know more values than the constants.
//
// Beyond the documents.
type CustomizationLinksTarget string

const (
	// CustomizationLinksTargetSelf is the same window.
	//
	// Beyond the documents.
	CustomizationLinksTargetSelf CustomizationLinksTarget = "self"
	// CustomizationLinksTargetBlank is a new window.
	//
	// Beyond the documents.
	CustomizationLinksTargetBlank CustomizationLinksTarget = "blank"
)

// CustomizationFontName is a font that the service has. The service may know more values than the constants.
//
// Beyond the documents.
type CustomizationFontName string

const (
	// CustomizationFontNameABCFavorit is the font of that name.
	//
	// Beyond the documents.
	CustomizationFontNameABCFavorit CustomizationFontName = "ABCFavorit"
	// CustomizationFontNameInter is the font of that name.
	//
	// Beyond the documents.
	CustomizationFontNameInter CustomizationFontName = "Inter"
	// CustomizationFontNameRoboto is the font of that name.
	//
	// Beyond the documents.
	CustomizationFontNameRoboto CustomizationFontName = "Roboto"
	// CustomizationFontNameRobotoSlab is the font of that name.
	//
	// Beyond the documents.
	CustomizationFontNameRobotoSlab CustomizationFontName = "RobotoSlab"
	// CustomizationFontNameOpenSans is the font of that name.
	//
	// Beyond the documents.
	CustomizationFontNameOpenSans CustomizationFontName = "OpenSans"
	// CustomizationFontNameSourceSansPro is the font of that name.
	//
	// Beyond the documents.
	CustomizationFontNameSourceSansPro CustomizationFontName = "SourceSansPro"
	// CustomizationFontNameLato is the font of that name.
	//
	// Beyond the documents.
	CustomizationFontNameLato CustomizationFontName = "Lato"
	// CustomizationFontNameUbuntu is the font of that name.
	//
	// Beyond the documents.
	CustomizationFontNameUbuntu CustomizationFontName = "Ubuntu"
	// CustomizationFontNameRaleway is the font of that name.
	//
	// Beyond the documents.
	CustomizationFontNameRaleway CustomizationFontName = "Raleway"
	// CustomizationFontNameMerriweather is the font of that name.
	//
	// Beyond the documents.
	CustomizationFontNameMerriweather CustomizationFontName = "Merriweather"
	// CustomizationFontNameOverpass is the font of that name.
	//
	// Beyond the documents.
	CustomizationFontNameOverpass CustomizationFontName = "Overpass"
	// CustomizationFontNameNotoSans is the font of that name.
	//
	// Beyond the documents.
	CustomizationFontNameNotoSans CustomizationFontName = "NotoSans"
	// CustomizationFontNameIBMPlexSerif is the font of that name.
	//
	// Beyond the documents.
	CustomizationFontNameIBMPlexSerif CustomizationFontName = "IBMPlexSerif"
	// CustomizationFontNamePoppins is the font of that name.
	//
	// Beyond the documents.
	CustomizationFontNamePoppins CustomizationFontName = "Poppins"
	// CustomizationFontNameFiraSans is the font of that name.
	//
	// Beyond the documents.
	CustomizationFontNameFiraSans CustomizationFontName = "FiraSans"
	// CustomizationFontNameFiraCode is the monospace font of that name.
	//
	// Beyond the documents.
	CustomizationFontNameFiraCode CustomizationFontName = "FiraCode"
	// CustomizationFontNameIBMPlexMono is the monospace font of that name.
	//
	// Beyond the documents.
	CustomizationFontNameIBMPlexMono CustomizationFontName = "IBMPlexMono"
	// CustomizationFontNameJetBrainsMono is the monospace font of that name.
	//
	// Beyond the documents.
	CustomizationFontNameJetBrainsMono CustomizationFontName = "JetBrainsMono"
	// CustomizationFontNameSourceCodePro is the monospace font of that name.
	//
	// Beyond the documents.
	CustomizationFontNameSourceCodePro CustomizationFontName = "SourceCodePro"
	// CustomizationFontNameRobotoMono is the monospace font of that name.
	//
	// Beyond the documents.
	CustomizationFontNameRobotoMono CustomizationFontName = "RobotoMono"
	// CustomizationFontNameSpaceMono is the monospace font of that name.
	//
	// Beyond the documents.
	CustomizationFontNameSpaceMono CustomizationFontName = "SpaceMono"
	// CustomizationFontNameDMMono is the monospace font of that name.
	//
	// Beyond the documents.
	CustomizationFontNameDMMono CustomizationFontName = "DMMono"
	// CustomizationFontNameInconsolata is the monospace font of that name.
	//
	// Beyond the documents.
	CustomizationFontNameInconsolata CustomizationFontName = "Inconsolata"
)
