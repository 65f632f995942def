package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/examples/internal/proxytest"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/customization"
	"github.com/publishing-platform/publishing-go/sites/insights"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestMain(m *testing.M) {
	proxytest.RunMain(main)
	goleak.VerifyTestMain(m)
}

// A bench is a server with the demo, on which a site can be launched.
type bench struct {
	*testing.T
	server *publishingtest.Server
	client *publishing.Client
	orgID  string
}

func newBench(t *testing.T) *bench {
	t.Helper()
	server := publishingtest.NewServer(t, publishingtest.WithPageSize(2), publishingtest.WithClock(func() time.Time {
		return time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)
	}))
	return &bench{T: t, server: server, client: server.Client(publishing.WithoutRetry()), orgID: server.SeedDemo().Organization}
}

// launch runs the program and returns what it prints.
func (b *bench) launch() (string, error) {
	var out strings.Builder
	l := &launcher{client: b.client, orgID: b.orgID, plan: parcels, out: &out, now: b.server.Now}
	l.created = func(siteID string) { addUnknownSetting(b.server, b.orgID, siteID) }
	l.verify = func(siteID string, token api.Secret) error {
		_, err := b.server.Sites.Publishing.Auth.VerifyVisitorToken(b.orgID, siteID, token.Reveal())
		return err
	}
	err := l.launch(b.Context())
	return out.String(), err
}

// sites returns the sites with the title of the plan.
func (b *bench) sites() []sites.Site {
	return slices.DeleteFunc(b.server.Sites.All(b.orgID), func(s sites.Site) bool { return s.Title != parcels.title })
}

// A state is all that a launch can change, without the key of the site, which is random.
type state struct {
	Spaces        []spaces.Space
	Pages         [][]publishingtest.Page
	Sites         []sites.Site
	Sections      []sites.Section
	SiteSpaces    []sites.SiteSpace
	Customization customization.Settings
	Redirects     []sites.Redirect
	Login         *string
	Events        []insights.Event
	Backend       spaces.VisitorAuthBackend
}

func (b *bench) state() string {
	b.Helper()
	is := state{Spaces: b.server.Spaces.All(b.orgID), Sites: b.server.Sites.All(b.orgID)}
	for _, space := range is.Spaces {
		is.Pages = append(is.Pages, b.server.Spaces.Pages.All(space.ID, ""))
	}
	for _, site := range b.sites() {
		auth := b.server.Sites.Publishing.Auth.Get(b.orgID, site.ID)
		is.Sections, is.SiteSpaces = b.server.Sites.Sections.All(b.orgID, site.ID), b.server.Sites.SiteSpaces.All(b.orgID, site.ID)
		is.Customization, is.Redirects = b.server.Sites.Customization.Get(b.orgID, site.ID), b.server.Sites.Redirects.All(b.orgID, site.ID)
		is.Login, is.Backend = auth.FallbackURL, auth.Backend
		is.Events = b.server.Sites.Insights.Events.All(b.orgID, site.ID)
	}
	text, err := json.MarshalIndent(is, "", " ")
	require.NoError(b, err)
	return strings.ReplaceAll(string(text), b.server.URL(), "")
}

// writes returns the operations that were called to change something, in order.
func (b *bench) writes() (operations []string) {
	readOnly := []string{"Sites.Ask.Stream", "Sites.Insights.Events.Aggregate"}
	for _, call := range b.server.Calls.All() {
		if call.Method != http.MethodGet && !slices.Contains(readOnly, call.Operation) {
			operations = append(operations, call.Operation)
		}
	}
	return operations
}

