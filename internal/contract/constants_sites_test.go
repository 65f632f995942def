package contract

import "github.com/publishing-platform/publishing-go/sites"

// enumsOfSites are those of sites and of how they look. Most are beyond the documents.
var enumsOfSites = []enum{
	{"pending in-review rejected live disabled", []any{
		sites.AdsStatusPending, sites.AdsStatusInReview, sites.AdsStatusRejected, sites.AdsStatusLive, sites.AdsStatusDisabled,
	}},
	{"webdev crypto", []any{sites.AdsTopicWebdev, sites.AdsTopicCrypto}},
	{"clean muted bold gradient", []any{
		sites.CustomizationThemeClean, sites.CustomizationThemeMuted, sites.CustomizationThemeBold, sites.CustomizationThemeGradient,
	}},
	{"straight rounded circular", []any{sites.CustomizationCornersStraight, sites.CustomizationCornersRounded, sites.CustomizationCornersCircular}},
	{"subtle flat", []any{sites.CustomizationDepthSubtle, sites.CustomizationDepthFlat}},
	{"default accent", []any{sites.CustomizationLinksStyleDefault, sites.CustomizationLinksStyleAccent}},
	{"plain match", []any{sites.CustomizationBackgroundPlain, sites.CustomizationBackgroundMatch}},
	{"regular solid duotone light thin", []any{
		sites.CustomizationIconsStyleRegular, sites.CustomizationIconsStyleSolid, sites.CustomizationIconsStyleDuotone,
		sites.CustomizationIconsStyleLight, sites.CustomizationIconsStyleThin,
	}},
	{"default filled", []any{sites.CustomizationSidebarBackgroundDefault, sites.CustomizationSidebarBackgroundFilled}},
	{"default pill line", []any{sites.CustomizationSidebarListDefault, sites.CustomizationSidebarListPill, sites.CustomizationSidebarListLine}},
	{"prominent subtle", []any{sites.CustomizationSearchStyleProminent, sites.CustomizationSearchStyleSubtle}},
	{"default bold contrast custom none", []any{
		sites.CustomizationHeaderPresetDefault, sites.CustomizationHeaderPresetBold, sites.CustomizationHeaderPresetContrast,
		sites.CustomizationHeaderPresetCustom, sites.CustomizationHeaderPresetNone,
	}},
	{"link button-primary button-secondary", []any{
		sites.CustomizationHeaderItemStyleLink, sites.CustomizationHeaderItemStyleButtonPrimary, sites.CustomizationHeaderItemStyleButtonSecondary,
	}},
	{"info warning danger success", []any{
		sites.CustomizationAnnouncementStyleInfo, sites.CustomizationAnnouncementStyleWarning, sites.CustomizationAnnouncementStyleDanger,
		sites.CustomizationAnnouncementStyleSuccess,
	}},
	{"light dark", []any{sites.CustomizationThemeModeLight, sites.CustomizationThemeModeDark}},
	{"none search assistant", []any{sites.CustomizationAIModeNone, sites.CustomizationAIModeSearch, sites.CustomizationAIModeAssistant}},
	{"self blank", []any{sites.CustomizationLinksTargetSelf, sites.CustomizationLinksTargetBlank}},
	{"ABCFavorit Inter Roboto RobotoSlab OpenSans SourceSansPro Lato Ubuntu Raleway Merriweather Overpass NotoSans IBMPlexSerif " +
		"Poppins FiraSans FiraCode IBMPlexMono JetBrainsMono SourceCodePro RobotoMono SpaceMono DMMono Inconsolata", []any{
		sites.CustomizationFontNameABCFavorit, sites.CustomizationFontNameInter, sites.CustomizationFontNameRoboto,
		sites.CustomizationFontNameRobotoSlab, sites.CustomizationFontNameOpenSans, sites.CustomizationFontNameSourceSansPro,
		sites.CustomizationFontNameLato, sites.CustomizationFontNameUbuntu, sites.CustomizationFontNameRaleway,
		sites.CustomizationFontNameMerriweather, sites.CustomizationFontNameOverpass, sites.CustomizationFontNameNotoSans,
		sites.CustomizationFontNameIBMPlexSerif, sites.CustomizationFontNamePoppins, sites.CustomizationFontNameFiraSans,
		sites.CustomizationFontNameFiraCode, sites.CustomizationFontNameIBMPlexMono, sites.CustomizationFontNameJetBrainsMono,
		sites.CustomizationFontNameSourceCodePro, sites.CustomizationFontNameRobotoMono, sites.CustomizationFontNameSpaceMono,
		sites.CustomizationFontNameDMMono, sites.CustomizationFontNameInconsolata,
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
