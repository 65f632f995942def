package customization

// Theme is the theme of a site.
//
// Experimental: may change in any minor release; see [api].
type Theme string

// Themes.
const (
	ThemeClean    Theme = "clean"
	ThemeMuted    Theme = "muted"
	ThemeBold     Theme = "bold"
	ThemeGradient Theme = "gradient"
)

// Corners is the shape of the corners of elements.
//
// Experimental: may change in any minor release; see [api].
type Corners string

// Shapes of corners.
const (
	CornersStraight Corners = "straight"
	CornersRounded  Corners = "rounded"
	CornersCircular Corners = "circular"
)

// Depth determines whether elements are flat or have a subtle depth.
//
// Experimental: may change in any minor release; see [api].
type Depth string

// Depths of elements.
const (
	DepthSubtle Depth = "subtle"
	DepthFlat   Depth = "flat"
)

// LinksStyle is the style of the links on a site.
//
// Experimental: may change in any minor release; see [api].
type LinksStyle string

// Styles of links.
const (
	LinksStyleDefault LinksStyle = "default"
	LinksStyleAccent  LinksStyle = "accent"
)

// Background is the background of a site.
//
// Experimental: may change in any minor release; see [api].
type Background string

// Backgrounds of a site.
const (
	BackgroundPlain Background = "plain"
	BackgroundMatch Background = "match" // matches the color of the site
)

// IconsStyle is the style of the icons on a site.
//
// Experimental: may change in any minor release; see [api].
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
//
// Experimental: may change in any minor release; see [api].
type SidebarBackground string

// Backgrounds of the sidebar.
const (
	SidebarBackgroundDefault SidebarBackground = "default"
	SidebarBackgroundFilled  SidebarBackground = "filled"
)

// SidebarList is the style of the list of pages in the sidebar.
//
// Experimental: may change in any minor release; see [api].
type SidebarList string

// Styles of the list of pages in the sidebar.
const (
	SidebarListDefault SidebarList = "default"
	SidebarListPill    SidebarList = "pill"
	SidebarListLine    SidebarList = "line"
)

// SearchStyle is the style of the search.
//
// Experimental: may change in any minor release; see [api].
type SearchStyle string

// Styles of the search.
const (
	SearchStyleProminent SearchStyle = "prominent"
	SearchStyleSubtle    SearchStyle = "subtle"
)

// HeaderPreset is the style of the header.
//
// Experimental: may change in any minor release; see [api].
type HeaderPreset string

// Styles of the header.
const (
	HeaderPresetDefault  HeaderPreset = "default"
	HeaderPresetBold     HeaderPreset = "bold"
	HeaderPresetContrast HeaderPreset = "contrast"
	HeaderPresetCustom   HeaderPreset = "custom" // uses the colors in [Header]
	HeaderPresetNone     HeaderPreset = "none"   // no header
)

// HeaderItemStyle is the style of an item in the header.
//
// Experimental: may change in any minor release; see [api].
type HeaderItemStyle string

// Styles of an item in the header.
const (
	HeaderItemStyleLink            HeaderItemStyle = "link"
	HeaderItemStyleButtonPrimary   HeaderItemStyle = "button-primary"
	HeaderItemStyleButtonSecondary HeaderItemStyle = "button-secondary"
)

// AnnouncementStyle is the style of an announcement.
//
// Experimental: may change in any minor release; see [api].
type AnnouncementStyle string

// Styles of an announcement.
const (
	AnnouncementStyleInfo    AnnouncementStyle = "info"
	AnnouncementStyleWarning AnnouncementStyle = "warning"
	AnnouncementStyleDanger  AnnouncementStyle = "danger"
	AnnouncementStyleSuccess AnnouncementStyle = "success"
)

// ThemeMode is the mode of a site.
//
// Experimental: may change in any minor release; see [api].
type ThemeMode string

