package integrations_test

import (
	"slices"

	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

var limits = []contract.Limit{
	{Op: "Integrations.List", Field: "blockDomain", Check: "len=..100,match=name"},
	{Op: "Integrations.ListInOrg", Field: "blockDomain", Check: "len=..100,match=name"},
	{Op: "Integrations.Dev.Put", Field: "tunnelUrl", Check: "required,len=1..256"},
	{Op: "Integrations.Publish", Field: "organization", Check: "required"},
	{Op: "Integrations.Publish", Field: "script", Check: "required"},
	{Op: "Integrations.Publish", Field: "title", Check: "required,len=2..30"},
	{Op: "Integrations.Publish", Field: "description", Check: "len=..100"},
	{Op: "Integrations.Publish", Field: "summary", Check: "len=..2048"},
	{Op: "Integrations.Publish", Field: "scopes", Check: "required"},
	{Op: "Integrations.Publish", Field: "previewImages", Check: "items=..3"},
	{Op: "Integrations.Publish", Field: "externalLinks", Check: "items=..5"},
	{Op: "Integrations.Publish", Field: "externalLinks[0].url", Check: "required,len=..2048"},
	{Op: "Integrations.Publish", Field: "externalLinks[0].label", Check: "required"},
	{Op: "Integrations.Publish", Field: "blocks[0].id", Check: "required"},
	{Op: "Integrations.Publish", Field: "blocks[0].title", Check: "required,len=2..40"},
	{Op: "Integrations.Publish", Field: "blocks[0].description", Check: "len=..150"},
	{Op: "Integrations.Publish", Field: "blocks[0].markdown.codeblock", Check: "form=codeblock+body|codeblock+body+Extra|Extra", Rule: "codeblock with body", Body: published(func(p *integrations.Publish) {
		p.Blocks = []integrations.Block{{ID: "diagram", Title: "Diagram", Markdown: &integrations.BlockMarkdown{Codeblock: new("mermaid")}}}
	})},
	{Op: "Integrations.Publish", Field: "contentSources[0].id", Check: "required"},
	{Op: "Integrations.Publish", Field: "contentSources[0].title", Check: "required,len=2..40"},
	{Op: "Integrations.Publish", Field: "contentSources[0].description", Check: "len=..150"},
	{Op: "Integrations.Publish", Field: "contentSources[0].configuration.componentId", Check: "required"},
	{Op: "Integrations.Publish", Field: "contentSecurityPolicy", Check: "one", Rule: "exactly one of Policy, Directives, Raw", Body: published(func(p *integrations.Publish) {
		p.ContentSecurityPolicy = &integrations.ContentSecurityPolicy{Policy: new("a"), Directives: map[string]string{"img-src": "b"}}
	})},
	{Op: "Integrations.Publish", Field: "secrets", Check: "items=..20"},
	{Op: "Integrations.Tasks.Create", Field: "task", Check: "required,object"},
	{Op: "Integrations.Tasks.Create", Field: "schedule", Check: "range=0..86400"},
	{Op: "Integrations.Render", Field: "componentId", Check: "required"},
	{Op: "Integrations.Render", Field: "props", Check: "required,object"},
	{Op: "Integrations.Render", Field: "state", Check: "object"},
	{Op: "Integrations.Render", Field: "action", Check: "object"},
	{Op: "Integrations.Installations.Create", Field: "organization", Check: "required"},
	{Op: "Integrations.Installations.Spaces.Create", Field: "space", Check: "required"},
	{Op: "Integrations.Installations.Sites.Create", Field: "siteId", Check: "required"},
	{Op: "Integrations.Installations.Update", Field: "externalIds", Check: "items=..5"},
	{Op: "Integrations.Installations.Update", Field: "configuration", Check: "object"},
	{Op: "Integrations.Installations.Spaces.Update", Field: "externalIds", Check: "items=..5"},
	{Op: "Integrations.Installations.Spaces.Update", Field: "configuration", Check: "object"},
	{Op: "Integrations.Installations.Sites.Update", Field: "externalIds", Check: "items=..5"},
	{Op: "Integrations.Installations.Sites.Update", Field: "configuration", Check: "object"},
}

// nameLimits are the limits of the name in the path of each operation that has one.
func nameLimits() []contract.Limit {
	const param = "integrationName"
	var list []contract.Limit
	for _, o := range op.All() {
		if slices.Contains(o.Params(), param) && slices.ContainsFunc(rows, func(r contract.Row) bool { return r.Op == o.Name }) {
			list = append(list, contract.Limit{Op: o.Name, Field: param, Check: "len=..100,match=name"})
		}
	}
	return list
}

// published returns a small integration with a change.
func published(change func(p *integrations.Publish)) integrations.Publish {
	p := bare
	change(&p)
	return p
}

// configurationLimits are the limits of the configurations of the account, the space and the site.
func configurationLimits() []contract.Limit {
	var list []contract.Limit
	for field, configure := range map[string]func(*integrations.Configuration) *integrations.Configurations{
		"account": func(c *integrations.Configuration) *integrations.Configurations {
			return &integrations.Configurations{Account: c}
		},
		"space": func(c *integrations.Configuration) *integrations.Configurations {
			return &integrations.Configurations{Space: c}
		},
		"site": func(c *integrations.Configuration) *integrations.Configurations {
			return &integrations.Configurations{Site: c}
		},
	} {
		add := func(place, check, rule string, body any) {
			list = append(list, contract.Limit{Op: "Integrations.Publish", Field: "configurations." + field + place, Check: check, Rule: rule, Body: body})
		}
		with := func(c integrations.Configuration) any {
			return published(func(p *integrations.Publish) { p.Configurations = configure(&c) })
		}
		property := func(p integrations.Property) any {
			return with(integrations.Configuration{Schema: &integrations.ConfigurationSchema{Properties: map[string]integrations.Property{"a": p}}})
		}
		text := `{"organization": "acme", "script": "main()", "title": "Bare", "scopes": [], "configurations": {"` + field + `": {"properties":
			{"a": {"type": "button", "title": "A", "description": "B", "callback_url": "/login", "button_text": "Log in"}}, "required": ["a"]}}}`
		add("", "one", "exactly one of Schema, Component, Raw", with(integrations.Configuration{}))
		add(".componentId", contract.Required, "", with(integrations.Configuration{Component: &integrations.ConfigurationComponent{}}))
		add(".properties", contract.Required, "", with(integrations.Configuration{Schema: &integrations.ConfigurationSchema{}}))
		add(".properties[a].type", contract.Required, "", property(integrations.Property{}))
		add(".properties[a].title", "len=..50", "", text)
		add(".properties[a].description", "len=..100", "", text)
		add(".properties[a].callback_url", "with=type:button", "", text)
		add(".properties[a].button_text", "with=type:button", "", text)
		add(".properties[a].default", "one", "exactly one of Text, Number, Bool, Raw",
			property(integrations.Property{Type: integrations.PropertyTypeString, Default: &integrations.PropertyDefault{Text: new("a"), Bool: new(true)}}))
		add(".required", "unique", "", text)
	}
	return list
}
