package publishingtest

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/customization"
)

var (
	ruleCustomizationFont     = newUndecidedRule("sites.customization.put.font-exists", "a custom font in the settings belongs to the organization; without the rule, any font is accepted")
	ruleCustomizationIcon     = newUndecidedRule("sites.customization.put.icon", "the favicon in the settings is the icon of the site; without the rule, the icon stays as it is")
	ruleCustomizationMask     = newUndecidedRule("sites.customization.masked", "settings that the plan of a site does not include are shown as their defaults, except with unmasked=true; without the rule, they are shown as they were set")
	ruleCustomizationUnmasked = newUndecidedRule("sites.customization.get.unmasked", "unmasked=true shows the settings of a site as they were set; without the rule, the parameter has no effect")
	ruleSpaceUnmasked         = newUndecidedRule("sites.sitespaces.customization.get.unmasked", "unmasked=true shows the settings of a site space as they were set; without the rule, the parameter has no effect")
	ruleOverridesMerge        = newRule("sites.sitespaces.customization.update.merge", "an object of overrides keeps those that an update does not contain; lists, colors, images and the announcement are replaced as a whole; without the rule, an object replaces the earlier one")
	ruleOverridesNone         = newUndecidedRule("sites.sitespaces.customization.delete.none", "overrides of which nothing is left count as none; without the rule, a delete returns 205")
	rulePublishedSiteSpaces   = newUndecidedRule("sites.published.site-space-customization", "the published site has the settings of each site space, by its ID; without the rule, it has only those of the site")
)

// The operations on the appearance of sites and site spaces.
var _ = declare(operations{
	"Sites.Customization.Get": {onSite(getCustomization), limits.Table{limits.QueryOf(sites.CustomizationGetOptions{})}},
	"Sites.Customization.Put": {onSite(putCustomization), limits.Table{
		limits.BodyOf(customization.Settings{}),
		limits.Body("styling.font", limits.OneOf(fontNames[:monospaced]...)),
		limits.Body("styling.monospaceFont", limits.OneOf(fontNames[monospaced:]...)),
	}},

	"Sites.SiteSpaces.Customization.Get":    {siteSpaceKind.on(getSiteSpaceCustomization), limits.Table{limits.QueryOf(sites.SiteSpaceCustomizationGetOptions{})}},
	"Sites.SiteSpaces.Customization.Update": {siteSpaceKind.on(updateSiteSpaceCustomization), limits.Table{limits.BodyOf(customization.Overrides{})}},
	"Sites.SiteSpaces.Customization.Delete": {handle: siteSpaceKind.on(deleteSiteSpaceCustomization)},
})

// fontNames are the names of the built-in fonts. Those from monospaced on are monospaced.
var (
	fontNames  = limits.Values[customization.FontName]()
	monospaced = slices.Index(fontNames, string(customization.FontNameFiraCode))
)

// fieldTree is a JSON object. An inner object is a fieldTree too; any other value is an [api.Raw].
type fieldTree = map[string]any

// overridable contains the objects whose fields can be overridden one by one. Any other value is
// overridden completely.
var overridable = overridableIn(reflect.TypeFor[customization.Overrides](), "")

func overridableIn(overrides reflect.Type, at string) map[string]bool {
	paths := map[string]bool{}
	for field := range overrides.Fields() {
		if field.Type.Kind() == reflect.Pointer && strings.HasSuffix(field.Type.Elem().Name(), "Overrides") {
			path := at + logvalue.NameOf(field)
			paths[path] = true
			maps.Copy(paths, overridableIn(field.Type.Elem(), path+"."))
		}
	}
	return paths
}

// treeOf returns the JSON object of a value.
func treeOf(v any) fieldTree {
	encoded, err := jsonx.Marshal(v)
	if err != nil {
		return fieldTree{}
	}
	return parseTree(encoded)
}

// parseTree decodes a JSON object. Any other JSON becomes an empty object.
func parseTree(data []byte) fieldTree {
	tree := fieldTree{}
	fields, _ := jsonx.Fields(data)
	for name, value := range fields {
		if jsonx.IsObject(value) {
			tree[name] = parseTree(value)
		} else {
			tree[name] = api.Raw(value)
		}
	}
	return tree
}

// fromTree decodes a JSON object.
func fromTree[T any](tree fieldTree) T {
	var v T
	if encoded, err := jsonx.Marshal(tree); err == nil {
		_, _ = jsonx.Decode(encoded, &v) // a value that does not fit is zero
	}
	return v
}