// Theme modes.
const (
	ThemeModeLight ThemeMode = "light"
	ThemeModeDark  ThemeMode = "dark"

	// ThemeModeSystem means that the device of the visitor determines the mode. Only newer versions
	// of the service have this setting.
	ThemeModeSystem ThemeMode = "system"
)

// CodeTheme is a theme of code blocks.
//
// Experimental: may change in any minor release; see [api].
type CodeTheme string

// Themes of code blocks.
const (
	CodeThemeDefaultLight            CodeTheme = "default-light"
	CodeThemeDefaultDark             CodeTheme = "default-dark"
	CodeThemeMonochromeLight         CodeTheme = "monochrome-light"
	CodeThemeMonochromeDark          CodeTheme = "monochrome-dark"
	CodeThemeAndromeeda              CodeTheme = "andromeeda"
	CodeThemeAuroraX                 CodeTheme = "aurora-x"
	CodeThemeAyuDark                 CodeTheme = "ayu-dark"
	CodeThemeCatppuccinFrappe        CodeTheme = "catppuccin-frappe"
	CodeThemeCatppuccinLatte         CodeTheme = "catppuccin-latte"
	CodeThemeCatppuccinMacchiato     CodeTheme = "catppuccin-macchiato"
	CodeThemeCatppuccinMocha         CodeTheme = "catppuccin-mocha"
	CodeThemeDarkPlus                CodeTheme = "dark-plus"
	CodeThemeDracula                 CodeTheme = "dracula"
	CodeThemeDraculaSoft             CodeTheme = "dracula-soft"
	CodeThemeEverforestDark          CodeTheme = "everforest-dark"
	CodeThemeEverforestLight         CodeTheme = "everforest-light"
	CodeThemeGitHubDark              CodeTheme = "github-dark"
	CodeThemeGitHubDarkDefault       CodeTheme = "github-dark-default"
	CodeThemeGitHubDarkDimmed        CodeTheme = "github-dark-dimmed"
	CodeThemeGitHubDarkHighContrast  CodeTheme = "github-dark-high-contrast"
	CodeThemeGitHubLight             CodeTheme = "github-light"
	CodeThemeGitHubLightDefault      CodeTheme = "github-light-default"
	CodeThemeGitHubLightHighContrast CodeTheme = "github-light-high-contrast"
	CodeThemeGruvboxDarkHard         CodeTheme = "gruvbox-dark-hard"
	CodeThemeGruvboxDarkMedium       CodeTheme = "gruvbox-dark-medium"
	CodeThemeGruvboxDarkSoft         CodeTheme = "gruvbox-dark-soft"
	CodeThemeGruvboxLightHard        CodeTheme = "gruvbox-light-hard"
	CodeThemeGruvboxLightMedium      CodeTheme = "gruvbox-light-medium"
	CodeThemeGruvboxLightSoft        CodeTheme = "gruvbox-light-soft"
	CodeThemeHouston                 CodeTheme = "houston"
	CodeThemeKanagawaDragon          CodeTheme = "kanagawa-dragon"
	CodeThemeKanagawaLotus           CodeTheme = "kanagawa-lotus"
	CodeThemeKanagawaWave            CodeTheme = "kanagawa-wave"
	CodeThemeLaserwave               CodeTheme = "laserwave"
	CodeThemeLightPlus               CodeTheme = "light-plus"
	CodeThemeMaterialTheme           CodeTheme = "material-theme"
	CodeThemeMaterialThemeDarker     CodeTheme = "material-theme-darker"
	CodeThemeMaterialThemeLighter    CodeTheme = "material-theme-lighter"
	CodeThemeMaterialThemeOcean      CodeTheme = "material-theme-ocean"
	CodeThemeMaterialThemePalenight  CodeTheme = "material-theme-palenight"
	CodeThemeMinDark                 CodeTheme = "min-dark"
	CodeThemeMinLight                CodeTheme = "min-light"
	CodeThemeMonokai                 CodeTheme = "monokai"
	CodeThemeNightOwl                CodeTheme = "night-owl"
	CodeThemeNord                    CodeTheme = "nord"
	CodeThemeOneDarkPro              CodeTheme = "one-dark-pro"
	CodeThemeOneLight                CodeTheme = "one-light"
	CodeThemePlastic                 CodeTheme = "plastic"
	CodeThemePoimandres              CodeTheme = "poimandres"
	CodeThemeRed                     CodeTheme = "red"
	CodeThemeRosePine                CodeTheme = "rose-pine"
	CodeThemeRosePineDawn            CodeTheme = "rose-pine-dawn"
	CodeThemeRosePineMoon            CodeTheme = "rose-pine-moon"
	CodeThemeSlackDark               CodeTheme = "slack-dark"
	CodeThemeSlackOchin              CodeTheme = "slack-ochin"
	CodeThemeSnazzyLight             CodeTheme = "snazzy-light"
	CodeThemeSolarizedDark           CodeTheme = "solarized-dark"
	CodeThemeSolarizedLight          CodeTheme = "solarized-light"
	CodeThemeSynthwave84             CodeTheme = "synthwave-84"
	CodeThemeTokyoNight              CodeTheme = "tokyo-night"
	CodeThemeVesper                  CodeTheme = "vesper"
	CodeThemeVitesseBlack            CodeTheme = "vitesse-black"
	CodeThemeVitesseDark             CodeTheme = "vitesse-dark"
	CodeThemeVitesseLight            CodeTheme = "vitesse-light"
)