func TestSiteIsLaunchedFromNothing(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	out, err := b.launch()
	require.NoError(t, err)
	require.Contains(t, out, `created    site "Acme Parcels" for authenticated visitors`)
	require.Contains(t, out, "imported   pages of space \"Parcels guides\" from https://old.acme.example/guides: 2 of 2\n")
	require.Contains(t, out, "kept seasonalBadges")
	require.Contains(t, out, "published  https://")
	require.Contains(t, out, "is valid for 15m0s, and opens the site")
	require.Contains(t, out, "asked      How do I send a parcel?\n")
	require.Contains(t, out, "Weigh the parcel")
	require.Contains(t, out, "tracked    first view of each page, number of events: 2\n")
	require.Contains(t, out, "counted    page \"Sending a parcel\": views 1, visitors 1\n")
	require.Contains(t, out, fmt.Sprintf("done       %d changes\n", len(b.writes())))

	require.Len(t, b.sites(), 1)
	site := b.sites()[0]
	require.True(t, site.Published)
	require.Equal(t, sites.VisibilityVisitorAuth, site.Visibility)
	want := api.Raw(`[{"month":"12","badge":"snow"}]`)
	settings := b.server.Sites.Customization.Get(b.orgID, site.ID)
	require.Equal(t, parcels.color, settings.Styling.PrimaryColor)
	require.Equal(t, want, settings.Extra["seasonalBadges"])
	var titles []string
	for _, section := range b.server.Sites.Sections.All(b.orgID, site.ID) {
		titles = append(titles, section.Title)
	}
	require.Equal(t, []string{"Guides", "Reference"}, titles)
	var viewed []string
	for _, event := range b.server.Sites.Insights.Events.All(b.orgID, site.ID) {
		viewed = append(viewed, strings.TrimPrefix(event.Location.URL, *site.URLs.Published))
	}
	require.Equal(t, []string{"/sending-a-parcel", "/reference/parcels"}, viewed)
	require.Equal(t, &parcels.login, b.server.Sites.Publishing.Auth.Get(b.orgID, site.ID).FallbackURL)
}

func TestSecondLaunchChangesNothing(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	_, err := b.launch()
	require.NoError(t, err)
	before, written := b.state(), b.writes()
	require.NotEmpty(t, written)
	b.server.Calls.Forget()
	out, err := b.launch()
	require.NoError(t, err)
	require.Empty(t, b.writes())
	for _, operation := range written {
		require.Zero(t, b.server.Calls.Commits(operation), operation)
	}
	require.Equal(t, before, b.state())
	require.Equal(t, len(written)+1, strings.Count(out, "unchanged"), out)
	require.Contains(t, out, "unchanged  everything: the site was launched before\n")
	for _, outcome := range []string{"created", "imported", "changed ", "published", "tracked", "done"} {
		require.NotContains(t, out, "\n"+outcome)
	}
}

// TestInterruptedLaunchIsContinued lets each write fail in turn, before and after it has taken
// effect. The next run ends as if nothing had failed, and creates nothing twice.
func TestInterruptedLaunchIsContinued(t *testing.T) {
	t.Parallel()
	whole := newBench(t)
	_, err := whole.launch()
	require.NoError(t, err)
	want, writes := whole.state(), whole.writes()
	seen := map[string]int{}
	for i, operation := range writes {
		nth := seen[operation]
		seen[operation]++
		for _, failure := range []struct {
			name  string
			fault publishingtest.Fault
			left  int // writes that are left for the next run
		}{
			{"rejected", publishingtest.Status(http.StatusServiceUnavailable), len(writes) - i},
			{"lost response", publishingtest.HangUp().AfterCommit(), len(writes) - i - 1},
		} {
			t.Run(fmt.Sprintf("%d %s %s", i, operation, failure.name), func(t *testing.T) {
				t.Parallel()
				b := newBench(t)
				if nth > 0 {
					b.server.Faults.Add(operation, nth, publishingtest.Pass())
				}
				b.server.Faults.Add(operation, 1, failure.fault)
				_, err := b.launch()
				require.Error(t, err)
				require.Len(t, b.writes(), i+1, "it ends at once")
				_, err = b.launch()
				require.NoError(t, err)
				require.Len(t, b.writes(), i+1+failure.left)
				// The unknown setting is added when the program has seen that the site was created.
				if operation == "Sites.Create" {
					addUnknownSetting(b.server, b.orgID, b.sites()[0].ID)
				}
				require.Equal(t, want, b.state())
				b.server.Calls.Forget()
				_, err = b.launch()
				require.NoError(t, err)
				require.Empty(t, b.writes())
			})
		}
	}
}

