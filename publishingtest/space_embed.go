package publishingtest

import (
	"cmp"
	"maps"
	"net/url"

	"github.com/publishing-platform/publishing-go/spaces"
)

var ruleEmbed = newUndecidedRule("embed.link", "a URL without a script is embedded as a link with its host as the title")

// respondEmbed responds with the embed of a URL, which it does not fetch.
func (c *call) respondEmbed(address string) (response, error) {
	if scripted, ok := c.embeds[address]; ok {
		return respondOK(scripted)
	}
	if !c.enabled(ruleEmbed) {
		return response{}, notFound("url", address)
	}
	host := address
	if u, err := url.Parse(address); err == nil {
		host = cmp.Or(u.Hostname(), address)
	}
	return respondOK(spaces.Embed{Type: spaces.EmbedTypeLink, Title: host, Site: host})
}

// SetEmbed sets how a URL is embedded in all spaces. The server fetches nothing: any other URL is a
// link whose title is its host. Type, Title and Site are required.
func (s *Server) SetEmbed(url string, embed spaces.Embed) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if url == "" || embed.Type == "" || embed.Title == "" || embed.Site == "" {
		s.mistake("an embed needs a URL, a Type, a Title and a Site")
	}
	s.state.embeds[url] = clone(embed)
}

// Embeds returns the embeds of [Server.SetEmbed], by URL.
func (s *Server) Embeds() map[string]spaces.Embed {
	s.mu.Lock()
	defer s.mu.Unlock()
	return clone(maps.Clone(s.state.embeds))
}