// PageAction is an action that visitors can use on a page.
//
// Experimental: may change in any minor release; see [api].
type PageAction string

// Actions of a page.
const (
	PageActionAssistant  PageAction = "assistant"
	PageActionExternalAI PageAction = "external-ai"
	PageActionMarkdown   PageAction = "markdown"
	PageActionMCP        PageAction = "mcp"
	PageActionGit        PageAction = "git"
	PageActionPDF        PageAction = "pdf"
)

// SocialPlatform is the platform of a [SocialAccount].
//
// Experimental: may change in any minor release; see [api].
type SocialPlatform string

// Platforms of accounts.
const (
	SocialPlatformTwitter   SocialPlatform = "twitter"
	SocialPlatformInstagram SocialPlatform = "instagram"
	SocialPlatformFacebook  SocialPlatform = "facebook"
	SocialPlatformLinkedIn  SocialPlatform = "linkedin"
	SocialPlatformGitHub    SocialPlatform = "github"
	SocialPlatformDiscord   SocialPlatform = "discord"
	SocialPlatformSlack     SocialPlatform = "slack"
	SocialPlatformYouTube   SocialPlatform = "youtube"
	SocialPlatformTikTok    SocialPlatform = "tiktok"
	SocialPlatformReddit    SocialPlatform = "reddit"
	SocialPlatformBluesky   SocialPlatform = "bluesky"
	SocialPlatformMastodon  SocialPlatform = "mastodon"
	SocialPlatformThreads   SocialPlatform = "threads"
	SocialPlatformMedium    SocialPlatform = "medium"
)

// AIMode selects the AI features of a site.
//
// Experimental: may change in any minor release; see [api].
type AIMode string

// AI modes.
const (
	AIModeNone      AIMode = "none"
	AIModeSearch    AIMode = "search" // AI in the search
	AIModeAssistant AIMode = "assistant"
)

// LinksTarget selects the window in which a link to another site opens.
//
// Experimental: may change in any minor release; see [api].
type LinksTarget string

// Windows in which a link opens.
const (
	LinksTargetSelf  LinksTarget = "self"  // the same window
	LinksTargetBlank LinksTarget = "blank" // a new window
)

// FontName identifies a built-in font.
//
// Experimental: may change in any minor release; see [api].
type FontName string

// Built-in fonts. [FontNameFiraCode] and the constants after it are monospaced fonts.
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
