package contract

import (
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/customization"
)

// enumsOfSites are those of sites and of how they look. Most are beyond the documents.
var enumsOfSites = []enum{
	{"pending in-review rejected live disabled", []any{
		sites.AdsStatusPending, sites.AdsStatusInReview, sites.AdsStatusRejected, sites.AdsStatusLive, sites.AdsStatusDisabled,
	}},
	{"webdev crypto", []any{sites.AdsTopicWebdev, sites.AdsTopicCrypto}},
	{"clean muted bold gradient", []any{
		customization.ThemeClean, customization.ThemeMuted, customization.ThemeBold, customization.ThemeGradient,
	}},
	{"straight rounded circular", []any{customization.CornersStraight, customization.CornersRounded, customization.CornersCircular}},
	{"subtle flat", []any{customization.DepthSubtle, customization.DepthFlat}},
	{"default accent", []any{customization.LinksStyleDefault, customization.LinksStyleAccent}},
	{"plain match", []any{customization.BackgroundPlain, customization.BackgroundMatch}},
	{"regular solid duotone light thin", []any{
		customization.IconsStyleRegular, customization.IconsStyleSolid, customization.IconsStyleDuotone,
		customization.IconsStyleLight, customization.IconsStyleThin,
	}},
	{"default filled", []any{customization.SidebarBackgroundDefault, customization.SidebarBackgroundFilled}},
	{"default pill line", []any{customization.SidebarListDefault, customization.SidebarListPill, customization.SidebarListLine}},
	{"prominent subtle", []any{customization.SearchStyleProminent, customization.SearchStyleSubtle}},
	{"default bold contrast custom none", []any{
		customization.HeaderPresetDefault, customization.HeaderPresetBold, customization.HeaderPresetContrast,
		customization.HeaderPresetCustom, customization.HeaderPresetNone,
	}},
	{"link button-primary button-secondary", []any{
		customization.HeaderItemStyleLink, customization.HeaderItemStyleButtonPrimary, customization.HeaderItemStyleButtonSecondary,
	}},
	{"info warning danger success", []any{
		customization.AnnouncementStyleInfo, customization.AnnouncementStyleWarning, customization.AnnouncementStyleDanger,
		customization.AnnouncementStyleSuccess,
	}},
	{"light dark", []any{customization.ThemeModeLight, customization.ThemeModeDark}},
	{"none search assistant", []any{customization.AIModeNone, customization.AIModeSearch, customization.AIModeAssistant}},
	{"self blank", []any{customization.LinksTargetSelf, customization.LinksTargetBlank}},
	{"ABCFavorit Inter Roboto RobotoSlab OpenSans SourceSansPro Lato Ubuntu Raleway Merriweather Overpass NotoSans IBMPlexSerif " +
		"Poppins FiraSans FiraCode IBMPlexMono JetBrainsMono SourceCodePro RobotoMono SpaceMono DMMono Inconsolata", []any{
		customization.FontNameABCFavorit, customization.FontNameInter, customization.FontNameRoboto,
		customization.FontNameRobotoSlab, customization.FontNameOpenSans, customization.FontNameSourceSansPro,
		customization.FontNameLato, customization.FontNameUbuntu, customization.FontNameRaleway,
		customization.FontNameMerriweather, customization.FontNameOverpass, customization.FontNameNotoSans,
		customization.FontNameIBMPlexSerif, customization.FontNamePoppins, customization.FontNameFiraSans,
		customization.FontNameFiraCode, customization.FontNameIBMPlexMono, customization.FontNameJetBrainsMono,
		customization.FontNameSourceCodePro, customization.FontNameRobotoMono, customization.FontNameSpaceMono,
		customization.FontNameDMMono, customization.FontNameInconsolata,
	}},
	{"default specific all current", []any{sites.SearchModeDefault, sites.SearchModeSpecific, sites.SearchModeAll, currentMode}},
	{"basic premium ultimate sponsored legacy-basic legacy-premium", []any{
		sites.TypeBasic, sites.TypePremium, sites.TypeUltimate, sites.TypeSponsored, sites.TypeLegacyBasic, sites.TypeLegacyPremium,
	}},
	{"sections siteSpaces", []any{sites.StructureTypeSections, sites.StructureTypeSiteSpaces}},
	{"site-space site-section site-section-group", []any{
		sites.StructureItemTypeSiteSpace, sites.StructureItemTypeSection, sites.StructureItemTypeSectionGroup,
	}},
}
