package stories_test

import (
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/customization"
	"github.com/publishing-platform/publishing-go/sites/insights"
	"github.com/publishing-platform/publishing-go/spaces"
)

// A launchStory is a site from nothing to its first visitor.
type launchStory struct {
	*testing.T
	server *publishingtest.Server
	client *publishing.Client
	org    string
	spaces []string // guides and reference
	site   string
	placed []*sites.SiteSpace // the spaces on the site
	page   *spaces.Page       // a page of the guides
	url    string             // URL of the published site
}

// TestStoryOfALaunch launches a site through the client alone: the organization has no space, no
// site and nothing on it.
func TestStoryOfALaunch(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	org := server.Orgs.Add(orgs.Organization{Title: "Acme"}).ID
	page := func(title, body string) publishingtest.Page {
		return publishingtest.Page{Title: title, Sections: []publishingtest.Section{{Title: title, Body: body}}}
	}
	server.Spaces.Imports.Set("https://old.acme.example/guides", page("Send a parcel", "Weigh the parcel and print the label."))
	server.Spaces.Templates.Add("template_reference", page("Parcels", "A POST creates a parcel."))
	s := &launchStory{T: t, server: server, client: server.Client(publishing.WithAttemptTimeout(-1), strict, strictWrites), org: org}

	s.write()
	s.build()
	s.paint()
	s.redirect()
	login := s.authenticate()
	s.publish()
	s.admit(login)
	s.ask()
	s.count()
}

// write creates two spaces. One is filled by an import, the other from a template.
func (s *launchStory) write() {
	for _, title := range []string{"Guides", "Reference"} {
		space, err := s.client.Spaces.Create(s.Context(), s.org, spaces.Create{Title: &title})
		require.NoError(s, err)
		s.spaces = append(s.spaces, space.ID)
	}
	result, err := s.client.Spaces.Content.Import(s.Context(), s.spaces[0], spaces.ContentImport{URL: "https://old.acme.example/guides", Source: spaces.ImportSourceWebsite})
	require.NoError(s, err)
	require.EqualValues(s, 1, result.ImportedResources)
	require.NoError(s, s.client.Spaces.Content.ApplyTemplate(s.Context(), s.spaces[1], spaces.ContentApplyTemplate{ID: "template_reference"}))
	s.page, err = s.client.Spaces.Pages.GetByPath(s.Context(), s.spaces[0], "send-a-parcel", spaces.PageGetByPathOptions{})
	require.NoError(s, err)
	require.Equal(s, "Send a parcel", s.page.Title)
}

// build creates the site with a section for each space. Nobody sees it yet.
func (s *launchStory) build() {
	site, err := s.client.Sites.Create(s.Context(), s.org, sites.Create{Title: new("Parcels"), Visibility: sites.VisibilityVisitorAuth})
	require.NoError(s, err)
	require.False(s, site.Published)
	s.site = site.ID
	for i, title := range []string{"Guides", "Reference"} {
		section, err := s.client.Sites.Sections.Create(s.Context(), s.org, s.site, sites.SectionCreate{SpaceID: api.Set(s.spaces[i]), Title: &title})
		require.NoError(s, err)
		require.Equal(s, title, section.Title)
	}
	for siteSpace, err := range s.client.Sites.SiteSpaces.All(s.Context(), s.org, s.site, sites.SiteSpaceListOptions{}) {
		require.NoError(s, err)
		s.placed = append(s.placed, &siteSpace)
	}
	require.Len(s, s.placed, 2)
	for i, siteSpace := range s.placed {
		require.Equal(s, s.spaces[i], siteSpace.Space.ID)
		require.NotNil(s, siteSpace.Section)
	}
	_, err = s.client.Sites.Published(s.Context(), s.org, s.site, sites.PublishedOptions{})
	require.ErrorIs(s, err, publishing.ErrNotFound)
}

