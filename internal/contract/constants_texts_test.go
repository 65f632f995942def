package contract

import "github.com/publishing-platform/publishing-go/api"

// enumsOfTexts are languages, formats of fonts, and what rich documents are made of. Nearly all are beyond the documents.
var enumsOfTexts = []enum{
	{"en fr de es it pt pt-br ru ja zh yue ko ar hi nl pl tr sv no da fi el cs hu ro th vi id ms he uk sk bg hr lt lv et sl", []any{
		api.LanguageEnglish, api.LanguageFrench, api.LanguageGerman, api.LanguageSpanish, api.LanguageItalian, api.LanguagePortuguese,
		api.LanguageBrazilianPortuguese, api.LanguageRussian, api.LanguageJapanese, api.LanguageChinese, api.LanguageCantonese, api.LanguageKorean,
		api.LanguageArabic, api.LanguageHindi, api.LanguageDutch, api.LanguagePolish, api.LanguageTurkish, api.LanguageSwedish,
		api.LanguageNorwegian, api.LanguageDanish, api.LanguageFinnish, api.LanguageGreek, api.LanguageCzech, api.LanguageHungarian,
		api.LanguageRomanian, api.LanguageThai, api.LanguageVietnamese, api.LanguageIndonesian, api.LanguageMalay, api.LanguageHebrew,
		api.LanguageUkrainian, api.LanguageSlovak, api.LanguageBulgarian, api.LanguageCroatian, api.LanguageLithuanian, api.LanguageLatvian,
		api.LanguageEstonian, api.LanguageSlovenian,
	}},
	{"woff2 woff", []any{
		api.FontFormatWOFF2, api.FontFormatWOFF,
	}},
	{"paragraph heading-1 heading-2 heading-3 list-ordered list-unordered list-tasks list-item divider blockquote hint images image " +
		"file drawing embed code code-line math expandable tabs tabs-item table swagger openapi-operation openapi-schemas " +
		"openapi-webhook content-ref integration reusable-content stepper stepper-step columns column if link emoji icon expression " +
		"inline-math inline-image annotation mention button", []any{
		api.RichBlockParagraph, api.RichBlockHeading1, api.RichBlockHeading2, api.RichBlockHeading3, api.RichBlockListOrdered,
		api.RichBlockListUnordered, api.RichBlockListTasks, api.RichBlockListItem, api.RichBlockDivider, api.RichBlockQuote, api.RichBlockHint,
		api.RichBlockImages, api.RichBlockImage, api.RichBlockFile, api.RichBlockDrawing, api.RichBlockEmbed, api.RichBlockCode,
		api.RichBlockCodeLine, api.RichBlockMath, api.RichBlockExpandable, api.RichBlockTabs, api.RichBlockTabsItem, api.RichBlockTable,
		api.RichBlockSwagger, api.RichBlockOpenAPIOperation, api.RichBlockOpenAPISchemas, api.RichBlockOpenAPIWebhook, api.RichBlockContentRef,
		api.RichBlockIntegration, api.RichBlockReusableContent, api.RichBlockStepper, api.RichBlockStepperStep, api.RichBlockColumns,
		api.RichBlockColumn, api.RichBlockIf, api.RichInlineLink, api.RichInlineEmoji, api.RichInlineIcon, api.RichInlineExpression,
		api.RichInlineMath, api.RichInlineImage, api.RichInlineAnnotation, api.RichInlineMention, api.RichInlineButton,
	}},
	{"bold italic code keyboard strikethrough color superscript subscript", []any{
		api.RichMarkBold, api.RichMarkItalic, api.RichMarkCode, api.RichMarkKeyboard, api.RichMarkStrikethrough, api.RichMarkColor,
		api.RichMarkSuperscript, api.RichMarkSubscript,
	}},
}
