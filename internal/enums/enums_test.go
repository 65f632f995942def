package enums_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/enums"
	"github.com/publishing-platform/publishing-go/orgs"
)

func TestValuesAreTheConstantsOfAType(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"admin", "create", "review", "edit", "comment", "read"}, enums.Values(reflect.TypeFor[api.Role]()))
	require.Nil(t, enums.Values(reflect.TypeFor[string]()))
}

func TestOnlyAllContainsThoseOfANewerService(t *testing.T) {
	t.Parallel()
	kind := reflect.TypeFor[orgs.StorageKind]()
	require.NotContains(t, enums.Values(kind), string(orgs.StorageKindOrganizationFile))
	require.Contains(t, enums.All(kind), string(orgs.StorageKindOrganizationFile))
}