// paint changes one color of an appearance in which a newer service has a setting that the client
// does not know. The color alone changes.
func (s *launchStory) paint() {
	want := s.server.Sites.Customization.Edit(s.org, s.site, func(settings *customization.Settings) {
		settings.Extra = map[string]api.Raw{"guestbook": api.Raw(`[{"name":"acme"}]`)}
	})
	_, err := s.client.Sites.Customization.Edit(s.Context(), s.org, s.site, func(settings *customization.Settings) error {
		settings.Styling.PrimaryColor.Light = "#0b7285"
		return nil
	})
	require.NoError(s, err)
	require.NotEqual(s, "#0b7285", want.Styling.PrimaryColor.Light)
	want.Styling.PrimaryColor.Light = "#0b7285"
	require.Equal(s, want, s.server.Sites.Customization.Get(s.org, s.site))
}

// redirect leads from the path that a page had on the old website to the page.
func (s *launchStory) redirect() {
	_, err := s.client.Sites.Redirects.Create(s.Context(), s.org, s.site, sites.RedirectCreate{
		Source:      "/manual/sending.html",
		Destination: sites.RedirectDestination{Kind: sites.RedirectDestinationKindPage, SiteSpaceID: &s.placed[0].ID, PageID: &s.page.ID},
	})
	require.NoError(s, err)
}

// authenticate sets the login page and returns a token that it signs for a visitor.
func (s *launchStory) authenticate() (token api.Secret) {
	auth, err := s.client.Sites.Publishing.Auth.Update(s.Context(), s.org, s.site, sites.PublishingAuthUpdate{
		Backend: spaces.VisitorAuthBackendCustom, FallbackURL: api.Set("https://login.acme.example/parcels"),
	})
	require.NoError(s, err)
	require.Equal(s, new("https://login.acme.example/parcels"), auth.FallbackURL)
	token, err = sites.SignVisitorToken(auth.PrivateKey, map[string]string{"plan": "pro"}, s.server.Now().Add(time.Hour))
	require.NoError(s, err)
	return token
}

// publish publishes the site. What was set before is what visitors see.
func (s *launchStory) publish() {
	result, err := s.client.Sites.Publish(s.Context(), s.org, s.site, sites.PublishOptions{})
	require.NoError(s, err)
	require.True(s, result.Site.Published)
	require.NotNil(s, result.Site.URLs.Published)
	s.url = *result.Site.URLs.Published
	published, err := s.client.Sites.Published(s.Context(), s.org, s.site, sites.PublishedOptions{})
	require.NoError(s, err)
	require.Equal(s, "#0b7285", published.Customizations.Site.Styling.PrimaryColor.Light)
	var titles []string
	for _, item := range published.Structure.Items {
		titles = append(titles, item.Section.Title)
	}
	require.Equal(s, []string{"Guides", "Reference"}, titles)
	resolved, err := s.client.Sites.Redirects.Resolve(s.Context(), s.org, s.site, sites.RedirectResolveOptions{Source: "/manual/sending.html"})
	require.NoError(s, err)
	require.Equal(s, s.url+"/send-a-parcel", resolved.Target)
}

// admit opens the site with the token, until the key of the site is replaced.
func (s *launchStory) admit(token api.Secret) {
	address, err := sites.VisitorURL(s.url, "/send-a-parcel", token)
	require.NoError(s, err)
	opened, err := url.Parse(address.Reveal())
	require.NoError(s, err)
	require.Equal(s, s.url+"/send-a-parcel", opened.Scheme+"://"+opened.Host+opened.Path)
	claims, err := s.server.Sites.Publishing.Auth.VerifyVisitorToken(s.org, s.site, opened.Query().Get("jwt_token"))
	require.NoError(s, err)
	require.Equal(s, "pro", claims["plan"])

	renewed, err := s.client.Sites.Publishing.Auth.Regenerate(s.Context(), s.org, s.site)
	require.NoError(s, err)
	_, err = s.server.Sites.Publishing.Auth.VerifyVisitorToken(s.org, s.site, token.Reveal())
	require.ErrorContains(s, err, "private key")
	token, err = sites.SignVisitorToken(renewed.PrivateKey, nil, s.server.Now().Add(time.Hour))
	require.NoError(s, err)
	_, err = s.server.Sites.Publishing.Auth.VerifyVisitorToken(s.org, s.site, token.Reveal())
	require.NoError(s, err)
}