// isNull reports whether a value of a tree is null.
func isNull(value any) bool {
	raw, ok := value.(api.Raw)
	return ok && jsonx.IsNull(raw)
}

// lay applies overrides to settings. at is the path of the settings.
func lay(settings, overrides fieldTree, at string) {
	for name, value := range overrides {
		inner, isObject := value.(fieldTree)
		under, isBranch := settings[name].(fieldTree)
		if isObject && isBranch && overridable[at+name] {
			lay(under, inner, at+name+".")
		} else {
			settings[name] = clone(value)
		}
	}
}

// change applies an update to the overrides at a path. It removes objects that become empty.
func (st *state) change(overrides, update fieldTree, at string) {
	for name, value := range update {
		inner, isObject := value.(fieldTree)
		switch {
		case isObject && overridable[at+name]:
			under := fieldTree{}
			if earlier, ok := overrides[name].(fieldTree); ok && st.enabled(ruleOverridesMerge) {
				under = earlier
			}
			st.change(under, inner, at+name+".")
			if overrides[name] = under; len(under) == 0 {
				delete(overrides, name)
			}
		case isNull(value):
			delete(overrides, name)
		default:
			overrides[name] = value
		}
	}
}

// hide replaces a field of settings with the same field of others. If others does not contain the
// field, hide deletes it from settings.
func hide(settings, others fieldTree, path string) {
	name, rest, nested := strings.Cut(path, ".")
	other, ok := others[name]
	inner, isObject := settings[name].(fieldTree)
	switch otherInner, _ := other.(fieldTree); {
	case nested && isObject:
		hide(inner, otherInner, rest)
	case nested:
	case ok:
		settings[name] = other
	default:
		delete(settings, name)
	}
}

// settingsOf returns the settings of a site without hiding those that the plan does not include.
func (st *state) settingsOf(s *site) customization.Settings {
	if s.custom != nil {
		return *s.custom
	}
	settings := st.plainSettings()
	setIfGiven(&settings.Favicon, s.data.Icon)
	return settings
}

// setSettings replaces the settings of a site.
func (st *state) setSettings(s *site, settings customization.Settings) {
	s.custom = &settings
	if st.enabled(ruleCustomizationIcon) {
		s.data.Icon = nil
		if len(treeOf(settings.Favicon)) > 0 || settings.Favicon.Name != nil {
			s.data.Icon = &settings.Favicon
		}
	}
}

// showSettings returns the settings of a site or of one of its site spaces as they appear in
// responses.
func (st *state) showSettings(s *site, placed *siteSpace, unmasked bool) customization.Settings {
	settings := treeOf(st.settingsOf(s))
	if placed != nil {
		lay(settings, placed.overrides, "")
	}
	if !unmasked && st.enabled(ruleCustomizationMask) {
		defaults := treeOf(st.plainSettings())
		for _, path := range s.masked {
			hide(settings, defaults, path)
		}
	}
	return fromTree[customization.Settings](settings)
}

// unmasked reports whether a call asks for settings that the plan does not include.
func (c *call) unmasked(id rule) bool {
	return publishing.Value(c.queryBool("unmasked")) && c.enabled(id)
}

func getCustomization(c *call, s *site) (response, error) {
	return respondOK(c.showSettings(s, nil, c.unmasked(ruleCustomizationUnmasked)))
}

func putCustomization(c *call, s *site) (response, error) {
	in := input[customization.Settings](c)
	c.accept(c.checkFonts(s.org, in))
	c.setSettings(s, in)
	return respondOK(c.showSettings(s, nil, false))
}

// checkFonts rejects settings with a font that does not belong to the organization.
func (st *state) checkFonts(org *organization, settings customization.Settings) error {
	check := func(field string, font *customization.CustomFont) error {
		if font == nil {
			return nil
		}
		return checkIn(st, &org.fonts, field, &font.ID, "a font of the organization", ruleCustomizationFont)
	}
	styling := settings.Styling
	return cmp.Or(check("styling.font", styling.Font.Custom),
		check("styling.monospaceFont", styling.MonospaceFont.Custom),
		check("styling.headingFont", publishing.Value(styling.HeadingFont).Custom))
}

func getSiteSpaceCustomization(c *call, s *site, placed *siteSpace) (response, error) {
	return respondOK(c.showSettings(s, placed, c.unmasked(ruleSpaceUnmasked)))
}

func updateSiteSpaceCustomization(c *call, s *site, placed *siteSpace) (response, error) {
	c.override(placed, parseTree(c.body))
	return respondOK(c.showSettings(s, placed, false))
}

