package publishingtest

import "slices"

// The patterns of the documents.
const (
	slugPattern      = `^[a-z0-9]+(?:-[a-z0-9]+)*$`
	subdomainPattern = `^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$`
	proxyPattern     = `^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$`
)

// Values that more than one row allows.
var (
	siteTypes        = described(oneOf("basic", "premium", "ultimate", "sponsored", "legacy-basic", "legacy-premium"))
	siteVisibilities = oneOf("public", "unlisted", "share-link", "visitor-auth")
	formats          = described(oneOf("document", "markdown"))
	specSource       = []check{object, required, exactlyOne("url", "text")}
)

// limits are the limits of the API reference on the values of requests and, as described, those
// that only the public description has. What is wrong with a list's page and limit is in lists.go,
// since it is the same for all.
var limits = slices.Concat(
	siteLimits,
	inviteLimits, linkInviteLimits, fontLimits, storageLimits, teamMemberLimits, samlLimits, translationLimits, subdomainLimits,
	structureLimits, siteSearchLimits, sectionLimits, sectionGroupLimits, siteSpaceLimits,
	spaceLimits, moveLimits, collectionLimits, contentLimits, documentLimits, revisionLimits, permissionLimits, requestLimits, commentLimits,
	replyLimits, requestedReviewerLimits, reviewLimits,
)

// siteLimits are those of sites, share links, specifications and ask.
var siteLimits = []limit{
	inQuery("Sites.List", "published", boolean),
	inQuery("Sites.List", "type[]", text, siteTypes),
	inBody("Sites.Create", "type", text, siteTypes),
	inBody("Sites.Create", "title", text, chars(2, 128)),
	inBody("Sites.Create", "visibility", text, siteVisibilities),
	inBody("Sites.Create", "spaces", list),
	inBody("Sites.Create", "spaces[]", text),
	inBody("Sites.Update", "title", text, chars(2, 128)),
	inBody("Sites.Update", "visibility", text, siteVisibilities),
	inBody("Sites.Update", "basename", text, chars(1, 100)),
	inBody("Sites.Update", "agentsContext", text, oneOf("excluded", "included")),
	inBody("Sites.Update", "defaultSiteSpace", text),
	inBody("Sites.Update", "defaultSiteSection", text),
	inBody("Sites.Update", "adaptiveContent", object),
	inBody("Sites.Update", "adaptiveContent.enabled", boolean, required),
	inBody("Sites.Update", "proxy", text, nullable, chars(0, 512), matches(proxyPattern)),

	inBody("Sites.AdaptiveSchema.Put", "jsonSchema", object, required),
	inBody("Sites.AdaptiveSchema.Put", "jsonSchema.$schema", text, oneOf("http://json-schema.org/draft-07/schema#")),
	inBody("Sites.AdaptiveSchema.Put", "jsonSchema.type", text, required, oneOf("object")),
	inBody("Sites.AdaptiveSchema.Put", "jsonSchema.additionalProperties", boolean, required, isFalse),
	inBody("Sites.AdaptiveSchema.Put", "jsonSchema.properties", object, required, claimsBoolean, described(claimsDescribed)),
	inBody("Sites.AdaptiveSchema.Put", "jsonSchema.properties.unsigned", object),
	inBody("Sites.AdaptiveSchema.Put", "jsonSchema.properties.unsigned.type", text, required, oneOf("object")),
	inBody("Sites.AdaptiveSchema.Put", "jsonSchema.properties.unsigned.additionalProperties", boolean, required, isFalse),
	inBody("Sites.AdaptiveSchema.Put", "jsonSchema.properties.unsigned.properties", object, required, claimsBoolean, described(claimsDescribed)),
	inBody("Sites.AdaptiveSchema.Put", "jsonSchema.properties.unsigned.description", text, described(required), described(oneOf("Unsigned claims of the site visitor."))),

	inBody("Sites.ShareLinks.Create", "name", text, required, chars(0, 50)),
	ofBody("Sites.ShareLinks.Update", described(someField("active", "name"))),
	inBody("Sites.ShareLinks.Update", "name", text, chars(0, 50)),
	inBody("Sites.ShareLinks.Update", "active", boolean),

	inBody("Orgs.OpenAPI.Create", "slug", text, required, chars(1, 100), matches(slugPattern)),
	inBody("Orgs.OpenAPI.Create", "source", specSource...),
	inBody("Orgs.OpenAPI.Create", "source.url", text, chars(0, 2048), uri),
	inBody("Orgs.OpenAPI.Create", "source.text", text, described(notEmpty)),
	inPath("Orgs.OpenAPI.Put", "specSlug", chars(1, 100), matches(slugPattern)),
	inBody("Orgs.OpenAPI.Put", "source", specSource...),
	inBody("Orgs.OpenAPI.Put", "source.url", text, chars(0, 2048), uri),
	inBody("Orgs.OpenAPI.Put", "source.text", text, described(notEmpty)),
	inBody("Orgs.OpenAPI.Update", "visibility", text, required, oneOf("private", "public")),

	inQuery("Orgs.Ask.Answer", "format", text, formats),
	inQuery("Orgs.Ask.Answer", "details", boolean),
	inBody("Orgs.Ask.Answer", "query", text, required),
	inBody("Orgs.Ask.Answer", "previousQueries", list, items(10)),
	inBody("Orgs.Ask.Answer", "previousQueries[]", text),
	inQuery("Orgs.Ask.Stream", "query", text, required),
	inQuery("Orgs.Ask.Stream", "format", text, formats),
	inQuery("Orgs.Ask.Stream", "details", boolean),
}