// ask asks a question, and gets the answer to the question from the guides alone.
func (s *launchStory) ask() {
	question := sites.AskQuestion{
		Question: "How do I send a parcel?",
		Scope:    sites.SearchScope{Mode: sites.SearchModeSpecific, SiteSpaceIDs: []string{s.placed[0].ID}},
	}
	var text ask.Text
	var last *ask.Answer
	for event, err := range s.client.Sites.Ask.Stream(s.Context(), s.org, s.site, question, sites.AskStreamOptions{Format: richtext.FormatMarkdown}) {
		require.NoError(s, err)
		text.Add(event)
		last = event.Answer
	}
	require.Contains(s, text.String(), "Weigh the parcel and print the label.")
	require.NotNil(s, last)
	require.Len(s, last.Sources, 1)
	require.Equal(s, s.page.ID, last.Sources[0].Page)
}

// count tracks what two visitors did, and counts the views of each page. An event from an hour ago
// is not sent.
func (s *launchStory) count() {
	view := func(visitor, page string) insights.Event {
		return insights.Event{
			Type: insights.EventTypePageView, Session: insights.EventSession{VisitorID: visitor, SessionID: visitor + "-1"},
			Location: insights.EventLocation{URL: s.url + "/" + page, SiteSection: s.placed[0].Section, SiteSpace: &s.placed[0].ID, Space: &s.spaces[0], Page: &page},
		}
	}
	question := view("ada", s.page.ID)
	question.Type, question.Query = insights.EventTypeAskQuestion, new("How do I send a parcel?")
	events := []insights.Event{view("ada", s.page.ID), view("ada", s.page.ID), view("grace", s.page.ID), view("grace", "page_other"), question}
	service := s.client.Sites.Insights.Events
	require.NoError(s, service.Track(s.Context(), s.org, s.site, insights.EventTrack{Events: events}))

	old := view("alan", s.page.ID)
	old.Timestamp = new(s.server.Now().Add(-time.Hour))
	var invalid *api.ValidationError
	require.ErrorAs(s, service.Track(s.Context(), s.org, s.site, insights.EventTrack{Events: []insights.Event{old}}), &invalid)

	page, visitors := insights.EventsColumn{Column: insights.EventsColumnPage}, insights.EventsColumn{Column: insights.EventsColumnVisitorsCount}
	result, err := service.Aggregate(s.Context(), s.org, s.site, insights.EventAggregate{
		Select:  []insights.EventsColumn{page, {Column: insights.EventsColumnEventsCount}, visitors},
		Where:   []insights.EventsFilter{{Column: insights.EventsColumnEventType, Operator: insights.EventsOperatorIn, Values: []insights.EventsValue{{Text: new(string(insights.EventTypePageView))}}}},
		GroupBy: []insights.EventsColumn{page},
		Order:   &insights.EventsOrder{By: visitors, Direction: api.OrderDesc},
		Range:   insights.EventsRange{Preset: insights.EventsRangePresetLast24Hours},
	})
	require.NoError(s, err)
	rows, err := result.Rows()
	require.NoError(s, err)
	type row struct {
		page             string
		events, visitors float64
	}
	var counted []row
	for _, r := range rows {
		counted = append(counted, row{*r[0].Page.Page, *r[1].Number, *r[2].Number})
	}
	require.Equal(s, []row{{s.page.ID, 3, 2}, {"page_other", 1, 1}}, counted)
}
