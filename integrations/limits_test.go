package integrations_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

var namePattern = contract.Pattern{
	Name: "integration",
	Text: "^[a-zA-Z0-9_.-]+$",
	Good: []string{"a", "Z9", "slack", "my-integration_2.0", "-", "..."},
	Bad:  []string{"a/b", "a b", "a%2Fb", "ä", "a\n", "a?b", "a:b", "a@b"},
}

// nameLengths returns the limits of the name in the path of each operation that has one.
func nameLengths(rows []contract.Row) []contract.Length {
	const param = "integrationName"
	var list []contract.Length
	for _, o := range op.All() {
		first := slices.IndexFunc(rows, func(r contract.Row) bool { return r.Op == o.Name })
		at := slices.Index(o.Params(), param)
		if first < 0 || at < 0 {
			continue
		}
		list = append(list, contract.Length{Op: o.Name, Field: param, Max: 100, Pattern: &namePattern, Call: func(a contract.Args, text string) (any, error) {
			a.ID = slices.Clone(a.ID)
			a.ID[at] = text
			return rows[first].Call(a)
		}})
	}
	return list
}

// published returns a call that publishes an integration with a change.
func published(change func(p *integrations.IntegrationPublish)) func(a contract.Args) (any, error) {
	p := bare
	change(&p)
	return publish(p)
}

// configured returns calls that publish an integration with a configuration, by the field with it.
func configured(c integrations.Configuration) map[string]func(a contract.Args) (any, error) {
	calls := map[string]func(a contract.Args) (any, error){}
	for field, all := range map[string]integrations.Configurations{"account": {Account: &c}, "space": {Space: &c}, "site": {Site: &c}} {
		calls["configurations."+field] = published(func(p *integrations.IntegrationPublish) { p.Configurations = &all })
	}
	return calls
}

// withProperty returns a configuration with a property called a.
func withProperty(p integrations.Property) integrations.Configuration {
	return integrations.Configuration{Schema: &integrations.ConfigurationSchema{Properties: map[string]integrations.Property{"a": p}}}
}

var lengths = []contract.Length{
	{Op: "Integrations.List", Field: "blockDomain", Max: 100, Pattern: &namePattern, Call: func(a contract.Args, text string) (any, error) {
		return a.Integrations.List(a.Ctx, integrations.ListOptions{BlockDomain: text}, a.Opts...)
	}},
	{Op: "Integrations.Orgs.List", Field: "blockDomain", Max: 100, Pattern: &namePattern, Call: func(a contract.Args, text string) (any, error) {
		return a.Integrations.Orgs.List(a.Ctx, a.ID[0], integrations.OrgListOptions{BlockDomain: text}, a.Opts...)
	}},
	{Op: "Integrations.DevMode.Enable", Field: "tunnelUrl", Min: 1, Max: 256, Required: true, Call: func(a contract.Args, text string) (any, error) {
		return enableDevMode(integrations.DevModeEnable{TunnelURL: text})(a)
	}},
	{Op: "Integrations.Publish", Field: "title", Min: 2, Max: 30, Required: true, Call: func(a contract.Args, text string) (any, error) {
		return published(func(p *integrations.IntegrationPublish) { p.Title = text })(a)
	}},
	{Op: "Integrations.Publish", Field: "description", Max: 100, Call: func(a contract.Args, text string) (any, error) {
		return published(func(p *integrations.IntegrationPublish) { p.Description = text })(a)
	}},
	{Op: "Integrations.Publish", Field: "summary", Max: 2048, Call: func(a contract.Args, text string) (any, error) {
		return published(func(p *integrations.IntegrationPublish) { p.Summary = &text })(a)
	}},
}

