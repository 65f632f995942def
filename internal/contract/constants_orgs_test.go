package contract

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
)

// constantsOfOrganizations is for what belongs to an organization, by value, also beyond the documents.
var constantsOfOrganizations = map[string][]any{
	"owner":              {orgs.TeamMemberRoleOwner},
	"member":             {orgs.TeamMemberRoleMember},
	"woff2":              {api.FontFormatWOFF2},
	"active":             {orgs.SAMLStatusActive},
	"pending":            {orgs.TranslationStatusPending, orgs.SAMLStatusPending},
	"en":                 {api.LanguageEnglish},
	"page":               {orgs.AskSourceTypePage},
	"progress":           {orgs.OpenAPIProcessingStateProgress},
	"complete":           {orgs.OpenAPIProcessingStateComplete},
	"FETCH_ERROR":        {orgs.OpenAPIErrorCodeFetchError},
	"PARSE_ERROR":        {orgs.OpenAPIErrorCodeParseError},
	"customization_font": {orgs.StorageKindCustomizationFont},
	"import_file":        {orgs.StorageKindImportFile},
	"running":            {orgs.TranslationStatusRunning},
	"completed":          {orgs.TranslationStatusCompleted},
	"organization":       {orgs.SubdomainTargetTypeOrganization},
}
