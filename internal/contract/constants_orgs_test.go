package contract

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
)

// TestConstantsOfOrganizationsAreTheValuesOfTheDocuments is for what belongs to an organization.
func TestConstantsOfOrganizationsAreTheValuesOfTheDocuments(t *testing.T) {
	t.Parallel()
	for value, constant := range map[string]any{
		"owner":   orgs.TeamMemberRoleOwner,
		"member":  orgs.TeamMemberRoleMember,
		"woff2":   api.FontFormatWOFF2,
		"active":  orgs.SAMLStatusActive,
		"pending": orgs.TranslationStatusPending,
		"en":      api.LanguageEnglish,
		"page":    orgs.AskSourceTypePage,
	} {
		require.EqualValues(t, value, constant, "%T", constant)
	}
}
