package contract

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// constantsOfDocuments are the values that document 1 shows, each with the constants a program writes for it.
var constantsOfDocuments = map[string][]any{
	"admin":                      {api.RoleAdmin},
	"create":                     {api.RoleCreate},
	"review":                     {api.RoleReview},
	"edit":                       {api.RoleEdit},
	"comment":                    {api.RoleComment},
	"read":                       {api.RoleRead},
	"pending":                    {orgs.OpenAPIProcessingStatePending, sites.AdsStatusPending},
	"FETCH_TIMEOUT":              {orgs.OpenAPIErrorCodeFetchTimeout},
	"answer":                     {orgs.AskEventTypeAnswer},
	"basic":                      {sites.TypeBasic},
	"public":                     {orgs.OpenAPIVisibilityPublic, sites.VisibilityPublic, spaces.VisibilityPublic},
	"private":                    {orgs.OpenAPIVisibilityPrivate, spaces.VisibilityPrivate},
	"unlisted":                   {sites.VisibilityUnlisted, spaces.VisibilityUnlisted},
	"share-link":                 {sites.VisibilityShareLink, spaces.VisibilityShareLink},
	"visitor-auth":               {sites.VisibilityVisitorAuth, spaces.VisibilityVisitorAuth},
	"in-collection":              {spaces.VisibilityInCollection},
	"excluded":                   {sites.AgentsContextExcluded},
	"included":                   {sites.AgentsContextIncluded},
	"live":                       {spaces.EditModeLive},
	"locked":                     {spaces.EditModeLocked},
	"inherit":                    {spaces.MergeRulesTypeInherit},
	"rules":                      {spaces.MergeRulesTypeRules},
	"require_specific_reviewers": {spaces.MergeRuleNameRequireSpecificReviewers},
}

// enum has the values of one type in order, with the constants a program writes for them.
type enum struct {
	values    string
	constants []any
}

// made are types of outcomes: the SDK makes their values, and the service sends none.
var made = map[string]bool{"api.Deletion": true, "api.PutOutcome": true}

// TestConstantsAreTheValuesOfTheService holds the value of each constant of the public packages against what was transcribed by hand, and
// wants all constants to be there.
func TestConstantsAreTheValuesOfTheService(t *testing.T) {
	t.Parallel()
	tried := map[string]bool{}
	try := func(value string, constant any) {
		require.EqualValues(t, value, constant, "%T", constant)
		tried[fmt.Sprintf("%T %s", constant, value)] = true
	}
	for _, table := range []map[string][]any{constantsOfDocuments, constantsOfOrganizations, constantsOfContent} {
		for value, constants := range table {
			for _, constant := range constants {
				try(value, constant)
			}
		}
	}
	for _, e := range slices.Concat(enumsOfSites, enumsOfTexts) {
		values := strings.Fields(e.values)
		require.Len(t, e.constants, len(values), e.values)
		for i, constant := range e.constants {
			require.IsType(t, e.constants[0], constant)
			try(values[i], constant)
		}
	}
	var missing []string
	for _, pkg := range []string{"api", "changerequests", "orgs", "permissions", "richtext", "sites", "sites/customization", "spaces"} {
		for _, constant := range constantsIn(t, pkg) {
			if of, _, _ := strings.Cut(constant, " "); !made[of] && !tried[constant] {
				missing = append(missing, constant)
			}
		}
	}
	require.Empty(t, missing)
}

// constantsIn returns the string constants of a package that have a type, as "type value".
func constantsIn(t *testing.T, pkg string) (list []string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("..", "..", pkg, "*.go"))
	require.NoError(t, err)
	texts, typed := map[string]string{}, []*ast.ValueSpec{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, decl := range file.Decls {
			group, ok := decl.(*ast.GenDecl)
			if !ok || group.Tok != token.CONST {
				continue
			}
			for _, spec := range group.Specs {
				spec := spec.(*ast.ValueSpec)
				if len(spec.Values) == 1 {
					if literal, ok := spec.Values[0].(*ast.BasicLit); ok && literal.Kind == token.STRING {
						texts[spec.Names[0].Name], err = strconv.Unquote(literal.Value)
						require.NoError(t, err)
					}
				}
				if spec.Type != nil && spec.Names[0].IsExported() {
					typed = append(typed, spec)
				}
			}
		}
	}
	for _, spec := range typed {
		of := types.ExprString(spec.Type)
		if !strings.Contains(of, ".") {
			of = pkg[strings.LastIndex(pkg, "/")+1:] + "." + of
		}
		name := spec.Names[0].Name
		if other, ok := spec.Values[0].(*ast.Ident); ok {
			name = other.Name
		}
		if value, ok := texts[name]; ok { // else it is no text
			list = append(list, of+" "+value)
		}
	}
	return list
}