var needs = append(configurationNeeds(), []contract.Need{
	{Op: "Integrations.DevMode.Enable", Field: "tunnelUrl", Check: contract.Required, Call: enableDevMode(integrations.DevModeEnable{})},
	{Op: "Integrations.Publish", Field: "organization", Check: contract.Required, Call: published(func(p *integrations.IntegrationPublish) { p.Organization = "" })},
	{Op: "Integrations.Publish", Field: "script", Check: contract.Required, Call: published(func(p *integrations.IntegrationPublish) { p.Script = "" })},
	{Op: "Integrations.Publish", Field: "title", Check: contract.Required, Call: published(func(p *integrations.IntegrationPublish) { p.Title = "" })},
	{Op: "Integrations.Publish", Field: "scopes", Check: contract.Required, Call: published(func(p *integrations.IntegrationPublish) { p.Scopes = nil })},
	{Op: "Integrations.Publish", Field: "previewImages", Check: "items=..3", Rule: "at most 3 items", Call: published(func(p *integrations.IntegrationPublish) {
		p.PreviewImages = make([][]byte, 4)
	})},
	{Op: "Integrations.Publish", Field: "externalLinks", Check: "items=..5", Rule: "at most 5 items", Call: published(func(p *integrations.IntegrationPublish) {
		p.ExternalLinks = make([]integrations.ExternalLink, 6)
	})},
	{Op: "Integrations.Publish", Field: "externalLinks[0].url", Check: contract.Required, Call: published(func(p *integrations.IntegrationPublish) {
		p.ExternalLinks = []integrations.ExternalLink{{Label: "a"}}
	})},
	{Op: "Integrations.Publish", Field: "externalLinks[0].label", Check: contract.Required, Call: published(func(p *integrations.IntegrationPublish) {
		p.ExternalLinks = []integrations.ExternalLink{{URL: "https://samples.example.com"}}
	})},
	{Op: "Integrations.Publish", Field: "blocks[0].id", Check: contract.Required, Call: published(func(p *integrations.IntegrationPublish) {
		p.Blocks = []integrations.Block{{Title: "Diagram"}}
	})},
	{Op: "Integrations.Publish", Field: "blocks[0].title", Check: contract.Required, Call: published(func(p *integrations.IntegrationPublish) {
		p.Blocks = []integrations.Block{{ID: "diagram"}}
	})},
	{Op: "Integrations.Publish", Field: "blocks[0].markdown.codeblock", Check: "form=codeblock+body|codeblock+body+Extra|Extra", Rule: "exactly one of codeblock with body; codeblock with body with Extra; Extra", Call: published(func(p *integrations.IntegrationPublish) {
		p.Blocks = []integrations.Block{{ID: "diagram", Title: "Diagram", Markdown: &integrations.BlockMarkdown{Codeblock: new("mermaid")}}}
	})},
	{Op: "Integrations.Publish", Field: "contentSources[0].id", Check: contract.Required, Call: published(func(p *integrations.IntegrationPublish) {
		p.ContentSources = []integrations.ContentSource{{Title: "Records"}}
	})},
	{Op: "Integrations.Publish", Field: "contentSources[0].title", Check: contract.Required, Call: published(func(p *integrations.IntegrationPublish) {
		p.ContentSources = []integrations.ContentSource{{ID: "records"}}
	})},
	{Op: "Integrations.Publish", Field: "contentSources[0].configuration.componentId", Check: contract.Required, Call: published(func(p *integrations.IntegrationPublish) {
		p.ContentSources = []integrations.ContentSource{{ID: "records", Title: "Records"}}
	})},
	{Op: "Integrations.Publish", Field: "contentSecurityPolicy", Check: contract.One, Rule: "exactly one of Policy, Directives, Raw", Call: published(func(p *integrations.IntegrationPublish) {
		p.ContentSecurityPolicy = &integrations.ContentSecurityPolicy{Policy: new("a"), Directives: map[string]string{"img-src": "b"}}
	})},
	{Op: "Integrations.QueueTask", Field: "task", Check: contract.Required, Call: queueTask(integrations.Task{})},
	{Op: "Integrations.QueueTask", Field: "task", Check: "object", Rule: "a JSON object", Call: queueTask(integrations.Task{Task: api.Raw(`["sync"]`)})},
	{Op: "Integrations.QueueTask", Field: "schedule", Check: "range=0..86400", Rule: "a number from 0 to 86400", Call: queueTask(integrations.Task{
		Task: api.Raw(`{}`), Schedule: new(int64(86401)),
	})},
	{Op: "Integrations.Publish", Field: "secrets", Check: "items=..20", Rule: "at most 20 items", Call: published(func(p *integrations.IntegrationPublish) {
		p.Secrets = api.SecretMap{}
		for i := range 21 {
			p.Secrets[strings.Repeat("A", i+1)] = api.NewSecret("hush")
		}
	})},
}...)

