package api

// Language is the code of a language, such as "en". The service may know more values than the constants.
type Language string

const (
	// LanguageEnglish is English.
	LanguageEnglish Language = "en"
	// LanguageFrench is French.
	//
	// Beyond the documents.
	LanguageFrench Language = "fr"
	// LanguageGerman is German.
	//
	// Beyond the documents.
	LanguageGerman Language = "de"
	// LanguageSpanish is Spanish.
	//
	// Beyond the documents.
	LanguageSpanish Language = "es"
	// LanguageItalian is Italian.
	//
	// Beyond the documents.
	LanguageItalian Language = "it"
	// LanguagePortuguese is Portuguese.
	//
	// Beyond the documents.
	LanguagePortuguese Language = "pt"
	// LanguageBrazilianPortuguese is Brazilian Portuguese.
	//
	// Beyond the documents.
	LanguageBrazilianPortuguese Language = "pt-br"
	// LanguageRussian is Russian.
	//
	// Beyond the documents.
	LanguageRussian Language = "ru"
	// LanguageJapanese is Japanese.
	//
	// Beyond the documents.
	LanguageJapanese Language = "ja"
	// LanguageChinese is Chinese.
	//
	// Beyond the documents.
	LanguageChinese Language = "zh"
	// LanguageCantonese is Cantonese.
	//
	// Beyond the documents.
	LanguageCantonese Language = "yue"
	// LanguageKorean is Korean.
	//
	// Beyond the documents.
	LanguageKorean Language = "ko"
	// LanguageArabic is Arabic.
	//
	// Beyond the documents.
	LanguageArabic Language = "ar"
	// LanguageHindi is Hindi.
	//
	// Beyond the documents.
	LanguageHindi Language = "hi"
	// LanguageDutch is Dutch.
	//
	// Beyond the documents.
	LanguageDutch Language = "nl"
	// LanguagePolish is Polish.
	//
	// Beyond the documents.
	LanguagePolish Language = "pl"
	// LanguageTurkish is Turkish.
	//
	// Beyond the documents.
	LanguageTurkish Language = "tr"
	// LanguageSwedish is Swedish.
	//
	// Beyond the documents.
	LanguageSwedish Language = "sv"
	// LanguageNorwegian is Norwegian.
	//
	// Beyond the documents.
	LanguageNorwegian Language = "no"
	// LanguageDanish is Danish.
	//
	// Beyond the documents.
	LanguageDanish Language = "da"
	// LanguageFinnish is Finnish.
	//
	// Beyond the documents.
	LanguageFinnish Language = "fi"
	// LanguageGreek is Greek.
	//
	// Beyond the documents.
	LanguageGreek Language = "el"
	// LanguageCzech is Czech.
	//
	// Beyond the documents.
	LanguageCzech Language = "cs"
	// LanguageHungarian is Hungarian.
	//
	// Beyond the documents.
	LanguageHungarian Language = "hu"
	// LanguageRomanian is Romanian.
	//
	// Beyond the documents.
	LanguageRomanian Language = "ro"
	// LanguageThai is Thai.
	//
	// Beyond the documents.
	LanguageThai Language = "th"
	// LanguageVietnamese is Vietnamese.
	//
	// Beyond the documents.
	LanguageVietnamese Language = "vi"
	// LanguageIndonesian is Indonesian.
	//
	// Beyond the documents.
	LanguageIndonesian Language = "id"
	// LanguageMalay is Malay.
	//
	// Beyond the documents.
	LanguageMalay Language = "ms"
	// LanguageHebrew is Hebrew.
	//
	// Beyond the documents.
	LanguageHebrew Language = "he"
	// LanguageUkrainian is Ukrainian.
	//
	// Beyond the documents.
	LanguageUkrainian Language = "uk"
	// LanguageSlovak is Slovak.
	//
	// Beyond the documents.
	LanguageSlovak Language = "sk"
	// LanguageBulgarian is Bulgarian.
	//
	// Beyond the documents.
	LanguageBulgarian Language = "bg"
	// LanguageCroatian is Croatian.
	//
	// Beyond the documents.
	LanguageCroatian Language = "hr"
	// LanguageLithuanian is Lithuanian.
	//
	// Beyond the documents.
	LanguageLithuanian Language = "lt"
	// LanguageLatvian is Latvian.
	//
	// Beyond the documents.
	LanguageLatvian Language = "lv"
	// LanguageEstonian is Estonian.
	//
	// Beyond the documents.
	LanguageEstonian Language = "et"
	// LanguageSlovenian is Slovenian.
	//
	// Beyond the documents.
	LanguageSlovenian Language = "sl"
)
