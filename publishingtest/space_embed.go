package publishingtest

import (
	"cmp"
	"maps"
	"net/url"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleEmbed            = newUndecidedRule("embed.link", "a URL without a script is embedded as a link with its host as the title; without the rule, it returns 404")
	ruleEmbedIntegration = newUndecidedRule("spaces.embed.integration", "in a space, a URL without a script is embedded with the first block, of an integration installed on the space, that unfurls its host; without the rule, as a link")
)

// The operations on embeds.
var _ = declare(operations{
	"Spaces.Embed": {onSpace(getEmbed), limits.Table{limits.QueryOf[spaces.EmbedOptions]()}},
})

func getEmbed(c *call, sp *space) (response, error) {
	address := c.query.Get("url")
	host := hostIn(address)
	_, isScripted := c.embeds[address]
	for in := range c.installed(onSpaces.isOn(c.state, sp.data.ID)) {
		if block, displays := in.unfurling(host); displays && !isScripted && c.enabled(ruleEmbedIntegration) {
			encoded, _ := jsonx.Marshal(block) // the block was decoded from JSON, so it can be encoded
			return respondOK(spaces.Embed{
				Type: spaces.EmbedTypeIntegration, Title: host,
				Site: host, Integration: &in.data.Name, Block: encoded,
			})
		}
	}
	return c.respondEmbed(address)
}

// respondEmbed responds with the embed of a URL. It does not fetch the URL.
func (c *call) respondEmbed(address string) (response, error) {
	if scripted, ok := c.embeds[address]; ok {
		return respondOK(scripted)
	}
	if c.enabled(ruleEmbed) {
		host := hostIn(address)
		return respondOK(spaces.Embed{Type: spaces.EmbedTypeLink, Title: host, Site: host})
	}
	return response{}, notFound("url", address)
}

// hostIn returns the host of a URL, or the whole text if there is no host.
func hostIn(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return cmp.Or(u.Hostname(), address)
}

// Add sets the embed of a URL for all spaces. Type, Title and Site are required. The server never
// fetches a URL. For any other URL, the embed is the block with which an integration on the space
// displays URLs of that host. If there is no such block, the embed is a link, and its title is the
// host.
func (s SpaceEmbeds) Add(url string, embed spaces.Embed) {
	defer s.mu.hold()()
	s.mistakeIf(url == "" || embed.Type == "" || embed.Title == "" || embed.Site == "",
		"an embed needs a URL, a Type, a Title and a Site")
	s.state.embeds[url] = clone(embed)
}

// All returns the embeds that [SpaceEmbeds.Add] has set. The keys are URLs.
func (s SpaceEmbeds) All() map[string]spaces.Embed {
	defer s.mu.hold()()
	return clone(maps.Clone(s.state.embeds))
}