// configurationNeeds are the needs of the configurations of the account, the space and the site.
func configurationNeeds() []contract.Need {
	const variants = "exactly one of Schema, Component, Raw"
	button := integrations.Property{Type: integrations.PropertyTypeButton}
	labelled := integrations.Property{Type: integrations.PropertyTypeButton, CallbackURL: new("/login")}
	ambiguous := integrations.Property{Type: integrations.PropertyTypeString, Default: &integrations.PropertyDefault{Text: new("a"), Bool: new(true)}}
	repeated := withProperty(integrations.Property{Type: integrations.PropertyTypeNumber})
	repeated.Schema.Required = []string{"a", "a"}
	var list []contract.Need
	for _, of := range []struct {
		field, check, rule string
		configuration      integrations.Configuration
	}{
		{"", contract.One, variants, integrations.Configuration{}},
		{".componentId", contract.Required, "", integrations.Configuration{Component: &integrations.ConfigurationComponent{}}},
		{".properties", contract.Required, "", integrations.Configuration{Schema: &integrations.ConfigurationSchema{}}},
		{".properties[a].type", contract.Required, "", withProperty(integrations.Property{})},
		{".properties[a].callback_url", "with=type:button", `a value for the type "button"`, withProperty(button)},
		{".properties[a].button_text", "with=type:button", `a value for the type "button"`, withProperty(labelled)},
		{".required", "unique", "each item once", repeated},
		{".properties[a].default", contract.One, "exactly one of Text, Number, Bool, Raw", withProperty(ambiguous)},
	} {
		for field, call := range configured(of.configuration) {
			list = append(list, contract.Need{Op: "Integrations.Publish", Field: field + of.field, Check: of.check, Rule: of.rule, Call: call})
		}
	}
	return list
}

// innerLength is a limit of a text in a list or a map.
type innerLength struct {
	field    string
	min, max int
	call     func(text string) func(a contract.Args) (any, error)
}

func innerLengths() []innerLength {
	list := []innerLength{
		{"blocks[0].title", 2, 40, func(text string) func(a contract.Args) (any, error) {
			return published(func(p *integrations.IntegrationPublish) { p.Blocks = []integrations.Block{{ID: "a", Title: text}} })
		}},
		{"blocks[0].description", 0, 150, func(text string) func(a contract.Args) (any, error) {
			return published(func(p *integrations.IntegrationPublish) {
				p.Blocks = []integrations.Block{{ID: "a", Title: "Aa", Description: &text}}
			})
		}},
		{"externalLinks[0].url", 0, 2048, func(text string) func(a contract.Args) (any, error) {
			return published(func(p *integrations.IntegrationPublish) {
				p.ExternalLinks = []integrations.ExternalLink{{URL: text, Label: "a"}}
			})
		}},
		{"contentSources[0].title", 2, 40, func(text string) func(a contract.Args) (any, error) {
			return published(func(p *integrations.IntegrationPublish) {
				p.ContentSources = []integrations.ContentSource{{ID: "a", Title: text, Configuration: integrations.ConfigurationComponent{ComponentID: "a"}}}
			})
		}},
		{"contentSources[0].description", 0, 150, func(text string) func(a contract.Args) (any, error) {
			return published(func(p *integrations.IntegrationPublish) {
				p.ContentSources = []integrations.ContentSource{{ID: "a", Title: "Aa", Description: &text, Configuration: integrations.ConfigurationComponent{ComponentID: "a"}}}
			})
		}},
	}
	for field := range configured(integrations.Configuration{}) {
		list = append(list, innerLength{field + ".properties[a].title", 0, 30, func(text string) func(a contract.Args) (any, error) {
			return configured(withProperty(integrations.Property{Type: integrations.PropertyTypeNumber, Title: &text}))[field]
		}}, innerLength{field + ".properties[a].description", 0, 100, func(text string) func(a contract.Args) (any, error) {
			return configured(withProperty(integrations.Property{Type: integrations.PropertyTypeNumber, Description: &text}))[field]
		}})
	}
	return list
}

// triedLengths are the lines of Tried for the inner lengths.
func triedLengths() []string {
	var list []string
	for _, l := range innerLengths() {
		limit := fmt.Sprintf("len=%d..%d", l.min, l.max)
		if l.min == 0 {
			limit = fmt.Sprintf("len=..%d", l.max)
		}
		list = append(list, "Integrations.Publish "+strings.NewReplacer("[0]", "[]", "[a]", "[]").Replace(l.field)+" "+limit)
	}
	return list
}

func TestTextsInAnIntegrationHaveLimits(t *testing.T) {
	t.Parallel()
	for _, l := range innerLengths() {
		for _, n := range []int{l.min - 1, l.min, l.max, l.max + 1} {
			if n < 0 || n == 0 && strings.HasSuffix(l.field, ".url") { // which is required
				continue
			}
			text := strings.Repeat("ü", n)
			if n >= l.min && n <= l.max {
				area.Accepts(t, "Integrations.Publish", l.call(text))
				continue
			}
			want := fmt.Sprintf("%d to %d characters", l.min, l.max)
			if l.min == 0 {
				want = fmt.Sprintf("at most %d characters", l.max)
			}
			area.Rejects(t, "Integrations.Publish", l.call(text), l.field, want, contract.Shown(text))
			area.Accepts(t, "Integrations.Publish", l.call(text), publishing.WithoutValidation())
		}
	}
}
