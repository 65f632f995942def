package api

// A Language is the code of a language, such as "en".
type Language string

// LanguageEnglish is the only language in the API reference.
const LanguageEnglish Language = "en"

// Languages that are not in the API reference.
//
// Experimental: may change in any minor release; see the package comment.
const (
	LanguageFrench              Language = "fr"
	LanguageGerman              Language = "de"
	LanguageSpanish             Language = "es"
	LanguageItalian             Language = "it"
	LanguagePortuguese          Language = "pt"
	LanguageBrazilianPortuguese Language = "pt-br"
	LanguageRussian             Language = "ru"
	LanguageJapanese            Language = "ja"
	LanguageChinese             Language = "zh"
	LanguageTraditionalChinese  Language = "zh-tw" // only in newer versions of the service
	LanguageCantonese           Language = "yue"
	LanguageKorean              Language = "ko"
	LanguageArabic              Language = "ar"
	LanguageHindi               Language = "hi"
	LanguageDutch               Language = "nl"
	LanguagePolish              Language = "pl"
	LanguageTurkish             Language = "tr"
	LanguageSwedish             Language = "sv"
	LanguageNorwegian           Language = "no"
	LanguageDanish              Language = "da"
	LanguageFinnish             Language = "fi"
	LanguageGreek               Language = "el"
	LanguageCzech               Language = "cs"
	LanguageHungarian           Language = "hu"
	LanguageRomanian            Language = "ro"
	LanguageThai                Language = "th"
	LanguageVietnamese          Language = "vi"
	LanguageIndonesian          Language = "id"
	LanguageMalay               Language = "ms"
	LanguageHebrew              Language = "he"
	LanguageUkrainian           Language = "uk"
	LanguageSlovak              Language = "sk"
	LanguageBulgarian           Language = "bg"
	LanguageCroatian            Language = "hr"
	LanguageLithuanian          Language = "lt"
	LanguageLatvian             Language = "lv"
	LanguageEstonian            Language = "et"
	LanguageSlovenian           Language = "sl"
)