func TestLaunchRestoresWhatSomebodyHasChanged(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	_, err := b.launch()
	require.NoError(t, err)
	want, site := b.state(), b.sites()[0].ID
	_, err = b.client.Sites.Update(t.Context(), b.orgID, site, sites.Update{Visibility: sites.VisibilityPublic})
	require.NoError(t, err)
	redirect := b.server.Sites.Redirects.All(b.orgID, site)[0]
	section := sites.RedirectDestination{Kind: sites.RedirectDestinationKindSection, SiteSectionID: &b.server.Sites.Sections.All(b.orgID, site)[0].ID}
	_, err = b.client.Sites.Redirects.Update(t.Context(), b.orgID, site, redirect.ID, sites.RedirectUpdate{Destination: &section})
	require.NoError(t, err)
	b.server.Sites.Customization.Edit(b.orgID, site, func(s *customization.Settings) { s.Styling.PrimaryColor.Dark = "#000000" })
	b.server.Calls.Forget()
	out, err := b.launch()
	require.NoError(t, err)
	require.Equal(t, []string{"Sites.Update", "Sites.Customization.Put", "Sites.Redirects.Update"}, b.writes())
	require.Contains(t, out, "done       3 changes\n")
	require.Equal(t, want, b.state())
}

func TestPageThatHasViewsGetsNoOther(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.server.Faults.Add("Sites.Insights.Events.Track", 1, publishingtest.Status(http.StatusForbidden))
	_, err := b.launch()
	require.ErrorIs(t, err, publishing.ErrForbidden)
	site := b.sites()[0].ID
	space := b.server.Spaces.All(b.orgID)[3]
	require.Equal(t, parcels.spaces[0].title, space.Title)
	for _, visitor := range []string{"grace", "grace", "alan"} {
		b.server.Sites.Insights.Events.Add(b.orgID, site, insights.Event{
			Type: insights.EventTypePageView, Session: insights.EventSession{VisitorID: visitor, SessionID: visitor},
			Location: insights.EventLocation{URL: "https://acme.example", Space: &space.ID, Page: &b.server.Spaces.Pages.All(space.ID, "")[0].ID},
		})
	}
	out, err := b.launch()
	require.NoError(t, err)
	require.Contains(t, out, "tracked    first view of each page, number of events: 1\n")
	require.Contains(t, out, "counted    page \"Sending a parcel\": views 3, visitors 2\n")
	require.Contains(t, out, "counted    page \"Parcels\": views 1, visitors 1\n")
}

func TestLaunchDoesNotChooseBetweenTwo(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for range 2 {
		b.server.Spaces.Add(b.orgID, spaces.Space{Title: parcels.spaces[1].title})
	}
	_, err := b.launch()
	require.EqualError(t, err, `there are several: want one space "Parcels reference"`)
	require.Empty(t, b.sites())
}

func TestWebsiteIsNotImportedIntoASpaceWithOtherPages(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.server.Spaces.Add(b.orgID, spaces.Space{Title: parcels.spaces[0].title}, publishingtest.Page{Title: "Imported under another name"})
	for range 2 {
		_, err := b.launch()
		require.ErrorContains(t, err, "has pages, but not "+parcels.spaces[0].page)
	}
	require.Zero(t, b.server.Calls.Count("Spaces.Content.Import"))
}

func TestPartOfAWebsiteIsNotPublished(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.server.Faults.Add("Spaces.Content.Import", 1, publishingtest.EditJSON(func(body map[string]any) {
		body["importedResources"], body["totalResources"] = 3, 10
	}))
	_, err := b.launch()
	require.ErrorIs(t, err, errLookFirst)
	require.ErrorContains(t, err, "3 of the 10 resources were imported")
	require.Empty(t, b.sites())
}

func TestSpaceOutsideOfItsSectionIsTold(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	first := parcels.spaces[0]
	space := b.server.Spaces.Add(b.orgID, spaces.Space{Title: first.title}, publishingtest.Page{Title: "Start", Slug: first.page})
	b.server.Sites.Add(b.orgID, sites.Site{Title: parcels.title, Visibility: sites.VisibilityVisitorAuth}, space.ID)
	_, err := b.launch()
	require.ErrorContains(t, err, "is on the site, but not in a section")
}

func TestPaymentEndsALaunchAndTheNextRunPublishes(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.server.Faults.Add("Sites.Publish", 1, publishingtest.Status(http.StatusOK).Body("application/json", `{"type":"checkout","sessionId":"cs_1"}`))
	_, err := b.launch()
	require.ErrorIs(t, err, sites.ErrCheckout)
	require.False(t, b.sites()[0].Published)
	_, err = b.launch()
	require.NoError(t, err)
	require.True(t, b.sites()[0].Published)
}