// override applies an update to the overrides of a site space.
func (st *state) override(placed *siteSpace, update fieldTree) {
	if placed.overrides == nil {
		placed.overrides = fieldTree{}
	}
	st.change(placed.overrides, update, "")
	if len(placed.overrides) == 0 && st.enabled(ruleOverridesNone) {
		placed.overrides = nil
	}
}

func deleteSiteSpaceCustomization(c *call, _ *site, placed *siteSpace) (response, error) {
	ok := placed.overrides != nil
	placed.overrides = nil
	return respondDeleted(ok)
}

// publishedCustomizations returns the settings of a published site and of its site spaces.
func (st *state) publishedCustomizations(
	s *site,
) (of customization.Settings, siteSpaces map[string]customization.Settings) {
	siteSpaces = map[string]customization.Settings{}
	if st.enabled(rulePublishedSiteSpaces) {
		for placed := range s.spaces.Values() {
			siteSpaces[placed.data.ID] = st.showSettings(s, placed, false)
		}
	}
	return st.showSettings(s, nil, false), siteSpaces
}

// Edit calls edit to change the appearance settings of a site, and returns the settings. edit
// receives all settings, including those that [SiteCustomization.Mask] hides, and must not use the
// server. Settings that were never set have their defaults.
func (s SiteCustomization) Edit(
	orgID, siteID string, edit func(settings *customization.Settings),
) customization.Settings {
	server := open(s.server)
	defer server.mu.hold()()
	found := siteKind.seeded(server, orgID, siteID)
	settings := clone(server.state.settingsOf(found))
	edit(&settings)
	edited := clone(settings) // edit may have kept a pointer
	server.accept(
		server.limitWhole("Sites.Customization.Put", edited),
		server.state.checkFonts(found.org, edited),
	)
	server.state.setSettings(found, edited)
	return clone(server.state.settingsOf(found))
}

// Get returns the appearance settings of a site as they were set, including settings that
// [SiteCustomization.Mask] hides.
func (s SiteCustomization) Get(orgID, siteID string) customization.Settings {
	server := open(s.server)
	defer server.mu.hold()()
	return clone(server.state.settingsOf(siteKind.seeded(server, orgID, siteID)))
}

// Mask declares the settings that the plan of a site does not include, such as "header.logo" and
// "styling.primaryColor". Responses and the published site contain the defaults of these settings.
// Only a get with unmasked=true returns their values. Without arguments, the plan includes all
// settings, which is also the initial state.
func (s SiteCustomization) Mask(orgID, siteID string, fields ...string) {
	server := open(s.server)
	defer server.mu.hold()()
	found := siteKind.seeded(server, orgID, siteID)
	for _, path := range fields {
		server.mistakeIf(!isSetting(reflect.TypeFor[customization.Settings](), path),
			"there is no setting %q", path)
	}
	found.masked = slices.Clone(fields)
}

// Masked returns the settings that the plan of a site does not include: see
// [SiteCustomization.Mask].
func (s SiteCustomization) Masked(orgID, siteID string) []string {
	defer open(s.server).mu.hold()()
	return slices.Clone(siteKind.seeded(open(s.server), orgID, siteID).masked)
}

// isSetting reports whether a path identifies a field in the JSON form of a struct.
func isSetting(t reflect.Type, path string) bool {
	name, rest, nested := strings.Cut(path, ".")
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return false
	}
	for field := range t.Fields() {
		if tag, _, _ := strings.Cut(field.Tag.Get("json"), ","); tag == name && name != "" && name != "-" {
			return !nested || isSetting(field.Type, rest)
		}
	}
	return false
}

// Update changes the overrides of a site space, as Sites.SiteSpaces.Customization.Update does, and
// returns all of them.
func (s SiteSpaceCustomization) Update(
	orgID, siteID, siteSpaceID string, overrides customization.Overrides,
) customization.Overrides {
	server := open(s.server)
	defer server.mu.hold()()
	placed := siteSpaceKind.seeded(server, orgID, siteID, siteSpaceID)
	server.accept(server.limitWhole("Sites.SiteSpaces.Customization.Update", overrides))
	server.state.override(placed, treeOf(overrides))
	return fromTree[customization.Overrides](placed.overrides)
}

// Get returns the overrides of a site space, or a zero value if there are none.
func (s SiteSpaceCustomization) Get(orgID, siteID, siteSpaceID string) customization.Overrides {
	defer open(s.server).mu.hold()()
	placed := siteSpaceKind.seeded(open(s.server), orgID, siteID, siteSpaceID)
	return fromTree[customization.Overrides](placed.overrides)
}
