package contract

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/richtext"
)

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
		richtext.Paragraph, richtext.Heading1, richtext.Heading2, richtext.Heading3, richtext.ListOrdered,
		richtext.ListUnordered, richtext.ListTasks, richtext.ListItem, richtext.Divider, richtext.Quote, richtext.Hint,
		richtext.Images, richtext.Image, richtext.File, richtext.Drawing, richtext.Embed, richtext.Code,
		richtext.CodeLine, richtext.Math, richtext.Expandable, richtext.Tabs, richtext.TabsItem, richtext.Table,
		richtext.Swagger, richtext.OpenAPIOperation, richtext.OpenAPISchemas, richtext.OpenAPIWebhook, richtext.ContentRef,
		richtext.Integration, richtext.ReusableContent, richtext.Stepper, richtext.StepperStep, richtext.Columns,
		richtext.Column, richtext.If, richtext.InlineLink, richtext.InlineEmoji, richtext.InlineIcon, richtext.InlineExpression,
		richtext.InlineMath, richtext.InlineImage, richtext.InlineAnnotation, richtext.InlineMention, richtext.InlineButton,
	}},
	{"bold italic code keyboard strikethrough color superscript subscript", []any{
		richtext.MarkBold, richtext.MarkItalic, richtext.MarkCode, richtext.MarkKeyboard, richtext.MarkStrikethrough, richtext.MarkColor,
		richtext.MarkSuperscript, richtext.MarkSubscript,
	}},
}