func TestNothingPrintedIsSecret(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	var printed strings.Builder
	record := func(out string, err error) {
		printed.WriteString(out)
		if err != nil {
			printed.WriteString(err.Error())
		}
	}
	b.server.Faults.Add("Sites.Ask.Stream", 1, publishingtest.Status(http.StatusForbidden))
	for range 3 {
		record(b.launch())
	}
	key := b.server.Sites.Publishing.Auth.Get(b.orgID, b.sites()[0].ID).PrivateKey.Reveal()
	require.Greater(t, len(key), 8)
	for _, secret := range []string{key, b.server.Token(), "jwt_token", "eyJ"} {
		require.NotContains(t, printed.String(), secret)
	}
}

func TestSiteLaunchRunsOnTheInMemoryServer(t *testing.T) {
	t.Setenv(publishing.EnvBaseURL, "")
	var out, notes strings.Builder
	require.NoError(t, run(t.Context(), nil, &out, &notes))
	require.Equal(t, "Using the in-memory server.\n", notes.String())
	require.Contains(t, out.String(), "kept seasonalBadges")
	require.Contains(t, out.String(), "opens the site")

	out.Reset()
	require.NoError(t, run(t.Context(), []string{"-h"}, &out, io.Discard))
	require.Contains(t, out.String(), "usage: site-launch")
	for _, args := range [][]string{{"-what"}, {"Docs"}} {
		require.ErrorContains(t, run(t.Context(), args, io.Discard, io.Discard), "usage: site-launch")
	}
}

func TestSiteLaunchRunsOnAnotherService(t *testing.T) {
	b := newBench(t)
	t.Setenv(publishing.EnvBaseURL, b.server.URL())
	t.Setenv(publishing.EnvToken, b.server.Token())
	t.Setenv(service.EnvOrganization, "")
	var out strings.Builder
	require.ErrorContains(t, run(t.Context(), nil, &out, &out), service.EnvOrganization)
	b.server.Faults.Add("Sites.Sections.Create", 1, publishingtest.Status(http.StatusForbidden))
	err := run(t.Context(), []string{"-org", b.orgID}, &out, &out)
	require.ErrorIs(t, err, publishing.ErrForbidden)
	require.ErrorContains(t, err, "run it again")
	t.Setenv(service.EnvOrganization, b.orgID)
	require.NoError(t, run(t.Context(), nil, &out, &out))
	require.NotContains(t, out.String(), "in-memory")
	require.NotContains(t, out.String(), "opens the site", "only the in-memory server can verify a token")
	out.Reset()
	require.NoError(t, run(t.Context(), nil, &out, &out))
	require.Contains(t, out.String(), "unchanged  everything")
	require.Len(t, b.sites(), 1)
}

func TestWhatTheServiceSendsDoesNotControlTheTerminal(t *testing.T) { //nolint:paralleltest // it sets the environment
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	proxytest.Change(t, server, demo.Organization, proxytest.Control)
	proxytest.RequirePrintableOutput(t, nil)
}

// checkNothingIsCreatedTwice requires a second launch to fail, rather than to create something
// again, if the responses with lists are changed.
func checkNothingIsCreatedTwice(t *testing.T, change func(element map[string]any)) {
	t.Helper()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	proxytest.Use(t, server, demo.Organization)
	require.NoError(t, run(t.Context(), nil, io.Discard, io.Discard))
	server.Faults.Add("Spaces.List", 100, publishingtest.EditJSON(func(list map[string]any) {
		for _, item := range list["items"].([]any) {
			change(item.(map[string]any))
		}
	}))
	count := len(server.Spaces.All(demo.Organization))
	require.Error(t, run(t.Context(), nil, io.Discard, io.Discard))
	require.Len(t, server.Spaces.All(demo.Organization), count)
}

func TestSpaceThatCannotBeDecodedIsNotCreatedAgain(t *testing.T) { //nolint:paralleltest // it sets the environment
	checkNothingIsCreatedTwice(t, func(element map[string]any) { element["title"] = 7 })
}

func TestSpaceWithoutTitleIsNotCreatedAgain(t *testing.T) { //nolint:paralleltest // it sets the environment
	checkNothingIsCreatedTwice(t, func(element map[string]any) { delete(element, "title") })
}
